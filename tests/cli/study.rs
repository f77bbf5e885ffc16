//! `twinprint study`.

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
}
