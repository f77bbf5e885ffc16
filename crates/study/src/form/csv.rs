//! What stands behind figures and tables, as comma-separated values (RFC 4180) with all digits.

use super::{Cell, Content, Table};
use crate::plot::{COLUMNS, Figure};
use twinprint::export::csv::field;

impl Content {
    pub(super) fn csv(&self) -> String {
        match self {
            Content::Figure(figure) => of_figure(figure),
            Content::Table(table) => of_table(table),
        }
    }
}

fn of_figure(figure: &Figure) -> String {
    let mut text = line(COLUMNS.map(String::from));
    for row in figure.values() {
        let (low, high) = row.interval.unzip();
        text += &line([
            field(&row.panel),
            field(&row.series),
            field(&row.x),
            row.y.to_string(),
            number(low),
            number(high),
        ]);
    }
    text
}

/// A column whose cells have intervals is followed by their ends, and one whose cells are of sites by how many these are.
fn of_table(table: &Table) -> String {
    let any = |column: usize, of: &dyn Fn(&Cell) -> bool| {
        table.rows.iter().any(|row| row.get(column).is_some_and(of))
    };
    let columns: Vec<(bool, bool)> = (0..table.head.len())
        .map(|column| {
            (any(column, &|cell| cell.interval().is_some()), any(column, &|cell| cell.sites().is_some()))
        })
        .collect();
    let head = table.head.iter().zip(&columns).flat_map(|(name, (ranged, sites))| {
        let ends = ranged.then(|| [std::format!("{name}, low"), std::format!("{name}, high")]);
        let sites = sites.then(|| std::format!("{name}, sites"));
        std::iter::once(name.clone()).chain(ends.into_iter().flatten()).chain(sites)
    });
    let mut text = line(head.map(|name| field(&name)));
    for row in &table.rows {
        let cells = row.iter().zip(&columns).flat_map(|(cell, (ranged, sites))| {
            let interval = cell.interval();
            let end = |end: Option<f64>| ranged.then(|| number(end));
            let ends = [end(interval.map(|range| range.low)), end(interval.map(|range| range.high))];
            let sites = sites.then(|| cell.sites().map_or(String::new(), |sites| sites.to_string()));
            std::iter::once(plain(cell)).chain(ends.into_iter().flatten()).chain(sites)
        });
        text += &line(cells);
    }
    text
}

fn plain(cell: &Cell) -> String {
    match cell {
        Cell::None => String::new(),
        Cell::Text(text) => field(text),
        Cell::Count(number) => number.to_string(),
        Cell::Number { value, .. } => value.to_string(),
    }
}

fn number(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

fn line(fields: impl IntoIterator<Item = String>) -> String {
    fields.into_iter().collect::<Vec<_>>().join(",") + "\r\n"
}
