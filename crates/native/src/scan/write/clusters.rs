//! Clusters as lines: in JSON a line each, with its documents and why each is there; in TSV a row for each document.

use std::io::{self, Write};

use serde::Serialize;

use super::super::super::Error;
use super::super::super::lines::{self, field, number};
use super::super::{Catalogue, Cluster, Clusters, Evidence, ScanPair};
use super::names::Names;
use super::{Format, unwritable};

/// The most documents of a path to the representative that are named.
const NAMED: usize = 8;

/// The first line of TSV.
const HEADER: &str =
    "cluster\tid\trepresentative\twhy\tcopy_of\twith\tresemblance\tcontainment\tscore\tsteps\tchain\n";

/// Writes clusters. Of each document it is said why it is there: it is the `representative`; a `copy` of that one; `alike` with it;
/// or `through` another, `with` which it is alike, in the number of `steps` in all; JSON then has the `path`, up to eight documents
/// of it. `containment` is the share of its shingles found in the other. A copy of another says of which
/// (`copy_of`), and has that one's numbers.
///
/// ```
/// use twinprint_native::{blobs::Blobs, scale::Scale, overlap::Workspace};
/// use twinprint_native::scan::{Catalogue, Clustering, Linking, Preference, Row, cluster};
/// use twinprint_native::scan::write::{Format, write_clusters};
/// let mut catalogue = Catalogue::new(Vec::new(), Blobs::new(tempfile::tempfile()?, "names"));
/// for (ordinal, name) in (0..).zip(["a", "b"]) {
///     catalogue.push(name, Row { first: 0, words: 9, shingles: 4, bytes: 50, file: 0, number: ordinal })?;
/// }
/// let settings = Clustering {
///     linking: Linking::Connected,
///     preference: Preference::First,
///     threshold: 0.5,
///     scale: Scale::Fraction,
///     place: Workspace { memory: 1 << 20, folder: std::env::temp_dir() },
/// };
/// let clusters = cluster(&catalogue, &settings, || Ok(std::iter::empty()), |_, _| Ok(0.0))?;
/// let mut out = Vec::new();
/// write_clusters(Format::JsonLines, &mut out, "clusters.jsonl", &clusters, &catalogue)?;
/// let members = r#"[{"id":"a","why":"representative"},{"id":"b","why":"copy","with":"a"}]"#;
/// let line = format!(r#"{{"cluster":0,"representative":"a","size":2,"chain":false,"members":{members}}}"#);
/// assert_eq!(String::from_utf8(out)?, format!("{line}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unwritable`], for Parquet too, which has no form for them; [`Error::Unreadable`] for a name.
pub fn write_clusters(
    format: Format,
    out: &mut dyn Write,
    place: &str,
    clusters: &Clusters,
    catalogue: &Catalogue,
) -> Result<(), Error> {
    write_clusters_from(0, format, out, place, clusters, catalogue)
}

/// As [`write_clusters`], behind a number of others.
pub(crate) fn write_clusters_from(
    before: usize,
    format: Format,
    out: &mut dyn Write,
    place: &str,
    clusters: &Clusters,
    catalogue: &Catalogue,
) -> Result<(), Error> {
    let mut writer = Writer { out, place, before, clusters, names: Names::new(catalogue) };
    match format {
        Format::JsonLines => clusters.iter().try_for_each(|cluster| writer.json(&cluster)),
        Format::Tsv => {
            writer.put(|out| out.write_all(HEADER.as_bytes()))?;
            clusters.iter().try_for_each(|cluster| writer.tsv(&cluster))
        }
        Format::Parquet => Err(unwritable(
            place,
            io::Error::new(io::ErrorKind::Unsupported, "clusters are written as .jsonl or .tsv"),
        )),
    }?;
    writer.put(|out| out.flush())
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    place: &'a str,
    /// How many clusters come before the first of these.
    before: usize,
    clusters: &'a Clusters,
    names: Names<'a>,
}

/// What stands before a cluster's documents.
#[derive(Serialize)]
struct Head<'a> {
    cluster: usize,
    representative: &'a str,
    size: usize,
    chain: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_resemblance: Option<f64>,
}

/// A document of a cluster.
#[derive(Serialize)]
struct Member {
    id: String,
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resemblance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    containment: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<String>,
}

impl Writer<'_> {
    fn put(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
        write(self.out).map_err(|reason| unwritable(self.place, reason))
    }

    fn name(&mut self, document: u32) -> Result<String, Error> {
        self.names.one(document).map(String::from)
    }

    /// A line, document by document: there may be ten million.
    fn json(&mut self, cluster: &Cluster<'_>) -> Result<(), Error> {
        let ends = match cluster.chain {
            Some(chain) => Some([self.name(chain.ends.0)?, self.name(chain.ends.1)?]),
            None => None,
        };
        let head = Head {
            cluster: self.before + cluster.number,
            representative: &self.name(cluster.representative)?,
            size: cluster.members.len(),
            chain: cluster.chain.is_some(),
            ends,
            ends_resemblance: cluster.chain.map(|chain| chain.resemblance),
        };
        let mut line = Vec::new();
        lines::json(&mut line, &head).map_err(|reason| unwritable(self.place, reason))?;
        // The object stays open for the documents.
        line.pop();
        line.extend(b",\"members\":[");
        self.put(|out| out.write_all(&line))?;
        for (at, &document) in cluster.members.iter().enumerate() {
            let member = self.member(document)?;
            self.put(|out| {
                out.write_all(if at == 0 { b"" } else { b"," })?;
                lines::json(out, &member)
            })?;
        }
        self.put(|out| out.write_all(b"]}\n"))
    }

    fn tsv(&mut self, cluster: &Cluster<'_>) -> Result<(), Error> {
        let representative = field(&self.name(cluster.representative)?);
        let number_of_it = self.before + cluster.number;
        for &document in cluster.members {
            let member = self.member(document)?;
            let name = |name: &Option<String>| name.as_deref().map_or(String::new(), field);
            let (copy_of, with) = (name(&member.copy_of), name(&member.with));
            self.put(|out| {
                writeln!(
                    out,
                    "{}\t{}\t{representative}\t{}\t{copy_of}\t{with}\t{}\t{}\t{}\t{}\t{}",
                    number_of_it,
                    field(&member.id),
                    member.why,
                    number(member.resemblance),
                    number(member.containment),
                    number(member.score),
                    number(member.steps),
                    cluster.chain.is_some(),
                )
            })?;
        }
        Ok(())
    }

    fn member(&mut self, document: u32) -> Result<Member, Error> {
        let catalogue = self.names.catalogue();
        let first = catalogue.row(document).first;
        let representative = self.clusters.representative_of(document);
        let mut member = Member {
            id: self.name(document)?,
            why: "representative",
            copy_of: None,
            with: None,
            resemblance: None,
            containment: None,
            score: None,
            steps: None,
            path: Vec::new(),
        };
        let Some(evidence) = self.clusters.evidence(catalogue, document) else { return Ok(member) };
        if first != document && first != representative {
            member.copy_of = Some(self.name(first)?);
        }
        match evidence {
            Evidence::Copy => {
                member.why = "copy";
                member.with = Some(self.name(representative)?);
            }
            Evidence::Alike { pair } => {
                member.why = "alike";
                member.with = Some(self.name(representative)?);
                member.measure(&pair, first, catalogue);
            }
            Evidence::Through { pair, next, steps } => {
                member.why = "through";
                member.with = Some(self.name(next)?);
                member.steps = Some(steps);
                member.measure(&pair, first, catalogue);
                for document in self.clusters.path(catalogue, document).take(NAMED) {
                    member.path.push(self.names.one(document)?.into());
                }
            }
        }
        Ok(member)
    }
}

impl Member {
    fn measure(&mut self, pair: &ScanPair, document: u32, catalogue: &Catalogue) {
        let overlap = pair.overlap(catalogue);
        self.score = Some(pair.score);
        self.resemblance = overlap.map(|overlap| overlap.resemblance());
        self.containment = overlap.map(|overlap| match pair.a == document {
            true => overlap.containment_a(),
            false => overlap.containment_b(),
        });
    }
}
