//! Case folding, from a table that is small in the wasm module and the same whichever compiler builds it.

mod table;

use alloc::string::String;

/// Appends a character, folded one way: to upper case and from there to lower, so that all that share either become
/// one. ẞ goes with ß; the dotless i stays itself.
pub(super) fn push_folded(folded: &mut String, c: char) {
    match c {
        _ if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
        // In lower case already, or without: Latin, Greek, Cyrillic; from Hebrew to Myanmar; kana, Han and Hangul.
        '\u{e0}'..='\u{fe}'
        | '\u{3ac}'..='\u{3af}'
        | '\u{3b1}'..='\u{3c1}'
        | '\u{3c3}'..='\u{3ce}'
        | '\u{430}'..='\u{45f}'
        | '\u{590}'..='\u{109f}'
        | '\u{3000}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7ff}' => folded.push(c),
        _ => {
            if let Ok(at) = table::EXPANSIONS.binary_search_by_key(&c, |&(from, _)| from) {
                folded.push_str(table::EXPANSIONS[at].1);
            } else {
                folded.push(one(c).unwrap_or(c));
            }
        }
    }
}

/// The one other character that a character becomes.
fn one(c: char) -> Option<char> {
    let at = table::RANGES.partition_point(|&(_, last, ..)| last < c);
    let &(first, _, step, distance) = table::RANGES.get(at)?;
    let offset = (c as u32).checked_sub(first as u32)?;
    (offset % step == 0).then(|| char::from_u32((c as u32).wrapping_add_signed(distance)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(c: char) -> String {
        let mut folded = String::new();
        push_folded(&mut folded, c);
        folded
    }

    #[test]
    fn every_character_goes_to_upper_case_and_from_there_to_lower() {
        // A compiler of another version of Unicode knows other characters beyond the old ones.
        let known = |c: char| c < '\u{1c80}' || char::UNICODE_VERSION == table::UNICODE_VERSION;
        for c in ('\0'..=char::MAX).filter(|&c| known(c) && !matches!(c, 'ı' | 'ẞ')) {
            assert!(folded(c).chars().eq(c.to_uppercase().flat_map(char::to_lowercase)), "{c:?}");
        }
    }

    #[test]
    fn a_capital_sharp_s_is_folded_as_a_small_one_and_the_dotless_i_is_not() {
        assert_eq!(folded('ẞ'), "ss");
        assert_eq!(folded('ß'), "ss");
        assert_eq!(folded('ı'), "ı");
    }
}
