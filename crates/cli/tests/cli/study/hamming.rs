//! `twinprint study hamming`, and `study label` where pairs are judged.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::Child;

use super::*;

/// Documents of which many differ in a word or two.
fn corpus() -> String {
    let texts = crate::texts::texts(120);
    let line = |(at, text): (usize, &String)| {
        serde_json::json!({"id": format!("d{at}"), "text": text}).to_string() + "\n"
    };
    texts.iter().enumerate().map(line).collect()
}

#[test]
fn a_study_is_a_folder_that_is_the_same_bytes_again() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    let line = "study hamming corpus.jsonl -w 3 --sample 20 -o found";
    desk.twinprint(line)
        .ends(0)
        .shows("For documents of all lengths, ")
        .shows("The report: found/index.html");
    let first = desk.files_in("found");
    let names: Vec<&str> = first.iter().map(|(name, _)| &**name).collect();
    for name in [
        "index.html",
        "trade.svg",
        "trade.csv",
        "leading-bit.svg",
        "buckets.svg",
        "recommended.csv",
        "parameters.json",
    ] {
        assert!(names.contains(&name), "{name} among {names:?}");
    }
    desk.twinprint(&line.replace("-o", "--memory 16MiB -o")).ends(0);
    let again = desk.files_in("found");
    let differ: Vec<&str> =
        first.iter().zip(&again).filter(|(a, b)| a != b).map(|((name, _), _)| &**name).collect();
    assert_eq!(differ, ["index.html", "parameters.json"], "what tells the command alone differs");
    desk.twinprint(line).ends(0);
    assert_eq!(desk.files_in("found"), first);
}

#[test]
fn a_study_of_distances_goes_on_where_it_was_killed() {
    let desk = || Desk::with(&[("corpus.jsonl", &corpus())]);
    goes_on_where_it_was_killed(desk, "hamming corpus.jsonl -w 3 --sample 20 -o found");
}

#[test]
fn a_folder_that_no_study_wrote_is_left_alone() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus()), ("found/thesis.txt", "years of work")]);
    desk.twinprint("study hamming corpus.jsonl -o found").ends(2).says("there is something in this folder");
    assert_eq!(desk.read("found/thesis.txt"), "years of work");
}

#[test]
fn what_is_no_simhash_of_64_bits_is_refused() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    for method in ["minhash", "simhash:bits=32", "simhash-lexicons"] {
        let said = desk.twinprint(&format!("study hamming corpus.jsonl --method {method} -o found"));
        said.ends(2).says("a simhash of 64 bits and one lexicon");
    }
    assert_eq!(desk.names(), ["corpus.jsonl"]);
}

/// The page on which pairs are judged, which ends with the test.
struct Judging {
    process: Child,
    address: String,
}

impl Judging {
    fn start(desk: &Desk, folder: &str) -> Judging {
        let mut command = desk.command(["study", "label", folder, "--port", "0"]);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut first = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut first).expect("it says where");
        let address = first.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Judging { process, address: address.expect("an address").into() }
    }

    /// The answer to a request with these heads, one a line.
    fn ask(&self, request: &str, heads: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = body.len();
        write!(
            stream,
            "{request} HTTP/1.1\r\nconnection: close\r\n{heads}content-length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path}"), &format!("host: {}\r\n", self.address), "")
    }

    fn post(&self, path: &str, form: &str) -> String {
        let heads = format!("host: {0}\r\norigin: http://{0}\r\n", self.address);
        self.ask(&format!("POST {path}"), &heads, form)
    }
}

impl Drop for Judging {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A desk with pairs to judge.
fn with_pairs() -> Desk {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    desk.twinprint("study hamming corpus.jsonl -w 3 -o found --to-label pairs --label-each 2").ends(0);
    desk
}

fn count(desk: &Desk) -> usize {
    desk.read("pairs/pairs.jsonl").lines().count() - 1
}

#[test]
fn pairs_are_judged_one_after_the_other_and_a_study_takes_the_verdicts() {
    let desk = with_pairs();
    let all = count(&desk);
    assert!(all > 10, "{all}");
    let judging = Judging::start(&desk, "pairs");
    assert!(judging.get("/").contains("location: /pair/1\r\n"));
    let page = judging.get("/pair/1");
    for part in ["<h1 tabindex=\"-1\" autofocus>Pair 1 of", "<mark id=\"a1\">", "value=\"undecided\""] {
        assert!(page.contains(part), "{part} in {page}");
    }
    for number in 1..all {
        let verdict = ["correct", "incorrect", "undecided"][number % 3];
        let answer = judging.post(&format!("/pair/{number}"), &format!("verdict={verdict}"));
        assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
        assert!(answer.contains(&format!("location: /pair/{}?said={number}\r\n", number + 1)), "{answer}");
        // It is on the disk before it is answered.
        assert_eq!(desk.read("pairs/verdicts.jsonl").lines().count(), number);
    }
    let answer = judging.post(&format!("/pair/{all}"), "verdict=correct");
    assert!(answer.contains("location: /done?said="), "{answer}");
    assert!(judging.get("/done").contains("All pairs are judged"));
    drop(judging);
    desk.twinprint("study hamming corpus.jsonl -w 3 -o found --labels pairs").ends(0);
    let table = desk.read("found/distances.csv");
    let judged: u64 = table
        .lines()
        .skip(1)
        .flat_map(|line| {
            line.split(',')
                .skip(2)
                .take(3)
                .map(|count| count.parse::<u64>().expect("a number"))
                .collect::<Vec<_>>()
        })
        .sum();
    assert_eq!(judged, all as u64);
    desk.put(
        "corpus.jsonl",
        corpus()
            + "{\"id\": \"new\", \"text\": \"word1 word2 word3 word4\"}\n"
            + &corpus().replace("\"d", "\"e").replace("word1", "word7"),
    );
    let other = desk.twinprint("study hamming corpus.jsonl -w 3 -o found --labels pairs");
    other.ends(2).says("its pairs were drawn from another corpus");
}

#[test]
fn a_written_rule_judges_what_nobody_has_and_a_study_says_so() {
    let desk = with_pairs();
    let all = count(&desk);
    desk.put("pairs/verdicts.jsonl", "{\"pair\":1,\"verdict\":\"correct\"}\n");
    let said = desk.twinprint("study label pairs --by-rule");
    said.ends(0).shows(&format!("{} pairs judged by the rule, of {all}\n", all - 1));
    let lines = desk.read("pairs/verdicts.jsonl");
    assert_eq!(lines.lines().count(), all);
    assert_eq!(lines.matches("\"by\":\"rule\"").count(), all - 1, "the first is a person's");
    desk.twinprint("study label pairs --by-rule").ends(0).shows("0 pairs judged by the rule");
    desk.twinprint("study hamming corpus.jsonl -w 3 -o found --labels pairs").ends(0);
    let page = desk.read("found/index.html");
    assert!(page.contains("the share of pairs that differ in no content"), "{page}");
}

#[test]
fn documents_of_few_sites_have_precision_and_no_interval() {
    let with_sites = |sites: usize| {
        let texts = crate::texts::texts(240);
        let line = |(at, text): (usize, &String)| {
            serde_json::json!({"id": format!("d{at}"), "text": text, "of": format!("s{}", at / 4 % sites)})
                .to_string()
                + "\n"
        };
        texts.iter().enumerate().map(line).collect::<String>()
    };
    let desk = Desk::with(&[("few.jsonl", &with_sites(5)), ("many.jsonl", &with_sites(60))]);
    let head = |corpus: &str| {
        desk.twinprint(&format!("study hamming {corpus} -w 3 --site-field of -o found")).ends(0);
        desk.read("found/distances.csv").lines().next().expect("a head").to_string()
    };
    let (few, many) = (head("few.jsonl"), head("many.jsonl"));
    let column = "precision within k";
    assert!(
        few.contains(&format!("\"{column}, sites\"")) && !few.contains(&format!("{column}, low")),
        "{few}"
    );
    assert!(many.contains(&format!("\"{column}, low\"")), "{many}");
}

#[test]
fn the_work_goes_on_where_it_was_left_and_a_verdict_can_be_taken_back() {
    let desk = with_pairs();
    let judging = Judging::start(&desk, "pairs");
    judging.post("/pair/1", "verdict=correct");
    judging.post("/pair/2", "verdict=incorrect");
    drop(judging);
    let judging = Judging::start(&desk, "pairs");
    assert!(judging.get("/").contains("location: /pair/3\r\n"));
    assert!(judging.get("/pair/2").contains("value=\"incorrect\" data-key=\"i\" aria-pressed=\"true\""));
    assert!(judging.post("/undo", "").contains("location: /pair/2?back=2\r\n"));
    assert!(judging.get("/").contains("location: /pair/2\r\n"));
    assert!(!judging.get("/pair/2").contains("aria-pressed=\"true\""));
    let second = desk.twinprint("study label pairs --port 0");
    second.ends(2).says("another process is at work in this folder");
}

#[test]
fn other_sites_cannot_give_verdicts_nor_read_the_pairs() {
    let desk = with_pairs();
    let judging = Judging::start(&desk, "pairs");
    let host = format!("host: {}\r\n", judging.address);
    let form = "verdict=correct";
    for heads in [
        host.clone(),
        format!("{host}origin: https://evil.example\r\n"),
        format!("{host}origin: null\r\n"),
        format!("{host}origin: http://localhost:1\r\n"),
    ] {
        assert!(judging.ask("POST /pair/1", &heads, form).starts_with("HTTP/1.1 403 "), "{heads}");
    }
    for heads in ["host: evil.example\r\n", "host: evil.example\r\norigin: http://evil.example\r\n", ""] {
        for request in ["POST /pair/1", "GET /pair/1"] {
            let answer = judging.ask(request, heads, form);
            assert!(
                answer.starts_with("HTTP/1.1 421 ") || answer.starts_with("HTTP/1.1 400 "),
                "{heads}: {answer}"
            );
        }
    }
    for (path, form) in
        [("/pair/1", "verdict=good"), ("/pair/0", form), ("/pair/99999", form), ("/pair/1", "")]
    {
        assert!(judging.post(path, form).starts_with("HTTP/1.1 400 "), "{path} {form}");
    }
    assert!(judging.get("/../Cargo.toml").starts_with("HTTP/1.1 404 "));
    let page = judging.get("/pair/1");
    for head in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "frame-ancestors 'none'",
        "cache-control: no-store",
    ] {
        assert!(page.contains(head), "{head} in {page}");
    }
    assert!(desk.read("pairs/verdicts.jsonl").is_empty());
}

#[test]
fn pairs_that_may_have_verdicts_are_not_written_over() {
    let desk = with_pairs();
    let before = desk.read("pairs/pairs.jsonl");
    desk.twinprint("study hamming corpus.jsonl -w 3 -o found --to-label pairs --label-each 2").ends(0);
    let other = desk.twinprint("study hamming corpus.jsonl -w 3 -o found --to-label pairs --label-each 3");
    other.ends(2).says("there is something in this folder");
    assert_eq!(desk.read("pairs/pairs.jsonl"), before);
}
