//! The command line: finds what documents share.

mod args;
mod batch;
mod boilerplate;
mod check;
mod compare;
mod completions;
mod decontaminate;
mod dedup;
mod eval;
mod index;
mod made;
mod manual;
mod methods;
mod model;
mod progress;
mod project;
mod read;
mod reading;
mod refusals;
mod report;
mod scan;
mod self_test;
#[cfg(feature = "serve")]
mod serve;
mod skipped;
mod study;
mod terminal;
mod unread;
mod verbose;
mod welcome;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use twinprint_native::Error;
use twinprint_native::corpus::Source;

use args::{Arguments, Command, Loudness, is_heard};
use terminal::visible;

/// How a command ended that was not ended by an error.
#[derive(Debug, Default, Clone, Copy)]
struct Outcome {
    /// Something matched, and the user wants that as the exit status.
    matched: bool,
    /// Something could not be read, or was not there; the rest was done, and the user wants that as the exit status.
    refused: bool,
    /// What was looked at is not as it should be.
    failed: bool,
}

/// Runs the program with its arguments, of which the first is its name, and returns its exit status: for the program itself, and for others that
/// have it within, such as the Python package. It takes the process for its own: panics of readers that are caught are no longer told.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    twinprint_native::silence_caught_panics();
    let project::Completed { arguments, added } = match project::complete(arguments.into_iter().collect()) {
        Ok(completed) => completed,
        Err(wrong) => {
            say(format_args!("error: {wrong}"));
            return 2;
        }
    };
    let Arguments { command, everywhere } = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(said) => {
            // If nobody listens, nothing is lost but the lines.
            let _ = said.print();
            if said.use_stderr() {
                added.iter().for_each(say_added);
            }
            return said.exit_code() as u8;
        }
    };
    everywhere.heed();
    added.iter().for_each(say_added);
    let begun = Instant::now();
    let done = command.map_or_else(welcome::run, run_command);
    verbose::say_end(begun);
    match done {
        Ok(Outcome { failed: true, .. }) => 2,
        Ok(Outcome { refused: true, .. }) => 3,
        Ok(Outcome { matched: true, .. }) => 1,
        Ok(_) => 0,
        Err(error) => {
            say_error(&error);
            2
        }
    }
}

fn run_command(command: Command) -> Result<Outcome, Error> {
    match command {
        Command::Compare(arguments) => arguments.validate().and_then(|options| compare::run(&options)),
        Command::Check(options) => check::run(&options),
        Command::Read(options) => read::run(&options),
        Command::Model(arguments) => model::run(&arguments.command),
        Command::Eval(options) => eval::run(&options),
        Command::Scan(options) => scan::run(&options),
        Command::Dedup(options) => dedup::run(&options.with_preset()),
        Command::Decontaminate(options) => decontaminate::run(&options),
        Command::Index(arguments) => index::run(&arguments.command),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Study(arguments) => study::run(&arguments.command),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments),
        Command::SelfTest => self_test::run(),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Manual(arguments) => manual::run(&arguments),
    }
}

/// Says on standard error what is wrong, where, and what to do.
fn say_error(error: &Error) {
    let option = matches!(error, Error::Core(twinprint::Error::InvalidOption { .. }));
    let dashes = if option { "--" } else { "" };
    say(format_args!("error: {dashes}{error}"));
}

/// Says on standard error what is no error, unless the user wants quiet.
fn say_note(note: impl std::fmt::Display) {
    if is_heard(Loudness::Usual) {
        say(format_args!("note: {note}"));
    }
}

/// Says which options a project's file added.
fn say_added((file, options): &(PathBuf, Vec<OsString>)) {
    let options: Vec<_> = options.iter().map(|option| option.to_string_lossy()).collect();
    say_note(format_args!("by {}: {} (--no-config leaves that out)", file.display(), options.join(" ")));
}

/// Says of a document what of it is not compared.
fn say_unread(source: &Source) {
    unread::unread(source).iter().for_each(|unread| say_note(format_args!("{}: {unread}", source.name)));
}

/// One line, whatever names stand in it. If nobody listens, nothing is lost but the line.
fn say(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{}", visible(&line.to_string()));
}
