//! Archives that hold the same bytes whenever they are made of the same files.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use anyhow::{Context, Result, ensure};
use flate2::read::GzDecoder;
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, GzBuilder};
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::moment::Moment;

/// Files by their paths, in the order of these.
pub(super) type Files = BTreeMap<String, File>;

/// A file as it is handed out.
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    pub(super) executable: bool,
}

impl File {
    /// One that is read.
    pub(super) fn plain(bytes: impl Into<Vec<u8>>) -> File {
        File { bytes: bytes.into(), executable: false }
    }

    /// One that is started.
    pub(super) fn program(bytes: impl Into<Vec<u8>>) -> File {
        File { bytes: bytes.into(), executable: true }
    }

    fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

/// A tar of files in a folder, or in none, packed by gzip.
pub(super) fn tar_gz(files: &Files, folder: &str, moment: Moment) -> Result<Vec<u8>> {
    let mut archive = tar::Builder::new(packer());
    for folder in folders(files, folder) {
        let mut header = header(0o755, 0, moment)?;
        header.set_entry_type(tar::EntryType::Directory);
        archive.append_data(&mut header, format!("{folder}/"), std::io::empty())?;
    }
    for (path, file) in files {
        let mut header = header(file.mode(), file.bytes.len() as u64, moment)?;
        archive.append_data(&mut header, within(folder, path), &*file.bytes)?;
    }
    Ok(archive.into_inner()?.finish()?)
}

/// A file packed by gzip, without a name or a time of its own.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packer = packer();
    packer.write_all(bytes)?;
    Ok(packer.finish()?)
}

fn packer() -> GzEncoder<Vec<u8>> {
    GzBuilder::new().mtime(0).write(Vec::new(), Compression::best())
}

/// What tar says of an entry: it is the administrator's, as Debian wants it.
fn header(mode: u32, size: u64, moment: Moment) -> Result<tar::Header> {
    let mut header = tar::Header::new_gnu();
    header.set_mode(mode);
    header.set_size(size);
    header.set_mtime(u64::from(moment.0));
    header.set_uid(0);
    header.set_gid(0);
    header.set_username("root")?;
    header.set_groupname("root")?;
    Ok(header)
}

/// The folders that files are in, each after the one that it is in.
fn folders(files: &Files, root: &str) -> Vec<String> {
    let mut folders: Vec<String> = (!root.is_empty()).then(|| root.to_owned()).into_iter().collect();
    for path in files.keys() {
        for (end, _) in path.match_indices('/') {
            let folder = within(root, &path[..end]);
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

/// A path within a folder, or within none.
fn within(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// A ZIP of files in a folder.
pub(super) fn zip(files: &Files, folder: &str, moment: Moment) -> Result<Vec<u8>> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (path, file) in files {
        let path = within(folder, path);
        let new = archive.new_file(&path).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) =
            new.last_modified(moment.for_zip()).unix_permissions(file.mode()).start()?;
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        writer.write_all(&file.bytes)?;
        let (encoder, descriptor) = writer.finish()?;
        encoder.finish()?;
        entry.finish(descriptor)?;
    }
    Ok(archive.finish()?)
}

/// Fails where an archive does not give back the files that it was made of.
pub(super) fn unpacks_tar_gz(bytes: &[u8], folder: &str, files: &Files) -> Result<()> {
    let mut archive = tar::Archive::new(GzDecoder::new(bytes));
    let mut count = 0;
    for entry in archive.entries()? {
        let mut entry = entry?;
        if entry.header().entry_type() == tar::EntryType::Directory {
            continue;
        }
        let path = entry.path()?.to_string_lossy().into_owned();
        let path = path.strip_prefix(folder).unwrap_or_default().trim_start_matches('/');
        let file = files.get(path).with_context(|| format!("the archive has a file {path} too many"))?;
        let mut content = Vec::new();
        entry.read_to_end(&mut content)?;
        ensure!(content == file.bytes, "{path} is another in the archive");
        ensure!(entry.header().mode()? == file.mode(), "{path} has another mode in the archive");
        count += 1;
    }
    ensure!(count == files.len(), "the archive has {count} of {} files", files.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        let program = File::program(*b"\x7fELF and so on");
        Files::from([
            ("twinprint".into(), program),
            ("man/twinprint.1".into(), File::plain("a page")),
            ("README.md".into(), File::plain("what it is")),
        ])
    }

    #[test]
    fn a_tar_is_the_same_whenever_it_is_made_and_gives_its_files_back() {
        let made = tar_gz(&files(), "twinprint-1.0.0", Moment(1_700_000_000)).unwrap();
        assert_eq!(made, tar_gz(&files(), "twinprint-1.0.0", Moment(1_700_000_000)).unwrap());
        unpacks_tar_gz(&made, "twinprint-1.0.0", &files()).unwrap();
    }

    #[test]
    fn a_tar_that_lacks_a_file_or_has_another_is_told() {
        let made = tar_gz(&files(), "t", Moment(0)).unwrap();
        let mut more = files();
        more.insert("LICENSE".into(), File::plain("all may use it"));
        assert_eq!(
            unpacks_tar_gz(&made, "t", &more).unwrap_err().to_string(),
            "the archive has 3 of 4 files"
        );
        let mut other = files();
        other.insert("README.md".into(), File::plain("what it is not"));
        assert_eq!(
            unpacks_tar_gz(&made, "t", &other).unwrap_err().to_string(),
            "README.md is another in the archive"
        );
    }

    #[test]
    fn a_folder_stands_before_what_is_in_it() {
        assert_eq!(folders(&files(), "t"), ["t", "t/man"]);
        assert_eq!(folders(&files(), ""), ["man"]);
    }

    #[test]
    fn a_zip_is_the_same_whenever_it_is_made_and_gives_its_files_back() {
        let made = zip(&files(), "t", Moment(1_700_000_000)).unwrap();
        assert_eq!(made, zip(&files(), "t", Moment(1_700_000_000)).unwrap());
        let archive = rawzip::ZipArchive::from_slice(&made).unwrap();
        let mut names = Vec::new();
        for entry in archive.entries() {
            let entry = entry.unwrap();
            names.push(String::from_utf8(entry.file_path().as_ref().to_vec()).unwrap());
        }
        assert_eq!(names, ["t/README.md", "t/man/twinprint.1", "t/twinprint"]);
    }
}
