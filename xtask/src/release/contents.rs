//! What a person gets with the program, and where it lies in an archive and in Debian's package.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use super::archive::{File, Files, gzip};
use crate::project::Project;

/// The program and all that goes with it.
pub(super) struct Contents<'a> {
    pub(super) program: Vec<u8>,
    /// What the program is called on its system.
    pub(super) name: String,
    pub(super) extras: &'a Extras,
    pub(super) bill: String,
    /// The licences of all that is inside.
    pub(super) notices: String,
    pub(super) project: Papers,
}

/// What the program writes of itself: the same on every system.
pub(super) struct Extras {
    /// Pages of the manual by their names, such as `twinprint-compare.1`.
    pub(super) manual: BTreeMap<String, Vec<u8>>,
    /// Completions by the shells that they are for.
    pub(super) completions: BTreeMap<&'static str, Vec<u8>>,
}

/// The project's own papers.
pub(super) struct Papers {
    readme: Vec<u8>,
    changelog: Vec<u8>,
    mit: Vec<u8>,
    apache: Vec<u8>,
}

impl Papers {
    pub(super) fn read(project: &Project) -> Result<Papers> {
        let read = |name: &str| {
            fs::read(project.root().join(name)).with_context(|| format!("{name} cannot be read"))
        };
        Ok(Papers {
            readme: read("README.md")?,
            changelog: read("CHANGELOG.md")?,
            mit: read("LICENSE-MIT")?,
            apache: read("LICENSE-APACHE")?,
        })
    }
}

impl Contents<'_> {
    /// As they lie in an archive.
    pub(super) fn for_an_archive(&self) -> Files {
        let mut files = Files::from([
            (self.name.clone(), File::program(&*self.program)),
            ("README.md".into(), File::plain(&*self.project.readme)),
            ("CHANGELOG.md".into(), File::plain(&*self.project.changelog)),
            ("LICENSE-MIT".into(), File::plain(&*self.project.mit)),
            ("LICENSE-APACHE".into(), File::plain(&*self.project.apache)),
            ("THIRD-PARTY.md".into(), File::plain(self.notices.as_str())),
            ("twinprint.cdx.json".into(), File::plain(self.bill.as_str())),
        ]);
        for (page, text) in &self.extras.manual {
            files.insert(format!("man/{page}"), File::plain(&**text));
        }
        for (shell, script) in &self.extras.completions {
            files.insert(format!("completions/{}", completion(shell)), File::plain(&**script));
        }
        files
    }

    /// As they lie on a Debian, by its policy.
    pub(super) fn for_debian(&self) -> Result<Files> {
        let papers = "usr/share/doc/twinprint";
        let copyright = [
            "Twinprint may be used under the MIT license or the Apache License 2.0, whichever you choose.\n\n",
            &String::from_utf8_lossy(&self.project.mit),
            "\nThe Apache License 2.0 stands in /usr/share/common-licenses/Apache-2.0.\n\n",
            &self.notices,
        ];
        let mut files = Files::from([
            ("usr/bin/twinprint".into(), File::program(&*self.program)),
            (format!("{papers}/copyright"), File::plain(copyright.concat())),
            (format!("{papers}/changelog.gz"), File::plain(gzip(&self.project.changelog)?)),
            (format!("{papers}/twinprint.cdx.json"), File::plain(self.bill.as_str())),
        ]);
        for (page, text) in &self.extras.manual {
            files.insert(format!("usr/share/man/man1/{page}.gz"), File::plain(gzip(text)?));
        }
        for (shell, script) in &self.extras.completions {
            let folder = match *shell {
                "bash" => "usr/share/bash-completion/completions",
                "zsh" => "usr/share/zsh/vendor-completions",
                "fish" => "usr/share/fish/vendor_completions.d",
                _ => continue,
            };
            let name = if *shell == "bash" { "twinprint".into() } else { completion(shell) };
            files.insert(format!("{folder}/{name}"), File::plain(&**script));
        }
        Ok(files)
    }
}

/// What the completions of a shell are called, by its own custom.
fn completion(shell: &str) -> String {
    match shell {
        "zsh" => "_twinprint".into(),
        "powershell" => "twinprint.ps1".into(),
        "elvish" => "twinprint.elv".into(),
        shell => format!("twinprint.{shell}"),
    }
}
