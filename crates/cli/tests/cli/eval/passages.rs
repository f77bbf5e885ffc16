//! `twinprint eval --passages`: passages found, judged by those that are there.

use super::*;

/// Where 60 words begin and end in a text, in characters.
fn place(text: &str, number: u64) -> [usize; 2] {
    let passage = words(number).join(" ");
    let byte = text.find(&passage).expect("the passage");
    let start = text[..byte].chars().count();
    [start, start + passage.chars().count()]
}

/// A text with words of its own around others, none of them of as many bytes as characters.
fn around(number: u64, other: u64) -> String {
    let own: Vec<String> = words(number).iter().map(|word| format!("ä{word}ü")).collect();
    format!("{}. {}. {}", own[..30].join(" "), words(other).join(" "), own[30..].join(" "))
}

/// Two copies of parts of two sources, two pairs that have nothing in common, and the truth of both in both forms.
fn desk() -> Desk {
    let desk = Desk::with(&[
        ("corpus/susp/copy1.txt", &around(11, 1)),
        ("corpus/susp/copy2.txt", &around(12, 2)),
        ("corpus/src/source1.txt", &around(21, 1)),
        ("corpus/src/source2.txt", &around(22, 2)),
    ]);
    let mut lines = String::new();
    for (copy, source, same) in [(1, 1, Some(1)), (2, 2, Some(2)), (1, 2, None), (2, 1, None)] {
        let kind = if same.is_some() { "02-copied" } else { "01-none" };
        let places = same.map(|number| {
            (place(&around(10 + copy, number), number), place(&around(20 + source, number), number))
        });
        let passages: Vec<Value> =
            places.iter().map(|(a, b)| serde_json::json!({ "a": a, "b": b })).collect();
        let line = serde_json::json!({
            "a": format!("copy{copy}.txt"), "b": format!("source{source}.txt"), "kind": kind, "passages": passages
        });
        lines += &format!("{line}\n");
        let feature = places.map(|([a, to_a], [b, to_b])| {
            feature("plagiarism", [a, to_a - a], &format!("source{source}.txt"), [b, to_b - b])
        });
        let xml = document(&format!("copy{copy}.txt"), &feature.unwrap_or_default());
        desk.put(&format!("truth/{kind}/copy{copy}-source{source}.xml"), xml);
    }
    desk.put("truth.jsonl", lines);
    desk
}

fn document(reference: &str, features: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"{reference}\">\n{features}</document>\n"
    )
}

fn feature(name: &str, [a, length_a]: [usize; 2], source: &str, [b, length_b]: [usize; 2]) -> String {
    format!(
        "<feature name=\"{name}\" this_offset=\"{a}\" this_length=\"{length_a}\" source_reference=\"{source}\" \
         source_offset=\"{b}\" source_length=\"{length_b}\" obfuscation=\"none\"/>\n"
    )
}

#[test]
fn passages_of_lines_of_json_and_of_pans_xml_are_judged_alike_by_characters() {
    let desk = desk();
    for truth in ["truth.jsonl", "truth"] {
        desk.eval(&format!("corpus --passages {truth}"))
            .ends(0)
            .is_quiet()
            .shows("edited: cases 2, pairs 4, first documents 2; fewer than 10 have no intervals\n\n")
            .shows("kind       pairs  cases  found  in pairs  plagdet  95 %  precision  95 %  recall  95 %  granularity  95 %\n")
            .shows("01-none        2      0      0         0        -     -          -     -       -     -            -     -\n")
            .shows("02-copied      2      2      2         2    1.000     -      1.000     -   1.000     -        1.000     -\n")
            .shows("all            4      2      2         2    1.000     -      1.000     -   1.000     -        1.000     -\n");
    }
}

#[test]
fn how_far_passages_are_looked_for_is_said_as_to_compare() {
    let desk = desk();
    let of = |reach: &str| {
        let said = desk.eval(&format!("corpus --passages truth --reach {reach} --json"));
        let objects = said.ends(0).is_quiet().objects();
        objects
            .iter()
            .map(|object| object["detections"].as_str().expect("a name").to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("copied"), ["copied"]);
    assert_eq!(of("edited"), ["edited"]);
    assert_eq!(of("reworded"), ["edited", "reworded"]);
    // Every third word is another: no three in a row are left.
    let source = around(21, 1);
    desk.put("corpus/src/source1.txt", source.replace(&words(1).join(" "), &edited(1, 99, 3)));
    desk.put(
        "truth.jsonl",
        r#"{"a": "copy1.txt", "b": "source1.txt", "passages": [{"a": [300, 600], "b": [300, 600]}]}"#,
    );
    let found = |reach: &str| {
        let said = desk.eval(&format!("corpus --passages truth.jsonl --reach {reach} --json"));
        said.ends(0).objects()[0]["all"]["found"].as_u64()
    };
    assert_eq!((found("copied"), found("edited")), (Some(0), Some(1)));
}

#[test]
fn what_another_program_found_is_judged_without_documents() {
    let desk = Desk::with(&[
        (
            "truth.jsonl",
            r#"{"a": "x", "b": "y", "passages": [{"a": [0, 100], "b": [0, 100]}]}
               {"a": "x", "b": "z", "passages": []}"#,
        ),
        // Half of the case in two pieces, one of which is told twice; a pair the other way round; and one that nobody asked for.
        (
            "found.jsonl",
            r#"{"a": "y", "b": "x", "passages": [{"a": [0, 25], "b": [0, 25]}, {"a": [50, 75], "b": [50, 75]}, {"a": [0, 25], "b": [0, 25]}]}

               {"a": "v", "b": "w", "passages": [{"a": [3, 9], "b": [3, 9]}]}
               {"a": "v", "b": "u", "passages": []}"#,
        ),
    ]);
    let said = desk.eval("--passages truth.jsonl --detections found.jsonl --json");
    let evaluation = said.ends(0).is_quiet().objects().remove(0);
    assert_eq!(evaluation["detections"], "found.jsonl");
    let all = &evaluation["all"];
    assert_eq!((&all["pairs"], &all["cases"], &all["found"]), (&3.into(), &1.into(), &3.into()));
    let figures = &all["figures"];
    assert_eq!((&figures["recall"], &figures["granularity"]), (&0.5.into(), &2.0.into()));
    let figure = |name: &str| figures[name].as_f64().expect("a number");
    assert!((figure("precision") - 2.0 / 3.0).abs() < 1e-12, "{figures}");
    let f1 = 2.0 * 0.5 * (2.0 / 3.0) / (0.5 + 2.0 / 3.0);
    assert!((figure("plagdet") - f1 / 3f64.log2()).abs() < 1e-12, "{figures}");
    let kinds: Vec<_> =
        evaluation["kinds"].as_array().expect("kinds").iter().map(|kind| &kind["kind"]).collect();
    assert_eq!(kinds, ["", "not in the truth"]);
    // The same as PAN's participants give it.
    let pieces = feature("detected-plagiarism", [0, 25], "y", [0, 25])
        + &feature("detected-plagiarism", [50, 25], "y", [50, 25]);
    desk.put("found/x-y.xml", document("x", &pieces));
    desk.put("found/v-w.xml", document("v", &feature("detected-plagiarism", [3, 6], "w", [3, 6])));
    let said = desk.eval("--passages truth.jsonl --detections found --json");
    assert_eq!(said.ends(0).is_quiet().objects()[0]["all"], evaluation["all"]);
}

#[test]
fn figures_have_intervals_from_ten_first_documents_on_and_their_fields_are_documented() {
    let line = |number: u64, end: u64| {
        format!(
            "{{\"a\": \"a{number}\", \"b\": \"b\", \"kind\": \"k\", \"passages\": [{{\"a\": [0, {end}], \"b\": [0, {end}]}}]}}\n"
        )
    };
    let lines = |count: u64, end: fn(u64) -> u64| {
        (0..count).map(|number| line(number, end(number))).collect::<String>()
    };
    let desk = Desk::with(&[
        ("few.jsonl", &lines(9, |_| 100)),
        ("many.jsonl", &lines(10, |_| 100)),
        ("found.jsonl", &lines(10, |number| 10 * number + 5)),
    ]);
    let of = |options: &str| {
        let said = desk.eval(&format!("--detections found.jsonl --json --passages {options}"));
        said.ends(0).is_quiet().objects().remove(0)
    };
    assert_eq!(of("few.jsonl")["all"]["documents"], 10, "one is not in the truth");
    assert_eq!(of("few.jsonl")["kinds"][0]["recall_interval"], Value::Null);
    assert_eq!(of("many.jsonl --rounds 0")["all"]["recall_interval"], Value::Null);
    let many = of("many.jsonl");
    for name in ["plagdet", "precision", "recall", "granularity"] {
        let (figure, interval) =
            (many["all"]["figures"][name].as_f64(), &many["all"][format!("{name}_interval")]);
        assert!(interval["low"].as_f64() <= figure && figure <= interval["high"].as_f64(), "{name}: {many}");
        assert_eq!(many["kinds"][0]["figures"][name], many["all"]["figures"][name]);
    }
    assert_eq!(many["all"]["figures"]["recall"], 0.5);
    let mut names = Vec::new();
    what_is_shown::names_of(&many, &mut names);
    let documented = fs::read_to_string(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("docs/how-to/evaluating.md"),
    )
    .expect("the document");
    names.iter().for_each(|name| assert!(documented.contains(&format!("`{name}`")), "{name} is documented"));
    assert!(names.len() > 15, "{names:?}");
    desk.eval("--passages many.jsonl --detections found.jsonl")
        .ends(0)
        .shows("1.000  1.000-1.000   0.500  0.3");
}

#[test]
fn pairs_whose_documents_are_not_there_are_left_out_and_said() {
    let desk = desk();
    desk.put(
        "more.jsonl",
        desk.read("truth.jsonl") + r#"{"a": "copy1.txt", "b": "gone.txt", "passages": []}"#,
    );
    desk.eval("corpus --passages more.jsonl")
        .ends(0)
        .says("note: more.jsonl: 1 of 5 pairs are left out, since a document of theirs is not there")
        .shows("cases 2, pairs 4");
    desk.eval("corpus/susp --passages truth.jsonl").ends(2).says(
        "error: truth.jsonl: none of its pairs is among the documents; give the documents that it names",
    );
    desk.put("truth/susp.xml", document("copy1.txt", ""));
    desk.eval("corpus --passages truth")
        .ends(0)
        .says("note: truth: 1 of its files name no source, so no pair of theirs is judged")
        .shows("cases 2, pairs 4");
    desk.eval("corpus corpus/susp/none.txt --passages truth.jsonl").ends(3).shows("cases 2, pairs 4");
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place_and_a_remedy() {
    let desk = desk();
    let xml = |features: &str| document("x.txt", features);
    let no_length = feature("plagiarism", [1, 2], "y.txt", [1, 2]).replace("this_length", "length");
    for (name, text, said) in [
        ("t", r#"{"a": "x", "b": "y"}"#.into(), "t line 1: missing field `passages` (column 20); write it as {\"a\": "),
        ("t", "\n{\"a\": \"x\", ".into(), "t line 2: EOF while parsing a value (column 11); write it as"),
        ("t", r#"{"a": "x", "b": "y", "passages": [{"a": [5, 5], "b": [0, 1]}]}"#.into(), "t line 1: [5, 5] has no characters (column"),
        ("t", r#"{"a": "x", "b": "y", "passages": [{"a": [-5, 5], "b": [0, 1]}]}"#.into(), "t line 1: invalid value: integer `-5`"),
        ("t", r#"{"a": "x", "b": "x", "passages": []}"#.into(), "t line 1: \"x\" is paired with itself; give two different documents"),
        ("t", "{\"a\": \"x\", \"b\": \"y\", \"passages\": []}\n{\"a\": \"y\", \"b\": \"x\", \"passages\": []}".into(),
            "t line 2: \"y\" and \"x\" stand the other way round in t line 1; name the documents of a pair in one order"),
        ("t", "{\"a\": \"x\", \"b\": \"y\", \"passages\": []}\n{\"a\": \"x\", \"b\": \"y\", \"kind\": \"k\", \"passages\": []}".into(),
            "t line 2: the kind of this pair is \"\" in t line 1; give a pair one kind"),
        ("t", String::new(), "t: no pair of documents is named in it; name each pair that is to be compared"),
        ("t", "<document reference=\"x.txt\">".into(), "t: it cannot be read as XML: "),
        ("t", "<document/>".into(), "t line 1: \"document\" has no reference; write it as PAN does"),
        ("t", xml(&feature("plagiarism", [1, 2], "y.txt", [1, 0])), "t line 3: source_length is \"0\"; give a length of one character at least"),
        ("t", xml(&feature("plagiarism", [usize::MAX, usize::MAX], "y.txt", [1, 1])), "t line 3: this_length is \"18446744073709551615\""),
        ("t", xml("<feature name=\"plagiarism\"/>"), "t line 3: \"feature\" has no source_reference; name the source of each passage"),
        ("t", xml(&no_length), "t line 3: \"feature\" has no this_length; write it as PAN does, with this_offset"),
        ("t", xml(&no_length.replace(" length", " this_length").replace("\"1\"", "\"one\"")), "t line 3: this_offset is \"one\"; give a whole number of characters, from 0"),
        ("empty/readme", "of the corpus".into(), "empty: there is no .xml file in this folder; give a folder of PAN's XML"),
    ] {
        desk.put(name, text);
        let truth = if name == "t" { "t" } else { "empty" };
        desk.eval(&format!("corpus --passages {truth}")).ends(2).says(&format!("error: {said}"));
    }
    desk.put("t", [0x22, 0xff]);
    desk.eval("corpus --passages t").ends(2).says("error: t: it is no UTF-8, from byte 1 on; give PAN's XML");
    desk.eval("corpus --passages gone").ends(2).says("error: gone: ");
}

#[test]
fn offsets_beyond_a_text_and_names_of_two_documents_are_errors() {
    let desk = desk();
    let text = around(21, 1);
    let (characters, bytes) = (text.chars().count(), text.len());
    assert!(characters < bytes);
    desk.put("t", format!("{{\"a\": \"copy1.txt\", \"b\": \"source1.txt\", \"passages\": [{{\"a\": [0, 9], \"b\": [0, {bytes}]}}]}}"));
    desk.eval("corpus --passages t").ends(2).says(&format!(
        "error: t line 1: a passage ends at character {bytes} of \"source1.txt\", which has {characters}; give offsets in characters, not bytes"
    ));
    desk.put("corpus/more/source1.txt", &text);
    desk.eval("corpus --passages truth.jsonl")
        .ends(2)
        .says("error: truth.jsonl line 1: \"source1.txt\" may be corpus/")
        .says("source1.txt; name it as the documents are named, by its whole path");
    desk.put("t", r#"{"a": "corpus/susp/copy1.txt", "b": "corpus/src/source1.txt", "passages": []}"#);
    desk.eval("corpus --passages t").ends(0).is_quiet();
}

#[test]
fn labels_and_methods_have_nothing_to_do_with_passages() {
    let desk = desk();
    for options in ["--pairs p", "--method exact", "--tsv", "--by rate", "--queries", "--copies ignored"] {
        desk.eval(&format!("corpus --passages truth {options}")).ends(2).says("cannot be used with");
    }
    desk.eval("corpus --passages truth --detections found").ends(2).says("cannot be used with");
    desk.eval("--passages truth").ends(2).says("DOCUMENTS");
    desk.eval("corpus --detections found").ends(2).says("--passages");
}
