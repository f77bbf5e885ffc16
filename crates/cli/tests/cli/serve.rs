//! `twinprint serve` while its index changes, and how it ends. What it says to requests is tested in tests/web/service.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::Child;

use super::corpus_index::{line, lines, words};
use super::ctrl_c::interrupt;
use super::*;

/// A server, which ends with the test.
pub(super) struct Server {
    process: Child,
    /// As "127.0.0.1:1234".
    pub(super) address: String,
}

impl Server {
    pub(super) fn start(desk: &Desk, line: &str) -> Server {
        let mut command = desk.command(["serve", "--port", "0"].into_iter().chain(line.split_whitespace()));
        let pipes = command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = pipes.spawn().expect("it starts");
        let mut first = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut first).expect("it says where");
        let address = first.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { process, address: address.expect("an address").into() }
    }

    /// The answer to a request: a body makes it a question.
    pub(super) fn ask(&self, path: &str, body: Option<&str>) -> Value {
        let (method, body) = (if body.is_some() { "POST" } else { "GET" }, body.unwrap_or(""));
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 200 "), "{answer}");
        serde_json::from_str(body).expect("JSON")
    }

    /// How many documents it says there are.
    fn documents(&self) -> u64 {
        self.ask("/v1/meta", None)["documents"].as_u64().expect("a number")
    }

    /// The ids of the documents of a bucket that were not removed.
    fn ids(&self, bucket: u64) -> Vec<String> {
        let answer = self.ask("/v1/lookup", Some(&format!("{{\"sources\": [{bucket}]}}")));
        let documents = answer["sources"][0]["documents"].as_array().expect("documents").clone();
        let left = documents.iter().filter(|document| document["removed"] == false);
        left.map(|document| document["id"].as_str().expect("an id").into()).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_server_answers_of_what_was_added_removed_and_merged_since_it_began() {
    let desk = Desk::with(&[("first.jsonl", &lines(0..20)), ("more.jsonl", &lines(20..25))]);
    desk.twinprint("index build first.jsonl -o corpus").ends(0);
    let server = Server::start(&desk, "--index corpus");
    assert_eq!((server.documents(), server.ids(0).len()), (20, 20));
    desk.twinprint("index add corpus more.jsonl").ends(0);
    until("what was added is there", || server.documents() == 25);
    let document = |number: u32| format!("document {number}");
    assert_eq!(server.ids(1), [20, 21, 22, 23, 24].map(document));
    desk.command("index remove corpus".split(' '))
        .args(["document 3", "document 21"])
        .output()
        .expect("it runs");
    until("what was removed is gone", || server.documents() == 23);
    assert_eq!((server.ids(0).len(), server.ids(1)), (19, [20, 22, 23, 24].map(document).to_vec()));
    desk.twinprint("index merge corpus").ends(0);
    until("all stands in one segment", || server.ids(0).len() == 23);
    assert_eq!(server.documents(), 23);
}

#[test]
fn a_server_answers_of_what_check_adds_before_it_is_a_segment() {
    let desk = Desk::with(&[("first.jsonl", &lines(0..5))]);
    desk.twinprint("index build first.jsonl -o corpus").ends(0);
    let server = Server::start(&desk, "--index corpus --catch-up 1");
    let before = server.ask("/v1/meta", None)["index"].clone();
    let mut command = desk.command("check - --index corpus --add".split(' '));
    let mut crawl = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
    let mut input = crawl.stdin.take().expect("a pipe");
    for (id, count) in [("one", 6), ("two", 7)] {
        input.write_all(line(id, &words(count, 60)).as_bytes()).expect("it reads");
        until("what was added is there", || server.documents() == count);
        assert_eq!(server.ids(1).last().map(String::as_str), Some(id));
    }
    assert_ne!(server.ask("/v1/meta", None)["index"], before, "its answers are of another index");
    drop(input);
    assert!(crawl.wait().expect("it ends").success());
    assert_eq!(desk.ids("corpus")[5..], ["one", "two"]);
    let manifest = desk.read("corpus/index.json");
    let index = || server.ask("/v1/meta", None)["index"].as_str().expect("a checksum").to_string();
    until("it is a segment", || manifest.contains(&index()));
    assert_eq!((server.documents(), server.ids(1)), (7, vec!["one".into(), "two".into()]));
}

#[test]
fn ctrl_c_ends_a_server_whatever_connections_are_open() {
    let desk = Desk::with(&[("a.txt", ROSE)]);
    desk.twinprint("index build a.txt -o corpus").ends(0);
    let mut server = Server::start(&desk, "--index corpus");
    let mut idle = TcpStream::connect(&server.address).expect("it listens");
    write!(idle, "GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).expect("it reads");
    let mut first = [0; 12];
    idle.read_exact(&mut first).expect("it answers");
    assert_eq!(&first, b"HTTP/1.1 200");
    let mut silent = TcpStream::connect(&server.address).expect("it listens");
    silent.write_all(b"POST /v1/lookup HTTP/1.1\r\n").expect("it reads");
    interrupt(&server.process);
    assert_eq!(server.process.wait().expect("it ends").code(), Some(0));
}
