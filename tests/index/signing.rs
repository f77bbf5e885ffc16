//! How a document is signed: against the definitions.

use proptest::prelude::*;
use twinprint::Document;
use twinprint::hash;
use twinprint::index::{Cut, Design, Indexer, Shingling};
use twinprint::lexicon::Lexicons;
use twinprint::simhash::{Bits, Signer};

use super::soup;

/// The shingles of words, and which of them are selected by windows of `window`: the smallest of each, the rightmost of equal ones.
fn selected(words: &[u64], w: usize, window: usize) -> Vec<(u64, u32)> {
    let of = |words: &[u64]| {
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        hash::mix(words.iter().fold(0u64, |sum, word| sum.wrapping_mul(FACTOR).wrapping_add(*word)))
    };
    let all: Vec<(u64, u32)> = words.windows(w.min(words.len())).map(of).zip(0..).collect();
    let mut selected: Vec<(u64, u32)> = all
        .windows(window.min(all.len()))
        .map(|window| *window.iter().rev().min_by_key(|(hash, _)| hash).unwrap())
        .collect();
    selected.sort_by_key(|(_, word)| *word);
    selected.dedup();
    selected
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_document_and_its_passages_are_signed_by_their_words_and_its_shingles_selected_as_defined(
        words in soup::sentences(1..900, 300),
        (w, more) in (1u32..12, 0u32..20),
    ) {
        let design = Design { shingles: Shingling { w, run: w + more }, cut: Cut { least: 20, most: 80 }, ..Design::default().with_fingerprints() };
        let mut indexer = Indexer::new(&design, None).unwrap();
        let text = words.join(" ");
        let signed = indexer.sign(&Document::plain("text", &text)).unwrap();
        let hashes = signed.reading.hashes();
        let all = hashes.len() as u32;

        prop_assert_eq!(&signed.passages[0].words, &(0..all));
        let parts = &signed.passages[1..];
        prop_assert!(parts.len() != 1);
        prop_assert!(parts.is_empty() || (parts[0].words.start, parts[parts.len() - 1].words.end) == (0, all));
        let mut signer = Signer::new(1, Bits::B64, Lexicons::seeded(0, 3)).unwrap();
        for passage in &signed.passages {
            let words = passage.words.start as usize..passage.words.end as usize;
            let prints: Vec<u64> =
                signer.sign(&hashes[words.clone()], None).fingerprints.into_iter().flatten().map(|print| print as u64).collect();
            prop_assert_eq!(&passage.fingerprints, &prints);
            let spans = &signed.reading.spans()[words];
            prop_assert_eq!((passage.span.start, passage.span.end), (spans[0].start, spans[spans.len() - 1].end));
        }

        let window = design.window();
        prop_assert_eq!(window, more as usize + 1);
        let own = signed.selected(window).unwrap();
        prop_assert_eq!(&own, &selected(hashes, w as usize, window));
        let finer = signed.selected(window.min(4)).unwrap();
        prop_assert!(own.iter().all(|shingle| finer.contains(shingle)));
        for (_, word) in own {
            let passage = &signed.passages[signed.passage_of(word) as usize];
            prop_assert!(passage.words.contains(&word));
            prop_assert!(parts.is_empty() || passage != &signed.passages[0]);
        }
    }
}

#[test]
#[cfg(feature = "stem")]
fn a_method_with_terms_of_its_own_signs_those_of_each_passage() {
    let method = "simhash-lexicons:w=1,lexicons=1,stop-words=en,stemmer=en,weights=none";
    let design = Design {
        method: method.into(),
        cut: Cut { least: 4, most: 8 },
        ..Design::default().with_fingerprints()
    };
    let mut indexer = Indexer::new(&design, None).unwrap();
    let mut alone = |text: &str| indexer.sign(&Document::plain("text", text)).unwrap();
    let whole = alone("The dogs are barking loudly. And the cats were sleeping quietly.");
    assert_eq!(whole.passages.len(), 3);
    let parts =
        ["dog bark loudly", "a cat sleeps quietly"].map(|part| alone(part).passages[0].fingerprints.clone());
    assert_eq!([&whole.passages[1].fingerprints, &whole.passages[2].fingerprints], [&parts[0], &parts[1]]);
    assert!(alone("and the").passages[0].fingerprints.is_empty());
}

#[test]
#[cfg(feature = "html")]
fn passages_of_a_page_are_places_in_its_visible_text() {
    let design = Design { cut: Cut { least: 4, most: 8 }, ..Design::default().with_fingerprints() };
    let mut indexer = Indexer::new(&design, None).unwrap();
    let html = "<p>One sentence of a few words.<p>Then <b>another</b> of some more.";
    let signed = indexer.sign(&Document::html("page", html)).unwrap();
    let shown = signed.reading.view(html);
    let texts: Vec<&str> = signed.passages.iter().map(|passage| &shown[passage.span.range()]).collect();
    assert_eq!(texts[1..], ["One sentence of a few words", "Then another of some more"]);
}

#[test]
fn designs_out_of_range_are_refused() {
    let refused = |design: Design| Indexer::new(&design, None).unwrap_err().to_string();
    let of = |method: &str| Design { method: method.into(), ..Design::default().with_fingerprints() };
    assert_eq!(
        refused(of("minhash")),
        "method: \"minhash\" is not a value of this option; use a method that gives simhashes of 64 bits"
    );
    assert!(
        refused(of("simhash:bits=128,weights=none,stemmer=none,stop-words=none"))
            .contains("simhashes of 64 bits")
    );
    assert!(refused(of("no such")).starts_with("method: \"no such\""));
    assert!(refused(Design { k: 9, ..Design::default() }).contains("from 0 to 8"));
    assert!(
        refused(Design { cut: Cut { least: 40, most: 79 }, ..Design::default() }).contains("twice the least")
    );
    assert!(refused(Design { cut: Cut { least: u32::MAX, most: 1 }, ..Design::default() }).contains("32768"));
    assert!(
        refused(Design { shingles: Shingling { w: 8, run: 7 }, ..Design::default() })
            .contains("those of a shingle")
    );
    assert!(
        refused(Design { shingles: Shingling { w: 0, run: 7 }, ..Design::default() })
            .contains("from 1 to 64")
    );
    assert!(
        refused(Design { model: Some("x".into()), ..Design::default().with_fingerprints() })
            .contains("32 hexadecimal digits")
    );
    let unused = Design { model: Some("0".repeat(32)), ..Design::default().with_fingerprints() };
    assert!(refused(unused).contains("none: the method weighs every term alike"));
}

#[test]
fn a_design_has_a_text_and_an_id_that_stay() {
    let design = Design::default();
    assert_eq!(
        design.to_string(),
        "twinprint index design 2\n\
         method none\n\
         model none\n\
         k 3\n\
         passages 40 to 160 words\n\
         shingles 8 of runs of 25\n\
         pairs up to 3 apart, one in 5\n"
    );
    assert_eq!(design.id().to_string(), "830e9df055e7898593cbf2cba247a2ca");
    let design = design.with_fingerprints();
    assert_eq!(
        design.to_string(),
        "twinprint index design 1\n\
         method simhash-lexicons:w=1,lexicons=3,stop-words=none,stemmer=none,weights=none\n\
         model none\n\
         k 3\n\
         passages 40 to 160 words\n\
         shingles 8 of runs of 25\n"
    );
    assert_eq!(design.id().to_string(), "8f5bac5e53327abf923d951162100633");
}

#[test]
fn a_kept_method_that_says_nothing_of_frequency_counts_a_word_as_often_as_it_occurs() {
    let of = |method: &str| Design { method: method.into(), ..Design::default().with_fingerprints() };
    let plain = "simhash:w=1,stop-words=none,stemmer=none,weights=none";
    let signed = |more: &str, text: &str| {
        let mut indexer = Indexer::new(&of(&format!("{plain}{more}")), None).unwrap();
        indexer.sign(&Document::plain("text", text)).unwrap().passages[0].fingerprints.clone()
    };
    let (often, once) = ("a rose is a rose and no rose", "a rose is and no");
    assert_eq!(signed("", often), signed(",tf=raw", often));
    assert_ne!(signed("", often), signed(",tf=once", often));
    assert_eq!(signed(",tf=once", often), signed("", once));
    assert_eq!(of(plain).recipe().unwrap(), of(&format!("{plain},tf=raw")).recipe().unwrap());
}
