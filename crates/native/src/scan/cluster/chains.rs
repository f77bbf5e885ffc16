//! Chains: clusters in which documents that differ are joined by those between them.
//!
//! Naively all documents of a cluster are compared. Here the ends are, which are far from each other over pairs: the document
//! farthest from the representative, and the one farthest from there (the double sweep of Magnien, Latapy and Habib 2009, "Fast
//! computation of empirically tight bounds for the diameter of massive graphs"); of several equally far, the one with the
//! weakest pair. That is two searches of all clusters at once, of which one is done already, and one comparison a cluster.

use std::collections::BTreeMap;

use super::super::super::Error;
use super::super::ScanPair;
use super::paths::{Step, paths};
use super::{Chain, Cluster, Clusters, Input};

/// Those clusters whose ends resemble each other too little.
pub(super) fn chains<I>(
    input: &Input<'_, impl Fn() -> Result<I, Error>>,
    clusters: &Clusters,
    forest: &[ScanPair],
    mut resemblance: impl FnMut(u32, u32) -> Result<f64, Error>,
) -> Result<BTreeMap<usize, Chain>, Error>
where
    I: Iterator<Item = Result<ScanPair, Error>>,
{
    let farthest = |steps: &[Step], members: &[u32]| -> Option<u32> {
        let of = |document: u32| &steps[document as usize];
        let firsts =
            members.iter().copied().filter(|&document| input.is_first(document) && of(document).is_known());
        firsts.min_by(|&x, &y| {
            let strengths = || input.strength(&of(x).pair).total_cmp(&input.strength(&of(y).pair));
            of(y).steps.cmp(&of(x).steps).then_with(strengths).then(x.cmp(&y))
        })
    };
    // Of one pair nothing is between.
    let may_be = |cluster: &Cluster<'_>| {
        cluster.members.iter().filter(|&&document| input.is_first(document)).take(3).count() == 3
    };
    let sought: Vec<(usize, u32)> = clusters
        .iter()
        .filter(may_be)
        .filter_map(|cluster| Some((cluster.number, farthest(&clusters.steps, cluster.members)?)))
        .collect();
    let mut chains = BTreeMap::new();
    if sought.is_empty() {
        return Ok(chains);
    }
    let steps = paths(input, &clusters.representatives, forest, sought.iter().map(|&(_, end)| end))?;
    for (number, end) in sought {
        let Some(other) = farthest(&steps, clusters.cluster(number).members) else { continue };
        if steps[other as usize].steps < 2 {
            continue;
        }
        let ends = (end.min(other), end.max(other));
        let resemblance = resemblance(ends.0, ends.1)?;
        if resemblance < input.settings.threshold / 2.0 {
            chains.insert(number, Chain { ends, resemblance });
        }
    }
    Ok(chains)
}
