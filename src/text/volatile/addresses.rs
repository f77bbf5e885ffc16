//! URLs, hosts, and names of servers.

use super::lexemes::{Lexemes, Sink};

/// Ends of names of hosts for which no list of suffixes is needed: the common ones, of which few are endings of files, too.
const TOP: [&str; 62] = [
    "com",
    "org",
    "net",
    "edu",
    "gov",
    "mil",
    "int",
    "info",
    "biz",
    "name",
    "example",
    "test",
    "local",
    "localdomain",
    "invalid",
    "arpa",
    "dev",
    "app",
    "online",
    "shop",
    "site",
    "blog",
    "ac",
    "at",
    "au",
    "be",
    "br",
    "ca",
    "cc",
    "ch",
    "cn",
    "co",
    "cz",
    "de",
    "dk",
    "es",
    "eu",
    "fi",
    "fr",
    "gr",
    "hu",
    "ie",
    "il",
    "in",
    "io",
    "it",
    "jp",
    "kr",
    "me",
    "mx",
    "nl",
    "no",
    "nz",
    "pt",
    "ru",
    "se",
    "tv",
    "tw",
    "uk",
    "us",
    "ws",
    "za",
];
/// What comes before the name of a server.
const SERVERS: [&str; 8] = ["server", "served", "host", "hostname", "node", "backend", "mirror", "webserver"];
/// What comes before the address of the one who reads the page.
const READER: [&str; 14] = [
    "your", "you", "visitor", "client", "remote", "ihre", "votre", "vous", "tu", "su", "tua", "sua", "uw",
    "ваш",
];
/// What may come between.
const LINKS: [&str; 6] = ["by", "from", "at", "name", "is", "id"];

/// Calls `sink` with every URL and every host that stands alone.
pub(crate) fn urls(lexemes: &Lexemes<'_>, sink: Sink<'_>) {
    let mut at = 0;
    while at < lexemes.len() {
        let scheme = lexemes.after(at).starts_with("://") && lexemes.is_letters(at);
        let www = lexemes.is(at, &["www"]) && lexemes.after(at) == ".";
        let end = match scheme || www {
            true => Some(lexemes.unbroken(at)),
            false => in_numbers(lexemes, at).or_else(|| host(lexemes, at)),
        };
        if let Some(end) = end {
            sink(at..end);
        }
        at = end.unwrap_or(at + 1);
    }
}

/// The end of an address of four numbers, `192.0.2.7`, with its port, that is said to be the reader's: another's is content.
fn in_numbers(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let part = |at| lexemes.value(at, 1..4).is_some_and(|part| part < 256);
    let joined = (at..at + 3).all(|at| lexemes.after(at) == ".") && (at..at + 4).all(part);
    if !joined || !lexemes.precedes(at, 4, &READER) {
        return None;
    }
    let port = lexemes.after(at + 3) == ":" && lexemes.is_digits(at + 4);
    Some(at + 4 + usize::from(port))
}

/// The end of a host that begins here, with its port and path: labels, and the last one known.
fn host(lexemes: &Lexemes<'_>, at: usize) -> Option<usize> {
    let begins = at == 0 || !lexemes.before(at).is_empty();
    if !begins || !lexemes.after(at).starts_with(['.', '-', '@', '_', '+']) {
        return None;
    }
    // The address of a mailbox is one with its host.
    let end = lexemes.joined_by(at, |c| ".-@_+".contains(c));
    let last = end - 1;
    let is_top = lexemes.is(last, &TOP) && is_of_one_case(lexemes.word(last));
    // `e.g` and `i.e` are none, nor are sentences without a space between.
    let label = last > at && lexemes.before(last) == "." && lexemes.word(last - 1).len() > 1;
    if !(is_top && label) {
        return None;
    }
    let goes_on = ["/", ":", "/~", "?"].contains(&lexemes.after(last));
    Some(if goes_on { lexemes.unbroken(last) } else { end })
}

fn is_of_one_case(word: &str) -> bool {
    !word.contains(char::is_uppercase) || !word.contains(char::is_lowercase)
}

/// Calls `sink` with what is said to be the name of a server: `served by web-03`, `Server: www3.example.org`.
pub(crate) fn servers(lexemes: &Lexemes<'_>, sink: Sink<'_>) {
    for cue in (0..lexemes.len()).filter(|&at| lexemes.is(at, &SERVERS)) {
        let links = (cue + 1..cue + 3).take_while(|&at| lexemes.is(at, &LINKS)).count();
        let at = cue + 1 + links;
        if at >= lexemes.len() || !(cue..at).all(|at| lexemes.in_phrase(at)) {
            continue;
        }
        let end = lexemes.joined_by(at, |c| ".-_/".contains(c));
        let named = lexemes.before(at).trim_start().starts_with([':', '=']) && !lexemes.is(cue, &["host"]);
        // A word alone could be anything.
        let numbered = (at..end).any(|at| lexemes.is_digits(at)) && lexemes.is_letters(at);
        let dotted = (at + 1..end).any(|at| lexemes.before(at) == ".");
        if named || numbered || dotted {
            sink(at..end);
        }
    }
}
