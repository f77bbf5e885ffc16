//! Simhashes to pairs, by the tables of Manku, Jain and Das Sarma (2007, section 3): whatever is within k bits agrees in all
//! leading bits of some table, which are the keys that tasks exchange rows by.

use std::format;
use std::io::{Read, Write};

use super::super::Error;
use super::super::scan::simhashes;
use super::blocks::ToBlocks;
use super::groups::Groups;
use super::stream::{Cell, ColumnType, Input, Output, bad, numbers};
use twinprint::Error as Refused;
use twinprint::Sketching;
use twinprint::hash;
use twinprint::simhash::{Bits, Signature};
use twinprint::sketch::{Alike, Method, Sketch, Value};
use twinprint::table::{Code, MAX_K, Plan};

/// The key of a document in a table of a lexicon; the number of both; and its sketch.
pub(super) const KEYS: [(&str, ColumnType); 4] = [
    ("key", ColumnType::Long),
    ("table", ColumnType::Int),
    ("position", ColumnType::Long),
    ("value", ColumnType::Bytes),
];

/// The numbers of a sketch that a fingerprint is, as a scan packs it.
const NUMBERS: usize = 3;

/// How documents are found by their simhashes.
#[derive(Debug)]
pub(super) struct Search {
    method: Method,
    bits: Bits,
    lexicons: usize,
    /// The most bits that differ in some lexicon between any two that the method may take for near-duplicates.
    radius: u32,
    plan: Plan,
}

impl Search {
    /// The search by a method of simhashes with at most `tables` tables for each lexicon.
    pub(super) fn new(method: &Method, tables: usize) -> Result<Search, Error> {
        let (Sketching::Simhash { bits, lexicons }, Alike::Within { k, rule }) =
            (&method.recipe.sketching, method.alike)
        else {
            let expected = "resemblance, containment, or a method of simhashes such as simhash-lexicons";
            let value = std::string::ToString::to_string(&method.recipe.sketching.name());
            return Err(Refused::InvalidOption { option: "method", value, expected }.into());
        };
        let radius = simhashes::radius((k, rule), lexicons.count(), MAX_K)?;
        let lexicons = lexicons.count();
        let plan = Plan::for_tables(*bits, radius, tables.max(radius as usize + 1))?;
        Ok(Search { method: method.clone(), bits: *bits, lexicons, radius, plan })
    }

    /// The leading bits of a fingerprint in a table.
    fn key(&self, table: usize, fingerprint: u128) -> u64 {
        let table = &self.plan.tables()[table];
        match self.bits {
            Bits::B32 => table.permute(fingerprint as u32).leading(table.prefix()),
            Bits::B64 => table.permute(fingerprint as u64).leading(table.prefix()),
            Bits::B128 => table.permute(fingerprint).leading(table.prefix()),
        }
    }

    /// The sketch that is such a signature, of a document of which nothing else is known.
    fn sketch(&self, signature: &Signature) -> Sketch {
        Sketch {
            name: String::new(),
            recipe: self.method.recipe.id(),
            site: None,
            value: Value::Simhash(signature.clone()),
        }
    }

    /// The signature of a document, of which there is a fingerprint for each lexicon.
    fn signature(&self, value: &[u8]) -> Result<Signature, Error> {
        let numbers: Vec<u64> = numbers(value)?.collect();
        if numbers.len() != self.lexicons * NUMBERS {
            return Err(bad(format!("a sketch in it is not of {} lexicons", self.lexicons)));
        }
        Ok(Signature::from_numbers(self.bits, &numbers))
    }

    /// How many tables there are for each lexicon.
    fn tables(&self) -> usize {
        self.plan.tables().len()
    }

    /// How many there are for all.
    fn all_tables(&self) -> usize {
        self.lexicons * self.tables()
    }

    /// Whether two documents that have a key in common are found by it first of all.
    fn is_first(&self, a: &Signature, b: &Signature, lexicon: usize, table: usize) -> bool {
        let near = |lexicon: usize| match (a.fingerprints[lexicon], b.fingerprints[lexicon]) {
            (Some(a), Some(b)) if (a ^ b).count_ones() <= self.radius => Some((a, b)),
            _ => None,
        };
        let Some((a, b)) = near(lexicon) else { return false };
        (0..lexicon).all(|before| near(before).is_none())
            && (0..table).all(|before| self.key(before, a) != self.key(before, b))
            && self.key(table, a) == self.key(table, b)
    }
}

/// Gives the keys of documents, which come as `position` and `value`.
pub(super) fn keys<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    search: &Search,
) -> Result<(), Error> {
    let tables = search.tables();
    for rows in input {
        let rows = rows?;
        let (positions, values) = (rows.longs("position")?, rows.bytes("value")?);
        for row in 0..rows.len() {
            let signature = search.signature(values.value(row))?;
            for (lexicon, fingerprint) in signature.fingerprints.iter().enumerate() {
                let Some(fingerprint) = *fingerprint else { continue };
                for table in 0..tables {
                    let number = lexicon * tables + table;
                    // Keys of different tables are distinguished by the table; spread, they go to as many tasks as there are.
                    let key = hash::mix(search.key(table, fingerprint) ^ hash::mix(number as u64 + 1));
                    output.push(&[
                        Cell::Long(key.cast_signed()),
                        Cell::Int(number as i32),
                        Cell::Long(positions.value(row)),
                        Cell::Bytes(values.value(row)),
                    ])?;
                }
            }
        }
    }
    output.finish()
}

/// Gives the pairs of each key, each pair once, of rows of [`KEYS`] sorted by key and table.
pub(super) fn run<W: Write>(
    input: Input<impl Read>,
    output: Output<W>,
    search: &Search,
) -> Result<(), Error> {
    let mut pairs = ToBlocks::new(output);
    let mut groups = Groups::new(|(_, table), having: Vec<_>| of_key(table, &having, search, &mut pairs));
    for rows in input {
        let rows = rows?;
        let (keys, tables) = (rows.longs("key")?, rows.ints("table")?);
        let (positions, values) = (rows.longs("position")?, rows.bytes("value")?);
        for row in 0..rows.len() {
            let table = usize::try_from(tables.value(row)).ok().filter(|&table| table < search.all_tables());
            let table = table.ok_or_else(|| bad("a key in it is of a table that there is not".into()))?;
            let having = groups.of((keys.value(row), table), Vec::new)?;
            having.push((positions.value(row), search.signature(values.value(row))?));
        }
    }
    groups.finish()?;
    pairs.finish()
}

fn of_key<W: Write>(
    number: usize,
    having: &[(i64, Signature)],
    search: &Search,
    pairs: &mut ToBlocks<W>,
) -> Result<(), Error> {
    let (lexicon, table) = (number / search.tables(), number % search.tables());
    for (at, (b, of_b)) in having.iter().enumerate() {
        for (a, of_a) in &having[..at] {
            if !search.is_first(of_a, of_b, lexicon, table) {
                continue;
            }
            let Method { alike, .. } = &search.method;
            let [x, y] = [of_a, of_b].map(|signature| search.sketch(signature));
            if let Some(score) = alike.score(&x, &y)?.filter(|&score| alike.counts(score)) {
                pairs.push(*a, *b, Some(score as f32))?;
            }
        }
    }
    Ok(())
}
