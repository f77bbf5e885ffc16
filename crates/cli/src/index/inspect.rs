//! `twinprint index inspect`: what an index is like, and what one would be.

use std::fs;
use std::path::Path;

use twinprint::index::{self, FileEntry};
use twinprint::seen::{BlockLayout, DocumentsManifest, RangesManifest};
use twinprint::table::Plan;
use twinprint_native::Error;
use twinprint_native::index::corpus::{self, HashSizes, KindSize};
use twinprint_native::index::documents::{is_by_ranges, is_documents, read_by_ranges};
use twinprint_native::index::{FingerprintIndex, Manifest, Portrait, TableSize, both_folders, is_both};
use twinprint_study::plot::distribution;

use crate::Outcome;
use crate::args::{Inspect, TableArguments};
use crate::terminal::{count, print};

pub(crate) fn run(options: &Inspect) -> Result<Outcome, Error> {
    let Some(index) = &options.index else {
        print(&plans(&options.design, options.fingerprints.unwrap_or(0))?)?;
        return Ok(Outcome::default());
    };
    if is_both(index) {
        let both = both_folders(index)?;
        let manifest = corpus::read(&both.passages)?;
        let sizes = corpus::hash_sizes(&both.passages, &manifest)?;
        let as_wholes = wholes(&twinprint_native::index::documents::read(&both.documents)?);
        print(&(documents(&manifest) + &hashes(&sizes) + "\n" + &as_wholes))?;
        return Ok(Outcome::default());
    }
    if is_documents(index) {
        print(&wholes(&twinprint_native::index::documents::read(index)?))?;
        return Ok(Outcome::default());
    }
    if is_by_ranges(index) {
        print(&by_ranges(&read_by_ranges(index)?)?)?;
        return Ok(Outcome::default());
    }
    if corpus::is_corpus(index) {
        let manifest = corpus::read(index)?;
        let sizes = corpus::hash_sizes(index, &manifest)?;
        print(&(documents(&manifest) + &hashes(&sizes)))?;
        return Ok(Outcome::default());
    }
    let index = FingerprintIndex::open(index)?;
    let portrait = index.portrait()?;
    if let Some(folder) = &options.svg {
        draw(&portrait, folder)?;
    }
    print(
        &(head(index.manifest())
            + &index.plan()
            + &sizes(&portrait)
            + &leading(&portrait)
            + &fill(&portrait)),
    )?;
    Ok(Outcome::default())
}

/// What an index of documents as wholes is like that is read by ranges: its design, its buckets, and what a look-up reads.
fn by_ranges(manifest: &RangesManifest) -> Result<String, Error> {
    let layout = manifest.layout()?;
    let sum = |files: &[FileEntry]| count(files.iter().map(|file| file.bytes).sum::<u64>());
    Ok(format!(
        "documents  {}, as wholes, to be read by ranges\nrecipe     {}\n\n{}\n\
         buckets    {} of up to {} rows in {} tables, each chosen by {} bits of a document's fingerprints; {} bytes\n\
         records    of up to {} bytes, {} bytes\n\
         a look-up reads buckets of {} bytes, chosen by {} bits in all, and then the likeliest records\n",
        count(manifest.documents),
        manifest.recipe,
        manifest.design,
        count(layout.buckets()),
        layout.rows(),
        layout.tables(),
        layout.bits(),
        sum(&manifest.buckets),
        count(manifest.longest),
        sum(&manifest.records),
        count(layout.bytes_read()),
        layout.disclosed_bits(),
    ))
}

/// What an index of documents as wholes is like: its design, and the bytes of each segment.
fn wholes(manifest: &DocumentsManifest) -> String {
    let sum = |files: &mut dyn Iterator<Item = &FileEntry>| files.map(|file| file.bytes).sum::<u64>();
    let mut text = format!(
        "documents  {}, as wholes\nrecipe     {}\n\n{}\n",
        count(manifest.documents),
        manifest.recipe,
        manifest.design,
    );
    text += "Segments, with the bytes of their files: fingerprints, the table of their blocks, names; and of a document without its name\n";
    text += "segment   documents  bits of a block  values looked up    fingerprints          blocks           names  a document\n";
    let design = manifest.design().ok();
    for (segment, number) in manifest.segments.iter().zip(0..) {
        let layout = design.and_then(|design| BlockLayout::of(&design, segment.documents));
        let (bits, probes) = layout.map_or(("all compared".into(), String::new()), |layout| {
            (format!("{} of {}", layout.bits(), layout.blocks()), format!("{} of each", layout.probes()))
        });
        let (fingerprints, blocks) = (sum(&mut segment.fingerprints.iter()), sum(&mut segment.blocks.iter()));
        text += &format!(
            "{number:>7}  {:>10}  {bits:>15}  {probes:>16}  {:>14}  {:>14}  {:>14}  {:>10.1}\n",
            count(segment.documents),
            count(fingerprints),
            count(blocks),
            count(sum(&mut segment.names.iter())),
            (fingerprints + blocks) as f64 / f64::from(segment.documents),
        );
    }
    text
}

/// What an index of documents is like: its design, and the bytes of each segment.
fn documents(manifest: &index::Manifest) -> String {
    let sum = |files: &mut dyn Iterator<Item = &FileEntry>| count(files.map(|file| file.bytes).sum::<u64>());
    let mut text = format!(
        "documents  {}\npassages   {}\nrecipe     {}\n\n{}\n",
        count(manifest.documents),
        count(manifest.passages),
        manifest.recipe,
        manifest.design,
    );
    text += "Segments, with the bytes of their files: tables of fingerprints and of shingles and pairs, sources, texts\n";
    text += "segment   documents    passages  parts    fingerprints        shingles         sources           texts\n";
    for (segment, number) in manifest.segments.iter().zip(0..) {
        text += &format!(
            "{number:>7}  {:>10}  {:>10}  {:>5}  {:>14}  {:>14}  {:>14}  {:>14}\n",
            count(segment.documents),
            count(segment.passages),
            segment.parts.len(),
            sum(&mut segment.parts.iter().flat_map(|part| &part.passages)),
            sum(&mut segment.parts.iter().flat_map(|part| &part.shingles)),
            sum(&mut segment.sources.iter()),
            sum(&mut segment.texts.iter()),
        );
    }
    text
}

/// What hashes of either kind take, against the least there can be.
fn hashes(segments: &[HashSizes]) -> String {
    let mut text = String::from(
        "\nHashes by kind. A posting is a hash with a passage that has it; the least is the fewest bits that tell as many random hashes, and the\n\
         passages of each. The rest are heads, keys, checksums, and what is left of blocks\n\
         segment        kind        hashes      postings           bytes  bits of a posting  the least  over it\n",
    );
    let mut row = |segment: usize, kind: &str, size: &KindSize, bytes: u64| {
        let postings = size.postings.max(1) as f64;
        let bits = 8.0 * bytes as f64;
        text += &format!(
            "{segment:>7}  {kind:>10}  {:>12}  {:>12}  {:>14}  {:>17.2}  {:>9.2}  {:>+5.1} %\n",
            count(size.hashes),
            count(size.postings),
            count(bytes),
            bits / postings,
            size.least / postings,
            100.0 * (bits / size.least.max(1.0) - 1.0),
        );
    };
    for (sizes, number) in segments.iter().zip(0..) {
        let (shingles, pairs) = (&sizes.shingles, &sizes.pairs);
        row(number, "shingles", shingles, shingles.bits / 8);
        if pairs.postings > 0 {
            row(number, "pairs", pairs, pairs.bits / 8);
        }
        let both = KindSize {
            hashes: shingles.hashes + pairs.hashes,
            postings: shingles.postings + pairs.postings,
            bits: shingles.bits + pairs.bits,
            least: shingles.least + pairs.least,
        };
        row(number, "with rest", &both, sizes.bytes);
    }
    text
}

/// The paper's designs, and the plan that would be chosen.
fn plans(design: &TableArguments, fingerprints: u64) -> Result<String, Error> {
    let options = design.options();
    let plan = options.plan(fingerprints)?;
    let mut text = format!(
        "The paper's designs for {} bits within {}, each table probed once:\n  tables  smallest prefix  candidates a query\n",
        options.bits.count(),
        options.k
    );
    for paper in
        Plan::all(options.bits, options.k)?.iter().filter(|plan| plan.probes() == plan.tables().len() as u64)
    {
        text += &format!(
            "  {:>6}  {:>15}  {:>18.1}\n",
            paper.tables().len(),
            paper.smallest_prefix(),
            paper.candidates(fingerprints)
        );
    }
    Ok(text + "\nChosen: " + &plan.explain(options.load(fingerprints)))
}

fn head(manifest: &Manifest) -> String {
    let documents = match manifest.documents {
        0 => "none are known".into(),
        documents => count(documents),
    };
    format!(
        "fingerprints  {} of {} bits, found within {}\ndocuments     {documents}\ncoding        {} in blocks of {} bytes\n\
         digest        {}\nrecipe        {}\n\n",
        count(manifest.fingerprints),
        manifest.bits,
        manifest.k,
        manifest.coding,
        manifest.block,
        manifest.digest,
        manifest.recipe,
    )
}

/// What each table takes, against the least there can be.
fn sizes(portrait: &Portrait) -> String {
    let bound = portrait.bound();
    let mut text = format!(
        "\nBits of a fingerprint, with heads, directories and checksums; {bound:.2} is the least for random ones.\n\
         table  prefix  within  shards         bytes   bits  over it   bytes of ordinals\n"
    );
    for (table, number) in portrait.tables.iter().zip(0..) {
        let TableSize { prefix: (prefix, radius), shards, codes, ordinals } = *table;
        let bits = 8.0 * codes as f64 / portrait.fingerprints.max(1) as f64;
        text += &format!(
            "{number:>5}  {prefix:>6}  {radius:>6}  {shards:>6}  {:>12}  {bits:>5.2}  {:>+5.1} %  {:>18}\n",
            count(codes),
            100.0 * (bits / bound - 1.0),
            count(ordinals),
        );
    }
    text
}

/// The most columns of a bar.
const BAR: u64 = 50;

/// The least share of neighbours that is shown: what is less has no width beside the others.
const SHOWN: f64 = 0.05;

/// The paper's Fig. 2a.
fn leading(portrait: &Portrait) -> String {
    let all: u64 = portrait.leading.iter().sum();
    let most = portrait.leading.iter().max().copied().unwrap_or(0).max(1);
    let mut text = String::from(
        "\nThe highest bit in which neighbours differ, bit 0 the lowest (Manku et al., Fig. 2a)\n",
    );
    for (&count, bit) in portrait.leading.iter().zip(0..) {
        let share = 100.0 * count as f64 / all.max(1) as f64;
        if share < SHOWN {
            continue;
        }
        let bar = "#".repeat((count * BAR).div_ceil(most) as usize);
        text += &format!("{bit:>5}  {share:>5.1} %  {bar}\n");
    }
    text
}

/// The paper's Fig. 2b, eight intervals a line.
fn fill(portrait: &Portrait) -> String {
    const TOGETHER: usize = 8;
    let most = portrait.fill.iter().max().copied().unwrap_or(0);
    let least = portrait.fill.iter().min().copied().unwrap_or(0);
    let sums: Vec<u64> = portrait.fill.chunks(TOGETHER).map(|fill| fill.iter().sum()).collect();
    let highest = sums.iter().max().copied().unwrap_or(0).max(1);
    let mut text = format!(
        "\nFingerprints in {} equal intervals (Manku et al., Fig. 2b): from {} to {} in one; here {TOGETHER} together\n",
        portrait.fill.len(),
        count(least),
        count(most),
    );
    for (sum, number) in sums.iter().zip(0..) {
        let bar = "#".repeat((sum * BAR).div_ceil(highest) as usize);
        text += format!("{:>5}  {:>12}  {bar}", number * TOGETHER, count(*sum)).trim_end();
        text.push('\n');
    }
    text
}

fn draw(portrait: &Portrait, folder: &Path) -> Result<(), Error> {
    let place = || folder.to_string_lossy().into_owned();
    fs::create_dir_all(folder).map_err(|reason| Error::Unwritable { place: place(), reason })?;
    let drawn = [
        (
            "leading-bit.svg",
            distribution(&portrait.leading, "highest bit that differs", "share of neighbours"),
        ),
        ("bucket-fill.svg", distribution(&portrait.fill, "interval", "share of fingerprints")),
    ];
    for (name, figure) in drawn {
        twinprint_native::replace(&folder.join(name), figure.svg().as_bytes())?;
    }
    Ok(())
}
