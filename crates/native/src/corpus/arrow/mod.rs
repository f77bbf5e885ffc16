//! Tables in Arrow's IPC format: a document in each row of each record batch, one batch in memory at a time.
//!
//! A file (and so Feather's second version) is a stream between a mark and a footer. It is read as that stream, from its start
//! on: so it may be packed or piped in, and one that is cut gives all batches before the cut. The crate `arrow-ipc` makes arrays
//! of a batch; its decoders, and those of its format's headers, may panic of broken bytes, which is caught. A batch that is broken
//! costs itself, for its header says where the next begins.

mod message;
pub(crate) mod raw;
mod unpacked;

use std::collections::HashMap;
use std::format;
use std::io::{self, BufRead};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_ipc::reader::{read_dictionary, read_record_batch};
use arrow_ipc::{MessageHeader, convert};
use arrow_schema::{DataType, Field, SchemaRef};

use super::super::catch_panic::catch_panic;
use super::fields::Wanted;
use super::records::{Piece, Pieces};
use super::row::{self, Cell, Column, Kind};
use super::stream::Stream;
use super::{DocumentPlace, Error, refused};
use message::Message;

/// How a file begins; a stream begins without.
const START: &[u8] = b"ARROW1";
/// What stands before a file's stream is a multiple of this long: its beginning, and zeros ...
const BEFORE: usize = 8;
/// ... and at most so long.
const LONGEST_BEFORE: usize = 64;

/// The rows of a table, one at a time.
pub(super) struct Messages {
    stream: Stream,
    place: DocumentPlace,
    /// Whether there is a footer behind the stream.
    is_file: bool,
    schema: SchemaRef,
    dictionaries: HashMap<i64, ArrayRef>,
    /// The columns that are requested, and where each stands: one of those that are read, and those within it.
    columns: Vec<Column>,
    paths: Vec<Vec<usize>>,
    /// The columns of the table in which these are; of no others arrays are made.
    read: Vec<usize>,
    wanted: Arc<Wanted>,
    /// The cells of the batch that is open, column by column, and how many of its rows were read.
    cells: Vec<Values>,
    rows: usize,
    row: usize,
    /// How many rows were read.
    number: u64,
    ended: bool,
}

/// Why there is no message.
pub(super) enum Fault {
    Unreadable(io::Error),
    /// It is not as it should be; what follows cannot be found.
    Lost(String),
    /// It is broken, and so are this many rows; the next can be read.
    Broken {
        rows: u64,
        problem: String,
    },
}

impl From<io::Error> for Fault {
    fn from(reason: io::Error) -> Self {
        Fault::Unreadable(reason)
    }
}

impl Messages {
    pub(super) fn new(
        mut stream: Stream,
        place: DocumentPlace,
        wanted: Arc<Wanted>,
    ) -> Result<Messages, Error> {
        let is_file = !before(&mut stream).is_empty();
        let bad = |problem| Error::BadTable { place: place.file.to_string(), what: plain(problem) };
        let schema = match Message::read(&mut stream) {
            Ok(Some(message)) => catch_panic(|| schema(&message), |problem| problem).map_err(bad)?,
            Ok(None) => return Err(bad("it has no schema".into())),
            Err(Fault::Unreadable(reason)) => return Err(refused(place.file.to_string(), reason)),
            Err(Fault::Lost(problem) | Fault::Broken { problem, .. }) => return Err(bad(problem)),
        };
        let (mut all, mut paths) = (Vec::new(), Vec::new());
        for (index, field) in schema.fields().iter().enumerate() {
            list(field, "", &[index], &mut all, &mut paths);
        }
        let columns = row::columns(&all, &wanted, &place)?;
        let mut paths: Vec<Vec<usize>> = columns.iter().map(|column| paths[column.index].clone()).collect();
        let mut read: Vec<usize> = paths.iter().map(|path| path[0]).collect();
        read.sort_unstable();
        read.dedup();
        for path in &mut paths {
            path[0] = read.partition_point(|&column| column < path[0]);
        }
        let (cells, dictionaries) = (Vec::new(), HashMap::new());
        let (rows, row, number, ended) = (0, 0, 0, false);
        Ok(Messages {
            stream,
            place,
            is_file,
            schema,
            dictionaries,
            columns,
            paths,
            read,
            wanted,
            cells,
            rows,
            row,
            number,
            ended,
        })
    }

    /// Opens batches until there is one with rows behind row `number` of the table; false at its end. Those before are not made
    /// arrays of.
    fn open(&mut self, number: u64) -> Result<bool, Fault> {
        while self.row >= self.rows {
            let Some(message) = Message::read(&mut self.stream)? else {
                return match self.is_file && self.stream.ahead(1).is_empty() {
                    true => Err(Fault::Lost("it ends before its footer".into())),
                    false => Ok(false),
                };
            };
            let rows = message.rows().map_err(Fault::Lost)?;
            if rows > 0 && self.number.saturating_add(rows) <= number {
                self.number += rows;
                continue;
            }
            let took = catch_panic(|| self.take(&message), |problem| problem);
            took.map_err(|problem| Fault::Broken { rows, problem })?;
        }
        Ok(true)
    }

    /// Takes a batch or a dictionary.
    fn take(&mut self, message: &Message) -> Result<(), String> {
        let said = |error: arrow_schema::ArrowError| error.to_string();
        let head = message.head()?;
        let (version, schema) = (head.version(), self.schema.clone());
        if let Some(dictionary) = head.header_as_dictionary_batch() {
            let (head, body) = unpacked::dictionary(dictionary, &message.body)?;
            let dictionary = unpacked::as_dictionary(&head)?;
            return read_dictionary(&body, dictionary, &schema, &mut self.dictionaries, &version)
                .map_err(said);
        }
        let Some(batch) = head.header_as_record_batch() else { return Ok(()) };
        let (head, body) = unpacked::batch(batch, &message.body)?;
        let batch = unpacked::as_batch(&head)?;
        let batch = read_record_batch(&body, batch, schema, &self.dictionaries, Some(&self.read), &version)
            .map_err(said)?;
        self.cells = self.paths.iter().map(|path| Values::of(&batch, path)).collect();
        (self.rows, self.row) = (batch.num_rows(), 0);
        Ok(())
    }
}

impl Pieces for Messages {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Option<Piece> {
        if self.ended {
            return None;
        }
        let opened = self.open(0);
        let place = self.place.at(self.number);
        self.number += 1;
        let bad = |problem| Some(Err(Error::BadTable { place: place.to_string(), what: plain(problem) }));
        match opened {
            Ok(true) => {
                let row = self.row;
                self.row += 1;
                let cells = self.cells.iter().map(|values| values.cell(row));
                Some(row::document(&self.columns, cells, &self.wanted, place))
            }
            Ok(false) => {
                self.ended = true;
                None
            }
            Err(Fault::Broken { rows, problem }) => {
                self.number = self.number.saturating_add(rows.saturating_sub(1));
                bad(problem)
            }
            Err(Fault::Lost(problem)) => {
                self.ended = true;
                bad(problem)
            }
            Err(Fault::Unreadable(reason)) => {
                self.ended = true;
                Some(Err(refused(place.to_string(), reason)))
            }
        }
    }

    fn skip_to(&mut self, number: u64) {
        while self.number < number && !self.ended {
            match self.open(number) {
                Ok(true) => {
                    let rows = (self.rows - self.row).min((number - self.number) as usize);
                    self.row += rows;
                    self.number += rows as u64;
                }
                Err(Fault::Broken { rows, .. }) => self.number = self.number.saturating_add(rows.max(1)),
                _ => self.ended = true,
            }
        }
    }
}

/// Takes what stands before the first message: of a file a mark and zeros, of a stream nothing.
fn before(stream: &mut Stream) -> Vec<u8> {
    if !stream.ahead(BEFORE).starts_with(START) {
        return Vec::new();
    }
    let mut before = stream.ahead(BEFORE).to_vec();
    stream.consume(BEFORE);
    let zeros = stream.ahead(LONGEST_BEFORE - BEFORE).chunks(BEFORE);
    let zeros = BEFORE * zeros.take_while(|bytes| **bytes == [0; BEFORE]).count();
    stream.consume(zeros);
    before.resize(before.len() + zeros, 0);
    before
}

fn schema(message: &Message) -> Result<SchemaRef, String> {
    let schema = message.head()?.header_as_schema().ok_or("it does not begin with a schema")?;
    convert::try_fb_to_schema(schema).map(Arc::new).map_err(|error| error.to_string())
}

/// Lists a field, or what is within it, with its names as "meta.url", and where it stands.
fn list(
    field: &Field,
    before: &str,
    path: &[usize],
    all: &mut Vec<(String, Kind)>,
    paths: &mut Vec<Vec<usize>>,
) {
    let name = format!("{before}{}", field.name());
    if let DataType::Struct(fields) = field.data_type() {
        for (index, field) in fields.iter().enumerate() {
            list(field, &format!("{name}."), &[path, &[index]].concat(), all, paths);
        }
        return;
    }
    all.push((name, kind(field.data_type())));
    paths.push(path.into());
}

fn kind(data_type: &DataType) -> Kind {
    match data_type {
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => Kind::Text,
        DataType::Dictionary(_, values) => kind(values),
        number if number.is_integer() || matches!(number, DataType::Float32 | DataType::Float64) => {
            Kind::Number(number.to_string())
        }
        other => Kind::Other(other.to_string()),
    }
}

/// What a column holds in a batch.
struct Values {
    /// The column, behind those that it is within.
    arrays: Vec<ArrayRef>,
    /// Of a dictionary, which of its values each row has, and these.
    dictionary: Option<(Vec<usize>, ArrayRef)>,
}

impl Values {
    fn of(batch: &RecordBatch, path: &[usize]) -> Values {
        let mut arrays = vec![batch.column(path[0]).clone()];
        for &index in &path[1..] {
            let within = arrays[arrays.len() - 1].as_struct().column(index).clone();
            arrays.push(within);
        }
        let dictionary = arrays[arrays.len() - 1].as_any_dictionary_opt().map(|dictionary| {
            let values = dictionary.values().clone();
            let keys = if values.is_empty() { Vec::new() } else { dictionary.normalized_keys() };
            (keys, values)
        });
        Values { arrays, dictionary }
    }

    /// A row's cell.
    fn cell(&self, row: usize) -> Cell {
        if self.arrays.iter().any(|array| array.is_null(row)) {
            return None;
        }
        match &self.dictionary {
            Some((keys, values)) => keys.get(row).and_then(|&key| value(values, key)),
            None => self.arrays.last().and_then(|array| value(array, row)),
        }
    }
}

/// The bytes of a text, or the digits of a number.
fn value(array: &ArrayRef, at: usize) -> Cell {
    if at >= array.len() || array.is_null(at) {
        return None;
    }
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(at).into(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(at).into(),
        DataType::Utf8View => array.as_string_view().value(at).into(),
        DataType::Binary => array.as_binary::<i32>().value(at).into(),
        DataType::LargeBinary => array.as_binary::<i64>().value(at).into(),
        DataType::BinaryView => array.as_binary_view().value(at).into(),
        DataType::Int8 => digits(array.as_primitive::<Int8Type>().value(at)),
        DataType::Int16 => digits(array.as_primitive::<Int16Type>().value(at)),
        DataType::Int32 => digits(array.as_primitive::<Int32Type>().value(at)),
        DataType::Int64 => digits(array.as_primitive::<Int64Type>().value(at)),
        DataType::UInt8 => digits(array.as_primitive::<UInt8Type>().value(at)),
        DataType::UInt16 => digits(array.as_primitive::<UInt16Type>().value(at)),
        DataType::UInt32 => digits(array.as_primitive::<UInt32Type>().value(at)),
        DataType::UInt64 => digits(array.as_primitive::<UInt64Type>().value(at)),
        DataType::Float32 => digits(array.as_primitive::<Float32Type>().value(at)),
        DataType::Float64 => digits(array.as_primitive::<Float64Type>().value(at)),
        _ => return None,
    })
}

fn digits(number: impl ToString) -> Vec<u8> {
    number.to_string().into_bytes()
}

/// The reader's words as the end of a sentence.
fn plain(problem: String) -> String {
    format!("it is no whole Arrow table: {problem}")
}
