//! Texts that Python has: strings as they stand in Python's memory, and columns of Arrow as they stand in theirs.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{Array, ArrayRef, RecordBatchReader};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyCapsule, PyList, PyString};
use twinprint::text::Format;
use twinprint_native::corpus::{Documents, Entry, Held, HeldDocument, documents};

use crate::work::Pulse;

/// Texts by their numbers, from 0; some may be missing.
#[pyclass(frozen, from_py_object, module = "twinprint._core")]
#[derive(Clone)]
pub(crate) struct Texts(Arc<Pieces>);

struct Pieces {
    pieces: Vec<Piece>,
    /// The number of the first text behind each piece.
    ends: Vec<usize>,
}

enum Piece {
    /// Strings; Python keeps their UTF-8 beside those that are not ASCII.
    Strings(Vec<Option<PyBackedStr>>),
    /// A column of text.
    Column(ArrayRef),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Piece::Strings(strings) => strings.len(),
            Piece::Column(column) => column.len(),
        }
    }

    fn get(&self, number: usize) -> Option<&str> {
        match self {
            Piece::Strings(strings) => strings[number].as_deref(),
            Piece::Column(column) if column.is_null(number) => None,
            Piece::Column(column) => column
                .as_string_opt::<i32>()
                .map(|column| column.value(number))
                .or_else(|| column.as_string_opt::<i64>().map(|column| column.value(number)))
                .or_else(|| column.as_string_view_opt().map(|column| column.value(number))),
        }
    }
}

impl Pieces {
    fn new(pieces: Vec<Piece>) -> Pieces {
        let mut end = 0;
        let ends = pieces.iter().map(|piece| {
            end += piece.len();
            end
        });
        Pieces { ends: ends.collect(), pieces }
    }
}

#[pymethods]
impl Texts {
    /// The strings of a list; None where there is no text. `name` is what errors call the list.
    #[new]
    fn new(list: &Bound<'_, PyList>, name: &str) -> PyResult<Texts> {
        let strings = list.iter().enumerate().map(|(number, item)| {
            if item.is_none() {
                return Ok(None);
            }
            backed(&item, || format!("{name}, item {}", number + 1)).map(Some)
        });
        Ok(Texts(Arc::new(Pieces::new(vec![Piece::Strings(strings.collect::<PyResult<_>>()?)]))))
    }

    /// The only column of what has the Arrow PyCapsule interface, which must be of text. Nothing of it is copied.
    #[staticmethod]
    fn of_arrow(table: &Bound<'_, PyAny>) -> PyResult<Texts> {
        let capsule = table.call_method0("__arrow_c_stream__")?;
        let reader = stream(capsule.cast::<PyCapsule>()?)?;
        let schema = reader.schema();
        let field = match &schema.fields()[..] {
            [field] => field.clone(),
            fields => {
                return Err(PyValueError::new_err(format!(
                    "one column is read, and there are {}",
                    fields.len()
                )));
            }
        };
        let mut pieces = Vec::new();
        for batch in reader {
            let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
            let column = batch.column(0).clone();
            let is_text = column.as_string_opt::<i32>().is_some()
                || column.as_string_opt::<i64>().is_some()
                || column.as_string_view_opt().is_some();
            if !is_text && column.logical_null_count() < column.len() {
                let (name, kind) = (field.name(), field.data_type());
                return Err(PyTypeError::new_err(format!(
                    "{name}: this column is of {kind}, not of text; name another with text=, or cast it to strings"
                )));
            }
            pieces.push(Piece::Column(column));
        }
        Ok(Texts(Arc::new(Pieces::new(pieces))))
    }

    fn __len__(&self) -> usize {
        self.len()
    }
}

impl Texts {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.ends.last().copied().unwrap_or(0)
    }

    /// A text by its number; none where there is none.
    pub(crate) fn get(&self, number: usize) -> Option<&str> {
        let piece = self.0.ends.partition_point(|&end| end <= number);
        let first = piece.checked_sub(1).map_or(0, |before| self.0.ends[before]);
        self.0.pieces.get(piece)?.get(number - first)
    }
}

/// A string of Python's without a copy.
pub(crate) fn backed(item: &Bound<'_, PyAny>, place: impl Fn() -> String) -> PyResult<PyBackedStr> {
    let Ok(string) = item.cast::<PyString>() else {
        let kind = item.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{}: this is of {kind}; give a str", place())));
    };
    PyBackedStr::try_from(string.clone()).map_err(|error| {
        let message = format!(
            "{}: it has half of a surrogate pair, which is no character; decode it with errors=\"replace\"",
            place()
        );
        let raised = PyValueError::new_err(message);
        raised.set_cause(item.py(), Some(error));
        raised
    })
}

/// The stream of a capsule, taken out of it.
fn stream(capsule: &Bound<'_, PyCapsule>) -> PyResult<RecordBatchStreamReader> {
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
    // A capsule of this name holds such a stream, alive as long as the capsule is; what is taken is marked as released.
    #[allow(unsafe_code)]
    let reader =
        unsafe { RecordBatchStreamReader::from_raw(pointer.cast::<FFI_ArrowArrayStream>().as_ptr()) };
    reader.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// What a field says of a document, if there is such a field.
fn said(field: &Option<Texts>, number: usize) -> Option<&str> {
    field.as_ref().map(|texts| texts.get(number).unwrap_or_default())
}

/// Texts as documents, which are read until work is to end.
pub(crate) struct GivenTexts {
    pub(crate) texts: Texts,
    /// What they are called, if anything; as many as texts.
    pub(crate) names: Option<Texts>,
    /// What they are preferred by, if anything; as many as texts.
    pub(crate) ranks: Option<Texts>,
    pub(crate) format: Format,
    pub(crate) pulse: Pulse,
}

impl GivenTexts {
    /// What errors call them all.
    pub(crate) const NAME: &str = "documents";

    /// The documents, to be read.
    pub(crate) fn documents(self) -> Documents {
        documents(vec![Entry::held(GivenTexts::NAME, Arc::new(self))])
    }
}

impl Held for GivenTexts {
    fn get(&self, number: u64) -> Option<HeldDocument<'_>> {
        self.pulse.check();
        let all = self.texts.len() as u64;
        self.pulse.at("Reading", "document", number.min(all), all);
        let number = usize::try_from(number).ok().filter(|&number| number < self.texts.len())?;
        let document = HeldDocument::plain(self.texts.get(number).unwrap_or_default());
        Some(
            document
                .with_format(self.format)
                .with_name(said(&self.names, number))
                .with_rank(said(&self.ranks, number)),
        )
    }
}
