//! A text line by line. By bytes: what is looked for is ASCII, and code for characters weighs.

/// A line without its end.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Where it begins and has ended.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The columns before its own text.
    pub(super) columns: usize,
    /// Without white space around it.
    pub(super) own: &'a str,
}

/// The lines of a text.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Lines { text, at: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    #[inline(never)]
    fn next(&mut self) -> Option<Line<'a>> {
        let start = self.at;
        let rest = self.text.as_bytes().get(start..)?;
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        self.at = start + length + 1;
        let mut columns = 0;
        let mut from = 0;
        while from < length && is_space(rest[from]) {
            columns = if rest[from] == b'\t' { (columns / TAB + 1) * TAB } else { columns + 1 };
            from += 1;
        }
        let mut to = length;
        while to > from && is_space(rest[to - 1]) {
            to -= 1;
        }
        let own = self.text.get(start + from..start + to)?;
        Some(Line { start, end: start + length, columns, own })
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The columns of a tab.
const TAB: usize = 4;

/// The length of a bullet, or of a number of up to three digits and a full stop or bracket, before a space, with which an item
/// of a list begins; 0 where there is none.
#[inline(never)]
pub(super) fn item(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let marks: &[u8] = if digits == 0 { b"-*+" } else { b".)" };
    let marked = digits <= 3 && bytes.get(digits).is_some_and(|byte| marks.contains(byte));
    let spaced = matches!(bytes.get(digits + 1), Some(b' ' | b'\t'));
    if marked && spaced { digits + 1 } else { 0 }
}
