//! Any bytes are a question, or an answer to one, in either form, or refused; what is read is written and read again as it was.
//! `cargo +nightly fuzz run --fuzz-dir tests/fuzz service`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::index::service::{Form, RequestBody, ResponseBody};

const K: u32 = 3;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let form = if choice & 1 == 0 { Form::Json } else { Form::Binary };
    let length = usize::from(choice / 2).min(bytes.len());
    // A question, or a short question and an answer to it.
    let (asked, told) = bytes.split_at(if choice / 2 == 0 { bytes.len() } else { length });
    let Ok(question) = RequestBody::decode(form, asked, K) else { return };
    for form in [Form::Json, Form::Binary] {
        assert_eq!(RequestBody::decode(form, &question.encode(form), K).as_ref(), Ok(&question));
    }
    if let Ok(read) = ResponseBody::decode(form, &question.lookup, told, "service") {
        let again = ResponseBody::decode(form, &question.lookup, &read.clone().encode(form, &question.lookup), "service");
        assert_eq!(again, Ok(read));
    }
});
