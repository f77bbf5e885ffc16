//! All pairs of many documents, by what was copied.

use core::cmp::Reverse;
use core::ops::Range;

use rayon::prelude::*;

use twinprint::Error;
use twinprint::reworded::{Reworded, Sentences, reworded};
use twinprint::{Checker, Prepared};

/// What a pair is ranked by. Small, because there are many; the rest is made again for the pairs that are shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The position of the first document.
    pub a: usize,
    /// The position of the second document, after the first.
    pub b: usize,
    /// Words in shared passages, of the document that has more of them.
    pub shared_words: u32,
    /// Words in passages, shared or edited, of the document that has more of them.
    pub passage_words: u32,
    /// The most equal words in a row.
    pub longest_run: u32,
    /// The larger containment, 0 to 1.
    pub containment: f64,
    /// The resemblance, 0 to 1.
    pub resemblance: f64,
    /// Words in passages that it has in other words, or the same, of the document that has more of them; 0 where they were
    /// not looked for.
    pub reworded_words: u32,
}

impl Ranked {
    /// The words found in passages or in other words.
    pub fn found_words(&self) -> u32 {
        self.passage_words.max(self.reworded_words)
    }
}

/// Compares every document with every other where `compares` says so of their positions, on all cores: the pair with the most words found first, of equals the one
/// with more shared words, then the longer run, then by name. What they have in other words is looked for where there are
/// `sentences`, those of each document. `compared` is called after each pair.
///
/// ```
/// use twinprint::{Checker, Document};
/// use twinprint_native::pairs;
/// let checker = Checker::default();
/// let texts = ["one two three", "a rose is a rose is a rose", "As is said, a rose is a rose is a rose"];
/// let documents = texts.map(|text| checker.read(&Document::plain("", text)).expect("there are words"));
/// let ranked = pairs::rank(&checker, &documents, &[], |_, _| true, || ())?;
/// assert_eq!((ranked.len(), ranked[0].a, ranked[0].b, ranked[0].shared_words), (3, 1, 2, 8));
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// [`Error::OtherRecipe`] if a document was prepared with other settings than the checker's.
pub fn rank(
    checker: &Checker,
    documents: &[Prepared],
    sentences: &[Sentences],
    compares: impl Fn(usize, usize) -> bool + Sync,
    compared: impl Fn() + Sync,
) -> Result<Vec<Ranked>, Error> {
    let pair = |a: usize, b: usize| {
        let (numbers, _) = checker.numbers(&documents[a], &documents[b])?;
        let reworded = match (sentences.get(a), sentences.get(b)) {
            (Some(a), Some(b)) => reworded(a, b),
            _ => Vec::new(),
        };
        let words = |side: fn(&Reworded) -> &Range<u32>| {
            reworded.iter().map(|one| side(one).len() as u32).sum::<u32>()
        };
        compared();
        Ok(Ranked {
            a,
            b,
            shared_words: numbers.shared_words(),
            passage_words: numbers.passage_words(),
            longest_run: numbers.longest_run,
            containment: numbers.containment_a.max(numbers.containment_b),
            resemblance: numbers.resemblance,
            reworded_words: words(|one| &one.a).max(words(|one| &one.b)),
        })
    };
    let firsts = (0..documents.len()).into_par_iter();
    let pairs = firsts.flat_map(|a| (a + 1..documents.len()).into_par_iter().map(move |b| (a, b)));
    let pairs = pairs.filter(|&(a, b)| compares(a, b));
    let mut ranked = pairs.map(|(a, b)| pair(a, b)).collect::<Result<Vec<_>, _>>()?;
    ranked.par_sort_unstable_by_key(|pair| {
        let names = (documents[pair.a].name(), documents[pair.b].name());
        (
            Reverse(pair.found_words()),
            Reverse(pair.shared_words),
            Reverse(pair.longest_run),
            names,
            pair.a,
            pair.b,
        )
    });
    Ok(ranked)
}
