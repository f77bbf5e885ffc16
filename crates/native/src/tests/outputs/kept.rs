//! What is kept: the list of its names, and files that appear whole.

use std::fs;
use std::io::Write;

use tempfile::TempDir;
use twinprint_native::Replacement;
use twinprint_native::scan::keep::write_list;
use twinprint_native::scan::{Catalogue, Clusters, Linking, Preference, cluster};

use super::{found, rows_of, settings};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
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
    assert_eq!(fs::read_dir(desk.path()).expect("a folder").count(), 1);
    assert_eq!(fs::read_to_string(desk.path().join("kept.txt")).expect("a file"), "old");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let (catalogue, clusters) = clustered();
    let error = write_list(std::path::Path::new("/dev/full"), &clusters, &catalogue, 0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "/dev/full: it cannot be written: No space left on device; free some space"
    );
}
