//! What the document on the service shows as sent by `curl` is answered as it shows. (`tests/web/service` tries the tutorial's requests.)

use twinprint::Document;
use twinprint::seen::{Design, DocumentsRequest, Fingerprinter};

use super::serve::Server;
use super::*;

/// A server as a document starts it, and what is then sent: a path and a body, with the response that is shown.
struct Session {
    arguments: String,
    sent: Vec<(String, String, String)>,
}

/// The sessions of a document that send anything.
fn sessions(desk: &Desk, document: &str) -> Vec<Session> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let text = fs::read_to_string(root.join(document)).expect("a document");
    let blocks = text.split("```text\n").skip(1).filter_map(|block| block.split("```").next());
    let shown = blocks.filter(|block| block.contains("$ curl "));
    let session = |block: &str| {
        let (_, commands) = block.split_once("$ twinprint serve ").expect("a server is started first");
        let mut commands = commands.split("\n$ ");
        let arguments = commands.next().and_then(|first| first.lines().next()).expect("its arguments");
        let sent = commands.map(|command| {
            let (curl, response) = command.split_once('\n').expect("a command on a line, then the response");
            let words = words_of(curl);
            let after = |option: &str| {
                let at = words.iter().position(|word| word == option).expect("the option is given");
                words[at + 1].clone()
            };
            assert_eq!(after("-H"), "content-type: application/json", "{curl}");
            let path =
                words.iter().find_map(|word| word.strip_prefix("http://127.0.0.1:8787")).expect("an address");
            let body = match after("-d").strip_prefix('@') {
                Some(file) => desk.read(file),
                None => after("-d"),
            };
            (path.to_string(), body, response.to_string())
        });
        Session { arguments: arguments.into(), sent: sent.collect() }
    };
    shown.map(session).collect()
}

/// The words of a command as a shell reads them.
fn words_of(command: &str) -> Vec<String> {
    let script = format!("printf '%s\\0' {command}");
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let words = String::from_utf8(output.stdout).expect("UTF-8");
    words.split_terminator('\0').map(String::from).collect()
}

/// Holds a response to what is shown of it: all of it but for what is left out by dots, and numbers to as many digits.
#[track_caller]
fn shows(shown: &str, response: &Value) {
    let whole = shown.replace(",...", "");
    let expected: Value = serde_json::from_str(&whole).unwrap_or_else(|error| panic!("{shown}: {error}"));
    assert!(is_shown(&expected, response, whole != shown), "shown: {shown}\nresponse: {response}");
}

fn is_shown(shown: &Value, given: &Value, leaves_out: bool) -> bool {
    match (shown, given) {
        (Value::Object(shown), Value::Object(given)) => {
            (leaves_out || shown.len() == given.len())
                && shown.iter().all(|(name, value)| {
                    given.get(name).is_some_and(|given| is_shown(value, given, leaves_out))
                })
        }
        (Value::Array(shown), Value::Array(given)) => {
            shown.len() == given.len()
                && shown.iter().zip(given).all(|(shown, given)| is_shown(shown, given, leaves_out))
        }
        (Value::Number(shown), Value::Number(given)) => {
            let digits = shown.to_string().split_once('.').map_or(0, |(_, digits)| digits.len());
            given.as_f64().is_some_and(|given| format!("{given:.digits$}") == shown.to_string())
        }
        _ => shown == given,
    }
}

/// Starts each server that a document shows, and sends what it shows.
fn tried(desk: &Desk, document: &str) -> usize {
    let mut count = 0;
    for Session { arguments, sent } in sessions(desk, document) {
        let server = Server::start(desk, &arguments);
        for (path, body, response) in sent {
            shows(&response, &server.ask(&path, Some(&body)));
            count += 1;
        }
    }
    count
}

#[test]
fn what_the_document_on_the_service_sends_is_answered_as_it_shows() {
    let desk = Desk::with(&[]);
    for name in ["notices.jsonl", "feed.jsonl"] {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/scanned")).join(name);
        desk.put(name, fs::read(path).expect("a file of the tests"));
    }
    desk.twinprint("index build notices.jsonl -o known.index --find documents").ends(0);
    // As the npm package makes them of the first document of the feed.
    let feed = desk.read("feed.jsonl");
    let first: Value = serde_json::from_str(feed.lines().next().expect("a line")).expect("JSON");
    let document = Document::plain("pool", first["text"].as_str().expect("a text"));
    let fingerprints =
        Fingerprinter::new(&Design::default()).and_then(|mut reader| reader.fingerprints(&document));
    let body = DocumentsRequest::body(&fingerprints.expect("a document"), &Design::default(), 20);
    desk.put("fingerprints.json", body);
    assert_eq!(tried(&desk, "docs/reference/service.md"), 1);
}
