//! Any bytes are decoded or refused. `cargo xtask fuzz encoding`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::text::encoding;

fuzz_target!(|bytes: &[u8]| {
    let label = encoding::detect(bytes, "bytes");
    let text = encoding::decode(bytes, "bytes");
    assert_eq!(label.is_ok(), text.is_ok());
    if let (Ok("utf-8"), Ok(text), Ok(given)) = (label, text, std::str::from_utf8(bytes)) {
        assert_eq!(text, given, "UTF-8 is taken as it is");
    }
});
