//! `twinprint decontaminate`: items of eval sets are found in a corpus, and it comes back without the documents that hold them.

use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::*;
use crate::compression::{gzip, zstandard};

/// The sample of the documents: four items, three of them in pages of eight.
const QUIZ: &str = include_str!("../../../../tests/evals/quiz.jsonl");
const PAGES: &str = include_str!("../../../../tests/evals/pages.jsonl");

impl Desk {
    fn with_the_sample() -> Desk {
        Desk::with(&[("quiz.jsonl", QUIZ), ("pages.jsonl", PAGES)])
    }

    /// `twinprint decontaminate` with the arguments of a line.
    fn decontaminate(&self, line: &str) -> Said {
        said(&mut self.command(["decontaminate"].into_iter().chain(line.split_whitespace())))
    }
}

/// The lines of the sample without those of these numbers.
fn without(numbers: &[usize]) -> String {
    let lines = PAGES.split_inclusive('\n').enumerate();
    lines.filter(|(number, _)| !numbers.contains(number)).map(|(_, line)| line).collect()
}

#[test]
fn documents_with_items_are_listed_and_nothing_is_written() {
    let desk = Desk::with_the_sample();
    let said = desk.decontaminate("pages.jsonl --against quiz.jsonl");
    said.ends(0)
        .shows("pages.jsonl, line 2: quiz.jsonl lamp (question 15 of 15 words, choice 7 of 7 words; ")
        .shows("pages.jsonl, line 4: quiz.jsonl tram (question 17 of 19 words; ")
        .shows("pages.jsonl, line 7: quiz.jsonl true (")
        .says("quiz.jsonl: 3 of 4 items found, in 3 documents; 1 item too common to be told by its words")
        .says("read 8 (1.2 KiB) = looked at 8 (1.2 KiB) + refused 0 (0 bytes)");
    assert_eq!(said.out.lines().count(), 3);
    assert_eq!(desk.names(), ["pages.jsonl", "quiz.jsonl"]);
    desk.decontaminate("pages.jsonl --against quiz.jsonl --fail-on-match").ends(1);
    desk.put("clean.jsonl", without(&[1, 3, 6]));
    desk.decontaminate("clean.jsonl --against quiz.jsonl --fail-on-match").ends(0);
}

#[test]
fn programs_read_where_each_item_stands_and_how_rare_it_is() {
    let desk = Desk::with_the_sample();
    let said = desk.decontaminate("pages.jsonl --against quiz.jsonl --json");
    let found = said.objects();
    assert_eq!(found.len(), 3);
    let item = &found[0]["items"][0];
    assert_eq!(
        (&found[0]["number"], &item["eval"], &item["id"]),
        (&1.into(), &"quiz.jsonl".into(), &"lamp".into())
    );
    let text = serde_json::from_str::<Value>(PAGES.lines().nth(1).unwrap()).unwrap()["text"].clone();
    let text = text.as_str().unwrap();
    let bytes =
        |of: &Value| &text[of["start"].as_u64().unwrap() as usize..of["end"].as_u64().unwrap() as usize];
    assert!(bytes(item).starts_with("WHAT DID THE KEEPERS\n") && bytes(item).ends_with("whale tallow"));
    assert_eq!(item["text"], bytes(item));
    let parts: Vec<(&str, &str)> = item["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| (part["part"].as_str().unwrap(), bytes(part)))
        .collect();
    let choices = [
        ("choice", "peat"),
        ("choice", "beeswax candles"),
        ("choice", "rapeseed oil"),
        ("choice", "whale tallow"),
    ];
    assert_eq!(parts[1..], choices, "in the order of the document");
    assert_eq!(item["share"], 1.0);
    assert!(item["bits"].as_u64() > Some(60), "{item:#}");
    assert_eq!(said.ledger()["looked at"]["documents"], 8);
}

#[test]
fn of_a_page_the_visible_text_is_searched_and_its_bytes_are_named() {
    let page = "<html><title>Puzzle</title><p>&Uuml;ber&nbsp;all: <b>Which of these</b><br>is true?<ul><li>Slate floats on milk\
        <li>Rivers carry <i>sand</i> to the sea<li>Herrings sleep in nests</ul><p>Send us a card.";
    let desk =
        Desk::with(&[("quiz.jsonl", QUIZ), ("page.html", page), ("pages.jsonl", &without(&[1, 3, 6]))]);
    let found = desk.decontaminate("page.html pages.jsonl --against quiz.jsonl --json").objects();
    let item = &found[0]["items"][0];
    let place = |of: &str| item[of].as_u64().unwrap() as usize;
    let source = &page[place("start")..place("end")];
    assert!(
        source.starts_with("Which of these</b><br>is") && source.ends_with("Herrings sleep in nests"),
        "{source}"
    );
    let text = item["text"].as_str().unwrap();
    assert!(text.starts_with("Which of these") && !text.contains('<'), "{text}");
}

#[test]
fn the_corpus_comes_back_without_these_documents_and_is_otherwise_as_it_was() {
    let desk = Desk::with_the_sample();
    fs::create_dir(desk.path("in")).unwrap();
    desk.put("in/a.jsonl.gz", gzip(PAGES));
    desk.put("in/deep/b.jsonl", without(&[1, 3, 6]));
    desk.put("in/c.txt", "Which of these is true?\nSlate floats on milk. Herrings sleep in nests. Rivers carry sand to the sea.");
    let kept = "The river is low.";
    desk.put("in/d.txt.zst", zstandard(kept));
    desk.decontaminate("in --against quiz.jsonl -o out")
        .ends(0)
        .says("hold items        4 documents")
        .says("kept 11 (")
        .says("removed 4 (");
    assert_eq!(fs::read(desk.path("out/corpus/deep/b.jsonl")).unwrap(), without(&[1, 3, 6]).into_bytes());
    assert_eq!(fs::read(desk.path("out/corpus/d.txt.zst")).unwrap(), zstandard(kept));
    assert!(!desk.path("out/corpus/c.txt").exists());
    let given = desk.twinprint("read out/corpus/a.jsonl.gz --json").objects();
    let ids: Vec<&str> =
        given.iter().filter_map(|line| line["name"].as_str().or(line["id"].as_str())).collect();
    assert_eq!(given.len(), 5, "{ids:?}");
    let listed = desk.lines_of("out/contaminated.jsonl");
    let places: Vec<(&str, u64)> = listed
        .iter()
        .map(|line| (line["file"].as_str().unwrap(), line["number"].as_u64().unwrap()))
        .collect();
    assert_eq!(places, [("a.jsonl.gz", 1), ("a.jsonl.gz", 3), ("a.jsonl.gz", 6), ("c.txt", 0)]);
    let items: Vec<(String, u64, bool)> = desk
        .lines_of("out/items.jsonl")
        .iter()
        .map(|line| {
            (
                line["id"].as_str().unwrap().into(),
                line["documents"].as_u64().unwrap(),
                line["too_common"] == true,
            )
        })
        .collect();
    let item = |id: &str, documents, common| (id.into(), documents, common);
    assert_eq!(
        items,
        [item("lamp", 1, false), item("tram", 1, false), item("true", 2, false), item("capital", 0, true)]
    );
    assert_eq!(desk.ledger("out"), [15, 11, 4, 0]);
    assert_eq!(desk.names().iter().filter(|name| name.starts_with(".twinprint")).count(), 0);
    // The same command again takes the place of what it gave.
    desk.decontaminate("in --against quiz.jsonl -o out").ends(0);
}

#[test]
fn annotated_every_document_comes_back_and_says_what_it_holds() {
    let desk = Desk::with_the_sample();
    desk.decontaminate("pages.jsonl --against quiz.jsonl -o out --annotate").ends(0).says("removed 0 (");
    let marked = desk.lines_of("out/corpus/pages.jsonl");
    let held: Vec<bool> = marked.iter().map(|line| line["contaminated"] == true).collect();
    assert_eq!(held, [false, true, false, true, false, false, true, false]);
    assert_eq!(
        (&marked[1]["contaminated_by"], &marked[1]["contaminated_items"]),
        (&"quiz.jsonl: lamp".into(), &1.into())
    );
    let spans: Vec<[usize; 2]> =
        serde_json::from_str(marked[3]["contaminated_spans"].as_str().unwrap()).unwrap();
    let text = marked[3]["text"].as_str().unwrap();
    assert!(text[spans[0][0]..spans[0][1]].starts_with("A bus leaves the depot"), "{spans:?}");
    assert_eq!(
        (&marked[0]["contaminated_by"], &marked[0]["contaminated_spans"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn eval_sets_are_read_from_arrays_tables_and_parquet_with_lists() {
    let desk = Desk::with(&[("pages.jsonl", PAGES)]);
    let items: Vec<Value> = QUIZ.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    desk.put("array.json", serde_json::to_string_pretty(&items).unwrap());
    desk.put(
        "table.csv",
        "name,stem,A,B,C,D,key\nlamp,\"What did the keepers of the old lighthouse burn in the lamp, before petroleum came?\",rapeseed oil,whale tallow,peat,beeswax candles,A\n",
    );
    desk.put("set.parquet", parquet_of_the_lamp());
    let ids = |line: &str| -> Vec<String> {
        let said = desk.decontaminate(&format!("pages.jsonl --json --against {line}"));
        said.ends(0);
        let found = said.objects();
        found.iter().map(|line| line["items"][0]["id"].as_str().unwrap().into()).collect()
    };
    assert_eq!(ids("array.json"), ["lamp", "tram", "true"]);
    assert_eq!(ids("table.csv --question-field stem --item-id-field name"), ["lamp"]);
    assert_eq!(ids("set.parquet"), ["1"]);
    let said = desk.decontaminate("pages.jsonl --against set.parquet");
    said.shows("set.parquet 1 (question 15 of 15 words, choice 7 of 7 words; ");
}

/// A table of one item: a question, a list of choices and the number of the right one.
fn parquet_of_the_lamp() -> Vec<u8> {
    let schema = "message m { REQUIRED BYTE_ARRAY question (UTF8); \
        OPTIONAL group choices (LIST) { REPEATED group list { OPTIONAL BYTE_ARRAY element (UTF8); } } REQUIRED INT64 answer; }";
    let schema = Arc::new(parse_message_type(schema).expect("a schema"));
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).expect("a writer");
    let mut group = writer.next_row_group().expect("a row group");
    let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
    let question = text("What did the keepers of the old lighthouse burn in the lamp before petroleum came?");
    let choices = ["rapeseed oil", "whale tallow", "peat", "beeswax candles"].map(text);
    let mut column = group.next_column().expect("writes").expect("a column");
    column.typed::<ByteArrayType>().write_batch(&[question], None, None).expect("writes");
    column.close().expect("closes");
    let mut column = group.next_column().expect("writes").expect("a column");
    let (definitions, repetitions) = (&[3, 3, 3, 3][..], &[0, 1, 1, 1][..]);
    column
        .typed::<ByteArrayType>()
        .write_batch(&choices, Some(definitions), Some(repetitions))
        .expect("writes");
    column.close().expect("closes");
    let mut column = group.next_column().expect("writes").expect("a column");
    column.typed::<Int64Type>().write_batch(&[0], None, None).expect("writes");
    column.close().expect("closes");
    group.close().expect("closes");
    writer.close().expect("closes");
    bytes
}

#[test]
fn what_is_no_item_is_said_and_listed_and_the_others_are_found() {
    let bad = "{}\nnot json\n{\"question\": \" ?! \"}\n[1, 2]\n{\"question\": [[]], \"choices\": {\"text\": null}}\n";
    let desk = Desk::with(&[("quiz.jsonl", &format!("{bad}{QUIZ}")), ("pages.jsonl", PAGES)]);
    desk.decontaminate("pages.jsonl --against quiz.jsonl -o out")
        .ends(3)
        .says("no item: quiz.jsonl, number 2: it is not JSON")
        .says("no item: quiz.jsonl, number 4: it is no object")
        .says("3 of 4 items found");
    let listed = desk.lines_of("out/items.jsonl");
    let refused: Vec<u64> = listed
        .iter()
        .filter(|line| !line["refused"].is_null())
        .map(|line| line["number"].as_u64().unwrap())
        .collect();
    assert_eq!((listed.len(), refused), (9, vec![0, 1, 2, 3, 4]));
    assert_eq!(desk.read("out/corpus/pages.jsonl"), without(&[1, 3, 6]));
    desk.decontaminate("pages.jsonl --against quiz.jsonl --if-refused ignore").ends(0);
    desk.decontaminate("pages.jsonl --against quiz.jsonl --if-refused stop -o none")
        .ends(2)
        .says("quiz.jsonl, number 1: it is refused");
    assert!(!desk.path("none").exists());
}

#[test]
fn what_is_no_document_is_refused_with_its_bytes_and_nothing_else_is_lost() {
    let bad = "{\"id\": \"x\", \"text\"\n";
    let desk = Desk::with(&[("quiz.jsonl", QUIZ), ("pages.jsonl", &format!("{bad}{PAGES}"))]);
    desk.decontaminate("pages.jsonl --against quiz.jsonl -o out").ends(3).says("+ refused 1 (");
    assert_eq!(desk.lines_of("out/refused.jsonl")[0]["raw"], bad);
    assert_eq!(desk.read("out/corpus/pages.jsonl"), without(&[1, 3, 6]));
    assert_eq!(desk.ledger("out"), [9, 5, 3, 1]);
    desk.decontaminate("pages.jsonl --against quiz.jsonl").ends(3);
}

#[test]
fn files_that_are_no_eval_sets_are_errors_that_say_what_to_do() {
    let desk = Desk::with(&[
        ("pages.jsonl", PAGES),
        ("notes.txt", "It rains."),
        ("empty.jsonl", "\n{}\n"),
        ("quiz.jsonl", QUIZ),
    ]);
    desk.decontaminate("pages.jsonl --against notes.txt")
        .ends(2)
        .says("notes.txt: it is read as text, which has no items; give JSON lines, a JSON array, CSV, TSV or Parquet");
    desk.decontaminate("pages.jsonl --against empty.jsonl")
        .ends(2)
        .says("empty.jsonl: it has no item, and 1 object that");
    desk.decontaminate("pages.jsonl --against missing.jsonl")
        .ends(2)
        .says("missing.jsonl: there is no such file");
    desk.decontaminate("pages.jsonl --against quiz.jsonl --question-field stem")
        .ends(2)
        .says("quiz.jsonl: it has no field \"stem\"; it has: ");
    desk.decontaminate("pages.jsonl").ends(2).says("--against");
}

#[test]
fn the_output_is_never_an_input_nor_anything_of_others() {
    let desk = Desk::with(&[("in/quiz.jsonl", QUIZ), ("in/pages.jsonl", PAGES), ("other/mine.txt", "mine")]);
    for output in ["in", "in/pages.jsonl", "in/out", "."] {
        desk.decontaminate(&format!("in/pages.jsonl --against in -o {output}")).ends(2);
    }
    desk.decontaminate("in/pages.jsonl --against in/quiz.jsonl -o other")
        .ends(2)
        .says("there is something in this folder");
    desk.decontaminate("in/pages.jsonl --against in/quiz.jsonl -o other --force").ends(0);
    assert_eq!(desk.read("other/mine.txt"), "mine");
    // What dedup gave is another command's.
    desk.twinprint("dedup in/pages.jsonl -o given").ends(0);
    desk.decontaminate("in/pages.jsonl --against in/quiz.jsonl -o given").ends(2);
    assert_eq!((desk.read("in/quiz.jsonl"), desk.read("in/pages.jsonl")), (QUIZ.into(), PAGES.into()));
    desk.command_given(PAGES.as_bytes(), ["decontaminate", "-", "--against", "in/quiz.jsonl"])
        .ends(2)
        .says("what is piped in cannot be read a second time");
}

#[test]
fn where_most_of_a_file_would_go_nothing_is_written() {
    // Each of the items stands in twelve documents, and so in none too often.
    let word = |seed: u64| format!("w{}", twinprint::hash::mix(seed) % 50_000);
    let words = |from: u64| (from..from + 12).map(word).collect::<Vec<_>>().join(" ");
    let quiz: String =
        (0..60).map(|nth| format!("{}\n", serde_json::json!({ "question": words(nth * 100) }))).collect();
    let page = |at: u64| if at % 5 < 3 { words(at % 60 * 100) } else { words(1_000_000 + at * 100) };
    let pages: String =
        (0..1_200).map(|at| format!("{}\n", serde_json::json!({ "text": page(at) }))).collect();
    let desk = Desk::with(&[("quiz.jsonl", &quiz), ("pages.jsonl", &pages)]);
    let line = "pages.jsonl --against quiz.jsonl -o out";
    desk.decontaminate(line)
        .ends(2)
        .says("pages.jsonl: 720 of its 1,200 documents would be removed, more than 50 %")
        .says("would be removed: pages.jsonl, line 1: quiz.jsonl 1 (question 12 of 12 words; ");
    assert_eq!(desk.names(), ["pages.jsonl", "quiz.jsonl"]);
    desk.decontaminate(&format!("{line} --guard 100%")).ends(0).says("removed 720 (");
    desk.decontaminate("pages.jsonl --against quiz.jsonl -o marked --annotate").ends(0);
}

#[test]
fn an_item_that_is_in_every_document_is_a_set_phrase_and_a_word_is_no_item() {
    let quiz = "{\"question\": \"it rains in the harbour of the town\"}\n{\"question\": \"the\"}\n{\"question\": \"zyzzyva\"}\n{\"question\": \"Что за гость стучится в дверь к нам поздней ночью?\"}\n";
    let lines: String = (0..200)
        .map(|at| {
            let more = if at == 7 { "Что за гость\nСТУЧИТСЯ в дверь к нам поздней ночью" } else { "zyzzyva" };
            format!("{}\n", serde_json::json!({ "text": format!("On day {at} it rains in the harbour of the town. {more}") }))
        })
        .collect();
    let desk = Desk::with(&[("quiz.jsonl", quiz), ("pages.jsonl", &lines)]);
    let said = desk.decontaminate("pages.jsonl --against quiz.jsonl");
    said.ends(0).says("1 of 4 items found, in 1 document; 3 items too common");
    assert!(
        said.out.starts_with("pages.jsonl, line 8: quiz.jsonl 4 (question 10 of 10 words; "),
        "{said:#?}"
    );
}
