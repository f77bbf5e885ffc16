//! The flags that a project keeps: `twinprint.toml` in the folder that the program is started in. They stand before those of the command line, which win.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory};
use toml::{Table, Value};

use crate::args::Arguments;

/// What the file is called.
const NAME: &str = "twinprint.toml";

/// The table of what every command takes.
const EVERYWHERE: &str = "everywhere";

/// What a file that lies in a folder does not decide: where is written, and over what.
const NEVER: [&str; 4] = ["output", "force", "remember", "config"];

/// Arguments as they were given, and those that a project adds.
pub(crate) struct Completed {
    pub(crate) arguments: Vec<OsString>,
    /// What was added, and of which file.
    pub(crate) added: Option<(PathBuf, Vec<OsString>)>,
}

/// Completes arguments by the file of the project, if there is one.
///
/// # Errors
/// What is wrong with the file, with its place.
pub(crate) fn complete(arguments: Vec<OsString>) -> Result<Completed, String> {
    let mut program = Arguments::command();
    program.build();
    // What is wrong with the arguments is said when they are read in earnest.
    let Ok(given) = program.clone().ignore_errors(true).try_get_matches_from(&arguments) else {
        return Ok(Completed { arguments, added: None });
    };
    let named = given.try_get_one::<PathBuf>("config").ok().flatten().cloned();
    let unwanted = given.try_get_one::<bool>("no_config").ok().flatten() == Some(&true);
    let path = named.clone().unwrap_or_else(|| NAME.into());
    if unwanted {
        return Ok(Completed { arguments, added: None });
    }
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if named.is_none() && error.kind() == ErrorKind::NotFound => {
            return Ok(Completed { arguments, added: None });
        }
        Err(reason) => return Err(unreadable(&path, &reason)),
    };
    let file = File {
        path: &path,
        table: text.parse().map_err(|error: toml::de::Error| wrong(&path, error.message()))?,
    };
    file.check(&program)?;
    let chosen = Chosen::of(&program, &given);
    let mut added = file.options(chosen.command, &file.table_of(&chosen.path), chosen.given)?;
    added.extend(file.options(chosen.command, &file.table_of(&[EVERYWHERE]), chosen.given)?);
    let at = chosen.end_in(&arguments);
    let mut arguments = arguments;
    arguments.splice(at..at, added.iter().cloned());
    Ok(Completed { arguments, added: (!added.is_empty()).then_some((path, added)) })
}

/// The command that was chosen, in the words of the command line.
struct Chosen<'a> {
    path: Vec<&'a str>,
    command: &'a Command,
    given: &'a ArgMatches,
}

impl<'a> Chosen<'a> {
    fn of(program: &'a Command, given: &'a ArgMatches) -> Chosen<'a> {
        let mut chosen = Chosen { path: Vec::new(), command: program, given };
        while let Some((name, given)) = chosen.given.subcommand()
            && let Some(command) = chosen.command.find_subcommand(name)
        {
            chosen.path.push(command.get_name());
            (chosen.command, chosen.given) = (command, given);
        }
        chosen
    }

    /// Where the options of the command begin: behind its last word.
    fn end_in(&self, arguments: &[OsString]) -> usize {
        let mut at = 1;
        for word in &self.path {
            let found = arguments.iter().skip(at).position(|argument| argument == OsStr::new(word));
            at += found.map_or(0, |found| found + 1);
        }
        at.min(arguments.len())
    }
}

/// A project's file.
struct File<'a> {
    path: &'a Path,
    table: Table,
}

impl File<'_> {
    /// Refuses tables of what is no command, so that a misspelt one is not without effect.
    fn check(&self, program: &Command) -> Result<(), String> {
        for (name, value) in &self.table {
            let known = name == EVERYWHERE || program.find_subcommand(name).is_some();
            if !known || !value.is_table() {
                let expected =
                    "the file has a table for each command, as [compare] or [index.build], and [everywhere]";
                return Err(wrong(self.path, &format!("\"{name}\" is no table of a command; {expected}")));
            }
        }
        Ok(())
    }

    /// The table of a command by its path, without those of the commands within it.
    fn table_of(&self, path: &[&str]) -> Table {
        let mut table = &self.table;
        for name in path {
            let Some(inner) = table.get(*name).and_then(Value::as_table) else { return Table::new() };
            table = inner;
        }
        if path.is_empty() { Table::new() } else { table.clone() }
    }

    /// The options of a table that were not given.
    fn options(&self, command: &Command, table: &Table, given: &ArgMatches) -> Result<Vec<OsString>, String> {
        let mut options = Vec::new();
        for (name, value) in table {
            if value.is_table() && command.find_subcommand(name).is_some() {
                continue;
            }
            let argument = self.argument(command, name)?;
            if given.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine) {
                continue;
            }
            let takes_none = matches!(argument.get_action(), ArgAction::SetTrue | ArgAction::SetFalse);
            match value {
                Value::Boolean(wanted) if takes_none => {
                    if *wanted {
                        options.push(format!("--{name}").into());
                    }
                }
                _ if takes_none => {
                    return Err(wrong(
                        self.path,
                        &format!("{name} is true or false, and not of type {}", value.type_str()),
                    ));
                }
                Value::Array(values) => {
                    for value in values {
                        options.push(self.option(name, value)?);
                    }
                }
                value => options.push(self.option(name, value)?),
            }
        }
        Ok(options)
    }

    /// An option and its value, as one word.
    fn option(&self, name: &str, value: &Value) -> Result<OsString, String> {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            value => {
                return Err(wrong(
                    self.path,
                    &format!("{name} is a text or a number, and not of type {}", value.type_str()),
                ));
            }
        };
        Ok(format!("--{name}={value}").into())
    }

    /// The option of a command that a key names, which the file may decide.
    fn argument<'a>(&self, command: &'a Command, name: &str) -> Result<&'a Arg, String> {
        let found = command.get_arguments().find(|argument| argument.get_long() == Some(name));
        let found = found.ok_or_else(|| {
            let of = command.get_bin_name().unwrap_or("twinprint");
            wrong(self.path, &format!("--{name} is no option of \"{of}\"; \"{of} --help\" lists them"))
        })?;
        if NEVER.contains(&name) {
            return Err(wrong(
                self.path,
                &format!("--{name} is not for a file to decide; give it on the command line"),
            ));
        }
        Ok(found)
    }
}

/// Why a file cannot be read, and what to do.
fn unreadable(path: &Path, reason: &std::io::Error) -> String {
    match reason.kind() {
        ErrorKind::NotFound => wrong(path, "there is no such file; check the path"),
        ErrorKind::InvalidData => wrong(path, "this is not text in UTF-8; save it as UTF-8"),
        _ => wrong(path, &format!("it cannot be read: {reason}; --no-config goes without it")),
    }
}

/// What is wrong with a file.
fn wrong(path: &Path, what: &str) -> String {
    format!("{}: {}", path.display(), what.trim())
}
