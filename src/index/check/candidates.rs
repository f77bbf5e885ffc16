//! The sources that come into question, and what is said of those that are listed.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use super::compared::{Compared, Piece};
use super::query::Feature;
use super::ranges::{length, length_within, together};
use super::ranking::{Ranking, rank};
use super::stretches::{Hit, Stretch, stretches};
use super::suspects::Suspicion;
use super::{IndexCheck, Rule};
use crate::index::{Estimate, Findings, FoundPassage, FoundSource, Source};
use crate::report::Place;
use crate::text::Span;

/// The sources of a document that a rule lists, in the index's order.
pub(super) struct Candidates<'a> {
    pub(super) listed: Vec<Candidate<'a>>,
    /// Sources that are suspected and whose texts would tell, by their places among the sources known: those first of which most is
    /// suspected.
    pub(super) suspected: Vec<usize>,
    /// Whether there are passages whose sources are not known.
    unknown: bool,
}

/// A source of a document.
pub(super) struct Candidate<'a> {
    /// Its place among the sources known.
    pub(super) source: usize,
    /// What of the document stands in it.
    coverage: Vec<Range<u32>>,
    found: SourceHits,
    /// What comparing its text gave, if that was done and gave enough.
    pub(super) compared: Option<&'a Compared>,
    /// Whether comparing gave too little, so that it is listed by its pairs alone.
    by_pairs_alone: bool,
}

impl Candidate<'_> {
    /// Whether most of some passage is in none of these words.
    fn has_beyond(&self, words: &[Range<u32>]) -> bool {
        self.coverage.iter().any(|own| 2 * length_within(words, own) < own.end - own.start)
    }
}

/// What look-ups found of a source.
#[derive(Default)]
struct SourceHits {
    pieces: Vec<Piece>,
    longest: u32,
    distance: Option<u32>,
    /// How many distinct hashes were found in it, and how many of these the index's windows select in the document.
    hashes: (u32, u32),
}

/// The shingles found in each source, the fingerprints, and the places that pairs are found in.
#[derive(Default)]
struct Hits {
    shingles: Vec<Hit>,
    near: BTreeMap<usize, (u32, u32)>,
    suspicions: Vec<Suspicion>,
}

impl IndexCheck {
    /// The sources that the rule lists.
    pub(super) fn candidates(&self, rule: &Rule) -> Candidates<'_> {
        let (hits, unknown) = self.hits(rule);
        let weights: Vec<u64> =
            self.evidence.postings.iter().map(|passages| rule.weight(passages.len())).collect();
        let mut suspected = Vec::new();
        let mut listed = Vec::new();
        for (&source, hits) in &hits {
            let candidate = self.candidate(source, hits, rule, &weights);
            if let (None, Some(most)) = (&candidate, hits.suspicions.iter().map(|found| found.bits).max()) {
                suspected.push((core::cmp::Reverse(most), source));
            }
            listed.extend(candidate);
        }
        // What a comparison shows to be of one source is hardly of another as well in which it found nothing.
        let compared = listed.iter().filter(|candidate: &&Candidate| !candidate.by_pairs_alone);
        let shown = together(compared.flat_map(|candidate| candidate.coverage.iter().cloned()).collect());
        listed.retain(|candidate| !candidate.by_pairs_alone || candidate.has_beyond(&shown));
        suspected.sort_unstable();
        Candidates { listed, suspected: suspected.into_iter().map(|(_, source)| source).collect(), unknown }
    }

    /// What was found, by source; and whether there are passages whose sources are not known, and may be listed.
    fn hits(&self, rule: &Rule) -> (BTreeMap<usize, Hits>, bool) {
        let mut unknown = false;
        let mut source_of = |passage: u64, counts: bool| {
            let source = self.evidence.source_of(passage);
            unknown |= counts && source.is_none();
            source.filter(|&(source, _)| !self.evidence.sources[source].source.removed)
        };
        let mut of_hash =
            |passages: &Vec<u64>| passages.iter().filter_map(|&passage| source_of(passage, true)).collect();
        let mut of_shingles: BTreeMap<u32, Vec<(usize, u32)>> = BTreeMap::new();
        for item in &self.query.items {
            let postings = &self.evidence.postings[item.hash as usize];
            of_shingles.entry(item.hash).or_insert_with(|| of_hash(postings));
        }
        let mut hits: BTreeMap<usize, Hits> = BTreeMap::new();
        for (item, number) in self.query.items.iter().zip(0..) {
            for &(source, passage) in &of_shingles[&item.hash] {
                hits.entry(source).or_default().shingles.push((number, passage));
            }
        }
        for (own, passage) in self.passages.iter().enumerate() {
            let known =
                passage.fingerprints.iter().filter_map(|print| self.fingerprints.binary_search(print).ok());
            for (passage, distance) in self.distances.near(known.map(|at| &self.evidence.near[at])) {
                // Where a fingerprint needs shared shingles, a source has a passage that these are known of.
                let Some((source, number)) = source_of(passage, rule.alike == 0) else { continue };
                let nearest = hits.entry(source).or_default().near.entry(own).or_insert((distance, number));
                *nearest = (*nearest).min((distance, number));
            }
        }
        self.suspect(&mut hits);
        (hits, unknown)
    }

    /// What is suspected of the sources that are known.
    fn suspect(&self, hits: &mut BTreeMap<usize, Hits>) {
        let evidence = self.feature_evidence();
        if evidence.hits().is_empty() {
            return;
        }
        for (number, known) in
            self.evidence.sources.iter().enumerate().filter(|(_, known)| !known.source.removed)
        {
            let source = &known.source;
            let passages = source.first..source.first.saturating_add(source.passages.len() as u64);
            let found = known.suspicions.get_or_init(|| evidence.of_source(&passages));
            if !found.is_empty() {
                hits.entry(number).or_default().suspicions.clone_from(found);
            }
        }
    }

    /// A source with what was found of it, if the rule lists it.
    fn candidate(&self, at: usize, hits: &Hits, rule: &Rule, weights: &[u64]) -> Option<Candidate<'_>> {
        let known = &self.evidence.sources[at];
        let words = self.words();
        let least = rule.least.min(words);
        let stretches = stretches(&self.query, words, &known.source, &hits.shingles, weights);
        let shared = together(stretches.iter().map(|stretch| stretch.words.clone()).collect());
        let near = hits.near.iter().filter(|(own, _)| rule.confirms(&shared, &self.passages[**own].words));
        let near: Vec<(&Range<u32>, u32, u32)> =
            near.map(|(&own, &(distance, number))| (&self.passages[own].words, distance, number)).collect();
        let mut found = SourceHits {
            longest: stretches
                .iter()
                .map(|stretch| stretch.words.end - stretch.words.start)
                .max()
                .unwrap_or(0),
            distance: near.iter().map(|&(_, distance, _)| distance).min(),
            hashes: self.hashes_of(&hits.shingles),
            ..SourceHits::default()
        };
        let alike = together(near.iter().map(|&(words, ..)| words.clone()).collect());
        let coverage = together(shared.into_iter().chain(alike.iter().cloned()).collect());
        let compared = known.document.and_then(|document| self.comparing.of(document));
        if let Some(compared) = compared {
            let coverage = compared.coverage.clone();
            let enough = length(&coverage) >= least || compared.rare >= rule.least_rare(words);
            if enough {
                let (compared, by_pairs_alone) = (Some(compared), false);
                return Some(Candidate { source: at, coverage, found, compared, by_pairs_alone });
            }
        }
        let accepted = |found: &&Suspicion| {
            rule.accepts(found, words) && compared.is_none_or(|compared| self.confirms(found, compared))
        };
        let edited: Vec<&Suspicion> = hits.suspicions.iter().filter(accepted).collect();
        let coverage =
            together(coverage.into_iter().chain(edited.iter().map(|found| found.words.clone())).collect());
        let by_shingles = self.weight(&stretches);
        let by_passages = 1000 * u64::from(length(&alike));
        let may_share = || self.promised(&self.reach(&known.source, &hits.shingles));
        let promised = rule.least.min(self.promised(core::slice::from_ref(&(0..words)))).max(1);
        let has = by_shingles.max(by_passages) >= 1000 * u64::from(least);
        // What was copied word for word, a comparison would have found; not all that was reworded.
        let copied = || compared.is_none() && (has || rule.guarantee && may_share() >= promised);
        let listed = !coverage.is_empty() && (!edited.is_empty() || copied());
        if !listed {
            return None;
        }
        let by_shingles = stretches.into_iter().map(|stretch| Piece {
            equal: stretch.words.end - stretch.words.start,
            source: place(&known.source, stretch.passages),
            words: stretch.words,
            how: "shingles",
        });
        let by_passages = near.into_iter().map(|(words, _, number)| Piece {
            equal: words.end - words.start,
            source: place(&known.source, (number as usize, number as usize)),
            words: words.clone(),
            how: "passage",
        });
        let by_pairs = edited.into_iter().map(|suspicion| {
            let number = (suspicion.passage - known.source.first) as usize;
            Piece {
                equal: suspicion.words.end - suspicion.words.start,
                source: place(&known.source, (number, number + 1)),
                words: suspicion.words.clone(),
                how: "pairs",
            }
        });
        found.pieces = outermost(by_shingles.chain(by_passages).chain(by_pairs).collect());
        let by_pairs_alone = compared.is_some();
        Some(Candidate { source: at, coverage, found, compared: None, by_pairs_alone })
    }

    /// Whether a source whose text is known has the words of most features that were found in a passage of it, letter by letter: a
    /// pair is known by the first letters of its words.
    fn confirms(&self, suspicion: &Suspicion, compared: &Compared) -> bool {
        let passages = suspicion.passage..=suspicion.passage.saturating_add(1);
        let found = |feature: &&Feature| {
            let postings = &self.evidence.postings[feature.hash as usize];
            let at = postings.partition_point(|passage| passage < passages.start());
            postings.get(at).is_some_and(|passage| passages.contains(passage))
        };
        let has = |word: u32| compared.has(self.reading.hashes()[word as usize]);
        let (mut all, mut had) = (0, 0);
        for feature in self.query.features_within(&suspicion.words).filter(found) {
            all += 1;
            had += u32::from(has(feature.words.start) && has(feature.words.end - 1));
        }
        2 * had > all
    }

    /// What the stretches of a source weigh together, in thousandths of words. A few characters of a script without spaces are a phrase
    /// that many texts have: of such stretches only the heaviest counts, if there are pairs by which the others are known.
    fn weight(&self, stretches: &[Stretch]) -> u64 {
        let touches = |stretch: &&Stretch| self.query.mostly_touch(&stretch.words);
        let (touching, apart): (Vec<&Stretch>, Vec<&Stretch>) =
            stretches.iter().partition(|stretch| self.design.pairs.is_some() && touches(stretch));
        let heaviest = touching.iter().map(|stretch| stretch.weight).max().unwrap_or(0);
        apart.iter().map(|stretch| stretch.weight).sum::<u64>() + heaviest
    }

    /// How many words of these count for the guarantee: in an index with pairs, two that touch as one, of those that hold a whole run.
    fn promised(&self, words: &[Range<u32>]) -> u32 {
        if self.design.pairs.is_none() {
            return length(words);
        }
        let run = self.design.shingles.run.min(self.query.length(&(0..self.words())));
        words.iter().map(|words| self.query.length(words)).filter(|&length| length >= run).sum()
    }

    /// The words of all runs that a source may share, by the shingles that the index's windows select.
    fn reach(&self, source: &Source, hits: &[Hit]) -> Vec<Range<u32>> {
        let items = hits.iter().map(|&(item, passage)| (&self.query.items[item as usize], passage));
        let reach = items.filter(|(item, passage)| self.pairs_confirm(source, *passage, &item.words));
        together(reach.filter_map(|(item, _)| item.reach.clone()).collect())
    }

    /// Whether a source may share a run with these words of the document, a shingle of one of its passages: if it does, it has all pairs
    /// of the run there. So a hash that is that of another shingle, too, is known by the pairs within it, and where that says too
    /// little, by those of each run around it.
    fn pairs_confirm(&self, source: &Source, passage: u32, words: &Range<u32>) -> bool {
        if !self.evidence.missing.is_empty() {
            return true;
        }
        // A run of fewer words than a passage has begins in the one before or ends in the one after.
        let beside = if self.design.shingles.run <= self.design.cut.least { 1 } else { u64::MAX };
        let (first, of_shingle) = (source.first, source.first.saturating_add(passage.into()));
        let end = first.saturating_add(source.passages.len() as u64);
        let near = of_shingle.saturating_sub(beside).max(first)
            ..of_shingle.saturating_add(beside).saturating_add(1).min(end);
        let has = |hash: usize| {
            let postings = &self.evidence.postings[hash];
            let at = postings.partition_point(|&passage| passage < near.start);
            self.evidence.more[hash] || postings.get(at).is_some_and(|passage| near.contains(passage))
        };
        let all = |words: Range<u32>| {
            self.query.pairs_within(&words).map(has).fold(None, |all, has| Some(all.unwrap_or(true) && has))
        };
        let (w, run) = (self.design.shingles.w, self.design.shingles.run);
        let own = words.start..words.end.min(words.start + w);
        // Eight characters of a script without spaces are but a few words, and common.
        let tells = !self.query.mostly_touch(&own);
        all(own).filter(|&all| tells || !all).unwrap_or_else(|| {
            // The same shingle may stand there several times in a row, and once in the source.
            let firsts = (words.start + w).saturating_sub(run)..=words.end.saturating_sub(w).max(words.start);
            let mut runs = firsts.map(|first| first..(first + run).min(self.words()));
            runs.any(|run| all(run).unwrap_or(true))
        })
    }

    /// Whether more passages may have a shingle than are known. For a pair that makes no difference.
    fn misses_shingles(&self) -> bool {
        self.query.items.iter().any(|item| self.evidence.more[item.hash as usize])
    }

    fn hashes_of(&self, hits: &[Hit]) -> (u32, u32) {
        let mut hashes: Vec<u32> =
            hits.iter().map(|&(item, _)| self.query.items[item as usize].hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let selected = hashes.iter().filter(|&&hash| self.query.selected[hash as usize]).count();
        (hashes.len() as u32, selected as u32)
    }

    fn found_source(&self, candidate: &Candidate<'_>, explains: u32) -> FoundSource {
        let source = &self.evidence.sources[candidate.source].source;
        let found = &candidate.found;
        let [containment, containment_of_source, resemblance] = match candidate.compared {
            Some(Compared { numbers, .. }) => {
                [numbers.containment_a, numbers.containment_b, numbers.resemblance].map(Estimate::exact)
            }
            None => self.estimates(source, found),
        };
        let pieces = candidate.compared.map_or(&found.pieces, |compared| &compared.pieces);
        FoundSource {
            first: source.first,
            id: source.id.clone(),
            title: source.title.clone(),
            url: source.url.clone(),
            words: source.words,
            shared: length(&candidate.coverage),
            explains,
            containment,
            containment_of_source,
            resemblance,
            longest_run: candidate.compared.map_or(found.longest, |compared| compared.numbers.longest_run),
            distance: found.distance,
            exact: candidate.compared.is_some(),
            passages: pieces.iter().map(|piece| self.found_passage(piece)).collect(),
        }
    }

    /// Both containments and the resemblance, by the shingles that were looked up.
    fn estimates(&self, source: &Source, found: &SourceHits) -> [Estimate; 3] {
        let (hashes, selected) = found.hashes;
        let of = self.query.selected.iter().filter(|&&selected| selected).count() as u32;
        let containment = Estimate::of_sample(selected, of);
        let containment_of_source = Estimate::of_sample(hashes.min(source.shingles), source.shingles);
        let shingles = |words: u32| f64::from(words.saturating_sub(self.design.shingles.w - 1).max(1));
        let (own, other) = (shingles(self.words()), shingles(source.words));
        let resemblance = containment.map(|share| {
            let shared = (share * own).min(other);
            shared / (own + other - shared)
        });
        [containment, containment_of_source, resemblance]
    }

    fn found_passage(&self, piece: &Piece) -> FoundPassage {
        FoundPassage {
            document: self.place(&piece.words),
            source: piece.source,
            words: piece.equal,
            how: piece.how,
        }
    }

    /// The place of words in the document's text to show.
    fn place(&self, words: &Range<u32>) -> Place {
        let spans = self.reading.spans().get(words.start as usize..words.end as usize);
        let ends = spans.and_then(|spans| Some((spans.first()?, spans.last()?)));
        ends.map_or(Place { start: 0, end: 0 }, |(first, last)| Place { start: first.start, end: last.end })
    }
}

impl Candidates<'_> {
    /// Their order.
    pub(super) fn rank(&self, words: u32, most: usize) -> Ranking {
        let coverages: Vec<&[Range<u32>]> =
            self.listed.iter().map(|candidate| &candidate.coverage[..]).collect();
        rank(words, &coverages, most)
    }

    /// What is said of them.
    pub(super) fn findings(&self, check: &IndexCheck, rule: &Rule) -> Findings {
        let words = check.words();
        let ranking = self.rank(words, rule.sources);
        let found = |&(number, explains): &(usize, u32)| check.found_source(&self.listed[number], explains);
        let covered =
            together(self.listed.iter().flat_map(|candidate| candidate.coverage.iter().cloned()).collect());
        let explained = length(&covered);
        Findings {
            document: check.reading.name().into(),
            words,
            explained,
            share: f64::from(explained) / f64::from(words.max(1)),
            covered: covered.iter().map(|words| check.place(words)).collect(),
            sources: ranking.order.iter().map(found).collect(),
            more_sources: (self.listed.len() - ranking.order.len()) as u64,
            truncated: check.evidence.truncated || check.misses_shingles() || self.unknown,
            missing: check.evidence.missing.iter().cloned().collect(),
            recipe: check.recipe.clone(),
        }
    }
}

/// Where passages of a source are, from one to another.
fn place(source: &Source, (first, last): (usize, usize)) -> Place {
    let last_of_all = source.passages.len().saturating_sub(1);
    let span = |passage: usize| {
        source.passages.get(passage.min(last_of_all)).map_or(Span::default(), |passage| passage.span)
    };
    Place { start: span(first).start, end: span(last).end }
}

/// The pieces that are not within another, by their place in the document.
fn outermost(mut pieces: Vec<Piece>) -> Vec<Piece> {
    // Of equal ones, that by shingles stands first and tells more.
    pieces.sort_by_key(|piece| (piece.words.start, core::cmp::Reverse(piece.words.end)));
    let mut end = 0;
    pieces.retain(|piece| {
        let outside = piece.words.end > end;
        end = end.max(piece.words.end);
        outside
    });
    pieces
}
