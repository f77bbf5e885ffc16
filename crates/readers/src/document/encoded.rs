//! Bytes in an encoding of the Encoding Standard, by one of its labels, as text. Malformed bytes become U+FFFD, and a mark of byte order stays.
//!
//! The tables of encodings are half of what a module for browsers would weigh, and every browser has them. So without the feature `encodings` it
//! is the host that decodes.

use std::borrow::Cow;

/// The text of bytes; none if no encoding has the label.
#[cfg(feature = "encodings")]
pub(super) fn decoded<'a>(label: &str, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
    let encoding = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())?;
    Some(encoding.decode_without_bom_handling(bytes).0)
}

#[cfg(not(feature = "encodings"))]
pub(super) fn decoded<'a>(label: &str, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
    if label.trim_ascii().eq_ignore_ascii_case("utf-8") {
        return Some(String::from_utf8_lossy(bytes));
    }
    HOST.get().and_then(|decode| decode(label, bytes)).map(Cow::Owned)
}

/// As [`decoded`], in the encoding of most files that do not say theirs.
pub(super) fn decoded_in_latin(bytes: &[u8]) -> Cow<'_, str> {
    decoded("windows-1252", bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes))
}

/// What decodes bytes by a label.
#[cfg(not(feature = "encodings"))]
type Decode = fn(&str, &[u8]) -> Option<String>;

#[cfg(not(feature = "encodings"))]
static HOST: std::sync::OnceLock<Decode> = std::sync::OnceLock::new();

/// Has `decode` decode all bytes from now on, by a label and the bytes; the first that is given stays. It returns none if it knows no encoding
/// with the label.
#[cfg(not(feature = "encodings"))]
pub fn decode_by(decode: fn(&str, &[u8]) -> Option<String>) {
    let _ = HOST.set(decode);
}

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_the_standard_and_marks_stay() {
        assert_eq!(decoded(" Latin1 ", b"caf\xe9 \x80").as_deref(), Some("café €"));
        assert_eq!(decoded("utf-8", b"\xef\xbb\xbfa\xff").as_deref(), Some("\u{feff}a\u{fffd}"));
        assert_eq!((decoded("iso-2022-cn", b"a"), decoded("nothing", b"a")), (None, None));
    }
}
