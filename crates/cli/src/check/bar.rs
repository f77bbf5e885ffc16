//! A document as a line of blocks: how much of each stretch of it stands in sources, and below, in which first.

use console::Style;
use twinprint::index::Findings;

use crate::terminal::Terminal;

/// The most columns of a bar.
const COLUMNS: usize = 72;

/// Colours take turns; the numbers below tell sources apart.
const COLOURS: [fn(Style) -> Style; 6] =
    [Style::yellow, Style::cyan, Style::magenta, Style::green, Style::blue, Style::red];

/// What a bar's blocks mean.
pub(super) const LEGEND: &str =
    "█ nine tenths or more are in a source  ▓ half  ░ less  · none; below, its number, + above 9";

/// The style of a source's number.
pub(super) fn style(terminal: &Terminal, source: usize) -> Style {
    terminal.style(COLOURS[source % COLOURS.len()](Style::new()))
}

/// Two lines of a document of this length in bytes.
pub(super) fn bar(terminal: &Terminal, findings: &Findings, bytes: usize, indent: usize) -> [String; 2] {
    let columns = terminal.text_columns().saturating_sub(indent).clamp(10, COLUMNS);
    let mut lines = [" ".repeat(indent), " ".repeat(indent)];
    for cells in cells(findings, bytes, columns).chunk_by(|a, b| a.source == b.source) {
        let blocks: String = cells.iter().map(BarCell::block).collect();
        let (style, number) = match cells[0].source {
            None => (terminal.style(Style::new().dim()), " ".into()),
            Some(source) => {
                (style(terminal, source), if source < 9 { (source + 1).to_string() } else { "+".into() })
            }
        };
        lines[0] += &style.apply_to(blocks).to_string();
        lines[1] += &style.apply_to(number.repeat(cells.len())).to_string();
    }
    lines.map(|line| line.trim_end().into())
}

/// A stretch of a document that one column stands for.
#[derive(Debug, Clone, Default)]
struct BarCell {
    bytes: usize,
    /// How many of them are explained.
    explained: usize,
    /// The source that explains most.
    source: Option<usize>,
    /// How many bytes that explains.
    most: usize,
}

impl BarCell {
    fn block(&self) -> &'static str {
        match self.explained {
            0 => "·",
            explained if 10 * explained >= 9 * self.bytes => "█",
            explained if 2 * explained >= self.bytes => "▓",
            _ => "░",
        }
    }
}

fn cells(findings: &Findings, bytes: usize, columns: usize) -> Vec<BarCell> {
    let columns = columns.min(bytes.max(1));
    let start = |column: usize| column * bytes / columns;
    let mut cells: Vec<BarCell> = (0..columns)
        .map(|column| BarCell { bytes: start(column + 1) - start(column), ..BarCell::default() })
        .collect();
    for stretch in findings.explained_by() {
        let (from, to) = (stretch.place.start as usize, (stretch.place.end as usize).min(bytes));
        let first = (from * columns).checked_div(bytes).unwrap_or(0).saturating_sub(1);
        for (cell, column) in
            cells.iter_mut().zip(0..).skip(first).take_while(|&(_, column)| start(column) < to)
        {
            let within = to.min(start(column + 1)).saturating_sub(from.max(start(column)));
            cell.explained += within;
            if within > cell.most {
                (cell.source, cell.most) = (Some(stretch.source), within);
            }
        }
    }
    cells
}
