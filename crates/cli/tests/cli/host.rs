//! A web host of a few lines, which responds as a test says and remembers the requests.

use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::*;

/// A request that the host received.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReceivedRequest {
    pub(super) method: String,
    pub(super) path: String,
    /// The names of its headers and what they say, but for the host's own name.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// What comes of a request.
pub(super) enum Answer {
    /// These bytes, and the end of the connection.
    Bytes(Vec<u8>),
    /// These bytes, and then the same byte without an end.
    Endless(Vec<u8>),
    /// These bytes, and then nothing for as long as the host is there.
    Silence(Vec<u8>),
}

/// A host that listens as long as the tests run.
pub(super) struct Host {
    /// As "http://127.0.0.1:1234/".
    pub(super) address: String,
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl Host {
    pub(super) fn new(answer: impl Fn(&ReceivedRequest) -> Answer + Send + Sync + 'static) -> Host {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        let requests: Arc<Mutex<Vec<ReceivedRequest>>> = Arc::default();
        let (answer, remembered) = (Arc::new(answer), requests.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, remembered) = (answer.clone(), remembered.clone());
                // The client may have gone.
                thread::spawn(move || serve(stream, &*answer, &remembered));
            }
        });
        Host { address, requests }
    }

    /// One that serves the files of a folder, whole or, if it knows ranges, in parts.
    pub(super) fn of_folder(folder: PathBuf, knows_ranges: bool) -> Host {
        Host::new(move |request| Answer::Bytes(file(&folder, request, knows_ranges)))
    }

    /// The requests that it received, in some order.
    pub(super) fn requests(&self) -> Vec<ReceivedRequest> {
        let mut requests = self.requests.lock().unwrap().clone();
        requests.sort();
        requests
    }
}

fn serve(
    stream: TcpStream,
    answer: &dyn Fn(&ReceivedRequest) -> Answer,
    remembered: &Mutex<Vec<ReceivedRequest>>,
) -> Option<()> {
    let request = read(&stream)?;
    remembered.lock().unwrap().push(request.clone());
    let mut stream = stream;
    match answer(&request) {
        Answer::Bytes(bytes) => stream.write_all(&bytes).ok(),
        Answer::Endless(bytes) => {
            stream.write_all(&bytes).ok()?;
            while stream.write_all(&[b' '; 4096]).is_ok() {}
            None
        }
        Answer::Silence(bytes) => {
            stream.write_all(&bytes).ok()?;
            loop {
                thread::sleep(Duration::from_secs(60));
            }
        }
    }
}

fn read(stream: &TcpStream) -> Option<ReceivedRequest> {
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).ok().map(|_| line.trim_end().to_string())
    };
    let first = line()?;
    let mut words = first.split(' ');
    let (method, path) = (words.next()?.into(), words.next()?.into());
    let mut headers = Vec::new();
    loop {
        let line = line()?;
        let Some((name, value)) = line.split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_string()));
    }
    headers.retain(|(name, _)| name != "host");
    headers.sort();
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, n)| n.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(ReceivedRequest { method, path, headers, body })
}

/// An answer with a status, as "200 OK", further headers and a body.
pub(super) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head =
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub(super) fn absent() -> Vec<u8> {
    answer("404 Not Found", "", b"no such file")
}

/// A file of a folder as hosts send it.
pub(super) fn file(folder: &Path, request: &ReceivedRequest, knows_ranges: bool) -> Vec<u8> {
    let Ok(bytes) = fs::read(folder.join(&request.path[1..])) else { return absent() };
    match request.headers.iter().find(|(name, _)| name == "range").and_then(|(_, range)| bytes_of(range)) {
        Some(range) if knows_ranges => {
            let said = format!("content-range: bytes {}-{}/{}\r\n", range.start, range.end - 1, bytes.len());
            answer("206 Partial Content", &said, &bytes[range])
        }
        _ => answer("200 OK", "", &bytes),
    }
}

fn bytes_of(range: &str) -> Option<Range<usize>> {
    let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    Some(first.parse().ok()?..last.parse::<usize>().ok()? + 1)
}

/// What a service says to a request.
pub(super) fn forward(address: &str, request: &ReceivedRequest) -> Vec<u8> {
    let ReceivedRequest { method, path, headers, body } = request;
    let mut stream = TcpStream::connect(address).expect("it listens");
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n").into_bytes();
    for (name, value) in headers.iter().filter(|(name, _)| name != "connection") {
        head.extend(format!("{name}: {value}\r\n").bytes());
    }
    head.extend(b"\r\n".iter().chain(body));
    stream.write_all(&head).expect("it reads");
    let mut said = Vec::new();
    stream.read_to_end(&mut said).expect("it answers");
    said
}
