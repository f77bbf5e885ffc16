//! Sketches of many texts, by any method.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use twinprint::lexicon::Model;
use twinprint::simhash::Bits;
use twinprint::sketch::{Method, Sketch, Value};
use twinprint::text::{Boilerplate, Document, Format};
use twinprint::{Error, Sketching, sketch};

use crate::compare::Given;
use crate::errors::raised;
use crate::texts::Texts;
use crate::work::{Told, work, work_on_all_cores};

/// The texts that a core takes at a time.
const AT_ONCE: usize = 64;

/// The sketcher of `twinprint.Sketcher`.
#[pyclass(frozen, module = "twinprint._core")]
pub(crate) struct Sketcher {
    line: String,
    method: Method,
    model: Option<Arc<Model>>,
    boilerplate: Option<Arc<Boilerplate>>,
}

/// The name of a model, or the bytes of one.
#[derive(FromPyObject)]
pub(crate) enum ModelOf {
    #[pyo3(transparent)]
    Name(String),
    #[pyo3(transparent)]
    Bytes(Vec<u8>),
}

impl ModelOf {
    fn model(&self) -> Result<Option<Arc<Model>>, Error> {
        match self {
            ModelOf::Bytes(bytes) => Model::from_bytes(bytes, "model").map(Arc::new).map(Some),
            ModelOf::Name(name) => match &**name {
                "english" => Model::english().map(Arc::new).map(Some),
                "none" => Ok(None),
                other => {
                    let expected = "english, none, or the bytes of a model's file";
                    Err(Error::InvalidOption { option: "model", value: other.into(), expected })
                }
            },
        }
    }
}

#[pymethods]
impl Sketcher {
    /// A sketcher by the method of a line. `seed` is what stands for `seed=random` in it.
    #[new]
    fn new(
        py: Python<'_>,
        line: &str,
        model: ModelOf,
        boilerplate: Option<Vec<u8>>,
        seed: u64,
    ) -> PyResult<Sketcher> {
        Sketcher::by(line, &model, boilerplate, seed).map_err(|error| raised(py, error))
    }

    /// The names of all methods.
    #[staticmethod]
    fn methods() -> Vec<&'static str> {
        Method::names().collect()
    }

    /// The line of the method, with the seed that was drawn and what simhashes count.
    #[getter]
    fn method(&self) -> String {
        self.method.said_in(&self.line)
    }

    /// The id of the method's recipe.
    #[getter]
    fn recipe(&self) -> String {
        self.method.recipe.id().to_string()
    }

    /// From when on two sketches are alike, in words.
    #[getter]
    fn rule(&self) -> String {
        self.method.alike.to_string()
    }

    /// How many numbers a sketch has.
    #[getter]
    fn width(&self, py: Python<'_>) -> PyResult<usize> {
        self.numbers_of_sketch().map_err(|error| raised(py, error))
    }

    /// The sketches of texts, one after the other, each of [`width`](Sketcher::width) numbers of 64 bits, lowest byte first. With `zeros` those of texts that
    /// have none, and parts that are missing, are 0; else the first such text is an error.
    #[pyo3(signature = (texts, format, zeros, told))]
    fn sketch<'py>(
        &self,
        py: Python<'py>,
        texts: &Texts,
        format: &str,
        zeros: bool,
        told: Told,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format = Format::from_name(format).map_err(|error| raised(py, error))?;
        let width = self.numbers_of_sketch().map_err(|error| raised(py, error))?;
        let numbers = work_on_all_cores(py, &told, |pulse| {
            let sketched = AtomicU64::new(0);
            let mut numbers = vec![0_u64; texts.len() * width];
            let shares = numbers.par_chunks_mut(width * AT_ONCE).enumerate();
            shares.try_for_each_init(
                || self.sketcher(),
                |sketcher, (share, numbers)| {
                    pulse.check();
                    let sketcher = sketcher.as_mut().map_err(|error| error.clone())?;
                    for (number, row) in (share * AT_ONCE..).zip(numbers.chunks_mut(width)) {
                        let name = || format!("texts, item {}", number + 1);
                        let text = texts.get(number).unwrap_or_default();
                        let found = sketcher.sketch(&Document::new(&name(), text, format));
                        let lacking = match found {
                            Ok(Sketch { value, .. }) => !fill(row, &value),
                            Err(_) if zeros => false,
                            Err(error) => return Err(error),
                        };
                        if lacking && !zeros {
                            return Err(Error::NoWords { document: name() });
                        }
                    }
                    let more = (numbers.len() / width) as u64;
                    let done = sketched.fetch_add(more, Ordering::Relaxed) + more;
                    pulse.at("Sketching", "text", done, texts.len() as u64);
                    Ok(())
                },
            )?;
            Ok(numbers)
        })?;
        PyBytes::new_with(py, numbers.len() * 8, |bytes| {
            for (bytes, number) in bytes.chunks_exact_mut(8).zip(&numbers) {
                bytes.copy_from_slice(&number.to_le_bytes());
            }
            Ok(())
        })
    }

    /// The parts of a document's sketch, as they are written.
    fn parts(&self, py: Python<'_>, document: Given) -> PyResult<Vec<String>> {
        let sketch = work(py, &None, |_| Ok(self.sketcher()?.sketch(&document.document())?))?;
        Ok(sketch.value.to_parts())
    }

    /// The score of two documents, if they are compared, and whether they are alike.
    fn compare(&self, py: Python<'_>, a: Given, b: Given) -> PyResult<(Option<f64>, bool)> {
        work(py, &None, |_| {
            let mut sketcher = self.sketcher()?;
            let (a, b) = (sketcher.sketch(&a.document())?, sketcher.sketch(&b.document())?);
            Ok((self.method.alike.score(&a, &b)?, self.method.alike.holds(&a, &b)?))
        })
    }
}

impl Sketcher {
    fn by(line: &str, model: &ModelOf, boilerplate: Option<Vec<u8>>, seed: u64) -> Result<Sketcher, Error> {
        let boilerplate = boilerplate.map(|bytes| Boilerplate::read("boilerplate", &bytes)).transpose()?;
        let boilerplate = boilerplate.map(Arc::new);
        let line = match &boilerplate {
            Some(boilerplate) => Method::name_boilerplate(line, boilerplate.id()),
            None => line.into(),
        };
        let line = Method::draw_seeds(&line, || Ok::<_, Error>(seed))?;
        let model = model.model()?;
        let method = Method::parse(&line, model.as_ref().map(|model| model.id()))?;
        let sketcher = Sketcher { line, method, model, boilerplate };
        // What is wrong with its parts together is said now.
        sketcher.sketcher()?;
        Ok(sketcher)
    }

    fn sketcher(&self) -> Result<sketch::Sketcher, Error> {
        self.method.sketcher(self.model.clone())?.with_boilerplate(self.boilerplate.clone())
    }

    /// How many numbers every sketch has.
    fn numbers_of_sketch(&self) -> Result<usize, Error> {
        Ok(match &self.method.recipe.sketching {
            Sketching::Whole => 1,
            Sketching::MinValues(hashing) => hashing.values,
            Sketching::Supershingles { min_values, length } => min_values.values / length,
            Sketching::Projection => PROJECTION,
            Sketching::Combined { min_values, length } => min_values.values / length + PROJECTION,
            Sketching::IMatch { lexicons, .. } => lexicons.count(),
            Sketching::Buckets { buckets } => *buckets,
            Sketching::Simhash { bits, lexicons } => lexicons.count() * numbers_of(*bits),
            _ => {
                let expected = "a method whose sketches are of one length, such as minhash or simhash; parts() gives any";
                return Err(Error::InvalidOption { option: "method", value: self.line.clone(), expected });
            }
        })
    }
}

/// The numbers of 64 bits of a projection.
const PROJECTION: usize = 6;

fn numbers_of(bits: Bits) -> usize {
    bits.count().div_ceil(64) as usize
}

/// Writes a sketch, and says whether nothing of it is missing.
fn fill(row: &mut [u64], value: &Value) -> bool {
    match value {
        Value::Simhash(signature) => {
            let numbers = numbers_of(signature.bits);
            let parts = signature.fingerprints.iter().flat_map(|fingerprint| {
                let bits = fingerprint.unwrap_or(0);
                [bits as u64, (bits >> 64) as u64].into_iter().take(numbers)
            });
            row.iter_mut().zip(parts).for_each(|(number, part)| *number = part);
            signature.fingerprints.iter().all(Option::is_some)
        }
        Value::IMatch(found) => fill_some(row, &found.signatures),
        Value::Buckets(found) => fill_some(row, &found.0),
        other => {
            row.iter_mut().zip(other.to_numbers()).for_each(|(number, part)| *number = part);
            true
        }
    }
}

fn fill_some(row: &mut [u64], parts: &[Option<u64>]) -> bool {
    iter::zip(row, parts).for_each(|(number, part)| *number = part.unwrap_or(0));
    parts.iter().all(Option::is_some)
}
