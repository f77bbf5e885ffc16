//! Whoever runs an index, sees what is asked, and has the text of every candidate: which one does it name?

use std::collections::HashMap;

use twinprint::index::client::{AccessMode, CheckSession, RemoteIndex, Step};
use twinprint::index::service::{Form, Request, Service};
use twinprint::index::{Corpus, Design, Disguise, FileEntry, IndexCheck, Indexer, LookupRequest};
use twinprint::{Document, Index, IndexOptions};

use crate::texts::{candidate, excerpt, random};

/// How many checks it sees of each kind.
const TRIALS: u32 = 60;

/// What is kept on the device of whoever checks, and what the adversary draws its own decoys by.
const SECRET: [u8; 16] = *b"kept on a device";
const ADVERSARYS: [u8; 16] = *b"of the adversary";

/// Prefixes have so many bits.
const PREFIX: u32 = 24;

/// What the adversary has: an index of half of the candidates, and what each candidate's check looks up.
pub struct Known {
    index: Index,
    design: Design,
    pub hashes: Vec<Vec<u64>>,
}

impl Known {
    pub fn of(candidates: u32) -> Known {
        let texts: Vec<String> = (0..candidates / 2).map(candidate).collect();
        let names: Vec<String> = (0..candidates / 2).map(|number| number.to_string()).collect();
        let documents = names.iter().zip(&texts).map(|(name, text)| Document::plain(name, text));
        let index = Index::build(documents, &IndexOptions::default().with_texts(true)).expect("an index");
        let design = index.manifest().design.clone();
        let mut known = Known { index, design, hashes: Vec::new() };
        let mut indexer = Indexer::new(&known.design, None).expect("a design");
        known.hashes =
            (0..candidates).map(|number| known.looked_up(&mut indexer, &candidate(number))).collect();
        known
    }

    /// The hashes that a check of a text looks up.
    fn looked_up(&self, indexer: &mut Indexer, text: &str) -> Vec<u64> {
        let signed = indexer.sign(&Document::plain("essay", text)).expect("it has words");
        IndexCheck::new(signed, &self.design, self.index.manifest().passages)
            .expect("a design")
            .lookup()
            .shingles
    }

    pub fn candidates(&self) -> u32 {
        self.hashes.len() as u32
    }

    pub fn bytes(&self) -> u64 {
        self.index.manifest().files().map(|file| file.bytes).sum()
    }

    /// What is looked up of a text that is no candidate as it is.
    pub fn of_text(&self, text: &str) -> Vec<u64> {
        self.looked_up(&mut Indexer::new(&self.design, None).expect("a design"), text)
    }

    /// The candidates that are checked in the trials.
    pub fn trials(&self) -> impl Iterator<Item = u32> {
        let candidates = self.candidates();
        (0..TRIALS).map(move |trial| random(7, trial) % candidates)
    }
}

/// What can be seen of candidates, and who has it.
struct Sight<T> {
    candidates: usize,
    having: HashMap<T, Vec<u32>>,
}

impl<T: std::hash::Hash + Eq + Clone> Sight<T> {
    fn of(candidates: impl Iterator<Item = Vec<T>>) -> Self {
        let (mut having, mut all) = (HashMap::<T, Vec<u32>>::new(), 0);
        for (number, mut seen) in candidates.enumerate() {
            seen.dedup();
            all += 1;
            seen.into_iter().for_each(|item| having.entry(item).or_default().push(number as u32));
        }
        Sight { candidates: all, having }
    }

    /// How many candidates have as much of what is seen as the right one, it among them; none if another has more.
    fn as_likely(&self, seen: &[T], right: u32) -> Likely {
        let mut scores: HashMap<u32, u32> = HashMap::new();
        seen.iter()
            .filter_map(|item| self.having.get(item))
            .flatten()
            .for_each(|&number| *scores.entry(number).or_default() += 1);
        let own = scores.get(&right).copied().unwrap_or(0);
        let above = scores.values().filter(|&&score| score > own).count();
        let equal = scores.values().filter(|&&score| score == own).count();
        // Of most candidates nothing is seen: where that is so of the right one, it is one of all these.
        Likely { above, equal: if own == 0 { self.candidates - scores.len() } else { equal } }
    }
}

/// How many candidates are likelier than the right one, and how many as likely, it among them.
struct Likely {
    above: usize,
    equal: usize,
}

/// How often the right one is named, guessing among equals, and how many bits were learned of which one it is.
fn said(all: &[Likely], candidates: u32) -> String {
    let named: f64 = all.iter().map(|of| if of.above == 0 { 1.0 / of.equal as f64 } else { 0.0 }).sum();
    let bits: f64 = all.iter().map(|of| (f64::from(candidates) / (of.above + of.equal) as f64).log2()).sum();
    format!("{:.0} %, {:.1}", 100.0 * named / all.len() as f64, bits / all.len() as f64)
}

fn sorted<T: Ord>(mut of: Vec<T>) -> Vec<T> {
    of.sort_unstable();
    of.dedup();
    of
}

fn trials<T: std::hash::Hash + Eq + Clone>(
    known: &Known,
    sight: &Sight<T>,
    mut see: impl FnMut(&str) -> Vec<T>,
) -> [String; 2] {
    [candidate as fn(u32) -> String, excerpt].map(|text| {
        let all: Vec<Likely> =
            known.trials().map(|right| sight.as_likely(&see(&text(right)), right)).collect();
        said(&all, known.candidates())
    })
}

pub fn print(known: &Known) {
    let candidates = known.candidates();
    println!(
        "\nAmong {candidates} candidates, half of them in the index ({} KB); of {:.1} bits that tell one of them:\n",
        known.bytes() / 1000,
        f64::from(candidates).log2()
    );
    println!(
        "| what is seen | whole documents named, bits learned | excerpts of 25 words, in 800 others |\n|---|---|---|"
    );
    let row = |what: &str, [whole, excerpt]: [String; 2]| println!("| {what} | {whole} | {excerpt} |");
    let by_hash = Sight::of(known.hashes.iter().map(|hashes| sorted(hashes.clone())));
    row("`whole`: hashes", trials(known, &by_hash, |text| sorted(known.of_text(text))));
    let prefixes = |hashes: &[u64]| sorted(hashes.iter().map(|hash| hash >> (64 - PREFIX)).collect());
    let by_prefix = Sight::of(known.hashes.iter().map(|hashes| prefixes(hashes)));
    let hidden = |text: &str| {
        let mut lookup = LookupRequest::default();
        lookup.prefixes.bits = PREFIX;
        lookup.prefixes.shingles =
            prefixes(&known.of_text(text)).iter().map(|prefix| prefix << (64 - PREFIX)).collect();
        let sent = Disguise::new(100, true, SECRET).hide(&lookup, 0, &mut |drawn| drawn.fill(3));
        prefixes(&sent.prefixes.shingles)
    };
    row("`prefix`: prefixes among decoys", trials(known, &by_prefix, hidden));
    let ranges = |text: &str, secret| {
        sorted(
            fetched(known, text, AccessMode::Ranges, secret)
                .into_iter()
                .map(|part| (part.0, part.1))
                .collect(),
        )
    };
    let by_range = Sight::of((0..candidates).map(|number| ranges(&candidate(number), ADVERSARYS)));
    row("`ranges`: which bytes, among decoys", trials(known, &by_range, |text| ranges(text, SECRET)));
    if candidates > 10_000 {
        return;
    }
    // Whoever sees an encrypted line sees how long each answer is.
    for mode in [AccessMode::Ranges, AccessMode::Prefix, AccessMode::Whole] {
        let lengths = |text: &str, secret| {
            let mut lengths: Vec<u64> = exchanged(known, text, mode, secret);
            lengths.sort_unstable();
            vec![lengths]
        };
        let by_length = Sight::of((0..candidates).map(|number| lengths(&candidate(number), ADVERSARYS)));
        row(
            &format!("`{}`: lengths of answers alone", mode.name()),
            trials(known, &by_length, |text| lengths(text, SECRET)),
        );
    }
}

/// The parts of files that a check fetches: a file, where it begins, and how long it is.
fn fetched(known: &Known, text: &str, mode: AccessMode, secret: [u8; 16]) -> Vec<(String, u64, u64)> {
    let mut remote = RemoteIndex::published("host", &known.index.manifest().to_json()).expect("a manifest");
    let mut session = CheckSession::new(&remote, &Document::plain("essay", text), mode)
        .expect("it has words")
        .with_secret(secret);
    let files: HashMap<&str, &[u8]> = known.index.files().collect();
    let mut all = Vec::new();
    while let Step::Files(parts) =
        session.next(&mut remote, &mut |drawn: &mut [u8]| drawn.fill(3)).expect("a step")
    {
        for part in parts {
            let bytes = files[&*part.file][part.start as usize..part.end as usize].to_vec();
            all.push((part.file.clone(), part.start, part.end - part.start));
            session.supply(&mut remote, &part, bytes).expect("it is whole");
        }
    }
    all
}

/// How long each answer of a check is, whatever it is from.
fn exchanged(known: &Known, text: &str, mode: AccessMode, secret: [u8; 16]) -> Vec<u64> {
    if mode == AccessMode::Ranges {
        return fetched(known, text, mode, secret).into_iter().map(|(_, _, length)| length).collect();
    }
    let files: HashMap<&str, &[u8]> = known.index.files().collect();
    let corpus = Corpus::open(known.index.manifest().clone(), |entry: &FileEntry| {
        Ok::<_, String>(files[&*entry.name])
    })
    .expect("an index");
    let service = Service::new(corpus, known.index.manifest().clone()).expect("an index");
    let get = |path: &str| {
        service.respond(&Request { method: "GET", path: &format!("/{path}"), ..Request::default() }).body
    };
    let mut remote = RemoteIndex::service("service", &get("v1/meta")).expect("a service");
    let mut session = CheckSession::new(&remote, &Document::plain("essay", text), mode)
        .expect("it has words")
        .with_secret(secret);
    let mut all = Vec::new();
    loop {
        match session.next(&mut remote, &mut |drawn: &mut [u8]| drawn.fill(3)).expect("a step") {
            Step::Done => return all,
            Step::Files(_) => panic!("a service is asked"),
            Step::Get { path, .. } => session.take(&mut remote, 0, &get(path)).expect("an answer"),
            Step::Lookups { bodies, .. } => {
                for (number, body) in bodies {
                    let content_type = Some(Form::Binary.content_type());
                    let request = Request {
                        method: "POST",
                        path: "/v1/lookup",
                        content_type,
                        body: &body,
                        ..Request::default()
                    };
                    let response = service.respond(&request);
                    all.push(response.body.len() as u64);
                    session.take(&mut remote, number, &response.body).expect("an answer");
                }
            }
        }
    }
}
