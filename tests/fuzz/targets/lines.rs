//! Any text is a method and labels, or an error that says what is wrong.
//! `cargo xtask fuzz lines`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::sketch::Method;
use twinprint_study::eval::{Columns, Labels};

fuzz_target!(|text: &str| {
    if let Ok(method) = Method::parse(text, None) {
        method.recipe.check().expect("a method that is read is valid");
    }
    for columns in [Columns::default(), Columns { at_least: Some(0.5), ..Columns::default() }] {
        let _ = Labels::parse("labels", text, &columns);
    }
    let _ = Labels::parse_groups("groups", text);
});
