//! Documents compared in a session: the bindings of [`Checker`].

use std::sync::Arc;

use js_sys::{JsString, Object, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::{object, thrown, thrown_for};
use twinprint::export::{self, Exhibit};
use twinprint::left_out::{Reason, Reasons};
use twinprint::report::{FlagCounts, Numbers, Place};
use twinprint::shingle;
use twinprint::text::{
    ApartKind, Cleaning, Document, Format, ImageRule, Language, Reader, Reading, Span, Unit, UrlRule,
    Utf16Map, WordRule, is_program,
};
use twinprint::{Checker, Error, Prepared, Reach, Recipe, ShingleHash, TakenOut};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("session.d.ts");

#[wasm_bindgen]
extern "C" {
    /// Encodes strings as UTF-8 some ten times as fast as the loop over characters that bindings have for a `String`.
    type TextEncoder;
    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;
    #[wasm_bindgen(method)]
    fn encode(this: &TextEncoder, text: &JsString) -> Vec<u8>;

    /// JavaScript's own words for a value.
    #[wasm_bindgen(js_name = String)]
    fn shown(value: &JsValue) -> String;

    /// The options as the caller gave them.
    #[wasm_bindgen(typescript_type = "Options")]
    pub type Options;
    /// [`Summary`] as an object.
    #[wasm_bindgen(typescript_type = "DocumentSummary")]
    pub type SummaryObject;
    /// [`Pair`] as an object.
    #[wasm_bindgen(typescript_type = "PairSummary")]
    pub type PairObject;
    /// A report as an object.
    #[wasm_bindgen(typescript_type = "Report")]
    pub type ReportObject;
    /// What does not count of a document.
    #[wasm_bindgen(typescript_type = "LeftOut[]")]
    pub type LeftOutPlaces;
    /// Documents without words of their own, each with its error.
    #[wasm_bindgen(typescript_type = "{ id: number; error: TwinprintError }[]")]
    pub type Unusable;
}

/// Documents and a checker. Documents go by numbers that the caller chooses.
#[wasm_bindgen]
pub struct Session {
    pub(super) checker: Checker,
    reader: Reader,
    /// In the order of their numbers: a map for few calls would weigh more.
    documents: Vec<(u32, Entry)>,
    /// The shingles that more than `FEW` of the class have.
    widespread: Vec<u64>,
    /// What a person took out of all documents, and of some pairs alone.
    taken: TakenOut,
    taken_of: Vec<TakenOf>,
}

/// What a person took out of one pair alone.
struct TakenOf {
    pair: [u32; 2],
    taken: TakenOut,
    /// The documents without it, while both are there.
    prepared: Option<[Prepared; 2]>,
}

pub(super) struct Entry {
    pub(super) text: String,
    reading: Arc<Reading>,
    /// An error where every word is in a template.
    prepared: Result<Prepared, Error>,
    /// What is shared with it does not count.
    template: bool,
    /// Made when it is first asked what the document has in other words.
    #[cfg(feature = "reworded")]
    pub(super) sentences: std::cell::OnceCell<twinprint::reworded::Sentences>,
}

impl Entry {
    /// What counts of it although it is left out: a template stays whole.
    fn counted(&self) -> Reasons {
        self.template.then_some(Reason::Template).into_iter().collect()
    }
}

/// The most documents of a class that have a shingle which counts as rare: both of a pair, and one other.
const FEW: usize = 3;

#[derive(Serialize)]
struct Summary {
    words: u32,
    fingerprint: String,
    flags: FlagCounts,
    program: bool,
}

#[derive(Serialize)]
struct Pair {
    #[serde(flatten)]
    numbers: Numbers,
    passages: u32,
}

#[wasm_bindgen]
impl Session {
    /// A session by the default recipe, or by one with the options given.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<Options>) -> Result<Session, JsValue> {
        let checker = checker(options.as_ref().map(AsRef::as_ref)).map_err(thrown)?;
        let reader = checker.reader();
        #[cfg(feature = "reworded")]
        let reader = reader.with_words();
        let taken = TakenOut::default();
        Ok(Session {
            reader,
            checker,
            documents: Vec::new(),
            widespread: Vec::new(),
            taken,
            taken_of: Vec::new(),
        })
    }

    /// The recipe's canonical text.
    #[wasm_bindgen(getter)]
    pub fn recipe(&self) -> String {
        self.checker.recipe().to_string()
    }

    /// The recipe's id, 32 hexadecimal digits.
    #[wasm_bindgen(getter)]
    pub fn recipe_id(&self) -> String {
        self.checker.recipe().id().to_string()
    }

    /// Reads a document, or reads it again. Throws where it has no words, and is then absent.
    pub fn put(
        &mut self,
        id: u32,
        name: &str,
        text: JsString,
        #[wasm_bindgen(unchecked_param_type = "\"plain\" | \"html\"")] format: &str,
        url: Option<String>,
    ) -> Result<SummaryObject, JsValue> {
        self.remove(id);
        let format = Format::from_name(format).map_err(thrown)?;
        let text = utf8(&text);
        let document = Document::new(name, &text, format).with_url(url.as_deref());
        let reading = Arc::new(self.reader.read(&document).map_err(thrown)?);
        let prepared = self.checker.prepare_taking_out(reading.clone(), Reasons::default(), &[&self.taken]);
        let summary = prepared.as_ref().map(|prepared| Summary {
            words: reading.hashes().len() as u32,
            fingerprint: prepared.fingerprint().to_string(),
            flags: prepared.flags(),
            program: format == Format::Plain && is_program(&text),
        });
        let summary = summary.map_err(thrown_for).and_then(|summary| object(&summary));
        let entry = Entry {
            text,
            reading,
            prepared,
            template: false,
            #[cfg(feature = "reworded")]
            sentences: Default::default(),
        };
        let place = self.documents.partition_point(|(other, _)| *other < id);
        self.documents.insert(place, (id, entry));
        self.prepare_pairs(Some(id));
        summary
    }

    /// Forgets a document.
    pub fn remove(&mut self, id: u32) {
        let Ok(place) = self.place(id) else { return };
        let (_, entry) = self.documents.remove(place);
        self.prepare_pairs(Some(id));
        if entry.template {
            self.take_templates_off();
        }
    }

    /// Sets which documents are templates: what is shared with them does not count. Returns the documents that
    /// now have no words of their own.
    pub fn templates(&mut self, ids: &[u32]) -> Result<Unusable, JsValue> {
        for (id, entry) in &mut self.documents {
            entry.template = ids.contains(id);
        }
        self.take_templates_off();
        let unusable = js_sys::Array::new();
        for &(id, ref entry) in &self.documents {
            if let Err(error) = &entry.prepared
                && !entry.template
            {
                let item = Object::new();
                Reflect::set(&item, &"id".into(), &id.into())?;
                Reflect::set(&item, &"error".into(), &thrown_for(error))?;
                unusable.push(&item);
            }
        }
        Ok(JsValue::from(unusable).unchecked_into())
    }

    /// Sets what was taken out by hand, as texts: their words do not count, as those of templates do not. Of one pair, if
    /// `pair` has the numbers of its documents; of all documents, if it has none. Returns those of which other words count now.
    pub fn take_out(&mut self, texts: Vec<JsString>, pair: &[u32]) -> Result<Vec<u32>, JsValue> {
        let taken = self.checker.taken_out(texts.iter().map(utf8));
        match *pair {
            [] => {
                self.taken = taken;
                Ok(self.prepare_again())
            }
            [a, b] => {
                self.taken_of.retain(|of| of.pair != [a, b] && of.pair != [b, a]);
                if !texts.is_empty() {
                    self.taken_of.push(TakenOf { pair: [a, b], taken, prepared: None });
                    self.prepare_pairs(Some(a));
                }
                Ok(vec![a, b])
            }
            _ => {
                let (value, expected) = (pair.len().to_string(), "two documents, or none for all");
                Err(thrown(Error::InvalidOption { option: "pair", value, expected }))
            }
        }
    }

    /// The numbers of a pair.
    pub fn pair(&self, a: u32, b: u32) -> Result<PairObject, JsValue> {
        let [a, b] = self.of_pair(a, b)?;
        self.numbers(a, b)
    }

    /// The numbers of a pair if what is left out for one reason, such as "quotations", counted.
    pub fn pair_counting(
        &self,
        a: u32,
        b: u32,
        #[wasm_bindgen(unchecked_param_type = "LeftOut[\"kind\"] | \"template\"")] reason: &str,
    ) -> Result<PairObject, JsValue> {
        let counted: Reasons = Some(Reason::from_name(reason).map_err(thrown)?).into_iter().collect();
        let [a, b] = self.prepare_pair(&self.checker, [a, b], Some(counted))?;
        self.numbers(&a, &b)
    }

    /// What does not count of a document, template text aside; offsets are UTF-16 code units of the text to show.
    pub fn left_out(&self, id: u32) -> Result<LeftOutPlaces, JsValue> {
        let map = self.utf16(id)?;
        let place = |span: Span| Place { start: map.offset(span.start), end: map.offset(span.end) };
        object(&self.prepared(id)?.left_out_places(place))
    }

    /// Sets which documents are the class that says what is common and what is rare, each with the number of its author:
    /// documents of one author count as one. Runs of N words that more than `most` authors have no longer count; where
    /// `most` is 0 all do. Whether that changed any document.
    pub fn set_class(&mut self, ids: &[u32], authors: &[u32], most: u32) -> bool {
        let mut common = Vec::new();
        if most > 0 {
            let runs = |id: &u32| Some(self.checker.run_hashes(&self.find(*id)?.reading));
            let runs: Vec<Vec<u64>> = ids.iter().map(|id| runs(id).unwrap_or_default()).collect();
            let runs = runs.iter().map(|runs| &runs[..]);
            common = shingle::widespread(runs.zip(authors.iter().copied()), most as usize);
        }
        let changed = self.checker.set_common(common);
        if changed {
            self.prepare_again();
        }
        let shingles = |id: &u32| Some(self.find(*id)?.prepared.as_ref().ok()?.shingle_hashes());
        let shingles = ids.iter().map(|id| shingles(id).unwrap_or_default());
        self.widespread = shingle::widespread(shingles.zip(authors.iter().copied()), FEW);
        changed
    }

    /// How many words each of these documents has that do not count because many have them, and how many in all: a flat list of both. One of
    /// which nothing counts has none that does.
    pub fn common_words(&self, ids: &[u32]) -> Vec<u32> {
        let words = |id: &u32| {
            let entry = self.find(*id)?;
            let all = entry.reading.hashes().len() as u32;
            let common =
                entry.prepared.as_ref().map_or(all, |document| document.words_left_out(Reason::Common));
            Some([common, all])
        };
        ids.iter().flat_map(|id| words(id).unwrap_or([0, 0])).collect()
    }

    /// How rare the words are that each pair shares, given as a flat list a0, b0, a1, b1, ..: the share of its shared
    /// shingles that no more than one other author of the class has; NaN where it shares none.
    pub fn rarity(&self, pairs: &[u32]) -> Result<Vec<f64>, JsValue> {
        let mut rarities = Vec::new();
        for pair in pairs.chunks_exact(2) {
            let [a, b] = self.of_pair(pair[0], pair[1])?;
            rarities.push(a.rarity(b, &self.widespread).unwrap_or(f64::NAN));
        }
        Ok(rarities)
    }

    /// How many words of a document are shared with any of others, as they are: each once, in however many it stands.
    pub fn words_elsewhere(&self, id: u32, others: &[u32]) -> Result<u32, JsValue> {
        let mut pairs = Vec::new();
        for &other in others {
            pairs.push(self.of_pair(id, other)?);
        }
        self.checker.words_elsewhere(&pairs).map_err(thrown)
    }

    /// Everything about a pair; offsets are UTF-16 code units of the texts to show.
    pub fn report(&self, a: u32, b: u32) -> Result<ReportObject, JsValue> {
        let [first, second] = self.of_pair(a, b)?;
        self.compared(&self.checker, [a, b], [first, second])
    }

    /// The same as far as it is copied, whatever the session looks for.
    pub fn report_copied(&self, a: u32, b: u32) -> Result<ReportObject, JsValue> {
        let checker = self.checker.clone().with_reach(Reach::Copied);
        let [first, second] = self.prepare_pair(&checker, [a, b], None)?;
        self.compared(&checker, [a, b], [&first, &second])
    }

    fn compared(
        &self,
        checker: &Checker,
        [a, b]: [u32; 2],
        [prepared_a, prepared_b]: [&Prepared; 2],
    ) -> Result<ReportObject, JsValue> {
        let (map_a, map_b) = (self.utf16(a)?, self.utf16(b)?);
        let place_a = |span: Span| Place { start: map_a.offset(span.start), end: map_a.offset(span.end) };
        let place_b = |span: Span| Place { start: map_b.offset(span.start), end: map_b.offset(span.end) };
        object(&checker.compare_in(prepared_a, prepared_b, place_a, place_b).map_err(thrown)?)
    }

    /// The text to show: the text given, or the visible text of HTML.
    pub fn view(&self, id: u32) -> Result<String, JsValue> {
        let entry = self.entry(id)?;
        Ok(entry.reading.view(&entry.text).into())
    }

    /// One safe HTML file with pairs, given as a flat list a0, b0, a1, b1, ..
    pub fn html(&self, pairs: &[u32]) -> Result<String, JsValue> {
        let mut exhibits = Vec::new();
        for pair in pairs.chunks_exact(2) {
            let [a, b] = self.of_pair(pair[0], pair[1])?;
            let (one, other) = (self.entry(pair[0])?, self.entry(pair[1])?);
            exhibits.push((Exhibit::new(a, &one.text), Exhibit::new(b, &other.text)));
        }
        export::html(&self.checker, &exhibits).map_err(thrown)
    }

    /// Pairs as CSV, given as a flat list a0, b0, a1, b1, ..
    pub fn csv(&self, pairs: &[u32]) -> Result<String, JsValue> {
        let mut rows = Vec::new();
        for pair in pairs.chunks_exact(2) {
            let [a, b] = self.of_pair(pair[0], pair[1])?;
            let (numbers, _) = self.checker.numbers(a, b).map_err(thrown)?;
            rows.push((a, b, numbers));
        }
        Ok(export::csv(rows.iter().map(|(a, b, numbers)| (a.name(), b.name(), numbers))))
    }

    #[inline(never)]
    fn numbers(&self, a: &Prepared, b: &Prepared) -> Result<PairObject, JsValue> {
        let (numbers, passages) = self.checker.numbers(a, b).map_err(thrown)?;
        object(&Pair { numbers, passages: passages.len() as u32 })
    }

    #[inline(never)]
    pub(super) fn entry(&self, id: u32) -> Result<&Entry, JsValue> {
        self.find(id).ok_or_else(|| absent(id))
    }

    fn find(&self, id: u32) -> Option<&Entry> {
        Some(&self.documents[self.place(id).ok()?].1)
    }

    #[inline(never)]
    fn place(&self, id: u32) -> Result<usize, usize> {
        self.documents.binary_search_by_key(&id, |&(other, _)| other)
    }

    #[inline(never)]
    pub(super) fn prepared(&self, id: u32) -> Result<&Prepared, JsValue> {
        self.entry(id)?.prepared.as_ref().map_err(thrown_for)
    }

    #[inline(never)]
    pub(super) fn utf16(&self, id: u32) -> Result<Utf16Map<'_>, JsValue> {
        let entry = self.entry(id)?;
        Ok(Utf16Map::new(entry.reading.view(&entry.text)))
    }

    /// Two documents as they are compared: without what was taken out of this pair alone, too.
    #[inline(never)]
    pub(super) fn of_pair(&self, a: u32, b: u32) -> Result<[&Prepared; 2], JsValue> {
        let found = self.taken_of.iter().find(|of| of.pair == [a, b] || of.pair == [b, a]);
        if let Some(TakenOf { pair, prepared: Some([one, other]), .. }) = found {
            return Ok(if *pair == [a, b] { [one, other] } else { [other, one] });
        }
        Ok([self.prepared(a)?, self.prepared(b)?])
    }

    /// Prepares two documents anew, without what was taken out of them; what is left out for some reasons counts, if these are given.
    #[inline(never)]
    fn prepare_pair(
        &self,
        checker: &Checker,
        [a, b]: [u32; 2],
        counted: Option<Reasons>,
    ) -> Result<[Prepared; 2], JsValue> {
        let none = TakenOut::default();
        let of = self.taken_of.iter().find(|of| of.pair == [a, b] || of.pair == [b, a]);
        let taken = [&self.taken, of.map_or(&none, |of| &of.taken)];
        let prepare = |id| {
            let entry = self.entry(id)?;
            let counted = counted.unwrap_or_else(|| entry.counted());
            checker.prepare_taking_out(entry.reading.clone(), counted, &taken).map_err(thrown)
        };
        Ok([prepare(a)?, prepare(b)?])
    }

    /// Prepares the pairs anew of which something was taken out, those of one document alone if it is given.
    #[inline(never)]
    fn prepare_pairs(&mut self, id: Option<u32>) {
        for at in 0..self.taken_of.len() {
            let pair = self.taken_of[at].pair;
            if id.is_none_or(|id| pair.contains(&id)) {
                self.taken_of[at].prepared = self.prepare_pair(&self.checker, pair, None).ok();
            }
        }
    }

    /// Prepares every document anew without what it shares with a template.
    fn take_templates_off(&mut self) {
        let templates = self.documents.iter().filter(|(_, entry)| entry.template);
        self.checker.set_templates(templates.map(|(_, entry)| &*entry.reading));
        self.prepare_again();
    }

    /// Prepares the documents anew of which other words count now, and returns which these are.
    fn prepare_again(&mut self) -> Vec<u32> {
        let mut changed = Vec::new();
        for (id, entry) in &mut self.documents {
            let (counted, taken) = (entry.counted(), [&self.taken]);
            let again = match &mut entry.prepared {
                Ok(prepared) => self.checker.prepare_again(prepared, counted, &taken),
                Err(_) => {
                    entry.prepared = self.checker.prepare_taking_out(entry.reading.clone(), counted, &taken);
                    Ok(entry.prepared.is_ok())
                }
            };
            match again {
                Ok(false) => continue,
                Ok(true) => {}
                Err(error) => entry.prepared = Err(error),
            }
            #[cfg(feature = "reworded")]
            entry.sentences.take();
            changed.push(*id);
        }
        self.prepare_pairs(None);
        changed
    }
}

/// The encoding that bytes are in, by its WHATWG label, for a `TextDecoder`. Throws where they are not text.
#[wasm_bindgen]
pub fn encoding(bytes: &[u8], name: &str) -> Result<String, JsValue> {
    twinprint::text::encoding::detect(bytes, name).map(String::from).map_err(thrown)
}

/// A text in UTF-8; lone surrogates become U+FFFD.
pub(super) fn utf8(text: &JsString) -> String {
    // An encoder writes valid UTF-8, so nothing is lost.
    String::from_utf8(TextEncoder::new().encode(text)).unwrap_or_default()
}

fn checker(options: Option<&JsValue>) -> Result<Checker, Error> {
    let mut recipe = Recipe::default();
    let mut run = Checker::DEFAULT_RUN;
    let Some(options) = options else { return Checker::new(recipe) };
    let given = |key: &str| {
        let value = Reflect::get(options, &key.into()).unwrap_or(JsValue::UNDEFINED);
        (!value.is_undefined() && !value.is_null()).then_some(value)
    };
    let name = |key: &str| given(key).map(|value| value.as_string().unwrap_or_else(|| shown(&value)));
    let number = |key: &'static str, value: JsValue| {
        value
            .as_f64()
            .filter(|number| *number >= 0.0 && *number == f64::from(*number as u32))
            .map(|n| n as usize)
            .ok_or(Error::InvalidOption { option: key, value: shown(&value), expected: "a whole number" })
    };
    if let Some(value) = given("shingle") {
        recipe.w = number("shingle", value)?;
    }
    if let Some(value) = given("run") {
        run = number("run", value)?;
    }
    let reach = match name("reach").as_deref() {
        None | Some("edited") => Reach::Edited,
        Some("copied") => Reach::Copied,
        Some(other) => {
            let expected = "copied or edited";
            return Err(Error::InvalidOption { option: "reach", value: other.into(), expected });
        }
    };
    if let Some(name) = name("shingle_hash") {
        recipe.shingle_hash = ShingleHash::from_name(&name)?;
    }
    if let Some(name) = name("units") {
        recipe.text.units = Unit::from_name(&name)?;
    }
    if let Some(name) = name("words") {
        recipe.text.words = WordRule::from_name(&name)?;
    }
    if let Some(name) = name("urls") {
        recipe.text.urls = UrlRule::from_name(&name)?;
    }
    if let Some(name) = name("images") {
        recipe.text.images = ImageRule::from_name(&name)?;
    }
    if let Some(name) = name("clean") {
        recipe.text.clean = Cleaning::from_name(&name)?;
    }
    if let Some(code) = name("stop_words") {
        recipe.text.stop_words = Some(language("stop-words", code)?);
    }
    if let Some(code) = name("stemmer") {
        recipe.text.stemmer = Some(language("stemmer", code)?);
    }
    let mut kinds = Vec::new();
    if let Some(names) = given("leave_out") {
        for name in js_sys::Array::from(&names) {
            kinds.push(ApartKind::from_name(&name.as_string().unwrap_or_else(|| shown(&name)))?);
        }
    }
    Ok(Checker::new(recipe)?.with_run(run)?.with_reach(reach).with_left_out(&kinds))
}

fn language(option: &'static str, code: String) -> Result<Language, Error> {
    let expected = "a language's code, such as en";
    Language::from_code(&code).ok_or(Error::InvalidOption { option, value: code, expected })
}

pub(super) fn absent(id: u32) -> JsValue {
    let expected = "the number of a document that was put and has words";
    thrown(Error::InvalidOption { option: "document", value: id.to_string(), expected })
}
