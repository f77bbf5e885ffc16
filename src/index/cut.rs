//! Cuts a document into passages at places that its own words choose, so that a copied stretch is cut wherever it stands as
//! it was where it came from, but for its edges.
//!
//! Naively, a document is cut after a fixed number of words: one word more at its beginning, and all passages are others. Or at
//! every end of a sentence: but sentences are of any length, and many are too short to be distinguished from others. Here a document is
//! cut where the words say so (as files are in Muthitacharoen, Chen and Mazières 2001, "A low-bandwidth network file system",
//! section 3.1): each place between two words has a rank, which is that it is the end of a sentence, and then a hash of these
//! two words. It is cut where the rank is the first of all places within fewer than `least` words on either side. So passages
//! are long enough, and whether a place is cut is known from the words around it alone: two documents that share a stretch are
//! cut alike in it, from `least` words after its beginning to `least` words before its end. What is still longer than `most`
//! words is cut further from its beginning on, each time where the rank is first among the places that are far enough from both
//! its ends.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use super::Cut;
use crate::hash;
use crate::text::Reading;

impl Cut {
    /// The passages of a document, by their words: all of its words in order, each once. `text` is what the reading shows
    /// ([`Reading::view`]).
    ///
    /// ```
    /// use twinprint::{index::Cut, text::{self, Document, TextOptions}};
    /// let text = "One sentence of a few words. Another one, of more words than that! And a third?";
    /// let reading = text::read(&Document::plain("text", text), &TextOptions::default())?;
    /// assert_eq!(Cut { least: 3, most: 12 }.passages(text, &reading), [0..6, 6..13, 13..16]);
    /// assert_eq!(Cut { least: 20, most: 40 }.passages(text, &reading), [0..16]);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn passages(&self, text: &str, reading: &Reading) -> Vec<Range<u32>> {
        let ranks = ranks(text, reading);
        let (words, least, most) = (ranks.len(), self.least.max(1) as usize, self.most as usize);
        let mut passages = Vec::new();
        let mut start = 0;
        let ends = firsts(&ranks, least).into_iter().filter(|&end| end >= least && end + least <= words);
        for end in ends.chain([words]) {
            while end - start > most.max(2 * least) {
                let places = start + least..=(start + most).min(end - least);
                let cut = places.min_by_key(|&place| ranks[place]).unwrap_or(end);
                passages.push(start as u32..cut as u32);
                start = cut;
            }
            passages.push(start as u32..end as u32);
            start = end;
        }
        passages
    }
}

/// The rank of the place before each word, smaller where it is rather cut: whether no sentence ends there, and a hash of the
/// words beside it.
fn ranks(text: &str, reading: &Reading) -> Vec<(bool, u64)> {
    let (hashes, spans) = (reading.hashes(), reading.spans());
    let beside = hashes.windows(2).zip(spans.windows(2));
    let ranks = beside.map(|(hashes, spans)| {
        // Some characters stand for several words, with nothing between them.
        let between = text.get(spans[0].end as usize..spans[1].start as usize).unwrap_or("");
        (!ends_sentence(between), hash::mix(hashes[0].wrapping_mul(3).wrapping_add(hashes[1])))
    });
    // Before the first word, nothing is cut.
    [(true, u64::MAX)].into_iter().chain(ranks).take(hashes.len()).collect()
}

/// The places whose rank is the first of all within fewer than `least` words, of equal ones the leftmost, in order.
fn firsts(ranks: &[(bool, u64)], least: usize) -> Vec<usize> {
    // Places that may yet be first of those that come, their ranks rising.
    let mut queue: VecDeque<usize> = VecDeque::new();
    let mut firsts = Vec::new();
    for end in 0..ranks.len() + least - 1 {
        if let Some(rank) = ranks.get(end) {
            while queue.back().is_some_and(|&other| ranks[other] > *rank) {
                queue.pop_back();
            }
            queue.push_back(end);
        }
        // The place that has as many after it as matter.
        let Some(place) = (end + 1).checked_sub(least) else { continue };
        while queue.front().is_some_and(|&other| other + least <= place) {
            queue.pop_front();
        }
        if queue.front() == Some(&place) {
            firsts.push(place);
        }
    }
    firsts
}

/// Whether a sentence ends in the text between two words: a full stop or the like, before white space but for closing quotes
/// and brackets; such a one of a script that sets no space after it; or a blank line.
fn ends_sentence(between: &str) -> bool {
    let mut stopped = false;
    let mut breaks = 0;
    for c in between.chars() {
        match c {
            '。' | '！' | '？' | '｡' | '।' | '॥' | '۔' | '؟' | '։' | '\u{1362}' | '\u{17D4}' | '\u{104B}' =>
            {
                return true;
            }
            '.' | '!' | '?' | '…' | '‼' | '⁇' | '⁈' | '⁉' => stopped = true,
            '"' | '\'' | '”' | '’' | '»' | '›' | ')' | ']' | '}' | '*' | '_' => {}
            _ if c.is_whitespace() => {
                breaks += u32::from(matches!(c, '\n' | '\u{2028}')) + 2 * u32::from(c == '\u{2029}');
                if stopped || breaks > 1 {
                    return true;
                }
            }
            _ => (stopped, breaks) = (false, 0),
        }
    }
    false
}
