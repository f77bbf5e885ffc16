//! What is named as the reason of a difference is the reason.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::reference;
use proptest::prelude::*;
use twinprint::lexicon::{Lexicons, Model};
use twinprint::simhash::{Bits, Rule, TermFrequency};
use twinprint::sketch::{
    Alike, Detail, Explanation, Feature, LexiconDistances, Method, PartKind, Sketch, Sketcher,
};
use twinprint::{Document, Recipe, Sketching, hash};

const EVERYTHING: Detail = Detail { features: usize::MAX };

/// Without what needs a library.
const PLAIN: &str = "stop-words=none,stemmer=none";

const A: &str = "The keeper climbed the stairs at dusk and trimmed the wick.\nThe flame would not smoke before morning came.";
const B: &str = "The keeper climbed the steps at dusk and trimmed the wick.\nThe flame would not smoke before the morning came.";

/// Texts of words out of a small vocabulary.
fn words() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0u8..30, 1..40)
}

fn text_of(words: &[u8]) -> String {
    words.iter().map(|word| format!("word{word} ")).collect()
}

#[test]
fn how_far_lexicons_are_apart_is_told_by_every_rule_whichever_the_method_goes_by() {
    let (x, y) = ("the mill stood in water since the rain", "the mill stood in snow since the long rain");
    for line in [
        "simhash-lexicons:stop-words=none,stemmer=none",
        "simhash-lexicons:stop-words=none,stemmer=none,rule=sum",
    ] {
        let mut sketcher = sketcher(line);
        let (a, b) = (sketch(&mut sketcher, x), sketch(&mut sketcher, y));
        let by = |rule| Alike::Within { k: 0, rule }.score(&a, &b).unwrap().unwrap() as u32;
        let expected =
            LexiconDistances { any: by(Rule::Any), majority: by(Rule::Majority), sum: by(Rule::Sum) };
        assert_eq!(explain(&mut sketcher, x, y).lexicons, Some(expected), "{line}");
        assert!(expected.any < expected.majority && expected.majority < expected.sum, "{expected:?}");
    }
    for line in
        ["simhash:stop-words=none,stemmer=none", "minhash", "imatch-lexicons:stop-words=none,stemmer=none"]
    {
        assert_eq!(explain(&mut sketcher(line), x, y).lexicons, None, "{line}");
    }
}

fn sketcher(line: &str) -> Sketcher {
    Method::parse(line, None).unwrap().sketcher(None).unwrap()
}

fn explain(sketcher: &mut Sketcher, a: &str, b: &str) -> Explanation {
    sketcher.explain(&Document::plain("a", a), &Document::plain("b", b), &EVERYTHING).unwrap()
}

fn sketch(sketcher: &mut Sketcher, text: &str) -> Sketch {
    sketcher.sketch(&Document::plain("text", text)).unwrap()
}

/// A model by which words weigh differently.
fn model(recipe: &Recipe) -> Arc<Model> {
    let terms: Vec<(u64, u64)> =
        (0..30).map(|word| (hash::token(&format!("word{word}")), 1 << (word % 8))).collect();
    Arc::new(Model::new(&recipe.terms(), 256, &terms, &[]).unwrap())
}

/// The features of a text in a lexicon, with their words: its shingles, each with its hash and weight.
fn features(
    words: &[u8],
    lexicons: &Lexicons,
    lexicon: usize,
    w: usize,
    model: Option<&Model>,
) -> Vec<(String, u64, u32)> {
    let texts: Vec<String> = words.iter().map(|word| format!("word{word}")).collect();
    let kept: Vec<&String> = texts.iter().filter(|word| lexicons.holds(lexicon, hash::token(word))).collect();
    let shingle = |words: &[&String]| {
        let tokens: Vec<u64> = words.iter().map(|word| hash::token(word)).collect();
        let weight =
            tokens.iter().map(|&token| model.map_or(0, |model| u32::from(model.weight(token)))).sum::<u32>();
        let text: Vec<&str> = words.iter().map(|word| word.as_str()).collect();
        (text.join(" "), reference::rolled(&tokens), if model.is_some() { weight } else { 1 })
    };
    match kept.len() {
        0 => Vec::new(),
        length => kept.windows(w.min(length)).map(shingle).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn shares_in_the_bits_of_a_simhash_are_those_of_a_naive_recount(
        (a, b) in (words(), words()),
        w in 1usize..4,
        seeds in prop::collection::vec(any::<u64>(), 0..4),
        bits in prop::sample::select(vec![Bits::B32, Bits::B64, Bits::B128]),
        weighed in any::<bool>(),
        tf in prop::sample::select(vec![TermFrequency::Raw, TermFrequency::Log, TermFrequency::Once]),
    ) {
        let lexicons = Lexicons { leave_out: 400, seeds };
        let sketching = Sketching::Simhash { bits, lexicons: lexicons.clone() };
        let mut recipe = Recipe::default().with_w(w).with_tf(tf).with_sketching(sketching);
        let model = weighed.then(|| model(&recipe));
        recipe.weights = model.as_ref().map(|model| model.id());
        let mut sketcher = Sketcher::new(recipe, model.clone()).unwrap();
        let (text_a, text_b) = (text_of(&a), text_of(&b));
        let parts = explain(&mut sketcher, &text_a, &text_b).parts;
        let [prints_a, prints_b] = [&text_a, &text_b].map(|text| sketch(&mut sketcher, text).value.to_parts());
        prop_assert_eq!(parts.len(), lexicons.count());
        for (lexicon, part) in parts.iter().enumerate() {
            let print = |text: &Option<String>| text.clone().unwrap_or("-".into());
            prop_assert_eq!((part.kind, part.number, part.of), (PartKind::Simhash, lexicon as u32, bits.count()));
            prop_assert_eq!((&print(&part.a), &print(&part.b)), (&prints_a[lexicon], &prints_b[lexicon]));
            let [of_a, of_b] = [&a, &b].map(|words| features(words, &lexicons, lexicon, w, model.as_deref()));
            let plain = |features: &[(String, u64, u32)]| -> Vec<(u64, u32)> {
                let features: Vec<_> = features.iter().map(|&(_, hash, weight)| (hash, weight)).collect();
                reference::counted(&features, tf.name())
            };
            if of_a.is_empty() || of_b.is_empty() {
                prop_assert_eq!((part.agree, part.features.len()), (0, 0));
                continue;
            }
            let (shares, gaps) = reference::shares(&plain(&of_a), &plain(&of_b), bits.count());
            prop_assert_eq!(shares.values().sum::<i64>(), gaps, "the shares make up the gaps");
            let count = |features: &[(String, u64, u32)], hash| features.iter().filter(|feature| feature.1 == hash).count() as u32;
            let mut expected: BTreeMap<&String, Feature> = BTreeMap::new();
            for (text, hash, weight) in of_a.iter().chain(&of_b) {
                let moved = shares.get(hash).copied().unwrap_or(0);
                if moved > 0 {
                    let (a, b) = (count(&of_a, *hash), count(&of_b, *hash));
                    expected.insert(text, Feature { text: text.clone(), weight: *weight, a, b, moved });
                }
            }
            let found: BTreeMap<&String, Feature> =
                part.features.iter().map(|feature| (&feature.text, feature.clone())).collect();
            prop_assert_eq!(found, expected);
            prop_assert!(part.features.is_sorted_by_key(|feature| -feature.moved), "the most first");
        }
    }

    #[test]
    fn shares_in_a_projection_make_up_the_gaps((a, b) in (words(), words())) {
        let part = explain(&mut sketcher("projection"), &text_of(&a), &text_of(&b)).parts.remove(0);
        let sums = |words: &[u8]| -> Vec<i64> {
            let tokens: Vec<u64> = words.iter().map(|word| hash::token(&format!("word{word}"))).collect();
            let entries: Vec<[u64; 6]> = tokens.iter().map(|&token| reference::projection(&[token])).collect();
            let sign = |entry: &[u64; 6], bit: usize| if entry[bit / 64] >> (bit % 64) & 1 == 1 { 1 } else { -1 };
            (0..384).map(|bit| entries.iter().map(|entry| sign(entry, bit)).sum()).collect()
        };
        let pairs: Vec<(i64, i64)> = sums(&a).into_iter().zip(sums(&b)).filter(|(a, b)| (*a > 0) != (*b > 0)).collect();
        prop_assert_eq!(part.agree as usize, 384 - pairs.len());
        let gaps: i64 = pairs.iter().map(|(a, b)| (a - b).abs()).sum();
        // Those that held the sums together are not named.
        prop_assert!(part.features.iter().map(|feature| feature.moved).sum::<i64>() >= gaps);
        prop_assert_eq!(part.features.is_empty(), pairs.is_empty());
    }

    #[test]
    fn each_min_value_that_differs_is_of_the_shingle_that_is_named((a, b) in (words(), words())) {
        let parts = explain(&mut sketcher("minhash:w=1,values=30"), &text_of(&a), &text_of(&b)).parts;
        let mut expected: BTreeMap<String, i64> = BTreeMap::new();
        let values = |words: &[u8]| -> Vec<(u64, String)> {
            let shingles: Vec<(u64, String)> = words
                .iter()
                .map(|word| format!("word{word}"))
                .map(|word| (reference::rolled(&[hash::token(&word)]), word))
                .collect();
            let hashes: Vec<u64> = shingles.iter().map(|(hash, _)| *hash).collect();
            let of = |hashes: &[u64]| reference::min_values(hashes, 30);
            let owner = |(i, &value): (usize, &u64)| {
                (value, shingles.iter().find(|(hash, _)| of(&[*hash])[i] == value).unwrap().1.clone())
            };
            of(&hashes).iter().enumerate().map(owner).collect()
        };
        let (values_a, values_b) = (values(&a), values(&b));
        for (a, b) in values_a.iter().zip(&values_b).filter(|(a, b)| a.0 != b.0) {
            *expected.entry(a.1.clone()).or_default() += 1;
            *expected.entry(b.1.clone()).or_default() += 1;
        }
        let equal = values_a.iter().zip(&values_b).filter(|(a, b)| a.0 == b.0).count() as u32;
        prop_assert_eq!((parts.len(), parts[0].agree, parts[0].of), (1, equal, 30));
        let found: BTreeMap<String, i64> =
            parts[0].features.iter().map(|feature| (feature.text.clone(), feature.moved)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn words_of_an_i_match_hash_that_only_one_document_has_are_named((a, b) in (words(), words())) {
        let parts = explain(&mut sketcher(&format!("imatch-lexicons:{PLAIN}")), &text_of(&a), &text_of(&b)).parts;
        let lexicons = Lexicons::seeded(0, 11);
        prop_assert_eq!(parts.len(), 11);
        for (lexicon, part) in parts.iter().enumerate() {
            let only: BTreeMap<String, (bool, bool)> = (0..30)
                .map(|word| (format!("word{word}"), (a.contains(&word), b.contains(&word))))
                .filter(|(word, (a, b))| a != b && lexicons.holds(lexicon, hash::token(word)))
                .collect();
            let found: BTreeMap<String, (bool, bool)> = part
                .features
                .iter()
                .map(|feature| (feature.text.clone(), (feature.a > 0, feature.b > 0)))
                .collect();
            prop_assert_eq!(found, only);
            prop_assert_eq!(part.agree == part.of, part.a == part.b);
        }
    }
}

#[test]
fn without_the_named_features_the_bits_agree() {
    for (line, a, b) in [
        ("simhash", "a rose is a rose in a garden", "a rose is a rose in a window"),
        ("simhash:bits=128", "one two three four five six", "one two four six"),
        ("simhash:bits=32", "tell me where all past years are", "tell me where all past hours are"),
        ("projection", "go and catch a falling star", "go and catch a falling leaf"),
    ] {
        let line = if line == "projection" {
            line.into()
        } else {
            [line, PLAIN].join(if line.contains(':') { "," } else { ":" })
        };
        let mut sketcher = sketcher(&line);
        let part = explain(&mut sketcher, a, b).parts.remove(0);
        assert!(part.agree < part.of && !part.features.is_empty(), "{line} {a}");
        let without = |text: &str| -> String {
            let named = |word: &&str| part.features.iter().any(|feature| feature.text == *word);
            text.split(' ').filter(|word| !named(word)).map(|word| format!("{word} ")).collect()
        };
        let rest = explain(&mut sketcher, &without(a), &without(b)).parts.remove(0);
        assert_eq!(rest.agree, rest.of, "{line}: {} and {}", without(a), without(b));
    }
}

#[test]
fn shingles_and_phrases_are_named_by_their_words() {
    let named = |line: &str| -> Vec<String> {
        let parts = explain(&mut sketcher(line), A, B).parts;
        parts[0].features.iter().map(|feature| feature.text.clone()).collect()
    };
    assert_eq!(
        named("resemblance:w=4,hash=md5")[..2],
        ["keeper climbed the stairs", "climbed the stairs at"]
    );
    assert_eq!(named("resemblance:w=2,hash=rabin40")[..2], ["the stairs", "stairs at"]);
    assert_eq!(named("resemblance:units=lines,w=1").len(), 4);
    assert!(named("resemblance:units=lines,w=2")[0].contains("wick / the flame"));
    assert!(named("resemblance:units=characters,w=9").contains(&"the stair".into()));
    assert!(named("minhash:w=4,wrapped=yes,values=500").contains(&"before morning came the".into()));
    assert!(named("buckets:buckets=1").contains(&"steps".into()));
}

#[test]
fn a_phrase_of_the_model_is_one_word() {
    let recipe = Recipe::default();
    let [new, york] = ["new", "york"].map(hash::token);
    let model = Arc::new(Model::new(&recipe.terms(), 9, &[(new, 3), (york, 3)], &[(new, york)]).unwrap());
    let recipe = recipe.with_w(1).with_weights(Some(model.id())).with_phrases(true);
    let mut sketcher = Sketcher::new(recipe, Some(model)).unwrap();
    let part = explain(&mut sketcher, "to New York today", "to old York today").parts.remove(0);
    let named: Vec<&str> = part.features.iter().map(|feature| &*feature.text).collect();
    assert!(named.contains(&"new york") && !named.contains(&"new"), "{named:?}");
}

#[test]
fn a_sample_names_only_shingles_that_are_compared() {
    let mut sketcher = sketcher("smallest:smallest=5,w=2");
    let part = explain(&mut sketcher, A, B).parts.remove(0);
    assert_eq!((part.of, part.features.len() as u32), (5, 5 - part.agree));
    let alike = Alike::Resemblance { thousandths: 500 };
    let score = alike.score(&sketch(&mut sketcher, A), &sketch(&mut sketcher, B)).unwrap();
    assert_eq!(score, Some(f64::from(part.agree) / f64::from(part.of)));
}

#[test]
fn no_more_features_are_listed_than_asked_for_and_the_rest_is_counted() {
    let mut sketcher = sketcher("resemblance:w=2");
    let (a, b) = (Document::plain("a", A), Document::plain("b", B));
    let all = sketcher.explain(&a, &b, &EVERYTHING).unwrap().parts.remove(0);
    let three = sketcher.explain(&a, &b, &Detail { features: 3 }).unwrap().parts.remove(0);
    assert_eq!(three.features, all.features[..3]);
    assert_eq!((all.further, three.further as usize), (0, all.features.len() - 3));
}

#[test]
#[cfg(all(feature = "stem", feature = "sentences"))]
fn parts_say_what_the_score_says_by_every_method() {
    for name in Method::names() {
        let method = Method::parse(name, None).unwrap();
        let (mut sketcher, alike) = (method.sketcher(None).unwrap(), method.alike);
        let same = explain(&mut sketcher, A, A);
        assert!(same.parts.iter().all(|part| part.agree == part.of && part.features.is_empty()), "{name}");
        let parts = explain(&mut sketcher, A, B).parts;
        let (a, b) = (sketch(&mut sketcher, A), sketch(&mut sketcher, B));
        let agree: u32 = parts.iter().map(|part| part.agree).sum();
        let expected = match alike {
            Alike::Within { .. } => parts.iter().map(|part| part.of - part.agree).min().map(f64::from),
            Alike::Equal | Alike::InCommon { .. } | Alike::Agreeing { .. } => Some(f64::from(agree)),
            // Of a sample without a shingle nothing can be said.
            Alike::Resemblance { .. } if [&a, &b].iter().any(|sketch| sketch.value.to_parts().is_empty()) => {
                None
            }
            Alike::Resemblance { .. } if parts[0].of > 0 => Some(f64::from(agree) / f64::from(parts[0].of)),
            _ => continue,
        };
        assert_eq!(alike.score(&a, &b).unwrap(), expected, "{name}");
        assert!(
            agree == parts.iter().map(|part| part.of).sum::<u32>()
                || parts.iter().any(|part| !part.features.is_empty()),
            "{name}"
        );
    }
}

#[test]
fn seeds_are_drawn_only_where_they_are_asked_for() {
    let mut next = 10;
    let mut draw = |line| {
        Method::draw_seeds(line, || {
            next += 1;
            Ok::<u64, ()>(next)
        })
    };
    assert_eq!(draw("fusion").unwrap(), "fusion");
    assert_eq!(draw("fusion:seed=random").unwrap(), "fusion:seed=11");
    assert_eq!(draw("fusion:seed=random,bits=64").unwrap(), "fusion:seed=12,bits=64");
    assert_eq!(draw("seed=random").unwrap(), "seed=random");
    assert_eq!(draw("fusion:seed=randomly").unwrap(), "fusion:seed=randomly");
    assert_eq!(Method::draw_seeds("fusion:seed=random", || Err("no entropy")), Err("no entropy"));
}
