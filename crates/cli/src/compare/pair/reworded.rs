//! What two documents have in other words, sentence by sentence.

use std::io::{self, Write};

use console::Style;
use twinprint::export::percent;
use twinprint::report::{Place, RewordedPlaces};
use twinprint::reworded::words_in_both;

use super::Side;
use crate::compare::paragraph::{Paragraph, PieceKind};
use crate::terminal::Terminal;

/// Each passage with its sentences, that of A above that of B, the words that both have in colour.
pub(super) fn write(
    out: &mut dyn Write,
    terminal: &Terminal,
    sides: &[Side<'_>; 2],
    found: &[RewordedPlaces],
) -> io::Result<()> {
    let strong = terminal.style(Style::new().bold());
    let dim = terminal.style(Style::new().dim());
    if found.is_empty() {
        return writeln!(out, "\n{}", dim.apply_to("No passage says much the same in other words."));
    }
    let [a, b] = sides;
    for (index, passage) in found.iter().enumerate() {
        let title = format!("In other words {} of {}", index + 1, found.len());
        let places = [a.cited(passage.a), b.cited(passage.b)].join(", ");
        let likeness = percent(passage.likeness);
        writeln!(out, "\n{}  {places}, {likeness} % alike", strong.apply_to(title))?;
        for (number, pair) in passage.sentences.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            sentence(terminal, (a, pair.a), (b, pair.b)).write(out)?;
            sentence(terminal, (b, pair.b), (a, pair.a)).write(out)?;
        }
    }
    writeln!(out, "\n{}", dim.apply_to("Sentences may say much the same by chance: read them."))
}

/// A sentence after its document's letter.
fn sentence(
    terminal: &Terminal,
    (own, place): (&Side<'_>, Place),
    (other, its): (&Side<'_>, Place),
) -> Paragraph {
    let mut paragraph = Paragraph::new(terminal, 4);
    paragraph.push(PieceKind::Aside, &format!("{}: ", own.letter));
    let mut shown = place.start;
    for word in words_in_both((own.document, place), (other.document, its)) {
        paragraph.push(PieceKind::Own, own.text(Place { start: shown, end: word.start }));
        paragraph.push(PieceKind::Equal, own.text(word));
        shown = word.end;
    }
    paragraph.push(PieceKind::Own, own.text(Place { start: shown, end: place.end }));
    paragraph
}
