//! An index of documents as wholes that is served or published, and `twinprint check` against it by its address.

use super::corpus_index::{line, words};
use super::documents_index::built;
use super::host::Host;
use super::serve::Server;
use super::*;

#[test]
fn a_server_answers_as_check_does_and_of_what_was_added_since_it_began() {
    let desk = built();
    let server = Server::start(&desk, "--index known.index");
    let meta = server.ask("/v1/meta", None);
    assert_eq!((&meta["service"], &meta["documents"]), (&"twinprint documents".into(), &3.into()));
    assert_eq!(server.ask("/v1/documents", None), meta);

    let body = |name: &str| format!("{{\"text\": {}}}", Value::from(desk.read(name)));
    let answer = server.ask("/v1/documents", Some(&body("edited.txt")));
    let checked = &desk.twinprint("check edited.txt --index known.index --json").objects()[0];
    assert_eq!((&answer["status"], &answer["matches"][0]["id"]), (&"known".into(), &"two".into()));
    for member in ["words", "bits", "matches", "truncated", "documents"] {
        assert_eq!(answer[member], checked[member], "{member}");
    }
    assert_eq!(server.ask("/v1/documents", Some(&body("new.txt")))["status"], "new");

    desk.put("more.jsonl", line("four", &words(9, 200)));
    desk.twinprint("index add known.index more.jsonl").ends(0);
    until("what was added is there", || server.ask("/v1/meta", None)["documents"] == 4);
    assert_eq!(server.ask("/v1/documents", Some(&body("new.txt")))["matches"][0]["id"], "four");
}

#[test]
fn an_index_elsewhere_says_what_one_in_a_folder_does_and_learns_no_more_than_is_said() {
    let desk = built();
    let here = desk.twinprint("check edited.txt new.txt --index known.index --json").objects();
    let (service, both) =
        (Server::start(&desk, "--index known.index"), Server::start(&desk, "--index known.index --publish"));
    let elsewhere = [
        (format!("http://{}/", service.address), "it received 40 bytes of fingerprints of each document"),
        (format!("http://{}/", both.address), "nothing of the documents leaves this machine"),
        (format!("http://{}/index/", both.address), "nothing of the documents leaves this machine"),
        (format!("http://{}/ --access-mode whole", both.address), "it received 40 bytes of fingerprints"),
        (
            format!("http://{}/ --access-mode download", both.address),
            "nothing of the documents leaves this machine",
        ),
    ];
    for (place, receipt) in &elsewhere {
        let said = desk.twinprint(&format!("check edited.txt new.txt --json --index {place}"));
        assert_eq!(said.ends(0).says(receipt).objects(), here, "{place}");
    }
    let service = &elsewhere[0].0;
    desk.twinprint(&format!("check edited.txt --fail-on-match --index {service}")).ends(1);
    desk.twinprint(&format!("check edited.txt --index {service} --access-mode prefix"))
        .ends(2)
        .says("prefix");
    desk.twinprint(&format!("check edited.txt --index {service} --access-mode download"))
        .ends(2)
        .says("download");
    desk.twinprint(&format!("check edited.txt --index {service} --min-words 5")).ends(2).says("min-words");
}

#[test]
fn an_index_that_is_published_by_ranges_says_the_same_and_its_host_is_asked_for_parts_of_files_alone() {
    let desk = built();
    let here = desk.twinprint("check edited.txt new.txt --index known.index --json").objects();
    desk.twinprint("index publish known.index -o public --ranges")
        .ends(0)
        .says_out("public: 3 documents as wholes, to be read by ranges");
    desk.twinprint("index verify public").ends(0).says_out("3 documents");
    desk.twinprint("index inspect public")
        .ends(0)
        .says_out("documents  3, as wholes, to be read by ranges")
        .says_out("in 8 tables, each chosen by 4 bits of a document's fingerprints")
        .says_out("chosen by 32 bits in all");
    desk.twinprint("index query public 0123456789abcdef").ends(2).says("twinprint check");
    let host = Host::of_folder(desk.path("public"), true);
    let said = desk.twinprint(&format!("check edited.txt new.txt --json --index {}", host.address));
    said.ends(0).says("buckets, chosen by 32 of the 320 bits of each document's fingerprints");
    assert_eq!(said.objects(), here);
    let requests = host.requests();
    let ranges = |name: &str| requests.iter().filter(|request| request.path.starts_with(name)).count();
    assert_eq!((ranges("/buckets-") > 0, ranges("/records-") > 0), (true, true));
    for request in &requests {
        assert_eq!((&*request.method, request.body.len()), ("GET", 0));
        let is_part = request.headers.iter().any(|(name, _)| name == "range");
        assert!(is_part || !request.path.starts_with("/buckets-"), "{request:?}");
    }
    desk.twinprint(&format!("check edited.txt --index {} --access-mode ranges", host.address)).ends(0);
    desk.twinprint(&format!("check edited.txt --index {} --access-mode download", host.address))
        .ends(2)
        .says("use --access-mode ranges");
    desk.twinprint("check edited.txt --index public").ends(2).says("published to be read by ranges");
    desk.twinprint("index publish known.index -o public --ranges --parts 2").ends(2).says("--parts");

    // One that changes kind is another, and one of which a file was damaged is reported.
    desk.twinprint("index publish known.index -o public").ends(0);
    assert_eq!(desk.twinprint("check edited.txt new.txt --json --index public").objects(), here);
    desk.twinprint("index publish known.index -o public --ranges").ends(0);
    let name = desk.content("public").into_keys().find(|name| name.starts_with("records-")).unwrap();
    let mut bytes = fs::read(desk.path("public").join(&name)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(desk.path("public").join(&name), &bytes).unwrap();
    desk.twinprint("index verify public").ends(2).says(&name);
    desk.twinprint(&format!("check edited.txt new.txt --index {}", host.address)).ends(2).says("records-");
}
