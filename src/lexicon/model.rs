//! A model: how much each term tells, learned from a corpus.
//!
//! Naively a map from every term's text to the share of documents that have it. Here a term is known by some leading
//! bits of its hash alone, and weighs its inverse document frequency as a small integer: a lookup touches a line of
//! memory, and a model of 70,000 terms takes some 160 KB as bytes. A word that was never seen is taken for one that was
//! with a chance below one in 4,000.

mod bits;
mod table;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::error::Error;
use crate::hash::{self, Roller, Rolling};
use crate::wire::{self, Put, Reader, Unknown};
use bits::{BitReader, BitWriter};
use table::Table;

/// Weights of terms, and the two-word phrases, of a corpus.
///
/// ```
/// use twinprint::{hash, lexicon::Model};
/// let [the, rose, garden] = ["the", "rose", "garden"].map(hash::token);
/// let model = Model::new("words unicode\n", 1000, &[(the, 1000), (rose, 8)], &[(rose, garden)])?;
/// assert_eq!((model.weight(the), model.weight(rose)), (1, 56));
/// assert_eq!(model.weight(garden), model.rarest());
/// assert!(model.is_phrase(rose, garden) && !model.is_phrase(garden, rose));
/// assert_eq!(Model::from_bytes(&model.to_bytes(), "garden.twm")?, model);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Clone)]
pub struct Model {
    terms: String,
    documents: u64,
    weights: Table,
    phrases: Table,
    rarest: u16,
    id: ModelId,
}

/// The 16 bytes that name a model: the MD5 of its bytes. Displayed as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ModelId(pub [u8; 16]);

const MAGIC: [u8; 4] = *b"\x89TWM";
const VERSION: u8 = 1;
const CHECKSUM_BYTES: usize = 8;

/// The bits by which a hash is longer than the count of hashes: an unknown word is taken for a known one with a
/// chance below 2^-12.
const SPARE_BITS: u32 = 12;
/// Bytes with fewer are refused: the memory a model takes is then in proportion to its bytes.
const LEAST_SPARE_BITS: u32 = 8;
const MAX_HASH_BITS: u32 = 48;

/// The weight of a term that `containing` of `documents` documents have: `round(8 * log2(documents / containing))`, at
/// least 1. Eighths of a bit; exact, without floating point (the inverse document frequency of Spärck Jones 1972).
///
/// ```
/// use twinprint::lexicon::idf;
/// assert_eq!((idf(1000, 1000), idf(1024, 1), idf(1000, 8)), (1, 80, 56));
/// ```
pub fn idf(documents: u64, containing: u64) -> u16 {
    let containing = containing.max(1);
    if documents <= containing {
        return 1;
    }
    let ratio = (u128::from(documents) << 64) / u128::from(containing);
    // The ratio is 2^whole times a mantissa from 1 to 2, which is held with 63 bits after the point.
    let whole = 63 - ratio.leading_zeros();
    let mut mantissa = (ratio >> (whole + 1)) as u64;
    // Squaring doubles the logarithm: each time it passes 2, the next binary digit is a 1.
    let mut sixteenths = u64::from(whole);
    for _ in 0..4 {
        let square = u128::from(mantissa) * u128::from(mantissa);
        let digit = (square >> 127) as u64;
        mantissa = (square >> (63 + digit)) as u64;
        sixteenths = sixteenths << 1 | digit;
    }
    (sixteenths.div_ceil(2) as u16).max(1)
}

impl Model {
    /// The most terms, and the most phrases, that a model may have.
    pub const MAX_TERMS: usize = 1 << 24;
    /// The longest recipe of terms, in bytes.
    pub const MAX_RECIPE: usize = 1024;

    /// A model of counts: the lines of a recipe by which terms were made, the number of documents, how many of them
    /// have each term (by its hash), and the phrases, each as the hashes of two terms. Of terms whose truncated hashes
    /// are equal, the most frequent stays.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for more than [`Model::MAX_TERMS`] terms or phrases, or a recipe longer than
    /// [`Model::MAX_RECIPE`] bytes.
    pub fn new(
        terms: &str,
        documents: u64,
        frequencies: &[(u64, u64)],
        phrases: &[(u64, u64)],
    ) -> Result<Self, Error> {
        let too_many = |option, value: usize, expected| {
            Err(Error::InvalidOption { option, value: value.to_string(), expected })
        };
        if terms.len() > Self::MAX_RECIPE {
            return too_many("terms", terms.len(), "a recipe of at most 1024 bytes");
        }
        if frequencies.len() > Self::MAX_TERMS {
            return too_many("max-terms", frequencies.len(), "at most 16777216 terms");
        }
        if phrases.len() > Self::MAX_TERMS {
            return too_many("max-phrases", phrases.len(), "at most 16777216 phrases");
        }
        let weights = frequencies.iter().map(|&(term, containing)| (term, idf(documents, containing)));
        let phrases = phrases.iter().map(|&(first, second)| (phrase(first, second), 1));
        let unspread = || Error::InvalidOption {
            option: "frequencies",
            value: frequencies.len().to_string(),
            expected: "hashes of terms, which are spread evenly",
        };
        let mut model = Model {
            terms: terms.into(),
            documents,
            weights: table(weights.collect()).ok_or_else(unspread)?,
            phrases: table(phrases.collect()).ok_or_else(unspread)?,
            rarest: 1,
            id: ModelId([0; 16]),
        };
        model.rarest = model.weights.iter().map(|(_, weight)| weight).max().unwrap_or(1);
        model.id = ModelId::of(&model.to_bytes());
        Ok(model)
    }

    /// The default English model: of books, news and manuals, stemmed; `docs/reference/model.md` says how it was made.
    ///
    /// # Errors
    /// None, as a test holds.
    #[cfg(feature = "english")]
    pub fn english() -> Result<Self, Error> {
        Model::from_bytes(include_bytes!("english.twm"), "the default English model")
    }

    /// The model that bytes hold; `name` stands in errors.
    ///
    /// # Errors
    /// [`Error::BadModel`] for bytes that are no whole model, [`Error::OtherModelVersion`] for one of another version.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Self, Error> {
        let bad = |problem| Error::BadModel { model: name.into(), problem };
        let mut reader = Reader::new(bytes);
        match reader.head(&MAGIC, &[VERSION]) {
            Ok(()) => {}
            Err(Unknown::Fault(fault)) => return Err(bad(fault.problem)),
            Err(Unknown::Version(found)) => {
                let (model, found) = (name.into(), found as u8);
                return Err(Error::OtherModelVersion { model, found, known: VERSION });
            }
        }
        let Some((before, found)) = bytes.split_last_chunk::<CHECKSUM_BYTES>() else {
            return Err(bad(wire::ENDS));
        };
        if *found != checksum(before) {
            return Err(bad("its checksum is wrong: bytes are missing or changed"));
        }
        let body = before.get(MAGIC.len() + 1..).ok_or_else(|| bad(wire::ENDS))?;
        Self::parse(&mut Reader::new(body), ModelId::of(bytes)).map_err(bad)
    }

    /// The model between version and checksum.
    fn parse(reader: &mut Reader<'_>, id: ModelId) -> Result<Self, &'static str> {
        if reader.array()? != probe() {
            return Err("its terms are hashed otherwise than here");
        }
        let length = reader.varint()?;
        if length > Self::MAX_RECIPE as u64 {
            return Err("the recipe of its terms is too long");
        }
        let recipe = core::str::from_utf8(reader.take(length as usize)?);
        let terms = recipe.map_err(|_| "the recipe of its terms is no text")?.into();
        let documents = reader.varint()?;

        let mut classes = Vec::new();
        let (mut weight, mut count) = (0, 0);
        for _ in 0..reader.varint()? {
            weight = reader.varint()?.checked_add(weight).filter(|&next| next > weight).unwrap_or(u64::MAX);
            let class = Weighted {
                weight: u16::try_from(weight).or(Err("a weight is out of range"))?,
                count: reader.varint()?,
            };
            count = class.count.saturating_add(count);
            if class.count == 0 {
                return Err("a weight has no terms");
            }
            classes.push(class);
        }
        let weights = read_table(reader, count, classes)?;
        let count = reader.varint()?;
        let phrases =
            read_table(reader, count, Vec::from_iter((count > 0).then_some(Weighted { weight: 1, count })))?;
        reader.end()?;
        let rarest = weight.max(1) as u16;
        Ok(Model { terms, documents, weights, phrases, rarest, id })
    }

    /// The model as bytes: the same for the same model, on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut entries: Vec<(u16, u64)> = self.weights.iter().map(|(key, weight)| (weight, key)).collect();
        entries.sort_unstable();
        let classes: Vec<&[(u16, u64)]> = entries.chunk_by(|x, y| x.0 == y.0).collect();
        let mut phrases: Vec<u64> = self.phrases.iter().map(|(key, _)| key).collect();
        phrases.sort_unstable();

        let mut bytes = Vec::from(MAGIC);
        bytes.push(VERSION);
        bytes.extend(probe());
        bytes.put_text(&self.terms);
        bytes.put_varint(self.documents);
        bytes.put_varint(classes.len() as u64);
        let mut last = 0;
        for class in &classes {
            let weight = u64::from(class[0].0);
            bytes.put_varint(weight - last);
            bytes.put_varint(class.len() as u64);
            last = weight;
        }
        bytes.push(self.weights.hash_bits() as u8);
        let mut sets = BitWriter::default();
        for class in &classes {
            sets.set(class.iter().map(|&(_, key)| key), class.len() as u64, self.weights.hash_bits());
        }
        bytes.extend(sets.into_bytes());
        bytes.put_varint(phrases.len() as u64);
        bytes.push(self.phrases.hash_bits() as u8);
        let mut sets = BitWriter::default();
        sets.set(phrases.iter().copied(), phrases.len() as u64, self.phrases.hash_bits());
        bytes.extend(sets.into_bytes());
        bytes.extend(checksum(&bytes));
        bytes
    }

    /// What a term weighs, by its hash ([`hash::token`]): eighths of a bit, at least 1.
    #[inline]
    pub fn weight(&self, token: u64) -> u16 {
        match self.weights.get(token) {
            0 => self.rarest,
            weight => weight,
        }
    }

    /// Whether the model has a term, by its hash. A term it has not is taken for one it has with a chance below one in
    /// 4,000.
    pub fn knows(&self, token: u64) -> bool {
        self.weights.get(token) > 0
    }

    /// What unknown terms weigh: as much as the rarest that is known.
    pub fn rarest(&self) -> u16 {
        self.rarest
    }

    /// Whether two terms next to each other, by their hashes, are a phrase.
    #[inline]
    pub fn is_phrase(&self, first: u64, second: u64) -> bool {
        self.phrases.get(phrase(first, second)) > 0
    }

    /// The lines of a recipe by which terms were made: weights fit only documents read likewise.
    pub fn terms(&self) -> &str {
        &self.terms
    }

    /// How many documents it was learned from.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// How many terms it has.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether it has no term.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many phrases it has.
    pub fn phrases(&self) -> usize {
        self.phrases.len()
    }

    /// Its id.
    pub fn id(&self) -> ModelId {
        self.id
    }
}

/// How many terms have a weight.
struct Weighted {
    weight: u16,
    count: u64,
}

/// Reads the sets of hashes of `count` entries in all.
fn read_table(reader: &mut Reader<'_>, count: u64, classes: Vec<Weighted>) -> Result<Table, &'static str> {
    let hash_bits = u32::from(reader.u8()?);
    if hash_bits > MAX_HASH_BITS || hash_bits < bits::length(count) + LEAST_SPARE_BITS {
        return Err("its hashes are of a wrong length");
    }
    // A hash takes a bit for each that it is longer than the count, and more.
    if count > Model::MAX_TERMS as u64 || count * u64::from(LEAST_SPARE_BITS) > 8 * reader.rest().len() as u64
    {
        return Err("it announces more terms than it has");
    }
    let mut table = Table::new(count as usize, hash_bits);
    let mut sets = BitReader::new(reader.rest());
    for Weighted { weight, count } in classes {
        sets.set(count, hash_bits, |key| match table.insert(key, weight) {
            Some(0) => Ok(()),
            Some(_) => Err("a term stands in it twice"),
            None => Err("its hashes are not spread as hashes are"),
        })?;
    }
    reader.take(sets.align()?)?;
    Ok(table)
}

/// The table of entries by their 64-bit hashes, cut to as many bits as their count asks for. Of two that are then equal
/// the lighter stays. `None` if the hashes are not spread evenly.
fn table(mut entries: Vec<(u64, u16)>) -> Option<Table> {
    loop {
        let hash_bits = bits::length(entries.len() as u64) + SPARE_BITS;
        let cut = |hash: u64| hash >> (64 - hash_bits);
        entries.sort_unstable_by_key(|&(hash, weight)| (cut(hash), weight));
        entries.dedup_by_key(|&mut (hash, _)| cut(hash));
        if bits::length(entries.len() as u64) + SPARE_BITS == hash_bits {
            let mut table = Table::new(entries.len(), hash_bits);
            for (hash, weight) in entries {
                table.insert(cut(hash), weight)?;
            }
            return Some(table);
        }
    }
}

/// The hash of two terms next to each other: that of the shingle of the two.
#[inline]
fn phrase(first: u64, second: u64) -> u64 {
    let mut roller = Roller::new(2);
    roller.fill(first);
    roller.fill(second);
    roller.hash()
}

/// A word's hash, which tells models whose terms are hashed otherwise: every word would be unknown to them.
fn probe() -> [u8; 4] {
    ((hash::token("twinprint") >> 32) as u32).to_le_bytes()
}

/// The first bytes of the MD5.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    (hash::md5(bytes) as u64).to_le_bytes()
}

impl ModelId {
    fn of(bytes: &[u8]) -> Self {
        ModelId(hash::md5(bytes).to_le_bytes())
    }
}

impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Model {}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Model");
        out.field("id", &self.id).field("terms", &self.terms).field("documents", &self.documents);
        out.field("len", &self.len()).field("phrases", &self.phrases()).finish()
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ModelId({self})")
    }
}
