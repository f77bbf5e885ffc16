//! `twinprint dedup --by passages`, lines or paragraphs: a corpus without what it has more than once.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use twinprint_native::Error;
use twinprint_native::corpus::{Documents, Entry, Fields, Listing};
use twinprint_native::dedup::passages::{
    self, Corpus, Found, Giving, PassageLedger, Passages, Proven, Repeating, Step,
};
use twinprint_native::dedup::{self, Output, relative_paths, stamps};
use twinprint_native::overlap::Workspace;

use crate::args::{Dedup, IfRefused};
use crate::progress::Progress;
use crate::skipped::say_skipped;
use crate::terminal::{count, counted, print, visible};
use crate::{Outcome, refusals};

pub(super) fn run(
    options: &Dedup,
    by: Repeating,
    listing: &Listing,
    old_files: usize,
    output: &Output,
    place: &Workspace,
) -> Result<Outcome, Error> {
    let passages = passages(options, by)?;
    let documents = |listing: &Listing| {
        let documents = options.documents.documents_with(listing.entries.clone(), Fields::default());
        documents.with_temporary(&place.folder).ending_with_drive()
    };
    dedup::check_files(&listing.entries[old_files..], &documents(&Listing::default()))?;
    let paths = relative_paths(&options.corpus, &listing.entries[old_files..]);
    let paths: Vec<PathBuf> = vec![PathBuf::new(); old_files].into_iter().chain(paths).collect();
    let stamps = stamps(&listing.entries);
    let corpus = Corpus { listing, old_files, paths: &paths, stamps: &stamps, documents: &documents };
    let bytes = listing.bytes();
    let mut shown: Option<(Step, Progress)> = None;
    let mut watch = |step: Step, done: u64| {
        if shown.as_ref().is_none_or(|(of, _)| *of != step) {
            shown = None;
            shown = Some((step, Progress::bytes(verb(step), bytes)));
        }
        if let Some((_, progress)) = &shown {
            progress.at(done);
        }
    };
    let found = passages.find(&corpus, place, &mut watch)?;
    if options.documents.if_refused == IfRefused::Stop
        && let Some((place, what)) = found.first_refused()?
    {
        return Err(Error::Refused { place, what });
    }
    let ledger = passages.give(&corpus, &found, place, output, &mut watch)?;
    drop(shown);
    say_skipped(&found.skipped);
    say(options, &passages, &found, &ledger)?;
    let whole = &ledger.whole;
    let done = whole.kept.documents + whole.removed.documents;
    Ok(refusals::ended(options.documents.if_refused, whole.refused.documents > 0, done))
}

fn verb(step: Step) -> &'static str {
    match step {
        Step::Reading => "Reading",
        Step::Comparing => "Comparing",
        Step::Placing => "Cutting",
        Step::Writing => "Writing",
    }
}

fn passages(options: &Dedup, by: Repeating) -> Result<Passages, Error> {
    let keeps_longest = match &*options.keep {
        "longest" => true,
        "first" => false,
        other => {
            return Err(Error::Core(twinprint::Error::InvalidOption {
                option: "keep",
                value: other.into(),
                expected: "longest or first: of passages, lines and paragraphs those of the longest or of the first document stay",
            }));
        }
    };
    let run = options.run_of(by);
    let named = options.documents.named();
    let text_field = named.iter().find(|(option, _)| option == "text-field").map(|(_, field)| field.clone());
    let giving = options.giving();
    let asked = [
        Some(("by", by.name().to_string())),
        Some(("run", run.to_string())),
        Some(("keep", options.keep.clone())),
        options.preset.map(|preset| ("preset", preset.name().into())),
        (giving == Giving::Mask).then(|| ("mask", "true".into())),
        options.drop_share.map(|share| ("drop-share", share.to_string())),
    ];
    let asked = asked.into_iter().flatten().map(|(option, value)| (option.into(), value));
    Ok(Passages {
        by,
        run,
        cut_at: options.boundary(),
        giving,
        keeps_longest,
        guard: options.guard(),
        zstd_level: options.zstd_level,
        text_field,
        options: asked.chain(named).collect(),
    })
}

/// Says what became of the corpus: the line that adds up comes last.
fn say(options: &Dedup, passages: &Passages, found: &Found, ledger: &PassageLedger) -> Result<(), Error> {
    let place = options.output.as_deref().unwrap_or(Path::new("")).to_string_lossy();
    let what = match passages.by {
        Repeating::Passages => "words",
        Repeating::Lines => "lines",
        Repeating::Paragraphs => "paragraphs",
    };
    let mut lines = format!(
        "repeated          {} of {} {what}, in {}\n",
        count(ledger.repeated),
        count(ledger.elements),
        counted(ledger.documents, "document"),
    );
    let work = found.work;
    lines +=
        &format!("compared          {} anchors, {} runs one by one\n", count(work.anchors), count(work.runs));
    if ledger.wordless > 0 {
        lines += &format!("without words     {}, kept as they are\n", counted(ledger.wordless, "document"));
    }
    lines += &format!("written to        {}\n", visible(&place));
    lines += &format!("{}\n", ledger.whole.line());
    // If nobody listens, nothing is lost but the lines.
    let _ = io::stderr().lock().write_all(lines.as_bytes());
    if options.json {
        let json = serde_json::to_string(ledger)
            .map_err(|error| Error::Unwritable { place: "standard output".into(), reason: error.into() })?;
        print(&format!("{json}\n"))?;
    }
    Ok(())
}

/// Whether a folder was given by what this knows.
pub(super) fn is_by(by: &str) -> bool {
    Repeating::from_name(by).is_some()
}

pub(super) fn verify(
    folder: &Path,
    documents: &dyn Fn(Vec<Entry>) -> Documents,
    old: &dyn Fn(&Path) -> Result<Entry, Error>,
    place: &Workspace,
) -> Result<Outcome, Error> {
    let Proven { kept, cut, removed, refused, words } =
        passages::verify(folder, documents, old, &place.folder)?;
    print(&format!(
        "{}: proven: {} as they were, {} cut, {} removed, {} listed as refused; {} stand earlier in the corpus\n",
        folder.to_string_lossy(),
        counted(kept, "document"),
        count(cut),
        count(removed),
        count(refused),
        counted(words, "word"),
    ))?;
    Ok(Outcome::default())
}
