//! Connected components of what a task has of a graph: fewer edges with the same components.
//!
//! Lattanzi, Moseley, Suri and Vassilvitskii (2011, "Filtering: a method for solving graph problems in MapReduce"): of its edges each
//! task keeps as many as join the same vertices, fewer than it has vertices. Here these are stars, each vertex joined to the
//! least that it is reached from.

use std::collections::HashMap;
use std::io::{Read, Write};

use super::super::Error;
use super::found;
use super::stream::{Cell, ColumnType, Input, Output};

pub(super) const COLUMNS: [(&str, ColumnType); 2] = [("a", ColumnType::Long), ("b", ColumnType::Long)];

/// Gives stars of the pairs of rows of `found`: of each edge the centre, and another vertex.
pub(super) fn of_pairs<W: Write>(input: Input<impl Read>, output: Output<W>) -> Result<(), Error> {
    let mut stars = Stars::default();
    for rows in input {
        let rows = rows?;
        let packed = rows.bytes("found")?;
        for row in 0..rows.len() {
            found::each(packed.value(row), |pair| {
                stars.join(pair.a.position, pair.b.position);
                Ok(())
            })?;
        }
    }
    stars.give(output)
}

/// Gives stars of edges.
pub(super) fn of_edges<W: Write>(input: Input<impl Read>, output: Output<W>) -> Result<(), Error> {
    let mut stars = Stars::default();
    for rows in input {
        let rows = rows?;
        let (a, b) = (rows.longs("a")?, rows.longs("b")?);
        (0..rows.len()).for_each(|row| stars.join(a.value(row), b.value(row)));
    }
    stars.give(output)
}

/// Sets of vertices that are joined: each vertex but the least of a set knows a lesser one.
#[derive(Default)]
struct Stars(HashMap<i64, i64>);

impl Stars {
    fn join(&mut self, a: i64, b: i64) {
        let (a, b) = (self.least(a), self.least(b));
        if a != b {
            self.0.insert(a.max(b), a.min(b));
        }
    }

    /// The least vertex of a vertex's set; whatever is visited on the way knows a nearer one afterwards.
    fn least(&mut self, mut vertex: i64) -> i64 {
        while let Some(&lesser) = self.0.get(&vertex) {
            let Some(&next) = self.0.get(&lesser) else { return lesser };
            self.0.insert(vertex, next);
            vertex = next;
        }
        vertex
    }

    fn give<W: Write>(mut self, mut output: Output<W>) -> Result<(), Error> {
        let mut vertices: Vec<i64> = self.0.keys().copied().collect();
        vertices.sort_unstable();
        for vertex in vertices {
            let least = self.least(vertex);
            output.push(&[Cell::Long(least), Cell::Long(vertex)])?;
        }
        output.finish()
    }
}
