//! `twinprint study label`: a page on which a person judges pairs.

use twinprint_native::Error;
use twinprint_study::label::Server;

use crate::Outcome;
use crate::args::Label;
use crate::terminal::{count, counted, print};

pub(crate) fn run(options: &Label) -> Result<Outcome, Error> {
    let server = Server::bind(&options.folder, options.port)?;
    let (judged, all) = server.judged();
    // Programs that start it read the address from the first line.
    print(&format!(
        "{} to judge, of which {} are judged, are at http://{}/ (Ctrl-C ends it)\n",
        counted(all as u64, "pair"),
        count(judged as u64),
        server.address()
    ))?;
    server.run();
    Ok(Outcome::default())
}
