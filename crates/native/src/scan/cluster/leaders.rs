//! Clusters in which every document is alike with the representative: greedy, as CD-HIT makes them of sequences (Li and
//! Godzik 2006; with its accurate mode, in which a sequence joins the nearest representative rather than the first).
//!
//! Documents are taken in the order of preference. One that is alike with no representative before it becomes one; any other
//! joins, of the representatives before it, the one that it resembles most, of equals the first. So no two representatives
//! are alike, and each is preferred to all that it stands for.
//!
//! Naively each document is compared with all representatives. Here pairs are sorted by the places of their documents in the
//! order, within bounded memory: when the pairs of a document with later ones come, all with earlier ones have been seen, and
//! it is known what the document is. Where the order is that of reading, pairs come sorted.

use super::super::super::Error;
use super::super::super::overlap::Workspace;
use super::super::super::sort::{Repeats, Sorter};
use super::super::ScanPair;
use super::{Input, Preference};

/// The representative of each document. Copies are left to follow the first of them.
pub(super) fn representatives<I>(input: &Input<'_, impl Fn() -> Result<I, Error>>) -> Result<Vec<u32>, Error>
where
    I: Iterator<Item = Result<ScanPair, Error>>,
{
    let documents = input.catalogue.len();
    let mut covered = vec![false; documents];
    match input.settings.preference {
        Preference::First => {
            for pair in input.open()? {
                let ScanPair { a, b, .. } = pair?;
                covered[b as usize] |= !covered[a as usize];
            }
        }
        Preference::Longest => {
            let order = input.order();
            let mut places = vec![0; documents];
            (0..).zip(&order).for_each(|(place, &document)| places[document as usize] = place);
            let Workspace { memory, folder } = &input.settings.place;
            let mut sorter = Sorter::new(*memory, folder, Repeats::Drop);
            for pair in input.open()? {
                let ScanPair { a, b, .. } = pair?;
                let (a, b): (u32, u32) = (places[a as usize], places[b as usize]);
                sorter.push(u64::from(a.min(b)) << 32 | u64::from(a.max(b)))?;
            }
            for pair in sorter.finish()? {
                let pair = pair?;
                let (earlier, later) = (order[(pair >> 32) as usize], order[pair as u32 as usize]);
                covered[later as usize] |= !covered[earlier as usize];
            }
        }
    }
    nearest(input, &covered)
}

/// The representative of each document: its own, or the one that it resembles most.
fn nearest<I>(input: &Input<'_, impl Fn() -> Result<I, Error>>, covered: &[bool]) -> Result<Vec<u32>, Error>
where
    I: Iterator<Item = Result<ScanPair, Error>>,
{
    let mut representatives: Vec<u32> = (0..covered.len() as u32).collect();
    let mut strengths = vec![f64::NEG_INFINITY; covered.len()];
    for pair in input.open()? {
        let pair = pair?;
        let (leader, member) = match input.is_preferred(pair.a, pair.b) {
            true => (pair.a, pair.b),
            false => (pair.b, pair.a),
        };
        if covered[leader as usize] {
            continue;
        }
        let strength = input.strength(&pair);
        let (best, of) = (&mut strengths[member as usize], &mut representatives[member as usize]);
        if strength > *best || strength == *best && input.is_preferred(leader, *of) {
            (*best, *of) = (strength, leader);
        }
    }
    Ok(representatives)
}
