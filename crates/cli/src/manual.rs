//! Manual pages, made from the definitions that the help is made of: one of the program, and one of each command.

mod markdown;

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
    let page = if options.markdown { markdown_page } else { man_page };
    let pages = write(&program, "twinprint", folder, page)
        .map_err(|reason| Error::Unwritable { place: folder.display().to_string(), reason })?;
    let place = folder.display().to_string();
    print(&format!("{} written to {}\n", counted(pages, "manual page"), visible(&place)))?;
    Ok(Outcome::default())
}

/// What is written of a command, and into which file.
type Page = fn(&Command, &str) -> io::Result<(String, Vec<u8>)>;

/// Writes the page of a command and those of the commands in it; how many they are.
fn write(command: &Command, name: &str, folder: &Path, page: Page) -> io::Result<u64> {
    fs::create_dir_all(folder)?;
    let (file, bytes) = page(command, name)?;
    fs::write(folder.join(file), bytes)?;
    let mut pages = 1;
    for inner in inner(command) {
        pages += write(inner, &format!("{name}-{}", inner.get_name()), folder, page)?;
    }
    Ok(pages)
}

/// The commands of a command that people are shown.
fn inner(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|inner| inner.get_name() != "help" && !inner.is_hide_set())
}

fn man_page(command: &Command, name: &str) -> io::Result<(String, Vec<u8>)> {
    let mut page = Vec::new();
    let version = concat!("Twinprint ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone().display_name(name.to_owned()));
    man.title(name).source(version).manual("Twinprint").render(&mut page)?;
    Ok((format!("{name}.1"), page))
}

fn markdown_page(command: &Command, name: &str) -> io::Result<(String, Vec<u8>)> {
    Ok((format!("{name}.md"), markdown::page(command, name).into_bytes()))
}
