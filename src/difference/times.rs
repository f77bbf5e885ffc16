//! Dates and times of day.

use core::ops::Range;

use super::lexemes::{Lexemes, Sink};

const MONTHS: [&str; 24] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
];
/// Months that are other words, too: a month only with a capital letter.
const AMBIGUOUS: [&str; 3] = ["march", "may", "mar"];
const WEEKDAYS: [&str; 18] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "tues",
    "wed",
    "thu",
    "thur",
    "thurs",
    "fri",
    "sat",
    "sun",
    "weekday",
];
const ZONES: [&str; 22] = [
    "utc", "gmt", "z", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "cet", "cest", "bst", "ist",
    "jst", "msk", "eet", "eest", "wet", "aest", "aedt",
];
/// Words that may stand before a time or date, and go with it.
const RELATIVE: [&str; 3] = ["today", "yesterday", "tomorrow"];
const UNITS: [&str; 14] = [
    "second", "seconds", "sec", "secs", "minute", "minutes", "min", "mins", "hour", "hours", "day", "days",
    "week", "weeks",
];
const LONG_UNITS: [&str; 4] = ["month", "months", "year", "years"];

/// Calls `sink` with every date, time of day and span of time past (`3 hours ago`) and what belongs to it: weekday,
/// `pm`, zone. Of dates, numbers in any usual order and English names of months are known.
pub(super) fn stamps(lexemes: &Lexemes<'_>, sink: Sink<'_>) {
    let mut at = 0;
    while at < lexemes.len() {
        let end = [date, time, compact, past, copyright].into_iter().find_map(|form| form(lexemes, at));
        let Some(end) = end else {
            at += 1;
            continue;
        };
        let start = with_what_precedes(lexemes, at);
        at = with_what_follows(lexemes, end);
        sink(start..at);
    }
}

/// `2026-11-21`, `21/11/2026`, `21. Nov. 2026`, `November 21st, 2026`, `Nov 2026`.
fn date(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    in_numbers(lexemes, at).or_else(|| day_first(lexemes, at)).or_else(|| month_first(lexemes, at))
}

fn in_numbers(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let joint = lexemes.after(at);
    if !["-", "/", "."].contains(&joint) || lexemes.after(at + 1) != joint {
        return None;
    }
    let is_month = |at| lexemes.value(at, 1..3).is_some_and(|month| (1..=12).contains(&month));
    let day_and_month =
        |one, other| is_day(lexemes, one) && is_day(lexemes, other) && (is_month(one) || is_month(other));
    // Versions have dots, too, but no years.
    let is_short_year =
        |at| lexemes.value(at, 2..3).is_some() && (joint != "." || lexemes.word(at - 2).len() == 2);
    let year_first = is_year(lexemes, at) && is_month(at + 1) && is_day(lexemes, at + 2);
    let year_last = (is_year(lexemes, at + 2) || is_short_year(at + 2)) && day_and_month(at, at + 1);
    // One more such part makes it something else, an address or a version.
    let goes_on = lexemes.after(at + 2) == joint && lexemes.is_digits(at + 3);
    ((year_first || year_last) && !goes_on).then_some(at + 3)
}

fn day_first(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let day = end_of_day(lexemes, at)?;
    let joined =
        [" ", "-", "/", ". ", ".", " of "].contains(&lexemes.after(day - 1)) && is_month(lexemes, day);
    joined.then(|| end_of_year(lexemes, day + 1).unwrap_or(day + 1))
}

fn month_first(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    if !is_month(lexemes, at) || ![" ", ". ", "-", "  ", ", "].contains(&lexemes.after(at)) {
        return None;
    }
    match end_of_day(lexemes, at + 1) {
        Some(day) => Some(end_of_year(lexemes, day).unwrap_or(day)),
        None => is_year(lexemes, at + 1).then_some(at + 2),
    }
}

fn end_of_day(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let ordinal = lexemes.after(at).is_empty() && lexemes.is(at + 1, &["st", "nd", "rd", "th"]);
    is_day(lexemes, at).then_some(at + 1 + usize::from(ordinal))
}

/// The end of a year that stands behind the lexeme before `at`.
fn end_of_year(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let joint = lexemes.before(at);
    let short = ["-", "/"].contains(&joint) && lexemes.value(at, 2..3).is_some();
    let long = [" ", ", ", "-", "/", ". ", "."].contains(&joint) && is_year(lexemes, at);
    (short || long).then_some(at + 1)
}

fn is_day(lexemes: &Lexemes<'_>, at: usize) -> bool {
    lexemes.value(at, 1..3).is_some_and(|day| (1..=31).contains(&day))
}

fn is_year(lexemes: &Lexemes<'_>, at: usize) -> bool {
    lexemes.value(at, 4..5).is_some_and(|year| (1900..2100).contains(&year))
}

fn is_month(lexemes: &Lexemes<'_>, at: usize) -> bool {
    let capital = lexemes.word(at).starts_with(char::is_uppercase);
    lexemes.is(at, &MONTHS) && (capital || !lexemes.is(at, &AMBIGUOUS))
}

/// `16:40`, `16:40:39.123`, `4 pm`, `16h40`.
fn time(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let hour = lexemes.value(at, 1..3).filter(|&hour| hour < 24)?;
    let is_part = |at| lexemes.value(at, 2..3).is_some_and(|part| part <= 60);
    if lexemes.after(at) == ":" && is_part(at + 1) {
        if lexemes.after(at + 1) != ":" || !is_part(at + 2) {
            return Some(at + 2);
        }
        let fraction = [".", ","].contains(&lexemes.after(at + 2)) && lexemes.is_digits(at + 3);
        return Some(at + 3 + usize::from(fraction));
    }
    let french =
        lexemes.is(at + 1, &["h"]) && lexemes.after(at).is_empty() && lexemes.after(at + 1).is_empty();
    if french && is_part(at + 2) {
        return Some(at + 3);
    }
    if (1..=12).contains(&hour) { half_of_day(lexemes, at + 1) } else { None }
}

/// The end of `am`, `p.m.` and the like, behind the lexeme before `at`.
fn half_of_day(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let near = ["", " ", "\u{a0}"].contains(&lexemes.before(at));
    if near && lexemes.is(at, &["am", "pm"]) {
        return Some(at + 1);
    }
    let dotted = lexemes.is(at, &["a", "p"]) && lexemes.after(at) == "." && lexemes.is(at + 1, &["m"]);
    (near && dotted).then_some(at + 2)
}

/// `20261121`, `20261121T164039`, `20261121164039`.
fn compact(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let word = lexemes.word(at);
    if !lexemes.is_digits(at) || ![8, 12, 14].contains(&word.len()) {
        return None;
    }
    let part = |digits: Range<usize>| word[digits].parse().unwrap_or(0_u32);
    let date = (1990..2100).contains(&part(0..4))
        && (1..=12).contains(&part(4..6))
        && (1..=31).contains(&part(6..8));
    let time = word.len() == 8 || (part(8..10) < 24 && part(10..12) < 60);
    let t = lexemes.is(at + 1, &["t"]) && lexemes.after(at).is_empty() && lexemes.after(at + 1).is_empty();
    let clock = t && lexemes.value(at + 2, 4..7).is_some();
    (date && time).then_some(if clock { at + 3 } else { at + 1 })
}

/// `3 hours ago`.
fn past(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let counted = lexemes.number(at).or_else(|| lexemes.is(at, &["a", "an", "one"]).then_some(at + 1))?;
    let unit = lexemes.is(counted, &UNITS) || lexemes.is(counted, &LONG_UNITS);
    (unit && lexemes.is(counted + 1, &["ago"]) && lexemes.in_phrase(counted)).then_some(counted + 2)
}

/// The years after a sign of copyright: `(c) 2001-2006`.
fn copyright(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let told = at.checked_sub(1).is_some_and(|last| {
        lexemes.is(last, &["copyright"]) || (lexemes.is(last, &["c"]) && lexemes.before(at).contains(')'))
    });
    if !is_year(lexemes, at) || !(told || lexemes.before(at).trim_end().ends_with('\u{a9}')) {
        return None;
    }
    let range =
        ["-", " - ", "\u{2013}", " \u{2013} ", ", "].contains(&lexemes.after(at)) && is_year(lexemes, at + 1);
    Some(at + 1 + usize::from(range))
}

/// The start with the weekday, or with `today at`, before a date or time.
fn with_what_precedes(lexemes: &Lexemes<'_>, start: usize) -> usize {
    let goes_with =
        |at: usize, words: &[&str]| at > 0 && lexemes.in_phrase(at - 1) && lexemes.is(at - 1, words);
    let linked = start - usize::from(goes_with(start, &["at"]));
    if goes_with(linked, &WEEKDAYS) || goes_with(linked, &RELATIVE) { linked - 1 } else { start }
}

/// The end with the half of the day, the zone, the weekday or the year of a date or time that ends here.
fn with_what_follows(lexemes: &Lexemes<'_>, end: usize) -> usize {
    let end = half_of_day(lexemes, end).unwrap_or(end);
    let gap = lexemes.before(end);
    if gap.is_empty()
        && lexemes.is(end, &["t"])
        && lexemes.after(end).is_empty()
        && time(lexemes, end + 1).is_some()
    {
        return end + 1;
    }
    let offset = gap.ends_with(['+', '-', '\u{2212}']) && gap.len() <= 4;
    if offset && lexemes.value(end, 4..5).is_some() {
        return end + 1;
    }
    if offset && lexemes.value(end, 2..3).is_some() && lexemes.after(end) == ":" && lexemes.is_digits(end + 1)
    {
        return end + 2;
    }
    let near = ["", " ", ", ", " (", "\u{a0}"].contains(&gap);
    let zone = near && lexemes.is(end, &ZONES);
    let end = end + usize::from(zone || (near && lexemes.is(end, &WEEKDAYS)));
    // As in `Sat Nov 21 16:40:39 UTC 2026`.
    end + usize::from(lexemes.before(end) == " " && is_year(lexemes, end))
}
