//! The pages on which a person judges: one a pair, and one when all are judged.

use std::format;

use super::super::verdict::Verdict;
use super::{LabelPair, show};
use twinprint_native::display::{count, counted};

/// The style of all pages.
pub(super) const STYLE: &str = include_str!("label.css");

/// What makes keys of the buttons; without it they are buttons.
pub(super) const KEYS: &str = include_str!("keys.js");

/// What is asked (Henzinger 2006, section 3.1), in other words.
const DEFINITIONS: &str = "\
<details open><summary>What the verdicts mean</summary><dl>\
<dt>Correct</dt><dd>They are near-duplicates. Their text differs only by a session id, a time stamp, an execution time, a \
message id, a visitor count, a server name, or all or part of their URL; or in what a visitor does not see; or by several \
of these; or both are entry pages to the same site.</dd>\
<dt>Incorrect</dt><dd>What the page is mainly about differs: two pages of a shop, say, with the same text around another \
product.</dd>\
<dt>Undecided</dt><dd>Anything else: forms filled in differently that would be the same if they were emptied; another minor \
item, such as a box at the side or the foot; a pair that you cannot judge, because of its language, say.</dd></dl></details>";

/// Where the work stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    /// How many pairs are judged, and how many there are.
    pub(super) judged: usize,
    pub(super) all: usize,
    /// Whether there is a verdict to take back.
    pub(super) any: bool,
}

/// The page of a pair, from 1, with the verdict on it if there is one; `news` is what was just done.
pub(super) fn judge(
    number: usize,
    pair: &LabelPair,
    verdict: Option<Verdict>,
    standing: Standing,
    news: &str,
) -> String {
    let all = standing.all;
    let mut page = begin(&format!("Pair {number} of {all}"));
    page +=
        &format!("<h1 tabindex=\"-1\" autofocus>Pair {} of {}</h1>", count(number as u64), count(all as u64));
    progress(&mut page, standing, news);
    page += DEFINITIONS;
    show::pair(&mut page, pair);
    page += "<div class=\"bar\" role=\"group\" aria-label=\"Verdict\">";
    page += &format!("<form method=\"post\" action=\"/pair/{number}\">");
    for (of, key) in Verdict::ALL.into_iter().zip(["c", "i", "u"]) {
        let pressed = verdict == Some(of);
        page += &format!(
            "<button name=\"verdict\" value=\"{}\" data-key=\"{key}\" aria-pressed=\"{pressed}\">{} <kbd>{key}</kbd></button>",
            of.name(),
            titled(of)
        );
    }
    page += "</form>";
    take_back(&mut page, standing);
    page += "<nav aria-label=\"Pairs\">";
    for (to, text, key) in [(number - 1, "Pair before", "b"), (number + 1, "Next pair", "s")] {
        if (1..=all).contains(&to) {
            page += &format!("<a href=\"/pair/{to}\" data-key=\"{key}\">{text} <kbd>{key}</kbd></a>");
        }
    }
    page += "</nav><p class=\"keys\"><label><input type=\"checkbox\" id=\"keys\" checked> Keys</label> \
             <span><kbd>n</kbd> <kbd>p</kbd> next and previous difference</span></p>\
             <p id=\"told\" class=\"unseen\" role=\"status\"></p></div>";
    end(page)
}

/// The page when all are judged.
pub(super) fn done(verdicts: &[Option<Verdict>], standing: Standing, news: &str) -> String {
    let mut page = begin("All pairs are judged");
    let heading = if standing.judged == standing.all { "All pairs are judged" } else { "So far" };
    page += &format!("<h1 tabindex=\"-1\" autofocus>{heading}</h1>");
    progress(&mut page, standing, news);
    page += "<ul>";
    for of in Verdict::ALL {
        let judged = verdicts.iter().filter(|verdict| **verdict == Some(of)).count();
        page += &format!("<li>{}: {}</li>", titled(of), counted(judged as u64, "pair"));
    }
    page += "</ul><p>Every verdict is kept. The window can be closed, and the command ended with Ctrl-C.</p><div class=\"bar\">";
    take_back(&mut page, standing);
    page += "<nav><a href=\"/pair/1\">First pair</a></nav></div>";
    end(page)
}

/// A page that says what went wrong.
pub(super) fn trouble(what: &str) -> String {
    let mut page = begin("That did not work");
    page += "<h1 tabindex=\"-1\" autofocus>That did not work</h1><p class=\"trouble\" role=\"alert\">";
    twinprint::export::html::escape(&mut page, what);
    page += "</p><p><a href=\"/\">Back to the pairs</a></p>";
    end(page)
}

fn begin(title: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title} – Twinprint</title>\
         <link rel=\"stylesheet\" href=\"/label.css\"><link rel=\"icon\" href=\"data:,\">\
         <script type=\"module\" src=\"/keys.js\"></script></head><body><main>"
    )
}

fn end(mut page: String) -> String {
    page += "</main></body></html>\n";
    page
}

fn progress(page: &mut String, standing: Standing, news: &str) {
    let Standing { judged, all, .. } = standing;
    *page += &format!(
        "<p><label>{} of {} judged <progress value=\"{judged}\" max=\"{all}\"></progress></label></p>\
         <p role=\"status\" class=\"news\">{news}</p>",
        count(judged as u64),
        count(all as u64)
    );
}

fn take_back(page: &mut String, standing: Standing) {
    if standing.any {
        *page += "<form method=\"post\" action=\"/undo\"><button data-key=\"z\">Take back <kbd>z</kbd></button></form>";
    }
}

fn titled(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Correct => "Correct",
        Verdict::Incorrect => "Incorrect",
        Verdict::Undecided => "Undecided",
    }
}
