//! Near-duplicates of texts in memory: every pair that resembles enough.
//!
//! Naively, each text's set of shingles is compared with each other's, quadratic in the texts. Here only those pairs are compared
//! that share one of their rarest shingles (prefixes of sets ordered by rarity: Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma
//! and Srikant 2007). Of n shingles of one text, one that resembles it by t has at least tn, so it has one of any n - tn + 1 of
//! them; taken are those that fewest texts have.

use alloc::vec::Vec;

use crate::error::Error;
use crate::recipe::{Recipe, Sketching};
use crate::resemblance::Overlap;
use crate::shingle::Sampling;
use crate::sketch::{Sketcher, Value};
use crate::text::Document;

/// Two texts, by their places among those given, that resemble each other.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NearDuplicate {
    /// The place of the first text.
    pub a: usize,
    /// The place of the second text, above the first's.
    pub b: usize,
    /// Shared shingles among all of both, 0 to 1; 1 exactly when the sets are equal.
    pub resemblance: f64,
    /// The share of a's shingles found in b, 0 to 1.
    pub containment_a: f64,
    /// The share of b's shingles found in a, 0 to 1.
    pub containment_b: f64,
}

/// The near-duplicates of some texts.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct NearDuplicates {
    /// Every pair at or above the threshold, by the places of both.
    pub pairs: Vec<NearDuplicate>,
    /// The texts that are in no pair because they could not be read, by their places, and why: mostly that they have no words.
    pub refused: Vec<(usize, Error)>,
}

/// Every pair of texts whose resemblance is at least `threshold`, by shingles of three words. It is the resemblance that
/// [`compare`](crate::compare()) gives.
///
/// Memory is some 40 bytes a word. Time grows with the pairs that are found, and with how many texts have the rarest shingles of
/// others: hardly at all where texts are different, as the square where they are all alike.
///
/// ```
/// let texts = [
///     "It was the best of times, it was the worst of times, it was the age of wisdom.",
///     "Call me Ishmael.",
///     "It was the best of times, it was the worst of times, it was the age of wisdom!",
///     "It was the best of times, it was the worst of times; it was an age of foolishness.",
/// ];
/// let found = twinprint::near_duplicates(&texts, 0.5)?;
/// let pairs: Vec<_> = found.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
/// assert_eq!(pairs, [(0, 2), (0, 3), (2, 3)]);
/// assert_eq!(found.pairs[0].resemblance, 1.0);
/// assert_eq!(found.clusters(), [[0, 2, 3]]);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// [`Error::InvalidOption`] unless 0 < `threshold` <= 1. A text that cannot be read is no error, but
/// [`refused`](NearDuplicates::refused).
pub fn near_duplicates<T: AsRef<str>>(texts: &[T], threshold: f64) -> Result<NearDuplicates, Error> {
    near_duplicates_by(&Recipe::default(), texts, threshold)
}

/// As [`near_duplicates`], by the shingles of a recipe, such as longer ones; what the recipe reduces a document to besides is not
/// looked at.
///
/// ```
/// use twinprint::Recipe;
/// let texts = ["one two three four five six", "one two three four five seven"];
/// let found = twinprint::near_duplicates_by(&Recipe::default().with_w(5), &texts, 0.3)?;
/// assert_eq!(found.pairs[0].resemblance, 1.0 / 3.0);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// As [`near_duplicates`], and what [`Recipe::check`] says.
pub fn near_duplicates_by<T: AsRef<str>>(
    recipe: &Recipe,
    texts: &[T],
    threshold: f64,
) -> Result<NearDuplicates, Error> {
    near_duplicates_while(recipe, texts, threshold, &mut || true).map(Option::unwrap_or_default)
}

/// As [`near_duplicates_by`], for as long as `go_on` says so: it is called for each text twice, before it is read and before it is
/// compared with others. `None` if it ended.
///
/// ```
/// use twinprint::Recipe;
/// let texts = ["Call me Ishmael.", "Call me Ishmael!"];
/// let mut calls = 0;
/// let mut twice = || { calls += 1; calls <= 2 };
/// assert_eq!(twinprint::near_duplicates_while(&Recipe::default(), &texts, 0.5, &mut twice)?, None);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// As [`near_duplicates_by`].
pub fn near_duplicates_while<T: AsRef<str>>(
    recipe: &Recipe,
    texts: &[T],
    threshold: f64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<NearDuplicates>, Error> {
    if !(threshold > 0.0 && threshold <= 1.0) {
        let expected = "a resemblance above 0 and up to 1";
        return Err(Error::InvalidOption {
            option: "threshold",
            value: alloc::format!("{threshold}"),
            expected,
        });
    }
    let recipe =
        Recipe { sketching: Sketching::Shingles(Sampling::All), weights: None, phrases: false, ..*recipe };
    let mut sketcher = Sketcher::new(recipe, None)?;
    let mut refused = Vec::new();
    let mut shingles = |(place, text): (usize, &T)| {
        let name = alloc::format!("text {place}");
        match sketcher.sketch(&Document::plain(&name, text.as_ref())).map(|sketch| sketch.value) {
            Ok(Value::Shingles(set)) => set.hashes,
            Ok(_) => Vec::new(),
            Err(error) => {
                refused.push((place, error));
                Vec::new()
            }
        }
    };
    let mut sets: Vec<Vec<u64>> = Vec::with_capacity(texts.len());
    for text in texts.iter().enumerate() {
        if !go_on() {
            return Ok(None);
        }
        sets.push(shingles(text));
    }
    Ok(pairs(&sets, threshold, go_on).map(|pairs| NearDuplicates { pairs, refused }))
}

impl NearDuplicates {
    /// The texts that pairs join, directly or through others, by their places; each cluster in order, and so are the clusters, by
    /// their first. A text that is in no pair is in none.
    ///
    /// ```
    /// let texts = ["red fish blue fish", "call me Ishmael", "Red fish, blue fish!", "Call me Ishmael."];
    /// assert_eq!(twinprint::near_duplicates(&texts, 0.9)?.clusters(), [[0, 2], [1, 3]]);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn clusters(&self) -> Vec<Vec<usize>> {
        let texts = self.pairs.iter().map(|pair| pair.b + 1).max().unwrap_or(0);
        // For each text one before it in its cluster, or itself.
        let mut before: Vec<usize> = (0..texts).collect();
        let first = |before: &mut [usize], mut text: usize| {
            while before[text] != text {
                before[text] = before[before[text]];
                text = before[text];
            }
            text
        };
        for pair in &self.pairs {
            let (a, b) = (first(&mut before, pair.a), first(&mut before, pair.b));
            before[a.max(b)] = a.min(b);
        }
        let mut clusters: Vec<Vec<usize>> = alloc::vec![Vec::new(); texts];
        for text in 0..texts {
            clusters[first(&mut before, text)].push(text);
        }
        clusters.retain(|cluster| cluster.len() > 1);
        clusters
    }
}

/// The pairs of sorted, distinct sets that resemble enough; an empty set resembles none. None if it is not to go on.
fn pairs(sets: &[Vec<u64>], threshold: f64, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<NearDuplicate>> {
    let rarities = Rarities::of(sets);
    // The fewest members of a set that resembles one of `members`, rounded down.
    let least = |members: usize| ((threshold * members as f64) as usize).max(1);
    let mut postings: Vec<Vec<u32>> = alloc::vec![Vec::new(); rarities.shared.len()];
    let mut last_met = alloc::vec![u32::MAX; sets.len()];
    let mut pairs = Vec::new();
    for (b, set) in sets.iter().enumerate() {
        if !go_on() {
            return None;
        }
        let mut members: Vec<(u32, u32)> = set.iter().map(|&hash| rarities.get(hash)).collect();
        members.sort_unstable();
        members.truncate((set.len() + 1).saturating_sub(least(set.len())));
        // What no other has leads to no other.
        for &(_, member) in members.iter().filter(|&&(count, _)| count > 1) {
            for &a in &postings[member as usize] {
                let other = &sets[a as usize];
                let (fewer, more) = (set.len().min(other.len()), set.len().max(other.len()));
                if last_met[a as usize] == b as u32 || fewer < least(more) {
                    continue;
                }
                last_met[a as usize] = b as u32;
                let overlap = Overlap::of(other, set);
                if overlap.resemblance() >= threshold {
                    pairs.push(NearDuplicate {
                        a: a as usize,
                        b,
                        resemblance: overlap.resemblance(),
                        containment_a: overlap.containment_a(),
                        containment_b: overlap.containment_b(),
                    });
                }
            }
            postings[member as usize].push(b as u32);
        }
    }
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    Some(pairs)
}

/// How many sets have each member.
struct Rarities {
    /// The members that several have, sorted.
    shared: Vec<u64>,
    /// How many have each of these.
    counts: Vec<u32>,
}

impl Rarities {
    fn of(sets: &[Vec<u64>]) -> Self {
        let mut all = sets.concat();
        all.sort_unstable();
        let shared = all.chunk_by(|x, y| x == y).filter(|equal| equal.len() > 1);
        let (shared, counts) = shared.map(|equal| (equal[0], equal.len() as u32)).unzip();
        Rarities { shared, counts }
    }

    /// How many have a member that at least one has, and its place among those that several have.
    fn get(&self, hash: u64) -> (u32, u32) {
        self.shared.binary_search(&hash).map_or((1, 0), |place| (self.counts[place], place as u32))
    }
}
