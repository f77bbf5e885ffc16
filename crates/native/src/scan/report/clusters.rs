//! Clusters, the largest first, with why each document is in it.

use core::cmp::Reverse;
use std::format;

use super::super::super::Error;
use super::super::super::display::{count, counted};
use super::super::{Catalogue, Cluster, Clusters, Evidence, ScanPair};
use super::name;
use twinprint::export::percent;

/// The most clusters that are shown, and the most documents of each.
const SHOWN: usize = 50;
const MEMBERS: usize = 12;

pub(super) fn section(page: &mut String, clusters: &Clusters, catalogue: &Catalogue) -> Result<(), Error> {
    *page += "<h2 id=\"clusters\">Clusters</h2>";
    if clusters.is_empty() {
        *page += "<p class=\"why\">No near-duplicates were found.</p>";
        return Ok(());
    }
    let mut largest: Vec<(Reverse<usize>, usize)> =
        clusters.iter().map(|cluster| (Reverse(cluster.members.len()), cluster.number)).collect();
    largest.sort_unstable();
    if largest.len() > SHOWN {
        *page += &format!(
            "<p class=\"why\">The largest {SHOWN} are shown; {} are not.</p>",
            count((largest.len() - SHOWN) as u64)
        );
    }
    for &(_, number) in largest.iter().take(SHOWN) {
        one(page, &clusters.cluster(number), clusters, catalogue)?;
    }
    Ok(())
}

fn one(
    page: &mut String,
    cluster: &Cluster<'_>,
    clusters: &Clusters,
    catalogue: &Catalogue,
) -> Result<(), Error> {
    let size = cluster.members.len();
    *page += &format!(
        "<details><summary>{}, represented by {}{}</summary>",
        counted(size as u64, "document"),
        name(&catalogue.name(cluster.representative)?),
        if cluster.chain.is_some() { " <strong>chain</strong>" } else { "" }
    );
    if let Some(chain) = cluster.chain {
        *page += &format!(
            "<p class=\"why\">A chain: it joins documents that differ, by near-duplicates between them. The Jaccard resemblance of {} \
             and {} is {} %.</p>",
            name(&catalogue.name(chain.ends.0)?),
            name(&catalogue.name(chain.ends.1)?),
            percent(chain.resemblance)
        );
    }
    *page += "<div class=\"wide\" tabindex=\"0\"><table><thead><tr><th>Document</th><th class=\"n\">Words</th><th>Why it is here</th></tr></thead><tbody>";
    let others = cluster.members.iter().filter(|&&document| document != cluster.representative);
    for &document in others.take(MEMBERS) {
        let why = match clusters.evidence(catalogue, document) {
            None => String::new(),
            Some(Evidence::Copy) => "exact duplicate of the representative".into(),
            Some(Evidence::Alike { pair }) => {
                format!("{} with the representative", likeness(&pair, catalogue))
            }
            Some(Evidence::Through { pair, next, steps }) => format!(
                "{} with {}; {} on the path to the representative",
                likeness(&pair, catalogue),
                name(&catalogue.name(next)?),
                counted(steps.into(), "pair")
            ),
        };
        *page += &format!(
            "<tr><td>{}</td><td class=\"n\">{}</td><td>{why}</td></tr>",
            name(&catalogue.name(document)?),
            count(catalogue.row(document).words)
        );
    }
    *page += "</tbody></table></div>";
    if size - 1 > MEMBERS {
        *page += &format!("<p class=\"why\">And {} more.</p>", count((size - 1 - MEMBERS) as u64));
    }
    *page += "</details>";
    Ok(())
}

/// How alike the documents of a pair are, in words.
fn likeness(pair: &ScanPair, catalogue: &Catalogue) -> String {
    match pair.overlap(catalogue) {
        Some(overlap) => format!("Jaccard resemblance {} %", percent(overlap.resemblance())),
        None => format!("score {}", pair.score),
    }
}
