//! Pairs to judge: written for `study label`, and their verdicts read.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use twinprint::Format;
use twinprint_native::Error;
use twinprint_native::corpus::Source;
use twinprint_native::scan::Catalogue;
use twinprint_study::label::{LabelDocument, LabelPair, LabelPairs, PairOrigin};

use crate::say_note;
use crate::terminal::counted;

/// Writes pairs with their texts, each with its kind and its documents.
pub(super) fn write(
    folder: &Path,
    drawn: PairOrigin,
    pairs: &[(String, u32, u32)],
    catalogue: &Catalogue,
    again: impl FnOnce(&BTreeSet<u32>) -> HashMap<u32, Source>,
) -> Result<(), Error> {
    let wanted = pairs.iter().flat_map(|&(_, a, b)| [a, b]).collect();
    let sources = again(&wanted);
    let page = |document: u32| -> Result<LabelDocument, Error> {
        let source = sources.get(&document).ok_or_else(|| {
            let place = catalogue.name(document).unwrap_or_default();
            Error::ReadOnce { place }
        })?;
        let Source { name, url, text, format, .. } = source;
        Ok(LabelDocument {
            id: name.clone(),
            url: url.clone(),
            text: text.clone(),
            html: *format == Format::Html,
        })
    };
    let pair = |(kind, a, b): &(String, u32, u32)| -> Result<LabelPair, Error> {
        let words = [*a, *b].map(|document| catalogue.row(document).words);
        Ok(LabelPair { kind: kind.clone(), words, a: page(*a)?, b: page(*b)? })
    };
    let pairs: Vec<LabelPair> = pairs.iter().map(pair).collect::<Result<_, _>>()?;
    if pairs.is_empty() {
        say_note("there is no pair to judge");
        return Ok(());
    }
    let count = pairs.len() as u64;
    LabelPairs { drawn, pairs }.write(folder)?;
    let place = folder.display();
    say_note(format_args!(
        "{place}: {} to judge with \"twinprint study label {place}\"",
        counted(count, "pair")
    ));
    Ok(())
}

/// Makes sure that judged pairs are drawn from what is studied now: else they weigh what they do not stand for.
pub(super) fn check(folder: &Path, judged: &PairOrigin, drawn: &PairOrigin) -> Result<(), Error> {
    let within = |of: &PairOrigin| -> BTreeMap<String, u64> {
        let own = of
            .pairs
            .iter()
            .filter(|(kind, _)| drawn.pairs.contains_key(*kind) && judged.pairs.contains_key(*kind));
        own.map(|(kind, count)| (kind.clone(), *count)).collect()
    };
    if judged.source == drawn.source && judged.study == drawn.study && within(judged) == within(drawn) {
        return Ok(());
    }
    Err(Error::Label {
        place: folder.to_string_lossy().into_owned(),
        what: "its pairs were drawn from another corpus, or by another method".into(),
        remedy: "give the corpus and the method that they were drawn with",
    })
}

/// The numbers of documents by their names, of those that a corpus has.
pub(super) fn ordinals<'a>(
    names: impl Iterator<Item = &'a str>,
    catalogue: &Catalogue,
) -> Result<HashMap<&'a str, u32>, Error> {
    let wanted: BTreeSet<&str> = names.collect();
    let mut ordinals = HashMap::new();
    for ordinal in 0..catalogue.len() as u32 {
        if let Some(name) = wanted.get(&*catalogue.name(ordinal)?) {
            ordinals.insert(*name, ordinal);
        }
    }
    Ok(ordinals)
}

/// What is said of a judged pair whose documents the corpus has not.
pub(super) fn strange(folder: &Path, a: &str, b: &str) -> Error {
    Error::Label {
        place: folder.to_string_lossy().into_owned(),
        what: format!("it has a pair of {a} and {b}, which is none of this study"),
        remedy: "give the corpus that its pairs were drawn from",
    }
}
