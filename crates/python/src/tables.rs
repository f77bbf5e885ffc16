//! Fingerprints within k bits of others, by the tables of the core.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use twinprint::simhash::Bits;
use twinprint::table::{Answer, Bound, Limits, Load, Plain, PlainTable, Plan};

use crate::errors::raised;
use crate::settings::count;
use crate::work::work_on_all_cores;

/// The queries that a core looks up at a time: no more, since each may find much, and only between them work can be stopped.
const AT_ONCE: usize = 16;

/// All that is within k bits, however much it is.
const NO_BOUND: Bound = Bound { matches: usize::MAX, codes: u64::MAX };

/// The table of `twinprint.HammingTable`.
#[pyclass(frozen, module = "twinprint._core")]
pub(crate) struct HammingTable {
    tables: Plain<u64>,
    /// The distinct codes, in order.
    codes: Vec<u64>,
    /// Where the places of each code begin among `places`; and their end.
    starts: Vec<u32>,
    /// The places of all codes as they were given.
    places: Vec<u32>,
}

/// Numbers of 64 or 32 bits as bytes, lowest first.
type AsBytes<'py> = pyo3::Bound<'py, PyBytes>;

#[pymethods]
impl HammingTable {
    /// The tables of codes, which come as bytes.
    #[new]
    fn new(py: Python<'_>, codes: &[u8], k: i64) -> PyResult<HammingTable> {
        work_on_all_cores(py, &None, |pulse| {
            let given = numbers(codes);
            let bits = u32::try_from(count("k", k)?).unwrap_or(u32::MAX);
            let plan = Plan::choose(Bits::B64, bits, Load::new(given.len() as u64), Limits::default())?;
            if u32::try_from(given.len()).is_err() {
                let (value, expected) = (given.len().to_string(), "fewer than 2^32 codes");
                return Err(twinprint::Error::InvalidOption { option: "codes", value, expected }.into());
            }
            let mut placed: Vec<(u64, u32)> = given.into_iter().zip(0..).collect();
            placed.par_sort_unstable();
            pulse.check();
            let (mut codes, mut starts) = (Vec::new(), Vec::new());
            for (start, &(code, _)) in (0..).zip(&placed) {
                if codes.last() != Some(&code) {
                    codes.push(code);
                    starts.push(start);
                }
            }
            starts.push(placed.len() as u32);
            let places = placed.into_iter().map(|(_, place)| place).collect();
            let tables = plan.tables().par_iter().map(|table| {
                pulse.check();
                PlainTable::new(table, &codes, &mut Vec::new())
            });
            let tables = Plain::of(&plan, tables.collect::<Result<_, _>>()?);
            Ok(HammingTable { tables, codes, starts, places })
        })
    }

    /// Every code within k bits of each query: the places of both, as numbers of 64 bits, and the distance, as numbers of 32, sorted.
    fn query<'py>(
        &self,
        py: Python<'py>,
        queries: &[u8],
        k: Option<i64>,
    ) -> PyResult<(AsBytes<'py>, AsBytes<'py>, AsBytes<'py>)> {
        let k = k.map_or(Ok(self.tables.k() as usize), |k| count("k", k));
        let k = k.map_err(|error| raised(py, error))?;
        let (of, found, distances) = work_on_all_cores(py, &None, |pulse| {
            let queries = numbers(queries);
            let k = u32::try_from(k).unwrap_or(u32::MAX);
            let answers = queries.par_chunks(AT_ONCE).map(|queries| {
                pulse.check();
                self.tables.query_many(queries, k, NO_BOUND)
            });
            let answers: Vec<Vec<Answer<u64>>> = answers.collect::<Result<_, _>>()?;
            let (mut of, mut found, mut distances) = (Vec::new(), Vec::new(), Vec::new());
            for (query, answer) in answers.into_iter().flatten().enumerate() {
                pulse.check();
                for near in answer.matches {
                    for &place in self.places_of(near.fingerprint) {
                        of.extend((query as u64).to_le_bytes());
                        found.extend(u64::from(place).to_le_bytes());
                        distances.extend(near.distance.to_le_bytes());
                    }
                }
            }
            Ok((of, found, distances))
        })?;
        Ok((PyBytes::new(py, &of), PyBytes::new(py, &found), PyBytes::new(py, &distances)))
    }

    /// The greatest distance that counts as near.
    #[getter]
    fn k(&self) -> u32 {
        self.tables.k()
    }

    /// The bytes of memory that it takes.
    #[getter]
    fn nbytes(&self) -> u64 {
        let places = size_of_val(&self.starts[..]) + size_of_val(&self.places[..]);
        self.tables.bytes() + (size_of_val(&self.codes[..]) + places) as u64
    }

    /// How many codes were given.
    fn __len__(&self) -> usize {
        self.places.len()
    }
}

impl HammingTable {
    /// The places at which a code was given.
    fn places_of(&self, code: u64) -> &[u32] {
        match self.codes.binary_search(&code) {
            Ok(at) => &self.places[self.starts[at] as usize..self.starts[at + 1] as usize],
            Err(_) => &[],
        }
    }
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    let (numbers, _) = bytes.as_chunks::<8>();
    numbers.iter().map(|&number| u64::from_le_bytes(number)).collect()
}
