//! Manual pages, made from the definitions that the help is made of: one of the program, and one of each command.

use std::fs;
use std::io;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use twinprint_native::Error;

use crate::Outcome;
use crate::args::{Arguments, ManualArguments};
use crate::terminal::{counted, print, visible};

pub(crate) fn run(options: &ManualArguments) -> Result<Outcome, Error> {
    let folder = &options.folder;
    let mut program = Arguments::command();
    program.build();
    let pages = write(&program, "twinprint", folder)
        .map_err(|reason| Error::Unwritable { place: folder.display().to_string(), reason })?;
    let place = folder.display().to_string();
    print(&format!("{} written to {}\n", counted(pages, "manual page"), visible(&place)))?;
    Ok(Outcome::default())
}

/// Writes the page of a command and those of the commands in it; how many they are.
fn write(command: &Command, name: &str, folder: &Path) -> io::Result<u64> {
    fs::create_dir_all(folder)?;
    let mut page = Vec::new();
    let version = concat!("Twinprint ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone().display_name(name.to_owned()));
    man.title(name).source(version).manual("Twinprint").render(&mut page)?;
    fs::write(folder.join(format!("{name}.1")), page)?;
    let mut pages = 1;
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help" && !inner.is_hide_set())
    {
        pages += write(inner, &format!("{name}-{}", inner.get_name()), folder)?;
    }
    Ok(pages)
}
