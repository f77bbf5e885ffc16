//! Pairs as comma-separated values (RFC 4180).

use alloc::format;
use alloc::string::String;

use super::{Fraction, fraction};
use crate::report::Numbers;

/// The header.
pub const CSV_HEADER: &str = "a,b,resemblance,containment_a,containment_b,shared_words_a,shared_words_b,longest_run,words_a,words_b,\
     simhash_distance\r\n";

/// A header and a line for each pair: the names of both documents and the numbers. Ratios go from 0 to 1.
///
/// A name that a spreadsheet would take for a formula gets a leading apostrophe.
///
/// ```
/// use twinprint::{Checker, Document, export};
/// let checker = Checker::default();
/// let a = checker.read(&Document::plain("=a", "a rose is a rose"))?;
/// let b = checker.read(&Document::plain("b, c", "a rose is a rose is a rose"))?;
/// let (numbers, _) = checker.numbers(&a, &b)?;
/// let csv = export::csv([(a.name(), b.name(), &numbers)]);
/// assert_eq!(csv.lines().nth(1), Some("'=a,\"b, c\",1,1,1,5,8,5,5,8,0"));
/// # Ok::<(), twinprint::Error>(())
/// ```
pub fn csv<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str, &'a Numbers)>) -> String {
    let mut text = String::from(CSV_HEADER);
    for (a, b, numbers) in pairs {
        text += &format!(
            "{},{},{},{},{},{},{},{},{},{},{}\r\n",
            field(a),
            field(b),
            ratio(numbers.resemblance),
            ratio(numbers.containment_a),
            ratio(numbers.containment_b),
            numbers.shared_words_a,
            numbers.shared_words_b,
            numbers.longest_run,
            numbers.words_a,
            numbers.words_b,
            numbers.simhash_distance,
        );
    }
    text
}

/// Six digits after the point; 0 and 1 are said of nothing else.
fn ratio(ratio: f64) -> String {
    match fraction(ratio, 1_000_000) {
        Fraction::Zero => "0".into(),
        Fraction::One => "1".into(),
        Fraction::Parts(parts) => format!("0.{parts:06}"),
    }
}

/// A name as a field, quoted where it must be; no spreadsheet takes it for a formula.
pub fn field(name: &str) -> String {
    let guard = if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{guard}{}\"", name.replace('"', "\"\""))
    } else {
        format!("{guard}{name}")
    }
}
