//! Wrong use of a checker is an error, and never a wrong number.

use std::sync::Arc;

use twinprint::shingle::widespread;
use twinprint::text::ApartKind;
use twinprint::{Checker, Document, Error, Prepared};

const TASK: &str = "Describe in your own words, in no more than one page, how a steam engine works.";

fn essay(number: u32) -> String {
    format!("{TASK} This is what essay number {number} says of it.")
}

fn read(checker: &Checker, text: &str) -> Prepared {
    checker.read(&Document::plain("essay.txt", text)).unwrap()
}

/// Both are refused wherever one of them may stand.
fn are_refused(checker: &Checker, a: &Prepared, b: &Prepared) -> Error {
    for (a, b) in [(a, b), (b, a)] {
        assert!(checker.compare(a, b).is_err());
        assert!(checker.numbers(a, b).is_err());
    }
    checker.compare(a, b).unwrap_err()
}

#[test]
fn a_document_prepared_before_templates_were_set_is_refused_and_not_compared() {
    let mut checker = Checker::default();
    let before = read(&checker, &essay(1));
    let task = checker.read_text(&Document::plain("task.txt", TASK)).unwrap();
    checker.set_templates([&task]);
    let after = read(&checker, &essay(1));
    let error = are_refused(&checker, &before, &after);
    let recipe = checker.recipe().id();
    let Error::OtherRecipe { ours, theirs, .. } = &error else { panic!("{error}") };
    assert_eq!(*theirs, format!("{recipe} with runs of 8 words, templates 0"));
    assert!(
        ours.starts_with(&format!("{recipe} with runs of 8 words, templates ")) && ours != theirs,
        "{ours}"
    );
    assert!(error.to_string().ends_with("; prepare both anew by one checker"), "{error}");
    are_refused(&checker, &before, &before);
    assert_eq!(checker.compare(&after, &after).unwrap().numbers.resemblance, 1.0);
}

#[test]
fn the_same_templates_in_another_order_are_no_others_and_none_are_as_before() {
    let mut checker = Checker::default();
    let before = read(&checker, &essay(1));
    let [task, hint] = [TASK, "Begin with what you know of kettles."]
        .map(|text| checker.read_text(&Document::plain("task.txt", text)).unwrap());
    checker.set_templates([&task, &hint]);
    let after = read(&checker, &essay(1));
    checker.set_templates([&hint, &task]);
    assert!(checker.compare(&after, &after).is_ok());
    checker.set_templates([&hint]);
    are_refused(&checker, &after, &after);
    checker.set_templates([]);
    are_refused(&checker, &after, &after);
    assert!(checker.compare(&before, &before).is_ok());
}

#[test]
fn a_document_prepared_before_common_runs_were_set_is_refused_and_not_compared() {
    let mut checker = Checker::default();
    let before = read(&checker, &essay(1));
    let runs: Vec<_> =
        (0..4).map(|number| checker.run_hashes(read(&checker, &essay(number)).reading())).collect();
    assert!(checker.set_common(widespread(runs.iter().map(|runs| &runs[..]).zip(0..), 2)));
    let after = checker.prepare(before.reading().clone()).unwrap();
    assert!(after.left_out().len() > before.left_out().len());
    assert_eq!(are_refused(&checker, &before, &after).kind(), "other-recipe");
    assert!(checker.compare(&after, &after).is_ok());
    assert!(checker.set_common(Vec::new()));
    assert!(checker.compare(&before, &before).is_ok());
}

#[test]
fn documents_of_checkers_that_leave_out_other_text_are_refused() {
    let [all, own] = [Checker::default(), Checker::default().with_left_out(&[ApartKind::Quotation])];
    let [a, b] = [read(&all, &essay(1)), read(&own, &essay(1))];
    assert_eq!(are_refused(&all, &a, &b).kind(), "other-recipe");
    let longer = Checker::default().with_run(9).unwrap();
    let error = are_refused(&longer, &a, &read(&longer, &essay(1)));
    assert_eq!(error.kind(), "other-recipe");
    assert!(
        error.to_string().contains("with runs of 8 words, templates 0, which cannot be compared with"),
        "{error}"
    );
}

#[test]
fn the_length_of_runs_is_not_changed_where_templates_would_be_lost() {
    let mut checker = Checker::default();
    let task = checker.read_text(&Document::plain("task.txt", TASK)).unwrap();
    checker.set_templates([&task]);
    let error = checker.clone().with_run(5).unwrap_err();
    assert_eq!(
        error.to_string(),
        "run: \"5\" is not a value of this option; use it before templates and common runs are set"
    );
    checker.set_templates([]);
    assert!(checker.clone().with_run(5).is_ok());
    checker.set_common(checker.run_hashes(&task));
    assert!(checker.with_run(5).is_err());
}

#[test]
fn a_template_prepared_whole_is_compared_with_documents_it_is_taken_off() {
    let mut checker = Checker::default();
    let task = Arc::new(checker.read_text(&Document::plain("task.txt", TASK)).unwrap());
    checker.set_templates([&*task]);
    assert!(matches!(checker.prepare(task.clone()), Err(Error::OnlyTemplate { .. })));
    let counted = Some(twinprint::left_out::Reason::Template).into_iter().collect();
    let whole = checker.prepare_counting(task, counted).unwrap();
    assert_eq!(checker.compare(&whole, &read(&checker, &essay(1))).unwrap().numbers.shared_words(), 0);
}
