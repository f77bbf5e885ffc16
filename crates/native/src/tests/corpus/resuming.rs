//! Reading that goes on where it was.

use super::tables::table;
use super::warc::{page, records};
use super::*;

/// Files of every kind, some of them broken.
fn shelf() -> (Shelf, Vec<&'static str>) {
    let lines = format!("{}\n{{\n{}{}", line("l0", "one"), line("l3", "two"), line("l4", "three"));
    let mut broken = gzip(line("g2", &"four five six ".repeat(20)));
    // Its checksum is wrong: what is read before the damage is found is its own.
    let sum = broken.len() - 5;
    broken[sum] ^= 0xff;
    let packed = [gzip(line("g0", "one")), broken, gzip(line("g3", "two") + &line("g4", "three"))].concat();
    let archive = [&page("http://a/", "<p>a")[..], b"no record\n", &page("http://b/", "<p>b")].concat();
    let rows: Vec<(i64, &str)> = vec![(1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five")];
    let shelf = Shelf::with(&[
        ("a.txt", b"alone"),
        ("b.jsonl", lines.as_bytes()),
        ("c.jsonl.gz", &packed),
        ("d.txt.gz", &gzip("words")[..7]),
        ("e.warc.gz", &records(&[archive])),
        ("f.parquet", &table(&rows, 2)),
        ("g.txt", b"the last"),
    ]);
    (shelf, vec!["a.txt", "b.jsonl", "c.jsonl.gz", "d.txt.gz", "e.warc.gz", "f.parquet", "g.txt"])
}

/// What an iterator of documents gives, as text, and where reading was before each.
fn steps(shelf: &Shelf, mut documents: Documents) -> Vec<(Position, String)> {
    let mut steps = Vec::new();
    loop {
        let before = documents.reached();
        match documents.next() {
            Some(Ok(source)) => steps.push((before, format!("{} {}", source.name, source.text))),
            Some(Err(error)) => steps.push((before, shelf.said(&error))),
            None => return steps,
        }
    }
}

#[test]
fn what_is_skipped_and_what_is_read_are_the_whole() {
    let (shelf, names) = shelf();
    let whole = steps(&shelf, shelf.documents(&names));
    let errors = whole.iter().filter(|(_, text)| text.contains("; ")).count();
    assert_eq!((whole.len(), errors), (21 - 1, 4), "{whole:#?}");
    for (done, (reached, _)) in whole.iter().enumerate() {
        let rest = steps(&shelf, shelf.documents(&names).skip_to(reached.entry, reached.number));
        let texts =
            |steps: &[(Position, String)]| steps.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&rest), texts(&whole[done..]), "{reached:?}");
    }
    assert_eq!(steps(&shelf, shelf.documents(&names).skip_to(names.len(), 0)), []);
}

#[test]
fn a_document_is_found_by_its_place_alone() {
    let (shelf, names) = shelf();
    for source in shelf.documents(&names).flatten() {
        let Position { entry, number } = source.place.position;
        let again = shelf.documents(&names).skip_to(entry, number).next().expect("a document");
        assert_eq!(again.expect("the document"), source);
    }
}

#[test]
fn files_before_the_place_are_not_opened() {
    let (shelf, names) = shelf();
    let documents = shelf.documents(&names);
    let rest = documents.skip_to(6, 0);
    let read = rest.bytes_read();
    assert_eq!(shelf.read_all(rest).is_whole().texts(), ["the last"]);
    assert_eq!(read.load(std::sync::atomic::Ordering::Relaxed), 8);
}
