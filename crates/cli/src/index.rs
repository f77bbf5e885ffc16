//! `twinprint index`: indexes of documents, and of fingerprints, in folders.

mod bars;
mod both;
mod build;
mod corpus;
mod documents;
mod inspect;
mod join;
mod query;
mod verify;

use twinprint_native::Error;
use twinprint_native::index::documents::is_documents;
use twinprint_native::index::is_both;

use crate::Outcome;
use crate::args::IndexCommand;

pub(crate) fn run(command: &IndexCommand) -> Result<Outcome, Error> {
    match command {
        IndexCommand::Build(options) if options.fingerprints.is_empty() => {
            match options.documents_options()? {
                None => corpus::build(options),
                Some(as_wholes) if options.finds_both() => both::build(options, &as_wholes),
                Some(as_wholes) => documents::build(options, &as_wholes),
            }
        }
        IndexCommand::Build(options) => build::run(options),
        IndexCommand::Add(options) if is_both(&options.index) => both::add(options),
        IndexCommand::Add(options) if is_documents(&options.index) => documents::add(options),
        IndexCommand::Add(options) => corpus::add(options),
        IndexCommand::Remove(options) if is_both(&options.index) => both::remove(options),
        IndexCommand::Remove(options) if is_documents(&options.index) => documents::remove(options),
        IndexCommand::Remove(options) => corpus::remove(options),
        IndexCommand::Merge(options) if is_both(&options.index) => both::merge(options),
        IndexCommand::Merge(options) if is_documents(&options.index) => documents::merge(options),
        IndexCommand::Merge(options) => corpus::merge(options),
        IndexCommand::Publish(options) if is_both(&options.index) => both::publish(options),
        IndexCommand::Publish(options) if is_documents(&options.index) => documents::publish(options),
        IndexCommand::Publish(options) => corpus::publish(options),
        IndexCommand::Query(options) => query::run(options),
        IndexCommand::Join(options) => join::run(options),
        IndexCommand::Inspect(options) => inspect::run(options),
        IndexCommand::Verify(options) => verify::run(options),
    }
}
