//! Indexes of odd documents, odd documents checked, and commands given the wrong folder, file or port: each says what is
//! wrong, where, and what to do, and nothing is lost.

use std::os::unix::fs::symlink;

use super::corpus_index::words;
use super::*;

#[test]
fn what_of_a_folder_cannot_be_indexed_is_named_and_all_the_rest_is() {
    let long = words(1, 200_000).trim_end().to_string();
    let desk = Desk::with(&[
        ("docs/a.txt", ROSE),
        ("docs/empty.txt", ""),
        ("docs/long.txt", &long),
        ("docs/two\nlines.txt", OTHER),
        ("docs/one.txt", "word"),
    ]);
    fs::create_dir_all(desk.path("docs/nothing")).expect("a folder");
    desk.put("docs/picture.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice());
    desk.put("docs/a.jsonl", format!("{{\"id\": \"a\", \"text\": \"{ROSE}\"}}\n"));
    symlink("..", desk.path("docs/nothing/up")).expect("a link");
    desk.twinprint("index build docs -o corpus --with-text")
        .ends(3)
        .says("note: docs/nothing/up: this link leads back to a folder it lies in; not followed")
        .says("note: skipped: docs/empty.txt: there are no words in it; give a text with at least one word")
        .says("note: skipped: docs/picture.txt: not text: it seems to be a PNG picture; save it as ");
    assert_eq!(
        desk.ids("corpus"),
        ["a", "docs/a.txt", "docs/long.txt", "docs/one.txt", "docs/two\nlines.txt"]
    );
    desk.is_whole_corpus("corpus");
    desk.twinprint("check docs/long.txt docs/one.txt --index corpus")
        .ends(0)
        .shows("docs/long.txt  200,000 words, 200,000 of them (100 %) found in 1 document")
        .shows("docs/one.txt  1 word, 1 of them (100 %) found in 1 document");
}

#[test]
fn each_file_that_was_named_and_is_not_there_is_said_and_the_others_are_indexed() {
    let desk = Desk::with(&[("a.txt", ROSE), ("docs/b.txt", OTHER)]);
    symlink("nowhere", desk.path("docs/lost.txt")).expect("a link");
    let gone = |name: &str| format!("error: {name}: there is no such file or folder; check the path");
    desk.twinprint("index build a.txt gone.txt -o corpus")
        .ends(3)
        .says(&gone("gone.txt"))
        .shows("corpus: 1 document and ");
    desk.twinprint("index add corpus docs")
        .ends(3)
        .says(&gone("docs/lost.txt"))
        .shows("1 document added\ncorpus: 2 documents");
    desk.twinprint("index add corpus one.txt two.txt").ends(2).says(&gone("one.txt")).says(&gone("two.txt"));
    assert_eq!(desk.ids("corpus"), ["a.txt", "docs/b.txt"]);
    desk.is_whole_corpus("corpus");
}

#[test]
fn a_folder_without_documents_makes_no_index() {
    let desk = Desk::with(&[]);
    fs::create_dir(desk.path("empty")).expect("a folder");
    let said = desk.twinprint("index build empty -o corpus");
    said.ends(2)
        .says("error: empty: there are no documents below this folder; give a folder with files that");
    assert_eq!(desk.names(), ["empty"]);
}

#[test]
fn a_report_that_cannot_be_written_is_told_before_anything_is_checked() {
    let desk = Desk::with(&[("a.txt", ROSE)]);
    desk.twinprint("index build a.txt -o corpus").ends(0);
    for (report, what) in [
        (
            "gone/report.html",
            "error: gone/report.html: it cannot be written: there is no such folder; make its folder",
        ),
        ("corpus", "error: corpus: it cannot be written: is a directory; write to another place"),
    ] {
        let said = desk.twinprint(&format!("check a.txt --index corpus --report {report}"));
        said.ends(2).says(what);
        assert_eq!(said.out, "", "{report}");
    }
    desk.is_whole_corpus("corpus");
}

#[test]
fn a_file_in_the_place_of_an_index_is_said_to_be_none_and_stays() {
    let desk = Desk::with(&[("a.txt", ROSE), ("file", "mine")]);
    let none = "error: file: this is a file, and an index is a folder; give the folder of an index";
    for command in
        ["check a.txt --index file", "index add file a.txt", "index merge file", "index publish file -o out"]
    {
        desk.twinprint(command).ends(2).says(none);
    }
    desk.twinprint("index build a.txt -o file").ends(2).says("error: file: it cannot be written: ");
    desk.twinprint("index build a.txt -o corpus").ends(0);
    desk.twinprint("index publish corpus -o file").ends(2).says("error: file: it cannot be written: ");
    assert_eq!((desk.read("file"), desk.names().len()), ("mine".into(), 3));
}

#[test]
#[cfg(feature = "serve")]
fn a_server_that_cannot_begin_says_why_and_what_to_do() {
    let desk = Desk::with(&[("a.txt", ROSE), ("page/other.html", "")]);
    desk.twinprint("index build a.txt -o corpus").ends(0);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    desk.twinprint(&format!("serve --index corpus --port {}", address.port())).ends(2).says(&format!(
        "error: {address}: nothing can listen there: Address already in use; stop the program that uses the port, or give another"
    ));
    // An address that no machine has as its own.
    desk.twinprint("serve --index corpus --host 192.0.2.1 --port 0")
        .ends(2)
        .says("error: 192.0.2.1:0: nothing can listen there: ")
        .says("; give a name or an address of this machine with --host");
    for (index, what) in [
        ("gone", "there is no such file or folder; check the path"),
        ("page", "there is no index in this folder; build one with twinprint index build"),
        ("a.txt", "this is a file, and an index is a folder; give the folder of an index"),
    ] {
        let said = desk.twinprint(&format!("serve --port 0 --index {index}"));
        assert_eq!(said.ends(2).err, format!("error: {index}: {what}\n"));
    }
    let said = desk.twinprint("serve --port 0 --page page");
    assert_eq!(said.ends(2).err, "error: page/index.html: there is no such file or folder; check the path\n");
}
