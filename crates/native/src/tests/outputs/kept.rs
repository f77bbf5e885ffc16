//! What is kept: names, and the corpus without its duplicates.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use flate2::read::GzDecoder;
use tempfile::TempDir;
use twinprint_native::corpus::{self, Listing};
use twinprint_native::scan::keep::{Cells, Form, Item, Packing, Written, write_corpus, write_list};
use twinprint_native::scan::{Catalogue, Clusters, Linking, Preference, cluster};
use twinprint_native::{Error, Replacement};

use super::{found, rows_of, settings};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn item(ordinal: u32, file: &str, form: Form, raw: &str) -> Item {
    Item { ordinal, file: file.into(), form, raw: raw.into() }
}

/// All files below a folder, with what they say.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).expect("below the folder");
            (path.to_string_lossy().replace('\\', "/"), fs::read_to_string(entry.path()).expect("text"))
        })
        .collect();
    files.sort();
    files
}

fn strings<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
    pairs.map(|(a, b)| (a.into(), b.into())).to_vec()
}

fn write(
    out: &Path,
    packing: Packing,
    items: Vec<Item>,
    keep: impl FnMut(u32) -> bool,
) -> Result<Written, Error> {
    write_corpus(out, packing, items.into_iter().map(Ok), keep)
}

/// "b" and its copy "d" are alike with "a", which is longer; "c\n" is alone.
fn clustered() -> (Catalogue, Clusters) {
    let catalogue = rows_of([("a", 0, 9, 4), ("b", 1, 8, 4), ("c\n", 2, 8, 4), ("d", 1, 8, 4)]);
    let open = || Ok([found(0, 1, 3)].into_iter().map(Ok));
    let settings = settings(Linking::Connected, Preference::Longest);
    let clusters = cluster(&catalogue, &settings, open, |_, _| Ok(1.0)).expect("nothing is read");
    (catalogue, clusters)
}

#[test]
fn the_names_of_kept_documents_are_a_line_each() {
    let (folder, (catalogue, clusters)) = (folder(), clustered());
    let path = folder.path().join("kept.txt");
    assert_eq!(write_list(&path, &clusters, &catalogue, 0).expect("a file"), 2);
    assert_eq!(fs::read_to_string(&path).expect("the file"), "a\nc\\n\n");
}

#[test]
fn the_names_of_kept_documents_are_json_where_the_file_says_so() {
    let (folder, (catalogue, clusters)) = (folder(), clustered());
    let path = folder.path().join("kept.JSONL");
    write_list(&path, &clusters, &catalogue, 0).expect("a file");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "{\"id\":\"a\"}\n{\"id\":\"c\\n\"}\n");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
}

#[test]
fn a_file_that_is_never_finished_leaves_the_old_one() {
    let desk = folder();
    let path = desk.path().join("kept.txt");
    fs::write(&path, "old").expect("a file");
    let mut file = Replacement::new(&path).expect("room");
    file.write_all(&[b'x'; 1 << 20]).expect("room");
    drop(file);
    assert_eq!(files(desk.path()), strings([("kept.txt", "old")]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let (catalogue, clusters) = clustered();
    let error = write_list(Path::new("/dev/full"), &clusters, &catalogue, 0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "/dev/full: it cannot be written: No space left on device; free some space"
    );
}

#[test]
fn lines_and_files_keep_their_bytes_and_their_paths() {
    let out = folder().path().join("kept");
    let items = vec![
        item(0, "pages/a.jsonl", Form::Line, "{ \"id\" : 1 }"),
        item(1, "pages/a.jsonl", Form::Line, "{\"id\":2}"),
        item(2, "pages/none.jsonl", Form::Line, "{\"id\":3}"),
        item(3, "essays/first/x.txt", Form::Whole, "one\r\n\r\n"),
        item(4, "essays/second/x.txt", Form::Whole, "two"),
    ];
    fs::create_dir_all(out.parent().expect("a folder")).expect("the folder again");
    let written = write(&out, Packing::Plain, items, |ordinal| ordinal != 1 && ordinal != 2).expect("room");
    assert_eq!(written, Written { files: 3, documents: 3 });
    let expected = [
        ("essays/first/x.txt", "one\r\n\r\n"),
        ("essays/second/x.txt", "two"),
        ("pages/a.jsonl", "{ \"id\" : 1 }\n"),
    ];
    assert_eq!(files(&out), strings(expected));
    fs::remove_dir_all(out.parent().expect("a folder")).expect("the folder is removed");
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let desk = folder();
    let out = desk.path().join("kept");
    let items = vec![
        item(0, "../../etc/a.txt", Form::Whole, "up"),
        item(1, "/etc/a.txt", Form::Whole, "root"),
        item(2, "./etc/./a.txt", Form::Whole, "here"),
        item(3, "..", Form::Whole, "no name"),
    ];
    write(&out, Packing::Plain, items, |_| true).expect("room");
    let expected =
        [("documents", "no name"), ("etc/a (2).txt", "root"), ("etc/a (3).txt", "here"), ("etc/a.txt", "up")];
    assert_eq!(files(&out), strings(expected));
    assert_eq!(fs::read_dir(&desk).expect("the desk").count(), 1, "nothing lies beside the folder");
}

#[test]
fn what_was_packed_is_plain_unless_asked() {
    let desk = folder();
    let items =
        || vec![item(0, "a.jsonl.zst", Form::Line, "{\"id\":1}"), item(1, "b.txt.GZ", Form::Whole, "one")];
    write(&desk.path().join("plain"), Packing::Plain, items(), |_| true).expect("room");
    assert_eq!(files(&desk.path().join("plain")), strings([("a.jsonl", "{\"id\":1}\n"), ("b.txt", "one")]));
    write(&desk.path().join("packed"), Packing::Gzip, items(), |_| true).expect("room");
    let unpacked = |name: &str| {
        let file = fs::File::open(desk.path().join("packed").join(name)).expect("the file");
        let mut text = String::new();
        GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
        text
    };
    assert_eq!((unpacked("a.jsonl.gz"), unpacked("b.txt.gz")), ("{\"id\":1}\n".into(), "one".into()));
}

#[test]
fn rows_are_read_as_the_same_documents() {
    let desk = folder();
    let given = "{\"id\":\"x\",\"url\":\"https://example.org/\",\"html\":\"<p>one\",\"label\":\"copy\",\"group\":7,\"category\":\"law\",\"language\":\"en\"}\n\
                 {\"id\":2,\"text\":\"a \\\"b\\\"\\n\"}\n";
    fs::write(desk.path().join("given.jsonl"), given).expect("a file");
    let read = |path: &Path| -> Vec<_> {
        corpus::documents(Listing::new([path]).entries).map(|source| source.expect("a document")).collect()
    };
    let sources = read(&desk.path().join("given.jsonl"));
    let items = (0..).zip(&sources).map(|(ordinal, source)| {
        let form = Form::Row(Box::new(Cells::of(source.clone())));
        Ok(Item { ordinal, file: "crawl.parquet.gz".into(), form, raw: Vec::new() })
    });
    let out = desk.path().join("kept");
    write_corpus(&out, Packing::Plain, items, |_| true).expect("room");
    let again = read(&out.join("crawl.parquet"));
    let fields = |sources: &[corpus::Source]| {
        let fields = |source: &corpus::Source| {
            let optional = [&source.url, &source.label, &source.group, &source.category, &source.language]
                .map(Option::clone);
            (source.name.clone(), source.text.clone(), source.format, optional)
        };
        sources.iter().map(fields).collect::<Vec<_>>()
    };
    assert_eq!(fields(&again), fields(&sources));
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let desk = folder();
    fs::write(desk.path().join("mine.txt"), "mine").expect("a file");
    let error =
        write(desk.path(), Packing::Plain, vec![item(0, "a.txt", Form::Whole, "one")], |_| true).unwrap_err();
    let expected = format!(
        "{}: there is something in this folder; give a new folder, or empty this one",
        desk.path().display()
    );
    assert_eq!(error.to_string(), expected);
    assert_eq!(files(desk.path()), strings([("mine.txt", "mine")]));
}

#[test]
fn an_empty_folder_is_filled() {
    let desk = folder();
    let out = desk.path().join("kept");
    fs::create_dir(&out).expect("a folder");
    write(&out, Packing::Plain, vec![item(0, "a.txt", Form::Whole, "one")], |_| true).expect("room");
    assert_eq!(files(&out), strings([("a.txt", "one")]));
}

#[test]
fn an_error_leaves_nothing_behind() {
    let desk = folder();
    let items = [Ok(item(0, "a.txt", Form::Whole, "one")), Err(Error::StandardInputTwice)];
    let error = write_corpus(&desk.path().join("kept"), Packing::Plain, items, |_| true).unwrap_err();
    assert!(matches!(error, Error::StandardInputTwice), "{error}");
    assert_eq!(fs::read_dir(&desk).expect("the desk").count(), 0);
}

#[test]
fn what_a_killed_scan_left_is_cleared_away() {
    let desk = folder();
    fs::create_dir(desk.path().join(".twinprint-kept")).expect("a folder");
    fs::write(desk.path().join(".twinprint-kept/old.txt"), "old").expect("a file");
    write(&desk.path().join("kept"), Packing::Plain, vec![item(0, "a.txt", Form::Whole, "one")], |_| true)
        .expect("room");
    assert_eq!(files(desk.path()), strings([("kept/a.txt", "one")]));
}
