//! `twinprint index`: tables of fingerprints in folders.

mod bars;
mod build;
mod inspect;
mod join;
mod query;
mod verify;

use twinprint::native::Error;

use crate::Outcome;
use crate::args::IndexCommand;

pub(crate) fn run(command: &IndexCommand) -> Result<Outcome, Error> {
    match command {
        IndexCommand::Build(options) => build::run(options),
        IndexCommand::Query(options) => query::run(options),
        IndexCommand::Join(options) => join::run(options),
        IndexCommand::Inspect(options) => inspect::run(options),
        IndexCommand::Verify(options) => verify::run(options),
    }
}
