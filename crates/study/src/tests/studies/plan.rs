//! Plans of samples by length: what is found by them, and what they are chosen by.

use twinprint_native::overlap::{Need, Workspace};
use twinprint_native::scan::{Comparison, Gathered, SamplingPlan, SamplingStep, Spool};
use twinprint_study::sampling::adaptive::{ChosenPlan, PlanTarget, choose, is_drawn, share_of};
use twinprint_study::sampling::jackknife::{PARTS, Parts};
use twinprint_study::sampling::{self, Collection, LengthGroups, PlanPairs, PlanResults, Trial, reached};

use crate::tests::scans::{comparison, gather, gather_digests, numbers, pairs};
use crate::tests::texts::texts;

/// The shingles of each document, in order.
fn shingles(gathered: &Gathered) -> Vec<Vec<u64>> {
    let of = |place: usize| {
        let (mut list, mut scratch) = (Vec::new(), Vec::new());
        gathered.shingles.read(place..place + 1, &mut list, &mut scratch).expect("they are there");
        list.sort_unstable();
        list
    };
    (0..gathered.catalogue.len()).map(of).collect()
}

/// How alike two documents are by those of their shingles, in order, that a trial takes; none where there is none.
fn resemblance(a: &[u64], b: &[u64], trial: Trial) -> Option<(u64, u64)> {
    let taken =
        |list: &[u64]| -> Vec<u64> { list.iter().copied().filter(|&shingle| trial.takes(shingle)).collect() };
    let (a, b) = (taken(a), taken(b));
    let shared = a.iter().filter(|shingle| b.binary_search(shingle).is_ok()).count() as u64;
    (shared > 0).then_some((shared, (a.len() + b.len()) as u64 - shared))
}

/// Every two documents that are no copies.
fn every_two(gathered: &Gathered) -> Vec<(u32, u32)> {
    let first = |at: &u32| gathered.catalogue.row(*at).first == *at;
    let firsts: Vec<u32> = (0..gathered.catalogue.len() as u32).filter(first).collect();
    let partners =
        |(place, &a): (usize, &u32)| firsts[place + 1..].iter().map(move |&b| (a, b)).collect::<Vec<_>>();
    firsts.iter().enumerate().flat_map(partners).collect()
}

/// Texts of which some are others with a few words more.
pub(super) fn of_different_lengths() -> Vec<String> {
    let mut texts = texts(160);
    let longer: Vec<String> =
        texts.iter().step_by(4).map(|text| text.clone() + " and so on and so forth").collect();
    texts.extend(longer);
    texts
}

fn reaches((shared, union): (u64, u64), hundredths: u64) -> bool {
    100 * shared >= hundredths * union
}

#[test]
fn pairs_by_a_plan_are_those_whose_samples_by_the_coarser_ratio_are_alike() {
    let gathered = gather(&of_different_lengths(), None);
    let step = |words, divisor| SamplingStep { words, divisor };
    let plan = SamplingPlan::new("any", 0.6, vec![step(0, 1), step(60, 2), step(90, 4), step(120, 16)])
        .expect("a plan");
    let found = |confirm| {
        let by_plan = Comparison { plan: Some(plan.clone()), ..comparison(None, confirm) };
        pairs(&by_plan, &gathered)
    };
    let shingles = shingles(&gathered);
    let alike_by =
        |(a, b): (u32, u32), trial| resemblance(&shingles[a as usize], &shingles[b as usize], trial);
    let divisor = |document| plan.divisor(gathered.catalogue.row(document).words);
    let alike = |&(a, b): &(u32, u32)| {
        let trial = Trial { divisor: divisor(a).max(divisor(b)), remainder: 0 };
        alike_by((a, b), trial).is_some_and(|alike| reaches(alike, 60))
    };
    let expected: Vec<(u32, u32)> = every_two(&gathered).into_iter().filter(alike).collect();
    assert!(expected.iter().any(|&(a, b)| divisor(a) != divisor(b)), "some are of different groups");
    assert_eq!(numbers(&found(None)), expected);

    let all = Trial { divisor: 1, remainder: 0 };
    let confirmed = |&pair: &(u32, u32)| alike_by(pair, all).is_some_and(|alike| reaches(alike, 80));
    let expected: Vec<(u32, u32)> = expected.into_iter().filter(confirmed).collect();
    assert_eq!(numbers(&found(Some(Need::Resemblance { thousandths: 800 }))), expected);
}

#[test]
fn what_a_plan_comes_to_is_counted_on_the_documents_that_were_not_drawn() {
    let texts = of_different_lengths();
    let gathered = gather_digests(&texts);
    let step = |words, divisor| SamplingStep { words, divisor };
    let plan = SamplingPlan::new("any", 0.6, vec![step(0, 2), step(90, 4), step(120, 16)]).expect("a plan");
    let wanted = PlanTarget { precision: 0.8, threshold: 60, divisors: vec![2, 4], share: 0.3, seed: 3 };
    let shingles = shingles(&gathered);
    let alike_by = |(a, b): (u32, u32), divisor| {
        let trial = Trial { divisor, remainder: 0 };
        let alike = resemblance(&shingles[a as usize], &shingles[b as usize], trial);
        alike.is_some_and(|alike| reaches(alike, 60))
    };
    let divisor = |document| plan.divisor(gathered.catalogue.row(document).words);
    let dealt = Parts::new(&gathered, wanted.seed);
    assert_eq!((dealt.sites, dealt.has_interval()), (4, false));
    let (mut expected, mut of_parts) = (PlanPairs::default(), [PlanPairs::default(); PARTS as usize]);
    for (a, b) in
        every_two(&gathered).into_iter().filter(|&(a, b)| !is_drawn(a, &wanted) && !is_drawn(b, &wanted))
    {
        let found = alike_by((a, b), divisor(a).max(divisor(b)));
        let is_alike = alike_by((a, b), 1);
        let mut parts = vec![dealt.of(a), dealt.of(b)];
        parts.dedup();
        let parts = parts.into_iter().map(|part| part as usize).collect::<Vec<_>>();
        let count = |pairs: &mut PlanPairs| {
            pairs.found += u64::from(found);
            pairs.right += u64::from(found && is_alike);
            pairs.alike += u64::from(is_alike);
        };
        count(&mut expected);
        parts.into_iter().for_each(|part| count(&mut of_parts[part]));
    }
    assert!(expected.right < expected.found && expected.right < expected.alike, "{expected:?}");

    let place = Workspace { memory: 64 << 20, folder: std::env::temp_dir() };
    let folder = tempfile::tempdir().expect("a folder");
    let comparison = sampling::comparison(&place);
    let pairs = comparison.pairs(&gathered, &|_, _| ()).expect("a join");
    let pairs = Spool::create(&folder.path().join("pairs"), pairs).expect("room");
    let collection = Collection::new(gathered, LengthGroups::papers(), pairs);
    let reached = reached(&collection, &plan, &wanted, &place, &|_, _| ()).expect("a join");
    assert_eq!(reached, PlanResults { pairs: expected, of_parts, by_sites: false });
    let (precision, interval) = reached.precision().expect("pairs were found");
    assert_eq!(precision, expected.right as f64 / expected.found as f64);
    assert_eq!(interval, None, "four sites are too few");
    let by_sites = PlanResults { by_sites: true, ..reached.clone() };
    let interval = by_sites.precision().and_then(|of| of.1).expect("every part leaves some");
    assert!(interval.low < precision && precision < interval.high, "{interval:?}");
    assert_eq!(reached.recall().map(|recall| recall.0), Some(expected.right as f64 / expected.alike as f64));
}

fn chosen(gathered: &Gathered, precision: f64) -> ChosenPlan {
    let wanted = PlanTarget { precision, threshold: 80, divisors: vec![2, 4, 8], share: 1.0, seed: 7 };
    let place = Workspace { memory: 64 << 20, folder: std::env::temp_dir() };
    choose(gathered, "any", &wanted, &place, &|_, _| ()).expect("a plan")
}

#[test]
fn a_plan_is_chosen_by_the_precision_of_all_trials_on_what_was_drawn() {
    let gathered = gather(&texts(400), None);
    let chosen = chosen(&gathered, 0.7);
    let first = |at: &u32| gathered.catalogue.row(*at).first == *at;
    let firsts = (0..gathered.catalogue.len() as u32).filter(first).count();
    assert_eq!(chosen.drawn as usize, firsts, "all are drawn but copies");
    let all = Trial { divisor: 1, remainder: 0 };
    let shingles = shingles(&gathered);
    let mut ends: Vec<u32> = chosen.groups.iter().skip(1).map(|group| group.words).collect();
    ends.push(u32::MAX);
    for (group, end) in chosen.groups.iter().zip(ends) {
        let words = |at: u32| gathered.catalogue.row(at).words;
        let two: Vec<(u32, u32)> = every_two(&gathered)
            .into_iter()
            .filter(|&(a, b)| (group.words..end).contains(&words(a).max(words(b))))
            .collect();
        for (precision, divisor) in group.precision.iter().zip([2, 4, 8]) {
            let (mut found, mut right) = (0, 0);
            for &(a, b) in &two {
                let (x, y) = (&shingles[a as usize], &shingles[b as usize]);
                let truth = resemblance(x, y, all).is_some_and(|alike| reaches(alike, 80));
                for trial in Trial::all(&[divisor]) {
                    let taken_for = resemblance(x, y, trial).is_some_and(|alike| reaches(alike, 80));
                    found += u32::from(taken_for);
                    right += u32::from(taken_for && truth);
                }
            }
            let expected = (found > 0).then(|| f64::from(right) / f64::from(found));
            assert_eq!(precision.map(|of| of.0), expected, "{divisor} from {} words", group.words);
        }
    }
}

#[test]
fn more_precision_never_takes_fewer_shingles() {
    let gathered = gather(&texts(400), None);
    let asked = [0.1, 0.5, 0.8, 0.95, 1.0];
    let shares: Vec<f64> = asked.iter().map(|&precision| chosen(&gathered, precision).share).collect();
    let of_one = chosen(&gathered, 0.7);
    let told = asked.map(|precision| of_one.share_for(precision, &[2, 4, 8], &gathered));
    assert_eq!(told, shares[..], "one choice tells of every precision");
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(shares[0] < 1.0, "{shares:?}");
    let divisors = |steps: &[SamplingStep]| steps.iter().map(|step| step.divisor).collect::<Vec<_>>();
    assert!(divisors(&chosen(&gathered, 0.5).plan.steps).is_sorted());
    assert_eq!(share_of(&gathered, |_| 4), 0.25);
}
