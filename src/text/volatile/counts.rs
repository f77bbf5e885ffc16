//! Counters of visitors, hits, views and the like.

use super::lexemes::{Lexemes, Sink};

/// What is counted, before or after the number that counts it.
const COUNTED: [&str; 72] = [
    "visitor",
    "visitors",
    "visits",
    "visited",
    "hits",
    "views",
    "viewed",
    "viewing",
    "pageviews",
    "impressions",
    "clicks",
    "downloads",
    "downloaded",
    "accessed",
    "accesses",
    "counter",
    "guests",
    "online",
    "reads",
    "registered",
    "requests",
    "browsing",
    "surfers",
    "lurkers",
    "besucher",
    "besuche",
    "besuchern",
    "aufrufe",
    "aufrufen",
    "zugriffe",
    "klicks",
    "seitenaufrufe",
    "visiteurs",
    "visites",
    "vues",
    "consultations",
    "lectures",
    "téléchargements",
    "visitantes",
    "visitas",
    "vistas",
    "lecturas",
    "descargas",
    "visualizações",
    "acessos",
    "visitatori",
    "visite",
    "visualizzazioni",
    "letture",
    "bezoekers",
    "bezoeken",
    "weergaven",
    "besökare",
    "visningar",
    "besøgende",
    "visninger",
    "besøk",
    "odwiedzin",
    "odsłon",
    "wyświetleń",
    "návštěv",
    "zobrazení",
    "просмотров",
    "просмотра",
    "посещений",
    "посетителей",
    "переглядів",
    "відвідувачів",
    "görüntülenme",
    "ziyaretçi",
    "látogató",
    "megtekintés",
];
/// What is counted when it is one, and otherwise says what to do: after the number alone.
const ONE: [&str; 18] = [
    "visit",
    "hit",
    "view",
    "pageview",
    "impression",
    "click",
    "download",
    "guest",
    "aufruf",
    "besuch",
    "klick",
    "zugriff",
    "vue",
    "visite",
    "lecture",
    "visita",
    "vista",
    "просмотр",
];
/// What is done a number of times, for counters that say `times`.
const DONE: [&str; 10] = [
    "viewed",
    "visited",
    "accessed",
    "read",
    "shown",
    "displayed",
    "requested",
    "downloaded",
    "opened",
    "seen",
];
/// How far before its number, and after it, what is counted may stand: `visitors so far today: 12`, `12 registered
/// users and guests`.
const BEFORE: usize = 4;
const AFTER: usize = 3;

/// Calls `sink` with every number of visitors and the like, together with the word behind it that its number changes.
pub(crate) fn visitors(lexemes: &Lexemes<'_>, sink: Sink<'_>) {
    for at in 0..lexemes.len() {
        let Some(end) = lexemes.number(at) else { continue };
        let times = lexemes.is(end, &["time", "times"]) && lexemes.in_phrase(end - 1);
        let one = lexemes.follows(end, 1, &ONE);
        let told = one || lexemes.precedes(at, BEFORE, &COUNTED) || lexemes.follows(end, AFTER, &COUNTED);
        if times && (told || lexemes.precedes(at, BEFORE, &DONE)) {
            sink(at..end + 1);
        } else if told {
            let unit = one || lexemes.follows(end, 1, &COUNTED);
            sink(at..end + usize::from(unit));
        }
    }
}
