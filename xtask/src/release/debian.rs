//! A package of Debian's: an `ar` of the format's version, of what is said of the package, and of its files.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use md5::{Digest, Md5};

use super::archive::{File, Files, tar_gz};
use super::moment::Moment;
use crate::tools;

/// Packs files for a processor, as Debian calls it.
pub(super) fn package(files: &Files, version: &str, processor: &str, moment: Moment) -> Result<Vec<u8>> {
    let control = Files::from([
        ("control".into(), File::plain(control(files, version, processor))),
        ("md5sums".into(), File::plain(checksums(files)?)),
    ]);
    let members: [(&str, Vec<u8>); 3] = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(&control, "", moment)?),
        ("data.tar.gz", tar_gz(files, "", moment)?),
    ];
    let mut package = ar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = ar::Header::new(name.into(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(u64::from(moment.0));
        package.append(&header, &*bytes)?;
    }
    Ok(package.into_inner()?)
}

/// What is said of the package. It needs nothing: the program is linked of all that it needs.
fn control(files: &Files, version: &str, processor: &str) -> String {
    let bytes: usize = files.values().map(|file| file.bytes.len()).sum();
    format!(
        "Package: twinprint\n\
         Version: {version}\n\
         Architecture: {processor}\n\
         Maintainer: The authors of Twinprint <twinprint@packages.invalid>\n\
         Installed-Size: {}\n\
         Section: text\n\
         Priority: optional\n\
         Description: near-duplicate and copied text, with the passages as evidence\n \
         Compares documents, checks them against an index, and removes duplicates\n \
         from corpora of any size: exact duplicates, near-duplicates, and passages.\n \
         The same answer on the command line, in the browser and at the edge.\n",
        bytes.div_ceil(1024)
    )
}

fn checksums(files: &Files) -> Result<String> {
    let mut lines = String::new();
    for (path, file) in files {
        for byte in Md5::digest(&file.bytes) {
            write!(lines, "{byte:02x}")?;
        }
        writeln!(lines, "  {path}")?;
    }
    Ok(lines)
}

/// Fails where Debian's own program reads a package otherwise than it was meant. Where there is none, as elsewhere than on a Debian,
/// nothing asks for the package either.
pub(super) fn is_read_by_dpkg(package: &Path, version: &str, processor: &str) -> Result<()> {
    let dpkg = || tools::command("dpkg-deb");
    if dpkg().arg("--version").output().is_err() {
        return Ok(());
    }
    let fields =
        tools::output(dpkg().arg("--field").arg(package).args(["Package", "Version", "Architecture"]))?;
    let meant = format!("Package: twinprint\nVersion: {version}\nArchitecture: {processor}\n");
    ensure!(fields == meant, "dpkg-deb reads {}", fields.replace('\n', ", "));
    let files = tools::output(dpkg().arg("--contents").arg(package))?;
    let program = files.lines().find(|line| line.ends_with(" usr/bin/twinprint"));
    let program = program.context("dpkg-deb finds no program in the package")?;
    ensure!(program.starts_with("-rwxr-xr-x root/root"), "dpkg-deb reads of the program \"{program}\"");
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::release::archive::unpacks_tar_gz;

    #[test]
    fn a_package_has_its_three_members_in_their_order_and_gives_its_files_back() {
        let files = Files::from([
            ("usr/bin/twinprint".into(), File::program("the program")),
            ("usr/share/doc/twinprint/copyright".into(), File::plain("all may use it")),
        ]);
        let made = package(&files, "1.2.3", "arm64", Moment(1_700_000_000)).unwrap();
        assert_eq!(made, package(&files, "1.2.3", "arm64", Moment(1_700_000_000)).unwrap());
        let mut archive = ar::Archive::new(&*made);
        let mut members = Vec::new();
        while let Some(entry) = archive.next_entry() {
            let mut entry = entry.unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            members.push((String::from_utf8(entry.header().identifier().to_vec()).unwrap(), bytes));
        }
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
        assert_eq!(members[0].1, b"2.0\n");
        unpacks_tar_gz(&members[2].1, "", &files).unwrap();
    }

    #[test]
    fn the_package_says_its_size_in_kibibytes_and_the_checksum_of_each_file() {
        let files = Files::from([("usr/bin/twinprint".into(), File::program(vec![0; 1025]))]);
        assert!(control(&files, "1.2.3", "amd64").contains("\nInstalled-Size: 2\n"));
        let files = Files::from([("a".into(), File::plain("abc"))]);
        assert_eq!(checksums(&files).unwrap(), "900150983cd24fb0d6963f7d28e17f72  a\n");
    }
}
