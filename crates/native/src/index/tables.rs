//! All tables of a family over gathered fingerprints.

use super::super::Error;
use super::column::Column;
use super::digest::{Digest, plan_lines};
use super::gather::{Documents, SortSpace};
use super::shards::{Contents, Kin, encode};
use crate::sort::StoredCode;
use twinprint::table::{Coding, FamilyId, Plan};

/// How tables are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// The id of what the fingerprints were made by.
    pub(super) recipe: [u8; 16],
    pub(super) coding: Coding,
    /// How many of the lowest bits of every code are zero.
    pub(super) zeros: u32,
    /// Whether keys are cut.
    pub(super) cut_keys: bool,
    /// The bytes of a block.
    pub(super) block: u32,
    /// The most bytes of a shard, unless a single fingerprint's documents take more.
    pub(super) shard: u64,
}

/// A family that is to be written.
pub(super) struct Tables<'a, C> {
    codes: &'a Column<C>,
    documents: Option<&'a Documents>,
    kin: Kin<'a>,
    lines: Vec<String>,
}

impl<'a, C: StoredCode> Tables<'a, C> {
    /// Of sorted fingerprints, and their documents if they have any.
    pub(super) fn new(
        codes: &'a Column<C>,
        documents: Option<&'a Documents>,
        plan: &'a Plan,
        style: Style,
    ) -> Result<Self, Error> {
        let Style { recipe, coding, zeros, cut_keys, block, shard } = style;
        let lines = plan_lines(plan.tables());
        let digest = digest(codes, documents)?.finish(&lines.join("\n"), coding, block);
        let family = FamilyId { digest, recipe };
        let kin = Kin { plan, family, coding, zeros, cut_keys, block, shard };
        Ok(Tables { codes, documents, kin, lines })
    }

    /// What tells it from others.
    pub(super) fn family(&self) -> FamilyId {
        self.kin.family
    }

    /// A line for each table.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The numbers of its tables.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u16> + use<C> {
        0..self.kin.plan.tables().len() as u16
    }

    /// Encodes a table and gives each shard to `save` on whatever core made it. What `save` returned comes in the order of
    /// the shards.
    pub(super) fn encode<T: Send>(
        &self,
        number: u16,
        space: SortSpace<'_>,
        save: impl Fn(u16, &[u8]) -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        if number == 0 {
            // Its order of bits is the natural one.
            return encode(&self.kin, 0, Contents { codes: self.codes, documents: self.documents }, save);
        }
        let codes = space.table(self.codes, &self.kin.plan.tables()[usize::from(number)])?;
        encode(&self.kin, number, Contents { codes: &codes, documents: None }, save)
    }
}

fn digest<C: StoredCode>(codes: &Column<C>, documents: Option<&Documents>) -> Result<Digest, Error> {
    let mut digest = Digest::new();
    codes.for_each(|codes| digest.codes(codes))?;
    if let Some(Documents { counts, ordinals }) = documents {
        counts.for_each(|counts| digest.counts(counts))?;
        ordinals.for_each(|ordinals| digest.ordinals(ordinals))?;
    }
    Ok(digest)
}
