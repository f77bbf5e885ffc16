//! Any bytes are documents, or errors that say what is wrong: unpacked by what they begin like, in each format, and from the
//! midst of them on. `cargo xtask fuzz corpus`
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use twinprint_native::corpus::{Entry, Fields, FileFormat, Origin, documents};

fuzz_target!(|bytes: &[u8]| {
    let entries = vec![Entry { name: "bytes".into(), origin: Origin::Memory(Arc::from(bytes)) }];
    let fields = Fields { rank: Some("meta.rank".into()), ..Fields::default() };
    for format in FileFormat::ALL.into_iter().map(Some).chain([None]) {
        let documents =
            |fields: &Fields| documents(entries.clone()).with_format(format).with_fields(fields.clone());
        let whole: Vec<_> = documents(&Fields::default()).flatten().collect();
        if let Some(last) = whole.last() {
            let number = last.place.position.number;
            let again = documents(&Fields::default()).skip_to(0, number).next().expect("it is there");
            assert_eq!(&again.expect("a document"), last);
        }
        let _ = documents(&fields).count();
    }
});
