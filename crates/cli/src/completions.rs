//! Completions for shells, made from the definitions that the help is made of.

use clap::CommandFactory;
use clap_complete::generate;
use twinprint_native::Error;

use crate::Outcome;
use crate::args::{Arguments, CompletionsArguments};
use crate::terminal::print;

pub(crate) fn run(options: &CompletionsArguments) -> Result<Outcome, Error> {
    let mut script = Vec::new();
    generate(options.shell, &mut Arguments::command(), "twinprint", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::default())
}
