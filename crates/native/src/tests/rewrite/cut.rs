//! Something cut out of texts.

use super::*;
use crate::rewrite::{TextCuts, can_cut};
use twinprint::text::Span;
use twinprint::text::cut::{Cut, without};

const FIELDS: [&str; 2] = ["text", "meta.text"];

/// Some cuts in each text of a file, by their bytes.
fn cut(name: &str, bytes: &str, length: usize, spans: &[(u32, u32, bool)]) -> Result<String, Error> {
    let cuts = |&(start, end, space): &(u32, u32, bool)| Cut { span: Span { start, end }, space };
    let cuts = TextCuts { length, cuts: spans.iter().map(cuts).collect() };
    let cuts = |number| Ok((number == 0).then(|| cuts.clone()));
    let change = Change::Cut { fate: KEEPS_ALL, cuts: &cuts, fields: &FIELDS };
    let (_, new) = rewritten(name, bytes.as_bytes(), &change)?;
    Ok(String::from_utf8(new.expect("a file")).expect("text"))
}

#[test]
fn what_is_left_of_a_text_keeps_its_escapes_and_all_else_its_bytes() {
    let line =
        r#" {"t":"x\"}", "text" : "caf\u00e9 \/ r\u006fse\n\ud83c\udf39 end" , "id":[{"text":"caf"}]}"#;
    let expected = r#" {"t":"x\"}", "text" : "caf\u00e9 \ud83c\udf39 end" , "id":[{"text":"caf"}]}"#;
    let text = "café / rose\n\u{1f339} end";
    let lines = format!("{line}\r\n\n{{\"text\": \"more\"}}\n");
    let found = cut("a.jsonl", &lines, text.len(), &[(6, 13, false)]).expect("it can be cut");
    assert_eq!(found, format!("{expected}\r\n\n{{\"text\": \"more\"}}\n"));
    let found = cut("a.json", &format!("[{line}]"), text.len(), &[(6, 13, false)]).expect("it can be cut");
    assert_eq!(found, format!("[\n{}\n]\n", expected.trim_start()));
}

#[test]
fn a_text_is_found_within_objects_and_behind_a_mark_of_byte_order() {
    let line = "\u{feff}{\"text\": null, \"meta\": {\"a\": [1, \"]\"], \"text\": \"one two\"}}\n";
    let found = cut("a.jsonl", line, 7, &[(3, 4, true), (5, 7, false)]).expect("it can be cut");
    assert_eq!(found, line.replace("one two", "one t"));
}

#[test]
fn another_text_is_not_cut_and_nor_is_a_file_that_cannot_be() {
    let error = cut("a.jsonl", "{\"text\": \"one\"}", 4, &[(0, 1, false)]).expect_err("another length");
    assert!(error.to_string().contains("another text than it had"), "{error}");
    assert!(cut("a.txt", "one", 4, &[(0, 1, false)]).is_err());
    assert_eq!(cut("a.txt", "one two", 7, &[(0, 4, false)]).expect("it can be cut"), "two");
    let error = cut("a.csv", "id,text\n1,one\n", 3, &[(0, 1, false)]).expect_err("a table");
    assert!(error.to_string().contains("--mask"), "{error}");
    assert!(can_cut(FileFormat::JsonLines) && !can_cut(FileFormat::Html) && !can_cut(FileFormat::Warc));
}

proptest! {
    #[test]
    fn a_text_in_json_is_cut_as_the_text_itself_is(
        text in "[a-c \"\\\\\n\té中\u{1f339}]{0,20}",
        ascii in any::<bool>(),
        some in prop::collection::vec((0u32..24, 0u32..6, any::<bool>()), 0..4),
    ) {
        let boundary = |at: u32| (at as usize..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len()) as u32;
        let (mut spans, mut at) = (Vec::new(), 0);
        for (skipped, length, space) in some {
            let (start, end) = (boundary(at + skipped), boundary(at + skipped + length));
            if start < end {
                spans.push((start, end, space));
            }
            at = end + 1;
        }
        let cuts: Vec<Cut> = spans.iter().map(|&(start, end, space)| Cut { span: Span { start, end }, space }).collect();
        let mut value = serde_json::Value::from(text.clone()).to_string();
        if ascii {
            let escape = |c: char| match c.is_ascii() {
                true => c.to_string(),
                false => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
            };
            value = value.chars().map(escape).collect();
        }
        let found = cut("a.jsonl", &format!("{{\"id\": 1, \"text\": {value}}}"), text.len(), &spans).expect("it can be cut");
        let found: serde_json::Value = serde_json::from_str(&found).expect("JSON");
        prop_assert_eq!(found["text"].as_str(), Some(&*without(&text, &cuts)));
    }
}
