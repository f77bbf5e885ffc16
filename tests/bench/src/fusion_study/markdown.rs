//! Tables in Markdown.

/// Prints a heading and a table below it.
pub(crate) fn table(heading: &str, header: &[String], rows: &[Vec<String>]) {
    println!("\n### {heading}\n");
    println!("| {} |", header.join(" | "));
    println!("|{}", "---|".repeat(header.len()));
    rows.iter().for_each(|row| println!("| {} |", row.join(" | ")));
}

/// Cells of anything that can be shown.
pub(crate) fn cells<T: ToString>(cells: impl IntoIterator<Item = T>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}

/// A share with three digits after the point.
pub(crate) fn share(share: f64) -> String {
    format!("{share:.3}")
}
