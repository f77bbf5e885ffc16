//! Any bytes are a look-up, or a response to one, in either form, or refused; what is read is written and read again as it was.
//! `cargo xtask fuzz service`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::index::service::{Form, RequestBody, ResponseBody};

const K: u32 = 3;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let form = if choice & 1 == 0 { Form::Json } else { Form::Binary };
    let length = usize::from(choice / 2).min(bytes.len());
    // A look-up, or a short look-up and a response to it.
    let (request, response) = bytes.split_at(if choice / 2 == 0 { bytes.len() } else { length });
    let Ok(body) = RequestBody::decode(form, request, K) else { return };
    for form in [Form::Json, Form::Binary] {
        assert_eq!(RequestBody::decode(form, &body.encode(form), K).as_ref(), Ok(&body));
    }
    if let Ok(read) = ResponseBody::decode(form, &body.lookup, response, "service") {
        let again =
            ResponseBody::decode(form, &body.lookup, &read.clone().encode(form, &body.lookup), "service");
        assert_eq!(again, Ok(read));
    }
});
