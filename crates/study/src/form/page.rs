//! A study as one HTML file that is safe to open, with the house's rules for such files ([`twinprint::export`]): no script,
//! nothing loaded, every character escaped, and a policy that says so to the browser.

use std::format;

use super::{Content, Parameters, Study, StudyExhibit, Table};
use crate::plot;
use twinprint::export::html::{begin, escape};
use twinprint_native::display::visible;

const STYLE: &str = include_str!("page.css");

impl Study {
    pub(super) fn page(&self) -> String {
        let mut page = begin(&format!("{STYLE}{}", plot::STYLE));
        page += "<main>";
        element(&mut page, "h1", "", &self.title);
        if !self.question.is_empty() {
            element(&mut page, "p", "question", &self.question);
        }
        self.contents(&mut page);
        section(&mut page, "found", "What was found");
        self.findings.iter().for_each(|finding| element(&mut page, "p", "finding", finding));
        section(&mut page, "setup", "How it was done");
        self.setup.iter().for_each(|paragraph| element(&mut page, "p", "", paragraph));
        for (number, part) in self.parts.iter().enumerate() {
            section(&mut page, &format!("part-{number}"), &part.heading);
            part.text.iter().for_each(|paragraph| element(&mut page, "p", "", paragraph));
            part.exhibits.iter().for_each(|of| exhibit(&mut page, of));
        }
        parameters(&mut page, &self.parameters);
        page += &format!(
            "</main><footer><p>Made by Twinprint {}. The same corpus, options and seed give the same numbers.</p></footer></body></html>\n",
            env!("CARGO_PKG_VERSION"),
        );
        page
    }

    fn contents(&self, page: &mut String) {
        *page += "<nav><a href=\"#found\">What was found</a><a href=\"#setup\">How it was done</a>";
        for (number, part) in self.parts.iter().enumerate() {
            *page += &format!("<a href=\"#part-{number}\">");
            escape(page, &part.heading);
            *page += "</a>";
        }
        *page += "<a href=\"#parameters\">Parameters</a></nav>";
    }
}

fn section(page: &mut String, id: &str, heading: &str) {
    *page += &format!("<h2 id=\"{id}\">");
    escape(page, heading);
    *page += "</h2>";
}

fn element(page: &mut String, tag: &str, class: &str, text: &str) {
    *page += &if class.is_empty() { format!("<{tag}>") } else { format!("<{tag} class=\"{class}\">") };
    escape(page, &visible(text));
    *page += &format!("</{tag}>");
}

/// A figure or a table with what is said below it, and links to its files.
fn exhibit(page: &mut String, exhibit: &StudyExhibit) {
    let StudyExhibit { name, caption, content } = exhibit;
    *page += "<figure><div class=\"wide\" tabindex=\"0\">";
    match content {
        Content::Figure(figure) => *page += &figure.inline(),
        Content::Table(of) => table(page, of),
    }
    *page += "</div><figcaption>";
    escape(page, &visible(caption));
    *page += &match content {
        Content::Figure(_) => format!(" <a href=\"{name}.svg\">SVG</a> <a href=\"{name}.csv\">CSV</a>"),
        Content::Table(_) => format!(" <a href=\"{name}.csv\">CSV</a>"),
    };
    *page += "</figcaption></figure>";
}

fn table(page: &mut String, table: &Table) {
    let numbers: Vec<bool> = (0..table.head.len())
        .map(|column| table.rows.iter().all(|row| row.get(column).is_none_or(|cell| cell.is_number())))
        .collect();
    let class = |column: usize| if numbers.get(column) == Some(&true) { " class=\"n\"" } else { "" };
    *page += "<table><thead><tr>";
    for (column, name) in table.head.iter().enumerate() {
        *page += &format!("<th{}>", class(column));
        escape(page, &visible(name));
        *page += "</th>";
    }
    *page += "</tr></thead><tbody>";
    for row in &table.rows {
        *page += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let (text, range) = cell.shown();
            *page += &format!("<td{}>", class(column));
            escape(page, &visible(&text));
            *page += &range.map_or(String::new(), |range| format!("<small>{range}</small>"));
            *page += "</td>";
        }
        *page += "</tr>";
    }
    *page += "</tbody></table>";
}

/// What repeats the study.
fn parameters(page: &mut String, parameters: &Parameters) {
    section(page, "parameters", "Parameters");
    *page += "<p class=\"why\">The same as <a href=\"parameters.json\">JSON</a>.</p><dl>";
    let command = ("Command".to_string(), parameters.command.join(" "));
    let version = ("Version".to_string(), format!("Twinprint {}", env!("CARGO_PKG_VERSION")));
    let seed = ("Seed".to_string(), parameters.seed.to_string());
    let first = [&command, &version, &seed];
    for (name, value) in first.into_iter().chain(&parameters.settings).chain(&parameters.recipes) {
        element(page, "dt", "", name);
        element(page, "dd", "", value);
    }
    *page += "</dl>";
}
