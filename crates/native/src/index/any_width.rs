//! An index, and a join, of fingerprints of whatever width: in hexadecimal digits, for those who print them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use twinprint::simhash::Bits;
use twinprint::table::{Bound, Load, Pair};

use super::super::Error;
use super::input::{Enough, Input, fingerprint, for_each, hex};
use super::join::{Fingerprints, Joining, join, self_join};
use super::manifest::Manifest;
use super::open::{Index, IndexMatch, Reply};
use super::portrait::Portrait;
use super::{StoredCode, Watch};

/// An index of fingerprints in memory, of the width that its manifest says.
///
/// ```
/// use twinprint::table::Bound;
/// use twinprint_native::index::{Enough, FingerprintIndex, FingerprintIndexOptions, Input, Queries, build};
/// let folder = tempfile::tempdir()?;
/// let (fingerprints, place) = (folder.path().join("prints"), folder.path().join("index"));
/// std::fs::write(&fingerprints, "00000000000000ff first\n00000000000000fe second\n")?;
/// build(&[Input::new(&fingerprints)], &place, &FingerprintIndexOptions::default(), &())?;
/// let index = FingerprintIndex::open(&place)?;
/// let queries = Queries { fingerprints: &["00000000000000ff".into()], files: &[], k: 1, bound: Bound::default(), ids: 10 };
/// let mut nearest = Vec::new();
/// index.query(&queries, &mut |_, reply| {
///     nearest.extend(reply.found.into_iter().map(|found| (found.fingerprint, found.distance)));
///     Ok(Enough::No)
/// })?;
/// assert_eq!(nearest, [("00000000000000ff".into(), 0), ("00000000000000fe".into(), 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FingerprintIndex(Box<dyn AnyWidth>);

/// What is looked up in an index, and how.
#[derive(Debug, Clone)]
pub struct Queries<'a> {
    /// Fingerprints in hexadecimal digits.
    pub fingerprints: &'a [String],
    /// Files of more of them.
    pub files: &'a [Input],
    /// The most bits in which what is found may differ from the query.
    pub k: u32,
    /// The most that is read and found for each.
    pub bound: Bound,
    /// The most ids of each fingerprint that is found.
    pub ids: usize,
}

/// Takes a query, in hexadecimal digits, and the reply to it.
pub type TakeReply<'a> = &'a mut dyn FnMut(String, Reply<String>) -> Result<Enough, Error>;

/// Pairs of fingerprints in hexadecimal digits, sorted and each once.
pub type HexPairs = Box<dyn Iterator<Item = Result<Pair<String>, Error>>>;

impl FingerprintIndex {
    /// Opens the index in a folder.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub fn open(folder: &Path) -> Result<FingerprintIndex, Error> {
        Ok(FingerprintIndex(match Manifest::read(folder)?.bits()? {
            Bits::B32 => Box::new(Index::<u32>::open(folder)?),
            Bits::B64 => Box::new(Index::<u64>::open(folder)?),
            Bits::B128 => Box::new(Index::<u128>::open(folder)?),
        }))
    }

    /// What it says of itself.
    pub fn manifest(&self) -> &Manifest {
        self.0.manifest()
    }

    /// What it is like, in numbers: reads all of the first table.
    ///
    /// # Errors
    /// As [`Portrait::new`].
    pub fn portrait(&self) -> Result<Portrait, Error> {
        self.0.portrait()
    }

    /// Its tables in words, and what they cost.
    pub fn plan(&self) -> String {
        self.0.plan()
    }

    /// Looks up every query, and gives the replies in their order until enough are taken.
    ///
    /// # Errors
    /// [`Error::Index`] for what is no fingerprint of the index's width, before anything is looked up if it is not of a
    /// file; what is wrong with a file; as [`Index::query`]; what `take` returns.
    pub fn query(&self, queries: &Queries<'_>, take: TakeReply<'_>) -> Result<(), Error> {
        self.0.query(queries, take)
    }
}

/// An index of fingerprints of one width.
trait AnyWidth {
    fn manifest(&self) -> &Manifest;
    fn portrait(&self) -> Result<Portrait, Error>;
    fn plan(&self) -> String;
    fn query(&self, queries: &Queries<'_>, take: TakeReply<'_>) -> Result<(), Error>;
}

impl<C: StoredCode> AnyWidth for Index<C> {
    fn manifest(&self) -> &Manifest {
        self.manifest()
    }

    fn portrait(&self) -> Result<Portrait, Error> {
        Ok(Portrait::new(self.family())?)
    }

    fn plan(&self) -> String {
        let family = self.family();
        family.plan().explain(Load { fingerprints: family.len(), block: Some(self.manifest().block) })
    }

    fn query(&self, queries: &Queries<'_>, take: TakeReply<'_>) -> Result<(), Error> {
        let mut answer = |query: C| {
            let reply = self.query(query, queries.k, queries.bound, queries.ids)?;
            take(hex(query), in_digits(reply))
        };
        let given: Vec<C> =
            queries.fingerprints.iter().map(|text| fingerprint(text)).collect::<Result<_, _>>()?;
        for query in given {
            if answer(query)? == Enough::Yes {
                return Ok(());
            }
        }
        for_each(queries.files, &Arc::new(AtomicU64::new(0)), |entry| answer(entry.code))
    }
}

fn in_digits<C: StoredCode>(reply: Reply<C>) -> Reply<String> {
    let found = reply.found.into_iter().map(|found| IndexMatch {
        fingerprint: hex(found.fingerprint),
        distance: found.distance,
        ids: found.ids,
        documents: found.documents,
    });
    Reply { found: found.collect(), truncated: reply.truncated }
}

/// As [`join()`], or without queries [`self_join`], of fingerprints of this width.
///
/// # Errors
/// As [`join()`].
pub fn join_of(
    bits: Bits,
    fingerprints: &Fingerprints,
    queries: Option<&Input>,
    joining: &Joining,
    watch: &dyn Watch,
) -> Result<HexPairs, Error> {
    fn pairs<C: StoredCode>(
        fingerprints: &Fingerprints,
        queries: Option<&Input>,
        joining: &Joining,
        watch: &dyn Watch,
    ) -> Result<HexPairs, Error> {
        let pairs = match queries {
            Some(queries) => join::<C>(fingerprints, queries, joining, watch),
            None => self_join(fingerprints, joining, watch),
        }?;
        Ok(Box::new(pairs.map(|pair| {
            let Pair { query, fingerprint, distance } = pair?;
            Ok(Pair { query: hex(query), fingerprint: hex(fingerprint), distance })
        })))
    }
    match bits {
        Bits::B32 => pairs::<u32>(fingerprints, queries, joining, watch),
        Bits::B64 => pairs::<u64>(fingerprints, queries, joining, watch),
        Bits::B128 => pairs::<u128>(fingerprints, queries, joining, watch),
    }
}
