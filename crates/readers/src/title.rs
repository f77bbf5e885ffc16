//! The title of a page, read from as much of it as stands before.

use html5gum::{DefaultEmitter, Token, Tokenizer};

/// The bytes after which titles are cut: they are shown in a line.
const LONGEST: usize = 300;

/// What stands in the first `title` before a page's body, with white space made one space; none if there is nothing.
pub fn title_of(html: &str) -> Option<String> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut title: Option<Vec<u8>> = None;
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match (token, &mut title) {
            (Token::StartTag(tag), _) if tag.name == b"title" => title = Some(Vec::new()),
            (Token::StartTag(tag), _) if tag.name == b"body" => break,
            (Token::String(text), Some(title)) => title.extend(text.value.as_slice()),
            (Token::EndTag(_), Some(_)) => break,
            _ => {}
        }
    }
    let title = String::from_utf8(title?).ok()?.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = (0..=LONGEST.min(title.len())).rev().find(|&end| title.is_char_boundary(end))?;
    (end > 0).then(|| title[..end].into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_a_page_is_what_a_browser_shows_of_it() {
        let pages = [
            (
                "<!doctype html><head><title>\n One &amp; <b>two </b>\n</title><body>",
                Some("One & <b>two </b>"),
            ),
            (
                "<style>a{content:'<title>no</title>'}</style><script>'<title>no'</script><TITLE>yes</TITLE>",
                Some("yes"),
            ),
            ("<p>no head<title>late</title>", Some("late")),
            ("<body><svg><title>a picture's</title></svg>", None),
            ("<title> </title>", None),
            ("<title>never ends", Some("never ends")),
            ("", None),
        ];
        for (page, title) in pages {
            assert_eq!(title_of(page).as_deref(), title, "{page}");
        }
        let long = title_of(&("<title>".to_string() + &"ä".repeat(1000))).unwrap();
        assert_eq!(long.len(), 300);
    }
}
