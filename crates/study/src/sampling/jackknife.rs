//! How far chance in the choice of documents may have moved a figure of pairs: each tenth of the documents is left out in turn.
//!
//! Pairs are not independent, since a document is in many; nor are documents, since a site has many. So whole sites are dealt out to the
//! parts. Of fewer than [`FEWEST`] sites documents are, which says too little of other sites to be called an interval.

use super::adaptive::place_of;
use crate::clusters::{DocumentClusters, FEWEST};
use crate::intervals::Interval;
use twinprint::hash;
use twinprint_native::scan::Gathered;

/// The number of parts that documents are dealt out to.
pub const PARTS: u64 = 10;

/// The 97.5 % point of Student's law with one degree of freedom less than there are parts.
const STUDENT: f64 = 2.262;

/// What part each document of a corpus is dealt to.
#[derive(Debug, Clone)]
pub struct Parts {
    clusters: DocumentClusters,
    /// Of each site, in turn by the order of their hashes; none of few sites.
    of_sites: Option<Vec<u64>>,
    seed: u64,
    /// How many sites there are.
    pub sites: usize,
}

impl Parts {
    /// Of the documents of a corpus.
    pub fn new(gathered: &Gathered, seed: u64) -> Parts {
        Parts::dealt(DocumentClusters::of(gathered), seed)
    }

    fn dealt(clusters: DocumentClusters, seed: u64) -> Parts {
        let sites = clusters.count();
        let of_sites = (sites >= FEWEST).then(|| {
            let mut order: Vec<usize> = (0..sites).collect();
            order.sort_by_key(|&site| hash::mix(place_of(site as u32, seed)));
            let mut parts = vec![0; sites];
            (0..).zip(order).for_each(|(turn, site)| parts[site] = turn % PARTS);
            parts
        });
        Parts { clusters, of_sites, seed, sites }
    }

    /// Whether there are sites enough for an interval.
    pub fn has_interval(&self) -> bool {
        self.of_sites.is_some()
    }

    /// The part of a document, below [`PARTS`].
    pub fn of(&self, ordinal: u32) -> u64 {
        match &self.of_sites {
            Some(parts) => parts[self.clusters.get(ordinal) as usize],
            None => hash::mix(place_of(ordinal, self.seed)) % PARTS,
        }
    }
}

/// The 95 % interval of a share by what it is without each part (Quenouille; Tukey): none if there is none without one of them.
pub(super) fn jackknife(share: f64, without: Vec<Option<f64>>) -> Option<Interval> {
    let without: Vec<f64> = without.into_iter().collect::<Option<_>>()?;
    let parts = without.len() as f64;
    let mean = without.iter().sum::<f64>() / parts;
    let squares: f64 = without.iter().map(|other| (other - mean).powi(2)).sum();
    let half = STUDENT * ((parts - 1.0) / parts * squares).sqrt();
    Some(Interval { low: (share - half).max(0.0), high: (share + half).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_sites_are_dealt_out_evenly_and_of_few_sites_documents() {
        let of = |sites: u32| Parts::dealt(DocumentClusters::new((0..300).map(|at| at % sites).collect()), 7);
        let parts = of(30);
        assert!(parts.has_interval() && (0..300).all(|at| parts.of(at) == parts.of(at % 30)));
        for part in 0..PARTS {
            assert_eq!((0..30).filter(|&site| parts.of(site) == part).count(), 3, "{part}");
        }
        let few = of(9);
        assert!(!few.has_interval() && few.sites == 9);
        assert!((0..300).any(|at| few.of(at) != few.of(at % 9)), "documents, each by itself");
    }

    #[test]
    fn of_a_mean_it_is_the_interval_of_students_law() {
        let values: Vec<f64> = (0..10).map(|at| 0.3 + 0.01 * f64::from(at * at % 7)).collect();
        let sum: f64 = values.iter().sum();
        let without = values.iter().map(|value| Some((sum - value) / 9.0)).collect();
        let of_jackknife = jackknife(sum / 10.0, without).unwrap();
        let of_student = crate::intervals::summarize(&values).unwrap().interval.unwrap();
        assert!((of_jackknife.low - of_student.low).abs() < 1e-9, "{of_jackknife:?} {of_student:?}");
        assert!((of_jackknife.high - of_student.high).abs() < 1e-9, "{of_jackknife:?} {of_student:?}");
        assert_eq!(jackknife(0.5, vec![Some(0.5), None]), None);
    }
}
