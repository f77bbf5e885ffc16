//! Learns boilerplate: the lines that more than a share of a site's pages have.
//!
//! Naively, a map from each line of a site to the number of its pages. Here (site, line, page) is sorted through a disk, as Broder's own
//! clustering does, so that memory stays within its bound whatever the size of the corpus; the names of the sites stay in memory, and
//! what is found, which is at most the lines of a page over the share for each site. A page goes by a hash of its lines, so that exact
//! duplicates, or pages alike but for volatile parts, count once: many copies of one page must not make boilerplate of its text.
//!
//! Of small sites nothing is said: in a site of fewer pages than one over the share, a single pair of near-duplicates would make
//! boilerplate of all that it shares, and with it disappear.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::vec::Vec;

use rayon::prelude::*;

use super::Error;
use super::corpus::{DocumentSize, Source, Unread};
use super::sort::{Repeats, Sorter};
use twinprint::hash;
use twinprint::text::{Boilerplate, BoilerplateRule, SiteLines, for_each_line};

/// How boilerplate is learned.
#[derive(Debug, Clone)]
pub struct Learning {
    /// When a line is boilerplate.
    pub rule: BoilerplateRule,
    /// Whether the site of a document is what its field says ([`Source::group`]), not the host of its URL.
    pub by_group: bool,
    /// The most bytes that are sorted in memory.
    pub memory: usize,
    /// Where the rest goes.
    pub folder: PathBuf,
}

/// The documents that are read at a time.
const BATCH: usize = 1024;
/// The most bytes of a file of boilerplate: what a page or a worker holds.
const MOST_BYTES: u64 = 1 << 30;

/// Learns the boilerplate of the sites of some documents: those whose site is not known are of one together. `on_document` is called for
/// each document with its size and what is wrong with it, if anything.
///
/// ```
/// use twinprint::text::BoilerplateRule;
/// use twinprint_native::{boilerplate::{Learning, learn}, corpus};
/// let folder = tempfile::tempdir()?;
/// let pages = folder.path().join("pages");
/// std::fs::create_dir(&pages)?;
/// for text in ["one", "two", "three"] {
///     std::fs::write(pages.join(format!("{text}.txt")), format!("Home | About\nA page on {text}."))?;
/// }
/// let learning = Learning {
///     rule: BoilerplateRule { thousandths: 500, pages: 3 },
///     by_group: false,
///     memory: 1 << 20,
///     folder: folder.path().into(),
/// };
/// let documents = corpus::documents(corpus::Listing::new([pages]).entries).or_why();
/// let boilerplate = learn(documents, &learning, |_, became| assert!(became.is_ok()))?;
/// assert_eq!((boilerplate.sites()[0].pages, boilerplate.sites()[0].lines.len()), (3, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unwritable`] and [`Error::Unreadable`] of what is sorted.
pub fn learn(
    documents: impl IntoIterator<Item = Result<Source, Unread>>,
    learning: &Learning,
    mut on_document: impl FnMut(DocumentSize, Result<(), &Error>),
) -> Result<Boilerplate, Error> {
    let mut sites = HashMap::<String, u32>::new();
    let mut records = Sorter::<(u128, u32)>::new(learning.memory, &learning.folder, Repeats::Drop);
    let mut documents = documents.into_iter();
    loop {
        let batch: Vec<_> = documents.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        let page = |source: Result<Source, Unread>| {
            let size = DocumentSize::of(&source);
            (size, source.map_err(|unread| unread.error).and_then(|source| Page::of(&source, learning)))
        };
        let pages: Vec<(DocumentSize, Result<Page, Error>)> = batch.into_par_iter().map(page).collect();
        for (size, page) in pages {
            on_document(size, page.as_ref().map(|_| ()));
            let Ok(Page { site, lines }) = page else { continue };
            let next = sites.len() as u32;
            let site = u128::from(*sites.entry(site).or_insert(next)) << 64;
            let page = lines.iter().fold(0, |page: u64, &line| hash::mix(page.rotate_left(5) ^ line)) as u32;
            // The first record of a page counts it, before those of its site's lines.
            records.push((site, page))?;
            records.extend(lines.iter().map(|&line| (site | u128::from(line + 1), page)))?;
        }
    }
    let mut names = vec![String::new(); sites.len()];
    sites.into_iter().for_each(|(name, number)| names[number as usize] = name);
    let mut found: Vec<SiteLines> =
        names.into_iter().map(|site| SiteLines { site, pages: 0, lines: Vec::new() }).collect();
    count(records, |site, line, count| {
        let site = &mut found[site];
        match line {
            None => site.pages = count,
            Some(line) if learning.rule.is_met(count, site.pages) => site.lines.push(line),
            Some(_) => {}
        }
    })?;
    found.retain(|site| !site.lines.is_empty());
    Ok(Boilerplate::new(learning.rule, found))
}

/// What is learned of a page.
struct Page {
    site: String,
    /// Its lines in order.
    lines: Vec<u64>,
}

impl Page {
    fn of(source: &Source, learning: &Learning) -> Result<Page, Error> {
        let document = source.document_of(learning.by_group);
        let mut lines = Vec::new();
        for_each_line(&document, |_, line| lines.push(line))?;
        Ok(Page { site: document.site().into_owned(), lines })
    }
}

/// Calls `sink` with each site, in order: how many pages it has, and then in how many of them each of its lines stands.
fn count(records: Sorter<(u128, u32)>, mut sink: impl FnMut(usize, Option<u64>, u32)) -> Result<(), Error> {
    let mut run: Option<(u128, u32)> = None;
    let mut give = |(key, count): (u128, u32)| {
        sink((key >> 64) as usize, (key as u64).checked_sub(1), count);
    };
    for record in records.finish()? {
        let (key, _) = record?;
        match &mut run {
            Some((last, count)) if *last == key => *count += 1,
            _ => run.replace((key, 1)).into_iter().for_each(&mut give),
        }
    }
    run.into_iter().for_each(give);
    Ok(())
}

/// Reads a file of boilerplate.
///
/// # Errors
/// [`Error::Unreadable`], and what [`Boilerplate::read`] says.
pub fn read(path: &Path) -> Result<Boilerplate, Error> {
    let place = path.to_string_lossy().into_owned();
    let unreadable = |reason| Error::Unreadable { place: place.clone(), reason };
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes)).map_err(unreadable)?;
    Ok(Boilerplate::read(&place, &bytes)?)
}
