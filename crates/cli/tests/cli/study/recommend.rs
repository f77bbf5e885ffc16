//! `twinprint study recommend`.

use super::*;

/// Forty texts of sixty words, of which one in two is the one before with three words replaced.
fn corpus() -> Desk {
    let text = |number: u64| {
        let word = |word: u64| format!("w{:x}", twinprint::hash::mix((number / 2) << 32 | word) >> 44);
        let mut words: Vec<String> = (0..60).map(word).collect();
        (0..number % 2 * 3).for_each(|at| words[20 * at as usize] = format!("other{number}{at}"));
        words.join(" ")
    };
    let line = |number: u64| {
        serde_json::json!({ "id": format!("d{number}"), "text": text(number) }).to_string() + "\n"
    };
    let lines: String = (0..40).map(line).collect();
    Desk::with(&[("texts.jsonl", &lines)])
}

#[test]
fn the_command_it_names_runs_and_finds_what_it_says() {
    let desk = corpus();
    let said = desk.study("recommend texts.jsonl --recall 0.5 --shingle 3 -o found");
    said.ends(0).is_quiet();
    let (_, command) =
        said.out.lines().next().unwrap().split_once("The command: twinprint ").expect("a command");
    let scanned = self::said(&mut desk.command(command.split_whitespace()));
    scanned.ends(0);
    let methods = desk.read("found/methods.csv");
    let given = methods.lines().nth(1).unwrap().rsplit(',').nth(2).unwrap();
    assert_eq!(scanned.out.lines().count().to_string(), given, "{command}: {methods}");
    assert!(desk.names_in("found").contains(&"alone.txt".to_string()));
}

#[test]
fn without_times_the_same_corpus_gives_the_same_bytes() {
    let (first, second) = (corpus(), corpus());
    for desk in [&first, &second] {
        desk.study(
            "recommend texts.jsonl --sample 30 --shingle 3 --method minhash:w=3 --method simhash -o found",
        )
        .ends(0);
    }
    assert_eq!(first.files_in("found"), second.files_in("found"));
}

#[test]
#[cfg(unix)]
fn a_study_of_methods_goes_on_where_it_was_killed() {
    goes_on_where_it_was_killed(corpus, "recommend texts.jsonl --shingle 3 -o found");
}

#[test]
fn budgets_and_methods_that_cannot_be_are_refused() {
    let desk = corpus();
    for (line, why) in [
        ("recommend texts.jsonl --budget soon -o found", "give a number of bytes"),
        ("recommend texts.jsonl --budget fews -o found", "give seconds, as 60s, or bytes, as 2GiB"),
        ("recommend texts.jsonl --recall 2 -o found", "give a number from 0 to 1"),
        ("recommend texts.jsonl --method magic -o found", "--method magic"),
    ] {
        let said = desk.study(line);
        said.ends(2);
        assert!(said.err.contains(why), "{line}: {}", said.err);
    }
}

/// Sixty texts of 120 words, none like another.
fn texts() -> Desk {
    let word = |number: u64| format!("w{:x}", twinprint::hash::mix(number) >> 50);
    let text = |number: u64| (0..120).map(|at| word(number << 32 | at)).collect::<Vec<_>>().join(" ");
    let line = |number: u64| {
        serde_json::json!({ "id": format!("d{number}"), "text": text(number) }).to_string() + "\n"
    };
    Desk::with(&[("texts.jsonl", &(0..60).map(line).collect::<String>())])
}

#[test]
fn fingerprints_of_documents_as_wholes_are_chosen_by_what_they_find_at_equal_bytes() {
    let desk = texts();
    let line = "recommend texts.jsonl --find documents --sources 20 --among 10000 --model none -o found";
    let said = desk.study(line);
    said.ends(0).says_out("With 16 bytes a document ").says_out("With 64 bytes a document ");
    let mut best = Vec::new();
    for bytes in [16, 32, 64] {
        let table = desk.read(&format!("found/designs-{bytes}.csv"));
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[0].starts_with("design,found,"), "{}", lines[0]);
        for kind in [
            "simhash-lexicons:w=1,",
            "rule=any",
            "rule=majority",
            "rule=sum, bounded",
            "min-bits:",
            "one-permutation:",
            "supershingles:",
        ] {
            assert!(lines.iter().any(|line| line.contains(kind)), "{bytes} bytes: {kind}");
        }
        // Of words alone nothing is found: the same ones in another order are at distance 0.
        let of_words = lines
            .iter()
            .find(|line| line.contains("min-bits:w=1,") && !line.contains('+'))
            .expect("it was tried");
        assert!(of_words.ends_with(",none"), "{of_words}");
        let found = said
            .out
            .lines()
            .find(|line| line.starts_with(&format!("With {bytes} bytes")))
            .expect("a finding");
        let share =
            found.split("finds most: ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a share");
        best.push(share.parse::<f64>().expect("a number"));
    }
    assert!(best[0] < best[2], "more bytes find more: {best:?}");
    let before = desk.files_in("found");
    desk.study(line).ends(0);
    assert!(desk.files_in("found") == before, "the same again is the same, byte for byte");
}

#[test]
fn options_of_pairs_and_of_documents_are_kept_apart_and_too_few_texts_are_refused() {
    let desk = corpus();
    for (options, why) in [
        ("--find documents --recall 0.5", "chosen by what they find at equal bytes"),
        ("--sources 10", "--find documents"),
        ("--among 1000", "--find documents"),
        ("--find documents", "forty or more, of fifty words and more"),
    ] {
        desk.study(&format!("recommend texts.jsonl {options} -o found")).ends(2).says(why);
    }
}
