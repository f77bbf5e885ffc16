//! `twinprint eval`.

use super::*;

use twinprint::hash::mix;

mod labels;
mod passages;
mod what_is_shown;

impl Desk {
    /// `twinprint eval` with the arguments of a line.
    fn eval(&self, line: &str) -> Said {
        said(&mut self.command(["eval"].into_iter().chain(line.split_whitespace())))
    }

    /// The lines of `--tsv`, each with its method and what its figures are of.
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

/// Text `number` with every n-th word replaced by one of text `other`.
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
            .shows("\n5 sources: fewer than 10 have no intervals\n\n")
            .shows("method          threshold  chosen             precision  recall     F1  95 %  found  wrong\n")
            .shows("fusion:tf=once       <= 3  by the method ")
            .shows("resemblance        >= 0.5  by the method          1.000   0.500  0.667")
            .shows("  best of all            1.000   1.000  1.000     -      8      0\n")
            .shows("  tuned on 1st half ")
            .shows("  mean of both ")
            .shows("kind        duplicates  pairs  fusion:tf=once  resemblance\n")
            .shows("replace:5   yes             4")
            .shows("non         no              1           0.000        0.000\n");
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
        let judged: Vec<String> = said
            .ends(0)
            .objects()
            .iter()
            .filter_map(|object| object["method"].as_str().map(String::from))
            .collect();
        let said = |name: &str| match name {
            "fusion" | "manku07" => format!("{name}:tf=once"),
            _ if name.starts_with("simhash") => format!("{name}:tf=once"),
            _ => name.into(),
        };
        assert_eq!(judged, listed.out.lines().map(said).collect::<Vec<_>>());
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
        said.ends(3)
            .shows("19 documents; 8 pairs are duplicates")
            .says("error: bad.jsonl, line 1: this line is no document: it has none of the fields")
            .says("skipped: empty.txt: there are no words in it")
            .says("error: lost.txt: there is no such file or folder; check the path");
        assert_eq!(said.err.lines().count(), 4, "{said:#?}");
        let last = said.err.lines().last().expect("a line");
        assert!(last.ends_with("+ without words 1 (3 bytes) + refused 1 (12 bytes)"), "{last}");
        let said = desk.eval(&format!("docs.jsonl bad.jsonl --json {line}"));
        let ledger = said.ends(3).ledger();
        let documents = |what: &str| ledger[what]["documents"].as_u64().expect("a number");
        assert_eq!([documents("read"), documents("judged"), documents("refused")], [19, 18, 1]);
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

#[test]
fn a_seed_that_was_drawn_is_shown_and_can_be_given_again() {
    let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", COPY), ("pairs.tsv", "a.txt\tb.txt\t1\n")]);
    let eval = |method: &str| {
        desk.eval(&format!("a.txt b.txt --pairs pairs.tsv --tsv --rounds 0 --method {method}"))
    };
    let drawn = eval("fusion:bits=64,seed=random");
    drawn.ends(0).shows("fusion:bits=64,seed=");
    let method = drawn.out.split_whitespace().find(|word| word.starts_with("fusion:")).unwrap();
    let seed = method.trim_start_matches("fusion:bits=64,seed=").trim_end_matches(",tf=once");
    assert!(seed.parse::<u64>().is_ok(), "{method}");
    assert_eq!(eval(method).out, drawn.out);
    assert_ne!(eval("fusion:bits=64,seed=random").out, drawn.out);
}
