//! The study as a report.

mod agreement;
mod curves;
mod paper;
mod tables;

use std::collections::BTreeMap;
use std::format;

use super::super::clusters::Estimate;
use super::super::form::{Cell, Parameters, Section, Study, StudyExhibit, Table};
use super::super::verdict::JudgeKind;
use super::{
    AgreementFindings, AgreementOptions, AlgorithmPairs, BITS, CUT_OFF, Degrees, JudgedPair, LEAST_AGREEING,
    LOOKED_AT, SiteRelation,
};
use twinprint_native::display::{count, counted};

impl AgreementFindings {
    /// The study in its form. `names` has the names of the documents of the crowded sites, B's, then C's; `parameters` is what repeats
    /// it.
    pub fn report(&self, options: &AgreementOptions, names: &[String], parameters: Parameters) -> Study {
        Study {
            name: "agreement".into(),
            title: "Supershingles and random projections, and both together".into(),
            question: "Of the pairs that Broder's and Charikar's algorithms call near-duplicates, how many are, how far do the two \
                       agree, and what do both together give? (Henzinger 2006)"
                .into(),
            findings: self.sentences(options),
            setup: self.setup(options),
            parts: vec![
                self.all(),
                self.of_b(),
                self.of_c(),
                self.crowds(names),
                self.differing(),
                self.graphs(),
                self.correlation(),
                self.combination(options),
                self.variants(),
            ],
            lists: BTreeMap::new(),
            parameters,
        }
    }

    fn sentences(&self, options: &AgreementOptions) -> Vec<String> {
        let (b, c) = (&self.b, &self.c);
        let c_precision = |sites| {
            c.share(
                |pair: &JudgedPair| pair.agreeing >= LEAST_AGREEING && pair.is_of(sites),
                JudgedPair::is_correct,
            )
        };
        let mut sentences = Vec::new();
        let (same, different) = (Some(SiteRelation::Same), Some(SiteRelation::Different));
        sentences.push(match (b.precision(None), c_precision(None)) {
            (Some(of_b), Some(of_c)) => format!(
                "Of Algorithm B's pairs {} are near-duplicates, of Algorithm C's {}; in the paper 38 and 50 %.",
                shown(of_b),
                shown(of_c)
            ),
            _ if self.judge != JudgeKind::Resemblance => {
                "Too few pairs were judged to say how precise the algorithms are: of each kind at least one verdict is needed.".into()
            }
            _ => "There are too few pairs to say how precise the algorithms are.".into(),
        });
        let mut sites = Vec::new();
        for (name, of_b, of_c) in [
            ("B", b.precision(same), b.precision(different)),
            ("C", c_precision(same), c_precision(different)),
        ] {
            if let (Some(same), Some(different)) = (of_b, of_c) {
                sites.push(format!(
                    "{name} on pages of one site {}, of different sites {}",
                    shown(same),
                    shown(different)
                ));
            }
        }
        if !sites.is_empty() {
            sentences.push(format!(
                "By sites: {}. The paper has 34 and 86 % of B, 36 and 90 % of C, and concludes that neither works on one site.",
                sites.join("; ")
            ));
        }
        if let Some(chosen) = self.combined.chosen {
            let cut = self.combined.tested(None, chosen);
            if let (Some(precision), Some(recall)) = (cut.precision, cut.recall) {
                sentences.push(format!(
                    "Both together: of B's pairs those with at least {chosen} bits in common, chosen on one half of the pairs judged, are \
                     near-duplicates in {} on the other half, and are {} of those that B finds; in the paper 79 and 79 %, at 355.",
                    shown(precision),
                    shown(recall)
                ));
            }
        } else if b.precision(None).is_some() {
            sentences.push(format!("No cut-off keeps {} of B's near-duplicates.", percent(options.keep)));
        }
        if let (Some(at), Some(relative)) = (self.threshold, self.c_relative(LEAST_AGREEING)) {
            let edge = match at {
                LOOKED_AT => ", the lowest that was looked at",
                BITS => ", all of them",
                _ => "",
            };
            sentences.push(format!(
                "With 48 bytes a document both, C finds nearest to as many near-duplicates as B where {at} bits agree{edge}; at the paper's 372 it \
                 finds {:.2} times as many, there 1.17.",
                relative.share
            ));
        }
        if let [Some(in_b), Some(in_c)] = self.in_common() {
            sentences.push(format!(
                "Of B's pairs {} are C-similar, of C's {} are B-similar; in the paper 4 % both ways, so that there the two find different pairs.",
                percent(in_b),
                percent(in_c)
            ));
        }
        if let [Some(of_b), Some(of_c)] = self.in_two_sites() {
            sentences.push(format!(
                "The two sites that have the most pairs within them have {} of B's pairs, and {} of C's: what is said of all pairs is said of these \
                 first.",
                percent(of_b),
                percent(of_c)
            ));
        }
        let law = |name: &str, degrees: &Degrees, paper: f64| {
            let law = degrees.power_law()?;
            Some(format!(
                "{name}'s falls with an exponent of {:.2}, its points {:.2} powers of ten off a straight line (the paper: about {paper})",
                law.likely.share, law.off
            ))
        };
        let laws: Vec<String> = [
            law("B", &self.found.b.degrees, paper::EXPONENTS[0]),
            law("C", &self.found.c.degrees, paper::EXPONENTS[1]),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !laws.is_empty() {
            sentences.push(format!("How many near-duplicates documents have: {}.", laws.join("; ")));
        }
        sentences
    }

    /// The shares of B's and of C's pairs that are within the two sites with the most of them.
    fn in_two_sites(&self) -> [Option<f64>; 2] {
        let (b, c) = (&self.found.b, &self.found.c);
        let share = |pairs: &AlgorithmPairs, all: u64| {
            let within: u64 = pairs.crowded.iter().take(2).map(|of| of.pairs).sum();
            (pairs.crowded.len() > 2).then(|| within as f64 / all as f64)
        };
        [share(b, b.joint.all()), share(c, c.joint.pairs(|_, _, agreeing| agreeing >= LEAST_AGREEING))]
    }

    /// The share of B's pairs that are C-similar, and of C's that are B-similar.
    fn in_common(&self) -> [Option<f64>; 2] {
        let (b, c) = (&self.found.b.joint, &self.found.c.joint);
        let of_c = |agreeing: u32| agreeing >= LEAST_AGREEING;
        let share = |some: u64, all: u64| (all > 0).then(|| some as f64 / all as f64);
        [
            share(b.pairs(|_, _, agreeing| of_c(agreeing)), b.all()),
            share(
                c.pairs(|_, equal, agreeing| of_c(agreeing) && equal >= 2),
                c.pairs(|_, _, agreeing| of_c(agreeing)),
            ),
        ]
    }

    fn setup(&self, options: &AgreementOptions) -> Vec<String> {
        let thousandths = |of: u32| f64::from(of) / 1000.0;
        let (correct, undecided) =
            (thousandths(options.thresholds.correct), thousandths(options.thresholds.undecided));
        let judged = match self.judge.sentence() {
            Some(how) => format!("{how} The open questions' algorithms are judged by resemblance."),
            None => format!(
                "Up to {} were drawn of each B-similarity, and of each range of C-similarity, of one site and of different ones, and judged by the \
                 exact resemblance of their shingles: near-duplicates from {correct} on, none below {undecided}, undecided between. In the paper a \
                 person judged 1,910 and 1,872.",
                counted(options.drawing.sample as u64, "pair")
            ),
        };
        vec![
            format!(
                "{}, of which {} are exact copies of earlier ones by the paper's tokens, and stand for nothing more, as in the paper, which took \
                 25 to 30 % of its pages out so. The site is known of {} of the others: a host without its first label, unless there \
                 is none left, or what a field says.",
                counted(self.documents, "document"),
                count(self.copies),
                count(self.with_site)
            ),
            "Documents are read as in the paper: words are what is alphanumeric, URLs are broken at slashes and dots, and the address of an image \
             is a word. Algorithm B keeps six supershingles of 14 min-values over shingles of 8 words, and pairs with two in common; C a random \
             projection of 384 bits, and pairs that agree in 372."
                .into(),
            format!(
                "B's {} and the {} that agree in {LOOKED_AT} bits or more were all found and counted. The paper looked for C's among pairs with one \
                 of twelve pieces of 32 bits in common, which misses some from 372 down; what it would have missed here is shown below.",
                counted(self.found.b.joint.all(), "pair"),
                counted(self.found.c.joint.all(), "pair")
            ),
            judged,
            "Each verdict weighs as many pairs as it stands for, those of its similarity and sites, shared among the verdicts there. Intervals, 95 %, are \
             by bootstrap over sites, or files where the site is not known: pages of one site are no independent draws. With fewer than ten \
             sites there is none."
                .into(),
            format!(
                "The combined algorithm's cut-off is that with the best precision of those that keep {} of B's near-duplicates, on every second \
                 pair judged. What stands for its precision is what it gives on the others.",
                percent(options.keep)
            ),
            format!(
                "The paper cannot tell recall. Here an exact join of shingles finds all {} with a resemblance of at least {correct}.",
                counted(self.found.alike(None), "pair")
            ),
        ]
    }

    fn all(&self) -> Section {
        part(
            "All algorithms",
            "Near-duplicates found are given as R, as in the paper: relative to those of Algorithm B.",
            vec![agreement::algorithms(self), agreement::gains(self)],
        )
    }

    fn of_b(&self) -> Section {
        part("Algorithm B", "Supershingles.", vec![tables::b_pairs(self), tables::precision(self, true)])
    }

    fn of_c(&self) -> Section {
        part(
            "Algorithm C",
            "Random projections.",
            vec![tables::precision(self, false), curves::thresholds(self), tables::thresholds(self)],
        )
    }

    fn crowds(&self, names: &[String]) -> Section {
        let text = "In the paper two databases make 19 and 9 % of B's pairs, and a business directory 9 % of C's, and nearly all of these are wrong.";
        part("The sites with the most pairs", text, vec![tables::crowded(self, names)])
    }

    fn differing(&self) -> Section {
        part(
            "What pairs differ in",
            "By the words that one of them has and the other has not. Pairs whose documents cannot be read a second time, as what was piped in, are \
             not among them.",
            vec![
                curves::terms(self),
                tables::terms(self),
                tables::large(self),
                tables::differences(self),
                tables::undecided(self),
            ],
        )
    }

    fn graphs(&self) -> Section {
        part(
            "How many near-duplicates documents have",
            "The paper sees power laws in both, and B's points spread further about it, which it lays to B's choice of few shingles.",
            vec![curves::degrees(self), degrees(self)],
        )
    }

    fn correlation(&self) -> Section {
        part(
            "How the two similarities go together",
            "Over all pairs; nothing is drawn.",
            vec![curves::c_by_b(self), agreement::c_by_b(self), agreement::b_by_c(self)],
        )
    }

    fn combination(&self, options: &AgreementOptions) -> Section {
        let text = match self.combined.chosen {
            Some(chosen) => format!(
                "On the half to choose by, {chosen} has the best precision with an R of {} or more; the paper took {CUT_OFF}.",
                options.keep
            ),
            None => "No cut-off could be chosen.".into(),
        };
        part(
            "Both together",
            &text,
            vec![
                curves::precision_by_cut(self),
                curves::precision_by_recall(self),
                agreement::cuts(self),
                agreement::tested(self),
            ],
        )
    }

    fn variants(&self) -> Section {
        part(
            "What the paper leaves open",
            "Fewer bits for C, C of shingles, other lengths of a shingle for B, and shingles weighed by how often they occur.",
            vec![agreement::variants(self), curves::variants(self), agreement::every_answer(self)],
        )
    }
}

fn part(heading: &str, text: &str, exhibits: Vec<StudyExhibit>) -> Section {
    Section { heading: heading.into(), text: vec![text.into()], exhibits }
}

/// What the degrees' laws are.
fn degrees(findings: &AgreementFindings) -> StudyExhibit {
    let found = &findings.found;
    let rows = [("B", &found.b.degrees), ("C", &found.c.degrees)].into_iter().enumerate().map(
        |(at, (name, degrees))| {
            let law = degrees.power_law();
            let mut row = vec![
                Cell::text(name),
                Cell::Count(degrees.documents()),
                degrees.mean().map_or(Cell::None, |mean| Cell::number(mean, 1)),
                Cell::number(paper::DEGREES[at], 0),
                Cell::share(degrees.share_from(100)),
                Cell::number(paper::CROWDED[at], 3),
            ];
            row.extend(match law {
                Some(law) => {
                    [tables::estimate(Some(law.likely)), Cell::number(law.slope, 2), Cell::number(law.off, 2)]
                }
                None => [Cell::None, Cell::None, Cell::None],
            });
            row.push(Cell::number(paper::EXPONENTS[at], 1));
            row
        },
    );
    let head = [
        "algorithm",
        "documents with a near-duplicate",
        "near-duplicates of these, mean",
        "mean in the paper",
        "share of these with 100 or more",
        "share in the paper",
        "exponent, greatest likelihood",
        "exponent, least squares",
        "root of the mean square off that line, powers of ten",
        "exponent in the paper",
    ];
    let caption = "Degrees of the two graphs, each document a node. Greatest likelihood is that of a power law from 1 to the greatest degree there \
                   is, its interval by sites.";
    StudyExhibit::table("power-laws", caption, Table::new(head, rows))
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// "78.0 % (73.1 to 82.2)".
fn shown(found: Estimate) -> String {
    found.percent()
}
