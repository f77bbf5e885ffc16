//! Notebooks: what was written into their cells, prose and code in order. What the code gave when it was run is left out.
//! The Jupyter notebook format, versions 3 and 4.

use serde_json::Value;

use super::{DocumentKind, ReadDocument, Unreadable, about};

pub(super) fn read(bytes: &[u8]) -> Result<ReadDocument, Unreadable> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let incomplete =
        |error: serde_json::Error| Unreadable::Damaged(format!("it is not complete JSON: {error}"));
    let notebook: Value = serde_json::from_str(&text).map_err(incomplete)?;
    let blocks: Vec<String> =
        cells(&notebook)?.into_iter().filter_map(written).filter(|block| !block.is_empty()).collect();
    let title = notebook["metadata"]["title"].as_str().and_then(about);
    Ok(ReadDocument::flowing(DocumentKind::Notebook, blocks.join("\n\n"), title, None))
}

/// All cells. Before 2014 they were on worksheets.
fn cells(notebook: &Value) -> Result<Vec<&Value>, Unreadable> {
    if let Some(cells) = notebook["cells"].as_array() {
        return Ok(cells.iter().collect());
    }
    let sheets = notebook["worksheets"].as_array().ok_or(Unreadable::Not("a notebook"))?;
    Ok(sheets.iter().filter_map(|sheet| sheet["cells"].as_array()).flatten().collect())
}

/// What a person wrote into a cell.
fn written(cell: &Value) -> Option<String> {
    if !matches!(cell["cell_type"].as_str()?, "markdown" | "code" | "heading") {
        return None;
    }
    let source = cell.get("source").filter(|source| !source.is_null()).unwrap_or(&cell["input"]);
    let text = match source {
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        source => source.as_str()?.to_string(),
    };
    Some(text.trim().to_string())
}
