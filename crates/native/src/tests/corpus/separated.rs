//! Comma- and tab-separated values.

use twinprint_native::corpus::Fields;

use super::*;

#[test]
fn each_record_behind_the_header_is_a_document() {
    let csv = "\u{feff}NewId,title,text\r\n1,\"A, b\",\"one \"\"quoted\"\"\nin two lines\"\r\n\r\n2,,two\r\n";
    let shelf =
        Shelf::with(&[("a.csv", csv.as_bytes()), ("b.TSV.gz", &gzip("text\tid\none\t1\n\t2\ntwo\t\n"))]);
    let fields = Fields { id: Some("NewId".into()), ..Fields::default() };
    let read = shelf.read_all(shelf.documents(&["a.csv"]).with_fields(fields));
    assert_eq!(read.is_whole().texts(), ["one \"quoted\"\nin two lines", "two"]);
    assert_eq!(read.names(), ["1", "2"]);
    assert_eq!(read.sources[0].title.as_deref(), Some("A, b"));
    assert_eq!((read.sources[1].place.unit, number(&read.sources[1])), (Unit::Row, 1));
    let read = shelf.read(&["b.TSV.gz"]);
    assert_eq!(read.names(), ["1", &format!("{}, row 3", shelf.name("b.TSV.gz"))]);
    assert!(
        read.errors[0].starts_with("b.TSV.gz, row 2: this row is no document: it has no text"),
        "{:?}",
        read.errors
    );
    let again = shelf.documents(&["a.csv"]).skip_to(0, 1).next().expect("a row").expect("a document");
    assert_eq!(again.text, "two");
}

#[test]
fn a_record_of_too_many_or_too_few_fields_is_named_and_the_others_are_read() {
    let shelf = Shelf::with(&[
        ("a.csv", b"id,text\n1,one\n2\n3,three,more\n4,four"),
        ("b.csv", b"id,name\n1,x\n"),
        ("c.csv", b""),
    ]);
    let read = shelf.read(&["a.csv", "b.csv", "c.csv"]);
    assert_eq!(read.texts(), ["one", "four"]);
    assert_eq!(read.errors.len(), 3, "{:?}", read.errors);
    assert!(
        read.errors[0].starts_with(
            "a.csv, row 2: this row is no document: its fields are 1, and those of the header 2"
        )
    );
    assert!(read.errors[2].starts_with("b.csv: it has none of the columns \"text\","), "{:?}", read.errors);
    assert!(read.errors[2].contains("its columns are: id, name"), "{:?}", read.errors);
}

#[test]
fn records_before_a_cut_come_out() {
    let rows: String = (0..500).map(|id| format!("{id},\"{:x}\"\n", twinprint::hash::mix(id))).collect();
    let packed = gzip(format!("id,text\n{rows}"));
    let read = Shelf::with(&[("a.csv.gz", &packed[..packed.len() / 2])]).read(&["a.csv.gz"]);
    assert!(read.sources.len() > 200 && read.errors.len() == 1, "{} {:?}", read.sources.len(), read.errors);
    assert!(
        read.sources
            .iter()
            .all(|source| source.text == format!("{:x}", twinprint::hash::mix(number(source))))
    );
}

proptest! {
    /// The naive twin: every field is quoted.
    #[test]
    fn texts_of_any_kind_come_back(texts in prop::collection::vec("[^\u{0}]{1,20}", 1..20)) {
        let quoted = |text: &String| format!("\"{}\"", text.replace('"', "\"\""));
        let rows: String = texts.iter().map(|text| format!("x,{}\n", quoted(text))).collect();
        let shelf = Shelf::with(&[("a.csv", format!("label,text\n{rows}").as_bytes())]);
        let read = shelf.read(&["a.csv"]);
        prop_assert_eq!(read.is_whole().texts(), texts);
    }
}
