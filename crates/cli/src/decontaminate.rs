//! `twinprint decontaminate`: which documents of a corpus hold items of eval sets, and the corpus without them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use serde_json::json;
use twinprint_native::Error;
use twinprint_native::corpus::{Batches, Documents, EachOnce, Listing};
use twinprint_native::decontaminate::{
    self, Counted, Decontamination, EvalAccount, Evals, Found, FoundItem, Taken,
};
use twinprint_native::dedup::{self, Output, relative_paths, stamps};
use twinprint_native::lines;

use crate::args::{Decontaminate, IfRefused};
use crate::progress::Progress;
use crate::refusals::{self, Refusals};
use crate::skipped::{part_gone, part_repeated, say_listing, say_skipped};
use crate::terminal::{count, counted, print, visible};
use crate::{Outcome, say_note};

/// The items that are no items that are named, of each eval set.
const NAMED: usize = 10;
/// The documents that are shown where the guard stops a run.
const SHOWN: usize = 20;

pub(crate) fn run(options: &Decontaminate) -> Result<Outcome, Error> {
    let listing = listing(options)?;
    let output = match &options.output {
        Some(folder) => {
            let mut operands = options.against.clone();
            operands.extend(options.corpus.iter().cloned());
            Some(decontaminate::output(folder, &operands, &listing.entries, options.force)?)
        }
        None => None,
    };
    let done = decontaminate(options, &listing, output.as_ref());
    if let (Err(_), Some(output)) = (&done, &output) {
        output.abandon();
    }
    done
}

/// The files of the corpus, each once. One that is not there ends it all: what would be missing could not be told from what is removed.
fn listing(options: &Decontaminate) -> Result<Listing, Error> {
    let mut listing = Listing::new(&options.corpus);
    part_gone(&mut listing);
    part_repeated(&mut listing, &mut EachOnce::default());
    if let Some(piped) = listing.entries.iter().find(|entry| entry.is_piped()) {
        return Err(Error::ReadOnce { place: piped.name.clone() });
    }
    if !listing.errors.is_empty() {
        return Err(listing.errors.swap_remove(0));
    }
    say_listing(&listing);
    if listing.entries.is_empty() {
        return Err(Error::NoMatch { pattern: "the corpus".into() });
    }
    Ok(listing)
}

/// The items of the eval sets; says what of these is none.
fn evals(options: &Decontaminate, temporary: &Path) -> Result<Evals, Error> {
    let mut listing = Listing::new(&options.against);
    part_gone(&mut listing);
    part_repeated(&mut listing, &mut EachOnce::default());
    if !listing.errors.is_empty() {
        return Err(listing.errors.swap_remove(0));
    }
    listing.notes.iter().for_each(say_note);
    let evals = Evals::read(&listing.entries, &options.fields(), temporary)?;
    for (number, file) in evals.files.iter().enumerate() {
        let of_file = || evals.refused.iter().filter(|refused| refused.file == number);
        if let (IfRefused::Stop, Some(first)) = (options.documents.if_refused, of_file().next()) {
            let place = format!("{}, number {}", file.name, first.number + 1);
            return Err(Error::Refused { place, what: first.reason.clone() });
        }
        for refused in of_file().take(NAMED) {
            say_note(format_args!(
                "no item: {}, number {}: {}",
                file.name,
                refused.number + 1,
                refused.reason
            ));
        }
        if file.refused > NAMED as u64 {
            say_note(format_args!("no item: {}: {} more", file.name, count(file.refused - NAMED as u64)));
        }
    }
    Ok(evals)
}

fn decontaminate(
    options: &Decontaminate,
    listing: &Listing,
    output: Option<&Output>,
) -> Result<Outcome, Error> {
    let temporary = options.temporary();
    let documents = |listing: &Listing| {
        options.documents.documents(listing.entries.clone()).with_temporary(&temporary).ending_with_drive()
    };
    if output.is_some() {
        dedup::check_files(&listing.entries, &documents(&Listing::default()))?;
    }
    let stamps = stamps(&listing.entries);
    let mut evals = evals(options, &temporary)?;
    let counted = {
        let (batches, progress) = reading("Reading", listing, &documents);
        Counted::read(batches, &evals, &temporary, &mut |notes| {
            notes.iter().for_each(say_note);
            progress();
        })?
    };
    if let (IfRefused::Stop, Some((place, what))) = (options.documents.if_refused, &counted.first_refused) {
        return Err(Error::Refused { place: place.clone(), what: what.clone() });
    }
    let (index, threshold) = (evals.weighed(&counted), options.threshold());
    let found = {
        let (batches, progress) = reading("Looking", listing, &documents);
        counted.find(batches, &index, &threshold, &mut || progress())?
    };
    let is_found = options.fail_on_match && !found.is_empty();
    let refused_items = !evals.refused.is_empty() && options.documents.if_refused != IfRefused::Ignore;
    let Some(output) = output else {
        list(options, &evals, &found)?;
        say_accounts(&evals.accounts(&index, &threshold, &found));
        let mut refusals = Refusals::new(options.documents.if_refused);
        refusals.account_for("looked at", listing);
        refusals.of_files(&counted.files(listing.entries.len())?, counted.documents() as u64)?;
        say_skipped(&counted.skipped);
        let outcome = refusals.end(options.json)?;
        return Ok(Outcome { matched: is_found, refused: outcome.refused || refused_items, ..outcome });
    };
    let run = Decontamination {
        threshold,
        guard: options.guard(),
        annotate: options.annotate,
        zstd_level: options.zstd_level,
        options: options.documents.named(),
    };
    let paths: Vec<PathBuf> = relative_paths(&options.corpus, &listing.entries);
    let taken = Taken {
        listing,
        paths: &paths,
        stamps: &stamps,
        documents: &documents,
        counted: &counted,
        evals: &evals,
        index: &index,
    };
    if let Err(error) = run.check(&taken, &found) {
        for document in found.iter().take(SHOWN) {
            say_note(format_args!("would be removed: {}", line(&evals, document)));
        }
        return Err(error);
    }
    let ledger = {
        let progress = Progress::bytes("Writing", listing.bytes());
        let mut written = 0;
        run.give(&taken, &found, output, &mut |bytes| {
            written += bytes;
            progress.at(written);
        })?
    };
    say_skipped(&counted.skipped);
    say_accounts(&ledger.evals);
    let place = options.output.as_deref().unwrap_or(Path::new("")).to_string_lossy();
    let mut said = format!("hold items        {}\n", counted_documents(ledger.contaminated));
    if ledger.wordless > 0 {
        said += &format!("without words     {}, kept as they are\n", counted_documents(ledger.wordless));
    }
    said += &format!("written to        {}\n{}\n", visible(&place), ledger.line());
    // If nobody listens, nothing is lost but the lines.
    let _ = io::stderr().lock().write_all(said.as_bytes());
    if options.json {
        print(&format!("{}\n", json_line(&ledger)?))?;
    }
    let whole = &ledger.whole;
    let outcome = refusals::ended(
        options.documents.if_refused,
        whole.refused.documents > 0,
        whole.kept.documents + whole.removed.documents,
    );
    Ok(Outcome { matched: is_found, refused: outcome.refused || refused_items, ..outcome })
}

fn counted_documents(documents: u64) -> String {
    counted(documents, "document")
}

/// Reads the documents of files in batches, and shows how far it is.
fn reading(
    what: &'static str,
    listing: &Listing,
    documents: &dyn Fn(&Listing) -> Documents,
) -> (Batches, impl Fn() + use<>) {
    let documents = documents(listing);
    let (read, progress) = (documents.bytes_read(), Progress::bytes(what, listing.bytes()));
    (documents.into_batches(), move || progress.at(read.load(Ordering::Relaxed)))
}

/// Lists what was found: lines for a person, or objects.
fn list(options: &Decontaminate, evals: &Evals, found: &[Found]) -> Result<(), Error> {
    let mut said = String::new();
    for document in found {
        if options.json {
            let place = &document.place;
            let object = json!({
                "file": &*place.file,
                "number": place.position.number,
                "id": document.name,
                "items": evals.lines(document),
            });
            said += &json_line(&object)?;
        } else {
            said += &visible(&line(evals, document));
        }
        said.push('\n');
    }
    print(&said)
}

fn json_line(value: &impl serde::Serialize) -> Result<String, Error> {
    let mut line = Vec::new();
    lines::json(&mut line, value)
        .map_err(|reason| Error::Unwritable { place: "standard output".into(), reason })?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// A document and the items in it: "pages.jsonl, line 3: quiz.jsonl q2 (question 9 of 9 words; 71 bits)".
fn line(evals: &Evals, document: &Found) -> String {
    let shown = |found: &FoundItem| {
        let item = &evals.items[found.item as usize];
        let mut parts: Vec<(&str, u32, u32)> = Vec::new();
        for part in &found.parts {
            match parts.iter_mut().find(|(name, ..)| *name == part.part) {
                Some((_, shared, words)) => (*shared, *words) = (*shared + part.shared, *words + part.words),
                None => parts.push((part.part, part.shared, part.words)),
            }
        }
        let parts: Vec<String> =
            parts.iter().map(|(name, shared, words)| format!("{name} {shared} of {words} words")).collect();
        format!("{} {} ({}; {} bits)", evals.files[item.file].name, item.id, parts.join(", "), found.bits)
    };
    let items: Vec<String> = document.items.iter().map(shown).collect();
    format!("{}: {}", document.place, items.join("; "))
}

/// Says of each eval set what stands in the corpus.
fn say_accounts(accounts: &[EvalAccount]) {
    for account in accounts {
        let too_common = match account.too_common {
            0 => String::new(),
            items => format!("; {} too common to be told by its words", counted(items, "item")),
        };
        say_note(format_args!(
            "{}: {} of {} found, in {}{too_common}",
            account.file,
            count(account.found),
            counted(account.items, "item"),
            counted_documents(account.documents),
        ));
    }
}
