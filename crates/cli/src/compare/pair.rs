//! One pair for a person: what the documents share in numbers, then every passage, and last what is in other words.

mod reworded;

use std::collections::BTreeMap;
use std::io::{self, Write};

use console::Style;
use twinprint::export::{Citations, percent};
use twinprint::report::{FlagCounts, PassagePlaces, Place};
use twinprint::text::Span;
use twinprint::{Prepared, Report};
use twinprint_native::Error;
use twinprint_native::pairs::Ranked;

use super::paragraph::{Paragraph, PieceKind};
use super::{Documents, unwritable};
use crate::terminal::{Terminal, count, visible};
use crate::unread;

/// One of the two documents.
struct Side<'a> {
    /// A or B.
    letter: char,
    document: &'a Prepared,
    /// The text in which the report's places are.
    view: &'a str,
    /// Its lines and pages.
    citations: Citations<'a>,
    /// Who wrote it, if its name tells that.
    author: Option<&'a str>,
    /// What of it is not compared, in words.
    unread: Vec<String>,
}

pub(super) fn write(
    out: &mut dyn Write,
    terminal: &Terminal,
    documents: &Documents,
    pair: &Ranked,
    run: usize,
) -> Result<(), Error> {
    let sides = [('A', pair.a), ('B', pair.b)].map(|(letter, position)| {
        let exhibit = documents.exhibit(position);
        Side {
            letter,
            document: exhibit.document,
            view: exhibit.document.reading().view(exhibit.text),
            citations: exhibit.citations(),
            author: documents.authors.name(position),
            unread: unread::notes(&documents.sources[position]),
        }
    });
    let report = documents.report(pair)?;
    let w = documents.checker.recipe().w;
    summary(out, terminal, &report, &sides, (w, run))
        .and_then(|()| {
            report.passages.iter().enumerate().try_for_each(|(index, passage)| {
                heading(out, terminal, &sides, passage, (index + 1, report.passages.len()))?;
                text(terminal, &sides, passage).write(out)
            })
        })
        .and_then(|()| match &report.reworded {
            None => Ok(()),
            Some(found) => reworded::write(out, terminal, &sides, found),
        })
        .map_err(unwritable)
}

fn summary(
    out: &mut dyn Write,
    terminal: &Terminal,
    report: &Report,
    [a, b]: &[Side<'_>; 2],
    (w, run): (usize, usize),
) -> io::Result<()> {
    let strong = terminal.style(Style::new().bold());
    let n = &report.numbers;
    for (side, name, words) in [(a, &report.a, n.words_a), (b, &report.b, n.words_b)] {
        let author = side.author.map_or_else(String::new, |author| format!("{}: ", visible(author)));
        writeln!(
            out,
            "{}  {author}{}, {}",
            strong.apply_to(side.letter),
            strong.apply_to(visible(name)),
            words_of(words)
        )?;
    }
    writeln!(out)?;
    let mut line =
        |label: &str, text: String| writeln!(out, "{}  {text}", strong.apply_to(format!("{label:<21}")));
    let share = |words: u32, of: u32| {
        format!(
            "{} of {} ({} %)",
            count(words),
            words_of(of),
            percent(f64::from(words) / f64::from(of.max(1)))
        )
    };
    let own_a = n.words_a.saturating_sub(n.template_words_a + n.left_out_words_a);
    let own_b = n.words_b.saturating_sub(n.template_words_b + n.left_out_words_b);
    line(
        "Shared",
        format!("in A {}, in B {}", share(n.shared_words_a, own_a), share(n.shared_words_b, own_b)),
    )?;
    if n.edited_words_a + n.edited_words_b > 0 {
        let (a, b) = (words_of(n.edited_words_a), words_of(n.edited_words_b));
        line("Edited", format!("{a} more in A and {b} in B, in passages that were changed between them"))?;
    }
    line(
        "Longest identical run",
        match n.longest_run {
            0 => format!("none of {run} words or more"),
            words => format!("{} in a row", words_of(words)),
        },
    )?;
    line(
        "Containment",
        format!(
            "{} % of A is found in B, {} % of B in A, by shingles of {}",
            percent(n.containment_a),
            percent(n.containment_b),
            words_of(w as u32)
        ),
    )?;
    line("Resemblance", format!("{} % of all shingles are in both", percent(n.resemblance)))?;
    line("Simhash", format!("{} of 64 bits differ", n.simhash_distance))?;
    if n.template_words_a + n.template_words_b > 0 {
        let (a, b) = (words_of(n.template_words_a), words_of(n.template_words_b));
        line("Template", format!("{a} of A and {b} of B were given to everyone and do not count"))?;
    }
    for (letter, left_out) in [("A", &report.left_out_a), ("B", &report.left_out_b)] {
        let mut words = BTreeMap::new();
        left_out.iter().for_each(|place| *words.entry(place.kind).or_default() += place.words);
        if !words.is_empty() {
            let words: Vec<_> = words.into_iter().map(|(kind, words)| left_out_of(kind, words)).collect();
            line(&format!("Left out of {letter}"), words.join(", "))?;
        }
    }
    for (side, flags) in [(a, report.flags_a), (b, report.flags_b)] {
        let (letter, flags) = (side.letter, [side.unread.clone(), flags_of(flags)].concat());
        if !flags.is_empty() {
            line(&format!("Noticed in {letter}"), flags.join(", "))?;
        }
    }
    Ok(())
}

fn heading(
    out: &mut dyn Write,
    terminal: &Terminal,
    sides: &[Side<'_>; 2],
    passage: &PassagePlaces,
    (number, of): (usize, usize),
) -> io::Result<()> {
    let strong = terminal.style(Style::new().bold());
    let dim = terminal.style(Style::new().dim());
    let [a, b] = sides;
    let mut title = format!("Passage {number} of {of}: {}", words_of(passage.words));
    if passage.runs.len() > 1 {
        title += &format!(", {} in a row", count(passage.longest_run));
    }
    if passage.edited {
        title += ", edited";
    }
    writeln!(out, "\n{}  {}, {}", strong.apply_to(title), a.cited(passage.a), b.cited(passage.b))?;
    if passage.edited {
        writeln!(out, "{}", dim.apply_to(rarity(passage.bits)))?;
    }
    for (side, elsewhere, also) in
        [(a, passage.elsewhere_a, &passage.also_a), (b, passage.elsewhere_b, &passage.also_b)]
    {
        if elsewhere > 0 {
            writeln!(out, "{}", dim.apply_to(side.elsewhere(elsewhere, also)))?;
        }
    }
    Ok(())
}

/// In words, how rarely unrelated texts share a passage of this many bits (docs/explanation/comparing.md, "Edited passages").
fn rarity(bits: u32) -> String {
    let pairs = match bits {
        0..20 => "fewer than 3,000",
        20..30 => "some 3,000",
        30..40 => "some 30,000",
        _ => "200,000 or more",
    };
    format!("Something as rare is found in one of {pairs} pairs of unrelated books")
}

/// The passage as A has it, with what B has instead.
fn text(terminal: &Terminal, [a, b]: &[Side<'_>; 2], passage: &PassagePlaces) -> Paragraph {
    let mut paragraph = Paragraph::new(terminal, 4);
    let mut ends: Option<(u32, u32)> = None;
    for run in &passage.runs {
        if let Some((end_a, end_b)) = ends {
            let edit_a = a.text(Place { start: end_a, end: run.a.start });
            let edit_b = b.text(Place { start: end_b, end: run.b.start });
            edit(&mut paragraph, edit_a, edit_b);
        }
        paragraph.push_equal(a.text(run.a));
        ends = Some((run.a.end, run.b.end));
    }
    paragraph
}

/// What A and B have between two runs, without the punctuation that both have around it.
fn edit(paragraph: &mut Paragraph, a: &str, b: &str) {
    let same = |(x, y): &(char, char)| x == y && !x.is_alphanumeric();
    let length = |(c, _): (char, char)| c.len_utf8();
    let before: usize = a.chars().zip(b.chars()).take_while(same).map(length).sum();
    let (punctuation, a, b) = (&a[..before], &a[before..], &b[before..]);
    let after: usize = a.chars().rev().zip(b.chars().rev()).take_while(same).map(length).sum();
    paragraph.push(PieceKind::Equal, punctuation);
    paragraph.push(PieceKind::OnlyA, &a[..a.len() - after]);
    paragraph.push(PieceKind::OnlyB, &b[..b.len() - after]);
    paragraph.push(PieceKind::Equal, &a[a.len() - after..]);
}

impl<'a> Side<'a> {
    fn text(&self, place: Place) -> &'a str {
        self.view.get(place.start as usize..place.end as usize).unwrap_or("")
    }

    /// "A lines 3-5"; of what has pages, "A page 2, lines 3-5".
    fn cited(&self, place: Place) -> String {
        let numbers =
            |noun: &str, (first, last): (usize, usize)| match (count(first as u64), count(last as u64)) {
                (first, last) if first == last => format!("{noun} {first}"),
                (first, last) => format!("{noun}s {first}-{last}"),
            };
        let citation = self.citations.cite(Span { start: place.start, end: place.end });
        let lines = numbers("line", citation.lines);
        match citation.pages {
            None => format!("{} {lines}", self.letter),
            Some(pages) => format!("{} {}, {lines}", self.letter, numbers("page", pages)),
        }
    }

    /// "    stands at 3 more places of B: lines 4, 9, 12".
    fn elsewhere(&self, places: u32, listed: &[Place]) -> String {
        let line = |&Place { start, end }: &Place| self.citations.cite(Span { start, end }).lines.0;
        let mut lines: Vec<usize> = listed.iter().map(line).collect();
        lines.dedup();
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        let lines: Vec<String> = lines.into_iter().map(|line| count(line as u64)).collect();
        let more = if listed.len() < places as usize { ", ..." } else { "" };
        format!(
            "    stands at {} more {} of {}: {noun} {}{more}",
            count(places),
            plural(places, "place"),
            self.letter,
            lines.join(", ")
        )
    }
}

/// What was folded, in words.
fn flags_of(flags: FlagCounts) -> Vec<String> {
    let FlagCounts { invisible, soft_hyphens, look_alikes, foreign_words, styled, .. } = flags;
    [
        (invisible, "invisible character", "inside words"),
        (soft_hyphens, "soft hyphen", "inside words"),
        (look_alikes, "word", "with look-alike letters of another script"),
        (foreign_words, "word", "wholly in another script that looks like the text's own"),
        (styled, "word", "in styled letters"),
    ]
    .into_iter()
    .filter(|&(number, ..)| number > 0)
    .map(|(number, noun, what)| format!("{} {} {what}", count(number), plural(number, noun)))
    .collect()
}

/// "312 words in quotations".
fn left_out_of(kind: &str, words: u32) -> String {
    let place = match kind {
        "quotations" => "in quotations",
        "block-quotes" => "in block quotes",
        "bibliography" => "in a bibliography",
        _ => "in runs that many of the documents have",
    };
    format!("{} {place}", words_of(words))
}

fn words_of(number: u32) -> String {
    format!("{} {}", count(number), plural(number, "word"))
}

fn plural(number: u32, noun: &str) -> String {
    if number == 1 { noun.into() } else { format!("{noun}s") }
}
