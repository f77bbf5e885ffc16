//! What a document for word processors has around its text: styles, a footer with the page's number, properties, relations.

use std::fmt::Write;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const WORDS: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const KINDS: &str = "application/vnd.openxmlformats";

/// Twentieths of a point between the margins of a page of A4.
pub(super) const WIDTH: usize = 9638;

pub(super) fn main(content: &str) -> String {
    format!(
        "{HEAD}<w:document xmlns:w=\"{WORDS}\" xmlns:r=\"{OFFICE}\"><w:body>{content}<w:sectPr><w:footerReference \
         w:type=\"default\" r:id=\"r2\"/><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1134\" w:right=\"1134\" \
         w:bottom=\"1134\" w:left=\"1134\" w:header=\"567\" w:footer=\"567\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>"
    )
}

pub(super) fn content_types() -> String {
    let parts = [
        ("word/document.xml", "officedocument.wordprocessingml.document.main"),
        ("word/styles.xml", "officedocument.wordprocessingml.styles"),
        ("word/footer.xml", "officedocument.wordprocessingml.footer"),
        ("docProps/core.xml", "package.core-properties"),
    ];
    let mut types = format!(
        "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
         ContentType=\"{KINDS}-package.relationships+xml\"/>"
    );
    for (part, kind) in parts {
        types += &format!("<Override PartName=\"/{part}\" ContentType=\"{KINDS}-{kind}+xml\"/>");
    }
    types + "</Types>"
}

pub(super) fn package_relations() -> String {
    relations(&[
        (&format!("{OFFICE}/officeDocument"), "word/document.xml"),
        (&format!("{PACKAGE}/relationships/metadata/core-properties"), "docProps/core.xml"),
    ])
}

pub(super) fn document_relations() -> String {
    relations(&[(&format!("{OFFICE}/styles"), "styles.xml"), (&format!("{OFFICE}/footer"), "footer.xml")])
}

fn relations(all: &[(&str, &str)]) -> String {
    let mut written = format!("{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">");
    for (number, (kind, target)) in (1..).zip(all) {
        written += &format!("<Relationship Id=\"r{number}\" Type=\"{kind}\" Target=\"{target}\"/>");
    }
    written + "</Relationships>"
}

/// What names a report, by which one of an earlier run is known, and when it was made, as its own text says it.
pub(super) fn properties(made: &str) -> String {
    format!(
        "{HEAD}<cp:coreProperties xmlns:cp=\"{PACKAGE}/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Twinprint report</dc:title><dc:description>Made by Twinprint \
         {}, {made}</dc:description></cp:coreProperties>",
        env!("CARGO_PKG_VERSION")
    )
}

pub(super) fn footer() -> String {
    let field = |code: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> {code} \
             </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar \
             w:fldCharType=\"end\"/></w:r>"
        )
    };
    format!(
        "{HEAD}<w:ftr xmlns:w=\"{WORDS}\"><w:p><w:pPr><w:pStyle w:val=\"Number\"/></w:pPr>{}<w:r><w:t xml:space=\"preserve\"> / \
         </w:t></w:r>{}</w:p></w:ftr>",
        field("PAGE"),
        field("NUMPAGES")
    )
}

/// A style of paragraphs.
struct Style {
    id: &'static str,
    name: &'static str,
    /// Twentieths of a point before and after.
    apart: (u32, u32),
    paragraph: &'static str,
    /// Half points.
    size: u32,
    run: &'static str,
}

const STYLES: [Style; 10] = [
    Style { id: "Normal", name: "Normal", apart: (0, 100), paragraph: "", size: 21, run: "" },
    Style {
        id: "Title",
        name: "Title",
        apart: (0, 120),
        paragraph: "<w:keepNext/>",
        size: 40,
        run: "<w:b/>",
    },
    Style {
        id: "Heading1",
        name: "heading 1",
        apart: (320, 100),
        paragraph: "<w:keepNext/>",
        size: 28,
        run: "<w:b/>",
    },
    Style {
        id: "Heading2",
        name: "heading 2",
        apart: (120, 60),
        paragraph: "<w:keepNext/>",
        size: 20,
        run: "<w:b/>",
    },
    Style {
        id: "Quiet",
        name: "Quiet",
        apart: (0, 80),
        paragraph: "",
        size: 18,
        run: "<w:color w:val=\"5B5B5B\"/>",
    },
    Style {
        id: "List",
        name: "List",
        apart: (0, 40),
        paragraph: "<w:tabs><w:tab w:val=\"left\" w:pos=\"426\"/></w:tabs>",
        size: 18,
        run: "",
    },
    Style { id: "Excerpt", name: "Excerpt", apart: (0, 40), paragraph: "", size: 18, run: "" },
    Style { id: "Cell", name: "Cell", apart: (20, 20), paragraph: "", size: 17, run: "" },
    Style {
        id: "Number",
        name: "Number",
        apart: (20, 20),
        paragraph: "<w:jc w:val=\"right\"/>",
        size: 17,
        run: "",
    },
    Style { id: "Gap", name: "Gap", apart: (0, 0), paragraph: "", size: 8, run: "" },
];

pub(super) fn styles() -> String {
    let mut written = format!(
        "{HEAD}<w:styles xmlns:w=\"{WORDS}\"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii=\"Calibri\" \
         w:hAnsi=\"Calibri\" w:cs=\"Arial\"/></w:rPr></w:rPrDefault></w:docDefaults>"
    );
    for Style { id, name, apart: (before, after), paragraph, size, run } in STYLES {
        let (default, based) = match id {
            "Normal" => (" w:default=\"1\"", ""),
            _ => ("", "<w:basedOn w:val=\"Normal\"/>"),
        };
        let level = name.strip_prefix("heading ").and_then(|level| level.parse::<u32>().ok());
        let level =
            level.map_or_else(String::new, |level| format!("<w:outlineLvl w:val=\"{}\"/>", level - 1));
        // In the order that the schema has: keepNext or tabs, spacing, jc, outlineLvl.
        let (first, aligned) = if paragraph.starts_with("<w:jc") { ("", paragraph) } else { (paragraph, "") };
        let _ = write!(
            written,
            "<w:style w:type=\"paragraph\"{default} w:styleId=\"{id}\"><w:name w:val=\"{name}\"/>{based}<w:qFormat/>\
             <w:pPr>{first}<w:spacing w:before=\"{before}\" w:after=\"{after}\"/>{aligned}{level}</w:pPr>\
             <w:rPr>{run}<w:sz w:val=\"{size}\"/><w:szCs w:val=\"{size}\"/></w:rPr></w:style>"
        );
    }
    written + "</w:styles>"
}
