//! `twinprint dedup`, run over what people have no other copy of.

use super::*;
use crate::compression::{gzip, zstandard};

mod campaign;
mod oracle;
mod passages;
mod refusals;
mod shapes;
mod what_is_kept;

impl Desk {
    /// `twinprint dedup` with the arguments of a line.
    pub(super) fn dedup(&self, line: &str) -> Said {
        said(&mut self.command(["dedup"].into_iter().chain(line.split_whitespace())))
    }

    /// The objects of a file of lines.
    pub(super) fn lines_of(&self, name: &str) -> Vec<Value> {
        self.read(name).lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
    }

    /// What a run says of all documents: read, kept, removed, refused.
    pub(super) fn ledger(&self, folder: &str) -> [u64; 4] {
        let summary: Value =
            serde_json::from_str(&self.read(&format!("{folder}/summary.json"))).expect("JSON");
        ["read", "kept", "removed", "refused"].map(|what| {
            summary["ledger"][what]["documents"].as_u64().unwrap_or_else(|| panic!("{summary:#}"))
        })
    }
}

/// Words that say nothing, the same for the same number.
fn words(seed: u64, count: u64) -> String {
    let word = |at| format!("w{}", twinprint::hash::mix(seed * 1_000_003 + at) % 50_000);
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

fn line(id: impl serde::Serialize, text: &str) -> String {
    format!("{}\n", serde_json::json!({ "id": id, "text": text }))
}

#[test]
fn shards_whose_ids_all_begin_at_nought_lose_no_document() {
    let desk = Desk::with(&[]);
    for shard in 0..20 {
        let lines: String = (0..50).map(|at| line(at, &words(shard * 1_000 + at, 40))).collect();
        desk.put(&format!("shards/{shard:02}.jsonl"), lines);
    }
    desk.dedup("shards -o out").ends(0).says("read 1,000 (").says("kept 1,000 (");
    for shard in 0..20 {
        let name = format!("{shard:02}.jsonl");
        assert_eq!(desk.read(&format!("out/corpus/{name}")), desk.read(&format!("shards/{name}")));
    }
    desk.dedup("--verify out")
        .ends(0)
        .says_out("proven: 1,000 documents as they were, 0 in one that is kept");
}

#[test]
fn duplicates_are_removed_with_a_line_that_says_for_which_document_and_how_much_of_it_stands_there() {
    let (text, other) = (words(1, 200), words(2, 100));
    let lines =
        [line("a", &text), line("b", &other), line("c", &text.to_uppercase()), line("d", &text[..400])];
    let desk = Desk::with(&[("corpus.jsonl", &lines.concat())]);
    desk.dedup("corpus.jsonl -o out").ends(0).says("removed           1 exact, 1 contained in another");
    assert_eq!(desk.read("out/corpus/corpus.jsonl"), [&*lines[0], &lines[1]].concat());
    let removed = desk.lines_of("out/removed.jsonl");
    let what = |at: usize, what: &str| removed[at][what].clone();
    assert_eq!(
        (what(0, "id"), what(0, "why"), removed[0]["kept"]["id"].clone()),
        ("c".into(), "exact".into(), "a".into())
    );
    assert_eq!(
        (what(1, "id"), what(1, "why"), what(1, "number")),
        ("d".into(), "contained".into(), 3.into())
    );
    assert!(removed[1]["containment_in_kept"].as_f64() >= Some(0.95), "{removed:#?}");
    assert!(removed[1]["containment_of_kept"].as_f64() < Some(0.6), "{removed:#?}");
    assert_eq!(desk.ledger("out"), [4, 2, 2, 0]);
    desk.dedup("--verify out").ends(0);
}

#[test]
fn by_exact_only_documents_of_the_same_words_are_removed() {
    let text = words(1, 200);
    let lines = [line("a", &text), line("b", &text[..400]), line("c", &text)];
    let desk = Desk::with(&[("corpus.jsonl", &lines.concat())]);
    desk.dedup("corpus.jsonl -o out --by exact").ends(0);
    assert_eq!(desk.read("out/corpus/corpus.jsonl"), [&*lines[0], &lines[1]].concat());
    desk.dedup("--verify out").ends(0);
}

#[test]
fn files_come_back_as_they_were_packed() {
    let (text, more) = (words(1, 60), words(2, 60));
    let lines = [line("a", &text), line("b", &more)].concat();
    let copy = line("c", &text);
    let desk = Desk::with(&[]);
    desk.put("in/a.jsonl", format!("{lines}\r\n\n{copy}").replace('\n', "\r\n"));
    desk.put("in/b.jsonl.gz", gzip(copy.clone() + &line("d", &words(3, 60))));
    desk.put("in/deep/c.jsonl.zst", zstandard(copy.clone() + &line("e", &words(4, 60))));
    desk.put("in/untouched.jsonl.zst", zstandard(line("f", &words(5, 60))));
    desk.put("in/d.txt.gz", gzip(&text));
    desk.put("in/e.txt", words(6, 60));
    desk.dedup("in -o out").ends(0);
    let bytes = |name: &str| fs::read(desk.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(bytes("out/corpus/b.jsonl.gz").starts_with(b"\x1f\x8b"));
    assert!(bytes("out/corpus/deep/c.jsonl.zst").starts_with(b"\x28\xb5\x2f\xfd"));
    assert_eq!(bytes("out/corpus/untouched.jsonl.zst"), bytes("in/untouched.jsonl.zst"));
    assert_eq!(bytes("out/corpus/e.txt"), bytes("in/e.txt"));
    assert!(!desk.path("out/corpus/d.txt.gz").exists(), "its text stands in a.jsonl");
    assert_eq!(desk.ledger("out"), [10, 6, 4, 0]);
    desk.dedup("--verify out").ends(0);
}

#[test]
fn what_an_old_corpus_holds_is_removed_and_nothing_of_that_is_given() {
    let (text, own) = (words(1, 100), words(2, 100));
    let desk = Desk::with(&[
        ("old.jsonl", &line("old", &text)),
        ("new/a.jsonl", &(line("same", &text) + &line("own", &own) + &line("again", &own))),
    ]);
    desk.dedup("new --against old.jsonl -o out").ends(0);
    assert_eq!(desk.read("out/corpus/a.jsonl"), line("own", &own));
    assert_eq!(desk.ledger("out"), [3, 1, 2, 0]);
    desk.dedup("--verify out").ends(0);
}

#[test]
fn what_stands_in_an_index_is_removed_for_its_document_and_nothing_else() {
    let (text, own) = (words(1, 400), words(2, 100));
    let newer = text.split_once(' ').map(|(_, rest)| format!("changed {rest}")).expect("words");
    let extended = format!("{text} {}", words(3, 60));
    let desk = Desk::with(&[
        ("old.jsonl", &(line("first", &words(9, 80)) + &line("second", &text) + &line("gone", &own))),
        ("more.jsonl", &line("later", &words(4, 90))),
        (
            "new/a.jsonl",
            &(line("same", &text.to_uppercase())
                + &line("own", &own)
                + &line("newer", &newer)
                + &line("extended", &extended)
                + &line("late", &words(4, 90))),
        ),
    ]);
    desk.twinprint("index build old.jsonl -o old.index --with-text").ends(0);
    desk.twinprint("index add old.index more.jsonl").ends(0);
    desk.twinprint("index remove old.index gone").ends(0);
    desk.dedup("new --against old.index -o out").ends(0);
    let kept: Vec<Value> =
        desk.lines_of("out/corpus/a.jsonl").into_iter().map(|line| line["id"].clone()).collect();
    assert_eq!(
        kept,
        ["own", "extended"],
        "what is removed of the index holds nothing, nor is the larger removed"
    );
    let removed = desk.lines_of("out/removed.jsonl");
    let index = desk.path("old.index").canonicalize().expect("a folder");
    let holders: Vec<[Value; 2]> =
        removed.iter().map(|line| [line["id"].clone(), line["kept"]["id"].clone()]).collect();
    assert_eq!(holders, [["same", "second"], ["newer", "second"], ["late", "later"]]);
    assert!(removed.iter().all(|line| line["kept"]["file"] == index.to_str().expect("a name")));
    let against = desk.lines_of("out/against.jsonl");
    assert_eq!(against.len(), 2);
    assert_eq!((&against[0]["number"], &against[0]["text"]), (&1.into(), &text.as_str().into()));
    desk.dedup("--verify out").ends(0).says_out("2 documents as they were, 3 in one that is kept");
    // What asks for other fields of the corpus asks for none of the index.
    let other = desk.read("new/a.jsonl").replace("\"text\"", "\"body\"").replace("\"id\"", "\"key\"");
    desk.put("other/a.jsonl", other);
    desk.dedup("other --against old.index -o renamed --text-field body --id-field key").ends(0);
    assert_eq!(desk.ledger("renamed"), [5, 2, 3, 0]);
    desk.dedup("--verify renamed").ends(0);
    // Once the index does not have it any more, nothing is proven by it.
    desk.twinprint("index remove old.index second").ends(0);
    desk.dedup("--verify out").ends(2).says("the document that is kept for it is not there");
    assert_eq!(desk.names().iter().filter(|name| name.starts_with('.')).count(), 0);
}

#[test]
fn annotated_every_document_comes_back_and_says_what_it_is() {
    let text = words(1, 100);
    let desk =
        Desk::with(&[("corpus.jsonl", &(line("a", &text) + &line("b", &words(2, 50)) + &line("c", &text)))]);
    desk.dedup("corpus.jsonl -o out --annotate").ends(0);
    let marked = desk.lines_of("out/corpus/corpus.jsonl");
    let kept: Vec<&Value> = marked.iter().map(|line| &line["dedup_kept"]).collect();
    assert_eq!(kept, [true, true, false]);
    assert_eq!(
        (&marked[2]["dedup_representative"], &marked[2]["id"]),
        (&Value::from("a"), &Value::from("c"))
    );
    assert_eq!(marked[0]["dedup_cluster"], marked[2]["dedup_cluster"]);
    assert_eq!(desk.lines_of("out/annotations.jsonl").len(), 3);
    desk.dedup("--verify out").ends(0);
}

#[test]
fn a_folder_in_which_something_was_changed_is_not_proven() {
    let text = words(1, 100);
    let lines = line("a", &text) + &line("b", &words(2, 50)) + &line("c", &text);
    let begin = || {
        let desk = Desk::with(&[("corpus.jsonl", &lines)]);
        desk.dedup("corpus.jsonl -o out").ends(0);
        desk
    };
    let desk = begin();
    desk.put("out/corpus/corpus.jsonl", line("a", &text));
    desk.dedup("--verify out").ends(2).says("corpus.jsonl, line 2 is not in the folder as it is here");
    let desk = begin();
    desk.put("out/removed.jsonl", "");
    desk.dedup("--verify out").ends(2).says("is not in the folder as it is here");
    let desk = begin();
    let removed = desk.read("out/removed.jsonl").replace("\"number\":0", "\"number\":1");
    desk.put("out/removed.jsonl", removed);
    desk.dedup("--verify out").ends(2).says("shingles are not in the document that is kept for it");
}

#[test]
fn memory_is_understood_as_people_write_it() {
    let desk = Desk::with(&[("a.jsonl", &line("a", "one two three"))]);
    for (at, memory) in ["2GB", "2G", "2GiB", "0.5g", "20000000"].iter().enumerate() {
        desk.dedup(&format!("a.jsonl -o out{at} --memory {memory}")).ends(0);
    }
    let spaced = ["dedup", "a.jsonl", "-o", "spaced", "--memory", "2 GiB"];
    said(&mut desk.command(spaced)).ends(0);
    desk.dedup("a.jsonl -o out --memory 2XB").ends(2).says("give a number of bytes, with a unit if need be");
}

#[test]
fn arrays_of_json_and_csv_come_back_as_they_were_but_for_what_is_removed() {
    let (text, other) = (words(1, 60), words(2, 60));
    let item = |id: u64, text: &str| format!("{{\"id\": {id},  \"text\": \"{text}\"}}");
    let row = |id: u64, text: &str| format!("{id},\"{text}, as \"\"they\"\" say\"\r\n");
    let desk = Desk::with(&[]);
    desk.put("in/a.json", format!("[\n {},\n {},\n {}\n]", item(1, &text), item(2, &other), item(3, &text)));
    let rows = [row(1, &words(3, 50)), row(2, &words(4, 50)), row(3, &words(3, 50))];
    desk.put("in/b.csv", format!("id,text\r\n{}", rows.concat()));
    desk.put("in/c.tsv", "id\ttext\n1\tone of a kind\n");
    desk.dedup("in -o out").ends(0);
    let array: Vec<Value> = serde_json::from_str(&desk.read("out/corpus/a.json")).expect("an array");
    assert_eq!(array.iter().map(|item| item["id"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2)]);
    assert!(desk.read("out/corpus/a.json").contains(&item(2, &other)), "the bytes of an item stay");
    assert_eq!(desk.read("out/corpus/b.csv"), format!("id,text\r\n{}{}", rows[0], rows[1]));
    assert_eq!(desk.read("out/corpus/c.tsv"), desk.read("in/c.tsv"));
    desk.dedup("--verify out").ends(0);
    desk.dedup("in/b.csv -o marked --annotate").ends(0);
    let marked = desk.read("marked/corpus/b.csv");
    assert!(
        marked.starts_with("id,text,dedup_cluster,dedup_representative,dedup_containment,dedup_kept\r\n1,"),
        "{marked}"
    );
    assert!(marked.ends_with(",0,1,1,false\r\n"), "{marked}");
}

#[test]
fn what_was_named_is_named_in_the_summary_so_that_the_proof_reads_the_same() {
    let lines: String = (0..3)
        .map(|at| format!("{}\n", serde_json::json!({ "key": { "n": at / 2 }, "said": words(at / 2, 40) })))
        .collect();
    let desk = Desk::with(&[("corpus.txt", &lines)]);
    desk.dedup("corpus.txt -o out --format jsonl --text-field said --id-field key.n").ends(0);
    assert_eq!(desk.ledger("out"), [3, 2, 1, 0]);
    assert_eq!(desk.lines_of("out/removed.jsonl")[0]["kept"]["id"], "0");
    desk.dedup("--verify out").ends(0).says_out("proven: 2 documents");
}

#[test]
fn the_newest_or_the_best_of_several_is_kept() {
    let text = words(1, 60);
    let line = |id: u64, date: &str, score: f64| {
        format!("{}\n", serde_json::json!({ "id": id, "text": text, "timestamp": date, "score": score }))
    };
    let lines = [line(1, "2023-01-01", 9.5), line(2, "2024-05-01", 1.0), line(3, "2024-04-30", 10.0)];
    let desk = Desk::with(&[("corpus.jsonl", &lines.concat())]);
    for (keep, kept) in [("newest", 1), ("score", 2), ("longest", 0), ("first", 0)] {
        desk.dedup(&format!("corpus.jsonl -o {keep} --keep {keep}")).ends(0);
        assert_eq!(desk.read(&format!("{keep}/corpus/corpus.jsonl")), lines[kept], "{keep}");
    }
    desk.put("plain.jsonl", self::line("a", "no date at all"));
    desk.dedup("plain.jsonl -o out --keep newest")
        .ends(2)
        .says("documents with a field such as date or timestamp");
}

#[test]
fn a_preset_removes_what_the_makers_of_a_corpus_did_and_says_so_in_the_summary() {
    let (base, passage) = (words(1, 260), words(4, 60));
    let texts = [
        format!("{base} {}", words(2, 40)),
        format!("{base} {}", words(3, 40)),
        format!("{}\n\n{passage}\n\n{}", words(5, 30), words(6, 20)),
        format!("{}\n\n{passage}\n\n{}", words(7, 40), words(6, 20)),
    ];
    let lines: String = (0..).zip(&texts).map(|(id, text)| line(id, text)).collect();
    let desk = Desk::with(&[("corpus.jsonl", &lines)]);
    let words_left = |folder: &str| -> Vec<usize> {
        let lines = desk.lines_of(&format!("{folder}/corpus/corpus.jsonl"));
        lines.iter().map(|line| line["text"].as_str().expect("a text").split_whitespace().count()).collect()
    };
    desk.dedup("corpus.jsonl -o out").ends(0);
    assert_eq!(desk.ledger("out"), [4, 4, 0, 0]);
    for preset in ["fineweb", "redpajama-v2"] {
        desk.dedup(&format!("corpus.jsonl -o {preset} --preset {preset}")).ends(0);
        assert_eq!(desk.ledger(preset), [4, 3, 1, 0], "{preset}");
        desk.dedup(&format!("--verify {preset}")).ends(0);
        let summary: Value =
            serde_json::from_str(&desk.read(&format!("{preset}/summary.json"))).expect("JSON");
        assert_eq!(summary["options"]["preset"], *preset, "{summary:#}");
    }
    for (preset, left) in [("lee22", [300, 40, 30, 120]), ("ccnet", [300, 300, 30, 120])] {
        desk.dedup(&format!("corpus.jsonl -o {preset} --preset {preset}")).ends(0);
        desk.dedup(&format!("--verify {preset}")).ends(0);
        assert_eq!(words_left(preset), left, "{preset}");
    }
    desk.dedup("corpus.jsonl -o no --preset fineweb --shingle 10").ends(2).says("--preset");
    desk.dedup("corpus.jsonl -o no --preset slimpajama").ends(2).says("twinprint scan --preset slimpajama");
}
