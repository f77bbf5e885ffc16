//! Files that appear whole.

use std::fs;
use std::io::Write;

use twinprint_native::Replacement;

#[test]
fn a_file_that_is_never_finished_leaves_the_old_one() {
    let desk = tempfile::tempdir().expect("a folder for the test");
    let path = desk.path().join("list.txt");
    fs::write(&path, "old").expect("a file");
    let mut file = Replacement::new(&path).expect("room");
    file.write_all(&[b'x'; 1 << 20]).expect("room");
    drop(file);
    assert_eq!(fs::read_dir(desk.path()).expect("a folder").count(), 1);
    assert_eq!(fs::read_to_string(desk.path().join("list.txt")).expect("a file"), "old");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let error = twinprint_native::replace(std::path::Path::new("/dev/full"), b"a list").unwrap_err();
    assert_eq!(
        error.to_string(),
        "/dev/full: it cannot be written: No space left on device; free some space"
    );
}
