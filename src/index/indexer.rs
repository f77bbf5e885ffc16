//! Reads, cuts and signs documents by the design of an index.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::pairs::{of_shingle, pairs};
use super::signed::{Passage, Signed};
use super::{Design, Source, Stretch};
use crate::error::Error;
use crate::lexicon::Model;
use crate::recipe::RecipeId;
use crate::shingle;
use crate::sketch::Sketcher;
#[cfg(feature = "clean")]
use crate::text::Boilerplate;
use crate::text::{Document, Reader, Reading, Span, TextOptions};

/// Signs documents by one design, those of an index and those that are checked against it alike. What it looks up and its
/// buffers are kept from document to document.
///
/// ```
/// use twinprint::Document;
/// use twinprint::index::{Design, Indexer};
/// let mut indexer = Indexer::new(&Design::default(), None)?;
/// let text = "It was the best of times, it was the worst of times.";
/// let signed = indexer.sign(&Document::plain("tale", text))?;
/// assert_eq!(signed.passages.len(), 1); // Too short to be cut.
/// assert!(signed.passages[0].fingerprints.is_empty()); // By this design.
/// assert_eq!(signed.shingles.len(), 5); // Of eight words each.
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct Indexer {
    design: Design,
    id: RecipeId,
    reader: Reader,
    words: TextOptions,
    /// What signs passages, if they are signed.
    sketcher: Option<Sketcher>,
    #[cfg(feature = "clean")]
    boilerplate: Option<Arc<Boilerplate>>,
}

impl Indexer {
    /// A signer by `design`; `model` is the one that the design names, if it names one. Boilerplate that its method takes out is
    /// [given](Indexer::with_boilerplate) before a document is signed.
    ///
    /// # Errors
    /// What [`Design::check`] says, and [`Error::OtherModel`] when the model is missing or another than the design names.
    pub fn new(design: &Design, model: Option<Arc<Model>>) -> Result<Self, Error> {
        design.check()?;
        // What the method takes out is in no passage, in no shingle and in no pair.
        let words = TextOptions::default().with_clean(design.clean()?);
        let reader = Reader::new(&words)?;
        Ok(Indexer {
            id: design.id(),
            reader: if design.pairs.is_some() { reader.with_words() } else { reader },
            words,
            sketcher: design.recipe()?.map(|recipe| Sketcher::new(recipe, model)).transpose()?,
            #[cfg(feature = "clean")]
            boilerplate: None,
            design: design.clone(),
        })
    }

    /// With the boilerplate that the design's method takes out, if it takes any.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use twinprint::Document;
    /// use twinprint::index::{Design, Indexer};
    /// use twinprint::sketch::Method;
    /// use twinprint::text::{Boilerplate, BoilerplateRule, SiteLines, for_each_line};
    /// let mut lines = Vec::new();
    /// for_each_line(&Document::plain("menu", "Home | About"), |_, line| lines.push(line))?;
    /// let site = SiteLines { site: "example.org".into(), pages: 40, lines };
    /// let boilerplate = Arc::new(Boilerplate::new(BoilerplateRule::default(), [site]));
    /// let method = Method::name_boilerplate("simhash-lexicons:w=1,clean=site", boilerplate.id());
    /// let design = Design { method, ..Design::default() };
    /// let mut indexer = Indexer::new(&design, None)?.with_boilerplate(Some(boilerplate))?;
    /// let page = Document::plain("a", "Home | About\nIt rains.").with_url("https://example.org/a");
    /// assert_eq!(indexer.sign(&page)?.reading.hashes().len(), 2);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] if it is not the boilerplate that the method names, or there is none.
    #[cfg(feature = "clean")]
    pub fn with_boilerplate(self, boilerplate: Option<Arc<Boilerplate>>) -> Result<Self, Error> {
        let reader = self.reader.with_boilerplate(boilerplate.clone())?;
        let with = |sketcher: Sketcher| sketcher.with_boilerplate(boilerplate.clone());
        let sketcher = self.sketcher.map(with).transpose()?;
        Ok(Indexer { reader, sketcher, boilerplate, ..self })
    }

    /// The design.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The design's id.
    pub fn id(&self) -> RecipeId {
        self.id
    }

    /// A document read, cut and signed.
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says.
    pub fn sign(&mut self, document: &Document<'_>) -> Result<Signed, Error> {
        let reading = self.reader.read(document)?;
        let parts = self.design.cut.passages(reading.view(document.text), &reading);
        let whole = 0..reading.hashes().len() as u32;
        let cut = [whole].into_iter().chain(parts.iter().filter(|_| parts.len() > 1).cloned());
        let stretches: Vec<Stretch> =
            cut.map(|words| Stretch { span: span(&reading, &words), words }).collect();
        let fingerprints = self.fingerprints(document, &reading, &stretches)?;
        let passages = stretches.into_iter().zip(fingerprints);
        let passages =
            passages.map(|(Stretch { words, span }, fingerprints)| Passage { words, span, fingerprints });
        let mut shingles = Vec::with_capacity(reading.hashes().len());
        let w = self.design.shingles.w as usize;
        let has_pairs = self.design.pairs.is_some();
        let own = |hash: u64| if has_pairs { of_shingle(hash) } else { hash };
        shingle::roll(reading.hashes(), w, |hash, word| shingles.push((own(hash), word)));
        Ok(Signed {
            passages: passages.collect(),
            pairs: self.design.pairs.map_or_else(Vec::new, |pairing| pairs(&reading, pairing)),
            reading,
            shingles,
            #[cfg(feature = "clean")]
            boilerplate: self.boilerplate.clone(),
        })
    }

    /// The fingerprints of each stretch of a document.
    fn fingerprints(
        &mut self,
        document: &Document<'_>,
        reading: &Reading,
        stretches: &[Stretch],
    ) -> Result<Vec<Vec<u64>>, Error> {
        let Some(sketcher) = &mut self.sketcher else {
            return Ok(stretches.iter().map(|_| Vec::new()).collect());
        };
        if sketcher.recipe().text == self.words {
            let tokens = reading.hashes();
            let words =
                stretches.iter().map(|stretch| stretch.words.start as usize..stretch.words.end as usize);
            return Ok(words.map(|words| sketcher.simhashes(&tokens[words])).collect());
        }
        // The method's own terms: those of a stretch begin at or after its first word, and before the first of the next.
        let own = match sketcher.read(document) {
            Ok(own) => own,
            // There may be none but stop words.
            Err(Error::NoWords { .. }) => return Ok(stretches.iter().map(|_| Vec::new()).collect()),
            Err(error) => return Err(error),
        };
        let starts = |word: u32| reading.spans().get(word as usize).map_or(u32::MAX, |span| span.start);
        let terms_before = |word: u32| {
            if word == 0 { 0 } else { own.spans().partition_point(|term| term.start < starts(word)) }
        };
        let terms =
            stretches.iter().map(|Stretch { words, .. }| terms_before(words.start)..terms_before(words.end));
        Ok(terms.map(|terms| sketcher.simhashes(&own.hashes()[terms])).collect())
    }
}

/// The place of some words, from the first of their bytes to the last.
fn span(reading: &Reading, words: &Range<u32>) -> Span {
    let own = &reading.spans()[words.start as usize..words.end as usize];
    let start = own.first().map_or(0, |span| span.start);
    Span { start, end: own.iter().map(|span| span.end).max().unwrap_or(start) }
}

impl Signed {
    /// What an index says of the document. Its number and whether the text is kept are not known yet.
    ///
    /// # Errors
    /// As [`selected`](Signed::selected).
    pub fn source(
        &self,
        id: &str,
        title: Option<&str>,
        url: Option<&str>,
        design: &Design,
    ) -> Result<Source, Error> {
        let mut selected: Vec<u64> =
            self.selected(design.window())?.into_iter().map(|(hash, _)| hash).collect();
        selected.sort_unstable();
        selected.dedup();
        let stretch = |passage: &Passage| Stretch { words: passage.words.clone(), span: passage.span };
        Ok(Source {
            id: id.into(),
            title: title.map(Into::into),
            url: url.map(Into::into),
            words: self.reading.hashes().len() as u32,
            shingles: selected.len() as u32,
            first: 0,
            passages: self.passages.iter().map(stretch).collect(),
            has_text: false,
            removed: false,
        })
    }
}
