//! Building an index: fingerprints gathered, a plan chosen, every table sorted and encoded, and all of it made the index at once.

use crate::sort::StoredCode;
use std::format;
use std::fs::File;
use std::io;
use std::path::Path;

use super::super::Error;
use super::Watch;
use super::folder::Folder;
use super::gather::{Gathered, SortSpace, gather};
use super::input::Input;
use super::manifest::{self, Ids, Manifest, NAMES_ENDING, SHARD_ENDING};
use super::tables::{Style, Tables};
use twinprint::simhash::Bits;
use twinprint::table::{BLOCKS, Coding, DEFAULT_BLOCK, Limits, Load, Plan};

/// How an index is built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FingerprintIndexOptions {
    /// How many bits a fingerprint has.
    pub bits: Bits,
    /// The most bits in which what a query finds may differ from it.
    pub k: u32,
    /// The most tables; none for as many as make queries the least work.
    pub tables: Option<usize>,
    /// How many tables to cut as the paper does, each looked up once (Manku, Jain and Das Sarma 2007, section 3), instead of those that make
    /// queries the least work.
    pub paper: Option<usize>,
    /// The bytes of a compressed block.
    pub block: u32,
    /// How codes are coded by the one before.
    pub coding: Coding,
    /// The bytes of memory that fingerprints may take while they are sorted.
    pub memory: u64,
    /// The most bytes of a shard, unless one fingerprint's documents take more.
    pub shard: u64,
    /// The id of the recipe that the fingerprints were made by; zeros if it is not known.
    pub recipe: [u8; 16],
}

/// The fewest bytes that shards are cut to: a head and the largest block are to be small beside them.
const LEAST_SHARD: u64 = 1 << 20;

impl Default for FingerprintIndexOptions {
    /// 64 bits, k = 3, and shards that a worker at the edge can fetch and cache.
    fn default() -> Self {
        FingerprintIndexOptions {
            bits: Bits::B64,
            k: 3,
            tables: None,
            paper: None,
            block: DEFAULT_BLOCK,
            coding: Coding::default(),
            memory: 4 << 30,
            shard: 24 << 20,
            recipe: [0; 16],
        }
    }
}

impl FingerprintIndexOptions {
    fn check(&self) -> Result<(), Error> {
        let refused = |option, value: u64, expected| {
            Err(twinprint::Error::InvalidOption { option, value: value.to_string(), expected }.into())
        };
        if !BLOCKS.contains(&self.block) {
            return refused("block", self.block.into(), "a number of bytes from 32 to 65536");
        }
        if self.shard < LEAST_SHARD {
            return refused("shard", self.shard, "1 MiB or more");
        }
        self.plan(0)?;
        Ok(())
    }

    fn sort_space<'a>(&self, folder: &'a Path) -> SortSpace<'a> {
        SortSpace { memory: usize::try_from(self.memory).unwrap_or(usize::MAX), folder }
    }

    /// What tables of `fingerprints` fingerprints are to hold.
    pub fn load(&self, fingerprints: u64) -> Load {
        Load { fingerprints, block: Some(self.block) }
    }

    /// The plan for `fingerprints` fingerprints.
    ///
    /// # Errors
    /// As [`Plan::choose`]; [`InvalidOption`](twinprint::Error::InvalidOption) for a number of tables that is none of the paper's.
    pub fn plan(&self, fingerprints: u64) -> Result<Plan, twinprint::Error> {
        let Some(tables) = self.paper else {
            let limits = Limits { tables: self.tables, ..Limits::default() };
            return Plan::choose(self.bits, self.k, self.load(fingerprints), limits);
        };
        let refused = || {
            let expected = "the number of tables of one of the paper's designs, which \"twinprint index inspect --plan -n N -k K\" shows; \
                            or --tables, for tables that are looked up within one or more bits";
            twinprint::Error::InvalidOption { option: "plan", value: tables.to_string(), expected }
        };
        let plan = Plan::for_tables(self.bits, self.k, tables).map_err(|_| refused())?;
        if plan.tables().len() == tables { Ok(plan) } else { Err(refused()) }
    }
}

/// What was built.
#[derive(Debug)]
pub struct Built {
    /// What the index says of itself.
    pub manifest: Manifest,
    /// How many tables an interrupted build had finished.
    pub resumed: usize,
}

/// Builds an index of all fingerprints of some files in a folder, in place of the one that is there.
///
/// ```
/// use twinprint_native::index::{Input, FingerprintIndexOptions, build};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("prints"), "00000000000000ff first\n00000000000000fe second\n")?;
/// let inputs = [Input::new(folder.path().join("prints"))];
/// let built = build(&inputs, &folder.path().join("index"), &FingerprintIndexOptions::default(), &())?;
/// assert_eq!((built.manifest.fingerprints, built.manifest.documents), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Core`] for an option out of range, [`Error::Unreadable`] and [`Error::Index`] for what is read,
/// [`Error::Unwritable`] for what is written, and [`Error::Index`] while another build is at work in the folder. The index
/// that was there is then as it was, and nothing else is left.
pub fn build(
    inputs: &[Input],
    folder: &Path,
    options: &FingerprintIndexOptions,
    watch: &dyn Watch,
) -> Result<Built, Error> {
    options.check()?;
    match options.bits {
        Bits::B32 => build_of::<u32>(inputs, folder, options, watch),
        Bits::B64 => build_of::<u64>(inputs, folder, options, watch),
        Bits::B128 => build_of::<u128>(inputs, folder, options, watch),
    }
}

fn build_of<C: StoredCode>(
    inputs: &[Input],
    folder: &Path,
    options: &FingerprintIndexOptions,
    watch: &dyn Watch,
) -> Result<Built, Error> {
    let folder = Folder::hold(folder)?;
    let built = read(inputs, &folder, options, watch)
        .and_then(|gathered: Gathered<C>| write(&gathered, &folder, options, watch));
    if built.is_err() {
        folder.clean_up();
    }
    built
}

/// All fingerprints. Standard input is saved first, since ids may have to be read twice.
fn read<C: StoredCode>(
    inputs: &[Input],
    folder: &Folder,
    options: &FingerprintIndexOptions,
    watch: &dyn Watch,
) -> Result<Gathered<C>, Error> {
    if inputs.iter().filter(|input| **input == Input::StandardInput).count() > 1 {
        return Err(Error::StandardInputTwice);
    }
    let (work, mut inputs) = (folder.work()?, inputs.to_vec());
    for input in inputs.iter_mut().filter(|input| **input == Input::StandardInput) {
        let path = work.join("input");
        let copy = || io::copy(&mut io::stdin(), &mut File::create(&path)?);
        let place = || work.to_string_lossy().into_owned();
        copy().map_err(|reason| Error::Unwritable { place: place(), reason })?;
        *input = Input::Saved(path);
    }
    gather(&inputs, options.sort_space(&work), watch)
}

fn write<C: StoredCode>(
    gathered: &Gathered<C>,
    folder: &Folder,
    options: &FingerprintIndexOptions,
    watch: &dyn Watch,
) -> Result<Built, Error> {
    let Gathered { codes, documents, names } = gathered;
    let plan = options.plan(codes.len() as u64)?;
    let style = Style {
        recipe: options.recipe,
        coding: options.coding,
        zeros: 0,
        cut_keys: false,
        block: options.block,
        shard: options.shard,
    };
    let tables = Tables::new(codes, documents.as_ref(), &plan, style)?;

    let (digest, recipe) = (tables.family().digest, u128::from_be_bytes(options.recipe));
    let making = folder.making(&format!("{digest:016x}-{recipe:x}-{}", options.shard))?;
    let (mut files, mut resumed) = (Vec::new(), 0);
    for number in tables.numbers() {
        let part = format!("t{number:02}");
        watch.writing(usize::from(number), plan.tables().len());
        if let Some(finished) = making.finished(&part) {
            files.extend(finished);
            resumed += 1;
            continue;
        }
        let save =
            |shard: u16, bytes: &[u8]| making.save(&format!("{part}-s{shard:03}"), bytes, SHARD_ENDING);
        let encoded = tables.encode(number, options.sort_space(making.path()), save)?;
        making.finish(&part, &encoded)?;
        files.extend(encoded);
    }
    if let Some(names) = &names {
        files.push(making.save("names", &names.to_bytes(), NAMES_ENDING)?);
    }
    let ids = match (&documents, names) {
        (None, _) => Ids::None,
        (_, None) => Ids::Numbers,
        (_, Some(_)) => Ids::Names,
    };
    let manifest = Manifest::new(manifest::Contents {
        bits: options.bits,
        k: options.k,
        fingerprints: codes.len() as u64,
        documents: documents.as_ref().map_or(0, |documents| documents.ordinals.len() as u64),
        ids,
        plan: tables.lines().into(),
        coding: options.coding.name(),
        block: options.block,
        family: tables.family(),
        files,
    });
    let names: Vec<&str> = manifest.files.iter().map(|file| &*file.name).collect();
    making.publish(&names, &manifest.to_bytes())?;
    Ok(Built { manifest, resumed })
}
