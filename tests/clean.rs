//! What is taken out of a text before its words are read, beside the naive way: to blank it by hand.

use proptest::prelude::*;
use std::sync::Arc;
use twinprint::index::{Design, IndexOptions, Indexer, Signed};
use twinprint::sketch::{Detail, Method};

use twinprint::text::{
    self, Boilerplate, BoilerplateRule, Cleaning, Document, Reader, Reading, SiteLines, TextOptions, WordRule,
};
use twinprint::{Checker, Error, Index, Recipe};

fn volatile() -> TextOptions {
    TextOptions::default().with_clean(Cleaning::default().with_volatile(true))
}

fn read(text: &str, options: &TextOptions) -> Result<Reading, Error> {
    text::read_with_words(&Document::plain("text", text), options)
}

/// The words that are left of a sentence.
fn left(text: &str) -> String {
    read(text, &volatile()).unwrap().words().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn all_leave(rest: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(left(text), rest, "{text:?}");
    }
}

#[test]
fn dates_and_times_of_many_languages_are_taken_out() {
    all_leave(
        "stand der seite",
        &[
            "Stand der Seite: 2026-11-21T16:40:39.123+01:00",
            "Stand der Seite: 21. November 2026, 16:40 Uhr",
            "Stand der Seite: 3. März 2026, 7.05 Uhr",
            "Stand der Seite: Samstag 21.11.2026",
            "Stand der Seite 21 novembre 2026 16h40",
            "Stand der Seite 1 août 2026",
            "Stand der Seite 21 de noviembre de 2026",
            "Stand der Seite 21 noviembre 2026",
            "Stand der Seite 7 de março de 2026",
            "Stand der Seite 21 maart 2026",
            "Stand der Seite 21 listopada 2026",
            "Stand der Seite 21 ноября 2026 16:40",
            "Stand der Seite 21 Ноября 2026",
            "Stand der Seite 21 ağustos 2026",
            "Stand der Seite 21st of November 2026",
            "Stand der Seite Sat Nov 21 16:40:39 UTC 2026",
        ],
    );
    assert_eq!(left("更新 2026年11月21日 本文"), "更 新 日 本 文");
    assert_eq!(left("お知らせ 3時間前 本文"), left("お知らせ 5時間前 本文"));
    assert_eq!(left("2026년 11월 21일 소식"), left("2025년 3월 2일 소식"));
}

#[test]
fn spans_of_time_past_are_taken_out() {
    all_leave(
        "posted by ann",
        &["Posted 3 hours ago by Ann", "Posted 12 minuten geleden by Ann", "Posted 5 часов назад by Ann"],
    );
    all_leave("vor von ann", &["Vor 3 Stunden von Ann", "Vor 12 Minuten von Ann"]);
    all_leave("il y a par ann", &["Il y a 3 heures par Ann", "Il y a 12 minutes par Ann"]);
    // What lasts is content.
    assert_eq!(left("It cooks for 3 hours"), "it cooks for 3 hours");
    assert_eq!(left("He has a 3 day pass"), "he has a 3 day pass");
}

#[test]
fn counters_ids_and_addresses_are_taken_out() {
    for (a, b) in [
        ("You are visitor number 1,204. Welcome", "You are visitor number 99. Welcome"),
        ("1.204 Besucher seit gestern", "99 Besucher seit gestern"),
        ("Просмотров: 120 всего", "Просмотров: 7 всего"),
        ("1 204 vues de la page", "9 204 vues de la page"),
        ("Page generated in 0.23 seconds with 12 queries", "Page generated in 1.07 seconds with 3 queries"),
        ("Seite generiert in 0,23 Sekunden", "Seite generiert in 1,07 Sekunden"),
        ("Session ID: 8f3a9c21 of yours", "Session ID: 77aa01bb of yours"),
        (
            "Trace 123e4567-e89b-12d3-a456-426614174000 here",
            "Trace 00000000-e89b-12d3-a456-426614174fff here",
        ),
        ("Mail ann.lee@mail.example.org now", "Mail bob@example.com now"),
        ("Your address is 192.0.2.7 today", "Your address is 198.51.100.23 today"),
        ("See https://a.example.org/x?y=1 there", "See http://b.example.com/ there"),
        ("See example.org/some/page there", "See www.example.com there"),
        ("Served by web-03.example.org at once", "Served by web-12.example.org at once"),
    ] {
        assert_eq!(left(a), left(b));
        assert!(left(a).split(' ').count() >= 2, "{a:?} leaves {:?}", left(a));
    }
}

#[test]
fn what_is_no_volatile_part_stays() {
    for text in [
        "call 555 0172 or 030 4242",
        "it costs 20 dollars",
        "in 1969 they landed",
        "version 2.10.3 of the program",
        "the classes of java.io and java.net",
        "mars 2020 is a rover",
        "they may 2 of them",
        "chapter 3 of 12",
        "sha 9f86d081884c7d659a2feaa0c55ad015",
    ] {
        assert_eq!(
            left(text),
            read(text, &TextOptions::default()).unwrap().words().collect::<Vec<_>>().join(" ")
        );
    }
}

#[test]
fn a_text_of_volatile_parts_alone_is_left_as_it_is() {
    for text in ["2026-11-21 16:40", "https://example.org/", "(21 Nov 2026)"] {
        let plain = read(text, &TextOptions::default()).unwrap();
        let cleaned = read(text, &volatile()).unwrap();
        assert_eq!(cleaned.hashes(), plain.hashes(), "{text:?}");
        assert_eq!(cleaned.cleaned(text), text);
    }
}

#[test]
fn words_keep_their_places_in_the_text_to_show() {
    let text = "Größe: 21. März 2026, 16:40 Uhr – gemessen";
    let reading = read(text, &volatile()).unwrap();
    let words: Vec<&str> = reading.spans().iter().map(|span| &reading.view(text)[span.range()]).collect();
    assert_eq!(words, ["Größe", "gemessen"]);
    assert_eq!(reading.cleaned(text).len(), text.len());
}

#[cfg(feature = "html")]
#[test]
fn sources_of_images_are_no_volatile_parts() {
    use twinprint::text::ImageRule;
    let page = "<p>It rains, 16:40 <img src='https://example.org/2026-11-21.png'></p>";
    let options = volatile().with_images(ImageRule::Sources);
    let reading = text::read_with_words(&Document::html("a", page), &options).unwrap();
    assert!(reading.words().eq(["it", "rains", "https://example.org/2026-11-21.png"]));
}

#[test]
fn a_recipe_names_what_is_taken_out_and_only_then() {
    let recipe = Recipe::default().with_text(volatile());
    assert!(recipe.to_string().contains("\nclean volatile\n"));
    assert!(!Recipe::default().to_string().contains("clean"));
    let method = Method::parse("simhash:clean=volatile", None).unwrap();
    assert!(method.recipe.to_string().contains("\nclean volatile\n"));
    assert_eq!(Method::parse("simhash:clean=none", None).unwrap(), Method::parse("simhash", None).unwrap());
    let error = Method::parse("simhash:clean=dates", None).unwrap_err();
    assert!(error.to_string().starts_with("clean: \"dates\" is not a value of this option; use volatile"));
}

#[test]
fn every_sketch_and_an_index_are_blind_to_volatile_parts() {
    let text = "The river rose again after the long rain, and the mill stood in water up to the second step of the stair.";
    let [a, b] =
        ["Updated 21 Nov 2026, 16:40", "Updated 3 May 2025, 07:05"].map(|date| format!("{date}. {text}"));
    for line in [
        "exact",
        "minhash",
        "supershingle",
        "projection",
        "combined",
        "imatch",
        "buckets",
        "simhash",
        "sampled",
        "lines",
    ] {
        let sketch = |line: &str, text: &str| {
            let mut sketcher = Method::parse(line, None).unwrap().sketcher(None).unwrap();
            sketcher.sketch(&Document::plain("text", text)).unwrap().value
        };
        let cleaning = format!("{line}:clean=volatile");
        assert_eq!(sketch(&cleaning, &a), sketch(&cleaning, &b), "{line}");
    }
    let design = Design::default().with_fingerprints();
    let design = Design { method: format!("{},clean=volatile", design.method), ..design };
    let mut indexer = Indexer::new(&design, None).unwrap();
    let [a, b] = [&a, &b].map(|text| indexer.sign(&Document::plain("text", text)).unwrap());
    assert_eq!(a.shingles, b.shingles);
    assert_eq!(a.passages[0].fingerprints, b.passages[0].fingerprints);
}

#[test]
fn documents_of_two_cleanings_are_not_compared() {
    let plain = Checker::default();
    let cleaning = Checker::new(Recipe::default().with_text(volatile())).unwrap();
    let document = Document::plain("a", "It rains since 16:40");
    let (a, b) = (plain.read(&document).unwrap(), cleaning.read(&document).unwrap());
    assert!(matches!(plain.compare(&a, &b), Err(Error::OtherRecipe { .. })));
}

/// Boilerplate of these lines, of a site.
fn boilerplate(lines: &str) -> Arc<Boilerplate> {
    let mut hashes = Vec::new();
    text::for_each_line(&Document::plain("lines", lines), |_, line| hashes.push(line)).unwrap();
    let site = SiteLines { site: "a.example.org".into(), pages: 40, lines: hashes };
    Arc::new(Boilerplate::new(BoilerplateRule::default(), [site]))
}

fn left_of_site(page: &str, lines: &str, clean: Cleaning) -> String {
    let boilerplate = boilerplate(lines);
    let options = TextOptions::default().with_clean(clean.with_site(Some(boilerplate.id())));
    let mut reader = Reader::new(&options).unwrap().with_words().with_boilerplate(Some(boilerplate)).unwrap();
    let page = Document::plain("page", page).with_url("http://A.example.org/page");
    reader.read(&page).unwrap().words().collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_of_a_site_are_taken_out_whatever_their_volatile_parts() {
    let page =
        "Home | About\nIt rains since 16:40.\nPage made in 0.23 seconds, 21 Nov 2026\n\u{a9} 2026 The club";
    let lines = "HOME, ABOUT!\npage made in 1.07 seconds, 3 May 2025\n\u{a9} 2025 the club";
    assert_eq!(left_of_site(page, lines, Cleaning::default()), "it rains since 16 40");
    assert_eq!(left_of_site(page, lines, Cleaning::default().with_volatile(true)), "it rains since");
    // Half a line is none, nor is a line of another site.
    assert_eq!(left_of_site("Home\nIt rains", "Home | About", Cleaning::default()), "home it rains");
}

#[test]
fn a_page_of_boilerplate_alone_is_left_as_it_is_but_for_volatile_parts() {
    let page = "Home | About\nMade 16:40";
    let lines = "Home | About\nMade";
    assert_eq!(left_of_site(page, lines, Cleaning::default()), "home about made 16 40");
    assert_eq!(left_of_site(page, lines, Cleaning::default().with_volatile(true)), "home about made");
    assert_eq!(left_of_site("16:40\nHome", "Home", Cleaning::default().with_volatile(true)), "home");
}

#[cfg(feature = "html")]
#[test]
fn blocks_of_html_are_lines_and_images_in_them_go_with_them() {
    use twinprint::text::ImageRule;
    let boilerplate = boilerplate("Home About");
    let options = TextOptions::default()
        .with_images(ImageRule::Sources)
        .with_clean(Cleaning::default().with_site(Some(boilerplate.id())));
    let mut reader = Reader::new(&options).unwrap().with_words().with_boilerplate(Some(boilerplate)).unwrap();
    let page = "<div><b>Home</b> <img src='http://x.org/logo.png'> About</div><p>It rains <img src='http://x.org/rain.png'></p>";
    let page = Document::html("page", page).with_url("http://a.example.org/page");
    assert!(reader.read(&page).unwrap().words().eq(["it", "rains", "http://x.org/rain.png"]));
}

#[test]
fn other_boilerplate_than_the_recipe_names_is_refused_everywhere() {
    let (own, other) = (boilerplate("Home"), boilerplate("About"));
    let method = Method::parse(&Method::name_boilerplate("minhash:clean=site", own.id()), None).unwrap();
    let says = |error: Error| assert!(error.to_string().contains("where the recipe names"), "{error}");
    let sketcher = || method.sketcher(None).unwrap();
    says(sketcher().with_boilerplate(Some(other.clone())).unwrap_err());
    says(sketcher().with_boilerplate(None).unwrap_err());
    says(sketcher().sketch(&Document::plain("a", "Home")).unwrap_err());
    let mut explaining = sketcher().with_boilerplate(Some(own.clone())).unwrap();
    let pages = ["Home\nIt rains", "It rains"]
        .map(|text| Document::plain("a", text).with_url("http://a.example.org/a"));
    let explained = explaining.explain(&pages[0], &pages[1], &Detail::default()).unwrap();
    assert!(explained.parts.iter().all(|part| part.agree == part.of), "{explained:?}");
    assert!(sketcher().with_boilerplate(Some(own.clone())).is_ok());
    let checker = || Checker::new(method.recipe.clone()).unwrap();
    says(checker().with_boilerplate(Some(other)).unwrap_err());
    says(checker().read(&Document::plain("a", "Home")).unwrap_err());
    assert!(checker().with_boilerplate(Some(own)).unwrap().read(&Document::plain("a", "Home")).is_ok());
    let design = Design {
        method: format!("{}:clean=site:{}", Design::default().method, boilerplate("Home").id()),
        ..Design::default()
    };
    let indexer = || Indexer::new(&design, None).unwrap();
    says(indexer().with_boilerplate(Some(boilerplate("About"))).unwrap_err());
    says(indexer().with_boilerplate(None).unwrap_err());
    says(indexer().sign(&Document::plain("a", "Home")).unwrap_err());
    says(Index::builder(&IndexOptions::default().with_design(design.clone())).unwrap_err());
    assert!(
        indexer()
            .with_boilerplate(Some(boilerplate("Home")))
            .unwrap()
            .sign(&Document::plain("a", "Home"))
            .is_ok()
    );
}

/// What an index signs of a page is what one without cleaning signs of the page without its frame.
#[test]
fn an_index_takes_out_of_its_documents_and_of_what_is_checked_the_boilerplate_of_their_sites() {
    let frame = "Home, about the club, how to join us and what it costs, all news of this year and of the years before it, \
        the timetable of the boats, the keys of the hut, contact and imprint";
    let text = "The river rose again after the long rain, and the mill stood in water up to the second step of the stair, \
        so that the miller slept in the loft among the sacks.";
    let other = "At the fair a man sold clocks that ran backwards, and nobody asked him why they did.";
    let lines = boilerplate(frame);
    let framed = |text: &str| format!("{frame}\n{text}");
    let [mill, fair] = [framed(text), framed(other)];
    let page = |name, text| Document::plain(name, text).with_url("http://a.example.org/page");
    let method = format!("{}:clean=site", Design::default().method);
    let options = IndexOptions::default()
        .with_design(Design { method, ..Design::default() })
        .with_boilerplate(lines.clone());
    let index = Index::build([page("mill", &mill)], &options).unwrap();
    let plain = Index::build([page("mill", &mill)], &IndexOptions::default()).unwrap();
    let sources = |index: &Index, document: &Document<'_>| index.query(document).unwrap().sources.len();
    assert_eq!(sources(&plain, &page("fair", &fair)), 1, "the frame is shared");
    assert_eq!(sources(&index, &page("fair", &fair)), 0);
    assert_eq!(sources(&index, &page("mill", &mill)), 1);

    // Its text is compared as it is signed: without the frame of its own site.
    let whole = Index::build([page("mill", &mill)], &options.clone().with_texts(true)).unwrap();
    let found = whole.query(&Document::plain("essay", text)).unwrap();
    assert_eq!((found.sources[0].exact, found.sources[0].resemblance.value), (true, 1.0));

    let mut indexer = Indexer::new(&options.design, None).unwrap().with_boilerplate(Some(lines)).unwrap();
    let mut bare = Indexer::new(&Design::default(), None).unwrap();
    let [signed, expected] =
        [indexer.sign(&page("mill", &mill)), bare.sign(&page("mill", text))].map(Result::unwrap);
    assert_eq!(signed.passages[0].fingerprints, expected.passages[0].fingerprints);
    assert_eq!(hashes(&signed), hashes(&expected));
    // Of another site it is not boilerplate.
    assert_ne!(hashes(&indexer.sign(&Document::plain("mill", &mill)).unwrap()), hashes(&expected));

    let manifest = index.manifest();
    assert_eq!((manifest.version, manifest.boilerplate.is_some()), (3, true));
    assert_eq!((plain.manifest().version, plain.manifest().boilerplate.is_some()), (3, false));
}

fn hashes(signed: &Signed) -> Vec<u64> {
    signed.shingles.iter().map(|(hash, _)| *hash).collect()
}

#[cfg(feature = "service")]
#[test]
fn an_index_is_saved_with_its_boilerplate_and_is_none_without_it() {
    use twinprint::index::{FileEntry, Manifest};
    let lines = boilerplate("Home | About");
    let method = format!("{}:clean=site,volatile", Design::default().method);
    let options = IndexOptions::default()
        .with_design(Design { method, ..Design::default() })
        .with_boilerplate(lines.clone());
    let page =
        Document::plain("page", "Home | About\nIt rains since 16:40.").with_url("http://a.example.org/page");
    let index = Index::build([page], &options).unwrap();
    let opened = Index::open(&index.save()).unwrap();
    assert_eq!(opened.query(&page).unwrap(), index.query(&page).unwrap());
    assert_eq!(opened.query(&page).unwrap().words, 3);
    let named = index.manifest().boilerplate.clone().unwrap();
    assert!(index.files().any(|(name, bytes)| name == named.name && bytes == lines.to_bytes()));
    let without = Manifest { boilerplate: None, ..index.manifest().clone() };
    let refused = Manifest::from_json(&without.to_json()).unwrap_err().to_string();
    assert!(
        refused.contains("it has boilerplate that its design does not name, or the other way round"),
        "{refused}"
    );
    // Another file in its place, with the checksum that it should have.
    let mut bytes = index.save();
    let other = Boilerplate::new(BoilerplateRule::default(), []).to_bytes();
    let entry = FileEntry::of("boilerplate", "twb", &other, other.len() as u64);
    let manifest = Manifest { boilerplate: Some(entry), ..index.manifest().clone() }.to_json();
    let files = 16 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let end = bytes.len() - lines.to_bytes().len();
    let rest = bytes.drain(files..end).collect::<Vec<_>>();
    let whole = [&bytes[..12], &(manifest.len() as u32).to_le_bytes(), &manifest, &rest, &other].concat();
    let refused = Index::open(&whole).unwrap_err().to_string();
    assert!(refused.contains("where the recipe names"), "{refused}");
}

#[test]
fn the_file_of_boilerplate_is_the_golden_one() {
    let mut sites = Vec::new();
    for (site, pages, lines) in [
        ("", 31, "Home"),
        ("a.example.org", 40, "Home | About\nMade in 0.2 seconds"),
        ("z", 1 << 20, "Imprint"),
    ] {
        let mut hashes = Vec::new();
        text::for_each_line(&Document::plain("lines", lines), |_, line| hashes.push(line)).unwrap();
        sites.push(SiteLines { site: site.into(), pages, lines: hashes });
    }
    let made = Boilerplate::new(BoilerplateRule { thousandths: 200, pages: 30 }, sites);
    let path =
        [env!("CARGO_MANIFEST_DIR"), "tests/golden/boilerplate-1.twb"].iter().collect::<std::path::PathBuf>();
    if std::env::var_os("TWINPRINT_RECORD").is_some() && !path.exists() {
        std::fs::write(&path, made.to_bytes()).unwrap();
    }
    let golden = std::fs::read(&path).unwrap();
    assert_eq!(made.to_bytes(), golden);
    let read = Boilerplate::read("golden", &golden).unwrap();
    assert_eq!((&read, read.id()), (&made, made.id()));
    for end in 0..golden.len() {
        assert!(Boilerplate::read("cut", &golden[..end]).is_err(), "{end} bytes");
        let mut changed = golden.clone();
        changed[end] ^= 1;
        assert!(Boilerplate::read("changed", &changed).is_err(), "byte {end}");
    }
    let mut newer = golden.clone();
    newer[8] = 2;
    assert!(Boilerplate::read("newer", &newer).unwrap_err().to_string().contains("it is of version 2"));
}

/// Words and volatile parts in any order.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "river",
        "Größe",
        "2026-11-21",
        "21. März 2026",
        "16:40",
        "visitors",
        "1,204",
        "hits",
        "www.example.org",
        "a@b.example.org",
        "0.23 seconds",
        "generated",
        "https://example.org/x",
        "deadbeefdeadbeef12",
        "session id: 8f3a9c21",
        "11",
        "年",
        "May",
        "ago",
        "3 hours",
        "-",
        ".",
        "(",
        ")",
        "\u{a9}",
        "2006",
        "сор",
        "e\u{301}",
        "don\u{2019}t",
    ]);
    let joint = prop::sample::select(vec![" ", " ", "\n", ", ", ". ", "", "-"]);
    prop::collection::vec((piece, joint), 1..40)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, joint)| [piece, joint]).collect())
}

proptest! {
    #[test]
    fn to_clean_is_to_read_the_text_with_the_parts_blanked_by_hand(text in texts(), rule in 0..3usize) {
        let rule = [WordRule::Unicode, WordRule::WhiteSpace, WordRule::Alphanumeric][rule];
        let (plain, cleaning) = (TextOptions::default().with_words(rule), volatile().with_words(rule));
        let Ok(reading) = read(&text, &cleaning) else {
            prop_assert!(read(&text, &plain).is_err());
            return Ok(());
        };
        let blanked = reading.cleaned(&text).to_string();
        // Each byte is as it was, or a space.
        prop_assert_eq!(blanked.len(), text.len());
        prop_assert!(blanked.bytes().zip(text.bytes()).all(|(left, was)| left == was || left == b' '));
        prop_assert!(blanked.contains(char::is_alphanumeric) || blanked == text);
        let by_hand = read(&blanked, &plain).unwrap();
        prop_assert_eq!(by_hand.hashes(), reading.hashes());
        prop_assert_eq!(by_hand.spans(), reading.spans());
        let mut tokens = Vec::new();
        text::for_each_token(&text, &cleaning, |token| tokens.push(token)).unwrap();
        prop_assert_eq!(&tokens[..], reading.hashes());
    }

    #[test]
    fn what_is_left_of_a_site_is_the_page_without_its_lines(lines in prop::collection::vec((0..6usize, texts()), 1..12)) {
        let known = ["Home | About", "Made 16:40", "\u{a9} 2026 the club"];
        let text = |at: usize, other: &str| known.get(at).map_or_else(|| other.replace('\n', " "), |known| known.to_string());
        let page: String = lines.iter().map(|(at, other)| text(*at, other) + "\n").collect();
        let others: String = lines.iter().filter(|(at, _)| *at >= known.len()).map(|(at, other)| text(*at, other) + "\n").collect();
        prop_assume!(read(&others, &TextOptions::default()).is_ok_and(|reading| !reading.hashes().is_empty()));
        prop_assume!(others.contains(char::is_alphanumeric));
        let expected = read(&others, &TextOptions::default()).unwrap().words().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(left_of_site(&page, &known.join("\n"), Cleaning::default()), expected);
    }

    #[test]
    fn any_bytes_are_boilerplate_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let mut forged = b"TWBOILER\x01\x00".to_vec();
        forged.extend(&bytes);
        twinprint::wire::Put::seal(&mut forged);
        for bytes in [&bytes, &forged] {
            if let Ok(read) = Boilerplate::read("bytes", bytes) {
                prop_assert_eq!(&read.to_bytes(), bytes);
            }
        }
    }

    #[test]
    fn no_text_is_too_odd(text in "\\PC{0,200}") {
        let plain = read(&text, &TextOptions::default());
        let cleaned = read(&text, &volatile());
        prop_assert_eq!(plain.is_ok(), cleaned.is_ok());
    }
}
