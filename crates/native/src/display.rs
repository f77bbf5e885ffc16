//! Names and numbers as people see them: nothing in them that a terminal would obey, thousands apart.

use std::borrow::Cow;
use std::format;

/// `text` with nothing in it that a terminal would obey: control characters become their pictures, controls of the
/// direction of text their names.
///
/// ```
/// use twinprint_native::display::visible;
/// assert_eq!(visible("a\nb\u{202e}c"), "a␊b<U+202E>c");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\0'..='\x1f' => visible.extend(char::from_u32(0x2400 + u32::from(c))),
            '\x7f' => visible.push('\u{2421}'),
            c if is_obeyed(c) => visible += &format!("<U+{:04X}>", u32::from(c)),
            c => visible.push(c),
        }
    }
    Cow::Owned(visible)
}

/// Whether a terminal may obey a character instead of showing it: control characters (C0, DEL, C1), line and
/// paragraph separators, and the controls of UAX #9.
pub fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A number with its thousands apart.
///
/// ```
/// use twinprint_native::display::count;
/// assert_eq!([count(7u32), count(1204u32), count(1_000_000u32)], ["7", "1,204", "1,000,000"]);
/// ```
pub fn count(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of something, which is `what` in the singular.
///
/// ```
/// use twinprint_native::display::counted;
/// assert_eq!([counted(1, "pair"), counted(1204, "pair"), counted(2, "hash")], ["1 pair", "1,204 pairs", "2 hashes"]);
/// ```
pub fn counted(number: u64, what: &str) -> String {
    let ending = match number {
        1 => "",
        _ if what.ends_with("sh") => "es",
        _ => "s",
    };
    format!("{} {what}{ending}", count(number))
}

/// A number of bytes in the unit, of powers of 1024, in which it has at most four digits before the point.
///
/// ```
/// use twinprint_native::display::bytes;
/// assert_eq!([bytes(1), bytes(1023), bytes(1536), bytes(11 << 30)], ["1 byte", "1,023 bytes", "1.5 KiB", "11.0 GiB"]);
/// ```
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = number.max(1).ilog2() / 10;
    match power {
        0 => counted(number, "byte"),
        _ => {
            // To the nearest tenth, in whole numbers; 1023.95 and more stays in its unit as 1024.0.
            let unit = 1u128 << (10 * power);
            let tenths = (u128::from(number) * 10 + unit / 2) / unit;
            format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[power as usize - 1])
        }
    }
}

/// A time in the units in which a person would say it.
///
/// ```
/// use twinprint_native::display::seconds;
/// assert_eq!([seconds(0.42), seconds(75.4), seconds(5059.0)], ["0.4 s", "1 min 15 s", "1 h 24 min"]);
/// ```
pub fn seconds(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match whole {
        0..60 => format!("{:.1} s", seconds.max(0.0)),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}
