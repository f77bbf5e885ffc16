//! Texts compared with each other.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use serde::Serialize;
use twinprint::difference::{self, Side};
use twinprint::report::Place;
use twinprint::text::{self, CharacterMap, Document, Format, Span, TextOptions};
use twinprint::{Prepared, Recipe, near_duplicates_while};
use twinprint_native::Error;

use crate::errors::{made, raised};
use crate::settings::{Settings, count};
use crate::texts::{Texts, backed};
use crate::work::{Pulse, Told, work};

/// A document of `twinprint.Document`.
pub(crate) struct Given {
    name: String,
    text: PyBackedStr,
    format: Format,
    url: Option<String>,
}

impl Given {
    fn new(document: &Bound<'_, PyAny>) -> PyResult<Given> {
        let name: String = document.getattr("name")?.extract()?;
        let text = backed(&document.getattr("text")?, || name.clone())?;
        let format: String = document.getattr("format")?.extract()?;
        let format = Format::from_name(&format).map_err(|error| raised(document.py(), error))?;
        Ok(Given { text, format, url: document.getattr("url")?.extract()?, name })
    }

    pub(crate) fn document(&self) -> Document<'_> {
        Document::new(&self.name, &self.text, self.format).with_url(self.url.as_deref())
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given {
    type Error = PyErr;

    fn extract(document: Borrowed<'a, 'py, PyAny>) -> PyResult<Given> {
        Given::new(&document.to_owned())
    }
}

/// A place as Python counts: characters of the text that was given.
pub(crate) fn in_characters(characters: &CharacterMap<'_>, given: Span) -> Place {
    Place { start: characters.offset(given.start), end: characters.offset(given.end) }
}

/// The checker of `twinprint.Checker`.
#[pyclass(frozen, module = "twinprint._core")]
pub(crate) struct Checker(twinprint::Checker);

#[derive(Serialize)]
struct Compared {
    fingerprint_a: String,
    fingerprint_b: String,
    #[serde(flatten)]
    report: twinprint::Report,
}

#[pymethods]
impl Checker {
    /// A checker by settings, without what templates have.
    #[new]
    fn new(py: Python<'_>, settings: Settings, templates: Vec<Given>) -> PyResult<Checker> {
        let mut checker = settings.checker().map_err(|error| raised(py, error))?;
        let read = work(py, &None, |_| {
            let read = templates.iter().map(|template| checker.read_text(&template.document()));
            Ok(read.collect::<Result<Vec<_>, _>>()?)
        })?;
        if !read.is_empty() {
            checker.set_templates(&read);
        }
        Ok(Checker(checker))
    }

    /// The id of the recipe by which documents are read.
    #[getter]
    fn recipe(&self) -> String {
        self.0.recipe().id().to_string()
    }

    /// The report on two documents, as JSON.
    fn compare(&self, py: Python<'_>, a: Given, b: Given) -> PyResult<String> {
        // A thread would cost more than most comparisons.
        let compared = match a.text.len() + b.text.len() {
            ..SMALL => py.detach(|| self.compared(&a, &b, &Pulse::default())),
            _ => return work(py, &None, |pulse| self.compared(&a, &b, pulse)),
        };
        compared.map_err(|error| raised(py, error))
    }
}

/// The bytes of two documents that are compared in some milliseconds.
const SMALL: usize = 1 << 17;

impl Checker {
    fn compared(&self, a: &Given, b: &Given, pulse: &Pulse) -> Result<String, Error> {
        let checker = &self.0;
        let prepare = |given: &Given| -> Result<Prepared, Error> {
            pulse.check();
            Ok(checker.read(&given.document())?)
        };
        let (of_a, of_b) = (prepare(a)?, prepare(b)?);
        pulse.check();
        let (map_a, map_b) = (CharacterMap::new(&a.text), CharacterMap::new(&b.text));
        let place_a = |span| in_characters(&map_a, of_a.reading().source(span));
        let place_b = |span| in_characters(&map_b, of_b.reading().source(span));
        let report = checker.compare_in(&of_a, &of_b, place_a, place_b)?;
        Ok(json(&Compared {
            fingerprint_a: of_a.fingerprint().to_string(),
            fingerprint_b: of_b.fingerprint().to_string(),
            report,
        }))
    }
}

/// What the core says, as JSON: strings, numbers and lists always are.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A stretch in which two documents differ.
type Stretch = ((u32, u32), (u32, u32), Vec<&'static str>);

/// In what two documents differ: a stretch of each, and what the words in it are.
#[pyfunction]
pub(crate) fn differences(py: Python<'_>, a: Given, b: Given) -> PyResult<Vec<Stretch>> {
    work(py, &None, |pulse| {
        let read = |given: &Given| {
            pulse.check();
            text::read(&given.document(), &TextOptions::default())
        };
        let (of_a, of_b) = (read(&a)?, read(&b)?);
        pulse.check();
        let (document_a, document_b) = (a.document(), b.document());
        let found = difference::between(
            Side { document: &document_a, reading: &of_a },
            Side { document: &document_b, reading: &of_b },
        );
        let (map_a, map_b) = (CharacterMap::new(&a.text), CharacterMap::new(&b.text));
        let place_a = |span| in_characters(&map_a, of_a.source(span));
        let place_b = |span| in_characters(&map_b, of_b.source(span));
        let stretches = found.stretches.iter().map(|stretch| {
            let (a, b) = (place_a(stretch.a), place_b(stretch.b));
            ((a.start, a.end), (b.start, b.end), stretch.kinds.iter().map(|kind| kind.name()).collect())
        });
        Ok(stretches.collect())
    })
}

/// A pair, as it goes to Python: two numbers, resemblance, and containment of either.
type Pair = (usize, usize, f64, f64, f64);

/// Pairs of texts that resemble each other, the clusters they make, and texts that could not be read, with why.
type Pairs<'py> = (Vec<Pair>, Vec<Vec<usize>>, Vec<(usize, Bound<'py, PyAny>)>);

/// Every pair of texts whose resemblance by shingles of this length is at least the threshold.
#[pyfunction]
#[pyo3(signature = (texts, threshold, shingle, told))]
pub(crate) fn near_duplicates<'py>(
    py: Python<'py>,
    texts: &Texts,
    threshold: f64,
    shingle: i64,
    told: Told,
) -> PyResult<Pairs<'py>> {
    let recipe = count("shingle", shingle).map(|w| Recipe::default().with_w(w));
    let recipe = recipe.map_err(|error| raised(py, error))?;
    let found = work(py, &told, |pulse| {
        let strings: Vec<&str> =
            (0..texts.len()).map(|number| texts.get(number).unwrap_or_default()).collect();
        // It asks before it reads each text, and again before it compares it.
        let (mut asked, all) = (0, strings.len() as u64);
        let mut go_on = || {
            match asked < all {
                true => pulse.at("Reading", "text", asked, all),
                false => pulse.at("Comparing", "text", asked - all, all),
            }
            asked += 1;
            pulse.may_go_on()
        };
        let found = near_duplicates_while(&recipe, &strings, threshold, &mut go_on)?;
        Ok(found.unwrap_or_default())
    })?;
    let clusters = found.clusters();
    let pairs = found.pairs.iter();
    let pairs = pairs
        .map(|pair| (pair.a, pair.b, pair.resemblance, pair.containment_a, pair.containment_b))
        .collect();
    let refused = found.refused.into_iter().map(|(place, error)| Ok((place, made(py, &error.into())?)));
    Ok((pairs, clusters, refused.collect::<PyResult<_>>()?))
}
