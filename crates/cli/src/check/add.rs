//! `twinprint check --add`: each document is checked, and added to the index if it is new.

use std::path::Path;
use std::sync::mpsc::{TryRecvError, sync_channel};
use std::thread;

use serde::Serialize;
use twinprint::index::Findings;
use twinprint_native::index::corpus::{Crawl, Crawling, Verdict};
use twinprint_native::{Error, lines};

use crate::args::{Check, IndexLocation};
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::terminal::{print, visible};
use crate::{Outcome, say_note};

/// The most documents that go to the disk together.
const TOGETHER: usize = 64;

/// A document as a line of JSON.
#[derive(Serialize)]
struct VerdictLine<'a> {
    verdict: &'static str,
    #[serde(flatten)]
    findings: &'a Findings,
}

/// Documents are read ahead by a thread of its own, so that it is known when none waits: then, at the latest, what was
/// decided is brought to the disk and printed. A verdict is printed once it holds whatever happens.
pub(super) fn run(options: &Check, new_below: f64) -> Result<Outcome, Error> {
    let folder = folder(options)?;
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let listing = listed(&options.documents, &mut refusals);
    refusals.account_for("checked", &listing);
    refusals.proceed()?;
    let mut matched = false;
    let mut crawl = Crawl::open(folder, Crawling { new_below, ..Crawling::default() })?;
    let (sender, documents) = sync_channel(TOGETHER);
    // Who receives no more has met an error, which is shown.
    let mut ahead = options.read_as.documents(listing.entries);
    let reader = thread::spawn(move || {
        while let Some(document) = ahead.next_or_why()
            && sender.send(document).is_ok()
        {}
        ahead.take_notes()
    });
    let (mut decided, mut waiting) = (String::new(), 0);
    loop {
        let document = match documents.try_recv() {
            Err(TryRecvError::Empty) => {
                report(&mut crawl, &mut decided, &mut waiting)?;
                documents.recv().ok()
            }
            document => document.ok(),
        };
        let Some(document) = document else { break };
        let size = refusals.read(&document);
        let document = document.map_err(|unread| unread.error);
        match document.and_then(|document| crawl.check(&document)) {
            Ok((verdict, findings)) => {
                refusals.done(size);
                matched |= options.matches(&findings, None);
                decided += &line(verdict, &findings, options.json)?;
            }
            Err(error) => refusals.refuse(size, &error),
        }
        waiting += 1;
        let stop = refusals.proceed();
        if waiting == TOGETHER || stop.is_err() {
            report(&mut crawl, &mut decided, &mut waiting)?;
        }
        stop?;
    }
    report(&mut crawl, &mut decided, &mut waiting)?;
    crawl.finish()?;
    // All was sent, and so it has ended.
    reader.join().unwrap_or_default().iter().for_each(say_note);
    Ok(Outcome { matched, ..refusals.end(options.json)? })
}

/// The folder of the index. Nobody adds to one that is elsewhere.
fn folder(options: &Check) -> Result<&Path, Error> {
    match &options.index {
        IndexLocation::Folder(folder) => Ok(folder),
        #[cfg(feature = "fetch")]
        IndexLocation::Address(address) => Err(Error::Index {
            place: address.to_string(),
            what: "an index that is elsewhere cannot be added to".into(),
            remedy: "give its folder, on the machine that has it",
        }),
    }
}

/// Brings what was added to the disk, and prints what was decided.
fn report(crawl: &mut Crawl, decided: &mut String, waiting: &mut usize) -> Result<(), Error> {
    crawl.sync()?;
    print(decided)?;
    decided.clear();
    *waiting = 0;
    Ok(())
}

fn line(verdict: Verdict, findings: &Findings, json: bool) -> Result<String, Error> {
    let verdict = match verdict {
        Verdict::Added => "added",
        Verdict::Known => "known",
        Verdict::SameId => "same-id",
    };
    if json {
        let mut line = Vec::new();
        let failed = |reason| Error::Unwritable { place: "standard output".into(), reason };
        lines::json(&mut line, &VerdictLine { verdict, findings }).map_err(failed)?;
        return Ok(String::from_utf8_lossy(&line).into_owned() + "\n");
    }
    let first = findings.sources.first().map_or(String::new(), |source| format!("  {}", visible(&source.id)));
    let percent = 100.0 * findings.share;
    Ok(format!("{verdict:<7}  {percent:>5.1} %  {}{first}\n", visible(&findings.document)))
}
