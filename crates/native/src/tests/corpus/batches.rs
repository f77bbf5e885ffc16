//! Records that a thread reads ahead.

use super::*;

#[test]
fn batches_hold_what_is_read_one_by_one_and_say_where_to_go_on() {
    let lines: String = (0..10_000).map(|id| line(id, "some words of a document")).collect();
    let long: String = (0..20).map(|id| line(format!("long {id}"), &"word ".repeat(200_000))).collect();
    let shelf =
        Shelf::with(&[("a.jsonl.gz", &gzip(lines)), ("b.jsonl", b"{\n"), ("c.jsonl", long.as_bytes())]);
    let names = ["a.jsonl.gz", "b.jsonl", "c.jsonl"];
    let batches: Vec<Batch> = shelf.documents(&names).into_batches().collect();
    assert!(batches.len() > 3, "{}", batches.len());
    let nexts: Vec<Position> = batches.iter().map(|batch| batch.next).collect();
    let mut count = 0;
    for (batch, next) in batches.into_iter().zip(nexts) {
        count += batch.records.len();
        let rest = shelf.documents(&names).skip_to(next.entry, next.number).count();
        assert_eq!(count + rest, 10_021, "{next:?}");
    }
}

#[test]
fn batches_that_nobody_takes_end_their_thread() {
    let lines: String = (0..10_000).map(|id| line(id, "some words of a document")).collect();
    let shelf = Shelf::with(&[("a.jsonl", lines.as_bytes())]);
    let documents = shelf.documents(&["a.jsonl"]);
    let read = documents.bytes_read();
    let mut batches = documents.into_batches();
    assert!(batches.next().is_some());
    drop(batches);
    // The thread holds the other count of what was read until it ends.
    while std::sync::Arc::strong_count(&read) > 1 {
        std::thread::yield_now();
    }
}
