//! From each document of a cluster the path to one of them, over pairs.
//!
//! Naively a breadth-first search in a graph in memory. Here pairs are read again for each step away from where the search
//! begins, at most [`ROUNDS`] times, and each document keeps the strongest of its pairs one step nearer; few clusters go
//! further. What is left is reached over the pairs that joined the components (a spanning forest, no more pairs than
//! documents), so that a chain of a million documents takes no more rounds than any; there a path may be longer than it needs to
//! be.

use super::super::super::Error;
use super::super::ScanPair;
use super::Input;

/// How many steps away documents are sought among all pairs.
const ROUNDS: u32 = 8;

/// Of a document that no path leads to.
const NOWHERE: u32 = u32::MAX;

const NO_PAIR: ScanPair = ScanPair { a: 0, b: 0, shared: None, score: 0.0 };

/// The next step of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// How many steps away the end is.
    pub(super) steps: u32,
    /// The pair with the next document; at the end, any.
    pub(super) pair: ScanPair,
}

impl Step {
    const NONE: Step = Step { steps: NOWHERE, pair: NO_PAIR };

    /// Whether a path leads from the document.
    pub(super) fn is_known(&self) -> bool {
        self.steps != NOWHERE
    }
}

/// The steps of all documents whose cluster has an end among `ends`; `representatives` name the cluster of each document.
pub(super) fn paths<I>(
    input: &Input<'_, impl Fn() -> Result<I, Error>>,
    representatives: &[u32],
    forest: &[ScanPair],
    ends: impl Iterator<Item = u32>,
) -> Result<Vec<Step>, Error>
where
    I: Iterator<Item = Result<ScanPair, Error>>,
{
    let mut steps = vec![Step::NONE; representatives.len()];
    let mut searched = vec![false; representatives.len()];
    for end in ends {
        steps[end as usize].steps = 0;
        searched[representatives[end as usize] as usize] = true;
    }
    let is_left = |steps: &[Step], document: usize| {
        searched[representatives[document] as usize] && !steps[document].is_known()
    };
    let firsts = || (0..representatives.len()).filter(|&document| input.is_first(document as u32));
    let mut left = firsts().filter(|&document| is_left(&steps, document)).count();
    for round in 1..=ROUNDS {
        if left == 0 {
            break;
        }
        let before = left;
        for pair in input.open()? {
            let pair = pair?;
            if representatives[pair.a as usize] != representatives[pair.b as usize] {
                continue;
            }
            for (near, far) in [(pair.a, pair.b), (pair.b, pair.a)] {
                if steps[near as usize].steps != round - 1 {
                    continue;
                }
                let step = &mut steps[far as usize];
                // Pairs come sorted: of equally strong ones, the one with the document that was read first stays.
                if !step.is_known() {
                    left -= 1;
                } else if step.steps != round || input.strength(&pair) <= input.strength(&step.pair) {
                    continue;
                }
                *step = Step { steps: round, pair };
            }
        }
        if left == before {
            break;
        }
    }
    if left > 0 {
        let last = firsts().filter(|&document| steps[document].steps == ROUNDS);
        let reached = last.map(|document| document as u32).collect();
        over_forest(&mut steps, forest, reached);
    }
    Ok(steps)
}

/// Goes on from the documents that were reached last.
fn over_forest(steps: &mut [Step], forest: &[ScanPair], mut reached: Vec<u32>) {
    let neighbours = Neighbours::new(forest, steps.len());
    let mut at = 0;
    while let Some(&near) = reached.get(at) {
        at += 1;
        let next = steps[near as usize].steps + 1;
        for &pair in neighbours.of(near) {
            let pair = forest[pair as usize];
            let far = if pair.a == near { pair.b } else { pair.a };
            if !steps[far as usize].is_known() {
                steps[far as usize] = Step { steps: next, pair };
                reached.push(far);
            }
        }
    }
}

/// Of each document, the pairs of a forest that it is in.
struct Neighbours {
    starts: Vec<usize>,
    pairs: Vec<u32>,
}

impl Neighbours {
    fn new(forest: &[ScanPair], documents: usize) -> Self {
        let mut starts = vec![0; documents + 1];
        let both = |pair: &ScanPair| [pair.a, pair.b];
        forest.iter().flat_map(both).for_each(|document| starts[document as usize] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut pairs = vec![0; 2 * forest.len()];
        for (number, pair) in forest.iter().enumerate().rev() {
            for document in both(pair) {
                let start = &mut starts[document as usize];
                *start -= 1;
                pairs[*start] = number as u32;
            }
        }
        Neighbours { starts, pairs }
    }

    fn of(&self, document: u32) -> &[u32] {
        &self.pairs[self.starts[document as usize]..self.starts[document as usize + 1]]
    }
}
