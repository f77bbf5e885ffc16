//! Words wholly in another script that look like words of the document's own: `сор` among English words. They are
//! counted, never changed.

use alloc::vec;
use alloc::vec::Vec;

use super::flags::FlagKind;
use super::fold::{Findings, fold_word};
use super::script::{self, Script};
use super::{Span, TextOptions, words};
use crate::hash;

/// A word whose letters all have look-alikes in the document's script, between words of that script.
struct Candidate {
    span: Span,
    /// The hash of the word it looks like.
    looks_like: u64,
}

/// Flags the foreign words of a text of which the words by script and the hashes are known.
pub(super) fn flag(text: &str, options: &TextOptions, hashes: &[u64], findings: &mut Findings) {
    let Some(dominant) = findings.words.dominant() else { return };
    if findings.words.sole().is_some() || (dominant == Script::Latin && !findings.posing) {
        return;
    }
    let mut found = candidates(text, options, dominant);
    if dominant != Script::Latin && !found.is_empty() {
        // Latin names are everyday in other scripts: only one that poses as a word of this document is worth a flag.
        let genuine = genuine(&found, hashes);
        let mut genuine = genuine.iter();
        found.retain(|_| genuine.next() == Some(&true));
    }
    for candidate in found {
        findings.flags.add(FlagKind::ForeignWord, candidate.span, 1);
    }
}

/// Of which candidates the word that it looks like is in the document. Sorted as pairs that are sorted elsewhere, too: code
/// for others weighs.
fn genuine(found: &[Candidate], hashes: &[u64]) -> Vec<bool> {
    let mut looks_like: Vec<(u64, u32)> =
        found.iter().map(|candidate| candidate.looks_like).zip(0..).collect();
    looks_like.sort_unstable();
    let mut has = vec![false; found.len()];
    for &hash in hashes {
        let first = looks_like.partition_point(|&(other, _)| other < hash);
        if let Some(&(other, _)) = looks_like.get(first) {
            has[first] |= other == hash;
        }
    }
    let mut genuine = vec![false; found.len()];
    let mut last = (0, false);
    for (&(hash, candidate), &has) in looks_like.iter().zip(&has) {
        last = (hash, has || (last.0 == hash && last.1));
        genuine[candidate as usize] = last.1;
    }
    genuine
}

fn candidates(text: &str, options: &TextOptions, dominant: Script) -> Vec<Candidate> {
    let mut found = Vec::new();
    // The script of the word before last, and the last word.
    let mut before = None;
    let mut middle: Option<(Option<Script>, Span)> = None;
    words::scan(text, 0..text.len(), options, &mut Findings::default(), &mut |folded: &str, span: Span| {
        let script = script::of_word(folded);
        if let Some((Some(own), place)) = middle
            && own != dominant
            && before == Some(dominant)
            && script == Some(dominant)
            && let Some(looks_like) = poses(&text[place.range()], own, dominant, options)
        {
            found.push(Candidate { span: place, looks_like });
        }
        before = middle.and_then(|(script, _)| script);
        middle = Some((script, span));
    });
    found
}

/// The hash of the word of script `dominant` that this one looks like. A single Greek letter among Latin words is
/// mathematics, a single Latin letter elsewhere a name.
fn poses(source: &str, own: Script, dominant: Script, options: &TextOptions) -> Option<u64> {
    let cased = fold_word(source, &super::Folding { case: false, ..options.fold });
    let single = cased.chars().nth(1).is_none();
    if single && (own == Script::Greek || dominant != Script::Latin) {
        return None;
    }
    let posed = script::look_alikes(&cased, dominant)?;
    Some(hash::token(&fold_word(&posed, &options.fold)))
}
