//! What was found, in words: the choice first, then what the paper claims and whether this corpus shows it.

use std::format;

use super::super::intervals::TrialSummary;
use super::by_lexicons::TABLE_1;
use super::choice::ChosenSetting;
use super::report::LexiconsResults;
use super::shares;
use super::shingles::PAPER;
use super::trials::SettingTrials;
use crate::eval::Half;
use twinprint::simhash::{Bits, Rule};

pub(super) fn all(found: &LexiconsResults<'_>, chosen: &[ChosenSetting<'_>]) -> Vec<String> {
    let mut findings: Vec<String> = chosen_in_the_end(found, chosen).into_iter().collect();
    for &bits in &found.options.bits {
        findings.extend(two_words(found, bits));
        findings.extend(peak(found, bits));
        findings.extend(sum(found, bits));
    }
    findings.extend(found.options.bits.iter().filter_map(|&bits| fused(found, bits)));
    findings.extend(found.options.bits.iter().filter_map(|&bits| precision_falls(found, bits)));
    findings.extend(found.options.bits.iter().filter_map(|&bits| left_out(found, bits)));
    findings
}

/// What either half chooses when all bits are at hand.
fn chosen_in_the_end(found: &LexiconsResults<'_>, chosen: &[ChosenSetting<'_>]) -> Option<String> {
    let last = |on: Half| chosen.iter().rev().find(|chosen| chosen.on == on);
    let (first, second) = (last(Half::First)?, last(Half::Second)?);
    let said = |chosen: &ChosenSetting<'_>| {
        let setting = chosen.trials.setting;
        let test = chosen.trials.draws.first()?.tested[chosen.on.other() as usize]?;
        let range = chosen
            .interval
            .map_or(String::new(), |range| format!(" (95 %: {:.3} to {:.3})", range.low, range.high));
        let terms = match setting.terms {
            0 => String::new(),
            kind => format!(", {}", found.design.terms[kind].name),
        };
        Some(format!("{}{terms}, and has F {test:.3}{range} on the other", setting.name()))
    };
    Some(format!(
        "Of all that was tried the first half of the labelled pairs chooses {}; the second half chooses {}.",
        said(first)?,
        said(second)?
    ))
}

/// The paper: F rises from one word a shingle to two, and falls from there.
fn two_words(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let f = |w: usize| found.usual(w, bits, 1, Rule::Any)?.tuned();
    let (one, two) = (f(1)?, f(2)?);
    let mut best = (1, one.mean);
    for w in found.lengths() {
        if let Some(f) = f(w).filter(|f| f.mean > best.1) {
            best = (w, f.mean);
        }
    }
    let verdict = match (apart(one, two), two.mean > one.mean) {
        (true, true) => "Two are better than one here, too",
        (true, false) => "This corpus shows the contrary",
        (false, _) => "This corpus neither shows nor refutes it",
    };
    Some(format!(
        "The paper finds shingles of two words best: F {:.3}, where single words have {:.3}. {verdict}: with {} bits F tested is {} of \
         two words and {} of one, and greatest with w = {}.",
        PAPER[1].1,
        PAPER[0].1,
        bits.count(),
        ranged(two),
        ranged(one),
        best.0
    ))
}

/// The paper: F has its peak at five lexicons.
fn peak(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let f = |lexicons: usize| found.usual(found.paper_w(), bits, lexicons, Rule::Any)?.tuned();
    let most = found.options.lexicons;
    if most < 6 {
        return None;
    }
    let known = found.lexicons().filter_map(|lexicons| Some((lexicons, f(lexicons)?.mean)));
    let (best, _) = known.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let (five, last) = (f(5)?, f(most)?);
    let verdict = match (best, apart(five, last)) {
        (5, true) => "This corpus shows the peak, too",
        (_, true) if last.mean > five.mean => "This corpus does not show the peak: F goes on rising",
        _ => "This corpus neither shows nor refutes the peak",
    };
    Some(format!(
        "The paper's F is greatest at five lexicons ({:.3}) and lower at ten ({:.3}). {verdict}: with {} bits F tested is {} at five, \
         {} at {most}, and greatest at {best}.",
        TABLE_1[4].0,
        TABLE_1[9].0,
        bits.count(),
        ranged(five),
        ranged(last)
    ))
}

/// The paper: two words and five lexicons together beat one word and one lexicon.
fn fused(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let plain = found.usual(1, bits, 1, Rule::Any)?.tuned()?;
    let both = found.usual(2, bits, 5, Rule::Any)?.tuned()?;
    let verdict = match (apart(plain, both), both.mean > plain.mean) {
        (true, true) => "They do better here, too",
        (true, false) => "Here they do worse",
        (false, _) => "This corpus neither shows nor refutes it",
    };
    Some(format!(
        "The paper's fusion, two words and five lexicons, has F {:.3} where plain simhash has {:.3}. {verdict}: with {} bits F tested is \
         {} of the fusion and {} of plain simhash.",
        TABLE_1[4].0,
        PAPER[0].1,
        bits.count(),
        ranged(both),
        ranged(plain)
    ))
}

/// Whether two means are farther apart than either's interval is wide.
fn apart(a: TrialSummary, b: TrialSummary) -> bool {
    let half = |trials: TrialSummary| trials.interval.map_or(0.0, |range| (range.high - range.low) / 2.0);
    (a.mean - b.mean).abs() > half(a).max(half(b))
}

fn ranged(trials: TrialSummary) -> String {
    let range =
        trials.interval.map_or(String::new(), |range| format!(" ({:.3} to {:.3})", range.low, range.high));
    format!("{:.3}{range}", trials.mean)
}

/// What the paper did not try: the sum of the distances.
fn sum(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let most = found.options.lexicons;
    let f = |rule| found.usual(found.paper_w(), bits, most, rule)?.tuned();
    if most < 2 {
        return None;
    }
    let (any, sum) = (f(Rule::Any)?, f(Rule::Sum)?);
    let verdict = match (apart(any, sum), sum.mean > any.mean) {
        (false, _) => "does as well as",
        (true, true) => "does better than",
        (true, false) => "does worse than",
    };
    Some(format!(
        "The sum of the distances {verdict} any of them: with {most} lexicons of {} bits F tested is {} by sum and {} by any. The \
         paper has any only.",
        bits.count(),
        ranged(sum),
        ranged(any)
    ))
}

/// The paper: with more lexicons recall rises and precision falls a little.
fn precision_falls(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let most = found.options.lexicons;
    let of = |lexicons| found.usual(found.paper_w(), bits, lexicons, Rule::Any);
    let (one, all) = (of(1)?, of(most)?);
    let (k, _) = one.best()?;
    if most < 2 {
        return None;
    }
    let at =
        |trials: &SettingTrials, figure| trials.by_distance(k, figure).last().map(|(_, trials)| trials.mean);
    let figures = |trials: &SettingTrials| {
        Some((at(trials, |figures| figures.recall)?, at(trials, |figures| figures.precision)?))
    };
    let ((recall, precision), (recall_all, precision_all)) = (figures(one)?, figures(all)?);
    let (gain, loss) = (recall_all - recall, precision - precision_all);
    let verdict = match gain > 0.0 && loss >= 0.0 {
        true if loss <= gain => "This corpus shows it, too",
        true => "Here precision falls by more than recall rises",
        false => "This corpus does not show it",
    };
    Some(format!(
        "The paper finds that more lexicons raise recall and lower precision slightly at one distance. {verdict}: at k = {k} of {} \
         bits, from one lexicon to {most}, recall goes from {recall:.3} to {recall_all:.3} and precision from {precision:.3} to \
         {precision_all:.3}.",
        bits.count()
    ))
}

/// How much the share left out matters.
fn left_out(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let all = shares::trials(found, bits, Rule::Any);
    let known: Vec<(u32, TrialSummary)> =
        all.iter().filter_map(|trials| Some((trials.setting.leave_out, trials.tuned()?))).collect();
    let best = known.iter().max_by(|a, b| a.1.mean.total_cmp(&b.1.mean))?;
    let worst = known.iter().min_by(|a, b| a.1.mean.total_cmp(&b.1.mean))?;
    Some(format!(
        "What a lexicon leaves out: with {} bits, alike in any, F tested goes from {} at {} thousandths to {} at {}.",
        bits.count(),
        ranged(worst.1),
        worst.0,
        ranged(best.1),
        best.0
    ))
}
