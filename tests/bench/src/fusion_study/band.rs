//! The band of I-Match, which the papers' text does not give: chosen on one half of the edits, tested on the other.

use std::collections::BTreeSet;

use rayon::prelude::*;
use twinprint::imatch::{Band, IMatch};
use twinprint::lexicon::Lexicons;
use twinprint_native::Error;
use twinprint_study::eval::{Half, Judgements, Scale, sweep};

use crate::markdown::{cells, share, table};
use crate::prints::SEEDS;
use crate::set::{Set, Words, mean, terms};

/// Bounds are multiples of this.
const STEP: u32 = 50;

/// A band is no narrower: of fewer words short documents would have none.
const NARROWEST: u32 = 200;

/// The share that random lexicons leave out, the paper naming none.
const LEAVE_OUT: u32 = Lexicons::LEAVE_OUT;

/// The whole vocabulary and ten random lexicons.
const LEXICONS: usize = 11;

pub(crate) fn run(set: &Set) -> Result<(), Error> {
    let words = set.words(&terms())?;
    let rarest = set.model.rarest();
    let judged = |band: Band| -> [f64; 2] {
        let of_seed = |&seed: &u64| {
            let lexicons = Lexicons { leave_out: LEAVE_OUT, ..Lexicons::seeded(seed, LEXICONS) };
            let signatures: Vec<Option<IMatch>> = (words.par_iter())
                .map(|words| Some(IMatch::of(&words.tokens, &words.weights, rarest, band, &lexicons)))
                .collect();
            let judgements = set.scored(&signatures, Scale::Count, |a, b| Some(a.agreeing(b) as f64));
            Half::BOTH.map(|half| loosest(&judgements, half))
        };
        let of_seeds: Vec<[f64; 2]> = SEEDS.iter().map(of_seed).collect();
        [0, 1].map(|half| mean(of_seeds.iter().map(|halves| halves[half])))
    };
    let bounds = || (0..=1000).step_by(STEP as usize);
    let bands = bounds().flat_map(|low| bounds().map(move |high| Band { low, high }));
    let mut found: Vec<(Band, [f64; 2])> =
        bands.filter(|band| band.high >= band.low + NARROWEST).map(|band| (band, judged(band))).collect();
    let mut rows = Vec::new();
    for (chosen, tested) in [(0, 1), (1, 0)] {
        found.sort_by(|a, b| b.1[chosen].total_cmp(&a.1[chosen]));
        for (band, halves) in &found[..5] {
            let half = ["first", "second"][chosen];
            let mut row = cells([half, &format!("{} to {}", band.low, band.high)]);
            row.extend([
                share(halves[chosen]),
                share(halves[tested]),
                format!("{:.0}", held(set, &words, *band)),
            ]);
            rows.push(row);
        }
    }
    let header = cells([
        "chosen on the half",
        "band, thousandths",
        "F there",
        "F on the other half",
        "words of a document in it",
    ]);
    table(
        "The band of I-Match: the five best on each half, one of 11 signatures equal, mean of five seeds",
        &header,
        &rows,
    );
    let wide = judged(Band::ALL);
    println!("\nEvery word, 0 to 1000: {} and {}.", share(wide[0]), share(wide[1]));
    Ok(())
}

/// How many different words of a document are in the band.
fn held(set: &Set, words: &[Words], band: Band) -> f64 {
    let rarest = set.model.rarest();
    let held = |words: &Words| {
        let weighed = words.tokens.iter().zip(&words.weights);
        weighed
            .filter(|(_, weight)| band.holds(**weight, rarest))
            .map(|(token, _)| token)
            .collect::<BTreeSet<_>>()
            .len()
    };
    mean(words.iter().map(|words| held(words) as f64))
}

/// F on a half when one signature is enough.
fn loosest(judgements: &Judgements, half: Half) -> f64 {
    sweep(judgements, &[half]).last().and_then(|point| point.figures.f1).unwrap_or_default()
}
