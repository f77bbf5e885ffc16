//! `twinprint index build --find both`: passages and documents as wholes in one folder, and `check` against them.

use super::corpus_index::{line, words};
use super::*;

/// Three documents; one that quotes a passage of the first, and one that is the second with a word in ten replaced.
fn desk() -> Desk {
    let texts: Vec<String> = (0..3).map(|number| words(number, 200)).collect();
    let known: String = texts.iter().zip(["one", "two", "three"]).map(|(text, id)| line(id, text)).collect();
    let quoted: Vec<&str> = texts[0].split_whitespace().take(60).collect();
    let quoting = words(7, 300) + &quoted.join(" ") + " " + &words(8, 300);
    let replaced = |(at, word)| if at % 10 == 0 { "other" } else { word };
    let edited: Vec<&str> = texts[1].split_whitespace().enumerate().map(replaced).collect();
    Desk::with(&[("known.jsonl", &known), ("quoting.txt", &quoting), ("edited.txt", &edited.join(" "))])
}

fn built() -> Desk {
    let desk = desk();
    desk.twinprint("index build known.jsonl -o both.index --find both --with-text")
        .ends(0)
        .is_quiet()
        .says_out("both.index: 3 documents and")
        .says_out("both.index: 3 documents as wholes");
    desk
}

/// The ids of what a line of JSON names, by passages and as a whole.
fn ids(object: &Value) -> (Vec<&'static str>, Vec<&'static str>) {
    let of = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let named = |list: &Value| -> Vec<&'static str> {
        let known = ["one", "two", "three", "four"];
        of(list).iter().filter_map(|found| known.into_iter().find(|id| found["id"] == *id)).collect()
    };
    (named(&object["sources"]), named(&object["as_whole"]["matches"]))
}

#[test]
fn a_check_asks_both_and_says_which_found_what() {
    let desk = built();
    let said = desk.twinprint("check quoting.txt edited.txt --index both.index");
    said.ends(0).says_out("found in 1 document").says_out("As a whole near none of 3 documents");
    said.says_out("As a whole near 1 of 3 documents");
    let objects = desk.twinprint("check quoting.txt edited.txt --index both.index --json").ends(0).objects();
    assert_eq!(ids(&objects[0]), (vec!["one"], vec![]));
    assert_eq!(ids(&objects[1]), (vec!["two"], vec!["two"]));
    assert_eq!(
        (&objects[1]["as_whole"]["status"], &objects[1]["as_whole"]["bits"]),
        (&"known".into(), &320.into())
    );
}

#[test]
fn either_says_what_an_index_of_its_kind_says() {
    let desk = built();
    desk.twinprint("index build known.jsonl -o passages.index --with-text").ends(0);
    desk.twinprint("index build known.jsonl -o known.index --find documents").ends(0);
    let check = |index: &str| desk.twinprint(&format!("check edited.txt --json --index {index}")).objects();
    let mut both = check("both.index");
    let mut as_whole = both[0]["as_whole"].take();
    as_whole["document"] = "edited.txt".into();
    assert_eq!(as_whole, check("known.index")[0]);
    both[0].as_object_mut().expect("an object").remove("as_whole");
    assert_eq!(both, check("passages.index"));
    desk.twinprint("index build known.jsonl -o small.index --find both --bytes 16 --run 30").ends(0);
    desk.twinprint("index inspect small.index")
        .ends(0)
        .says_out("runs of 30")
        .says_out("near within 20 bits");
}

#[test]
fn a_near_duplicate_without_a_passage_is_a_match_and_what_is_too_short_is_said() {
    let desk = built();
    let edited = desk.read("edited.txt");
    let sparse: Vec<&str> = edited.split_whitespace().collect();
    desk.put("short.txt", sparse[..5].join(" "));
    desk.twinprint("check edited.txt --index both.index --min-words 5000 --fail-on-match").ends(1);
    desk.twinprint("check quoting.txt --index both.index --min-words 5000 --fail-on-match").ends(0);
    desk.twinprint("check short.txt --index both.index").ends(0).says_out("Not looked up as a whole: ");
    desk.put("more.jsonl", line("four", &words(9, 200)) + &line("tiny", "Only five words are here"));
    desk.twinprint("index add both.index more.jsonl")
        .ends(0)
        .says("1 document too short to be known as a whole: their passages are found")
        .says_out("2 documents added")
        .says_out("4 documents as wholes in 2 segments");
}

#[test]
fn documents_are_added_replaced_removed_and_merged_in_both() {
    let desk = built();
    let found = |document: &str| {
        let objects = desk.twinprint(&format!("check {document} --index both.index --json")).objects();
        (ids(&objects[0]).0.concat(), ids(&objects[0]).1.concat())
    };
    desk.put("four.jsonl", line("four", &words(9, 200)));
    desk.put("four.txt", words(9, 200));
    desk.twinprint("index add both.index known.jsonl").ends(2).says("one");
    desk.twinprint("index add both.index four.jsonl").ends(0).says_out("1 document added");
    assert_eq!(found("four.txt"), ("four".into(), "four".into()));
    desk.twinprint("index add both.index four.jsonl --replace")
        .ends(0)
        .says_out("1 of them in place of others");
    desk.twinprint("index remove both.index two").ends(0).says_out("1 document removed");
    assert_eq!(found("edited.txt"), (String::new(), String::new()));
    desk.twinprint("index merge both.index").ends(0).says_out("3 documents as wholes in 1 segment");
    desk.twinprint("index verify both.index --deep")
        .ends(0)
        .says_out("passages: all")
        .says_out("documents: all");
    assert_eq!(found("four.txt"), ("four".into(), "four".into()));
    desk.twinprint("index publish both.index -o public").ends(0);
    for (part, expected) in [("passages", ("four", "")), ("documents", ("", ""))] {
        desk.twinprint(&format!("index verify public/{part} --deep")).ends(0);
        let said = desk.twinprint(&format!("check four.txt --index public/{part} --json"));
        assert_eq!(ids(&said.objects()[0]), (vec![expected.0; usize::from(!expected.0.is_empty())], vec![]));
    }
    desk.twinprint("index publish both.index -o by-ranges --ranges").ends(0).says_out("to be read by ranges");
}

#[cfg(unix)]
#[test]
fn a_change_that_is_killed_leaves_both_as_they_were() {
    let desk = built();
    let more: String = (20..120).map(|number| line(&format!("{number}"), &words(number, 100))).collect();
    desk.put("more.jsonl", more);
    let check =
        || desk.twinprint("check edited.txt quoting.txt --index both.index --json").ends(0).out.clone();
    let before = check();
    let mut killed = 0;
    for bytes in [512, 1024, 2048, 4096, 8192, 16_384, 32_768] {
        if desk.killed_at(bytes, "index add both.index more.jsonl").is_none() {
            break;
        }
        killed += 1;
        assert_eq!(check(), before, "killed at {bytes} bytes");
        desk.twinprint("index verify both.index --deep").ends(0);
    }
    assert!(killed > 2, "{killed}");
    desk.twinprint("index merge both.index").ends(0);
    let below: Vec<String> = fs::read_dir(desk.path("both.index"))
        .expect("the index")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.parse::<u64>().is_ok())
        .collect();
    assert_eq!(below.len(), 1, "nothing of what was killed is left: {below:?}");
}

#[test]
fn what_cannot_be_is_refused_with_what_to_do() {
    let desk = built();
    let before = desk.twinprint("index inspect both.index").ends(0).out.clone();
    desk.twinprint("index build - -o both.index --find both")
        .ends(2)
        .says("standard input can be read only once");
    desk.twinprint("index build absent.jsonl -o both.index --find both").ends(2);
    desk.twinprint("index build known.jsonl -o both.index").ends(2).says("of something else than an index");
    desk.twinprint("index build known.jsonl -o passages.index").ends(0);
    desk.twinprint("index build known.jsonl -o passages.index --find both")
        .ends(2)
        .says("give another folder");
    desk.twinprint("check edited.txt --index both.index --add").ends(2).says("two indexes");
    assert_eq!(desk.twinprint("index inspect both.index").ends(0).out, before);
    desk.put(
        "both.index/index.json",
        desk.read("both.index/index.json").replace("\"version\":1", "\"version\":7"),
    );
    desk.twinprint("check edited.txt --index both.index").ends(2).says("its version is 7, not 1");
}
