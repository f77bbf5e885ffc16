//! The report as a file: whatever stands in names and texts, it is safe to open, and it is never long.

use std::collections::BTreeSet;

use serde_json::json;
use twinprint::Checker;
use twinprint_native::Error;
use twinprint_native::corpus::{self, Listing, Source};
use twinprint_native::scale::Scale;
use twinprint_native::scan::report::{self, Overview, Tally};
use twinprint_native::scan::{
    Catalogue, Clustered, Clusters, Linking, Preference, ScanPair, Skipped, Summary, cluster,
};

use super::{catalogue, found, settings};

/// Documents as a reader of corpora gives them.
fn sources<'a>(documents: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<Source> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("documents.jsonl");
    let lines: String = documents
        .into_iter()
        .map(|(name, text)| format!("{}\n", json!({"id": name, "text": text})))
        .collect();
    std::fs::write(&path, lines).expect("a file");
    corpus::documents(Listing::new([path]).entries).map(|source| source.expect("a document")).collect()
}

/// What a scan found.
struct Scanned {
    catalogue: Catalogue,
    pairs: Vec<ScanPair>,
    clusters: Clusters,
    summary: Summary,
}

impl Scanned {
    fn new(catalogue: Catalogue, pairs: Vec<ScanPair>) -> Self {
        let open = || Ok(pairs.iter().copied().map(Ok));
        let settings = settings(Linking::Connected, Preference::Longest);
        let clusters = cluster(&catalogue, &settings, open, |_, _| Ok(0.125)).expect("nothing is read");
        let summary = Summary {
            pairs: pairs.len() as u64,
            clusters: Some(Clustered::of(&clusters)),
            seconds: 4.0,
            peak_memory: Some(1 << 30),
            ..Summary::of(&catalogue, &Skipped::default())
        };
        Scanned { catalogue, pairs, clusters, summary }
    }

    fn tally(&self, most: usize) -> Tally {
        let pairs = self.pairs.iter().copied().map(Ok);
        Tally::of(&self.catalogue, Some(&self.clusters), Scale::Fraction, pairs, most)
            .expect("nothing is read")
    }

    fn html(&self, sources: &[Source]) -> String {
        let parameters = [("Command".to_string(), "twinprint scan <corpus> --method 'x'".to_string())];
        let overview = Overview {
            summary: &self.summary,
            parameters: &parameters,
            catalogue: &self.catalogue,
            clusters: Some(&self.clusters),
            tally: &self.tally(20),
        };
        let text = |document: u32| {
            let lost = || Error::NoMatch { pattern: "a <lost> document".into() };
            sources.get(document as usize).cloned().ok_or_else(lost)
        };
        report::html(&overview, &Checker::default(), text).expect("nothing is read")
    }
}

/// The names of all tags, and of their attributes.
fn markup(page: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let (mut tags, mut attributes) = (BTreeSet::new(), BTreeSet::new());
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split(|c: char| c.is_whitespace()).next().expect("a name");
        tags.insert(name.trim_matches('/'));
        // Values stand between double quotes, and none has one in it.
        let outside = tag.split('"').step_by(2).flat_map(str::split_whitespace).skip(1);
        attributes.extend(
            outside.map(|attribute| attribute.trim_end_matches(['=', '/'])).filter(|name| !name.is_empty()),
        );
    }
    (tags, attributes)
}

const SENTENCE: &str =
    "A rose is a rose, said the gardener, and nobody in the village wanted to disagree with him.";

#[test]
fn nothing_of_a_name_or_a_text_becomes_markup() {
    let text =
        format!("</div><script>alert(1)</script> {SENTENCE} <img src=x onerror=\"alert(2)\"> \u{202e}\u{7}");
    let names = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a\nb\u{202e}c' onclick='x"];
    let sources = sources(names.map(|name| (name, text.as_str())));
    let pairs = vec![found(0, 1, 18), found(1, 2, 15)];
    let mut scanned = Scanned::new(catalogue(names.map(|name| (name, 30, 20))), pairs);
    scanned.summary.skipped.add(&Error::TooLong { place: "<b onclick=x>.txt".into(), limit: 1 << 28 });
    let page = scanned.html(&sources);
    let (tags, attributes) = markup(&page);
    let known_tags = "!doctype a bdi body dd details div dl dt figcaption figure footer h1 h2 h3 head html li main meta nav ol p rect \
                      small span strong style summary sup svg table tbody td text th thead title tr ul";
    let unknown: Vec<_> =
        tags.iter().filter(|tag| !known_tags.split(' ').any(|known| known == **tag)).collect();
    assert_eq!(unknown, Vec::<&&str>::new());
    let known_attributes =
        "charset class content dir height href http-equiv id lang name tabindex title viewBox width x y html";
    let unknown: Vec<_> =
        attributes.iter().filter(|name| !known_attributes.split(' ').any(|known| known == **name)).collect();
    assert_eq!(unknown, Vec::<&&str>::new());
    for shown in [
        "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>",
        "<bdi>&quot;&gt;&lt;img src=x onerror=alert(1)&gt;</bdi>",
        "<bdi>a␊b&lt;U+202E&gt;c&#39; onclick=&#39;x</bdi>",
        "&lt;b onclick=x&gt;.txt",
        "twinprint scan &lt;corpus&gt; --method &#39;x&#39;",
    ] {
        assert!(page.contains(shown), "{shown} is not in\n{page}");
    }
}

#[test]
fn the_browser_is_told_to_load_and_run_nothing() {
    let page = Scanned::new(catalogue([]), Vec::new()).html(&[]);
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">";
    assert!(page.find(policy) < page.find("<style>"), "{page}");
    assert!(!page.contains("url(") && !page.contains("@import"), "{page}");
}

#[test]
fn the_passages_of_the_pairs_most_alike_are_shown() {
    let texts =
        [("a", SENTENCE), ("b", SENTENCE), ("c", "Other words stand here and nowhere else in the corpus.")];
    let scanned = Scanned::new(catalogue(texts.map(|(name, _)| (name, 18, 9))), vec![found(0, 1, 9)]);
    let page = scanned.html(&sources(texts));
    assert!(page.contains("href=\"#p0-1b\"") && page.contains("href=\"#p0-1a\""), "{page}");
    assert!(page.contains("<td class=\"n\">100 %</td>"), "{page}");
}

#[test]
fn it_is_said_what_the_words_are_in_which_a_pair_differs() {
    let texts = [("a", "10:15"), ("b", "11:45")]
        .map(|(name, time)| (name, format!("{SENTENCE} Last updated {time}.")));
    let texts = texts.each_ref().map(|(name, text)| (*name, text.as_str()));
    let scanned = Scanned::new(catalogue(texts.map(|(name, _)| (name, 22, 13))), vec![found(0, 1, 11)]);
    let page = scanned.html(&sources(texts));
    assert!(page.contains("<p class=\"why\">What differs: 4 words; time stamp.</p>"), "{page}");
}

#[test]
fn a_document_that_cannot_be_read_again_is_told() {
    let scanned = Scanned::new(catalogue([("a", 18, 9), ("b", 18, 9)]), vec![found(0, 1, 9)]);
    let page = scanned.html(&[]);
    let expected = "<p class=\"why\">Not shown side by side: a &lt;lost&gt; document: no file has a name of this pattern; check the \
                    pattern, and that it is in quotes.</p>";
    assert!(page.contains(expected), "{page}");
}

#[test]
fn of_each_cluster_the_pair_most_alike_comes_first() {
    let documents = catalogue([""; 6].map(|name| (name, 9, 10)));
    let pairs = vec![found(0, 1, 6), found(0, 2, 8), found(1, 2, 8), found(3, 4, 7), found(3, 5, 9)];
    let scanned = Scanned::new(documents, pairs);
    let page = scanned.html(&[]);
    let rows: Vec<&str> = page.split("<tr><td><a href=\"#pair-").skip(1).map(|row| &row[..1]).collect();
    assert_eq!(rows, ["0", "1"], "two clusters, two pairs");
    let shares: Vec<&str> = page.match_indices("<td class=\"n\">81.8 %</td>").map(|(_, text)| text).collect();
    assert_eq!(shares.len(), 1, "9 of 11 shingles in both: the most alike\n{page}");
}

#[test]
fn a_report_stays_below_five_megabytes() {
    let paragraph = format!("{SENTENCE} {}\n", "<&\"'> ".repeat(20));
    let long = paragraph.repeat(400_000 / paragraph.len());
    // Edits all along: as many runs as can be.
    let other = long.replace("village wanted", "town wants");
    let name = |number: usize| format!("{number}{}", "<name>".repeat(2000));
    let names: Vec<String> = (0..400).map(name).collect();
    let texts = names
        .iter()
        .enumerate()
        .map(|(at, name)| (name.as_str(), if at % 2 == 0 { &*long } else { &*other }));
    let sources = sources(texts.take(40));
    let pairs = (0..200).map(|pair| found(2 * pair, 2 * pair + 1, 15)).collect();
    let scanned = Scanned::new(catalogue(names.iter().map(|name| (name.as_str(), 90_000, 20))), pairs);
    let page = scanned.html(&sources);
    assert!(page.len() < 5 << 20, "{} bytes", page.len());
    assert!(page.contains("characters not shown]"), "long texts are cut, and it is said");
    assert!(page.contains("The largest 50 are shown; 150 are not."), "so are clusters");
}

#[test]
fn scores_are_counted_where_shingles_are_not() {
    let documents = catalogue([""; 3].map(|name| (name, 9, 10)));
    let pair = |a, b, score| ScanPair { a, b, shared: None, score };
    let tally = Tally::of(&documents, None, Scale::Distance, [Ok(pair(0, 1, 3.0)), Ok(pair(0, 2, 1.0))], 5);
    let summary = Summary::of(&documents, &Skipped::default());
    let overview = Overview {
        summary: &summary,
        parameters: &[],
        catalogue: &documents,
        clusters: None,
        tally: &tally.expect("nothing is read"),
    };
    let text = |_| Err(Error::StandardInputTwice);
    let page = report::html(&overview, &Checker::default(), text).expect("nothing is read");
    assert!(
        page.contains("Pairs by bits that differ") && !page.contains("Pairs by Jaccard resemblance"),
        "{page}"
    );
    assert!(
        page.contains("<td class=\"n\">1</td></tr>") && !page.contains("#pair-1"),
        "the nearest alone\n{page}"
    );
}
