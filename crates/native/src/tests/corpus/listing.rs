//! What is read of folders, and what is not.

use super::*;

#[cfg(unix)]
mod of_unusual_files {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    use super::*;

    fn pipe(shelf: &Shelf, name: &str) {
        let made = Command::new("mkfifo").arg(shelf.path(name)).status().expect("mkfifo runs");
        assert!(made.success());
    }

    #[test]
    fn a_pipe_in_a_folder_is_noted_and_never_opened() {
        let shelf = Shelf::with(&[("a.txt", b"words")]);
        pipe(&shelf, "b.txt");
        std::os::unix::fs::symlink(shelf.path("b.txt"), shelf.path("c.txt")).expect("a link");
        for listing in [Listing::new([shelf.path("")]), Listing::new([shelf.path("*.txt")])] {
            assert_eq!(listing.entries.len(), 1, "{listing:?}");
            let notes: Vec<String> = listing.notes.iter().map(Note::to_string).collect();
            assert!(
                notes[0].ends_with("b.txt: this is a pipe or a device; left out (name it to have it read)"),
                "{notes:?}"
            );
            assert!(notes[1].contains("c.txt: this is a pipe"), "{notes:?}");
            assert_eq!(shelf.read_all(documents(listing.entries)).is_whole().texts(), ["words"]);
        }
    }

    #[test]
    fn a_pipe_that_is_named_is_read() {
        let shelf = Shelf::with(&[]);
        pipe(&shelf, "a.jsonl");
        let path = shelf.path("a.jsonl");
        let writer = std::thread::spawn(move || fs::write(path, gzip(line(1, "through a pipe"))));
        assert_eq!(shelf.read(&["a.jsonl"]).is_whole().texts(), ["through a pipe"]);
        writer.join().expect("it ends").expect("it was read");
    }

    #[test]
    fn names_that_are_no_text_are_read_and_told_apart() {
        let shelf = Shelf::with(&[]);
        for name in [&b"a\xff.txt"[..], b"a\xfe.txt", b"a\nb.txt"] {
            fs::write(shelf.0.path().join(OsStr::from_bytes(name)), name).expect("a file");
        }
        let read = shelf.read_all(documents(Listing::new([shelf.path("")]).entries));
        let names: Vec<&str> =
            read.is_whole().names().iter().map(|name| name.rsplit('/').next().expect("a name")).collect();
        assert_eq!(names, ["a\nb.txt", "a\\xfe.txt", "a\\xff.txt"]);
    }
}

#[test]
fn documents_have_the_same_names_on_every_system() {
    let shelf = Shelf::with(&[]);
    fs::create_dir_all(shelf.path("essays/of a class")).expect("folders");
    fs::write(shelf.path("essays/of a class/a.txt"), "words").expect("a file");
    for operand in ["essays", "essays/*/*.txt"] {
        let read = shelf.read(&[operand]);
        let name = read.is_whole().names()[0].to_string();
        assert!(name.ends_with("/essays/of a class/a.txt") && !name.contains('\\'), "{name}");
    }
}

#[test]
fn archives_and_tables_of_a_folder_are_read_packed_or_not() {
    let shelf = Shelf::with(&[("a.warc.gz", b""), ("b.parquet", b""), ("c.WARC", b""), ("d.tar", b"")]);
    let listing = Listing::new([shelf.path("")]);
    assert_eq!(listing.entries.len(), 3, "{:?}", listing.entries);
    assert!(
        matches!(&listing.notes[..], [Note::OtherFiles { files, .. }] if files == &["d.tar"]),
        "{listing:?}"
    );
    let opening = Listing::with_archives([shelf.path("")]);
    assert_eq!((opening.entries.len(), &opening.notes[..]), (4, &[][..]), "{opening:?}");
}
