//! Training of models: in how many documents each term stands, and which terms belong together.
//!
//! Naively a map from every term of the corpus, and one from every two neighbours, to its counts. Here the maps are by
//! hash, split into parts that all cores fill side by side, each seeing the documents in their order; and a part that
//! outgrows its share of memory drops its rarest entries, by lossy counting (Manku and Motwani, Approximate frequency
//! counts over data streams, VLDB 2002). An entry that comes back begins with what it may have lost as its error, so a
//! count is never too high, and too low by no more than [`Trained::error`]: nothing, for corpora of up to some three
//! million different terms.
//!
//! Phrases are neighbours that stand together at least eight times as often as chance would have it, in five or more
//! documents; the most significant of them by the likelihood ratio (Dunning, Accurate methods for the statistics of
//! surprise and coincidence, Computational Linguistics 19, 1993, section 4).

use core::hash::{BuildHasherDefault, Hash, Hasher};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use rayon::prelude::*;

use super::Error;
use super::corpus::{DocumentSize, MAX_BYTES, Source, Unread};
use super::hasher::MixHasher;
use twinprint::Recipe;
use twinprint::lexicon::Model;
use twinprint::text::{ImageRule, Language, Reader, TextOptions, UrlRule, WordRule};

/// How a model is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Training {
    /// How text becomes terms. Stop words are counted whatever it says: they are what weighs least.
    pub text: TextOptions,
    /// Terms of fewer documents are left out, at least 1.
    pub min_documents: u32,
    /// The most terms kept: the most frequent ones. All others weigh as the rarest of these.
    pub max_terms: usize,
    /// The most phrases kept.
    pub max_phrases: usize,
}

impl Default for Training {
    fn default() -> Self {
        Training { text: TextOptions::default(), min_documents: 2, max_terms: 100_000, max_phrases: 20_000 }
    }
}

/// What was learned, and from what.
#[derive(Debug, Clone)]
pub struct Trained {
    /// The model.
    pub model: Model,
    /// How many documents at most a term stands in beyond those counted.
    pub error: u32,
}

/// Learns a model from documents, one batch of them in memory at a time. `on_document` is called for each with its size and what is wrong with it, if
/// anything, as that it has no words; the others count all the same.
///
/// ```
/// use twinprint::hash;
/// use twinprint_native::{corpus, model};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), "A rose is a rose.")?;
/// std::fs::write(folder.path().join("b.txt"), "A violet is a violet.")?;
/// let documents = corpus::documents(corpus::Listing::new([folder.path()]).entries).or_why();
/// let on_document = |_, became: Result<(), &twinprint_native::Error>| assert!(became.is_ok());
/// let model = model::train(documents, &model::Training::default(), on_document)?.model;
/// assert_eq!((model.documents(), model.len()), (2, 2));
/// assert!(model.knows(hash::token("is")) && !model.knows(hash::token("rose")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`twinprint::Error::InvalidOption`] for a value out of range.
pub fn train(
    documents: impl IntoIterator<Item = Result<Source, Unread>>,
    training: &Training,
    mut on_document: impl FnMut(DocumentSize, Result<(), &Error>),
) -> Result<Trained, Error> {
    training.check()?;
    let text = training.text.with_stop_words(None);
    let phrases = training.max_phrases > 0;
    let mut parts: Vec<Part> = (0..PARTS).map(|_| Part::default()).collect();
    let mut count = 0;
    let mut documents = documents.into_iter();
    let mut more = true;
    while more {
        let batch = batch(&mut documents);
        more = !batch.is_empty();
        let read = |reader: &mut Result<Reader, twinprint::Error>, source: Result<Source, Unread>| {
            let mut features = |source: &Source| {
                let reader = reader.as_mut().map_err(|error| error.clone())?;
                Ok(Features::of(source, reader, phrases)?)
            };
            (
                DocumentSize::of(&source),
                source.map_err(|unread| unread.error).and_then(|source| features(&source)),
            )
        };
        let read: Vec<(DocumentSize, Result<Features, Error>)> =
            batch.into_par_iter().map_init(|| Reader::new(&text), read).collect();
        let mut features = Vec::with_capacity(read.len());
        for (size, document) in read {
            on_document(size, document.as_ref().map(|_| ()));
            features.extend(document);
        }
        count += features.len() as u64;
        parts.par_iter_mut().enumerate().for_each(|(number, part)| {
            features.iter().for_each(|document| part.add(document, number));
        });
    }
    let error = parts.iter().map(|part| part.terms.floor).max().unwrap_or(0);
    let model = training.select(&text, count, parts)?;
    Ok(Trained { model, error })
}

impl Training {
    /// Refuses values out of range.
    ///
    /// # Errors
    /// [`twinprint::Error::InvalidOption`] with the values taken.
    pub fn check(&self) -> Result<(), twinprint::Error> {
        let refuse = |option, value: usize, expected| {
            Err(twinprint::Error::InvalidOption { option, value: value.to_string(), expected })
        };
        if self.min_documents == 0 {
            return refuse("min-documents", 0, "a number of documents from 1 on");
        }
        if self.max_terms > Model::MAX_TERMS {
            return refuse("max-terms", self.max_terms, "at most 16777216 terms");
        }
        if self.max_phrases > Model::MAX_TERMS {
            return refuse("max-phrases", self.max_phrases, "at most 16777216 phrases");
        }
        self.text.check()
    }

    /// The model of all counts.
    fn select(&self, text: &TextOptions, documents: u64, parts: Vec<Part>) -> Result<Model, Error> {
        let phrases = self.phrases(&parts);
        let mut terms: Vec<(u64, u64)> = Vec::new();
        for part in parts {
            let frequent = |(_, counts): &(u64, Counts)| counts.documents >= self.min_documents;
            let counts = part.terms.counts.into_iter().filter(frequent);
            terms.extend(counts.map(|(term, counts)| (term, counts.documents.into())));
        }
        terms.sort_unstable_by_key(|&(term, documents)| (core::cmp::Reverse(documents), term));
        terms.truncate(self.max_terms);
        Ok(Model::new(&terms_of(text), documents, &terms, &phrases)?)
    }

    /// The pairs of terms that belong together.
    fn phrases(&self, parts: &[Part]) -> Vec<(u64, u64)> {
        let occurrences = |term: u64| {
            let counts = parts[part_of(term)].terms.counts.get(&term);
            counts.map_or(0, |counts| counts.occurrences)
        };
        let total: u64 = parts.iter().map(|part| part.occurrences).sum();
        let least = self.min_documents.max(PHRASE_DOCUMENTS);
        let mut scored: Vec<(f64, Pair)> = parts
            .par_iter()
            .flat_map_iter(|part| &part.pairs.counts)
            .filter(|(_, counts)| counts.documents >= least)
            .filter_map(|(&pair, counts)| {
                let (first, second) = (occurrences(pair.0), occurrences(pair.1));
                let together = counts.occurrences.min(first).min(second);
                let by_chance = first as f64 * second as f64 / total as f64;
                (f64::from(together) >= PHRASE_RATIO * by_chance)
                    .then(|| (likelihood_ratio(together, first, second, total), pair))
            })
            .collect();
        scored.par_sort_unstable_by(|x, y| y.0.total_cmp(&x.0).then((x.1.0, x.1.1).cmp(&(y.1.0, y.1.1))));
        scored.truncate(self.max_phrases);
        scored.into_iter().map(|(_, Pair(first, second))| (first, second)).collect()
    }
}

/// Reads a model from a file.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::TooLong`] beyond `MAX_BYTES`, and what [`Model::from_bytes`] says.
pub fn read(path: &Path) -> Result<Model, Error> {
    let place = || path.to_string_lossy().into_owned();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|reason| Error::Unreadable { place: place(), reason })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Error::TooLong { place: place(), limit: MAX_BYTES });
    }
    Ok(Model::from_bytes(&bytes, &place())?)
}

/// How text becomes the terms of a model; `name` stands in errors.
///
/// # Errors
/// [`twinprint::Error::BadModel`] for terms made in a way that this build does not know.
pub fn text_of(model: &Model, name: &str) -> Result<TextOptions, twinprint::Error> {
    let mut text = TextOptions::default();
    for line in model.terms().lines() {
        match line.split_once(' ') {
            Some(("words", rule)) => text.words = WordRule::from_name(rule)?,
            Some(("urls", rule)) => text.urls = UrlRule::from_name(rule)?,
            Some(("images", rule)) => text.images = ImageRule::from_name(rule)?,
            Some(("stemmer", code)) => text.stemmer = Language::from_code(code),
            _ => {}
        }
    }
    if terms_of(&text) != model.terms() {
        let problem = "its terms are made in a way that is not known here";
        return Err(twinprint::Error::BadModel { model: name.into(), problem });
    }
    Ok(text)
}

fn terms_of(text: &TextOptions) -> String {
    Recipe::default().with_text(*text).terms()
}

/// In how many documents a phrase stands, at least.
const PHRASE_DOCUMENTS: u32 = 5;
/// How much more often than by chance the terms of a phrase stand together, at least.
const PHRASE_RATIO: f64 = 8.0;

/// Twice the logarithm of the ratio of likelihoods that the second of two terms is as likely after the first as
/// elsewhere, and that it is not.
fn likelihood_ratio(together: u32, first: u32, second: u32, total: u64) -> f64 {
    let [together, first, second, total] =
        [f64::from(together), f64::from(first), f64::from(second), total as f64];
    let cell = |seen: f64, row: f64, column: f64| {
        if seen > 0.0 { seen * (seen * total / (row * column)).ln() } else { 0.0 }
    };
    let (not_first, not_second) = (total - first, total - second);
    2.0 * (cell(together, first, second)
        + cell(first - together, first, not_second)
        + cell(second - together, not_first, second)
        + cell(not_first - second + together, not_first, not_second))
}

/// The bytes of text of a batch, which may have one document more.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_DOCUMENTS: usize = 4096;

fn batch(documents: &mut impl Iterator<Item = Result<Source, Unread>>) -> Vec<Result<Source, Unread>> {
    let mut bytes = 0;
    let mut batch = Vec::new();
    while bytes < BATCH_BYTES && batch.len() < BATCH_DOCUMENTS {
        let Some(document) = documents.next() else { break };
        bytes += document.as_ref().map_or(0, |source| source.text.len());
        batch.push(document);
    }
    batch
}

/// The terms and pairs of a document, each once, with how often it stands there; sorted, so that those of a part are
/// together.
struct Features {
    terms: Vec<(u64, u32)>,
    pairs: Vec<(Pair, u32)>,
}

/// Two terms next to each other, by their hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair(u64, u64);

impl Features {
    fn of(source: &Source, reader: &mut Reader, phrases: bool) -> Result<Features, twinprint::Error> {
        let reading = reader.read(&source.document())?;
        let words = reading.hashes();
        let pairs =
            if phrases { words.windows(2).map(|pair| Pair(pair[0], pair[1])).collect() } else { Vec::new() };
        Ok(Features { terms: tally(words.to_vec()), pairs: tally(pairs) })
    }
}

/// How often each stands in a list.
fn tally<T: Copy + Ord>(mut list: Vec<T>) -> Vec<(T, u32)> {
    list.sort_unstable();
    list.chunk_by(|x, y| x == y).map(|same| (same[0], same.len() as u32)).collect()
}

/// The parts of the counts, by the leading bits of a term, or of the first of a pair.
const PARTS: usize = 16;
const PART_SHIFT: u32 = u64::BITS - PARTS.ilog2();

fn part_of(term: u64) -> usize {
    (term >> PART_SHIFT) as usize
}

/// The most entries of a part after a document; with more, its rarest are dropped. A hash map doubles at seven eighths,
/// which leaves room for what a document adds. All parts together take at most some 400 MB.
const MOST_TERMS: usize = (1 << 18) / 4 * 3;
const MOST_PAIRS: usize = (1 << 19) / 4 * 3;

/// The counts of a share of all terms.
#[derive(Default)]
struct Part {
    terms: Tally<u64>,
    pairs: Tally<Pair>,
    /// Words in all documents.
    occurrences: u64,
}

impl Part {
    fn add(&mut self, document: &Features, number: usize) {
        let start = document.terms.partition_point(|(term, _)| part_of(*term) < number);
        for &(term, times) in document.terms[start..].iter().take_while(|(term, _)| part_of(*term) == number)
        {
            self.terms.add(term, times);
            self.occurrences += u64::from(times);
        }
        let start = document.pairs.partition_point(|(pair, _)| part_of(pair.0) < number);
        for &(pair, times) in document.pairs[start..].iter().take_while(|(pair, _)| part_of(pair.0) == number)
        {
            self.pairs.add(pair, times);
        }
        self.terms.prune(MOST_TERMS);
        self.pairs.prune(MOST_PAIRS);
    }
}

/// Lossy counts.
struct Tally<K> {
    counts: HashMap<K, Counts, BuildHasherDefault<MixHasher>>,
    /// The most documents that an entry may have been dropped with.
    floor: u32,
}

#[derive(Debug, Clone, Copy)]
struct Counts {
    /// Documents it stands in, since it came in last.
    documents: u32,
    /// How often it stands in them.
    occurrences: u32,
    /// Documents it may have stood in before.
    error: u32,
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Tally { counts: HashMap::default(), floor: 0 }
    }
}

impl<K: Hash + Eq> Tally<K> {
    fn add(&mut self, key: K, times: u32) {
        let new = Counts { documents: 0, occurrences: 0, error: self.floor };
        let counts = self.counts.entry(key).or_insert(new);
        counts.documents = counts.documents.saturating_add(1);
        counts.occurrences = counts.occurrences.saturating_add(times);
    }

    /// Drops the rarest entries once there are more than `most`, until at most half of that are left.
    fn prune(&mut self, most: usize) {
        if self.counts.len() <= most {
            return;
        }
        while self.counts.len() > most / 2 {
            self.floor += 1;
            let floor = self.floor;
            self.counts.retain(|_, counts| counts.documents.saturating_add(counts.error) > floor);
        }
    }
}

impl Hash for Pair {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0);
        state.write_u64(self.1);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Term t stands in every t-th document.
    fn documents() -> impl Iterator<Item = Vec<u64>> {
        (1..2_000u64).map(|document| (1..=document).filter(|term| document % term == 0).collect())
    }

    #[test]
    fn counts_are_exact_until_memory_ends_and_then_too_low_by_no_more_than_said() {
        for most in [20, 100, 500, 5_000] {
            let (mut tally, mut naive) = (Tally::default(), BTreeMap::<u64, u32>::new());
            for document in documents() {
                for term in document {
                    tally.add(term, 1);
                    *naive.entry(term).or_default() += 1;
                }
                tally.prune(most);
                assert!(tally.counts.len() <= most);
            }
            for (term, count) in naive {
                match tally.counts.get(&term) {
                    Some(counts) => {
                        assert!(counts.documents <= count && count <= counts.documents + counts.error);
                        assert!(counts.error <= tally.floor);
                    }
                    None => assert!(count <= tally.floor, "{term} stands in {count} documents"),
                }
            }
            assert_eq!(tally.floor == 0, most >= 2_000, "{most}");
        }
    }

    #[test]
    fn the_likelihood_ratio_is_that_of_a_table_known() {
        // Independent: 10 of 100 firsts and 100 of 1,000 seconds are together 10 times.
        assert!(likelihood_ratio(10, 100, 100, 1_000).abs() < 1e-9);
        // Dunning (1993), table 1, "the swiss".
        let ratio = likelihood_ratio(110, 2_552, 221, 31_777);
        assert!((ratio - 270.72).abs() < 0.01, "{ratio}");
    }

    #[test]
    fn terms_of_a_model_are_made_as_it_says() -> Result<(), twinprint::Error> {
        let text = TextOptions::default()
            .with_words(WordRule::Alphanumeric)
            .with_urls(UrlRule::SlashesAndDots)
            .with_images(ImageRule::Sources)
            .with_stemmer(Some(Language::English));
        for text in [text, TextOptions::default()] {
            let model = Model::new(&terms_of(&text), 1, &[], &[])?;
            assert_eq!(text_of(&model, "model")?, text);
        }
        Ok(())
    }
}
