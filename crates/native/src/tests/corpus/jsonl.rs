//! Lines of JSON.

use twinprint_native::corpus::Fields;

use super::*;

#[test]
fn a_line_says_where_it_stands() {
    let text = format!("{}\n\n{}{{\n{}", line(1, "one").trim(), line(2, "two"), line(3, "three"));
    let shelf = Shelf::with(&[("a.jsonl", text.as_bytes())]);
    let read = shelf.read(&["a.jsonl"]);
    assert_eq!(read.names(), ["1", "2", "3"]);
    assert_eq!(read.sources.iter().map(number).collect::<Vec<_>>(), [0, 2, 4]);
    assert!(read.sources[1].place.to_string().ends_with("a.jsonl, line 3"), "{}", read.sources[1].place);
    assert_eq!(read.sources[1].place.unit, Unit::Line);
    assert_eq!(read.errors.len(), 1);
    assert!(read.errors[0].starts_with("a.jsonl, line 4: this line is no document: "), "{}", read.errors[0]);
}

#[test]
fn fields_are_those_that_the_caller_names() {
    let shelf = Shelf::with(&[(
        "a.jsonl",
        br#"{"kind": "news", "lang": "de", "id": 1, "text": "x", "task": 7.5, "link": "http://a/", "name": "A", "group": "b", "language": "fr"}"#,
    )]);
    let says = |fields: Fields| {
        let source =
            shelf.documents(&["a.jsonl"]).with_fields(fields).next().expect("a line").expect("a document");
        [source.category, source.language, source.group, source.url, source.title]
            .map(Option::unwrap_or_default)
    };
    assert_eq!(says(Fields::default()), ["", "fr", "b", "", ""]);
    let named = Fields {
        category: "kind".into(),
        language: "lang".into(),
        group: "task".into(),
        url: "link".into(),
        title: "name".into(),
        ..Fields::default()
    };
    assert_eq!(says(named), ["news", "de", "7.5", "http://a/", "A"]);
    let one_for_two = Fields { category: "kind".into(), group: "kind".into(), ..Fields::default() };
    assert_eq!(says(one_for_two), ["news", "fr", "news", "", ""]);
    let own = Fields { category: "id".into(), ..Fields::default() };
    assert_eq!(says(own)[0], "1");
}

#[test]
fn a_field_that_is_neither_text_nor_number_says_nothing() {
    for value in ["null", "true", "[1, [2]]", r#"{"a": {"b": 1}}"#] {
        let text = format!(r#"{{"id": 1, "group": {value}, "url": {value}, "text": "x"}}"#);
        let shelf = Shelf::with(&[("a.jsonl", text.as_bytes())]);
        let read = shelf.read(&["a.jsonl"]);
        assert_eq!((&read.is_whole().sources[0].group, &read.sources[0].url), (&None, &None), "{value}");
    }
}

#[test]
fn a_field_that_stands_twice_is_an_error() {
    let shelf = Shelf::with(&[("a.jsonl", br#"{"id": 1, "text": "x", "id": 2}"#)]);
    let errors = shelf.read(&["a.jsonl"]).errors;
    assert!(errors[0].contains("a field is not as it should be: there are two fields `id`"), "{errors:?}");
}

#[test]
fn a_line_nested_a_hundred_thousand_deep_breaks_nothing() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let objects = format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
    let lines = [
        deep.clone(),
        format!(r#"{{"id": 1, "text": {deep}}}"#),
        format!(r#"{{"id": {objects}, "text": "x"}}"#),
        format!(
            r#"{{"id": 2, "text": "in a field that nobody asks for", "other": {objects}, "more": {deep}}}"#
        ),
        format!(r#"{{"id": 3, "text": "in one that says nothing", "group": {deep}}}"#),
    ];
    let shelf = Shelf::with(&[("a.jsonl", lines.join("\n").as_bytes())]);
    let read = shelf.read(&["a.jsonl"]);
    let place = shelf.name("a.jsonl");
    // What is neither text nor number is no name.
    assert_eq!(read.names(), [&*format!("{place}, line 3"), "2", "3"]);
    assert_eq!(read.errors.len(), 2, "{:?}", read.errors);
}

#[test]
fn the_raw_line_is_kept_if_it_is_asked_for() {
    let lines = "{\"id\":1,  \"text\":\"x\", \"more\": [1]} \r\n{\"id\": 2, \"text\": \"y\"}";
    let shelf =
        Shelf::with(&[("a.jsonl", lines.as_bytes()), ("b.txt", b"caf\xe9 au lait, s'il vous pla\xeet")]);
    let read = shelf.read_all(shelf.documents(&["a.jsonl", "b.txt"]).keeping_raw(true));
    let raw: Vec<&[u8]> = read.is_whole().sources.iter().flat_map(|source| source.raw.as_deref()).collect();
    assert_eq!(raw[0], br#"{"id":1,  "text":"x", "more": [1]} "#);
    assert_eq!(raw[1], br#"{"id": 2, "text": "y"}"#);
    assert_eq!(raw[2], b"caf\xe9 au lait, s'il vous pla\xeet");
    assert!(shelf.read(&["a.jsonl"]).sources.iter().all(|source| source.raw.is_none()));
}

proptest! {
    /// What serde_json makes of the whole line is the reference.
    #[test]
    fn a_line_is_what_a_whole_parse_makes_of_it(
        text: String,
        id: u32,
        others in prop::collection::btree_map("[a-z]{1,3}", any::<Option<f32>>(), 0..4),
    ) {
        let mut object: serde_json::Map<_, _> =
            others.into_iter().filter(|(name, _)| name != "url").map(|(name, value)| (name, value.into())).collect();
        object.insert("text".into(), text.clone().into());
        object.insert("id".into(), id.into());
        let whole = serde_json::Value::from(object);
        let shelf = Shelf::with(&[("a.jsonl", whole.to_string().as_bytes())]);
        let read = shelf.read(&["a.jsonl"]);
        prop_assert_eq!(read.names(), [id.to_string()]);
        prop_assert_eq!(read.texts(), [text]);
    }
}

#[test]
fn half_a_character_that_stands_alone_is_a_replacement_character_and_no_document_less() {
    for (written, text) in [
        (r"one \ud800 two", "one \u{fffd} two"),
        (r"\udfff\\ud800 \ud83d\ude00", "\u{fffd}\\ud800 😀"),
        (r"\ud800\ud83d\ude00\ud83d", "\u{fffd}😀\u{fffd}"),
    ] {
        let line = format!(r#"{{"id": "\ud83d", "text": "{written}"}}"#);
        let item = format!("[{line}]");
        let shelf = Shelf::with(&[("a.jsonl", line.as_bytes()), ("b.json", item.as_bytes())]);
        for name in ["a.jsonl", "b.json"] {
            let read = shelf.read(&[name]);
            assert_eq!(
                (read.is_whole().texts(), read.names()),
                (vec![text], vec!["\u{fffd}"]),
                "{name}: {written}"
            );
        }
    }
    let shelf = Shelf::with(&[("a.jsonl", br#"{"text": "one \ud800 two"#)]);
    assert!(shelf.read(&["a.jsonl"]).errors[0].contains("it is not JSON"));
}
