//! What documents of a session have in other words.

use std::borrow::Cow;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::object;
use super::session::{Entry, Session};
use twinprint::report::{Place, SentencePlaces};
use twinprint::reworded::{Sentences, reworded, words_in_both};
use twinprint::text::Utf16Map;
use twinprint::{Error, Prepared};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("reworded.d.ts");

#[wasm_bindgen]
extern "C" {
    /// [`Passage`]s as objects.
    #[wasm_bindgen(typescript_type = "RewordedPassage[]")]
    pub type RewordedPassages;
}

#[derive(Serialize)]
struct Passage {
    a: Place,
    b: Place,
    words_a: u32,
    words_b: u32,
    likeness: f64,
    sentences: Vec<SentencePair>,
}

#[derive(Serialize)]
struct SentencePair {
    #[serde(flatten)]
    places: SentencePlaces,
    shared_a: Vec<Place>,
    shared_b: Vec<Place>,
}

#[wasm_bindgen]
impl Session {
    /// The passages that two documents have in other words, or the same; offsets are UTF-16 code units of the texts to show.
    pub fn reworded(&self, a: u32, b: u32) -> Result<RewordedPassages, JsValue> {
        let [first, second] = self.of_pair(a, b)?;
        let sides = [Side::new(self, a, first)?, Side::new(self, b, second)?];
        let [a, b] = &sides;
        let found = reworded(&a.sentences, &b.sentences);
        let passages: Vec<Passage> = found
            .iter()
            .map(|passage| {
                let places = passage.places(|words| a.place(words), |words| b.place(words));
                Passage {
                    a: a.in_utf16(places.a),
                    b: b.in_utf16(places.b),
                    words_a: passage.a.len() as u32,
                    words_b: passage.b.len() as u32,
                    likeness: places.likeness,
                    sentences: places.sentences.iter().map(|pair| with_shared_words(&sides, pair)).collect(),
                }
            })
            .collect();
        object(&passages)
    }

    /// How many words each pair, given as a flat list a0, b0, a1, b1, .., has in passages in other words: those of the document
    /// that has more of them.
    pub fn reworded_words(&self, pairs: &[u32]) -> Result<Vec<u32>, JsValue> {
        let mut words = Vec::new();
        for pair in pairs.chunks_exact(2) {
            let [a, b] = self.of_pair(pair[0], pair[1])?;
            let found = reworded(&*self.sentences(pair[0], a)?, &*self.sentences(pair[1], b)?);
            let in_a: usize = found.iter().map(|passage| passage.a.len()).sum();
            let in_b: usize = found.iter().map(|passage| passage.b.len()).sum();
            words.push(in_a.max(in_b) as u32);
        }
        Ok(words)
    }

    fn sentences(&self, id: u32, prepared: &Prepared) -> Result<Cow<'_, Sentences>, JsValue> {
        let entry = self.entry(id)?;
        // Else it is prepared for one pair alone.
        let made = match self.prepared(id) {
            Ok(own) if std::ptr::eq(own, prepared) => entry.sentences_of(own).map(Cow::Borrowed),
            _ => Sentences::new(prepared, &entry.text).map(Cow::Owned),
        };
        made.map_err(super::thrown)
    }
}

impl Entry {
    fn sentences_of(&self, prepared: &Prepared) -> Result<&Sentences, Error> {
        if let Some(sentences) = self.sentences.get() {
            return Ok(sentences);
        }
        let made = Sentences::new(prepared, &self.text)?;
        Ok(self.sentences.get_or_init(|| made))
    }
}

/// One of two documents.
struct Side<'a> {
    document: &'a Prepared,
    sentences: Cow<'a, Sentences>,
    utf16: Utf16Map<'a>,
}

impl<'a> Side<'a> {
    fn new(session: &'a Session, id: u32, document: &'a Prepared) -> Result<Self, JsValue> {
        let sentences = session.sentences(id, document)?;
        Ok(Side { document, sentences, utf16: session.utf16(id)? })
    }

    /// Bytes of the text to show.
    fn place(&self, words: core::ops::Range<u32>) -> Place {
        let span = self.document.span(words);
        Place { start: span.start, end: span.end }
    }

    fn in_utf16(&self, place: Place) -> Place {
        Place { start: self.utf16.offset(place.start), end: self.utf16.offset(place.end) }
    }
}

/// Two sentences, given in bytes, with the words that both have.
fn with_shared_words([a, b]: &[Side<'_>; 2], pair: &SentencePlaces) -> SentencePair {
    let shared = |own: &Side<'_>, place, other: &Side<'_>, its| -> Vec<Place> {
        let words = words_in_both((own.document, place), (other.document, its));
        words.into_iter().map(|word| own.in_utf16(word)).collect()
    };
    SentencePair {
        places: SentencePlaces { a: a.in_utf16(pair.a), b: b.in_utf16(pair.b), likeness: pair.likeness },
        shared_a: shared(a, pair.a, b, pair.b),
        shared_b: shared(b, pair.b, a, pair.a),
    }
}
