//! Any two texts are compared, with a third as a template; each run's partner is as long as it, and the report of the
//! exchanged pair mirrors it. `cargo xtask fuzz compare`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::{Checker, Document};

fuzz_target!(|text: &str| {
    // Three texts after a number, each behind a zero.
    let mut parts = text.splitn(4, '\0');
    let mut part = || parts.next().unwrap_or_default();
    let (run, a, b, template) = (part().len(), part(), part(), part());
    let Ok(mut checker) = Checker::default().with_run(2 + run % 10) else { return };
    if let Ok(template) = checker.read_text(&Document::plain("template", template)) {
        checker.set_templates([&template]);
    }
    let read = |name, text| checker.read(&Document::plain(name, text));
    let (Ok(a), Ok(b)) = (read("a", a), read("b", b)) else { return };
    let (there, back) = (checker.compare(&a, &b).unwrap(), checker.compare(&b, &a).unwrap());
    assert_eq!(there.numbers.containment_a, back.numbers.containment_b);
    assert_eq!(there.numbers.shared_words_a, back.numbers.shared_words_b);
    for passage in &there.passages {
        assert!(!passage.runs.is_empty() && passage.words >= passage.longest_run);
        assert!(passage.runs.iter().all(|run| run.a.start < run.a.end && run.b.start < run.b.end));
    }
});
