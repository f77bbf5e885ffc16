use crate::set::Set;
use std::path::Path;
use twinprint::native::Error;
pub(crate) fn run(_set: &Set, _hard: Option<&Path>) -> Result<(), Error> {
    Ok(())
}
