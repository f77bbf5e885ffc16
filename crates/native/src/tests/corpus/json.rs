//! Names that say nothing of what is in a file, JSON arrays, and fields of JSON objects.

use std::sync::Arc;

use twinprint_native::corpus::{Entry, Fields, FileFormat, Origin};

use super::packings::{bzip2, xz};
use super::*;

/// What a file of this name and these bytes gives: texts, and the numbers of their places.
fn given(name: &str, bytes: &[u8]) -> Vec<(u64, String)> {
    let read = Shelf::with(&[(name, bytes)]).read(&[name]);
    read.is_whole().sources.iter().map(|source| (number(source), source.text.clone())).collect()
}

#[test]
fn the_same_bytes_are_the_same_documents_whatever_the_name() {
    let lines = "\n{\"text\": \"one\", \"id\": 7}\n{\"body\": \"two\"}\n";
    let array = "\u{feff} [\n {\"text\": \"one\", \"more\": [\"]\", {\"a\": \"\\\"}\"}]},\n {\"content\": \"two\"}]\n";
    for (bytes, places) in [(lines, [1, 2]), (array, [0, 1])] {
        let expected = [(places[0], "one".to_string()), (places[1], "two".into())];
        for name in ["a.json", "a.ndjson", "a.jsonl", "a", "a.dat"] {
            assert_eq!(given(name, bytes.as_bytes()), expected, "{name}");
            assert_eq!(given(&format!("{name}.gz"), &gzip(bytes)), expected, "{name}.gz");
        }
        for packed in [zstandard(bytes), bzip2(bytes), xz(bytes)] {
            assert_eq!(given("a.json.of-any-name", &packed), expected);
        }
        let piped = Entry { name: "piped".into(), origin: Origin::Memory(Arc::from(bytes.as_bytes())) };
        let texts: Vec<String> = documents(vec![piped]).map(|source| source.expect("one").text).collect();
        assert_eq!(texts, ["one", "two"]);
    }
}

#[test]
fn json_that_is_neither_is_one_document_and_that_is_said() {
    let shelf =
        Shelf::with(&[("a.json", b"{\n  \"text\": \"one\"\n}\n"), ("b.json", b"[1, 2]"), ("c.txt", b"{}")]);
    let read = shelf.read(&["a.json", "b.json", "c.txt"]);
    assert_eq!(read.is_whole().texts(), ["{\n  \"text\": \"one\"\n}\n", "[1, 2]", "{}"]);
    let notes: Vec<String> = read.notes.iter().map(Note::to_string).collect();
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(
        notes[0].ends_with("a.json: read as one document; for JSON lines use --format jsonl"),
        "{notes:?}"
    );
}

#[test]
fn a_format_that_is_named_counts_for_every_file() {
    let shelf =
        Shelf::with(&[("a.txt", b"{\n  \"text\": \"one\"\n}\n{\"text\": \"two\"}"), ("b", b"text\nthree")]);
    let texts = |name, format| -> Vec<String> {
        let documents = shelf.documents(&[name]).with_format(Some(format));
        documents.map(|source| source.expect("a document").text).collect()
    };
    assert_eq!(texts("a.txt", FileFormat::Json), ["one", "two"]);
    assert_eq!(texts("b", FileFormat::Csv), ["three"]);
    assert_eq!(texts("b", FileFormat::Text), ["text\nthree"]);
    for format in FileFormat::ALL {
        assert_eq!(FileFormat::from_name(format.name()), Some(format));
        let read = shelf.read_all(shelf.documents(&["a.txt", "b"]).with_format(Some(format)));
        assert!(read.sources.len() + read.errors.len() >= 1, "{format:?}");
    }
}

#[test]
fn an_item_that_is_no_document_is_named_and_the_others_are_read() {
    let array = r#"[{"text": "one"}, 2, "three", {"id": 4}, {"text": 5}, {"text": "six", "id": "6"}, nonsense, {"text": "eight"}]"#;
    let shelf = Shelf::with(&[("a.json", array.as_bytes())]);
    let read = shelf.read(&["a.json"]);
    assert_eq!(read.texts(), ["one", "six", "eight"]);
    assert_eq!(read.sources[0].place.unit, Unit::Item);
    assert_eq!(read.sources[0].name, format!("{}, item 1", shelf.name("a.json")));
    assert_eq!(read.errors.len(), 5, "{:?}", read.errors);
    let said = "a.json, item 4: this item is no document: it has none of the fields";
    assert!(read.errors[2].starts_with(said), "{:?}", read.errors);
    for source in &read.sources {
        let again = shelf.documents(&["a.json"]).skip_to(0, number(source)).next().expect("an item");
        assert_eq!(&again.expect("the same"), source);
    }
}

#[test]
fn an_array_that_is_cut_gives_the_items_before() {
    let items: Vec<String> = (0..100).map(|id| format!(r#"{{"text": "item {id}", "id": {id}}}"#)).collect();
    let array = format!("[{}]", items.join(", "));
    for end in [array.len() - 1, array.len() - 2, array.len() / 2] {
        let read = Shelf::with(&[("a.json", &array.as_bytes()[..end])]).read(&["a.json"]);
        let whole = array[..end].matches('}').count();
        assert_eq!(
            (read.sources.len(), read.errors.len()),
            (whole, usize::from(whole < 100)),
            "{:?}",
            read.errors
        );
    }
    let packed = gzip(&array);
    let read = Shelf::with(&[("a.json.gz", &packed[..packed.len() / 2])]).read(&["a.json.gz"]);
    assert!(!read.sources.is_empty() && read.errors.len() == 1, "{:?}", read.errors);
}

#[test]
fn a_name_with_dots_leads_into_objects() {
    let line = br#"{"meta": {"url": "http://a/", "deep": {"text": "within", "x": 1}}, "meta.id": 7, "score": 0.5, "text": "outside"}"#;
    let shelf = Shelf::with(&[("a.jsonl", line)]);
    let fields = |text: &str, id: &str, rank: &str| Fields {
        text: Some(text.into()),
        id: Some(id.into()),
        rank: Some(rank.into()),
        ..Fields::default()
    };
    let read = |fields| shelf.read_all(shelf.documents(&["a.jsonl"]).with_fields(fields));
    let within = read(fields("meta.deep.text", "meta.url", "score"));
    assert_eq!((within.is_whole().texts(), within.names()), (vec!["within"], vec!["http://a/"]));
    assert_eq!(within.sources[0].rank.as_deref(), Some("0.5"));
    let whole = read(fields("text", "meta.id", "meta.deep.x"));
    assert_eq!((whole.is_whole().texts(), whole.names()), (vec!["outside"], vec!["7"]));
    assert_eq!(whole.sources[0].rank.as_deref(), Some("1"));
    for (asked, said) in [
        (
            fields("text", "meta.no", "score"),
            "a.jsonl: it has no field \"meta.no\"; it has: meta, meta.id, score, text;",
        ),
        (fields("text", "meta.url", "rank"), "a.jsonl: it has no field \"rank\"; it has: meta,"),
        (fields("no", "meta.url", "score"), "a.jsonl: it has no field \"no\"; it has: meta,"),
    ] {
        let errors = read(asked).errors;
        assert!(errors.len() == 1 && errors[0].starts_with(said), "{errors:?}");
    }
}

#[test]
fn an_array_without_a_field_that_was_named_is_refused_once() {
    let shelf = Shelf::with(&[("a.json", br#"[{"text": "one", "key": 1}, {"text": "two"}]"#)]);
    let read = |id: &str| {
        let fields = Fields { id: Some(id.into()), ..Fields::default() };
        shelf.read_all(shelf.documents(&["a.json"]).with_fields(fields))
    };
    assert_eq!(read("key").is_whole().texts(), ["one", "two"]);
    let errors = read("name").errors;
    assert!(
        errors.len() == 1 && errors[0].starts_with("a.json: it has no field \"name\"; it has: text, key;"),
        "{errors:?}"
    );
}

#[test]
fn ids_are_labels_and_documents_without_one_are_called_by_their_places() {
    let lines = [
        r#"{"id": "a", "text": "one"}"#,
        r#"{"id": "a", "text": "two"}"#,
        r#"{"text": "three"}"#,
        r#"{"id": null, "key": 4, "text": "four"}"#,
        r#"{"id": {"$oid": "5"}, "text": "five"}"#,
        r#"{"id": "", "text": "six"}"#,
    ];
    let shelf = Shelf::with(&[("a.jsonl", lines.join("\n").as_bytes())]);
    let place = |line: u64| format!("{}, line {line}", shelf.name("a.jsonl"));
    let read = shelf.read(&["a.jsonl"]);
    assert_eq!(read.is_whole().names(), ["a", "a", &place(3), "4", &place(5), ""]);
}

#[test]
fn of_several_texts_the_first_counts_in_the_order_of_the_names() {
    let lines = [
        r#"{"html": "<p>page", "content": "plain"}"#,
        r#"{"raw_content": "raw", "body": {"not": "text"}, "content": [1]}"#,
        r#"{"html": "<p>page", "text": null, "body": 7}"#,
    ];
    let shelf = Shelf::with(&[("a.jsonl", lines.join("\n").as_bytes())]);
    let read = shelf.read(&["a.jsonl"]);
    assert_eq!(read.is_whole().texts(), ["plain", "raw", "<p>page"]);
    assert_eq!(read.sources[2].format, twinprint::text::Format::Html);
}

proptest! {
    #[test]
    fn an_array_is_what_a_whole_parse_makes_of_it(texts: Vec<String>, spaces in "[ \n\r\t]{0,3}") {
        let items: Vec<String> =
            texts.iter().map(|text| serde_json::json!({ "more": [{"x": text}], "text": text }).to_string()).collect();
        let array = format!("{spaces}[{spaces}{}{spaces}]{spaces}", items.join(&format!("{spaces},{spaces}")));
        let shelf = Shelf::with(&[("a.json", array.as_bytes())]);
        let read = shelf.read(&["a.json"]);
        prop_assert_eq!(read.is_whole().texts(), texts);
    }

    #[test]
    fn no_bytes_make_reading_panic(bytes: Vec<u8>, json in "[\\[\\]{}\",: a\\\\\n]{0,60}") {
        for format in FileFormat::ALL {
            for bytes in [&bytes[..], json.as_bytes()] {
                let shelf = Shelf::with(&[("a", bytes)]);
                let _ = shelf.read_all(shelf.documents(&["a"]).with_format(Some(format)));
                let _ = shelf.documents(&["a"]).with_format(Some(format)).skip_to(0, 2).count();
            }
        }
    }
}
