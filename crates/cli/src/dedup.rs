//! `twinprint dedup`: a corpus without its duplicates, and the proof that nothing else is missing.

mod passages;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use twinprint::hash;
use twinprint::sketch::SiteRule;
use twinprint_native::Error;
use twinprint_native::corpus::{Documents, EachOnce, Entry, Fields, Listing, Origin};
use twinprint_native::dedup::{self, Ledger, Output, Rule, Taken, relative_paths, stamps};
use twinprint_native::index::corpus;
use twinprint_native::overlap::Workspace;
use twinprint_native::scan::{Apart, Gathered, Ingest, Keeping, Kept, Reduction, RepeatedNames};

use crate::args::{By, Dedup, IfRefused, NEWEST};
use crate::progress::Progress;
use crate::skipped::{part_gone, part_repeated, say_listing, say_skipped};
use crate::terminal::{count, counted, print, visible};
use crate::verbose::say_settings;
use crate::{Outcome, reading, refusals, say_note};

/// How often a run saves what it has read.
const BETWEEN: Duration = Duration::from_secs(2);
/// The removals that are shown where the guard stops a run.
const DRAWN: usize = 20;

pub(crate) fn run(options: &Dedup) -> Result<Outcome, Error> {
    let place = options.means.place();
    if let Some(folder) = &options.verify {
        return verify(options, folder, &place);
    }
    if let Some(option) = options.out_of_place() {
        return Err(Error::Core(twinprint::Error::InvalidOption {
            option,
            value: format!("--by {}", format!("{:?}", options.by).to_lowercase()),
            expected: "options of what is removed: --run, --mask, --drop-share for passages, lines and paragraphs, --cut-at for passages, \
                       --annotate and --remove-alike for documents",
        }));
    }
    let folder = options.output.clone().unwrap_or_default();
    let mut operands = options.against.clone();
    operands.extend(options.corpus.iter().cloned());
    let (listing, old_files) = listing(options)?;
    let output = Output::new(&folder, &operands, &listing.entries, options.force)?;
    let done = with_indexes(options, listing, old_files, &output).and_then(|(listing, old_files)| {
        match options.by.repeating() {
            Some(by) => passages::run(options, by, &listing, old_files, &output, &place),
            None => dedup(options, &listing, old_files, &output, &place),
        }
    });
    if matches!(&done, Err(error) if is_full(error)) {
        // What stands there is what fills the disk.
        output.abandon();
    } else if done.is_err() && output.state().exists() {
        let state = output.state();
        say_note(format_args!(
            "what was read is kept in {}: the same command goes on from there",
            state.parent().unwrap_or(&state).to_string_lossy()
        ));
    }
    done
}

/// The files of the old corpus but for indexes, then those of the new one, each once, and how many the first are. One that is not there ends it all:
/// what would be missing could not be told from what is removed.
fn listing(options: &Dedup) -> Result<(Listing, usize), Error> {
    let mut listing = Listing::new(options.against.iter().filter(|path| !is_index(Path::new(path))));
    let mut new = Listing::new(&options.corpus);
    part_gone(&mut listing);
    part_gone(&mut new);
    let mut files = EachOnce::default();
    part_repeated(&mut listing, &mut files);
    let old_files = listing.entries.len();
    part_repeated(&mut new, &mut files);
    if let Some(piped) = new.entries.iter().find(|entry| entry.is_piped()) {
        return Err(Error::ReadOnce { place: piped.name.clone() });
    }
    listing.entries.extend(new.entries);
    listing.errors.extend(new.errors);
    listing.notes.extend(new.notes);
    if !listing.errors.is_empty() {
        return Err(listing.errors.swap_remove(0));
    }
    say_listing(&listing);
    if listing.entries.len() == old_files {
        return Err(Error::NoMatch { pattern: "the corpus".into() });
    }
    Ok((listing, old_files))
}

/// The files, and those with the texts of indexes behind those of the old corpus.
fn with_indexes(
    options: &Dedup,
    mut listing: Listing,
    mut old_files: usize,
    output: &Output,
) -> Result<(Listing, usize), Error> {
    for index in options.against.iter().map(Path::new).filter(|path| is_index(path)) {
        listing.entries.insert(old_files, texts_of(index, &output.texts())?);
        old_files += 1;
    }
    Ok((listing, old_files))
}

fn is_index(path: &Path) -> bool {
    path.join("index.json").is_file()
}

/// The texts of an index as a file that is read with others; it is named by its content, so that a run that goes on knows it again.
fn texts_of(index: &Path, folder: &Path) -> Result<Entry, Error> {
    let unwritable = |reason| Error::Unwritable { place: folder.to_string_lossy().into_owned(), reason };
    fs::create_dir_all(folder).map_err(unwritable)?;
    let begun = folder.join("begun");
    let mut lines = BufWriter::new(File::create(&begun).map_err(unwritable)?);
    let written = corpus::write_texts(index, &mut lines)?;
    lines.into_inner().map_err(|error| unwritable(error.into_error()))?.sync_all().map_err(unwritable)?;
    let file = folder.join(format!("{:016x}.jsonl", written.xxh64));
    fs::rename(&begun, &file).map_err(unwritable)?;
    if written.without_text > 0 {
        say_note(format_args!(
            "{}: of {} it has no text: nothing is removed for them",
            index.to_string_lossy(),
            counted(written.without_text, "document")
        ));
    }
    let name = index.to_string_lossy().into_owned();
    Ok(Entry { name, origin: Origin::Texts { file, index: index.into() } })
}

fn dedup(
    options: &Dedup,
    listing: &Listing,
    old_files: usize,
    output: &Output,
    place: &Workspace,
) -> Result<Outcome, Error> {
    let (preference, field) = options.preference();
    let run = dedup::Dedup {
        rule: Rule {
            allowance: (options.by == By::Near).then(|| options.allowance()),
            alike: (options.by == By::Near).then_some((options.alike * 1000.0).round() as u32),
            remove_alike: options.remove_alike,
            w: options.w,
        },
        preference,
        guard: options.guard(),
        annotate: options.annotate,
        zstd_level: options.zstd_level,
        options: [
            ("by".into(), format!("{:?}", options.by).to_lowercase()),
            ("keep".into(), options.keep.clone()),
        ]
        .into_iter()
        .chain(options.preset.map(|preset| ("preset".into(), preset.name().into())))
        .chain(options.documents.named())
        .collect(),
    };
    let fields = Fields { rank: rank(options, field, listing)?, ..Fields::default() };
    say_settings(format_args!(
        "{} duplicates, of which the {} is kept; shingles of {} words; at most {} % and {} new words lost, {} of them in a row; {} MiB of \
         memory, and {}",
        format!("{:?}", options.by).to_lowercase(),
        options.keep,
        options.w,
        100.0 * options.lose,
        options.lose_words,
        options.new_run,
        place.memory >> 20,
        place.folder.display()
    ));
    let documents = |listing: &Listing| {
        let documents = options.documents.documents_with(listing.entries.clone(), fields.clone());
        documents.with_temporary(&place.folder).ending_with_drive()
    };
    dedup::check_files(&listing.entries[old_files..], &documents(&Listing::default()))?;
    let stamps = stamps(&listing.entries);
    let new = Listing { entries: listing.entries[old_files..].to_vec(), ..Listing::default() };
    let gathered = gather(options, listing, &documents, output).map_err(|error| match error {
        // The corpus is given beside what is kept of it to go on from.
        Error::Full { place, written, read, needed: Some(needed) } => {
            Error::Full { place, written, read, needed: Some(needed + new.bytes()) }
        }
        error => error,
    })?;
    if options.documents.if_refused == IfRefused::Stop {
        for refused in gathered.refused.iter() {
            let refused = refused?;
            if !refused.wordless {
                return Err(Error::Refused { place: refused.place, what: refused.reason });
            }
        }
    }
    let paths = relative_paths(&options.corpus, &listing.entries[old_files..]);
    let paths: Vec<PathBuf> = vec![PathBuf::new(); old_files].into_iter().chain(paths).collect();
    let taken = Taken {
        listing,
        old_files,
        paths: &paths,
        stamps: &stamps,
        gathered: &gathered,
        documents: &documents,
    };
    let decisions = {
        let progress = Progress::new("Comparing", gathered.catalogue.len());
        let watch =
            |done: usize, all: usize| progress.at((done * gathered.catalogue.len() / all.max(1)) as u64);
        run.decide(&taken, place, &watch)?
    };
    if let Some(guard) = run.guard
        && let Err(error) = guard.check(&taken, &decisions)
    {
        run.drawn(&taken, &decisions, DRAWN)?
            .iter()
            .for_each(|line| say_note(format_args!("would be removed: {line}")));
        return Err(error);
    }
    let ledger = {
        let progress = Progress::bytes("Writing", new.bytes());
        let mut written = 0;
        run.give(&taken, &decisions, output, &mut |bytes| {
            written += bytes;
            progress.at(written);
        })?
    };
    say_skipped(&gathered.skipped);
    say(options, &ledger)?;
    let whole = &ledger.whole;
    let done = whole.kept.documents + whole.removed.documents;
    Ok(refusals::ended(options.documents.if_refused, whole.refused.documents > 0, done))
}

/// Reads the corpus, or what is left of it to read.
fn gather(
    options: &Dedup,
    listing: &Listing,
    documents: &(dyn Fn(&Listing) -> Documents + Sync),
    output: &Output,
) -> Result<Gathered, Error> {
    let ingest = Ingest {
        reduction: Reduction::to_shingles(
            options.w as usize,
            if options.by == By::Near { Kept::Sequence } else { Kept::Sketch },
        ),
        site: Some(SiteRule::from_name("labels")?),
        between: BETWEEN,
        apart: Apart::default(),
        files: listing.entries.iter().map(|entry| entry.name.clone()).collect(),
        repeated: RepeatedNames::Placed,
    };
    // What is decided about documents is decided anew each time.
    let read = (&ingest.reduction, &ingest.files, options.documents.named(), &options.keep);
    let task = format!("dedup {} {read:?}\n{}", env!("CARGO_PKG_VERSION"), reading::state(listing));
    let task = format!("{:032x}", hash::md5(task.as_bytes()));
    let keeping = Keeping::Folder { folder: output.state(), task };
    reading::gather(&ingest, listing, || documents(listing), &keeping)
}

/// Where the time of a document is looked for.
const TIMES: [&str; 7] = ["date", "timestamp", "created", "published", "updated", "added", "crawl_date"];

/// The field that documents are ranked by. What is newest is told by the first of [`TIMES`] that the first document has.
fn rank(options: &Dedup, field: Option<&str>, listing: &Listing) -> Result<Option<String>, Error> {
    if field != Some(NEWEST) {
        return Ok(field.map(String::from));
    }
    let has = |field: &str| {
        let fields = Fields { rank: Some(field.into()), ..Fields::default() };
        let mut documents = options.documents.documents_with(listing.entries.clone(), fields).flatten();
        documents.next().is_some_and(|document| document.rank.is_some())
    };
    let found = TIMES.iter().find(|field| has(field)).map(|field| Some((*field).into()));
    found.ok_or(Error::Core(twinprint::Error::InvalidOption {
        option: "keep",
        value: NEWEST.into(),
        expected: "documents with a field such as date or timestamp; else name the field that says when",
    }))
}

/// Says what became of the corpus: the line that adds up comes last.
fn say(options: &Dedup, ledger: &Ledger) -> Result<(), Error> {
    let place = options.output.as_deref().unwrap_or(Path::new("")).to_string_lossy();
    let by = &ledger.removed_by;
    let mut lines = format!(
        "removed           {} exact, {} contained in another{}\n",
        count(by.exact),
        count(by.contained),
        if options.remove_alike { format!(", {} alike", count(by.alike)) } else { String::new() }
    );
    lines += &format!("alike, but kept   {}\n", count(ledger.alike));
    if ledger.wordless > 0 {
        lines += &format!("without words     {}, kept as they are\n", counted(ledger.wordless, "document"));
    }
    lines += &format!("written to        {}\n", visible(&place));
    lines += &format!("{}\n", ledger.line());
    // If nobody listens, nothing is lost but the lines.
    let _ = io::stderr().lock().write_all(lines.as_bytes());
    if options.json {
        let json = serde_json::to_string(ledger)
            .map_err(|error| Error::Unwritable { place: "standard output".into(), reason: error.into() })?;
        print(&format!("{json}\n"))?;
    }
    Ok(())
}

fn verify(options: &Dedup, folder: &Path, place: &Workspace) -> Result<Outcome, Error> {
    let named = dedup::options_of(folder)?;
    let arguments = options.documents.or_named(|option| named.get(option).cloned());
    let documents = |entries: Vec<Entry>| arguments.documents(entries).with_temporary(&place.folder);
    let texts = reading::temporary_folder(&place.folder)?;
    let old = |path: &Path| match is_index(path) {
        true => texts_of(path, texts.path()),
        false => Ok(Entry { name: path.to_string_lossy().into_owned(), origin: Origin::File(path.into()) }),
    };
    if named.get("by").is_some_and(|by| passages::is_by(by)) {
        return passages::verify(folder, &documents, &old, place);
    }
    let verified = dedup::verify(folder, &documents, &old, &place.folder)?;
    print(&format!(
        "{}: proven: {} as they were, {} in one that is kept, {} listed as refused\n",
        folder.to_string_lossy(),
        counted(verified.kept, "document"),
        count(verified.removed),
        count(verified.refused)
    ))?;
    Ok(Outcome::default())
}

fn is_full(error: &Error) -> bool {
    match error {
        Error::Full { .. } => true,
        Error::Unwritable { reason, .. } => matches!(
            reason.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
        ),
        _ => false,
    }
}
