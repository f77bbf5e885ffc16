//! What is not answered, each time with what, where and what to do.

use serde_json::Value;
use twinprint::index::LookupRequest;
use twinprint::index::service::{Form, LONGEST_BODY, Refusal, Request, RequestBody, Response};

use super::fake::Fake;
use super::{json, lookup, said};

/// That a body is refused by this status, for this place, in words that say this.
#[track_caller]
fn refused(body: &str, status: u16, place: &str, what: &str) {
    let (found, said) = said(&Fake::default().service(), body);
    let error = &said["error"];
    let shown: String = body.chars().take(80).collect();
    assert_eq!((found, error["where"].as_str()), (status, Some(place)), "{shown}: {error}");
    assert!(error["what"].as_str().unwrap().contains(what), "{shown}: {error}");
    assert!(!error["remedy"].as_str().unwrap().is_empty() && !error["kind"].as_str().unwrap().is_empty());
}

#[test]
fn a_body_that_is_no_json_is_malformed() {
    refused("", 400, "body", "no end");
    refused("{", 400, "body", "no end");
    refused("hello", 400, "body", "no JSON");
    refused(r#"{"k": NaN}"#, 400, "body", "line 1 column 7");
    refused(r#"{"k": 3} {}"#, 400, "body", "trailing");
    refused("[]", 400, "body", "it is a list");
    refused("3", 400, "body", "it is a number");
}

#[test]
fn json_nested_a_hundred_thousand_deep_is_malformed() {
    let deep = 30_000;
    refused(&"[".repeat(deep), 400, "body", "recursion limit");
    refused(&r#"{"k":"#.repeat(deep / 3), 400, "body", "recursion limit");
    refused(
        &format!(r#"{{"fingerprints":{}{}}}"#, "[".repeat(deep), "]".repeat(deep)),
        400,
        "body",
        "recursion limit",
    );
}

#[test]
fn a_k_outside_its_range_is_refused() {
    refused(r#"{"k": -1}"#, 422, "k", "a negative or fractional number");
    refused(r#"{"k": 64}"#, 422, "k", "64 is more than the 3 bits");
    refused(r#"{"k": 4}"#, 422, "k", "4 is more than the 3 bits");
    refused(r#"{"k": 1e3}"#, 422, "k", "a negative or fractional number");
    refused(r#"{"k": 4294967296}"#, 422, "k", "a number");
    refused(r#"{"k": "3"}"#, 422, "k", "a string");
    refused(r#"{"k": "NaN"}"#, 422, "k", "a string");
    refused(r#"{"k": null}"#, 422, "k", "null");
}

#[test]
fn fingerprints_are_strings_of_sixteen_digits() {
    refused(r#"{"fingerprints": [1234567890123456]}"#, 422, "fingerprints[0]", "a number");
    refused(r#"{"fingerprints": ["0123456789abcdef", "123"]}"#, 422, "fingerprints[1]", "16 digits");
    for wrong in
        ["0123456789abcdeg", "+123456789abcdef", "0x23456789abcdef", "0123456789abcdef0", "012345678９abcd"]
    {
        refused(&format!(r#"{{"shingles": ["{wrong}"]}}"#), 422, "shingles[0]", "64 bits");
    }
    refused(r#"{"fingerprints": "0123456789abcdef"}"#, 422, "fingerprints", "a string");
}

#[test]
fn prefixes_have_as_many_digits_as_their_bits_take() {
    refused(
        r#"{"prefixes": {"bits": 24, "fingerprints": ["0123456"]}}"#,
        422,
        "prefixes.fingerprints[0]",
        "24 bits",
    );
    refused(r#"{"prefixes": {"shingles": ["4000"], "bits": 14}}"#, 422, "prefixes.shingles[0]", "14 bits");
    refused(r#"{"prefixes": {"bits": 0}}"#, 422, "prefixes.bits", "no number of bits");
    refused(r#"{"prefixes": {"bits": 65}}"#, 422, "prefixes.bits", "no number of bits");
    refused(r#"{"prefixes": {"bits": 24, "other": 1}}"#, 400, "prefixes.other", "no such field");
    refused(r#"{"prefixes": []}"#, 422, "prefixes", "a list");
}

#[test]
fn fields_that_are_unknown_or_there_twice_are_refused() {
    refused(r#"{"fingerprint": []}"#, 400, "fingerprint", "no such field");
    refused(r#"{"k": 1, "k": 3}"#, 400, "k", "twice");
    refused(r#"{"prefixes": {"bits": 24, "bits": 25}}"#, 400, "prefixes.bits", "twice");
    refused(r#"{"describe": "yes"}"#, 422, "describe", "a string");
    refused(r#"{"sources": [-1]}"#, 422, "sources[0]", "negative");
}

#[test]
fn more_items_than_a_question_may_have_are_refused() {
    // As many as fit into a body: in JSON fingerprints take 19 bytes, prefixes of four bits four.
    let prefixes = vec![r#""0""#; 10_001].join(",");
    refused(&format!(r#"{{"prefixes":{{"bits":4,"shingles":[{prefixes}]}}}}"#), 422, "body", "10001 items");
    refused(&format!(r#"{{"sources":[{}]}}"#, vec!["0"; 65].join(",")), 422, "sources", "65 buckets");
    refused(&format!(r#"{{"texts":[{}]}}"#, vec!["0"; 17].join(",")), 422, "texts", "17 buckets");
}

#[test]
fn a_bucket_is_given_once() {
    refused(r#"{"sources": [3, 0, 3]}"#, 422, "sources", "bucket 3 is in it twice");
    refused(r#"{"texts": [0, 0]}"#, 422, "texts", "bucket 0 is in it twice");
    // As an attack: 205 bytes that would get a bucket 64 times.
    refused(&format!(r#"{{"sources":[{}]}}"#, ["0"; 64].join(",")), 422, "sources", "twice");
    let compact = RequestBody {
        recipe: None,
        lookup: LookupRequest { texts: vec![7; 16], ..LookupRequest::default() },
    };
    let response = Fake::default().service().respond(&lookup(&compact.encode(Form::Binary), Form::Binary));
    assert_eq!((response.status, &json(&response)["error"]["where"]), (422, &Value::from("texts")));
    let (status, _) = said(&Fake::default().service(), r#"{"sources": [0, 1], "texts": [0, 1]}"#);
    assert_eq!(status, 200, "a bucket of sources and one of texts are two");
}

#[test]
fn another_recipe_is_refused_with_both_ids() {
    let theirs = "0123456789abcdef0123456789abcdef";
    let (status, said) = said(&Fake::default().service(), &format!(r#"{{"recipe": "{theirs}"}}"#));
    let what = said["error"]["what"].as_str().unwrap();
    let ours = twinprint::index::Design::default().id().to_string();
    assert_eq!((status, &said["error"]["kind"]), (409, &Value::from("other-recipe")));
    assert!(what.contains(theirs) && what.contains(&ours), "{what}");
    refused(r#"{"recipe": "0123"}"#, 422, "recipe", "no id");
}

#[test]
fn a_body_that_is_too_long_compressed_or_of_another_type_is_refused() {
    let service = Fake::default().service();
    let status = |request: Request<'_>| service.respond(&request).status;
    let long = " ".repeat(LONGEST_BODY - 2) + "{}";
    assert_eq!(status(lookup(long.as_bytes(), Form::Json)), 200);
    assert_eq!(status(lookup((long + " ").as_bytes(), Form::Json)), 413);
    for encoding in ["gzip", "br", "identity, gzip", ""] {
        let request = Request { content_encoding: Some(encoding), ..lookup(b"{}", Form::Json) };
        assert_eq!(status(request), 415, "{encoding}");
    }
    assert_eq!(status(Request { content_encoding: Some("Identity"), ..lookup(b"{}", Form::Json) }), 200);
    for content_type in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("")] {
        assert_eq!(status(Request { content_type, ..lookup(b"{}", Form::Json) }), 415, "{content_type:?}");
    }
    let with_charset = Some("Application/JSON; charset=utf-8");
    assert_eq!(status(Request { content_type: with_charset, ..lookup(b"{}", Form::Json) }), 200);
}

#[test]
fn a_fingerprint_in_the_address_is_refused() {
    let service = Fake::default().service();
    let request = lookup(b"{}", Form::Json);
    let query = Request { query: Some("fingerprint=0123456789abcdef"), ..request };
    assert_eq!(service.respond(&query).status, 400);
    assert_eq!(service.respond(&Request { path: "/v1/lookup/0123456789abcdef", ..request }).status, 404);
    let said = String::from_utf8(service.respond(&query).body).unwrap();
    assert!(!said.contains("0123456789abcdef"), "{said}");
}

#[test]
fn each_path_takes_its_own_method() {
    let service = Fake::default().service();
    let respond = |method, path| service.respond(&Request { method, path, ..Request::default() });
    for path in ["/v1/meta", "/v1/buckets", "/healthz"] {
        assert_eq!((respond("GET", path).status, respond("POST", path).status), (200, 405), "{path}");
    }
    let refused = respond("GET", "/v1/lookup");
    assert_eq!(refused.status, 405);
    assert!(refused.headers.contains(&("allow", "POST, OPTIONS".into())), "{:?}", refused.headers);
    for path in ["/", "/v1", "/v1/", "/v2/lookup", "/V1/lookup", "/v1/lookup/", "//v1/lookup"] {
        assert_eq!(respond("POST", path).status, 404, "{path}");
    }
    assert_eq!(respond("GET", "/v1/model").status, 404);
    assert_eq!(json(&respond("GET", "/v1/model"))["error"]["kind"], "no-model");
    assert_eq!(respond("GET", "/v1/boilerplate").status, 404);
    assert_eq!(json(&respond("GET", "/v1/boilerplate"))["error"]["kind"], "no-boilerplate");
}

#[test]
fn what_a_compact_body_may_have_wrong_is_refused() {
    let service = Fake::default().service();
    let whole = b"TWQ1\0\x03\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let respond = |body: &[u8]| {
        let response = service.respond(&lookup(body, Form::Binary));
        let error = json(&response)["error"]["what"].as_str().unwrap_or_default().to_owned();
        (response.status, error)
    };
    assert_eq!(service.respond(&lookup(whole, Form::Binary)).status, 200);
    let with = |at: usize, byte: u8| {
        let mut body = whole.to_vec();
        body[at] = byte;
        respond(&body)
    };
    assert_eq!(with(0, b'X'), (400, "it does not begin with TWQ1".into()));
    assert_eq!(with(4, 4), (400, "there are bits set in its head that mean nothing".into()));
    assert_eq!(with(4, 1).0, 400);
    assert_eq!(with(5, 4).0, 422);
    assert_eq!(with(6, 65), (422, "65 is no number of bits".into()));
    assert_eq!(with(8, 1), (400, "8 bytes should follow its head, and 0 do".into()));
    assert_eq!(with(11, 255).0, 422);
    assert_eq!(respond(&whole[..31]).0, 400);
    assert_eq!(
        respond(&[&whole[..], b"\0"].concat()),
        (400, "0 bytes should follow its head, and 1 do".into())
    );
    assert_eq!(respond(b""), (400, "it does not begin with TWQ1".into()));
}

#[test]
fn a_damaged_index_is_unavailable() {
    let service = Fake { damaged: true, ..Fake::default() }.service();
    let (status, said) = said(&service, r#"{"fingerprints": ["0000000000000000"]}"#);
    assert_eq!((status, &said["error"]["where"]), (503, &Value::from("t00.tws")));
}

#[test]
fn who_asks_for_too_much_is_told_when_to_come_back() {
    let response = Response::from(Refusal::too_many_requests(7));
    assert_eq!(response.status, 429);
    assert!(response.headers.contains(&("retry-after", "7".into())), "{:?}", response.headers);
    assert_eq!(json(&response)["error"]["remedy"], "wait 7 seconds");
}

#[test]
fn a_refusal_is_read_as_it_was_said() {
    let response = Fake::default().service().respond(&lookup(b"{", Form::Json));
    let refusal = Refusal::read(response.status, &response.body).expect("a refusal");
    assert_eq!((refusal.status, &*refusal.kind, &*refusal.place), (400, "malformed", "body"));
    assert_eq!(Refusal::read(502, b"<html>Bad gateway"), None);
}
