//! `twinprint eval`.

use super::*;

use twinprint::hash::mix;

impl Desk {
    /// `twinprint eval` with the arguments of a line.
    fn eval(&self, line: &str) -> Said {
        said(&mut self.command(["eval"].into_iter().chain(line.split_whitespace())))
    }

    /// The lines of `--tsv` by a column of their first cells: method and what the figures are of.
    fn figures(&self, line: &str) -> Vec<(String, Vec<String>)> {
        let said = self.eval(&format!("{line} --tsv"));
        said.ends(0).is_quiet();
        let rows = said.out.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect());
        rows.map(|row: Vec<String>| (format!("{} {}", row[0], row[1]), row)).collect()
    }

    /// Precision, recall and F1 of a line of `--tsv`.
    #[track_caller]
    fn figures_of(&self, line: &str, of: &str) -> [f64; 3] {
        let figures = self.figures(line);
        let (_, row) =
            figures.iter().find(|(name, _)| name == of).unwrap_or_else(|| panic!("no {of} in {figures:#?}"));
        [3, 4, 5].map(|column| row[column].parse().unwrap_or(f64::NAN))
    }
}

/// Sixty words that no other number has.
fn words(number: u64) -> Vec<String> {
    (0..60).map(|word| format!("w{:x}", mix(number << 32 | word) >> 40)).collect()
}

/// Text `number` with every so many-th word replaced by one of text `other`.
fn edited(number: u64, other: u64, every: usize) -> String {
    let (mut words, others) = (words(number), words(other));
    (0..words.len()).step_by(every).for_each(|at| words[at] = others[at].clone());
    words.join(" ")
}

/// Four sources, two copies of each, with one word in twenty and one in six replaced, and six other texts; two of
/// these are labelled as no duplicates.
fn set() -> Desk {
    let (mut documents, mut pairs, mut groups) = (String::new(), String::new(), String::new());
    let mut put = |id: &str, text: &str, story: Option<u64>| {
        documents += &serde_json::json!({ "id": id, "text": text, "story": story }).to_string();
        documents += "\n";
    };
    for source in 0..4 {
        put(&format!("s{source}"), &words(source).join(" "), Some(source));
        for (every, rate) in [(20, 5), (6, 17)] {
            let id = format!("s{source}-{rate}");
            put(&id, &edited(source, 100 + source, every), Some(source));
            pairs += &format!("{id}\ts{source}\treplace:{rate}\n");
            groups += &format!("{id}\tg{source}\n");
        }
        groups += &format!("s{source}\tg{source}\n");
    }
    for other in 0..6 {
        put(&format!("o{other}"), &words(50 + other).join(" "), None);
    }
    pairs += "o0\to1\tnon\n";
    Desk::with(&[("docs.jsonl", &documents), ("pairs.tsv", &pairs), ("groups.tsv", &groups)])
}

mod methods {
    use super::*;

    #[test]
    fn are_judged_side_by_side_at_their_own_and_at_chosen_thresholds() {
        let said = set().eval("docs.jsonl --pairs pairs.tsv --preset fusion --method resemblance");
        said.ends(0)
            .is_quiet()
            .shows("18 documents; 8 pairs are duplicates, 145 are none\n")
            .shows("method       threshold  chosen             precision  recall     F1         95 %  found  wrong\n")
            .shows("fusion            <= 3  by the method ")
            .shows("resemblance     >= 0.5  by the method          1.000   0.500  0.667")
            .shows("  best of all            1.000   1.000  1.000  1.000-1.000      8      0\n")
            .shows("  tuned on 1st half ")
            .shows("  mean of both ")
            .shows("kind        duplicates  pairs  fusion  resemblance\n")
            .shows("replace:5   yes             4")
            .shows("non         no              1   0.000        0.000\n");
    }

    #[test]
    fn are_a_name_and_what_differs() {
        let desk = set();
        let line = "docs.jsonl --pairs pairs.tsv --method";
        let recall = |method: &str| desk.figures_of(&format!("{line} {method}"), &format!("{method} own"))[1];
        assert_eq!(recall("resemblance"), 0.5);
        assert_eq!(recall("resemblance:w=1"), 1.0);
        assert_eq!(recall("resemblance:w=3,at-least=0.3"), 1.0);
        assert_eq!(recall("exact"), 0.0);
    }

    #[test]
    fn are_all_listed_and_all_judged() {
        let desk = set();
        let listed = desk.eval("--list");
        listed.ends(0).is_quiet().shows("simhash-lexicons\n").shows("henzinger06-b\n");
        let said = desk.eval("docs.jsonl --pairs pairs.tsv --all --json --rounds 0");
        let judged: Vec<Value> =
            said.ends(0).objects().iter().map(|object| object["method"].clone()).collect();
        assert_eq!(judged, listed.out.lines().collect::<Vec<_>>());
    }

    #[test]
    fn by_site_ask_where_a_document_is_from() {
        let desk = Desk::with(&[("pairs.tsv", "a\tb\n")]);
        let long = |number| words(number).join(" ").repeat(3);
        let page = |id: &str, url: &str, text: &str| {
            serde_json::json!({ "id": id, "url": url, "text": text }).to_string() + "\n"
        };
        let backwards: String = long(1).split(' ').rev().map(|word| format!("{word} ")).collect();
        let recall = |method: &str| {
            desk.figures_of(
                &format!("docs.jsonl --pairs pairs.tsv --method {method}"),
                &format!("{method} own"),
            )[1]
        };
        // The words in another order are alike for pages of different sites alone. By the labels these have one.
        desk.put(
            "docs.jsonl",
            page("a", "http://www.one.co.uk/", &long(1)) + &page("b", "http://two.co.uk/", &backwards),
        );
        let methods = ["henzinger06-combined", "henzinger06-by-site:site=public-suffix"];
        assert_eq!(methods.map(recall), [0.0, 1.0]);
        desk.put(
            "docs.jsonl",
            page("a", "http://www.co.uk/", &long(1)) + &page("b", "http://two.co.uk/", &backwards),
        );
        assert_eq!(recall("henzinger06-by-site"), 0.0);
    }

    #[test]
    fn that_are_none_are_refused_with_the_line_the_key_and_the_values_taken() {
        let desk = set();
        let refused = |options: &str, said: &str| {
            let heard = desk.eval(&format!("docs.jsonl --pairs pairs.tsv {options}"));
            heard.ends(2).says(&format!("error: {said}"));
            assert_eq!(heard.out, "");
        };
        refused(
            "--method rose",
            "--method rose: \"rose\" is not a value of this option; use a method such as",
        );
        refused(
            "--preset rose",
            "--preset rose: preset: \"rose\" is not a value of this option; use heintze96, ",
        );
        refused("--preset resemblance", "--preset resemblance: preset: \"resemblance\" is not");
        refused(
            "--method resemblance:rose=1",
            "--method resemblance:rose=1: \"rose of shingles\" is not a value of this option; use a key that",
        );
        refused(
            "--preset fusion:bits=65",
            "--preset fusion:bits=65: bits: \"65\" is not a value of this option; use ",
        );
        refused(
            "--method minhash:w=x",
            "--method minhash:w=x: w: \"x\" is not a value of this option; use a whole",
        );
        refused("--method combined:site=labels", "--method combined:site=labels: site: ");
    }
}

mod labels {
    use super::*;

    #[test]
    fn may_be_groups_in_a_file_or_in_a_field() {
        let desk = set();
        let options = "--method resemblance";
        desk.eval(&format!("docs.jsonl --groups groups.tsv {options}"))
            .ends(0)
            .is_quiet()
            .shows("18 documents; 12 pairs are duplicates, 141 are none");
        let by_field = desk.eval(&format!("docs.jsonl --group-field story {options}"));
        by_field.ends(0).is_quiet().shows("18 documents; 12 pairs are duplicates, 141 are none");
        desk.eval(&format!("docs.jsonl --group-field tale {options}")).ends(2).says(
            "error: the documents' groups: no two documents are in one group; check the file, or the name",
        );
    }

    #[test]
    fn of_a_field_join_documents_of_several_files_packed_or_piped() {
        let desk = set();
        let documents = desk.read("docs.jsonl");
        let (first, second) = documents.split_at(documents.find("{\"id\":\"s0-17").expect("a line"));
        desk.put("in/second.jsonl.gz", packed::gzip(second));
        let mut child = desk
            .command("eval - in --group-field story --method exact --tsv".split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        child.stdin.take().expect("a pipe").write_all(first.as_bytes()).expect("the command reads");
        let said = Said::of(child.wait_with_output().expect("the command ends"));
        assert_eq!(said.ends(0).is_quiet().out.lines().nth(1), Some("exact\town\t1\t\t0\t0\t0\t0\t12\t0"));
    }

    #[test]
    fn may_be_those_of_several_files() {
        let desk = set();
        desk.put("more.tsv", "s0-5\ts0-17\tcopies\n");
        desk.eval("docs.jsonl --pairs pairs.tsv --pairs more.tsv --groups groups.tsv --method exact")
            .ends(0)
            .shows("12 pairs are duplicates")
            .shows("copies      yes             1");
        desk.put("more.tsv", "s0\ts0-5\t0\n");
        desk.eval("docs.jsonl --pairs pairs.tsv --pairs more.tsv --method exact")
            .ends(2)
            .says("error: labels: \"s0\" and \"s0-5\" have another label, too; label every pair once");
    }

    #[test]
    fn may_be_numbers_in_any_column_with_kinds_in_another() {
        let desk = set();
        desk.put("numbers.tsv", "s0\ts0-5\tgood\t0.9\ns1\ts1-5\tbad\t0.2\ns2\ts2-5\tgood\t0.6\n");
        let line = "docs.jsonl --pairs numbers.tsv --label 4 --label-from 0.6 --method exact";
        desk.eval(line)
            .ends(0)
            .shows("2 pairs are duplicates, 151 are none")
            .shows(" 0.2  no              1")
            .shows(" 0.9  yes             1");
        desk.eval(&format!("{line} --kind 3"))
            .ends(0)
            .shows("good  yes             2")
            .shows("bad   no              1");
        desk.eval("docs.jsonl --pairs numbers.tsv --negative bad,worse --method exact")
            .ends(0)
            .shows("2 pairs are duplicates, 151 are none");
    }

    #[test]
    fn alone_may_count_or_copies_of_one_source_too() {
        let desk = set();
        let sizes = |options: &str| {
            let said = desk.eval(&format!("docs.jsonl --pairs pairs.tsv --method exact --json {options}"));
            let object = said.ends(0).is_quiet().objects().remove(0);
            (object["positives"].as_u64(), object["negatives"].as_u64())
        };
        assert_eq!(sizes(""), (Some(8), Some(145)));
        assert_eq!(sizes("--only-listed"), (Some(8), Some(1)));
        assert_eq!(sizes("--copies ignored"), (Some(8), Some(141)));
        assert_eq!(sizes("--copies positive"), (Some(12), Some(141)));
        assert_eq!(sizes("--within-groups"), (Some(8), Some(1)));
    }

    #[test]
    fn may_be_queries() {
        let desk = set();
        let line = "docs.jsonl --pairs pairs.tsv --method resemblance --queries";
        desk.eval(line)
            .ends(0)
            .shows("18 documents; queries: 4, with 8 duplicates; precision and recall are means over them");
        assert_eq!(desk.figures_of(line, "resemblance own"), [1.0, 0.5, 2.0 / 3.0]);
    }

    #[test]
    fn of_documents_that_are_not_there_are_noted() {
        let desk = set();
        desk.put("pairs.tsv", desk.read("pairs.tsv") + "s0\tlost\t1\n");
        desk.eval("docs.jsonl --pairs pairs.tsv --method exact")
            .ends(0)
            .says("note: 1 id in the labels is of no document, so 1 labelled pair is left out: lost\n");
        desk.put("pairs.tsv", "lost\tgone\t1\n");
        desk.eval("docs.jsonl --pairs pairs.tsv --method exact").ends(2).says(
            "error: labels: no labelled pair is among the documents; give the documents the labels are of",
        );
    }

    #[test]
    fn that_are_wrong_are_named_by_file_and_line() {
        let desk = set();
        let refused = |lines: &str, options: &str, said: &str| {
            desk.put("bad.tsv", lines);
            let heard = desk.eval(&format!("docs.jsonl {options} --method exact"));
            heard.ends(2).says(&format!("error: {said}"));
            assert_eq!(heard.out, "");
        };
        refused(
            "s0\ts1\n\ns2\n",
            "--pairs bad.tsv",
            "bad.tsv line 3: there is 1 column; give two ids, separated",
        );
        refused("s0\ts0\n", "--pairs bad.tsv", "bad.tsv line 1: \"s0\" is paired with itself; give two");
        refused("", "--pairs bad.tsv", "bad.tsv: there are no labels in it; give a line with two ids");
        refused(
            "s0\ts1\thigh\n",
            "--pairs bad.tsv --label-from 0.5",
            "bad.tsv line 1: the label \"high\" is no number; leave --label-from out, or name another",
        );
        refused(
            "s0\ts1\t1\n",
            "--pairs bad.tsv --label 4",
            "bad.tsv line 1: there is no column 4, only 3; give",
        );
        refused(
            "s0\ts1\t1\n",
            "--pairs bad.tsv --label 0",
            "bad.tsv line 1: there is no column 0, only 3; give",
        );
        refused(
            "s0\tg\ns0\th\n",
            "--groups bad.tsv",
            "bad.tsv line 2: \"s0\" is in a group already, by line 1",
        );
        refused("", "--pairs none.tsv", "none.tsv: there is no such file or folder; check the path");
        let twice = desk.read("docs.jsonl") + &desk.read("docs.jsonl");
        desk.put("docs.jsonl", twice);
        refused("s0\ts1\n", "--pairs bad.tsv", "labels: two documents have the id \"s0\"");
        refused("s0\ts1\n", "--group-field story", "the documents' groups: two documents have the id \"s0\"");
    }
}

mod what_is_shown {
    use super::*;

    #[test]
    fn json_has_an_object_a_line_with_the_fields_that_are_documented() {
        let said = set().eval("docs.jsonl --pairs pairs.tsv --preset fusion --method resemblance --json");
        let objects = said.ends(0).is_quiet().objects();
        assert_eq!(objects.len(), 2);
        for object in &objects {
            let mut names = Vec::new();
            names_of(object, &mut names);
            let documented =
                fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/evaluating.md"))
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
    fn names_of(value: &Value, names: &mut Vec<String>) {
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
        desk.eval("docs.jsonl --pairs pairs.tsv --method exact --tsv --json")
            .ends(2)
            .says("cannot be used with");
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
        desk.eval("docs.jsonl --pairs pairs.tsv --preset fusion --method resemblance --svg curve.svg --f1-svg f1.svg")
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
        let said =
            desk.eval("docs.jsonl --pairs pairs.tsv --method exact --svg old.svg --f1-svg no/such.svg");
        said.ends(2)
            .says("error: no/such.svg: it cannot be written: entity not found; make its folder first");
        assert_eq!((&*said.out, &*desk.read("old.svg")), ("", "old"));
        #[cfg(target_os = "linux")]
        desk.eval("docs.jsonl --pairs pairs.tsv --method exact --svg /dev/full")
            .ends(2)
            .says("error: /dev/full: it cannot be written: No space left on device; free some room");
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
            .shows("Usage: twinprint eval [OPTIONS] <LABELS> <METHODS> <DOCUMENTS>...\n       twinprint eval --list\n")
            .shows("Pairs are lines of two ids and a label")
            .shows("stop-words")
            .shows("Exit status: 0 done; 2 an error");
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
            .says("error: standard output: it cannot be written: No space left on device; free some room");
        let mut child = desk
            .command(line.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        Said::of(child.wait_with_output().expect("the command ends")).ends(0).is_quiet();
    }
}

mod weights {
    use super::*;

    #[test]
    fn are_of_the_model_that_is_named_or_all_one() {
        let desk = set();
        said(&mut desk.command("model train docs.jsonl -o own.twm --stemmer en".split(' '))).ends(0);
        let curve = |model: &str| {
            let line = "docs.jsonl --pairs pairs.tsv --method simhash --curves --rounds 0";
            let said = desk.eval(&format!("{line} --model {model}"));
            said.ends(0).is_quiet();
            said.out
        };
        let curves = ["english", "own.twm", "none"].map(curve);
        assert!(curves[0] != curves[1] && curves[1] != curves[2] && curves[0] != curves[2]);
    }

    #[test]
    fn of_a_model_of_other_terms_are_refused() {
        let desk = set();
        said(&mut desk.command("model train docs.jsonl -o unstemmed.twm".split(' '))).ends(0);
        let line = "docs.jsonl --pairs pairs.tsv --preset fusion --model";
        let said = desk.eval(&format!("{line} unstemmed.twm"));
        said.ends(2).says("error: model: the recipe weighs terms by model ").says("one of other terms: ");
        assert_eq!(said.out, "");
        desk.eval(&format!("{line} none.twm")).ends(2).says("error: none.twm: there is no such file");
        desk.eval(&format!("{line} docs.jsonl")).ends(2).says("error: docs.jsonl: this is no whole model");
    }
}

mod bad_input {
    use super::*;

    #[test]
    fn labels_methods_and_documents_are_asked_for() {
        let desk = set();
        desk.eval("docs.jsonl --method exact").ends(2).says("--pairs <FILE>").says("--group-field <FIELD>");
        desk.eval("docs.jsonl --pairs pairs.tsv").ends(2).says("--preset <NAME>").says("--method <METHOD>");
        desk.eval("--pairs pairs.tsv --method exact").ends(2).says("DOCUMENTS");
        desk.eval("--list --method exact").ends(2).says("cannot be used with");
        desk.eval("docs.jsonl --pairs pairs.tsv --method exact --queries --only-listed")
            .ends(2)
            .says("--queries");
        desk.eval("docs.jsonl --pairs pairs.tsv --method exact --by shape").ends(2).says("operation");
        desk.eval("docs.jsonl --pairs pairs.tsv --method exact --rounds some").ends(2).says("--rounds");
    }

    #[test]
    fn documents_that_cannot_be_read_are_named_and_the_others_judged() {
        let desk = set();
        desk.put("bad.jsonl", "{\"id\": \"x\"}\n");
        desk.put("empty.txt", "...");
        let line = "--pairs pairs.tsv --method resemblance";
        let said = desk.eval(&format!("docs.jsonl bad.jsonl empty.txt lost.txt {line}"));
        said.ends(2)
            .shows("19 documents; 8 pairs are duplicates")
            .says("error: bad.jsonl, line 1: this line is no document: it has neither")
            .says("error: empty.txt: there are no words in it; give a text")
            .says("error: lost.txt: there is no such file or folder; check the path");
        assert_eq!(said.err.lines().count(), 3, "{said:#?}");
        desk.eval(&format!("lost.txt {line}")).ends(2).says("error: lost.txt: there is no such file");
    }

    #[test]
    fn files_are_called_by_the_paths_given() {
        let desk = Desk::with(&[("in/a.txt", ROSE), ("in/b.txt", COPY), ("c.txt", OTHER)]);
        desk.put("pairs.tsv", "in/a.txt\tin/b.txt\nin/a.txt\tc.txt\t0\n");
        desk.eval("in c.txt --pairs pairs.tsv --method containment")
            .ends(0)
            .is_quiet()
            .shows("3 documents; 1 pairs are duplicates, 2 are none");
    }
}
