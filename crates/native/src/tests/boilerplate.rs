//! Boilerplate that is learned, beside a map from each line of a site to its pages.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use twinprint::text::{Boilerplate, BoilerplateRule, Document, for_each_line};
use twinprint_native::boilerplate::{Learning, learn};
use twinprint_native::corpus::{self, Listing};

/// What is learned of pages, each of a site and with its lines.
fn learned(pages: &[(u8, Vec<u8>)], rule: BoilerplateRule, memory: usize) -> Boilerplate {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = pages
        .iter()
        .map(|(site, lines)| {
            let url = format!("http://s{site}.example.org/page");
            format!("{}\n", serde_json::json!({ "text": text(lines), "url": url }))
        })
        .collect();
    let path = folder.path().join("pages.jsonl");
    std::fs::write(&path, lines).unwrap();
    let learning = Learning { rule, by_group: false, memory, folder: folder.path().into() };
    let documents = corpus::documents(Listing::new([path]).entries).or_why();
    learn(documents, &learning, |_, became| became.unwrap()).unwrap()
}

fn text(lines: &[u8]) -> String {
    lines.iter().map(|line| format!("this is line {line} of it\n")).collect()
}

fn hash(line: u8) -> u64 {
    let mut hashes = Vec::new();
    for_each_line(&Document::plain("line", &text(&[line])), |_, hash| hashes.push(hash)).unwrap();
    hashes[0]
}

#[test]
fn a_site_with_too_few_pages_has_none_and_no_page_counts_twice() {
    let rule = BoilerplateRule { thousandths: 200, pages: 5 };
    let pages: Vec<(u8, Vec<u8>)> = (1..6).map(|page| (0, vec![0, page])).collect();
    let found = learned(&pages, rule, 1 << 20);
    assert_eq!((found.sites()[0].pages, found.sites()[0].lines.clone()), (5, vec![hash(0)]));
    assert!(learned(&pages[1..], rule, 1 << 20).sites().is_empty());
    let copies: Vec<(u8, Vec<u8>)> = (0..20).map(|_| (0, vec![9])).chain(pages).collect();
    assert_eq!(learned(&copies, rule, 1 << 20).sites()[0].lines, [hash(0)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn what_is_learned_is_as_the_naive_map_has_it_in_memory_or_on_disk(
        pages in prop::collection::vec((0..3u8, prop::collection::vec(0..12u8, 1..6)), 1..60),
        thousandths in 0..1000u32,
        least in 1..8u32,
    ) {
        let rule = BoilerplateRule { thousandths, pages: least };
        let mut naive = BTreeMap::<u8, BTreeSet<&[u8]>>::new();
        for (site, lines) in &pages {
            naive.entry(*site).or_default().insert(lines);
        }
        let expected: Vec<(String, u32, Vec<u64>)> = naive
            .iter()
            .map(|(site, pages)| {
                let of = |line: &u8| pages.iter().filter(|page| page.contains(line)).count();
                let mut lines: Vec<u64> = (0..12u8)
                    .filter(|line| pages.len() >= least as usize && of(line) * 1000 > thousandths as usize * pages.len())
                    .map(hash)
                    .collect();
                lines.sort_unstable();
                (format!("s{site}.example.org"), pages.len() as u32, lines)
            })
            .filter(|(.., lines)| !lines.is_empty())
            .collect();
        let found = learned(&pages, rule, 1);
        let found: Vec<_> = found.sites().iter().map(|site| (site.site.clone(), site.pages, site.lines.clone())).collect();
        prop_assert_eq!(found, expected);
    }
}
