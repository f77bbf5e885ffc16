//! A family: all tables of a plan over the same fingerprints.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::data::Data;
use crate::table::format::header::{FamilyId, Header};
use crate::table::format::shard::{Decoders, Shard};
use crate::table::plan::plans::Plan;
use crate::table::plan::table::Table;

/// All tables of a plan, each in one shard or several.
#[derive(Debug)]
pub struct Family<C, D> {
    pub(super) tables: Vec<Table>,
    /// The bits of each table's prefix, where they lie in a fingerprint.
    pub(super) leads: Vec<C>,
    pub(super) k: u32,
    /// Those of each table, in the order of their ranges.
    pub(super) shards: Vec<Vec<Shard<C, D>>>,
}

impl<C: Code, D: AsRef<[u8]>> Family<C, D> {
    /// Opens all shards of a family, in any order; each comes with the name that errors call it by.
    ///
    /// # Errors
    /// As [`Shard::open`], and [`Error::BadTable`] when shards are not of one family, or one is missing or there twice.
    pub fn open(shards: impl IntoIterator<Item = (String, D)>) -> Result<Self, Error> {
        Family::of(shards)
    }
}

impl<C: Code, D: Data> Family<C, D> {
    /// As [`open`](Family::open), of shards that may not be whole: it must be searched as
    /// [`Sparse::ask`](crate::table::Sparse::ask) does.
    pub fn of(shards: impl IntoIterator<Item = (String, D)>) -> Result<Self, Error> {
        let mut decoders = Decoders::default();
        let opened: Result<Vec<Shard<C, D>>, Error> =
            shards.into_iter().map(|(name, data)| Shard::open_sharing(&name, data, &mut decoders)).collect();
        let mut opened = opened?;
        opened.sort_by_key(|shard| (shard.header().table.0, shard.header().shard.0));
        let Some(first) = opened.first().map(|shard| shard.header().clone()) else {
            return Err(Error::BadTable { table: "tables".into(), problem: "there is no shard".into() });
        };
        let mut shards: Vec<Vec<Shard<C, D>>> = (0..first.table.1).map(|_| Vec::new()).collect();
        for shard in opened {
            check_kin(shard.name(), shard.header(), &first)?;
            shards[usize::from(shard.header().table.0)].push(shard);
        }
        for (table, shards) in shards.iter().enumerate() {
            check_whole(table, shards)?;
        }
        check_equal(&shards)?;
        let tables: Vec<Table> = shards.iter().map(|shards| shards[0].header().design.clone()).collect();
        let leads = tables.iter().map(Table::lead).collect();
        Ok(Family { tables, leads, k: first.k, shards })
    }

    /// What all shards have in common.
    pub fn id(&self) -> FamilyId {
        self.shards[0][0].header().family
    }

    /// The most bits in which what a query finds may differ from it.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// How many fingerprints there are, each counted once.
    pub fn len(&self) -> u64 {
        self.shards[0].iter().map(Shard::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The plan that the tables are of.
    pub fn plan(&self) -> Plan {
        Plan::of(self.tables.clone(), C::bits(), self.k)
    }

    /// The design of each table.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The shards of each table, in the order of their ranges. Those of the first have all fingerprints in their natural order.
    pub fn shards(&self) -> &[Vec<Shard<C, D>>] {
        &self.shards
    }

    /// The shards of all tables.
    pub fn shards_mut(&mut self) -> impl Iterator<Item = &mut Shard<C, D>> {
        self.shards.iter_mut().flatten()
    }

    /// The documents that have a fingerprint: their ordinals, up to `most`, and how many they are. None if no document
    /// has it.
    ///
    /// # Errors
    /// As [`Shard::ordinals`].
    pub fn ordinals(&self, fingerprint: C, most: usize) -> Result<Option<(Vec<u64>, u32)>, Error> {
        let code = self.tables[0].permute(fingerprint);
        let at = self.shards[0].partition_point(|shard| shard.range().1 < code);
        self.shards[0][at].ordinals(code, most)
    }
}

fn check_kin(name: &str, header: &Header, first: &Header) -> Result<(), Error> {
    let kin = header.family == first.family
        && (header.k, header.table.1, header.bits) == (first.k, first.table.1, first.bits);
    if kin {
        return Ok(());
    }
    let problem = format!("it is of another family than {} of table {}", first.shard.0, first.table.0);
    Err(Error::BadTable { table: name.into(), problem })
}

/// That shards of a table follow one another from the first code there can be to the last.
fn check_whole<C: Code, D: Data>(table: usize, shards: &[Shard<C, D>]) -> Result<(), Error> {
    let missing = |number: usize| {
        let problem = format!("shard {number} of table {table} is missing, there twice or of another range");
        Err(Error::BadTable { table: "tables".into(), problem })
    };
    let mut next = Some(C::ZERO);
    for (number, shard) in shards.iter().enumerate() {
        let (header, (low, high)) = (shard.header(), shard.range());
        let first = shards[0].header();
        let alike = header.design == first.design
            && header.shard.1 == first.shard.1
            && header.ids.is_some() == first.ids.is_some()
            && header.cut.is_some() == first.cut.is_some();
        if usize::from(header.shard.0) != number || next != Some(low) || !alike {
            return missing(number);
        }
        next = (high < C::MAX).then(|| high.plus(C::ONE));
    }
    if next.is_some() || shards.len() != usize::from(shards[0].header().shard.1) {
        return missing(shards.len());
    }
    Ok(())
}

/// That all tables hold as many codes.
fn check_equal<C: Code, D: Data>(tables: &[Vec<Shard<C, D>>]) -> Result<(), Error> {
    let codes = |shards: &[Shard<C, D>]| shards.iter().map(Shard::len).sum::<u64>();
    let all = codes(&tables[0]);
    for (table, shards) in tables.iter().enumerate() {
        if codes(shards) != all {
            let problem = format!("table {table} holds {} codes, and table 0 {all}", codes(shards));
            return Err(Error::BadTable { table: "tables".into(), problem });
        }
    }
    Ok(())
}
