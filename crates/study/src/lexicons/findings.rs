//! What was found, in words: the choice first, then what the paper claims and whether this corpus shows it.

use std::format;

use super::super::claim::Answer;
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
    let of = |w: usize| found.usual(w, bits, 1, Rule::Any);
    let (one, two) = (of(1)?, of(2)?);
    let best = found.lengths().filter_map(|w| Some((w, of(w)?.tuned()?.mean)));
    let (best, _) = best.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    Some(format!(
        "The paper finds shingles of two words best: F {:.3}, where single words have {:.3}. So here: {}: with {} bits F tested is {} of \
         two words and {} of one, and greatest with w = {best}.",
        PAPER[1].1,
        PAPER[0].1,
        gain(two, one)?,
        bits.count(),
        ranged(two.tuned()?),
        ranged(one.tuned()?),
    ))
}

/// The paper: F has its peak at five lexicons.
fn peak(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let of = |lexicons: usize| found.usual(found.paper_w(), bits, lexicons, Rule::Any);
    let most = found.options.lexicons;
    if most < 6 {
        return None;
    }
    let known = found.lexicons().filter_map(|lexicons| Some((lexicons, of(lexicons)?.tuned()?.mean)));
    let (best, _) = known.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let (five, last) = (of(5)?, of(most)?);
    Some(format!(
        "The paper's F is greatest at five lexicons ({:.3}) and lower at ten ({:.3}). Five better than {most} here: {}: with {} bits F \
         tested is {} at five, {} at {most}, and greatest at {best}.",
        TABLE_1[4].0,
        TABLE_1[9].0,
        gain(five, last)?,
        bits.count(),
        ranged(five.tuned()?),
        ranged(last.tuned()?)
    ))
}

/// The paper: two words and five lexicons together beat one word and one lexicon.
fn fused(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let plain = found.usual(1, bits, 1, Rule::Any)?;
    let both = found.usual(2, bits, 5, Rule::Any)?;
    Some(format!(
        "The paper's fusion, two words and five lexicons, has F {:.3} where plain simhash has {:.3}. Better here: {}: with {} bits F tested \
         is {} of the fusion and {} of plain simhash.",
        TABLE_1[4].0,
        PAPER[0].1,
        gain(both, plain)?,
        bits.count(),
        ranged(both.tuned()?),
        ranged(plain.tuned()?)
    ))
}

/// Whether one setting is better than another, with the difference: "no (F less by 0.063, 0.051 to 0.076)".
fn gain(of: &SettingTrials, over: &SettingTrials) -> Option<String> {
    let (gain, interval) = of.gain_over(over)?;
    let answer = Answer::of_gain(interval).name();
    let range = interval.map_or("too few sources for an interval".into(), |range| {
        format!("{:+.3} to {:+.3}", range.low, range.high)
    });
    Some(format!("{answer} (F {gain:+.3}, {range})"))
}

fn ranged(trials: TrialSummary) -> String {
    let range =
        trials.interval.map_or(String::new(), |range| format!(" ({:.3} to {:.3})", range.low, range.high));
    format!("{:.3}{range}", trials.mean)
}

/// What the paper did not try: the sum of the distances.
fn sum(found: &LexiconsResults<'_>, bits: Bits) -> Option<String> {
    let most = found.options.lexicons;
    let of = |rule| found.usual(found.paper_w(), bits, most, rule);
    if most < 2 {
        return None;
    }
    let (any, sum) = (of(Rule::Any)?, of(Rule::Sum)?);
    Some(format!(
        "The sum of the distances better than any of them: {}: with {most} lexicons of {} bits F tested is {} by sum and {} by any. The \
         paper has any only.",
        gain(sum, any)?,
        bits.count(),
        ranged(sum.tuned()?),
        ranged(any.tuned()?)
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
