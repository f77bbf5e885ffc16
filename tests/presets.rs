//! The papers' methods by their presets: valid, apart from one another, and right on plain cases.

use twinprint::simhash::{Rule, TermFrequency};
use twinprint::sketch::{Alike, Method, Preset, SiteRule, Sketch, Sketcher};
use twinprint::{Document, Error, Recipe, Sketching};

const TEXT: &str = "It was a bright cold day in April, and the clocks were striking thirteen. The keeper of the lamp \
    climbed the stairs at dusk, trimmed the wick, wound the clockwork that turned the lens, and sat through the night so \
    that the flame would not smoke or fail. Brass had to be polished, windows washed of salt, and every drop of oil was \
    written down in a book that an inspector might ask for at any hour.\nWhen fog came in, the keeper rang a bell by \
    hand, sometimes for two days and nights. Ships that heard it turned away from the rocks.\n";

/// The presets of this build: without stemming, those that stem are refused.
fn presets() -> impl Iterator<Item = Preset> {
    let stems = |preset: &Preset| preset.method(None).recipe.text.stemmer.is_some();
    Preset::ALL.iter().copied().filter(move |preset| cfg!(feature = "stem") || !stems(preset))
}

fn method(preset: Preset) -> (Sketcher, Alike) {
    let method = preset.method(None);
    (Sketcher::new(method.recipe, None).unwrap(), method.alike)
}

#[test]
fn every_preset_is_valid_and_has_an_id_of_its_own() {
    let mut ids: Vec<_> = Preset::ALL.iter().map(|preset| preset.method(None).recipe.id().0).collect();
    ids.sort_unstable();
    ids.dedup();
    // The combined algorithm and its variant by site sketch alike and differ in when two sketches are.
    assert_eq!(ids.len(), Preset::ALL.len() - 1);
    for preset in presets() {
        assert_eq!(Preset::from_name(preset.name()), Ok(preset));
        preset.method(None).recipe.check().unwrap();
    }
}

#[test]
fn a_document_is_alike_itself_and_not_another_by_every_preset() {
    let text: String =
        (0..12).map(|part| TEXT.replace("the", &format!("the{part}")).replace(". ", ".\n")).collect();
    let other: String = text.split(' ').rev().map(|word| word.to_owned() + "x ").collect();
    for preset in presets() {
        let (mut sketcher, alike) = method(preset);
        let [a, b, c] = [("a", &text), ("b", &text), ("c", &other)]
            .map(|(name, text)| sketcher.sketch(&Document::plain(name, text)).unwrap());
        assert_eq!(alike.holds(&a, &b), Ok(true), "{}: {:?}", preset.name(), alike.score(&a, &b));
        assert_eq!(alike.holds(&a, &c), Ok(false), "{}: {:?}", preset.name(), alike.score(&a, &c));
    }
}

#[test]
fn sketches_of_different_recipes_are_refused() {
    let ((mut one, alike), (mut other, _)) = (method(Preset::Henzinger06B), method(Preset::Fetterly03));
    let (a, b) = (Document::plain("a", TEXT), Document::plain("b", TEXT));
    let error = alike.holds(&one.sketch(&a).unwrap(), &other.sketch(&b).unwrap()).unwrap_err();
    assert!(matches!(error, Error::OtherRecipe { .. }), "{error}");
}

#[test]
fn pairs_of_different_sites_are_judged_by_algorithm_c_alone() {
    let (mut sketcher, by_site) = method(Preset::Henzinger06BySite);
    let combined = Preset::Henzinger06Combined.method(None).alike;
    // The same words in another order: no shingle is left, and the projection stays the same.
    let page = TEXT.repeat(4);
    let shuffled: String = page.split_whitespace().rev().map(|word| format!("{word} ")).collect();
    let mut sketch = |url, text: &str| sketcher.sketch(&Document::plain(url, text).with_url(url)).unwrap();
    let own = sketch("http://www.cs.example.org/a", &page);
    let same_site = sketch("http://www.cs.example.org/b", &page);
    let elsewhere = sketch("http://www.example.net/a", &page);
    let shuffled_elsewhere = sketch("http://www.example.net/b", &shuffled);
    assert_eq!(by_site.holds(&own, &same_site), Ok(true));
    assert_eq!(by_site.holds(&own, &elsewhere), Ok(true));
    assert_eq!(by_site.holds(&own, &shuffled_elsewhere), Ok(true));
    assert_eq!(combined.holds(&own, &shuffled_elsewhere), Ok(false));
}

#[test]
fn the_threshold_of_the_method_by_site_does_for_both_kinds_of_pairs() {
    let method = Method::parse("henzinger06-by-site:at-least=340", None).unwrap();
    let mut sketcher = method.sketcher(None).unwrap();
    let page = TEXT.repeat(4);
    let shuffled: String = page.split_whitespace().rev().map(|word| format!("{word} ")).collect();
    let mut sketch = |url, text: &str| sketcher.sketch(&Document::plain(url, text).with_url(url)).unwrap();
    let own = sketch("http://www.cs.example.org/a", &page);
    let score = |other| method.alike.score(&own, &other).unwrap();
    assert_eq!(score(sketch("http://www.cs.example.org/b", &page)), Some(384.0));
    assert_eq!(score(sketch("http://www.cs.example.org/c", &shuffled)), None);
    // 372 bits are to pairs of different sites what 340 are to pairs of one.
    assert_eq!(score(sketch("http://www.example.net/a", &shuffled)), Some(384.0 - 372.0 + 340.0));
}

#[test]
fn sites_are_told_by_the_rule_of_the_method() {
    let of = |line: &str| {
        let mut sketcher = Method::parse(line, None)?.sketcher(None)?;
        let page = Document::plain("page", TEXT).with_url("http://www.news.bbc.co.uk/");
        sketcher.sketch(&page)
    };
    let by_labels = of("henzinger06-by-site").unwrap();
    assert_eq!(by_labels.site.as_deref(), Some("news.bbc.co.uk"));
    assert_eq!(of("henzinger06-by-site:site=labels").unwrap(), by_labels);
    match (SiteRule::PublicSuffix.is_built_in(), of("henzinger06-by-site:site=public-suffix")) {
        (true, listed) => {
            assert_eq!(listed, Ok(Sketch { site: Some("bbc.co.uk".into()), ..by_labels }));
        }
        (false, refused) => assert!(refused.unwrap_err().remedy().contains("a build with the feature")),
    }
    for line in ["henzinger06-combined:site=labels", "henzinger06-by-site:site=host"] {
        assert_eq!(of(line).unwrap_err().place(), "site", "{line}");
    }
}

#[test]
fn what_is_measured_is_chosen_before_how_much_of_it_counts() {
    let alike = |line: &str| Method::parse(line, None).map(|method| method.alike);
    assert_eq!(alike("minhash:at-least=3,measure=agreeing"), Ok(Alike::Agreeing { parts: 3 }));
    assert_eq!(alike("minhash:measure=resemblance"), Ok(Alike::Resemblance { thousandths: 500 }));
    assert_eq!(alike("sampled:measure=in-common"), Ok(Alike::InCommon { shingles: 2 }));
    assert_eq!(
        alike("winnowed:measure=containment,at-least=0.7"),
        Ok(Alike::Containment { thousandths: 700 })
    );
}

#[test]
fn a_threshold_that_a_search_cannot_have_is_refused() {
    let refused = |line: &str| {
        let error = Method::parse(line, None).expect_err(line);
        (error.place().to_string(), error.remedy().to_string())
    };
    let whole = ["projection", "supershingle", "combined", "buckets", "winnowed:measure=in-common"];
    for line in whole.map(|line| format!("{line}{}at-least=0", if line.contains(':') { ',' } else { ':' })) {
        let (place, remedy) = refused(&line);
        assert!(place == "at-least" && remedy.contains("a whole number from 1 on"), "{line}: {remedy}");
    }
    for share in ["0", "0.0004", "0.8535", "1.001", "NaN"] {
        let (place, remedy) = refused(&format!("minhash:at-least={share}"));
        assert!(place == "at-least" && remedy.contains("of three decimals at most"), "{share}: {remedy}");
    }
    for thousandths in 1..=1000 {
        let line = format!("minhash:at-least={}", f64::from(thousandths) / 1000.0);
        assert_eq!(
            Method::parse(&line, None).map(|method| method.alike),
            Ok(Alike::Resemblance { thousandths })
        );
    }
}

/// A line of a method of terms, for builds without stop words and stemmers too.
fn plain(line: &str) -> String {
    format!("{line},stop-words=none,stemmer=none")
}

#[test]
fn what_a_feature_counts_is_said_and_is_no_part_of_recipes_that_had_none() {
    let lines = |line: &str| Method::parse(line, None).unwrap().recipe.to_string();
    assert!(lines(&plain("simhash:tf=once")).contains("\ntf once\n"));
    // Recipes from before there was a choice.
    assert!(!lines(&plain("simhash:tf=raw")).contains("tf"));
    for name in Method::names() {
        let method = match Method::parse(name, None) {
            Err(_) if cfg!(not(feature = "stem")) => continue,
            method => method.unwrap(),
        };
        let said = method.said_in(name);
        let is_simhash = matches!(method.recipe.sketching, Sketching::Simhash { .. });
        assert_eq!(said.contains("tf="), is_simhash, "{said}");
        assert_eq!(Method::parse(&said, None), Ok(method), "{said}");
    }
    let refused = |line: &str| Method::parse(line, None).expect_err(line).to_string();
    assert!(refused(&plain("simhash:tf=twice")).contains("use raw, log or once"));
    assert!(refused("projection:tf=once").contains("a key that this method has"));
    let of_shingles = Recipe::default().with_tf(TermFrequency::Log).with_sketching(Sketching::Projection);
    assert_eq!(of_shingles.check().map_err(|error| error.place().to_string()), Err("tf".into()));
}

#[test]
fn a_megashingle_stands_for_two_supershingles() {
    let alike = |line: &str| Method::parse(line, None).map(|method| method.alike);
    let one = Ok(Alike::Megashingles { megashingles: 1 });
    assert_eq!(alike("supershingle:measure=megashingles"), one);
    assert_eq!(
        alike("henzinger06-b:measure=megashingles").unwrap().to_string(),
        "at least 1 megashingles in common"
    );
    assert_eq!(
        alike("supershingle:measure=megashingles,at-least=3"),
        Ok(Alike::Megashingles { megashingles: 3 })
    );
    assert_eq!(alike("supershingle:measure=agreeing"), alike("supershingle"));
    let refused = alike("supershingle:measure=resemblance").unwrap_err().to_string();
    assert!(refused.ends_with("use agreeing or megashingles"), "{refused}");
    assert!(
        alike("minhash:measure=megashingles").is_err() && alike("combined:measure=megashingles").is_err()
    );
}

#[test]
fn a_majority_of_lexicons_is_a_threshold() {
    let alike = |line: &str| Method::parse(&plain(line), None).map(|method| method.alike);
    assert_eq!(alike("imatch-lexicons:at-least=majority"), Ok(Alike::Agreeing { parts: 6 }));
    assert_eq!(alike("imatch-lexicons:at-least=majority,lexicons=4"), Ok(Alike::Agreeing { parts: 3 }));
    assert_eq!(alike("simhash-lexicons:rule=majority,k=5"), Ok(Alike::Within { k: 5, rule: Rule::Majority }));
    assert_eq!(
        alike("simhash-lexicons:rule=majority").unwrap().to_string(),
        "at most 3 bits apart in most lexicons"
    );
    assert!(Method::parse("minhash:at-least=majority", None).is_err() && alike("simhash:rule=most").is_err());
}

#[test]
fn what_a_sketch_has_not_cannot_be_measured() {
    for line in [
        "minhash:measure=in-common",
        "sampled:measure=agreeing",
        "simhash:measure=resemblance",
        "exact:measure=",
    ] {
        let error = Method::parse(line, None).unwrap_err();
        assert!(matches!(error, Error::InvalidOption { option: "measure", .. }), "{line}: {error}");
    }
}

#[cfg(feature = "stem")]
#[test]
fn the_default_of_an_index_is_a_method_that_a_line_can_say() {
    let line =
        "adaptive:stemmer=en,stop-words=en,divisor=8,short=200,short-divisor=2,measure=in-common,at-least=2";
    assert_eq!(Method::parse(line, None), Ok(Method::index_default()));
}
