//! `twinprint check --index URL`: each access mode finds what the folder has, discloses no more than it says, and believes nobody.

mod amiss;

use std::collections::BTreeSet;

use twinprint::index::service::{Form, RequestBody};

use super::corpus_index::{line, words};
use super::host::{Answer, Host, ReceivedRequest, forward};
use super::serve::Server;
use super::*;

/// The access modes of files.
const OF_FILES: [&str; 2] = ["download", "ranges"];
/// And those of a service.
const OF_A_SERVICE: [&str; 2] = ["prefix", "whole"];

/// An index in `corpus`, the same published in `public`, and in `essays` documents to check: one that shares something with
/// fourteen others, one that is in the index and one of which nothing is.
fn desk(options: &str) -> Desk {
    let common = words(7_000, 60);
    let text = |number: u64| match number % 10 {
        3 => format!("{}. {common}. {}", words(number, 150), words(number + 500, 100)),
        _ => words(number, 300),
    };
    let corpus: String = (0..140).map(|number| line(&format!("document {number}"), &text(number))).collect();
    let essay = format!("{}. {common}. {}", words(9_000, 80), words(42, 120));
    let desk = Desk::with(&[
        ("corpus.jsonl", &corpus),
        ("essays/essay.txt", &essay),
        ("essays/known.txt", &text(50)),
        ("essays/own.txt", &words(9_999, 200)),
        ("essays/empty.txt", ""),
    ]);
    desk.twinprint(&format!("index build corpus.jsonl -o corpus {options}")).ends(0);
    desk.twinprint("index publish corpus -o public").ends(0);
    desk
}

impl Desk {
    /// `twinprint check` with the arguments of a line, and nothing of the environment that would change how hosts are reached.
    fn check_at(&self, line: &str) -> Said {
        said(&mut self.check_command(line))
    }

    fn check_command(&self, line: &str) -> Command {
        let mut command = self.command(["check"].into_iter().chain(line.split_whitespace()));
        for variable in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "SSL_CERT_FILE", "TWINPRINT_TOKEN"] {
            command.env_remove(variable).env_remove(variable.to_lowercase());
        }
        command
    }

    fn published(&self) -> Host {
        Host::of_folder(self.path("public"), true)
    }
}

#[track_caller]
fn same(desk: &Desk, address: &str, modes: &[&str]) {
    for shown in ["--json", "--json --sources 3 --min-words 50", "--fail-on-match=90", "--report report.html"]
    {
        let expected = desk.check_at(&format!("essays --index corpus {shown}"));
        let report = || shown.contains("report").then(|| without_provenance(&desk.read("report.html")));
        let expected_report = report();
        for mode in modes {
            let said = desk.check_at(&format!("essays --index {address} --access-mode {mode} {shown}"));
            assert_eq!(
                (&said.out, said.status),
                (&expected.out, expected.status),
                "by {mode}, {shown}: {}",
                said.err
            );
            assert_eq!(report(), expected_report, "by {mode}");
            let error =
                "error: essays/empty.txt: there are no words in it; give a text with at least one word";
            said.says(error).says(&format!("note: {address}"));
        }
    }
}

/// A report but for when it was made and where its index is.
#[track_caller]
fn without_provenance(report: &str) -> String {
    let begin = report.find("<p class=\"why\">Made: ").expect("it says when it was made");
    let end = begin + report[begin..].find("</p>").expect("the paragraph ends");
    format!("{}{}", &report[..begin], &report[end..])
}

#[test]
fn every_access_mode_finds_what_is_found_in_the_folder() {
    for options in ["--with-text", ""] {
        let desk = desk(options);
        let all = desk.check_at("essays/essay.txt --index corpus --json");
        let sources = all.objects()[0]["sources"].as_array().unwrap().len();
        assert_eq!(sources, 15, "more than the page compares word by word");
        same(&desk, &desk.published().address, &OF_FILES);
        let service = Server::start(&desk, "--index corpus --publish");
        same(&desk, &format!("http://{}/", service.address), &[OF_FILES, OF_A_SERVICE].concat());
    }
}

#[test]
fn an_index_with_a_model_is_checked_by_every_access_mode() {
    let desk = desk("");
    desk.twinprint("model train corpus.jsonl -o weights.twm").ends(0);
    desk.twinprint("index build corpus.jsonl -o corpus --model weights.twm").ends(0);
    desk.twinprint("index publish corpus -o public").ends(0);
    same(&desk, &desk.published().address, &OF_FILES);
    let service = Server::start(&desk, "--index corpus");
    same(&desk, &format!("http://{}/", service.address), &OF_A_SERVICE);
}

#[test]
fn an_index_with_boilerplate_and_a_model_is_checked_by_every_access_mode() {
    let desk = desk("");
    let frame = words(8_000, 60);
    let corpus: String = (0..40)
        .map(|number| line(&format!("{number}"), &format!("{frame}\n{}", words(number, 300))))
        .collect();
    desk.put("corpus.jsonl", corpus);
    desk.put("essays/essay.txt", format!("{frame}\n{}\n{}", words(9_000, 80), words(7, 120)));
    desk.twinprint("model train corpus.jsonl -o weights.twm").ends(0);
    desk.twinprint(
        "index build corpus.jsonl -o corpus --with-text --model weights.twm --clean site,volatile",
    )
    .ends(0);
    desk.twinprint("index publish corpus -o public").ends(0);
    let found = desk.check_at("essays/essay.txt --index corpus --json");
    assert_eq!(
        found.objects()[0]["sources"].as_array().unwrap().len(),
        1,
        "the frame is in all and taken out"
    );
    same(&desk, &desk.published().address, &OF_FILES);
    let service = Server::start(&desk, "--index corpus");
    same(&desk, &format!("http://{}/", service.address), &OF_A_SERVICE);
}

#[test]
fn the_most_private_access_mode_that_is_practical_is_taken_unless_another_is_named() {
    let desk = desk("");
    let ends = |address: &str, receipt: &str| {
        desk.check_at(&format!("essays/essay.txt --index {address}")).ends(0).says(receipt);
    };
    ends(&desk.published().address, "nothing of the documents leaves this machine");
    let service = Server::start(&desk, "--index corpus --publish");
    ends(&format!("http://{}", service.address), "nothing of the documents leaves this machine");
    let service = Server::start(&desk, "--index corpus");
    ends(&format!("http://{}/v1/meta", service.address), "it received prefixes of");
}

#[test]
fn an_access_mode_that_an_index_has_not_is_refused_with_those_it_has() {
    let desk = desk("");
    let published = desk.published().address;
    let service = Server::start(&desk, "--index corpus");
    let service = format!("http://{}/", service.address);
    for (address, mode, remedy) in [
        (&published, "prefix", "no service is there; use --access-mode download or --access-mode ranges"),
        (&published, "whole", "no service is there; use --access-mode download or --access-mode ranges"),
        (&service, "download", "its files are not there; use --access-mode prefix or --access-mode whole"),
        (&service, "ranges", "its files are not there; use --access-mode prefix or --access-mode whole"),
    ] {
        desk.check_at(&format!("essays --index {address} --access-mode {mode}")).ends(2).says(remedy);
    }
    desk.check_at(&format!("essays --index {published} --access-mode all"))
        .ends(2)
        .says("possible values: download, ranges");
}

#[test]
fn by_download_a_host_is_asked_the_same_whatever_is_checked() {
    let desk = desk("--with-text");
    let requests = |document: &str| {
        let host = desk.published();
        desk.check_at(&format!("{document} --index {} --access-mode download", host.address)).ends(0);
        host.requests()
    };
    let requests = [requests("essays/essay.txt"), requests("essays/own.txt")];
    assert_eq!(requests[0], requests[1]);
    let paths: Vec<&str> = requests[0].iter().map(|request| request.path.trim_start_matches('/')).collect();
    let mut files: Vec<String> =
        desk.content("public").into_keys().filter(|name| !name.starts_with('.')).collect();
    files.sort();
    assert_eq!(paths, files, "each file once");
}

#[test]
fn a_second_check_of_a_text_sends_the_same_decoys_unless_no_secret_can_be_kept() {
    let desk = desk("--with-text");
    let ranges = || {
        let host = desk.published();
        let check = format!("essays/essay.txt --index {} --access-mode ranges", host.address);
        let said = desk.check_at(&check);
        said.ends(0).says("decoys");
        let range = |request: ReceivedRequest| (request.path, request.headers);
        (said, host.requests().into_iter().map(range).collect::<Vec<_>>())
    };
    let (_, first) = ranges();
    assert!(first.len() > 3, "{first:?}");
    assert_eq!(ranges().1, first, "the same parts are read");
    fs::write(desk.path(".state/twinprint/decoys"), "no secret").expect("a file");
    let (said, _) = ranges();
    said.says(
        ".state/twinprint/decoys: it does not hold 32 hexadecimal digits; another check of the same text will send other decoys",
    );
}

#[test]
fn by_ranges_a_host_is_asked_for_parts_of_files_and_nothing_else_is_disclosed() {
    let desk = desk("--with-text");
    let host = desk.published();
    desk.check_at(&format!("essays/essay.txt --index {} --access-mode ranges", host.address))
        .ends(0)
        .says("decoys");
    let requests = host.requests();
    assert!(requests.iter().any(|request| request.headers.iter().any(|(name, _)| name == "range")));
    for ReceivedRequest { method, path, headers, body } in requests {
        assert_eq!((&*method, body.len()), ("GET", 0));
        assert!(desk.path("public").join(&path[1..]).exists(), "{path}");
        for (name, value) in headers {
            let plain = match &*name {
                "accept" => value == "*/*",
                "user-agent" => value == concat!("twinprint/", env!("CARGO_PKG_VERSION")),
                "range" => value.starts_with("bytes="),
                _ => false,
            };
            assert!(plain, "{name}: {value}");
        }
    }
}

#[test]
fn by_prefix_a_service_receives_prefixes_and_by_whole_full_hashes_and_never_words() {
    let desk = desk("--with-text");
    let service = Server::start(&desk, "--index corpus");
    let sent = |mode: &str| {
        let address = service.address.clone();
        let host = Host::new(move |request| Answer::Bytes(forward(&address, request)));
        desk.check_at(&format!("essays/essay.txt --index {} --access-mode {mode}", host.address)).ends(0);
        let bodies = host
            .requests()
            .into_iter()
            .filter(|request| request.path == "/v1/lookup")
            .map(|request| request.body);
        bodies
            .map(|body| RequestBody::decode(Form::Binary, &body, 3).expect("a question").lookup)
            .collect::<Vec<_>>()
    };
    let own = sent("whole");
    assert!(
        own.iter()
            .all(|lookup| lookup.prefixes.fingerprints.is_empty() && lookup.prefixes.shingles.is_empty())
    );
    let own: BTreeSet<u64> =
        own.iter().flat_map(|lookup| &lookup.shingles).map(|shingle| shingle >> 40).collect();
    let by_prefix = sent("prefix");
    assert!(by_prefix.iter().all(|lookup| lookup.fingerprints.is_empty() && lookup.shingles.is_empty()));
    let sent: Vec<u64> = by_prefix.iter().flat_map(|lookup| lookup.prefixes.shingles.clone()).collect();
    assert!(sent.iter().all(|prefix| prefix << 24 == 0), "24 bits are sent");
    assert!(own.iter().all(|prefix| sent.contains(&(prefix << 40))));
    assert!(sent.len() >= 2 * own.len(), "half are decoys: {} for {}", sent.len(), own.len());
    assert!(sent.len().is_power_of_two(), "their number says little: {}", sent.len());
}

#[test]
fn a_service_that_wants_a_token_is_given_it_and_nobody_else_is() {
    let desk = desk("");
    desk.put("tokens.txt", "a-long-token-of-somebody\n");
    desk.put("mine.txt", "a-long-token-of-somebody");
    desk.put("two.txt", "one\ntwo\n");
    let service = Server::start(&desk, "--index corpus --token-file tokens.txt");
    let line = format!("essays/essay.txt --index http://{}", service.address);
    desk.check_at(&line)
        .ends(2)
        .says("it requires an access token")
        .says("--token-file FILE")
        .says("TWINPRINT_TOKEN");
    desk.check_at(&format!("{line} --token-file mine.txt")).ends(0);
    desk.check_at(&format!("{line} --token-file two.txt"))
        .ends(2)
        .says("two.txt: there is not one token in this file");
    let given = said(desk.check_command(&line).env("TWINPRINT_TOKEN", "a-long-token-of-somebody"));
    given.ends(0);
    let said =
        said(desk.check_command("essays --index http://example.org").env("TWINPRINT_TOKEN", "a-long-token"));
    said.ends(2).says("an access token would be sent there for everybody on the way to read");
}

#[test]
fn a_service_that_is_asked_too_often_is_given_time() {
    let desk = desk("");
    let service = Server::start(&desk, "--index corpus --rate 2");
    let line = format!("essays --index http://{} --access-mode whole --json", service.address);
    let expected = desk.check_at("essays --index corpus --json");
    assert_eq!(desk.check_at(&line).out, expected.out);
}

#[test]
fn nothing_is_added_to_an_index_elsewhere() {
    let desk = desk("");
    let host = desk.published();
    desk.check_at(&format!("essays --index {} --add", host.address))
        .ends(2)
        .says("an index that is elsewhere cannot be added to; give its folder, on the machine that has it");
    assert_eq!(host.requests(), []);
}
