//! `twinprint study`.

use std::process::Child;
use std::thread::sleep;
use std::time::Instant;

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

    /// Starts a study that will be killed.
    fn start_study(&self, line: &str) -> Child {
        let mut command = self.command(["study"].into_iter().chain(line.split_whitespace()));
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts")
    }
}

/// The studies of a corpus, without labels.
const STUDIES: [&str; 4] = ["agreement", "hamming", "recommend", "sampling"];

#[test]
fn a_study_of_fewer_than_two_documents_is_refused_and_says_what_was_passed_over() {
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
        said.ends(2).says("error: nowhere.txt: there is no such file or folder");
        assert!(desk.names_in("found").contains(&"index.html".to_string()), "{study}");
    }
}

/// A study into the folder `found`, killed on the way, goes on then, and ends as the same bytes as if it never was.
fn goes_on_where_it_was_killed(desk: impl Fn() -> Desk, line: &str) {
    let (whole, killed) = (desk(), desk());
    let begun = Instant::now();
    whole.study(line).ends(0);
    let takes = begun.elapsed();
    let mut went_on = 0;
    for part in [1, 3, 5, 7] {
        let mut study = killed.start_study(line);
        sleep(takes.mul_f64(f64::from(part) / 8.0));
        study.kill().expect("it is killed");
        study.wait().expect("it ends");
        let said = killed.study(line);
        said.ends(0);
        went_on += u32::from(said.err.contains("going on where it was stopped"));
        assert_eq!(killed.files_in("found"), whole.files_in("found"), "killed at {part} eighths");
    }
    assert!(went_on > 0, "none of four left something to go on with");
}
