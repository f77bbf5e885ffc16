//! Dates and times of day.

use core::ops::Range;

use super::lexemes::{Lexemes, Sink};

const MONTHS: [&str; 171] = [
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
    "januar",
    "jänner",
    "februar",
    "märz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "mär",
    "okt",
    "dez",
    "janvier",
    "février",
    "mars",
    "avril",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
    "janv",
    "févr",
    "avr",
    "juil",
    "déc",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "setiembre",
    "octubre",
    "noviembre",
    "diciembre",
    "ene",
    "abr",
    "ago",
    "dic",
    "gennaio",
    "febbraio",
    "maggio",
    "giugno",
    "luglio",
    "settembre",
    "ottobre",
    "dicembre",
    "gen",
    "mag",
    "giu",
    "lug",
    "ott",
    "janeiro",
    "fevereiro",
    "março",
    "maio",
    "junho",
    "julho",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
    "januari",
    "februari",
    "maart",
    "mei",
    "augustus",
    "marts",
    "maj",
    "augusti",
    "desember",
    "stycznia",
    "lutego",
    "marca",
    "kwietnia",
    "maja",
    "czerwca",
    "lipca",
    "sierpnia",
    "września",
    "października",
    "listopada",
    "grudnia",
    "ledna",
    "února",
    "března",
    "dubna",
    "května",
    "června",
    "července",
    "srpna",
    "září",
    "října",
    "listopadu",
    "prosince",
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
    "січня",
    "лютого",
    "березня",
    "квітня",
    "травня",
    "червня",
    "липня",
    "серпня",
    "вересня",
    "жовтня",
    "листопада",
    "грудня",
    "ocak",
    "şubat",
    "mart",
    "nisan",
    "mayıs",
    "haziran",
    "temmuz",
    "ağustos",
    "eylül",
    "ekim",
    "kasım",
    "aralık",
    "január",
    "február",
    "március",
    "április",
    "május",
    "június",
    "július",
    "augusztus",
    "szeptember",
    "október",
];
/// Months that are other words or names, too: months only behind a day.
const BEHIND_DAYS: [&str; 4] = ["ago", "mars", "mart", "gen"];
/// Months that are other words, too: a month only with a capital letter.
const AMBIGUOUS: [&str; 3] = ["march", "may", "mar"];
const WEEKDAYS: [&str; 106] = [
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
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonnabend",
    "sonntag",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "lunes",
    "martes",
    "miércoles",
    "jueves",
    "viernes",
    "sábado",
    "domingo",
    "lunedì",
    "martedì",
    "mercoledì",
    "giovedì",
    "venerdì",
    "sabato",
    "domenica",
    "feira",
    "maandag",
    "dinsdag",
    "woensdag",
    "donderdag",
    "vrijdag",
    "zaterdag",
    "zondag",
    "måndag",
    "tisdag",
    "onsdag",
    "torsdag",
    "fredag",
    "lördag",
    "söndag",
    "mandag",
    "tirsdag",
    "lørdag",
    "søndag",
    "poniedziałek",
    "wtorek",
    "środa",
    "czwartek",
    "piątek",
    "sobota",
    "niedziela",
    "pondělí",
    "úterý",
    "středa",
    "čtvrtek",
    "pátek",
    "neděle",
    "понедельник",
    "вторник",
    "среда",
    "четверг",
    "пятница",
    "суббота",
    "воскресенье",
    "понеділок",
    "вівторок",
    "середа",
    "четвер",
    "субота",
    "неділя",
    "pazartesi",
    "salı",
    "çarşamba",
    "perşembe",
    "cuma",
    "cumartesi",
    "pazar",
    "hétfő",
    "kedd",
    "szerda",
    "csütörtök",
    "péntek",
    "szombat",
    "vasárnap",
];
const ZONES: [&str; 26] = [
    "utc", "gmt", "z", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "cet", "cest", "bst", "ist",
    "jst", "msk", "eet", "eest", "wet", "aest", "aedt", "mez", "mesz", "uhr", "uur",
];
/// Words that may stand before a time or date, and go with it.
const RELATIVE: [&str; 27] = [
    "today",
    "yesterday",
    "tomorrow",
    "heute",
    "gestern",
    "hier",
    "hoy",
    "ayer",
    "oggi",
    "ieri",
    "hoje",
    "ontem",
    "vandaag",
    "gisteren",
    "idag",
    "igår",
    "dziś",
    "wczoraj",
    "dnes",
    "včera",
    "сегодня",
    "вчера",
    "сьогодні",
    "вчора",
    "bugün",
    "dün",
    "tegnap",
];
const UNITS: [&str; 117] = [
    "second",
    "seconds",
    "sec",
    "secs",
    "minute",
    "minutes",
    "min",
    "mins",
    "hour",
    "hours",
    "day",
    "days",
    "week",
    "weeks",
    "sekunde",
    "sekunden",
    "minuten",
    "stunde",
    "stunden",
    "tag",
    "tage",
    "tagen",
    "woche",
    "wochen",
    "seconde",
    "secondes",
    "heure",
    "heures",
    "jour",
    "jours",
    "semaine",
    "semaines",
    "segundo",
    "segundos",
    "minuto",
    "minutos",
    "hora",
    "horas",
    "día",
    "días",
    "dia",
    "dias",
    "semana",
    "semanas",
    "secondi",
    "minuti",
    "ora",
    "ore",
    "giorno",
    "giorni",
    "settimana",
    "settimane",
    "seconden",
    "uur",
    "dag",
    "dagen",
    "weken",
    "sekunder",
    "minuter",
    "minutter",
    "timme",
    "timmar",
    "time",
    "timer",
    "dagar",
    "dage",
    "uger",
    "vecka",
    "veckor",
    "sekund",
    "minut",
    "minuty",
    "godzinę",
    "godziny",
    "godzin",
    "dzień",
    "dni",
    "tydzień",
    "tygodnie",
    "hodinou",
    "hodinami",
    "dny",
    "týdny",
    "секунд",
    "секунды",
    "минуту",
    "минуты",
    "минут",
    "час",
    "часа",
    "часов",
    "день",
    "дня",
    "дней",
    "неделю",
    "недели",
    "недель",
    "секунди",
    "хвилину",
    "хвилини",
    "хвилин",
    "годину",
    "години",
    "годин",
    "днів",
    "тиждень",
    "тижні",
    "saniye",
    "dakika",
    "saat",
    "gün",
    "hafta",
    "perce",
    "perc",
    "órája",
    "napja",
    "hete",
];
const LONG_UNITS: [&str; 50] = [
    "month",
    "months",
    "year",
    "years",
    "monat",
    "monaten",
    "jahr",
    "jahren",
    "mois",
    "an",
    "ans",
    "mes",
    "meses",
    "mês",
    "año",
    "años",
    "ano",
    "anos",
    "mese",
    "mesi",
    "anno",
    "anni",
    "maand",
    "maanden",
    "jaar",
    "månad",
    "månader",
    "måned",
    "måneder",
    "år",
    "miesiąc",
    "miesiące",
    "rok",
    "lata",
    "měsíci",
    "lety",
    "месяц",
    "месяца",
    "месяцев",
    "год",
    "года",
    "лет",
    "місяць",
    "місяці",
    "рік",
    "роки",
    "ay",
    "yıl",
    "hónapja",
    "éve",
];

/// What stands behind a span of time past, or before it.
const PAST: [&str; 12] =
    ["ago", "fa", "geleden", "sedan", "siden", "temu", "назад", "тому", "önce", "ezelőtt", "atrás", "zpět"];
const PAST_BEFORE: [&str; 6] = ["vor", "a", "hace", "há", "för", "před"];
/// What such a span in Chinese or Japanese begins with, and has in it: no white space tells its words apart.
const UNSPACED_UNITS: [char; 7] =
    ['\u{79d2}', '\u{5206}', '\u{6642}', '\u{65f6}', '\u{5c0f}', '\u{5929}', '\u{65e5}'];
const UNSPACED_PAST: char = '\u{524d}';
/// What stands between day, month and year: `21 de noviembre de 2026`, `21st of November`.
const OF: [&str; 5] = ["of", "de", "del", "di", "do"];

/// Calls `sink` with every date, time of day and span of time past (`3 hours ago`) and what belongs to it: weekday,
/// `pm`, zone. Of dates, numbers in any usual order and names of months are known.
pub(crate) fn stamps(lexemes: &Lexemes<'_>, sink: Sink<'_>) {
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
    in_numbers(lexemes, at)
        .or_else(|| in_signs(lexemes, at))
        .or_else(|| day_first(lexemes, at))
        .or_else(|| month_first(lexemes, at))
}

/// A year, month and day each with the sign for it, as Chinese, Japanese and Korean have it: to the end of the last number.
fn in_signs(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let sign = |at: usize, signs: [char; 2]| lexemes.word(at).starts_with(signs);
    let month = at + 2;
    let begins = is_year(lexemes, at) && sign(at + 1, ['\u{5e74}', '\u{b144}']);
    if !begins || !is_month_number(lexemes, month) || !sign(month + 1, ['\u{6708}', '\u{c6d4}']) {
        return None;
    }
    let has_day = is_day(lexemes, month + 2) && sign(month + 3, ['\u{65e5}', '\u{c77c}']);
    Some(if has_day { month + 3 } else { month + 1 })
}

fn in_numbers(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let joint = lexemes.after(at);
    if !["-", "/", "."].contains(&joint) || lexemes.after(at + 1) != joint {
        return None;
    }
    let is_month = |at| is_month_number(lexemes, at);
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
    let month = behind_of(lexemes, day);
    let joined = [" ", "-", "/", ". ", "."].contains(&lexemes.before(month)) && is_month(lexemes, month);
    joined.then(|| end_of_year(lexemes, behind_of(lexemes, month + 1)).unwrap_or(month + 1))
}

fn month_first(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    if !lexemes.is_letters(at) || ![" ", ". ", "-", "  ", ", "].contains(&lexemes.after(at)) {
        return None;
    }
    let (day, year) = (end_of_day(lexemes, at + 1), behind_of(lexemes, at + 1));
    let is_told = day.is_some() || is_year(lexemes, year);
    if !is_told || !is_month(lexemes, at) || lexemes.is(at, &BEHIND_DAYS) {
        return None;
    }
    Some(day.map_or(year + 1, |day| end_of_year(lexemes, day).unwrap_or(day)))
}

/// The lexeme behind a word such as `of`, or this one, where there is none.
fn behind_of(lexemes: &Lexemes<'_>, at: usize) -> usize {
    at + usize::from(lexemes.before(at) == " " && lexemes.after(at) == " " && lexemes.is(at, &OF))
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

fn is_month_number(lexemes: &Lexemes<'_>, at: usize) -> bool {
    lexemes.value(at, 1..3).is_some_and(|month| (1..=12).contains(&month))
}

fn is_year(lexemes: &Lexemes<'_>, at: usize) -> bool {
    lexemes.value(at, 4..5).is_some_and(|year| (1900..2100).contains(&year))
}

fn is_month(lexemes: &Lexemes<'_>, at: usize) -> bool {
    let capital = lexemes.word(at).starts_with(char::is_uppercase);
    lexemes.is_letters(at) && lexemes.is(at, &MONTHS) && (capital || !lexemes.is(at, &AMBIGUOUS))
}

/// `16:40`, `16:40:39.123`, `4 pm`, `16h40`, `16.40 Uhr`.
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
    let dotted = lexemes.after(at) == "." && is_part(at + 1) && lexemes.is(at + 2, &["uhr", "uur"]);
    if dotted && lexemes.after(at + 1) == " " {
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

/// `3 hours ago`, `vor 3 Stunden`, `il y a 3 heures`.
fn past(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let counted = lexemes.number(at).or_else(|| lexemes.is(at, &["a", "an", "one"]).then_some(at + 1))?;
    let word = lexemes.word(counted);
    if word.starts_with(UNSPACED_UNITS) {
        return word.chars().take(4).any(|c| c == UNSPACED_PAST).then_some(counted);
    }
    let behind = lexemes.in_phrase(counted) && lexemes.is(counted + 1, &PAST);
    let before = at > 0
        && lexemes.in_phrase(at - 1)
        && lexemes.is(at - 1, &PAST_BEFORE)
        && (!lexemes.is(at - 1, &["a"]) || lexemes.precedes(at - 1, 1, &["y"]));
    let unit = || lexemes.is(counted, &UNITS) || lexemes.is(counted, &LONG_UNITS);
    ((behind || before) && unit()).then_some(counted + 1 + usize::from(behind))
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
