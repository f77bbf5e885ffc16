//! The table that `src/text/case.rs` folds case by, from the case mappings of the compiler's own library.

use std::fmt::Write;

/// What a character becomes: to upper case and from there to lower, so that all that share either become one. The
/// capital ß, of which ß is no lower case for the library, goes with ß; the dotless i stays itself.
fn folded(c: char) -> String {
    match c {
        'ı' => c.into(),
        'ẞ' => folded('ß'),
        _ => c.to_uppercase().flat_map(char::to_lowercase).collect(),
    }
}

/// Characters that become one character, each as far from it and from the one before as in the whole range.
struct Range {
    first: char,
    last: char,
    step: u32,
    distance: i32,
}

/// The source of the table.
pub fn table() -> String {
    let mut ranges: Vec<Range> = Vec::new();
    let mut expansions = Vec::new();
    for c in '\u{80}'..=char::MAX {
        let text = folded(c);
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(one), None) if one == c => {}
            (Some(one), None) => {
                let distance = one as i32 - c as i32;
                match ranges.last_mut() {
                    Some(range)
                        if range.distance == distance
                            && (c as u32 - range.last as u32 == range.step
                                || (range.first == range.last && c as u32 - range.last as u32 == 2)) =>
                    {
                        range.step = c as u32 - range.last as u32;
                        range.last = c;
                    }
                    _ => ranges.push(Range { first: c, last: c, step: 1, distance }),
                }
            }
            _ => expansions.push((c, text)),
        }
    }
    let (major, minor, patch) = char::UNICODE_VERSION;
    let mut table = super::header(char::UNICODE_VERSION, "UnicodeData, SpecialCasing");
    write!(
        table,
        "/// The version of Unicode that the table is from.\n\
         #[cfg(test)]\n\
         pub(super) const UNICODE_VERSION: (u8, u8, u8) = ({major}, {minor}, {patch});\n\n\
         /// Characters that become one other: first, last, how far apart they are, what is added to each.\n\
         #[rustfmt::skip]\n\
         pub(super) static RANGES: &[(char, char, u32, i32)] = &[\n"
    )
    .expect("a string grows");
    for Range { first, last, step, distance } in ranges {
        writeln!(table, "    ('\\u{{{:x}}}', '\\u{{{:x}}}', {step}, {distance}),", first as u32, last as u32)
            .expect("a string grows");
    }
    table += "];\n\n/// Characters that become several.\n#[rustfmt::skip]\npub(super) static EXPANSIONS: &[(char, &str)] = &[\n";
    for (c, text) in expansions {
        writeln!(table, "    ('\\u{{{:x}}}', {text:?}),", c as u32).expect("a string grows");
    }
    table += "];\n";
    table
}
