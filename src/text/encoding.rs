//! Which encoding bytes are in, and whether they are text at all.

use alloc::string::String;

use crate::Error;

/// How much is looked at where a look is enough: what WHATWG gives a page to declare its encoding in.
const PRESCAN: usize = 1024;

/// The WHATWG label of the encoding of `bytes`, for `TextDecoder` and encoding_rs alike: by byte order mark, as valid
/// UTF-8, as UTF-16 without a mark, as an HTML page declares, and else as it seems (with the feature `languages`) or
/// "windows-1252".
///
/// ```
/// use twinprint::text::encoding;
///
/// assert_eq!(encoding::detect("Köln".as_bytes(), "a.txt")?, "utf-8");
/// assert_eq!(encoding::detect(b"h\0i\0", "a.txt")?, "utf-16le");
/// assert!(encoding::detect(b"%PDF-1.7 ...", "a.txt").is_err());
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NotText`] for what is no text, such as an archive, a picture or a program.
pub fn detect(bytes: &[u8], name: &str) -> Result<&'static str, Error> {
    Ok(evident(bytes, name)?.unwrap_or_else(|| declared_or_guessed(bytes)))
}

/// As [`detect`], if the bytes leave no doubt: none where it could only be declared or guessed.
///
/// ```
/// use twinprint::text::encoding;
///
/// assert_eq!(encoding::evident(b"h\0i\0", "a.txt")?, Some("utf-16le"));
/// assert_eq!(encoding::evident(b"caf\xE9", "a.txt")?, None);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
///
/// As [`detect`].
pub fn evident(bytes: &[u8], name: &str) -> Result<Option<&'static str>, Error> {
    let not_text = |seems| Err(Error::NotText { document: String::from(name), seems });
    if let Some(label) = byte_order_mark(bytes) {
        return Ok(Some(label));
    }
    if let Some(seems) = signature(bytes) {
        return not_text(seems);
    }
    if let Some(label) = utf16_without_mark(bytes) {
        return Ok(Some(label));
    }
    if has_controls(bytes) {
        return not_text("binary data");
    }
    // Nothing but UTF-8 is valid UTF-8 by accident, whatever a page declares; but pure ASCII may be ISO-2022-JP.
    if core::str::from_utf8(bytes).is_ok() && !(bytes.is_ascii() && bytes.contains(&0x1b)) {
        return Ok(Some("utf-8"));
    }
    Ok(None)
}

fn declared_or_guessed(bytes: &[u8]) -> &'static str {
    declared(&bytes[..bytes.len().min(PRESCAN)]).unwrap_or_else(|| guess(bytes))
}

/// Decodes `bytes` in the encoding that [`detect`] finds. Malformed bytes become U+FFFD; a byte order mark is kept, so
/// that places in UTF-8 text stay true, and the reader skips it.
///
/// ```
/// use twinprint::text::encoding;
///
/// assert_eq!(encoding::decode(b"\xEF\xBB\xBFna\xC3\xAFve", "a.txt")?, "\u{feff}naïve");
/// assert_eq!(encoding::decode(b"caf\xE9 au lait", "b.txt")?, "café au lait");
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
///
/// As [`detect`].
#[cfg(feature = "languages")]
pub fn decode<'a>(bytes: &'a [u8], name: &str) -> Result<alloc::borrow::Cow<'a, str>, Error> {
    let label = detect(bytes, name)?;
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::WINDOWS_1252);
    Ok(encoding.decode_without_bom_handling(bytes).0)
}

/// As [`decode`], of bytes that came with the label of an encoding, as `Content-Type` names it. It counts before what a
/// page declares, but after what the bytes themselves say, unless it is of UTF-16, which does not always show.
///
/// ```
/// use twinprint::text::encoding;
///
/// assert_eq!(encoding::decode_as(b"\xcf\xf0\xe8", "a.html", Some("windows-1251"))?, "При");
/// assert_eq!(encoding::decode_as("При".as_bytes(), "a.html", Some("windows-1251"))?, "При");
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
///
/// As [`detect`].
#[cfg(feature = "languages")]
pub fn decode_as<'a>(
    bytes: &'a [u8],
    name: &str,
    label: Option<&str>,
) -> Result<alloc::borrow::Cow<'a, str>, Error> {
    use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

    let labelled = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    let wide = labelled.filter(|&encoding| encoding == UTF_16LE || encoding == UTF_16BE);
    let encoding = match (wide, byte_order_mark(bytes)) {
        (Some(wide), None) => Some(wide),
        _ => evident(bytes, name)?.and_then(|label| Encoding::for_label(label.as_bytes())).or(labelled),
    };
    match encoding {
        Some(encoding) => Ok(encoding.decode_without_bom_handling(bytes).0),
        None => decode(bytes, name),
    }
}

fn byte_order_mark(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some("utf-8"),
        // UTF-32 is no encoding of the web, and its mark begins with that of UTF-16.
        [0xff, 0xfe, 0, 0, ..] => None,
        [0xff, 0xfe, ..] => Some("utf-16le"),
        [0xfe, 0xff, ..] => Some("utf-16be"),
        _ => None,
    }
}

/// What the first bytes give away.
fn signature(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: &[(&[u8], &str)] = &[
        (b"%PDF-", "a PDF file"),
        (b"PK\x03\x04", "a ZIP archive or an office document"),
        (b"PK\x05\x06", "a ZIP archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
        (b"{\\rtf", "a rich text (RTF) document"),
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF87a", "a GIF picture"),
        (b"GIF89a", "a GIF picture"),
        (b"RIFF", "a media file"),
        (b"ID3", "an MP3 file"),
        (b"OggS", "a media file"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"BZh", "a bzip2 archive"),
        (b"\xfd7zXZ\0", "an xz archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
        (b"\x28\xb5\x2f\xfd", "a zstd archive"),
        (b"Rar!\x1a\x07", "a RAR archive"),
        (b"\x7fELF", "a program"),
        (b"\0asm", "a program"),
        (b"\xca\xfe\xba\xbe", "a program"),
        (b"\xcf\xfa\xed\xfe", "a program"),
        (b"SQLite format 3\0", "a database"),
        (b"\xff\xfe\0\0", "UTF-32 text, which is not read"),
        (b"\0\0\xfe\xff", "UTF-32 text, which is not read"),
    ];
    let found = SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start));
    // Letters alone may begin a text: they count only with what no text has.
    let found = found.filter(|(start, _)| {
        !start.iter().all(u8::is_ascii_alphanumeric)
            || bytes.iter().take(PRESCAN).any(|&byte| is_control(byte))
    });
    match found {
        Some((_, seems)) => Some(seems),
        None if bytes.starts_with(b"MZ") && bytes.iter().take(PRESCAN).any(|&byte| byte == 0) => {
            Some("a program")
        }
        None => None,
    }
}

/// UTF-16 shows by the NULs of its ASCII characters: in one half of the pairs only.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(PRESCAN) & !1];
    if !bytes.len().is_multiple_of(2) || head.is_empty() {
        return None;
    }
    let (mut high, mut low) = (0, 0);
    for pair in head.chunks_exact(2) {
        high += usize::from(pair[0] == 0 && is_latin_1(pair[1]));
        low += usize::from(pair[1] == 0 && is_latin_1(pair[0]));
    }
    let nuls = head.iter().filter(|&&byte| byte == 0).count();
    // White space and digits are ASCII in every script.
    let enough = |count: usize| count == nuls && count * 12 >= head.len() / 2;
    match (enough(low) && low > 0, enough(high) && high > 0) {
        (true, false) => Some("utf-16le"),
        (false, true) => Some("utf-16be"),
        _ => None,
    }
}

/// A character of ASCII or Latin-1 that text has.
fn is_latin_1(byte: u8) -> bool {
    !is_control(byte) && !(0x80..0xa0).contains(&byte)
}

/// A byte that no text has: the controls but white space, form feed, backspace, escape and the end-of-file mark.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=7 | 0x0e..=0x19 | 0x1c..=0x1f | 0x7f)
}

/// Text may have a stray control character, even NUL; one in a hundred is no text.
fn has_controls(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(64 * PRESCAN)];
    let controls = head.iter().filter(|&&byte| is_control(byte)).count();
    controls * 100 > head.len()
}

/// The labels a page may declare, with the names of their encodings, most used first; the less used ones are left to
/// the guess.
const DECLARED: &[(&str, &[&str])] = &[
    ("utf-8", &["utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "unicode-1-1-utf-8"]),
    (
        "windows-1252",
        &["windows-1252", "iso-8859-1", "iso8859-1", "latin1", "ascii", "us-ascii", "cp1252", "l1"],
    ),
    ("windows-1251", &["windows-1251", "cp1251", "x-cp1251"]),
    ("windows-1250", &["windows-1250", "cp1250"]),
    ("windows-1253", &["windows-1253", "cp1253"]),
    ("windows-1254", &["windows-1254", "cp1254", "iso-8859-9", "latin5"]),
    ("windows-1255", &["windows-1255", "cp1255"]),
    ("windows-1256", &["windows-1256", "cp1256"]),
    ("windows-1257", &["windows-1257", "cp1257"]),
    ("windows-1258", &["windows-1258", "cp1258"]),
    ("windows-874", &["windows-874", "tis-620", "iso-8859-11"]),
    ("iso-8859-2", &["iso-8859-2", "latin2"]),
    ("iso-8859-5", &["iso-8859-5"]),
    ("iso-8859-7", &["iso-8859-7"]),
    ("iso-8859-8", &["iso-8859-8"]),
    ("iso-8859-15", &["iso-8859-15", "latin9"]),
    ("koi8-r", &["koi8-r", "koi8"]),
    ("koi8-u", &["koi8-u"]),
    ("gbk", &["gbk", "gb2312", "x-gbk", "chinese"]),
    ("gb18030", &["gb18030"]),
    ("big5", &["big5", "big5-hkscs"]),
    ("euc-jp", &["euc-jp", "x-euc-jp"]),
    ("shift_jis", &["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j"]),
    ("iso-2022-jp", &["iso-2022-jp"]),
    ("euc-kr", &["euc-kr", "ks_c_5601-1987", "windows-949", "korean"]),
];

/// The encoding that a `<meta>` in the first bytes declares.
fn declared(head: &[u8]) -> Option<&'static str> {
    let head = head.to_ascii_lowercase();
    let mut rest = head.as_slice();
    while let Some(meta) = find(rest, b"<meta") {
        rest = &rest[meta + 5..];
        let tag = &rest[..rest.iter().position(|&byte| byte == b'>').unwrap_or(rest.len())];
        let Some(charset) = find(tag, b"charset") else { continue };
        let value = tag[charset + 7..].trim_ascii_start();
        let Some(value) = value.strip_prefix(b"=") else { continue };
        let mut value = value.trim_ascii_start();
        while let [b'"' | b'\'', unquoted @ ..] = value {
            value = unquoted;
        }
        let length = value.iter().position(|byte| b"\"'; \t\r\n/".contains(byte)).unwrap_or(value.len());
        let label = &value[..length];
        let known = DECLARED.iter().find(|(_, labels)| labels.iter().any(|known| known.as_bytes() == label));
        if let Some((encoding, _)) = known {
            return Some(encoding);
        }
    }
    None
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[cfg(feature = "languages")]
fn guess(bytes: &[u8]) -> &'static str {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, chardetng::Utf8Detection::Deny).name()
}

#[cfg(not(feature = "languages"))]
fn guess(_: &[u8]) -> &'static str {
    "windows-1252"
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    fn of(bytes: &[u8]) -> Result<&'static str, Error> {
        detect(bytes, "a.txt")
    }

    #[test]
    fn text_is_known_by_its_bytes() {
        for (bytes, label) in [
            (&b""[..], "utf-8"),
            (b"plain", "utf-8"),
            (b"MZ is a text, ID3 too", "utf-8"),
            ("na\u{ef}ve caf\u{e9}".as_bytes(), "utf-8"),
            (b"\xef\xbb\xbfmarked", "utf-8"),
            (b"\xff\xfeh\0i\0", "utf-16le"),
            (b"\xfe\xff\0h\0i", "utf-16be"),
            (b"d\0r\0\xfc\0b\0e\0r\0", "utf-16le"),
            (b"h\0i\0 \0\x3d\x04", "utf-16le"),
            (b"\0h\0i\0 \x04\x3d", "utf-16be"),
            (b"<meta charset=\"windows-1251\">\xef\xf0\xe8\xe2\xe5\xf2", "windows-1251"),
            (b"<META http-equiv=x content='text/html; charset=Shift_JIS'>\x83\x65", "shift_jis"),
            // What is declared wrongly is UTF-8 where it is valid.
            ("<meta charset=iso-8859-1>\u{e9}".as_bytes(), "utf-8"),
        ] {
            assert_eq!(of(bytes).as_deref(), Ok(label), "{bytes:?}");
        }
    }

    #[test]
    fn western_text_is_windows_1252() {
        assert_eq!(
            of(b"caf\xe9 na\xefve \x93quoted\x94 fran\xe7ais d\xe9j\xe0 vu")
                .map(str::to_ascii_lowercase)
                .as_deref(),
            Ok("windows-1252")
        );
    }

    #[test]
    fn what_is_no_text_is_refused_by_name() {
        for (bytes, seen) in [
            (&b"%PDF-1.4\n"[..], "a PDF file"),
            (b"PK\x03\x04....", "a ZIP archive or an office document"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG picture"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG picture"),
            (b"\x7fELF\x02\x01\x01\0", "a program"),
            (b"\x1f\x8b\x08\0", "a gzip archive"),
            (b"\x01\x02\x03 some \0\0\0\0 data", "binary data"),
        ] {
            assert_eq!(of(bytes), Err(Error::NotText { document: "a.txt".into(), seems: seen }));
        }
    }

    #[cfg(feature = "languages")]
    #[test]
    fn decoding_keeps_the_byte_order_mark() -> Result<(), Error> {
        assert_eq!(decode(b"\xef\xbb\xbfa", "a.txt")?, "\u{feff}a");
        assert_eq!(decode(b"\xff\xfeh\0i\0", "a.txt")?, "\u{feff}hi");
        assert_eq!(decode(b"<meta charset=koi8-r>\xc1", "a.txt")?, "<meta charset=koi8-r>а");
        assert_eq!(decode(b"\xef\xbb\xbfa\xff", "a.txt")?, "\u{feff}a\u{fffd}");
        Ok(())
    }

    #[cfg(feature = "languages")]
    #[test]
    fn every_declared_label_is_one_of_whatwg() {
        for (encoding, labels) in DECLARED {
            assert!(encoding_rs::Encoding::for_label(encoding.as_bytes()).is_some(), "{encoding}");
            for label in labels.iter().filter(|label| {
                !label.starts_with("utf") && !label.starts_with("cp125") && !label.starts_with("latin9")
            }) {
                assert!(encoding_rs::Encoding::for_label(label.as_bytes()).is_some(), "{label}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_bytes_have_an_answer(bytes: Vec<u8>) {
            let _ = of(&bytes);
        }

        #[test]
        fn printable_text_is_utf_8(text in "[^\\p{Cc}]{1,40}") {
            prop_assert_eq!(of(text.as_bytes()), Ok("utf-8"));
        }
    }
}
