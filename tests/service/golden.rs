//! The compact form as docs/reference/service.md shows it, byte by byte.

use twinprint::RecipeId;
use twinprint::index::service::{Form, RequestBody, ResponseBody};
use twinprint::index::{
    LookupRequest, LookupResponse, Near, NearMatch, Postings, Prefixes, Shingles, Source, Stretch,
};
use twinprint::text::Span;

fn question() -> RequestBody {
    let lookup = LookupRequest {
        fingerprints: vec![0x0123_4567_89AB_CDEF],
        k: 3,
        shingles: vec![0xFEDC_BA98_7654_3210],
        prefixes: Prefixes { bits: 20, fingerprints: vec![0xABCDE << 44], shingles: vec![0x12345 << 44] },
        sources: vec![7],
        texts: vec![300],
        describe: true,
    };
    RequestBody { recipe: Some(RecipeId(*b"0123456789abcdef")), lookup }
}

fn response() -> ResponseBody {
    let source = Source {
        id: "a.txt".into(),
        title: Some("Ä".into()),
        url: None,
        words: 300,
        shingles: 12,
        first: 1000,
        passages: vec![Stretch { words: 0..300, span: Span { start: 0, end: 1700 } }],
        has_text: true,
        removed: false,
    };
    let near = |fingerprint| NearMatch { fingerprint, passages: vec![5, 1000], count: 4 };
    let answer = LookupResponse {
        fingerprints: vec![Near { matches: vec![near(0x0123_4567_89AB_CDEE)], truncated: false }],
        shingles: vec![Postings { passages: vec![1001], truncated: true }],
        fingerprint_prefixes: vec![Near { matches: vec![near(0xABCDF << 44 | 1)], truncated: false }],
        shingle_prefixes: vec![Shingles {
            postings: vec![(0x1234_5000_0000_0000, 2), (0x1234_5000_0040_0000, 3)],
            bits: 42,
            truncated: false,
        }],
        sources: vec![vec![source.clone()]],
        texts: vec![vec![Some("Rose".into()), None]],
        described: vec![source],
        missing: vec!["part 1: gone".into()],
    };
    ResponseBody { recipe: RecipeId(*b"0123456789abcdef"), index: 0x1122_3344_5566_7788, answer }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// The bytes that a block of the document shows, without what is said beside them.
fn shown(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/service.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let (_, block) = text.split_once(&format!("```{name}\n")).expect("the block");
    let (block, _) = block.split_once("```").expect("its end");
    let bytes = block.lines().map(|line| line.split("  ").next().unwrap_or_default().trim());
    bytes.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_question_has_the_bytes_that_the_document_shows() {
    assert_eq!(hex(&question().encode(Form::Binary)), shown("question"));
}

#[test]
fn an_answer_has_the_bytes_that_the_document_shows() {
    let body = response().encode(Form::Binary, &question().lookup);
    let length = u32::from_le_bytes(body[4..8].try_into().unwrap()) as usize;
    assert_eq!(hex(&body[..length]), shown("answer"));
    assert!(body.len() == 1024 && body[length..].iter().all(|&byte| byte == 0), "{} bytes", body.len());
}
