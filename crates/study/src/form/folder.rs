//! The folder of a study: made beside its place, then moved there in one step.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use serde::Deserialize;

use twinprint_native::Error;

/// The file that says what a study's folder is.
pub(super) const PARAMETERS: &str = "parameters.json";

/// Where a study that takes long may keep what it has found so far.
const STATE: &str = "state";

/// Makes sure, before long work, that a study could be written at `folder`: that there is nothing, or an earlier study and no
/// more.
///
/// # Errors
/// [`Error::Occupied`] if there is something that no study wrote; [`Error::Unwritable`] if it is no folder, or its own folder
/// is not there; [`Error::Unreadable`].
pub fn check_folder(folder: &Path) -> Result<(), Error> {
    let parent = above(folder);
    if !parent.is_dir() {
        return Err(unwritable(folder, ErrorKind::NotFound.into()));
    }
    if !folder.exists() {
        return Ok(());
    }
    if !folder.is_dir() {
        return Err(unwritable(folder, ErrorKind::AlreadyExists.into()));
    }
    let own = written(folder);
    let unreadable = |reason| Error::Unreadable { place: folder.to_string_lossy().into_owned(), reason };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        if !name.to_str().is_some_and(|name| own.contains(name)) {
            return Err(Error::Occupied { folder: folder.to_string_lossy().into_owned() });
        }
    }
    Ok(())
}

/// What a study wrote in a folder, by what it says itself.
fn written(folder: &Path) -> BTreeSet<String> {
    #[derive(Deserialize)]
    struct ParametersFile {
        #[serde(rename = "study")]
        _study: String,
        files: BTreeSet<String>,
    }
    let json = fs::read(folder.join(PARAMETERS)).unwrap_or_default();
    let mut names: BTreeSet<String> = match serde_json::from_slice::<ParametersFile>(&json) {
        Ok(parameters) => parameters.files.into_iter().chain([PARAMETERS.into()]).collect(),
        Err(_) => BTreeSet::new(),
    };
    names.insert(STATE.into());
    names
}

/// Puts files at `folder`, in place of an earlier study.
pub(super) fn replace(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), Error> {
    check_folder(folder)?;
    swap(folder, files).map_err(|reason| unwritable(folder, reason))
}

fn swap(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    let parent = above(folder);
    // What is left of it is removed when it is dropped: nothing, the earlier study, or what could not be moved.
    let work = tempfile::Builder::new().prefix(".twinprint-").tempdir_in(parent)?;
    let (new, old) = (work.path().join("new"), work.path().join("old"));
    fs::create_dir(&new)?;
    for (name, contents) in files {
        let mut file = File::create_new(new.join(name))?;
        file.write_all(contents)?;
        file.sync_all()?;
    }
    let earlier = folder.exists();
    if earlier {
        fs::rename(folder, &old)?;
    }
    if let Err(reason) = fs::rename(&new, folder) {
        if earlier {
            fs::rename(&old, folder)?;
        }
        return Err(reason);
    }
    // The rename itself reaches the disk with its folder; not every system opens folders.
    File::open(parent).and_then(|parent| parent.sync_all()).or(Ok(()))
}

fn above(folder: &Path) -> &Path {
    folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn unwritable(folder: &Path, reason: io::Error) -> Error {
    Error::Unwritable { place: folder.to_string_lossy().into_owned(), reason }
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, Section, Study, StudyExhibit, Table};
    use super::*;

    fn study(name: &str) -> Study {
        let table = Table::new(["a"], [std::vec![Cell::Count(1)]]);
        let exhibits = std::vec![StudyExhibit::table(name, "", table)];
        Study {
            name: "one".into(),
            parts: std::vec![Section { exhibits, ..Section::default() }],
            ..Study::default()
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_study_takes_the_place_of_an_earlier_one_and_leaves_nothing_beside_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("found");
        study("first").write(&folder).unwrap();
        study("second").write(&folder).unwrap();
        assert_eq!(names(&folder), ["index.html", "parameters.json", "second.csv"]);
        assert_eq!(names(place.path()), ["found"]);
    }

    #[test]
    fn what_no_study_wrote_is_never_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("found");
        study("first").write(&folder).unwrap();
        fs::write(folder.join("labels.tsv"), "mine").unwrap();
        assert!(matches!(study("second").write(&folder), Err(Error::Occupied { .. })));
        assert!(folder.join("first.csv").exists() && folder.join("labels.tsv").exists());
        let file = place.path().join("file");
        fs::write(&file, "mine").unwrap();
        assert!(matches!(check_folder(&file), Err(Error::Unwritable { .. })));
        assert!(matches!(check_folder(&place.path().join("none/found")), Err(Error::Unwritable { .. })));
    }

    #[test]
    fn the_same_study_is_the_same_bytes() {
        let place = tempfile::tempdir().unwrap();
        let folders = ["a", "b"].map(|name| place.path().join(name));
        folders.iter().for_each(|folder| study("first").write(folder).unwrap());
        for name in names(&folders[0]) {
            assert_eq!(fs::read(folders[0].join(&name)).unwrap(), fs::read(folders[1].join(&name)).unwrap());
        }
    }
}
