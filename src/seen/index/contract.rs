//! `/v1/documents`: of which documents of an index another is a near-duplicate. The same contract in `twinprint serve` and in the page, where
//! an index was downloaded; `docs/reference/service.md` is it for people.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::remote::SERVICE;
use super::{DocumentsIndex, DocumentsManifest, NearDocuments};
use crate::index::service::json::each_once;
use crate::index::service::{Refusal, Request, Response, healthy};
use crate::seen::posted::{DesignMeta, MOST_BODY, PostedDocument, members, whole};
use crate::seen::{Design, DocumentFingerprints, Fingerprinter};

/// How many near documents a response has unless a request says so, and at most.
const MATCHES: u64 = 20;
pub(super) const MOST_MATCHES: u64 = 100;

/// A request to an index of documents that was read: a text is its fingerprints by now.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentsRequest(Wanted);

#[derive(Debug, Clone, PartialEq)]
enum Wanted {
    Health,
    Meta,
    Near { document: DocumentFingerprints, most: usize },
}

impl DocumentsRequest {
    /// Reads a request.
    ///
    /// ```
    /// use twinprint::{Error, index::service::Request};
    /// use twinprint::seen::{Design, DocumentsIndex, DocumentsManifest, DocumentsRequest, Fingerprinter};
    /// let manifest = DocumentsManifest::empty(&Design::default());
    /// let index = DocumentsIndex::open(&manifest, |_| Ok::<_, Error>(Vec::new()))?;
    /// let body = br#"{"text": "Call me Ishmael. Some years ago, never mind how long precisely"}"#;
    /// let request = Request { method: "POST", path: "/v1/documents", content_type: Some("application/json"), body, ..Request::default() };
    /// let mut fingerprinter = Fingerprinter::new(index.design())?;
    /// let read = DocumentsRequest::read(&request, index.design(), &mut fingerprinter).unwrap();
    /// assert!(read.respond(&index, &manifest).body.starts_with(br#"{"status":"new","words":11,"#));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// A [`Refusal`] to answer with.
    pub fn read(
        request: &Request<'_>,
        design: &Design,
        fingerprinter: &mut Fingerprinter,
    ) -> Result<Self, Refusal> {
        if request.query.is_some_and(|query| !query.is_empty()) {
            let remedy = "send it in the body: addresses are kept in logs and histories";
            return Err(Refusal::malformed("query", "there is a query in the address", remedy));
        }
        let is_read = matches!(request.method, "GET" | "HEAD");
        match request.path {
            "/healthz" => Ok(DocumentsRequest(Wanted::Health)),
            // Whoever asks what is here asks for `/v1/meta`, whatever kind of index it is.
            "/v1/meta" | "/v1/documents" if is_read => Ok(DocumentsRequest(Wanted::Meta)),
            "/v1/meta" => Err(Refusal::method("/v1/meta", "GET")),
            "/v1/documents" if request.method == "POST" => near(request, design, fingerprinter),
            "/v1/documents" => Err(Refusal::method("/v1/documents", "POST")),
            other => Err(Refusal::not_found(other)),
        }
    }

    /// The body of a POST to `/v1/documents` with a document's fingerprints, so that its text stays where it was read; up to `most` near
    /// documents are requested, 100 at most.
    pub fn body(document: &DocumentFingerprints, design: &Design, most: usize) -> String {
        let fingerprints = document.values.iter().map(|value| format!("{value:016x}")).collect();
        let most = (most as u64).clamp(1, MOST_MATCHES);
        let body = Body { fingerprints, words: document.words, design: design.id().to_string(), most };
        serde_json::to_string(&body).unwrap_or_default()
    }

    /// The response of an index with this manifest.
    pub fn respond<D: AsRef<[u8]>>(
        self,
        index: &DocumentsIndex<D>,
        manifest: &DocumentsManifest,
    ) -> Response {
        match self.0 {
            Wanted::Health => healthy(),
            Wanted::Meta => Response::json(200, &Meta::of(manifest, index.design())),
            Wanted::Near { document, most } => match NearDocuments::of(index, &document, most) {
                Ok(near) => Response::json(200, &near),
                Err(error) => Refusal::unavailable("index", error.what()).into(),
            },
        }
    }
}

fn near(
    request: &Request<'_>,
    design: &Design,
    fingerprinter: &mut Fingerprinter,
) -> Result<DocumentsRequest, Refusal> {
    let (mut posted, mut most) = (PostedDocument::default(), MATCHES);
    each_once("", members(request)?, |name, place, value| {
        if name != "most" {
            return posted.take(name, &place, value);
        }
        most = whole(&place, value)?;
        Ok(true)
    })?;
    if !(1..=MOST_MATCHES).contains(&most) {
        return Err(Refusal::out_of_range("most", format!("it is {most}"), "send a number from 1 to 100"));
    }
    let document = posted.fingerprints(design, fingerprinter)?;
    Ok(DocumentsRequest(Wanted::Near { document, most: most as usize }))
}

/// A request with a document's fingerprints.
#[derive(Serialize)]
struct Body {
    fingerprints: Vec<String>,
    words: u32,
    design: String,
    most: u64,
}

/// The response to GET.
#[derive(Serialize)]
struct Meta<'a> {
    service: &'static str,
    version: u32,
    design: DesignMeta,
    documents: u64,
    /// Changes with everything that is in the index.
    checksum: &'a str,
    limits: MetaLimits,
}

#[derive(Serialize)]
struct MetaLimits {
    body: usize,
    matches: u64,
}

impl<'a> Meta<'a> {
    fn of(manifest: &'a DocumentsManifest, design: &Design) -> Self {
        Meta {
            service: SERVICE,
            version: 1,
            design: DesignMeta::of(design),
            documents: manifest.documents,
            checksum: &manifest.checksum,
            limits: MetaLimits { body: MOST_BODY, matches: MOST_MATCHES },
        }
    }
}
