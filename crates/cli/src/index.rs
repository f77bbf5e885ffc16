//! `twinprint index`: indexes of documents, and of fingerprints, in folders.

mod bars;
mod build;
mod corpus;
mod inspect;
mod join;
mod query;
mod verify;

use twinprint_native::Error;

use crate::Outcome;
use crate::args::IndexCommand;

pub(crate) fn run(command: &IndexCommand) -> Result<Outcome, Error> {
    match command {
        IndexCommand::Build(options) if options.fingerprints.is_empty() => corpus::build(options),
        IndexCommand::Build(options) => build::run(options),
        IndexCommand::Add(options) => corpus::add(options),
        IndexCommand::Remove(options) => corpus::remove(options),
        IndexCommand::Merge(options) => corpus::merge(options),
        IndexCommand::Publish(options) => corpus::publish(options),
        IndexCommand::Query(options) => query::run(options),
        IndexCommand::Join(options) => join::run(options),
        IndexCommand::Inspect(options) => inspect::run(options),
        IndexCommand::Verify(options) => verify::run(options),
    }
}
