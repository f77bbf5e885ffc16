//! `twinprint serve`: the look-up service of an index, what was seen before, and the page.

use twinprint::Error::InvalidOption;
use twinprint_native::Error;
use twinprint_native::index::documents::is_documents;
use twinprint_native::index::is_both;
use twinprint_native::serve::{Server, ServerOptions};

use crate::args::Serve;
use crate::terminal::print;
use crate::{Outcome, say_note};

pub(crate) fn run(arguments: &Serve) -> Result<Outcome, Error> {
    let mut options = arguments.options();
    if let Some(page) = options.page.take_if(|page| !page.join("index.html").is_file()) {
        if options.index.is_none() && options.remember.is_none() {
            let place = page.join("index.html").to_string_lossy().into_owned();
            return Err(Error::Unreadable { place, reason: std::io::ErrorKind::NotFound.into() });
        }
        say_note(format_args!(
            "{}: the page is not built; only the service is served (cargo xtask page builds it)",
            page.display()
        ));
    }
    if options.publish && options.index.as_deref().is_some_and(is_both) {
        let expected = "an index of one kind: publish one of both with \"twinprint index publish\"";
        return Err(Error::Core(InvalidOption { option: "publish", value: "given".into(), expected }));
    }
    let server = Server::bind(&options)?;
    print(&said(&options, &format!("http://{}/", server.address())))?;
    server.run(Box::new(say_note));
    Ok(Outcome::default())
}

/// What is where: programs that start it read the address from the first line.
fn said(options: &ServerOptions, address: &str) -> String {
    let what = match (&options.page, &options.index) {
        (None, Some(_)) => "The look-up service",
        (None, None) => "The service of what was seen",
        (Some(_), _) => "Twinprint",
    };
    let mut lines = format!("{what} is at {address} (Ctrl-C ends it)\n");
    if options.publish {
        lines +=
            &format!("The index's files are below {address}index/, an address for twinprint check --index\n");
    }
    if options.index.as_deref().is_some_and(|index| is_documents(index) || is_both(index)) {
        lines += &format!(
            "POST a text to {address}v1/documents to learn of which documents it is a near-duplicate\n"
        );
    }
    if options.remember.is_some() {
        lines += &format!("POST a text to {address}v1/seen to learn whether it was seen before\n");
    }
    lines
}
