//! What hosts and services say that they should not: each an error that tells what, and nothing shown as found.

use std::io::Read;
use std::path::PathBuf;

use twinprint::index::service::ResponseBody;

use super::super::host::{Answer, Host, absent, answer, file, forward};
use super::*;

/// What a host makes of an answer.
type Amiss = fn(Vec<u8>) -> Answer;

#[test]
fn a_host_that_knows_no_ranges_is_told_of_and_its_index_can_be_downloaded() {
    let desk = desk("--with-text");
    let host = Host::of_folder(desk.path("public"), false);
    let line = format!("essays/essay.txt --index {}", host.address);
    desk.check_at(&format!("{line} --access-mode ranges")).ends(2).says(
        "the host sends whole files where a part was requested; download the whole index with --access-mode download",
    );
    desk.check_at(&format!("{line} --access-mode download")).ends(0);
}

/// A host that serves the published index, but answers for one kind of file in its own way.
fn host_but_for(
    folder: PathBuf,
    ending: &'static str,
    other: impl Fn(Vec<u8>) -> Answer + Send + Sync + 'static,
) -> Host {
    Host::new(move |request| {
        let usual = file(&folder, request, true);
        if request.path.ends_with(ending) { other(usual) } else { Answer::Bytes(usual) }
    })
}

#[test]
fn what_hosts_say_amiss_is_an_error_that_tells_what_and_nothing_is_shown_as_found() {
    let desk = desk("--with-text");
    let cases: [(&str, Amiss, &str); 11] = [
        ("index.json", |_| Answer::Bytes(absent()), "there is neither a published index nor a service"),
        (
            "index.json",
            |_| Answer::Bytes(answer("200 OK", "content-type: text/html\r\n", b"<p>Hello")),
            "there is neither",
        ),
        (
            "index.json",
            |_| Answer::Bytes(answer("200 OK", "", b"\x00\xff noise")),
            "index.json: this is no whole file of an index",
        ),
        (
            "index.json",
            |_| Answer::Endless(b"HTTP/1.1 200 OK\r\n\r\n{".to_vec()),
            "the response is longer than the 8.0 MiB it may be",
        ),
        (
            "index.json",
            |_| Answer::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n".to_vec()),
            "longer than the 8.0 MiB",
        ),
        ("index.json", |_| Answer::Bytes(b"not the protocol at all".to_vec()), "index.json: "),
        (
            ".tws",
            |_| Answer::Bytes(absent()),
            "a file of the index is gone: the index was replaced while it was read",
        ),
        (
            ".tws",
            |mut usual| {
                usual.truncate(usual.len() - 9);
                Answer::Bytes(usual)
            },
            "the response ended before it was complete",
        ),
        (
            ".tws",
            |mut usual| {
                *usual.last_mut().unwrap() ^= 1;
                Answer::Bytes(usual)
            },
            ".tws: ",
        ),
        (
            ".twd",
            |_| Answer::Bytes(answer("302 Found", "location: https://example.org/\x1b[31m\r\n", b"")),
            ".twd: ",
        ),
        (
            ".twx",
            |_| Answer::Bytes(answer("503 Service Unavailable", "", b"")),
            "it responded with status 503",
        ),
    ];
    for (number, (ending, other, says)) in cases.into_iter().enumerate() {
        let host = host_but_for(desk.path("public"), ending, other);
        for mode in OF_FILES {
            let said = desk
                .check_at(&format!("essays/essay.txt --index {} --access-mode {mode} --json", host.address));
            said.ends(2).says(says).says("error: http://127.0.0.1");
            assert_eq!((&*said.out, said.err.contains('\x1b')), ("", false), "case {number}, by {mode}");
        }
    }
}

#[test]
fn a_host_that_says_nothing_is_given_up() {
    let desk = desk("");
    for begun in ["", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"] {
        let host =
            host_but_for(desk.path("public"), "index.json", |_| Answer::Silence(begun.as_bytes().to_vec()));
        desk.check_at(&format!("essays --index {} --timeout 1", host.address)).ends(2).says(
            "nothing came for 1 second; try again later, use another index, or wait longer with --timeout",
        );
    }
}

#[test]
fn a_host_that_is_not_there_is_told_of() {
    let desk = desk("");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    desk.check_at(&format!("essays --index http://{free}")).ends(2).says("nothing answers there");
    desk.check_at("essays --index ftp://example.org/")
        .ends(2)
        .says("an index is reached by http or https only");
    desk.check_at("essays --index https://me:word@example.org/")
        .ends(2)
        .says("there is more in this address");
}

#[test]
fn a_host_that_speaks_in_the_clear_where_https_was_asked_for_is_told_nothing() {
    let desk = desk("");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // The client may have gone.
            let _ = stream.read(&mut [0; 16 << 10]);
            let _ = stream.write_all(&answer("400 Bad Request", "", b""));
        }
    });
    desk.check_at(&format!("essays --index https://{address}"))
        .ends(2)
        .says("the connection cannot be trusted")
        .says("SSL_CERT_FILE");
}

#[test]
fn a_redirection_is_not_followed_but_told_of() {
    let desk = desk("");
    let other = desk.published();
    let location = format!("location: {}index.json\r\n", other.address);
    let host = Host::new(move |_| Answer::Bytes(answer("301 Moved Permanently", &location, b"")));
    desk.check_at(&format!("essays --index {}", host.address))
        .ends(2)
        .says("the host redirects to another address; if that is where the index is, give its address there: http://127.0.0.1");
    assert_eq!(other.requests(), []);
}

#[test]
fn an_index_that_is_replaced_while_it_is_read_is_noticed() {
    let desk = desk("--with-text");
    desk.put("other.jsonl", line("other", &words(1, 400)));
    desk.twinprint("index build other.jsonl -o other --with-text").ends(0);
    let other = desk.content("other");
    let folder = desk.path("public");
    // Under the old names stands what another index has.
    let host = Host::new(move |request| {
        let ending = request.path.rsplit('.').next().unwrap();
        let replaced = other.iter().find(|(name, _)| ending != "json" && name.ends_with(ending));
        Answer::Bytes(
            replaced.map_or_else(|| file(&folder, request, true), |(_, bytes)| answer("200 OK", "", bytes)),
        )
    });
    for mode in OF_FILES {
        let said =
            desk.check_at(&format!("essays/essay.txt --index {} --access-mode {mode} --json", host.address));
        said.ends(2).says("error: http://127.0.0.1");
        assert_eq!(said.out, "", "by {mode}");
    }
}

#[test]
fn what_a_service_says_amiss_is_an_error_that_tells_what() {
    let desk = desk("");
    let service = Server::start(&desk, "--index corpus");
    let address = service.address.clone();
    let host = Host::new(move |request| match &*request.path {
        "/v1/lookup" => Answer::Bytes(answer("200 OK", "", b"TWA1 and no more")),
        _ => Answer::Bytes(forward(&address, request)),
    });
    for mode in OF_A_SERVICE {
        let said =
            desk.check_at(&format!("essays/essay.txt --index {} --access-mode {mode} --json", host.address));
        said.ends(2).says("its response does not fit the request");
        assert_eq!(said.out, "", "by {mode}");
    }
}

#[test]
fn a_service_whose_index_is_replaced_in_the_midst_of_a_check_is_noticed() {
    let desk = desk("");
    desk.put("other.jsonl", line("other", &words(1, 400)));
    desk.twinprint("index build other.jsonl -o other").ends(0);
    let (before, after) = (Server::start(&desk, "--index corpus"), Server::start(&desk, "--index other"));
    let (first, then) = (before.address.clone(), after.address.clone());
    let host = Host::new(move |request| {
        Answer::Bytes(forward(if request.path == "/v1/lookup" { &then } else { &first }, request))
    });
    for mode in OF_A_SERVICE {
        let said =
            desk.check_at(&format!("essays/essay.txt --index {} --access-mode {mode} --json", host.address));
        said.ends(2).says("the index changed while it was read").says("run the command again");
        assert_eq!(said.out, "", "by {mode}");
    }
}

#[test]
fn a_service_that_misses_a_part_is_status_3_and_what_was_found_is_shown_all_the_same() {
    let desk = desk("");
    let service = Server::start(&desk, "--index corpus");
    let address = service.address.clone();
    let host = Host::new(move |request| {
        let said = forward(&address, request);
        if request.path != "/v1/lookup" {
            return Answer::Bytes(said);
        }
        let lookup = RequestBody::decode(Form::Binary, &request.body, 3).expect("a question").lookup;
        let head = said.windows(4).position(|window| window == b"\r\n\r\n").expect("a head") + 4;
        let mut body = ResponseBody::decode(Form::Binary, &lookup, &said[head..], "it").expect("an answer");
        body.answer.missing.push("part 2 of segment 0: it is not held here".into());
        Answer::Bytes(answer("200 OK", "", &body.encode(Form::Binary, &lookup)))
    });
    let said = desk.check_at(&format!("essays/essay.txt --index {} --access-mode whole", host.address));
    said.ends(3)
        .says(
            "not all of it could be searched for essays/essay.txt: part 2 of segment 0: it is not held here",
        )
        .shows("found in 15 documents")
        .shows("Not searched: part 2 of segment 0");
}
