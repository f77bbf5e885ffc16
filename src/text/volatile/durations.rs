//! How long it took to make a page.

use super::lexemes::{Lexemes, Sink};

/// What tells that a time is what something took.
const TOOK: [&str; 42] = [
    "took",
    "taken",
    "generated",
    "generation",
    "rendered",
    "rendering",
    "executed",
    "execution",
    "loaded",
    "loading",
    "elapsed",
    "processed",
    "processing",
    "query",
    "queries",
    "parsed",
    "runtime",
    "sql",
    "generiert",
    "erzeugt",
    "geladen",
    "ausgeführt",
    "dauerte",
    "générée",
    "généré",
    "exécutée",
    "chargée",
    "generado",
    "generada",
    "cargado",
    "generata",
    "generato",
    "caricata",
    "gerada",
    "gerado",
    "carregada",
    "gegenereerd",
    "genererades",
    "wygenerowano",
    "vygenerováno",
    "сгенерирована",
    "создана",
];
/// What tells so of times that are no whole seconds: a recipe's are.
const MAY_TAKE: [&str; 15] = [
    "time",
    "page",
    "load",
    "search",
    "searched",
    "result",
    "results",
    "response",
    "created",
    "completed",
    "built",
    "cpu",
    "script",
    "finished",
    "served",
];
const SECONDS: [&str; 17] = [
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "sekunde",
    "sekunden",
    "seconde",
    "secondes",
    "segundos",
    "secondi",
    "seconden",
    "sekunder",
    "sekund",
    "сек",
    "секунд",
    "секунды",
];
const LESS: [&str; 10] =
    ["ms", "msec", "msecs", "millisecond", "milliseconds", "us", "\u{b5}s", "\u{3bc}s", "microseconds", "ns"];
/// How far a word that tells may be from the time.
const REACH: usize = 6;

/// Calls `sink` with every time that making a page took, and with how many queries it took: `generated in 0.23 seconds
/// with 12 queries`.
pub(crate) fn execution_times(lexemes: &Lexemes<'_>, sink: Sink<'_>) {
    for at in 0..lexemes.len() {
        let Some(end) = lexemes.number(at) else { continue };
        let near = |words: &[&str]| lexemes.precedes(at, REACH, words) || lexemes.follows(end, REACH, words);
        let unit = |words: &[&str]| lexemes.is(end, words) && lexemes.before(end).len() <= 2;
        let is_whole = end == at + 1;
        let short = unit(&LESS) || (unit(&SECONDS) && !is_whole);
        let queries = lexemes.is(end, &["query", "queries"]) && lexemes.in_phrase(end - 1);
        let bare = !is_whole && lexemes.precedes(at, 2, &["elapsed", "time", "runtime"]);
        if (short && near(&MAY_TAKE)) || ((short || unit(&SECONDS) || queries) && near(&TOOK)) {
            sink(at..end + 1);
        } else if bare && lexemes.before(at).trim_end().ends_with([':', '=']) {
            sink(at..end);
        }
    }
}
