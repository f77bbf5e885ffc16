//! What the README and the documents show is what happens.

use std::path::Path;
use std::process::Command;

/// How many commands a document shows, each tried where the repository is.
fn commands_of(document: &str) -> usize {
    commands_in(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")), document)
}

/// As [`commands_of`], tried in a folder, one after the other.
fn commands_in(folder: &Path, document: &str) -> usize {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let text = std::fs::read_to_string(root.join(document)).unwrap();
    let mut commands = 0;
    for block in text.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block has an end");
        for shown in block.split("$ twinprint ").skip(1) {
            let (command, expected) = shown.split_once('\n').expect("a command, then what it prints");
            let output = Command::new(env!("CARGO_BIN_EXE_twinprint"))
                .args(command.split(' '))
                .current_dir(folder)
                .env("COLUMNS", "100")
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{document}: {command}");
            assert!(
                output.status.success(),
                "{document}: {command}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            commands += 1;
        }
    }
    commands
}

/// A folder with files of tests/scanned.
fn with_scanned(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let scanned = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/scanned");
    for name in names {
        std::fs::copy(scanned.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    assert!(commands_of("README.md") > 0, "the README shows commands");
}

#[test]
fn the_commands_of_the_document_on_comparing_print_what_it_says() {
    assert_eq!(commands_of("docs/explanation/comparing.md"), 1, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_cleaning_print_what_it_says() {
    let folder = with_scanned(&["fetched.jsonl"]);
    assert_eq!(commands_in(folder.path(), "docs/how-to/cleaning.md"), 2, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_removing_duplicates_print_what_it_says_and_so_does_its_program() {
    let folder = with_scanned(&["notices.jsonl"]);
    assert_eq!(commands_in(folder.path(), "docs/how-to/dedup.md"), 4, "the document shows commands");
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let text = std::fs::read_to_string(root.join("docs/how-to/dedup.md")).unwrap();
    let (_, program) = text.split_once("```python\n").expect("a program");
    let (program, _) = program.split_once("```").expect("its end");
    let proven = |of: &str, expected: &str| {
        let output = Command::new("python3").args(["-c", program, of]).current_dir(folder.path()).output();
        let output = output.expect("Python is there, as for the tests of Spark");
        let (said, complaint) = (&output.stdout, String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(said), expected, "{complaint}");
    };
    proven("deduplicated", "proven: {'read': 11, 'kept': 9, 'removed': 2, 'refused': 0}\n");
    // So it does where documents are removed for those of another corpus, or of an index.
    let twinprint = |line: &str| {
        let command = env!("CARGO_BIN_EXE_twinprint");
        let output =
            Command::new(command).args(line.split_whitespace()).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    };
    std::fs::copy(folder.path().join("notices.jsonl"), folder.path().join("old.jsonl")).unwrap();
    twinprint("index build old.jsonl -o old.index --with-text");
    twinprint("dedup notices.jsonl --against old.index -o by-index");
    proven("by-index", "proven: {'read': 11, 'kept': 0, 'removed': 11, 'refused': 0}\n");
    twinprint("dedup notices.jsonl --against old.jsonl -o by-corpus");
    proven("by-corpus", "proven: {'read': 11, 'kept': 0, 'removed': 11, 'refused': 0}\n");
}

#[test]
fn the_commands_of_the_document_on_eval_sets_print_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let evals = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/evals");
    for name in ["quiz.jsonl", "pages.jsonl"] {
        std::fs::copy(evals.join(name), folder.path().join(name)).unwrap();
    }
    assert_eq!(commands_in(folder.path(), "docs/how-to/decontaminate.md"), 1, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_evaluating_print_what_it_says() {
    assert!(commands_of("docs/how-to/evaluating.md") > 0, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_indexes_print_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let prints =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/fingerprints/prints.txt");
    std::fs::copy(prints, folder.path().join("prints.txt")).unwrap();
    assert!(
        commands_in(folder.path(), "docs/how-to/near-fingerprints.md") > 0,
        "the document shows commands"
    );
}

#[test]
fn the_commands_of_the_document_on_corpora_print_what_it_says() {
    let folder = with_scanned(&["notices.jsonl", "archive.jsonl", "permit.txt"]);
    assert!(commands_in(folder.path(), "docs/reference/corpora.md") > 0, "the document shows commands");
    let mut found: Vec<_> = std::fs::read_dir(folder.path().join("found"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, ["clusters.jsonl", "pairs.jsonl", "report.html", "summary.json"]);
}

#[test]
fn the_commands_of_the_document_on_studies_print_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["documents.jsonl", "pairs.tsv"] {
        let labelled = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/labelled");
        std::fs::copy(labelled.join(name), folder.path().join(name)).unwrap();
    }
    assert!(commands_in(folder.path(), "docs/how-to/studies.md") > 0, "the document shows commands");
    assert!(folder.path().join("found/index.html").exists());
}

#[test]
fn the_commands_of_the_document_on_checking_print_what_it_says() {
    let folder = with_scanned(&["notices.jsonl", "letter.txt", "feed.jsonl"]);
    assert!(commands_in(folder.path(), "docs/how-to/checking.md") > 0, "the document shows commands");
    assert!(folder.path().join("public/index.json").exists());
}
