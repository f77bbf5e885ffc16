//! Requests in, responses out. No clock, no socket, no log: whoever listens hands over what arrived, and sends what comes back.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::backend::IndexBackend;
use super::budget::{self, MOST_NUMBERS, MOST_TEXT};
use super::form::Form;
use super::hex;
use super::http::{LONGEST_BODY, Request, Response};
use super::prefixes::least_prefix;
use super::refusal::Refusal;
use super::request::{MOST_ITEMS, MOST_SOURCES, MOST_TEXTS, RequestBody};
use super::response::ResponseBody;
use crate::index::{Design, Limits, Manifest, Prefixes};
use crate::recipe::RecipeId;

/// The look-up service of an index.
#[derive(Debug)]
pub struct Service<I> {
    index: I,
    manifest: Manifest,
    recipe: RecipeId,
    checksum: u64,
    limits: Limits,
    /// The bits that prefixes have at least.
    least_prefix: u32,
}

impl<I: IndexBackend> Service<I> {
    /// The service of an index with this manifest.
    ///
    /// # Errors
    /// A [`Refusal`] if the manifest has no id of a recipe, or no checksum.
    pub fn new(index: I, manifest: Manifest) -> Result<Self, Refusal> {
        let bad = |what: &str| Refusal::unavailable("index.json", what);
        let recipe = hex::read_id(&manifest.recipe).ok_or_else(|| bad("its recipe is no id"))?;
        let checksum = hex::read(&manifest.checksum, 64).ok_or_else(|| bad("its checksum is none"))?;
        let (recipe, least_prefix) = (RecipeId(recipe), least_prefix(&manifest));
        Ok(Service { index, manifest, recipe, checksum, limits: Limits::default(), least_prefix })
    }

    /// The manifest of the index.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The most bits in which what is found may differ: what [`RequestBody::decode`] asks for.
    pub fn k(&self) -> u32 {
        self.manifest.design.k
    }

    /// The response to a request, whatever is in it.
    pub fn respond(&self, request: &Request<'_>) -> Response {
        self.response(request).unwrap_or_else(Response::from)
    }

    fn response(&self, request: &Request<'_>) -> Result<Response, Refusal> {
        match known(request)? {
            Known::Lookup => self.lookup(request),
            Known::Meta => Ok(Response::json(200, &self.meta())),
            Known::Buckets => {
                let buckets = self.index.buckets();
                let body = buckets.iter().flat_map(|first| first.to_le_bytes()).collect();
                Ok(Response::new(200, "application/octet-stream", body))
            }
            Known::Model => {
                file("model", self.index.model(), self.manifest.model.is_some(), Refusal::no_model)
            }
            Known::Boilerplate => {
                let is_named = self.manifest.boilerplate.is_some();
                file("boilerplate", self.index.boilerplate(), is_named, Refusal::no_boilerplate)
            }
            Known::Health => Ok(healthy()),
        }
    }

    fn lookup(&self, request: &Request<'_>) -> Result<Response, Refusal> {
        let (form, request) = read_lookup(request, self.k())?;
        if let Some(recipe) = request.recipe.filter(|&recipe| recipe != self.recipe) {
            return Err(Refusal::other_recipe(&recipe.to_string(), &self.recipe.to_string()));
        }
        let lookup = request.lookup;
        self.check_prefixes(&lookup.prefixes)?;
        let answer =
            budget::answer(&self.index, &lookup, &self.limits).map_err(|error| Refusal::of(&error))?;
        let body = ResponseBody { recipe: self.recipe, index: self.checksum, answer };
        Ok(Response::new(200, form.content_type(), body.encode(form, &lookup)))
    }

    /// Refuses prefixes that too much of the index begins with.
    fn check_prefixes(&self, prefixes: &Prefixes) -> Result<(), Refusal> {
        let Prefixes { bits, fingerprints, shingles } = prefixes;
        let least = self.least_prefix;
        if *bits >= least || (fingerprints.is_empty() && shingles.is_empty()) {
            return Ok(());
        }
        let what = format!("too much of the index begins with {bits} bits: prefixes have {least} at least");
        Err(Refusal::out_of_range(
            "prefixes.bits",
            what,
            "give at least the prefix_bits of /v1/meta's limits",
        ))
    }

    fn meta(&self) -> Meta<'_> {
        let Manifest { design, recipe, documents, passages, segments, model, boilerplate, checksum, .. } =
            &self.manifest;
        Meta {
            service: SERVICE,
            version: 1,
            recipe,
            index: checksum,
            design,
            documents: *documents,
            passages: *passages,
            segments: segments.len(),
            parts: segments.iter().map(|segment| segment.parts.len()).sum(),
            missing: self.index.missing(),
            texts: segments.iter().any(|segment| !segment.texts.is_empty()),
            model: model.is_some(),
            boilerplate: boilerplate.is_some(),
            limits: MetaLimits {
                body: LONGEST_BODY,
                items: MOST_ITEMS,
                sources: MOST_SOURCES,
                texts: MOST_TEXTS,
                prefix_bits: self.least_prefix,
                matches: self.limits.matches,
                passages: self.limits.passages,
                numbers: MOST_NUMBERS,
                text: MOST_TEXT,
            },
        }
    }
}

/// A file that serves all documents: its bytes, or why there are none.
fn file(
    name: &'static str,
    bytes: Option<&[u8]>,
    is_named: bool,
    none: fn() -> Refusal,
) -> Result<Response, Refusal> {
    match bytes {
        Some(bytes) => Ok(Response::new(200, "application/octet-stream", bytes.into())),
        None if is_named => Err(Refusal::unavailable(name, "the index should have it, and it is not there")),
        None => Err(none()),
    }
}

/// The response to a request where there is no index to ask, for the reason given: what is wrong with the request itself is
/// said as ever, and that the service lives.
pub fn respond_without_index(request: &Request<'_>, reason: Refusal) -> Response {
    match known(request) {
        Ok(Known::Health) => healthy(),
        Ok(_) => reason.into(),
        Err(refusal) => refusal.into(),
    }
}

/// The body of a request to `/v1/lookup`, and the form in which it is to be answered: for who passes it on to others.
///
/// # Errors
/// A [`Refusal`].
pub fn read_lookup(request: &Request<'_>, k: u32) -> Result<(Form, RequestBody), Refusal> {
    if request.body.len() > LONGEST_BODY {
        return Err(Refusal::too_long());
    }
    if request.content_encoding.is_some_and(|encoding| !encoding.trim().eq_ignore_ascii_case("identity")) {
        return Err(Refusal::compressed());
    }
    let form = request.content_type.and_then(Form::of);
    let form = form.ok_or_else(|| Refusal::media_type(request.content_type))?;
    Ok((form, RequestBody::decode(form, request.body, k)?))
}

pub(super) enum Known {
    Lookup,
    Meta,
    Buckets,
    Model,
    Boilerplate,
    Health,
}

/// What is requested, if it is there and the method fits.
pub(super) fn known(request: &Request<'_>) -> Result<Known, Refusal> {
    let (path, known) = match request.path {
        "/v1/lookup" => ("/v1/lookup", Known::Lookup),
        "/v1/meta" => ("/v1/meta", Known::Meta),
        "/v1/buckets" => ("/v1/buckets", Known::Buckets),
        "/v1/model" => ("/v1/model", Known::Model),
        "/v1/boilerplate" => ("/v1/boilerplate", Known::Boilerplate),
        "/healthz" => ("/healthz", Known::Health),
        other => return Err(Refusal::not_found(other)),
    };
    let post = matches!(known, Known::Lookup);
    let methods: &[&str] = if post { &["POST"] } else { &["GET", "HEAD"] };
    if !methods.contains(&request.method) {
        return Err(Refusal::method(path, if post { "POST" } else { "GET" }));
    }
    if post && request.query.is_some_and(|query| !query.is_empty()) {
        let remedy = "send it in the body: addresses are kept in logs and histories";
        return Err(Refusal::malformed("query", "there is a query in the address", remedy));
    }
    Ok(known)
}

/// That somebody listens.
pub(crate) fn healthy() -> Response {
    Response::json(200, &Health { status: "ok" })
}

const SERVICE: &str = "twinprint look-up";

#[derive(Serialize)]
struct Meta<'a> {
    service: &'static str,
    version: u32,
    recipe: &'a str,
    index: &'a str,
    design: &'a Design,
    documents: u64,
    passages: u64,
    segments: usize,
    parts: usize,
    missing: Vec<String>,
    texts: bool,
    model: bool,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    boilerplate: bool,
    limits: MetaLimits,
}

#[derive(Serialize)]
struct MetaLimits {
    body: usize,
    items: usize,
    sources: usize,
    texts: usize,
    prefix_bits: u32,
    matches: usize,
    passages: usize,
    numbers: usize,
    text: usize,
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
}
