//! All pairs of many documents, by what was copied.

use core::cmp::Reverse;

use rayon::prelude::*;

use twinprint::Error;
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
    /// The most equal words in a row.
    pub longest_run: u32,
    /// The larger containment, 0 to 1.
    pub containment: f64,
}

/// Compares every document with every other, on all cores: the pair with the most shared words first, of equals the
/// one with the longer run, then by name. `compared` is called after each pair.
///
/// ```
/// use twinprint::{Checker, Document};
/// use twinprint_native::pairs;
/// let checker = Checker::default();
/// let texts = ["one two three", "a rose is a rose is a rose", "As is said, a rose is a rose is a rose"];
/// let documents = texts.map(|text| checker.read(&Document::plain("", text)).expect("there are words"));
/// let ranked = pairs::rank(&checker, &documents, || ())?;
/// assert_eq!((ranked.len(), ranked[0].a, ranked[0].b, ranked[0].shared_words), (3, 1, 2, 8));
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// [`Error::OtherRecipe`] if a document was prepared with other settings than the checker's.
pub fn rank(
    checker: &Checker,
    documents: &[Prepared],
    compared: impl Fn() + Sync,
) -> Result<Vec<Ranked>, Error> {
    let pair = |a: usize, b: usize| {
        let (numbers, _) = checker.numbers(&documents[a], &documents[b])?;
        compared();
        Ok(Ranked {
            a,
            b,
            shared_words: numbers.shared_words(),
            longest_run: numbers.longest_run,
            containment: numbers.containment_a.max(numbers.containment_b),
        })
    };
    let firsts = (0..documents.len()).into_par_iter();
    let pairs = firsts.flat_map(|a| (a + 1..documents.len()).into_par_iter().map(move |b| (a, b)));
    let mut ranked = pairs.map(|(a, b)| pair(a, b)).collect::<Result<Vec<_>, _>>()?;
    ranked.par_sort_unstable_by_key(|pair| {
        let names = (documents[pair.a].name(), documents[pair.b].name());
        (Reverse(pair.shared_words), Reverse(pair.longest_run), names, pair.a, pair.b)
    });
    Ok(ranked)
}
