//! Lines for programs: a JSON object each, or tab-separated fields. Whatever stands in a name, a line stays one line, a field
//! one field, and a terminal shows it and obeys nothing of it.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::display::is_obeyed;

/// Writes a value as JSON without spaces, and no line end. Every character that a terminal obeys is written by its number;
/// programs read the same names.
///
/// ```
/// let mut line = Vec::new();
/// twinprint_native::lines::json(&mut line, &["a\n", "\u{202e}b"])?;
/// assert_eq!(line, br#"["a\n","\u202eb"]"#);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// What `out` says.
pub fn json(out: &mut (impl Write + ?Sized), value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Unobeyed)).map_err(io::Error::from)
}

/// A name in a field of TSV: backslashes, tabs, line ends and all that a terminal obeys as in a Rust string.
///
/// ```
/// use twinprint_native::lines::field;
/// assert_eq!(field("a\tb\\c\n\u{202e}"), r"a\tb\\c\n\u{202e}");
/// ```
pub fn field(name: &str) -> String {
    let mut field = String::with_capacity(name.len());
    for c in name.chars() {
        match c == '\\' || is_obeyed(c) {
            true => field.extend(c.escape_default()),
            false => field.push(c),
        }
    }
    field
}

/// A number in a field of TSV, in the fewest digits that give it again; an empty field for none.
pub fn number<T: ToString>(number: Option<T>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// JSON in which every character that a terminal obeys is written by its number.
struct Unobeyed;

impl Formatter for Unobeyed {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_obeyed(c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            write!(out, "\\u{:04x}", u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}
