//! `twinprint dedup --by passages`, lines and paragraphs.

use super::*;

/// What `passages.jsonl` says of each document that has something that is repeated.
fn spans(desk: &Desk, folder: &str) -> Vec<(String, Vec<(usize, usize)>)> {
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let spans = |line: &Value| {
        let spans = line["spans"].as_array().expect("spans");
        spans.iter().map(|span| (number(&span[0]), number(&span[1]))).collect()
    };
    let lines = desk.lines_of(&format!("{folder}/passages.jsonl"));
    lines.iter().map(|line| (line["id"].as_str().expect("an id").into(), spans(line))).collect()
}

/// What Zstandard packed.
fn unpacked(packed: &[u8]) -> String {
    let mut text = String::new();
    let mut reader = ruzstd::decoding::StreamingDecoder::new(packed).expect("it is packed by Zstandard");
    std::io::Read::read_to_string(&mut reader, &mut text).expect("it is whole");
    text
}

#[test]
fn a_passage_stays_in_the_longest_document_or_the_first_and_is_cut_out_of_the_others() {
    let (shared, short, long) = (words(1, 60), words(2, 20), words(3, 200));
    let first = line("first", &format!("{short} {shared}"));
    let longest = line("longest", &format!("{long} {shared} end"));
    let desk = Desk::with(&[("a.jsonl", &[&*first, "\n", &longest].concat())]);
    desk.dedup("a.jsonl -o by-length --by passages")
        .ends(0)
        .says("repeated          60 of 341 words, in 1 document")
        .says("read 2 (")
        .says("kept 2 (")
        .says("cut from 1 of them (");
    assert_eq!(desk.read("by-length/corpus/a.jsonl"), [&*line("first", &short), "\n", &longest].concat());
    desk.dedup("a.jsonl -o by-order --by passages --keep first").ends(0);
    let left = line("longest", &format!("{long} end"));
    assert_eq!(desk.read("by-order/corpus/a.jsonl"), [&*first, "\n", &left].concat());
    for folder in ["by-length", "by-order"] {
        desk.dedup(&format!("--verify {folder}"))
            .ends(0)
            .says_out("proven: 1 document as they were, 1 cut, 0 removed, 0 listed as refused; 60 words");
    }
}

#[test]
fn a_shorter_run_stays_where_it_is_and_a_document_that_is_left_without_words_goes() {
    let (shared, less) = (words(1, 50), words(2, 49));
    let lines = [
        line("a", &format!("{shared}. {less}. {}", words(3, 60))),
        line("b", &format!("{less}! {}", words(4, 10))),
        line("c", &format!("«{}»", shared.to_uppercase())),
    ];
    let desk = Desk::with(&[("a.jsonl", &lines.concat())]);
    desk.dedup("a.jsonl -o out --by passages").ends(0).says("+ removed 1 (");
    assert_eq!(desk.read("out/corpus/a.jsonl"), lines[..2].concat());
    let removed = desk.lines_of("out/removed.jsonl");
    assert_eq!((&removed[0]["id"], &removed[0]["why"]), (&"c".into(), &"repeated".into()));
    desk.dedup("a.jsonl -o more --by passages --run 49").ends(0);
    assert_eq!(desk.read("more/corpus/a.jsonl"), [&*lines[0], &line("b", &words(4, 10))].concat());
    desk.dedup("--verify more").ends(0).says_out("1 document as they were, 1 cut, 1 removed");
}

#[test]
fn files_are_packed_as_they_were_and_all_but_the_cut_text_keeps_its_bytes() {
    let shared = words(1, 60);
    let kept = line("kept", &format!("{} {shared}", words(2, 90)));
    let object =
        |text: &str| format!("{{ \"n\":1.50 , \"text\": \"caf\\u00e9 {text}\",\"t\":[\"\\u0041\"]}}\r\n");
    let desk = Desk::with(&[]);
    desk.put("in/a.jsonl.gz", gzip(kept.clone()));
    desk.put("in/b.jsonl.zst", zstandard(object(&format!("{shared} \\/ \\u0065nd"))));
    desk.put("in/c.json", format!("[{}]", object(&format!("more ({shared})\\n fin"))));
    desk.put("in/d.txt", format!("Début:\r\n{shared}\r\nEnde."));
    desk.dedup("in -o out --by passages --zstd-level 5").ends(0).says("cut from 3 of them");
    let bytes = |name: &str| fs::read(desk.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(bytes("out/corpus/a.jsonl.gz"), bytes("in/a.jsonl.gz"));
    assert!(bytes("out/corpus/b.jsonl.zst").starts_with(b"\x28\xb5\x2f\xfd"));
    assert_eq!(unpacked(&bytes("out/corpus/b.jsonl.zst")), object("\\/ \\u0065nd"));
    assert_eq!(desk.read("out/corpus/c.json"), format!("[\n{}\n]\n", object("more\\n fin").trim_end()));
    assert_eq!(desk.read("out/corpus/d.txt"), "Début:\r\nEnde.");
    desk.dedup("--verify out").ends(0).says_out("1 document as they were, 3 cut");
}

#[test]
fn a_mask_says_where_and_leaves_every_text_as_it_is() {
    let shared = words(1, 60);
    let texts = [format!("{} é {shared}. End", words(2, 90)), format!("中文 {shared} x"), words(3, 10)];
    let lines: String = texts.iter().zip(["a", "b", "c"]).map(|(text, id)| line(id, text)).collect();
    let rows: String = texts.iter().zip(["d", "e", "f"]).map(|(text, id)| format!("{id},{text}\n")).collect();
    let page = format!("<p>{} <b>{shared}</b> &amp; more</p>", words(4, 5));
    let desk = Desk::with(&[
        ("in/a.jsonl", &lines),
        ("in/b.csv", &format!("id,text\n{rows}")),
        ("in/c.html", &page),
    ]);
    desk.dedup("in -o out --by passages --mask").ends(0).says("kept 7 (").says("cut from 0 of them");
    let masked: Vec<Value> = desk.lines_of("out/corpus/a.jsonl");
    assert_eq!(masked[0]["dedup_spans"], "[]");
    let at = texts[1].find(&shared).expect("it is there");
    assert_eq!(masked[1]["dedup_spans"], format!("[[{},{}]]", at - 1, at + shared.len()));
    assert_eq!(masked[1]["text"], *texts[1]);
    assert!(desk.read("out/corpus/b.csv").starts_with("id,text,dedup_spans\n"));
    assert_eq!(desk.read("out/corpus/c.html"), page);
    let spans = spans(&desk, "out");
    let of_page = &spans.iter().find(|(id, _)| id.ends_with("c.html")).expect("the page").1;
    assert!(page[of_page[0].0..of_page[0].1].contains(&shared), "{of_page:?}");
    desk.dedup("--verify out").ends(0).says_out("7 documents as they were");
}

#[test]
fn documents_are_dropped_of_which_more_than_a_share_stands_in_kept_ones() {
    let (one, other) = (words(1, 100), words(2, 100));
    let lines = [
        line("whole", &format!("{one} {other}")),
        line("most", &format!("{one} {}", words(3, 60))),
        line("half", &format!("{other} {}", words(4, 100))),
        // Three quarters of it stand in "most", which goes.
        line("chained", &format!("{} {}", words(3, 60), words(5, 20))),
        line("itself", &[&*words(6, 30); 9].join(" ")),
    ];
    let desk = Desk::with(&[("a.jsonl", &lines.concat())]);
    desk.dedup("a.jsonl -o out --by passages --drop-share 50% --keep first").ends(0).says("+ removed 1 (");
    let removed = desk.lines_of("out/removed.jsonl");
    assert_eq!(removed.iter().map(|line| line["id"].clone()).collect::<Vec<_>>(), ["most"]);
    let kept = [&*lines[0], &lines[2], &lines[3], &lines[4]].concat();
    assert_eq!(desk.read("out/corpus/a.jsonl"), kept);
    desk.dedup("--verify out").ends(0).says_out("4 documents as they were, 0 cut, 1 removed");
}

#[test]
fn lines_go_that_stand_on_an_earlier_page_and_paragraphs_as_wholes() {
    let menu = "Home | About us\nSign in";
    let page = |seed| format!("{menu}\n\n{}\n{}\n", words(seed, 12), words(seed + 1, 12));
    let desk =
        Desk::with(&[("a.jsonl", &(line("a", &page(1)) + &line("b", &page(3)) + &line("c", "Sign in")))]);
    desk.dedup("a.jsonl -o lines --by lines --keep first").ends(0).says("repeated          3 of 9 lines");
    let left = format!("{}\n{}\n", words(3, 12), words(4, 12));
    assert_eq!(desk.read("lines/corpus/a.jsonl"), line("a", &page(1)) + &line("b", &left));
    desk.dedup("a.jsonl -o paragraphs --by paragraphs --keep first").ends(0);
    assert_eq!(
        desk.read("paragraphs/corpus/a.jsonl"),
        line("a", &page(1)) + &line("b", &left) + &line("c", "Sign in")
    );
    // Those of fewer words stay.
    desk.dedup("a.jsonl -o long --by lines --run 3 --keep first")
        .ends(0)
        .says("repeated          1 of 9 lines");
    for folder in ["lines", "paragraphs", "long"] {
        desk.dedup(&format!("--verify {folder}")).ends(0);
    }
}

#[test]
fn passages_of_an_old_corpus_or_an_index_are_cut_and_so_are_those_that_the_new_one_repeats() {
    let (old, twice) = (words(1, 60), words(2, 60));
    let desk = Desk::with(&[
        ("old.jsonl", &(line("old", &old) + &line("again", &old))),
        (
            "new.jsonl",
            &(line("a", &format!("{old} {twice} one")) + &line("b", &format!("{twice} two {old}"))),
        ),
    ]);
    let left = line("a", &format!("{twice} one")) + &line("b", "two");
    desk.dedup("new.jsonl --against old.jsonl -o out --by passages --keep first").ends(0);
    assert_eq!(desk.read("out/corpus/new.jsonl"), left);
    desk.dedup("--verify out").ends(0);
    said(&mut desk.command("index build old.jsonl -o old.index --with-text".split(' '))).ends(0);
    desk.dedup("new.jsonl --against old.index -o by-index --by passages --keep first").ends(0);
    assert_eq!(desk.read("by-index/corpus/new.jsonl"), left);
    desk.dedup("--verify by-index").ends(0);
}

#[test]
fn texts_are_cut_between_characters_and_words_of_every_script() {
    let thai = "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน";
    let chinese = "这个村子里没有人愿意反对她说的话。";
    let marks = "E\u{301}te\u{301} o\u{308}de cafe\u{301} nu\u{308}tz";
    for (at, shared) in [thai, chinese, marks].iter().enumerate() {
        let lines =
            line("a", &format!("{shared} {}", words(1, 20))) + &line("b", &format!("x\u{301} {shared} y"));
        let desk = Desk::with(&[("a.jsonl", &lines)]);
        desk.dedup("a.jsonl -o out --by passages --run 4").ends(0);
        let left = desk.lines_of("out/corpus/a.jsonl");
        assert_eq!(left[1]["text"], "x\u{301} y", "script {at}");
        desk.dedup("--verify out").ends(0);
    }
}

#[test]
fn a_sentence_a_hundred_thousand_times_and_documents_without_words_take_no_harm() {
    const SENTENCE: &str = "Nobody in the village wanted to disagree with her.";
    let many: String = (0..100_000).map(|at| line(at, SENTENCE)).collect();
    let desk = Desk::with(&[
        ("in/a.jsonl", &(line("empty", "") + &line("dots", "... !") + &many)),
        ("in/b.txt", &[SENTENCE; 1].repeat(100_000).join(" ")),
        ("in/c.txt", ""),
    ]);
    desk.dedup("in -o out --by passages --run 8 --keep first --guard 100%").ends(0).says("removed 100,000 (");
    assert_eq!(
        desk.read("out/corpus/a.jsonl"),
        line("empty", "") + &line("dots", "... !") + &line(0, SENTENCE)
    );
    assert!(!desk.path("out/corpus/b.txt").exists(), "all of it stands in the first line");
    desk.dedup("in -o lines --by lines --keep first --guard 100%").ends(0).says("removed 99,999 (");
    desk.dedup("--verify out").ends(0);
}

#[test]
fn what_cannot_be_cut_ends_it_and_says_what_can_be_done() {
    let shared = words(1, 60);
    let kept = line("a", &format!("{shared} {}", words(2, 60)));
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(format!("{shared} é").encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    for (name, bytes) in [
        ("b.csv", format!("id,text\n1,{shared}\n").into_bytes()),
        ("b.html", format!("<p>{shared}</p>").into_bytes()),
        ("b.txt", utf16),
    ] {
        let desk = Desk::with(&[("in/a.jsonl", &kept)]);
        desk.put(&format!("in/{name}"), &bytes);
        desk.dedup("in -o out --by passages")
            .ends(2)
            .says("its text cannot be cut")
            .says("--mask")
            .says(name);
        assert!(!desk.path("out").exists(), "{name}");
        assert_eq!(fs::read(desk.path(&format!("in/{name}"))).expect("the file"), bytes);
        desk.dedup("in -o out --by passages --drop-share 90%").ends(0).says("+ removed 1 (");
        desk.dedup("--verify out").ends(0);
    }
}

#[test]
fn options_that_say_nothing_of_passages_are_refused() {
    let desk = Desk::with(&[("a.jsonl", &line("a", &words(1, 60)))]);
    for (options, said) in [
        ("--by passages --annotate", "annotate"),
        ("--by lines --cut-at word", "cut-at"),
        ("--by near --run 50", "run"),
        ("--mask", "mask"),
        ("--by passages --keep newest", "longest or first"),
        ("--by passages --run 1", "a run of 2 to 10,000 words"),
        ("--by passages --mask --drop-share 50%", "cannot be used with"),
    ] {
        desk.dedup(&format!("a.jsonl -o out {options}")).ends(2).says(said);
        assert!(!desk.path("out").exists(), "{options}");
    }
}

#[test]
fn a_folder_that_was_changed_is_not_proven() {
    let shared = words(1, 60);
    let lines =
        line("a", &format!("{} {shared}", words(2, 90))) + &line("b", &format!("before {shared} behind"));
    let desk = Desk::with(&[("a.jsonl", &lines)]);
    let given = |desk: &Desk| desk.dedup("a.jsonl -o out --by passages --force").ends(0).status;
    let changes: [(&str, &str, &str); 4] = [
        ("out/corpus/a.jsonl", "behind", "beyond"),
        ("out/corpus/a.jsonl", "\"before", "\""),
        ("out/passages.jsonl", "\"at\":90}", "\"at\":89}"),
        ("out/passages.jsonl", "\"length\":60", "\"length\":59"),
    ];
    for (file, from, to) in changes {
        given(&desk);
        let text = desk.read(file);
        assert!(text.contains(from), "{text}");
        desk.put(file, text.replace(from, to));
        desk.dedup("--verify out").ends(2);
    }
}
