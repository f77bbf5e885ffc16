//! `twinprint index build --find documents`, and `check` against such an index.

use super::corpus_index::{line, words};
use super::*;

/// Three documents of 200 words, and one of them with a word in ten replaced.
fn desk() -> Desk {
    let texts: Vec<String> = (0..3).map(|number| words(number, 200)).collect();
    let known: String = texts.iter().zip(["one", "two", "three"]).map(|(text, id)| line(id, text)).collect();
    let edited: Vec<&str> = texts[1]
        .split_whitespace()
        .enumerate()
        .map(|(at, word)| if at % 10 == 0 { "other" } else { word })
        .collect();
    Desk::with(&[("known.jsonl", &known), ("edited.txt", &edited.join(" ")), ("new.txt", &words(9, 200))])
}

pub(super) fn built() -> Desk {
    let desk = desk();
    desk.twinprint("index build known.jsonl -o known.index --find documents").ends(0).is_quiet();
    desk
}

#[test]
fn says_of_which_document_another_is_a_near_duplicate() {
    let desk = built();
    let said = desk.twinprint("check edited.txt new.txt --index known.index");
    said.ends(0).says_out("edited.txt  200 words, near 1 of 3 documents").says_out("  two\n");
    said.says_out("new.txt  200 words, near none of 3 documents");

    let objects = desk.twinprint("check edited.txt new.txt --index known.index --json").ends(0).objects();
    let [edited, new] = &objects[..] else { panic!("{objects:?}") };
    assert_eq!(
        (&edited["document"], &edited["words"], &edited["bits"]),
        (&"edited.txt".into(), &200.into(), &320.into())
    );
    let nearest = &edited["matches"][0];
    assert!(nearest["of_shingles"].as_u64() < nearest["distance"].as_u64());
    assert_eq!(nearest["id"], "two");
    let resemblance = |at: &str| nearest["resemblance"][at].as_f64().expect("a number");
    assert!(resemblance("low") < resemblance("estimate") && resemblance("estimate") < resemblance("high"));
    assert_eq!((new["matches"].as_array().map(Vec::len), &new["documents"]), (Some(0), &3.into()));
}

#[test]
fn a_match_is_an_exit_status_when_told() {
    let desk = built();
    desk.twinprint("check edited.txt --index known.index --fail-on-match").ends(1);
    desk.twinprint("check edited.txt --index known.index --fail-on-match --sources 0")
        .ends(1)
        .says_out("near 1 of 3");
    desk.twinprint("check new.txt --index known.index --fail-on-match").ends(0);
    desk.twinprint("check new.txt --index known.index --fail-on-match=30").ends(2).says("no percentage");
}

#[test]
fn documents_are_added_replaced_and_removed() {
    let desk = built();
    desk.put("more.jsonl", line("four", &words(9, 200)) + &line("two", &words(8, 200)));
    let before = desk.content("known.index");
    desk.twinprint("index add known.index more.jsonl").ends(2).says("two");
    assert_eq!(desk.content("known.index"), before);
    desk.twinprint("index add known.index more.jsonl --replace")
        .ends(0)
        .says_out("1 of them in place of others");
    desk.twinprint("check new.txt edited.txt --index known.index")
        .says_out("near 1 of 4")
        .says_out("edited.txt  200 words, near none");
    desk.twinprint("index remove known.index four nobody").ends(3).says("nobody: no document");
    desk.twinprint("check new.txt --index known.index").says_out("near none of 3");
    desk.twinprint("index merge known.index").ends(0).says_out("3 documents as wholes in 1 segment");
    desk.twinprint("index verify known.index --deep").ends(0).says_out("so is what they hold");
}

#[test]
fn an_index_shows_what_it_is_of() {
    let desk = built();
    let said = desk.twinprint("index inspect known.index");
    said.ends(0).says_out("3, as wholes").says_out("twinprint seen design 2").says_out("all compared");
    desk.twinprint("index build known.jsonl -o small.index --find documents --bytes 16").ends(0);
    desk.twinprint("index inspect small.index").ends(0).says_out("near within 20 bits");
    desk.twinprint("check edited.txt --index small.index --json").ends(0).says_out("\"bits\":128");
}

#[test]
fn what_is_too_short_is_named_and_the_rest_is_indexed() {
    let desk = desk();
    desk.put("short.jsonl", line("short", "Only five words are here") + &line("long", &words(5, 30)));
    desk.twinprint("index build short.jsonl -o short.index --find documents")
        .ends(3)
        .says("too few to tell it from others");
    desk.twinprint("index verify short.index").ends(0).says_out("1 document");
    let before = desk.content("short.index");
    desk.put("bad.jsonl", line("a", "too short"));
    desk.twinprint("index build bad.jsonl -o short.index --find documents")
        .ends(2)
        .says("no document can be indexed");
    assert_eq!(desk.content("short.index"), before);
}

#[test]
fn what_is_for_the_other_kind_of_index_is_refused_with_what_to_do() {
    let desk = built();
    desk.twinprint("index build known.jsonl -o passages.index").ends(0);
    for (line, says) in [
        ("index build known.jsonl -o a --find documents --with-text", "has none of these"),
        ("index build known.jsonl -o a --find documents --run 12", "has none of these"),
        ("index build known.jsonl -o a --find documents --bytes 41", "16, 40 or 80"),
        ("index build known.jsonl -o a --bytes 40", "--find documents"),
        ("check new.txt --index known.index --report a.html", "knows no words"),
        ("check new.txt --index known.index --add", "twinprint index add"),
        ("index query known.index 0123456789abcdef", "twinprint check"),
    ] {
        desk.twinprint(line).ends(2).says(says);
    }
    assert!(!desk.path("a").exists() && !desk.path("a.html").exists());
    // Either kind takes the place of the other.
    desk.twinprint("index build known.jsonl -o passages.index --find documents").ends(0);
    desk.twinprint("check edited.txt --index passages.index").ends(0).says_out("near 1 of 3");
    desk.twinprint("index build known.jsonl -o passages.index").ends(0);
    desk.is_whole_corpus("passages.index");
}

#[test]
fn an_index_is_published_as_one_segment_and_published_anew_when_it_has_changed() {
    let desk = built();
    desk.put("more.jsonl", line("four", &words(9, 200)));
    desk.twinprint("index remove known.index two").ends(0);
    desk.twinprint("index publish known.index -o public")
        .ends(0)
        .says_out("public: 2 documents as wholes in 1 segment");
    desk.twinprint("index add known.index more.jsonl").ends(0);
    desk.twinprint("index publish known.index -o public").ends(0).says_out("3 documents");
    desk.twinprint("index verify public --deep").ends(0);
    desk.twinprint("check new.txt --index public").ends(0).says_out("near 1 of 3");
    desk.put("others/a.txt", "what is no index");
    desk.twinprint("index publish known.index -o others").ends(2).says("others");
    desk.twinprint("index publish known.index -o known.index").ends(2);
    desk.twinprint("index publish known.index -o public --parts 2").ends(2).says("published whole");
}
