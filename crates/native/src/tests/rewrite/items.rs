//! JSON arrays, and objects one after the other.

use super::*;
use serde_json::Value;

/// The items of a file, and whether they are in an array.
fn items(bytes: &[u8]) -> (bool, Vec<Value>) {
    let text = std::str::from_utf8(bytes).expect("a text");
    match serde_json::from_str(text) {
        Ok(Value::Array(items)) => (true, items),
        _ => {
            let items = serde_json::Deserializer::from_str(text).into_iter::<Value>();
            (false, items.map(|item| item.expect("an item")).collect())
        }
    }
}

const ITEMS: [&str; 5] = [
    "{\"id\": 0, \"text\": \"a ] rose, \\\" }\"}",
    "{ \"id\":1,\n  \"more\" : [1, {\"a\": []}]}",
    "{}",
    "{\"id\": 1e0, \"text\": \"\\u0061\"}",
    "{\"id\": 4}",
];

#[test]
fn all_other_items_stay_byte_for_byte_however_they_are_packed() {
    let files = [
        format!("[{}]", ITEMS.join(",")),
        format!("\n [\n {} \n ] \n", ITEMS.join(" ,\r\n")),
        ITEMS.join("\n"),
        ITEMS.concat(),
    ];
    for (ending, pack) in PACKINGS {
        for file in &files {
            let (name, bytes) = (format!("a.json{ending}"), pack(file.as_bytes()));
            assert_eq!(without(&name, &bytes, KEEPS_ALL), (bytes.clone(), 5, 0), "{file}");
            for (fates, left) in [(DROPS_THIRDS, &[1, 2, 4][..]), (DROPS_ALL, &[])] {
                let (new, kept, dropped) = without(&name, &bytes, fates);
                let new = String::from_utf8(unpacked(&new)).expect("a text");
                assert!(left.iter().all(|&item: &usize| new.contains(ITEMS[item])), "{new}");
                let (in_array, all) = items(file.as_bytes());
                let expected = left.iter().map(|&item| all[item].clone()).collect();
                assert_eq!(items(new.as_bytes()), (in_array, expected), "{new}");
                assert_eq!((kept, dropped), (left.len() as u64, 5 - left.len() as u64));
            }
        }
    }
}

#[test]
fn columns_are_fields_of_items() {
    let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
    for file in [format!("[{}]", ITEMS.join(",")), ITEMS.join("\n")] {
        let (_, new) = rewritten("a.json", file.as_bytes(), &annotate).expect("a file");
        let (in_array, new) = items(&new.expect("a file"));
        assert_eq!((in_array, new.len()), (file.starts_with('['), 5));
        let said = |item: &Value| item.get("cluster").cloned();
        assert_eq!(
            new.iter().map(said).collect::<Vec<_>>(),
            [Some(0), Some(1), None, Some(3), Some(4)].map(|said: Option<u64>| said.map(Value::from))
        );
    }
    let error = rewritten("a.json", b"[{\"kept\": 1}]", &annotate).expect_err("a field");
    assert!(error.to_string().contains("a.json, item 1: it has a field \"kept\" already"), "{error}");
}
