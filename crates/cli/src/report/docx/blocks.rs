//! Paragraphs, tables and runs of characters, from the elements of a page.

use roxmltree::Node;

/// Stands for the end of a line among runs; it is in no text, as control characters are not.
const LINE_END: char = '\u{1}';

/// The colours behind passages, as the page has them on white; their numbers tell them apart.
const COLOURS: [&str; 6] = ["FFE08A", "B9E3C6", "BCD9F7", "F3C6DC", "DCCBF5", "CFE6A8"];

/// The paragraphs and tables of an element, `width` twentieths of a point wide.
pub(super) fn blocks(element: Node<'_, '_>, width: usize) -> String {
    let mut found = String::new();
    // What stands beside blocks and in none.
    let mut loose = String::new();
    for child in element.children() {
        if child.is_text() || is_inline(child) {
            loose += &runs(child, Look::default());
            continue;
        }
        found += &lines(&std::mem::take(&mut loose), element);
        found += &block(child, width);
    }
    found + &lines(&loose, element)
}

fn block(element: Node<'_, '_>, width: usize) -> String {
    let plain = |style| paragraph(&runs(element, Look::default()), style, is_right_to_left(element));
    match element.tag_name().name() {
        "h1" => plain("Title"),
        "h2" => plain("Heading1"),
        "h3" => plain("Heading2"),
        // What explains, what is to be known of a document, and who made the report.
        "p" => plain("Quiet"),
        "ol" => numbered(element),
        "table" => table(&rows_of(element), width),
        "footer" => paragraph("", "Gap", false) + &blocks(element, width),
        // The bar says in colours what the table beneath it says in numbers.
        "svg" => String::new(),
        "div" if has_class(element, "panes") => {
            let panes = element.children().filter(Node::is_element);
            table(&[panes.map(Cell::Pane).collect()], width)
        }
        _ => blocks(element, width),
    }
}

/// The entries of a list, each with its number.
fn numbered(list: Node<'_, '_>) -> String {
    let entries = list.children().filter(Node::is_element).enumerate();
    let entry = |(number, entry)| {
        let number = text(&format!("{}.\t", number + 1), Look::default());
        paragraph(&(number + &runs(entry, Look::default())), "List", is_right_to_left(entry))
    };
    entries.map(entry).collect()
}

/// The lines of a text, each a paragraph; none for what is only between elements.
fn lines(runs: &str, element: Node<'_, '_>) -> String {
    let mirrored = is_right_to_left(element);
    let runs = runs.trim_matches(LINE_END);
    let lines = runs.split(LINE_END).filter(|_| !runs.is_empty());
    lines.map(|line| paragraph(line, "Excerpt", mirrored)).collect()
}

/// What stands in a cell of a table.
enum Cell<'a, 'input> {
    Head(Node<'a, 'input>),
    Data(Node<'a, 'input>),
    /// One of two texts side by side.
    Pane(Node<'a, 'input>),
}

impl Cell<'_, '_> {
    fn content(&self, width: usize) -> String {
        let in_cell = |element, look| {
            let style = if has_class(element, "n") { "Number" } else { "Cell" };
            paragraph(&runs(element, look), style, is_right_to_left(element))
        };
        match *self {
            Cell::Head(element) => in_cell(element, Look { bold: true, small: true, ..Look::default() }),
            Cell::Data(element) => in_cell(element, Look::default()),
            Cell::Pane(element) => {
                let content = blocks(element, width);
                // A cell ends with a paragraph.
                if content.ends_with("</w:p>") { content } else { content + &paragraph("", "Gap", false) }
            }
        }
    }
}

/// The rows of a table, its caption the first.
fn rows_of<'a, 'input>(table: Node<'a, 'input>) -> Vec<Vec<Cell<'a, 'input>>> {
    let rows = table.descendants().filter(|node| matches!(node.tag_name().name(), "caption" | "tr"));
    let row = |row: Node<'a, 'input>| match row.tag_name().name() {
        "caption" => vec![Cell::Head(row)],
        _ => {
            let cells = row.children().filter(Node::is_element);
            cells
                .map(|cell| if cell.has_tag_name("th") { Cell::Head(cell) } else { Cell::Data(cell) })
                .collect()
        }
    };
    rows.map(row).collect()
}

/// A table; a first row of headings stands on each of its pages.
fn table(rows: &[Vec<Cell<'_, '_>>], width: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let column = width / columns;
    let mut written = String::from("<w:tbl><w:tblPr>");
    written += &format!("<w:tblW w:w=\"{width}\" w:type=\"dxa\"/><w:tblBorders>");
    for side in ["top", "bottom", "insideH"] {
        written += &format!("<w:{side} w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"C8C8C0\"/>");
    }
    written += "</w:tblBorders><w:tblLayout w:type=\"fixed\"/><w:tblCellMar><w:left w:w=\"60\" w:type=\"dxa\"/>\
                <w:right w:w=\"60\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr><w:tblGrid>";
    written += &format!("<w:gridCol w:w=\"{column}\"/>").repeat(columns);
    written += "</w:tblGrid>";
    for row in rows {
        let heads = row.iter().all(|cell| matches!(cell, Cell::Head(_)));
        written += if heads { "<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>" } else { "<w:tr>" };
        for (place, cell) in row.iter().enumerate() {
            // A row of one cell, such as a caption, is as wide as the table.
            let span = if place + 1 == row.len() { columns - place } else { 1 };
            let own = column * span;
            written += &format!("<w:tc><w:tcPr><w:tcW w:w=\"{own}\" w:type=\"dxa\"/>");
            if span > 1 {
                written += &format!("<w:gridSpan w:val=\"{span}\"/>");
            }
            written += "</w:tcPr>";
            written += &cell.content(own);
            written += "</w:tc>";
        }
        written += "</w:tr>";
    }
    written + "</w:tbl>" + &paragraph("", "Gap", false)
}

fn paragraph(content: &str, style: &str, mirrored: bool) -> String {
    let bidi = if mirrored { "<w:bidi/>" } else { "" };
    let content = content.replace(LINE_END, "<w:r><w:br/></w:r>");
    format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/>{bidi}</w:pPr>{content}</w:p>")
}

/// How a run of characters is written.
#[derive(Clone, Copy, Default)]
struct Look {
    bold: bool,
    /// What does not count.
    quiet: bool,
    small: bool,
    underline: Option<&'static str>,
    shade: Option<&'static str>,
}

impl Look {
    fn within(self, element: Node<'_, '_>) -> Look {
        let mut look = self;
        match element.tag_name().name() {
            "sup" | "b" | "strong" => look.bold = true,
            "small" => look.small = true,
            "u" => look.underline = Some("single"),
            _ => {}
        }
        for class in element.attribute("class").unwrap_or("").split(' ') {
            match class {
                "edit" => look.underline = Some("wave"),
                "flag" => look.underline = Some("dotted"),
                "template" | "cut" => look.quiet = true,
                _ => {}
            }
            let colour = class.strip_prefix('h').and_then(|number| number.parse::<usize>().ok());
            look.shade = colour.and_then(|number| COLOURS.get(number)).copied().or(look.shade);
        }
        look
    }
}

fn runs(node: Node<'_, '_>, look: Look) -> String {
    if let Some(said) = node.text().filter(|_| node.is_text()) {
        // The text of a document keeps its line ends; elsewhere they are what markup has between its words.
        let own = node.ancestors().any(|element| has_class(element, "pane"));
        let joined = if own { said.to_owned() } else { said.replace('\n', " ") };
        let lines: Vec<_> = joined.split('\n').map(|line| text(line, look)).collect();
        return lines.join(LINE_END.to_string().as_str());
    }
    match node.tag_name().name() {
        "br" => LINE_END.to_string(),
        // The number of a passage, which no colour alone tells.
        "sup" => text(&format!("[{}] ", node.text().unwrap_or("")), look.within(node)),
        _ => node.children().map(|child| runs(child, look.within(node))).collect(),
    }
}

fn text(said: &str, look: Look) -> String {
    if said.is_empty() {
        return String::new();
    }
    let mut properties = String::new();
    if look.bold {
        properties += "<w:b/><w:bCs/>";
    }
    if look.quiet {
        properties += "<w:i/><w:iCs/><w:color w:val=\"6B6B6B\"/>";
    }
    if look.small {
        properties += "<w:sz w:val=\"16\"/><w:szCs w:val=\"16\"/>";
    }
    if let Some(line) = look.underline {
        properties += &format!("<w:u w:val=\"{line}\"/>");
    }
    if let Some(colour) = look.shade {
        properties += &format!("<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"{colour}\"/>");
    }
    if said.chars().any(is_mirrored) {
        properties += "<w:rtl/>";
    }
    let mut escaped = String::new();
    twinprint::export::html::escape(&mut escaped, said);
    let tabbed = escaped.replace('\t', "</w:t><w:tab/><w:t xml:space=\"preserve\">");
    format!("<w:r><w:rPr>{properties}</w:rPr><w:t xml:space=\"preserve\">{tabbed}</w:t></w:r>")
}

fn is_inline(element: Node<'_, '_>) -> bool {
    matches!(
        element.tag_name().name(),
        "a" | "b" | "bdi" | "br" | "mark" | "small" | "span" | "strong" | "sup" | "u"
    )
}

fn has_class(element: Node<'_, '_>, class: &str) -> bool {
    element.attribute("class").is_some_and(|classes| classes.split(' ').any(|own| own == class))
}

/// Whether the first letter of an element that may turn is of a script that is read from right to left.
fn is_right_to_left(element: Node<'_, '_>) -> bool {
    let turns =
        element.attribute("dir") == Some("auto") || element.children().any(|child| child.has_tag_name("bdi"));
    let mut characters =
        element.descendants().filter(Node::is_text).filter_map(|node| node.text()).flat_map(str::chars);
    turns && characters.find(|c| c.is_alphabetic()).is_some_and(is_mirrored)
}

/// Hebrew, Arabic, Syriac, Thaana, N'Ko and what lies between and beside them in Unicode.
fn is_mirrored(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}
