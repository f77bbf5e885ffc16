//! Boilerplate: the lines of a site that a share of its pages have, such as its menu, its footer and its notices.
//!
//! Henzinger (2006, sections 3.2 and 4) found both of her algorithms to fail on pairs of one site, mostly for the text that all its
//! pages share, and expected that a detection of boilerplate "would probably help"; Manku, Jain and Das Sarma (2007, question D of
//! their section 6) ask the same. A line is a line of the text to show, of HTML a block or what a `<br>` ends, and goes by
//! its words, as the default options read them, without volatile parts: so `Page made in 0.2 s` is one line of all pages.
//!
//! A file of boilerplate has, after its magic and version, the rule by which it was learned, then for each site, in order of their
//! names, its name, how many pages were seen, and its lines by hashes of 40 bits, rising: `docs/how-to/cleaning.md` says it whole.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::fold::Findings;
use super::units::lines;
use super::{BoilerplateId, Document, Span, TextOptions, volatile, words};
use crate::Error;
use crate::hash::{self, Roller, Rolling};
use crate::wire::{Fault, Put, Reader, Unknown, unsealed};

const MAGIC: [u8; 8] = *b"TWBOILER";
const VERSION: u16 = 1;
/// The bytes of a line.
const LINE_BYTES: usize = 5;
/// What is taken, for messages.
const EXPECTED: &str =
    "a whole file of boilerplate, of version 1, as \"twinprint model boilerplate\" writes it";

/// When a line of a site is boilerplate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoilerplateRule {
    /// It stands in more than this share of the site's pages, in thousandths.
    pub thousandths: u32,
    /// The site has at least this number of pages.
    pub pages: u32,
}

impl Default for BoilerplateRule {
    /// More than a fifth of at least 30 pages. At n pages, the standard error of a share is up to 1 / (2 sqrt(n)), .09 at 30.
    fn default() -> Self {
        BoilerplateRule { thousandths: 200, pages: 30 }
    }
}

impl BoilerplateRule {
    /// Whether a line that stands in `count` of `pages` pages is boilerplate.
    ///
    /// ```
    /// use twinprint::text::BoilerplateRule;
    /// let rule = BoilerplateRule { thousandths: 200, pages: 30 };
    /// assert!(rule.is_met(7, 30) && !rule.is_met(6, 30) && !rule.is_met(29, 29));
    /// ```
    pub fn is_met(&self, count: u32, pages: u32) -> bool {
        pages >= self.pages && u64::from(count) * 1000 > u64::from(self.thousandths) * u64::from(pages)
    }
}

/// The boilerplate of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteLines {
    /// The site: a host, or whatever its documents are said to be of; empty for what is of none.
    pub site: String,
    /// How many of its pages were seen.
    pub pages: u32,
    /// The hashes of its lines ([`for_each_line`]), rising.
    pub lines: Vec<u64>,
}

/// The boilerplate of some sites.
///
/// ```
/// use twinprint::text::{Boilerplate, BoilerplateRule, Document, SiteLines, for_each_line};
///
/// let mut lines = Vec::new();
/// for_each_line(&Document::plain("page", "Home | About | Imprint\nIt rains."), |_, line| lines.push(line))?;
/// lines.truncate(1);
/// let site = SiteLines { site: "example.org".into(), pages: 40, lines };
/// let boilerplate = Boilerplate::new(BoilerplateRule::default(), [site]);
/// assert_eq!(Boilerplate::read("file", &boilerplate.to_bytes())?, boilerplate);
/// assert_eq!(boilerplate.of("example.org").map(|site| site.pages), Some(40));
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Boilerplate {
    rule: BoilerplateRule,
    sites: Vec<SiteLines>,
    id: BoilerplateId,
}

impl Boilerplate {
    /// Of sites in any order, each with its lines in any order.
    pub fn new(rule: BoilerplateRule, sites: impl IntoIterator<Item = SiteLines>) -> Self {
        let mut sites: Vec<SiteLines> = sites.into_iter().collect();
        sites.sort_by(|a, b| a.site.cmp(&b.site));
        sites.dedup_by(|a, b| a.site == b.site);
        for site in &mut sites {
            site.lines.sort_unstable();
            site.lines.dedup();
        }
        let mut boilerplate = Boilerplate { rule, sites, id: BoilerplateId([0; 16]) };
        boilerplate.id = BoilerplateId(hash::md5(&boilerplate.to_bytes()).to_be_bytes());
        boilerplate
    }

    /// What names it: the MD5 of its file.
    pub fn id(&self) -> BoilerplateId {
        self.id
    }

    /// By what rule it was learned.
    pub fn rule(&self) -> BoilerplateRule {
        self.rule
    }

    /// The sites, in order of their names.
    pub fn sites(&self) -> &[SiteLines] {
        &self.sites
    }

    /// What is known of a site.
    pub fn of(&self, site: &str) -> Option<&SiteLines> {
        let at = self.sites.binary_search_by(|other| other.site.as_str().cmp(site)).ok()?;
        self.sites.get(at)
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.put_varint(self.rule.thousandths.into());
        bytes.put_varint(self.rule.pages.into());
        bytes.put_varint(self.sites.len() as u64);
        for SiteLines { site, pages, lines } in &self.sites {
            bytes.put_text(site);
            bytes.put_varint((*pages).into());
            bytes.put_varint(lines.len() as u64);
            lines.iter().for_each(|line| bytes.extend(&line.to_le_bytes()[..LINE_BYTES]));
        }
        bytes.seal();
        bytes
    }

    /// Reads a file; `name` is what errors call it.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for what is no such file, or one of another version.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        Boilerplate::parse(bytes).map_err(|unknown| {
            let why = match unknown {
                Unknown::Fault(fault) => fault.to_string(),
                Unknown::Version(version) => alloc::format!("it is of version {version}"),
            };
            refused(alloc::format!("{name}: {why}"), EXPECTED)
        })
    }

    fn parse(bytes: &[u8]) -> Result<Self, Unknown> {
        Reader::new(bytes).head(&MAGIC, &VERSION.to_le_bytes())?;
        let (content, _) = unsealed(bytes)?;
        let mut reader = Reader::new(content);
        reader.take(MAGIC.len() + size_of_val(&VERSION))?;
        let rule = BoilerplateRule { thousandths: reader.varint_u32()?, pages: reader.varint_u32()? };
        // A site has a name's length, its pages and how many lines it has.
        let count = reader.count(3)?;
        let mut sites = Vec::<SiteLines>::with_capacity(count);
        for _ in 0..count {
            let site: String = reader.text()?.into();
            let pages = reader.varint_u32()?;
            let count = reader.count(LINE_BYTES)?;
            let lines = (0..count).map(|_| reader.short(LINE_BYTES)).collect::<Result<Vec<u64>, Fault>>()?;
            let rises = sites.last().is_none_or(|last| last.site < site) && lines.is_sorted_by(|a, b| a < b);
            if !rises {
                return Err(reader.fault("its sites or lines are in no order").into());
            }
            sites.push(SiteLines { site, pages, lines });
        }
        reader.end()?;
        Ok(Boilerplate::new(rule, sites))
    }
}

impl fmt::Debug for Boilerplate {
    /// Its id alone: its lines would fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Boilerplate").field(&self.id).finish()
    }
}

/// Refuses boilerplate, or that there is none.
pub(super) fn refused(value: String, expected: &'static str) -> Error {
    Error::InvalidOption { option: "boilerplate", value, expected }
}

/// Calls `line` with the place in the text to show and the hash, of 40 bits, of each line of a document that has words besides
/// volatile parts, in order.
///
/// ```
/// use twinprint::text::{Document, for_each_line};
/// let (mut a, mut b) = (Vec::new(), Vec::new());
/// for_each_line(&Document::plain("a", "It rains.\n\nMade 16:40"), |_, line| a.push(line))?;
/// for_each_line(&Document::plain("b", "it RAINS\nmade 17:05\n2026-11-21"), |_, line| b.push(line))?;
/// assert_eq!((a.len(), &a), (2, &b));
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// What [`read`](super::read) says of documents that are too large, or HTML in a build without it.
pub fn for_each_line(document: &Document<'_>, mut line: impl FnMut(Range<usize>, u64)) -> Result<(), Error> {
    let options = TextOptions::default();
    super::reader::check_length(document)?;
    let view = super::reader::visible(document, &options)?;
    let text = view.as_ref().map_or(document.text, |view| &view.text);
    let left = super::clean::blanked(text, &volatile::find(text), &[]);
    lines_of(left.as_deref().unwrap_or(text), &mut line);
    Ok(())
}

/// Calls `line` with the place and the hash of each line of a text that has words.
pub(super) fn lines_of(text: &str, mut line: impl FnMut(Range<usize>, u64)) {
    let (options, mut end) = (TextOptions::default(), 0);
    for piece in lines(text) {
        let place = end..end + piece.len();
        end = place.end;
        let mut roller = Roller::new(1);
        let mut words = 0;
        let mut sink = |word: &str, _: Span| {
            roller.fill(hash::token(word));
            words += 1;
        };
        words::scan(text, place.clone(), &options, &mut Findings::default(), &mut sink);
        if words > 0 {
            line(place, roller.hash() >> (64 - 8 * LINE_BYTES));
        }
    }
}
