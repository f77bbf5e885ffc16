//! The set: which passages are sources, which lend their words, and what is made of them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::input::Passage;
use crate::variants::{Random, edited, embedded, framed, shuffled};

pub(crate) const EDITS: [usize; 14] = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40, 50, 60, 70, 80];
pub(crate) const OVERLAPS: [usize; 9] = [10, 20, 30, 40, 50, 60, 70, 80, 90];
pub(crate) const BOILERPLATE: [usize; 3] = [30, 50, 70];

/// Other passages of a source's book.
const PASSAGES: usize = 3;

/// Words of the shortest passage that is used, and of a text within a header and a footer.
const SHORTEST: usize = 300;

pub(crate) struct Sizes {
    /// Passages that copies are made of.
    pub(crate) sources: usize,
    /// Passages that nothing is made of, at most.
    pub(crate) background: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Sizes { sources: 40, background: 1000 }
    }
}

pub(crate) struct Document {
    pub(crate) id: String,
    pub(crate) text: String,
}

pub(crate) struct Pair {
    pub(crate) a: String,
    pub(crate) b: String,
    pub(crate) positive: bool,
    pub(crate) kind: String,
}

pub(crate) struct Set {
    pub(crate) documents: Vec<Document>,
    pub(crate) pairs: Vec<Pair>,
}

impl Set {
    pub(crate) fn make(mut passages: Vec<Passage>, sizes: Sizes, seed: u64) -> Result<Set, String> {
        let mut random = Random(seed);
        passages.retain(|passage| passage.words().len() >= SHORTEST);
        random.shuffle(&mut passages);
        let books = sources(&passages, sizes.sources)?;
        // Words to lend: of books that no source is of.
        let of_sources: BTreeSet<&str> = books.iter().map(|book| &*book[0].book).collect();
        let mut others = passages.iter().filter(|passage| !of_sources.contains(&*passage.book));
        let mut lent = Lender { passages: &mut others, asked: 0 };
        let vocabulary = lent.words(20 * SHORTEST)?;
        let mut set = Set { documents: Vec::new(), pairs: Vec::new() };
        for (number, book) in books.iter().enumerate() {
            let (source, words) = (book[0], book[0].words());
            set.add(&source.id, source.text.clone());
            for percent in EDITS {
                let text = edited(&words, percent, &vocabulary, &mut random);
                set.copy(number, source, "edit", percent, &text);
            }
            for percent in OVERLAPS {
                let text = embedded(&words, percent, &lent.words(words.len())?, &mut random);
                set.copy(number, source, "overlap", percent, &text);
            }
            let id = format!("s{number}-shuffled");
            set.add(&id, shuffled(&words, &mut random).join(" "));
            set.pair(&id, &source.id, false, "shuffled");
            for other in &book[1..] {
                set.add(&other.id, other.text.clone());
                set.pair(&other.id, &source.id, false, "passage");
            }
            for percent in BOILERPLATE {
                // A frame of its own for every two, so that there are no more such pairs than others.
                let template = lent.words(SHORTEST)?;
                let ids = ["a", "b"].map(|letter| format!("s{number}-boilerplate-{percent}-{letter}"));
                for id in &ids {
                    let text = framed(&template, percent, &lent.words(SHORTEST)?, SHORTEST);
                    set.add(id, text.join(" "));
                }
                set.pair(&ids[0], &ids[1], false, &format!("boilerplate:{percent}"));
            }
        }
        for passage in others.take(sizes.background) {
            set.add(&passage.id, passage.text.clone());
        }
        let mut ids = BTreeSet::new();
        match set.documents.iter().find(|document| !ids.insert(&document.id)) {
            Some(twice) => Err(format!("two passages have the id \"{}\"", twice.id)),
            None => Ok(set),
        }
    }

    fn copy(&mut self, number: usize, source: &Passage, kind: &str, percent: usize, words: &[&str]) {
        let id = format!("s{number}-{kind}-{percent}");
        self.add(&id, words.join(" "));
        self.pair(&id, &source.id, true, &format!("{kind}:{percent}"));
    }

    fn add(&mut self, id: &str, text: String) {
        self.documents.push(Document { id: id.into(), text });
    }

    fn pair(&mut self, a: &str, b: &str, positive: bool, kind: &str) {
        self.pairs.push(Pair { a: a.into(), b: b.into(), positive, kind: kind.into() });
    }

    pub(crate) fn documents_jsonl(&self) -> String {
        let line = |document: &Document| json!({"id": document.id, "text": document.text}).to_string() + "\n";
        self.documents.iter().map(line).collect()
    }

    pub(crate) fn pairs_tsv(&self) -> String {
        let label = |pair: &Pair| if pair.positive { "positive" } else { "negative" };
        let line = |pair: &Pair| format!("{}\t{}\t{}\t{}\n", pair.a, pair.b, label(pair), pair.kind);
        self.pairs.iter().map(line).collect()
    }
}

/// The sources, each before other passages of its book, one a book.
fn sources(passages: &[Passage], wanted: usize) -> Result<Vec<Vec<&Passage>>, String> {
    let mut books: BTreeMap<&str, Vec<&Passage>> = BTreeMap::new();
    for passage in passages {
        books.entry(&passage.book).or_default().push(passage);
    }
    // In the order in which the passages were shuffled.
    let mut used = BTreeSet::new();
    let mut sources = Vec::new();
    for passage in passages {
        let book = &books[&*passage.book];
        if sources.len() < wanted && book.len() > PASSAGES && used.insert(&passage.book) {
            sources.push(book[..=PASSAGES].to_vec());
        }
    }
    match sources.len() == wanted {
        true => Ok(sources),
        false => Err(format!(
            "{} books have at least {} passages of {SHORTEST} words; give more text, or ask for fewer sources",
            sources.len(),
            PASSAGES + 1
        )),
    }
}

/// Passages that give their words, each once.
struct Lender<'a, 'p> {
    passages: &'a mut dyn Iterator<Item = &'p Passage>,
    asked: usize,
}

impl<'p> Lender<'_, 'p> {
    fn words(&mut self, least: usize) -> Result<Vec<&'p str>, String> {
        let mut words = Vec::new();
        while words.len() < least {
            self.asked += 1;
            let short =
                || format!("more than {} passages of other books are needed; give more text", self.asked);
            words.extend(self.passages.next().ok_or_else(short)?.words());
        }
        Ok(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Books whose words are all different, so that nothing is shared by chance.
    fn passages() -> Vec<Passage> {
        let passage = |book: usize, number: usize| Passage {
            id: format!("book{book}.{number}"),
            text: (0..400).map(|word| format!("w{book}x{number}x{word} ")).collect(),
            book: format!("book{book}"),
        };
        (0..40).flat_map(|book| (0..5).map(move |number| passage(book, number))).collect()
    }

    fn made() -> Set {
        Set::make(passages(), Sizes { sources: 3, background: 10 }, 1).unwrap()
    }

    fn words<'a>(set: &'a Set, id: &str) -> Vec<&'a str> {
        set.documents.iter().find(|document| document.id == id).unwrap().text.split_whitespace().collect()
    }

    /// The most words in a row that two texts share.
    fn longest_run(a: &[&str], b: &[&str]) -> usize {
        let run = |i: usize, j: usize| a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
        let starts = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
        starts.filter(|&(i, j)| a[i] == b[j]).map(|(i, j)| run(i, j)).max().unwrap_or(0)
    }

    #[test]
    fn the_same_seed_makes_the_same_set_and_another_seed_another() {
        let again = Set::make(passages(), Sizes { sources: 3, background: 10 }, 1).unwrap();
        assert_eq!(
            (made().documents_jsonl(), made().pairs_tsv()),
            (again.documents_jsonl(), again.pairs_tsv())
        );
        let other = Set::make(passages(), Sizes { sources: 3, background: 10 }, 2).unwrap();
        assert_ne!(made().documents_jsonl(), other.documents_jsonl());
    }

    #[test]
    fn every_kind_of_pair_is_there_for_every_source() {
        let set = made();
        let count = |kind: &str| set.pairs.iter().filter(|pair| pair.kind == kind).count();
        assert!(EDITS.iter().all(|percent| count(&format!("edit:{percent}")) == 3));
        assert!(OVERLAPS.iter().all(|percent| count(&format!("overlap:{percent}")) == 3));
        assert!(BOILERPLATE.iter().all(|percent| count(&format!("boilerplate:{percent}")) == 3));
        assert_eq!((count("shuffled"), count("passage")), (3, 9));
        let positive = |pair: &Pair| pair.kind.starts_with("edit") || pair.kind.starts_with("overlap");
        assert!(set.pairs.iter().all(|pair| pair.positive == positive(pair)));
    }

    #[test]
    fn an_edit_leaves_all_other_words_in_their_order() {
        let set = made();
        for pair in set.pairs.iter().filter(|pair| pair.kind.starts_with("edit:")) {
            let percent: usize = pair.kind["edit:".len()..].parse().unwrap();
            let (copy, source) = (words(&set, &pair.a), words(&set, &pair.b));
            let of_source: BTreeSet<&str> = source.iter().copied().collect();
            let kept: Vec<&str> = copy.into_iter().filter(|word| of_source.contains(word)).collect();
            let mut rest = source.iter();
            assert!(kept.iter().all(|word| rest.any(|other| other == word)), "{}: the order is kept", pair.a);
            // Of the edited words those that a new one joins are kept, too: about a third.
            let edits = 400 * percent / 100;
            assert!((400 - edits..=400).contains(&kept.len()), "{}: {} words", pair.a, kept.len());
            let gone = (400 - kept.len()) as f64;
            let (mean, spread) = (edits as f64 * 2.0 / 3.0, (edits as f64 * 2.0 / 9.0).sqrt());
            assert!((gone - mean).abs() <= 5.0 * spread, "{}: {gone} of {edits}", pair.a);
        }
    }

    #[test]
    fn an_overlap_is_one_run_of_its_share_and_nothing_else() {
        let set = made();
        for pair in set.pairs.iter().filter(|pair| pair.kind.starts_with("overlap:")) {
            let percent: usize = pair.kind["overlap:".len()..].parse().unwrap();
            let (copy, source) = (words(&set, &pair.a), words(&set, &pair.b));
            assert_eq!((copy.len(), longest_run(&copy, &source)), (400, 4 * percent));
            assert_eq!(copy.iter().filter(|word| source.contains(word)).count(), 4 * percent);
        }
    }

    #[test]
    fn decoys_share_words_or_a_frame_and_no_text() {
        let set = made();
        for pair in set.pairs.iter().filter(|pair| !pair.positive) {
            let (mut a, mut b) = (words(&set, &pair.a), words(&set, &pair.b));
            match &*pair.kind {
                "shuffled" => {
                    assert!(longest_run(&a, &b) < 10);
                    a.sort();
                    b.sort();
                    assert_eq!(a, b);
                }
                "passage" => assert_eq!(longest_run(&a, &b), 0),
                kind => {
                    let percent: usize = kind["boilerplate:".len()..].parse().unwrap();
                    let shared = a.iter().filter(|word| b.contains(word)).count();
                    assert_eq!((a.len(), shared, longest_run(&a, &b)), (300, 3 * percent, 3 * percent / 2));
                }
            }
        }
    }

    #[test]
    fn too_little_text_is_refused() {
        let few = passages().into_iter().take(20).collect();
        let refused = Set::make(few, Sizes { sources: 4, background: 0 }, 1).err().unwrap();
        assert!(refused.ends_with("give more text"), "{refused}");
        assert!(Set::make(Vec::new(), Sizes::default(), 1).is_err());
    }
}
