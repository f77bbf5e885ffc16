//! Drives that fail while a file is read.

use std::io::{self, Read};

use crate::tests::compression::zstandard;
use twinprint_native::corpus::Drive;
use twinprint_readers::unpack;

/// Gives some bytes, and then what a drive says that is gone.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::ErrorKind::TimedOut.into()),
            read => Ok(read),
        }
    }
}

#[test]
fn a_packed_file_whose_drive_fails_is_told_from_one_that_is_broken() {
    let lines: String =
        (0..5_000).map(|at| format!("{{\"id\": {at}, \"text\": \"word {}\"}}\n", at * 7919)).collect();
    let packed = zstandard(lines.as_bytes());
    let half: &'static [u8] = packed[..packed.len() / 2].to_vec().leak();
    for (fails, name) in [(true, "a drive that fails"), (false, "a file that is cut")] {
        let drive = Drive::default();
        let reader: Box<dyn Read + Send> =
            if fails { Box::new(drive.watch(Failing(half))) } else { Box::new(drive.watch(half)) };
        let read = unpack(reader).and_then(|mut reader| reader.read_to_end(&mut Vec::new()));
        assert!(read.is_err(), "{name}");
        assert_eq!(
            drive.failure().map(|reason| reason.kind()),
            fails.then_some(io::ErrorKind::TimedOut),
            "{name}"
        );
        assert!(drive.failure().is_none(), "it is told once");
    }
}

/// The memory of a process is a file that can be opened, and whose beginning cannot be read.
#[cfg(target_os = "linux")]
#[test]
fn reading_ends_with_a_drive_that_fails_where_that_is_wanted_and_else_goes_on() {
    use std::fs;

    use twinprint_native::Error;
    use twinprint_native::corpus::{Listing, documents};

    let folder = tempfile::tempdir().expect("a folder");
    let line = |id: &str| format!("{{\"id\": \"{id}\", \"text\": \"some words\"}}\n");
    fs::write(folder.path().join("a.jsonl"), line("a")).expect("a file");
    std::os::unix::fs::symlink("/proc/self/mem", folder.path().join("b.jsonl")).expect("a link");
    fs::write(folder.path().join("c.jsonl"), line("c")).expect("a file");
    let place = format!("{}/", folder.path().display());
    let all = || documents(Listing::new([folder.path()]).entries);
    let names = |given: Vec<Result<_, Error>>| {
        given
            .into_iter()
            .map(|document: Result<twinprint_native::corpus::Source, _>| match document {
                Ok(source) => source.name,
                Err(error) => error.to_string().replace(&place, ""),
            })
            .collect::<Vec<String>>()
    };
    let refused =
        "b.jsonl: it cannot be read: Input/output error; check the file and its disk, or leave it out";
    assert_eq!(names(all().collect()), ["a", refused, "c"]);
    let failed = "b.jsonl: it can no longer be read: Input/output error; check its drive, then run the same command again";
    assert_eq!(names(all().ending_with_drive().collect()), ["a", failed]);
}
