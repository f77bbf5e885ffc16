//! What `twinprint eval` shows: the table, other forms, curves.

use super::*;

#[test]
fn json_has_an_object_a_line_with_the_fields_that_are_documented() {
    let said = set().eval("docs.jsonl --pairs pairs.tsv --preset fusion --method resemblance --json");
    let objects = said.ends(0).is_quiet().objects();
    assert_eq!(objects.len(), 2);
    for object in &objects {
        let mut names = Vec::new();
        names_of(object, &mut names);
        let documented = fs::read_to_string(
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("docs/how-to/evaluating.md"),
        )
        .expect("the document");
        for name in &names {
            assert!(documented.contains(&format!("`{name}`")), "{name} is documented");
        }
        assert!(names.len() > 25, "{names:?}");
    }
    let [fusion, resemblance] = &objects[..] else { unreachable!() };
    assert_eq!((&fusion["scale"], &resemblance["scale"]), (&"distance".into(), &"fraction".into()));
    assert_eq!(resemblance["own"]["threshold"], 0.5);
    assert_eq!(resemblance["own"]["counts"]["true_positives"], 4);
    assert_eq!(resemblance["best"]["figures"]["f1"], 1.0);
    assert_eq!(resemblance["tuned"]["tests"].as_array().map(Vec::len), Some(2));
    assert_eq!(resemblance["strata"][0]["name"], "replace:5");
    assert_eq!(resemblance["queries"], Value::Null);
}

/// The names of all fields in a value, each once.
pub(super) fn names_of(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            if !names.contains(name) {
                names.push(name.clone());
            }
            names_of(value, names);
        }),
        Value::Array(values) => values.iter().for_each(|value| names_of(value, names)),
        _ => {}
    }
}

#[test]
fn tsv_and_curves_are_a_header_and_lines_of_as_many_cells() {
    let desk = set();
    for (format, cells) in [("--tsv", 10), ("--curves", 8)] {
        let said = desk.eval(&format!("docs.jsonl --pairs pairs.tsv --method resemblance {format}"));
        said.ends(0).is_quiet();
        assert!(said.out.starts_with("method\t") && said.out.lines().count() > 3, "{said:#?}");
        assert!(said.out.lines().all(|line| line.split('\t').count() == cells), "{said:#?}");
    }
    desk.eval("docs.jsonl --pairs pairs.tsv --method exact --tsv --json").ends(2).says("cannot be used with");
}

#[test]
fn pairs_may_be_told_apart_by_several_things() {
    set()
        .eval("docs.jsonl --pairs pairs.tsv --method resemblance --by operation,rate,length")
        .ends(0)
        .shows("by operation, at")
        .shows("replace    yes             8        0.500\n")
        .shows("by rate, at")
        .shows("  17  yes             4        0.000\n")
        .shows("by length, at")
        .shows("256-511  yes             8        0.500\n");
}

#[test]
fn intervals_are_left_out_without_samples() {
    let desk = set();
    let line = "docs.jsonl --pairs pairs.tsv --method resemblance --json";
    let interval = |options: &str| {
        let said = desk.eval(&format!("{line} {options}"));
        said.ends(0).objects()[0]["own"]["f1_interval"].clone()
    };
    assert_eq!(interval("--rounds 0"), Value::Null);
    assert_eq!(interval(""), interval("--rounds 1000"));
    assert!(interval("")["low"].as_f64() < Some(2.0 / 3.0));
}

#[test]
fn curves_are_drawn_whole_in_place_of_the_old_ones() {
    let desk = set();
    desk.put("curve.svg", "old");
    desk.eval(
        "docs.jsonl --pairs pairs.tsv --preset fusion --method resemblance --svg curve.svg --f1-svg f1.svg",
    )
    .ends(0)
    .is_quiet()
    .shows("by the method");
    for name in ["curve.svg", "f1.svg"] {
        let svg = desk.read(name);
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert!(svg.contains("fusion") && svg.contains("resemblance"));
        assert!(!svg.contains("<script") && !svg.contains("href"), "{svg}");
    }
    assert_eq!(desk.names(), ["curve.svg", "docs.jsonl", "f1.svg", "groups.tsv", "pairs.tsv"]);
}

#[test]
fn curves_that_cannot_be_written_are_refused_before_the_work_and_leave_the_old() {
    let desk = set();
    desk.put("old.svg", "old");
    let said = desk.eval("docs.jsonl --pairs pairs.tsv --method exact --svg old.svg --f1-svg no/such.svg");
    said.ends(2)
        .says("error: no/such.svg: it cannot be written: there is no such folder; make its folder first");
    assert_eq!((&*said.out, &*desk.read("old.svg")), ("", "old"));
    #[cfg(target_os = "linux")]
    desk.eval("docs.jsonl --pairs pairs.tsv --method exact --svg /dev/full")
        .ends(2)
        .says("error: /dev/full: it cannot be written: No space left on device; free some space");
}

#[test]
fn kinds_and_ids_are_shown_and_never_obeyed() {
    let desk = set();
    desk.put("pairs.tsv", "s0\ts0-5\t\x1b[31mred\ns1\ts1-5\t<img src=x>&\u{202e}\ns2\tlo\x1bst\t1\n");
    for format in ["", "--tsv", "--curves"] {
        let said = desk.eval(&format!(
            "docs.jsonl --pairs pairs.tsv --method exact --svg a.svg --f1-svg b.svg {format}"
        ));
        said.ends(0).says("lo␛st");
        let seen = said.out.clone() + &said.err + &desk.read("a.svg") + &desk.read("b.svg");
        assert!(!seen.contains(['\x1b', '\u{202e}']), "{said:#?}");
        assert!(format == "--curves" || said.out.contains("␛[31mred"), "{said:#?}");
        assert!(!desk.read("a.svg").contains("<img"));
    }
}

#[test]
fn help_names_the_formats_the_keys_and_every_exit_status() {
    let said = Desk::with(&[]).eval("--help");
    said.ends(0)
        .shows("Usage: twinprint eval [OPTIONS] <LABELS> <METHODS> <DOCUMENTS>...\n       twinprint eval [OPTIONS] --passages <TRUTH> <DOCUMENTS>...\n")
        .shows("\n       twinprint eval [OPTIONS] --passages <TRUTH> --detections <FOUND>\n       twinprint eval --list\n")
        .shows("Pairs are lines of two ids and a label")
        .shows("stop-words")
        .shows("Exit status: 0 done; 3 done, but something could not be read; 2 an error");
    assert!(said.out.lines().all(|line| line.chars().count() <= 100), "{said:#?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_none() {
    let desk = set();
    let line = "eval docs.jsonl --pairs pairs.tsv --all --curves --rounds 0";
    let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    said(desk.command(line.split(' ')).stdout(full))
        .ends(2)
        .says("error: standard output: it cannot be written: No space left on device; free some space");
    let mut child = desk
        .command(line.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    Said::of(child.wait_with_output().expect("the command ends")).ends(0).is_quiet();
}
