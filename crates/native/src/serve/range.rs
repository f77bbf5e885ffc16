//! The part of a file that a request asks for (RFC 9110, section 14): one range of bytes. Several at a time are answered by the
//! whole, as the RFC allows.

use std::ops::Range;

/// What to send of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// Some bytes of it, at least one.
    Bytes(Range<u64>),
    /// Nothing: what is requested lies beyond its end.
    Unsatisfiable,
}

impl Part {
    /// What the header `range` requests of a file of `length` bytes.
    pub(super) fn of(header: Option<&str>, length: u64) -> Self {
        let named = header.and_then(|header| header.trim().strip_prefix("bytes="));
        let Some((first, last)) = named.and_then(|named| named.trim().split_once('-')) else {
            return Part::Whole;
        };
        let bytes = match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => first..last.saturating_add(1).min(length),
            (Some(first), None) if last.is_empty() => first..length,
            (None, Some(count)) if first.is_empty() => length.saturating_sub(count)..length,
            _ => return Part::Whole,
        };
        if bytes.is_empty() { Part::Unsatisfiable } else { Part::Bytes(bytes) }
    }
}

fn number(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_what_the_rfc_says() {
        let of = |header| Part::of(Some(header), 100);
        assert_eq!(of("bytes=0-9"), Part::Bytes(0..10));
        assert_eq!(of("bytes=90-200"), Part::Bytes(90..100));
        assert_eq!(of("bytes=99-"), Part::Bytes(99..100));
        assert_eq!(of("bytes=-7"), Part::Bytes(93..100));
        assert_eq!(of("bytes=-700"), Part::Bytes(0..100));
        for beyond in ["bytes=100-", "bytes=100-200", "bytes=-0"] {
            assert_eq!(of(beyond), Part::Unsatisfiable, "{beyond}");
        }
        for none in ["", "bytes=", "bytes=5-3", "bytes=a-b", "bytes=+1-2", "bytes=0-1,5-6", "lines=0-9"] {
            assert_eq!(of(none), Part::Whole, "{none}");
        }
        assert_eq!(Part::of(None, 100), Part::Whole);
        assert_eq!(Part::of(Some("bytes=0-"), 0), Part::Unsatisfiable);
    }
}
