//! `twinprint study`.

#[cfg(unix)]
use super::killed::kill;
use super::*;

mod agreement;
#[cfg(all(target_os = "linux", feature = "serve"))]
mod hamming;
mod lexicons;
mod recommend;
mod sampling;

impl Desk {
    /// `twinprint study` with the arguments of a line.
    fn study(&self, line: &str) -> Said {
        said(&mut self.command(["study"].into_iter().chain(line.split_whitespace())))
    }

    /// The names of the files in a folder.
    fn names_in(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The files in a folder, by name.
    fn files_in(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let read = |name: String| {
            let contents = fs::read(self.path(folder).join(&name)).expect("a file");
            (name, contents)
        };
        self.names_in(folder).into_iter().map(read).collect()
    }
}

/// The studies of a corpus, without labels.
const STUDIES: [&str; 4] = ["agreement", "hamming", "recommend", "sampling"];

#[test]
fn a_study_of_fewer_than_two_documents_is_refused_and_says_what_was_skipped() {
    for study in STUDIES {
        let desk = Desk::with(&[("a.txt", "a few words"), ("blank.txt", "")]);
        let said = desk.study(&format!("{study} blank.txt -o found"));
        said.ends(2).says("skipped: blank.txt: there are no words in it");
        said.says("there is no document to compare; give two files, or a folder of them");
        desk.study(&format!("{study} a.txt -o found")).ends(2).says("there is only one document to compare");
        assert!(!desk.names_in("found").contains(&"index.html".to_string()), "{study}");
    }
}

#[test]
fn a_study_names_what_is_not_there_and_goes_on_with_the_rest() {
    for study in STUDIES {
        let desk = Desk::with(&[("a.txt", "a few words of a document"), ("b.txt", "a few words of another")]);
        let said = desk.study(&format!("{study} a.txt nowhere.txt b.txt -o found"));
        said.ends(3).says("error: nowhere.txt: there is no such file or folder");
        assert!(desk.names_in("found").contains(&"index.html".to_string()), "{study}");
    }
}

#[test]
fn a_study_says_what_became_of_all_that_was_read_and_ends_with_status_3_where_something_was_refused() {
    for study in STUDIES {
        let line = |text: &str| format!("{}\n", serde_json::json!({ "text": text }));
        let lines = ["a few words of a document", "a few words of another", "—"].map(line).concat();
        let desk = Desk::with(&[("corpus.jsonl", &(lines + "no line\n"))]);
        desk.study(&format!("{study} corpus.jsonl -o found")).ends(3).says(
            "read 4 (58 bytes) = studied 2 (47 bytes) + without words 1 (3 bytes) + refused 1 (8 bytes)",
        );
    }
}

/// A study into the folder `found` that is killed again and again goes on, and ends as the same bytes as if it never was.
#[cfg(unix)]
#[track_caller]
fn goes_on_where_it_was_killed(desk: impl Fn() -> Desk, line: &str) {
    let (whole, killed) = (desk(), desk());
    whole.study(line).ends(0);
    for bytes in [512, 1 << 12, 1 << 14] {
        assert!(killed.killed_at(bytes, &format!("study {line}")).is_some(), "at {bytes} bytes of a file");
    }
    let mut command = killed.command(["study"].into_iter().chain(line.split_whitespace()));
    let pipes = command.stdout(Stdio::null()).stderr(Stdio::null());
    let study = pipes.spawn().expect("it starts");
    until("there is something to go on from", || holds_json(&killed.path("found/state")));
    kill(study);
    killed.study(line).ends(0).says("note: going on where it was stopped: ");
    assert_eq!(killed.files_in("found"), whole.files_in("found"));
}

/// Whether a folder, or one in it, has a file of JSON.
#[cfg(unix)]
fn holds_json(folder: &Path) -> bool {
    let mut paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    paths.any(|path| path.extension().is_some_and(|ending| ending == "json") || holds_json(&path))
}
