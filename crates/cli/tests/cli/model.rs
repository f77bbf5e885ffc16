//! `twinprint model`.

use super::*;

use twinprint::hash::token;
use twinprint::lexicon::{Model, idf};

impl Desk {
    /// `twinprint model` with the arguments of a line.
    fn model(&self, line: &str) -> Said {
        said(&mut self.command(["model"].into_iter().chain(line.split_whitespace())))
    }

    fn trained(&self, name: &str) -> Model {
        Model::from_bytes(&fs::read(self.path(name)).expect("the model"), name).expect("a whole model")
    }
}

/// Sixty documents: all with roses, every other one with gardens, every third in New York, one with a lighthouse.
fn corpus() -> Desk {
    let desk = Desk::with(&[]);
    let mut lines = String::new();
    for number in 0..60 {
        let mut text = format!("roses and roses {number}");
        text += if number % 2 == 0 { " gardens" } else { "" };
        text += if number % 3 == 0 { " New York is far" } else { "" };
        text += if number == 7 { " lighthouse" } else { "" };
        lines += &serde_json::json!({ "id": number, "html": format!("<p>{text}</p>") }).to_string();
        lines += "\n";
    }
    desk.put("corpus.jsonl", lines);
    desk
}

#[test]
fn train_counts_in_how_many_documents_a_term_stands() {
    let desk = corpus();
    desk.model("train corpus.jsonl -o new.twm").ends(0).is_quiet().shows(
        "documents  60\nterms      7; others weigh 13 (1.6 bits)\nphrases    3\nmade by    fold nfkc case",
    );
    let model = desk.trained("new.twm");
    let weights = ["roses", "gardens", "york", "lighthouse"].map(|word| model.weight(token(word)));
    assert_eq!(weights, [idf(60, 60), idf(60, 30), idf(60, 20), model.rarest()]);
    assert!(model.is_phrase(token("new"), token("york")) && !model.is_phrase(token("roses"), token("and")));
    assert_eq!(desk.names(), ["corpus.jsonl", "new.twm"]);
}

#[test]
fn train_keeps_the_terms_it_is_told_to() {
    let desk = corpus();
    desk.model("train corpus.jsonl -o all.twm --min-documents 1 --max-phrases 0").ends(0);
    let all = desk.trained("all.twm");
    assert_eq!((all.len(), all.phrases(), all.weight(token("lighthouse"))), (68, 0, idf(60, 1)));
    desk.model("train corpus.jsonl -o few.twm --max-terms 3").ends(0);
    let few = desk.trained("few.twm");
    assert!(["roses", "and", "gardens"].iter().all(|word| few.knows(token(word))));
    assert_eq!((few.len(), few.rarest()), (3, idf(60, 30)));
    desk.model("train corpus.jsonl -o stems.twm --stemmer en --words alphanumeric")
        .ends(0)
        .shows("stemmer en");
    assert!(desk.trained("stems.twm").knows(token("garden")));
}

#[test]
fn train_gives_the_same_bytes_from_the_same_documents() {
    let desk = corpus();
    for name in ["one.twm", "two.twm"] {
        desk.model(&format!("train corpus.jsonl -o {name}")).ends(0);
    }
    assert_eq!(desk.trained("one.twm").id(), desk.trained("two.twm").id());
}

#[test]
fn train_reads_what_it_can_and_says_what_it_cannot() {
    let desk = corpus();
    desk.put("in/a.txt", ROSE);
    desk.put("in/b.txt", "");
    desk.put("in/c.jsonl", "{\"id\": 1, \"text\": \"roses\"}\nno object\n");
    desk.put("in/d.png", "PNG");
    let said = desk.model("train corpus.jsonl in missing -o some.twm");
    said.ends(3)
        .shows("documents  62\n")
        .says("note: in: only .txt")
        .says("skipped: in/b.txt: there are no words in it")
        .says("error: in/c.jsonl, line 2: this line is no document: it is not JSON")
        .says("error: missing: there is no such file or folder; check the path")
        .says("read 64 (")
        .says(" = counted 62 (")
        .says(" + without words 1 (0 bytes) + refused 1 (10 bytes)");
    assert_eq!(desk.trained("some.twm").documents(), 62);
}

#[test]
fn train_leaves_the_old_model_when_it_cannot_make_a_new_one() {
    let desk = corpus();
    desk.put("old.twm", "old");
    desk.put("empty.txt", "");
    desk.model("train empty.txt -o old.twm")
        .ends(2)
        .says("error: the corpus: there are no words in it; give a text");
    desk.model("train corpus.jsonl -o old.twm --min-documents 0").ends(2).says(
        "error: --min-documents: \"0\" is not a value of this option; use a number of documents from 1 on",
    );
    desk.model("train corpus.jsonl -o old.twm --max-terms 99999999").ends(2).says("--max-terms: ");
    desk.model("train corpus.jsonl -o old.twm --max-phrases 99999999").ends(2).says("--max-phrases: ");
    assert_eq!(desk.read("old.twm"), "old");
    desk.model("train corpus.jsonl -o no/such/new.twm")
        .ends(2)
        .says("error: no/such/new.twm: it cannot be written: there is no such folder; make its folder first");
    fs::create_dir(desk.path("folder")).expect("a folder");
    desk.model("train corpus.jsonl -o folder")
        .ends(2)
        .says("error: folder: it cannot be written: is a directory");
    assert_eq!(desk.names(), ["corpus.jsonl", "empty.txt", "folder", "old.twm"]);
}

#[test]
fn show_weighs_words_as_the_model_makes_its_terms() {
    let desk = corpus();
    desk.model("train corpus.jsonl -o new.twm --stemmer en").ends(0);
    desk.model("show new.twm GARDEN lighthouses, new York")
        .ends(0)
        .is_quiet()
        .shows("documents  60\n")
        .shows("term       weight\ngarden          8  1.0 bits\n")
        .shows("lighthous      13  1.6 bits  not in the model\n")
        .shows("phrase: new york\n");
}

#[test]
fn show_refuses_what_is_no_model() {
    let desk = corpus();
    desk.model("show corpus.jsonl")
        .ends(2)
        .says("error: corpus.jsonl: this is no whole model: it does not begin as");
    desk.model("show none.twm")
        .ends(2)
        .says("error: none.twm: there is no such file or folder; check the path");
    desk.model("train corpus.jsonl -o new.twm").ends(0);
    let mut bytes = fs::read(desk.path("new.twm")).expect("the model");
    bytes.pop();
    desk.put("cut.twm", bytes);
    desk.model("show cut.twm").ends(2).says("error: cut.twm: this is no whole model: its checksum is wrong");
    let other = Model::new("fold nothing\n", 1, &[], &[]).expect("a model");
    desk.put("other.twm", other.to_bytes());
    desk.model("show other.twm").ends(0).shows("made by    fold nothing");
    desk.model("show other.twm word")
        .ends(2)
        .says("error: other.twm: this is no whole model: its terms are made in a way");
}

/// `cargo run -- model train tests/golden/model-1.jsonl --min-documents 1 --stemmer en -o tests/golden/model-1.twm`
#[test]
fn a_model_of_version_1_is_read_as_it_was_written() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/golden/model-1.twm");
    let bytes = fs::read(path).expect("the golden model");
    let model = Model::from_bytes(&bytes, "model-1.twm").expect("a whole model");
    assert_eq!(model.to_bytes(), bytes);
    assert_eq!(model.id().to_string(), "491977abbe85f410f8f4511183191814");
    assert_eq!((model.documents(), model.len(), model.phrases(), model.rarest()), (6, 25, 1, 21));
    let weights = ["the", "lighthous", "keeper", "unseen"].map(|term| model.weight(token(term)));
    assert_eq!(weights, [1, 8, 8, 21]);
    assert!(model.is_phrase(token("new"), token("york")));
    assert!(model.terms().ends_with("images ignored\nstemmer en\n"));
}
