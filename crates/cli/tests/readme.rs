//! What the README and the documents show is what happens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// How many commands a document shows, each tried in a folder, one after the other.
fn commands_in(folder: &Path, document: &str) -> usize {
    let text = fs::read_to_string(root().join(document)).unwrap();
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

/// A folder with files of a folder of the tests.
fn with(of: &str, names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        fs::copy(root().join("tests").join(of).join(name), folder.path().join(name)).unwrap();
    }
    folder
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    assert!(commands_in(&root(), "README.md") > 0, "the README shows commands");
}

#[test]
fn the_commands_of_the_document_on_comparing_print_what_it_says() {
    assert_eq!(commands_in(&root(), "docs/explanation/comparing.md"), 1, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_cleaning_print_what_it_says() {
    let folder = with("scanned", &["fetched.jsonl"]);
    assert_eq!(commands_in(folder.path(), "docs/how-to/cleaning.md"), 2, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_removing_duplicates_print_what_it_says_and_so_does_its_program() {
    let folder = with("scanned", &["notices.jsonl"]);
    assert_eq!(commands_in(folder.path(), "docs/how-to/dedup.md"), 4, "the document shows commands");
    let text = fs::read_to_string(root().join("docs/how-to/dedup.md")).unwrap();
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
    fs::copy(folder.path().join("notices.jsonl"), folder.path().join("old.jsonl")).unwrap();
    twinprint("index build old.jsonl -o old.index --with-text");
    twinprint("dedup notices.jsonl --against old.index -o by-index");
    proven("by-index", "proven: {'read': 11, 'kept': 0, 'removed': 11, 'refused': 0}\n");
    twinprint("dedup notices.jsonl --against old.jsonl -o by-corpus");
    proven("by-corpus", "proven: {'read': 11, 'kept': 0, 'removed': 11, 'refused': 0}\n");
}

#[test]
fn every_recipe_of_a_training_corpus_is_a_command_that_runs() {
    let text = fs::read_to_string(root().join("docs/reference/recipes.md")).unwrap();
    let commands: Vec<&str> = text
        .split('`')
        .filter_map(|code| code.strip_prefix("twinprint "))
        .filter(|line| line.contains("CORPUS"))
        .collect();
    assert!(commands.len() > 5, "the document shows commands");
    for command in commands {
        let folder = with("scanned", &["notices.jsonl"]);
        let line = command.replace("CORPUS", "notices.jsonl").replace("FOLDER", "given");
        let output = Command::new(env!("CARGO_BIN_EXE_twinprint"))
            .args(line.split(' '))
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_commands_of_the_document_on_eval_sets_print_what_it_says() {
    let folder = with("evals", &["quiz.jsonl", "pages.jsonl"]);
    assert_eq!(commands_in(folder.path(), "docs/how-to/decontaminate.md"), 1, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_evaluating_print_what_it_says() {
    assert!(commands_in(&root(), "docs/how-to/evaluating.md") > 0, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_indexes_print_what_it_says() {
    let folder = with("fingerprints", &["prints.txt"]);
    let commands = commands_in(folder.path(), "docs/how-to/near-fingerprints.md");
    assert!(commands > 0, "the document shows commands");
}

#[test]
fn the_commands_of_the_document_on_corpora_print_what_it_says() {
    let folder = with("scanned", &["notices.jsonl", "archive.jsonl", "permit.txt"]);
    assert!(commands_in(folder.path(), "docs/reference/corpora.md") > 0, "the document shows commands");
    let mut found: Vec<_> = fs::read_dir(folder.path().join("found"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, ["clusters.jsonl", "pairs.jsonl", "report.html", "summary.json"]);
}

#[test]
fn the_commands_of_the_document_on_studies_print_what_it_says() {
    let folder = with("labelled", &["documents.jsonl", "pairs.tsv"]);
    assert!(commands_in(folder.path(), "docs/how-to/studies.md") > 0, "the document shows commands");
    assert!(folder.path().join("found/index.html").exists());
}

#[test]
fn the_commands_of_the_documents_on_checking_and_indexing_print_what_they_say() {
    let folder = with("scanned", &["notices.jsonl", "letter.txt", "feed.jsonl"]);
    assert!(commands_in(folder.path(), "docs/how-to/indexing.md") > 5, "the document shows commands");
    assert!(folder.path().join("public/index.json").exists());
    let folder = with("scanned", &["notices.jsonl", "letter.txt", "feed.jsonl"]);
    assert!(commands_in(folder.path(), "docs/how-to/checking.md") > 3, "the document shows commands");
}

/// How many commands a tutorial shows, each tried as a shell does, where the files are that the tutorial gives.
#[cfg(unix)]
fn lines_of(document: &str) -> usize {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for block in text.split("\n```").filter(|block| block.lines().next().unwrap_or("").contains(" file=")) {
        let (head, content) = block.split_once('\n').expect("a file, after its name");
        let (_, name) = head.split_once(" file=").expect("its name");
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content.to_owned() + "\n").unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_twinprint")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut commands = 0;
    for block in text.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block has an end");
        for shown in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = shown.split_once('\n').unwrap_or((shown, ""));
            let mut shell = Command::new("sh");
            shell.args(["-c", command]).current_dir(folder.path());
            let output = shell.env("PATH", &path).env("COLUMNS", "100").output().unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{document}: {command}: {complaint}");
            // The line end before a prompt, or before the end of the block, is the last of what is printed.
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_eq!(
                printed.trim_end_matches('\n'),
                expected.trim_end_matches('\n'),
                "{document}: {command}"
            );
            commands += 1;
        }
    }
    commands
}

#[cfg(unix)]
#[test]
fn whoever_follows_a_tutorial_comes_to_its_result() {
    for person in ["teacher", "editor", "data-engineer", "researcher"] {
        assert!(lines_of(&format!("docs/tutorials/{person}.md")) >= 3, "the tutorial has commands: {person}");
    }
}

#[cfg(unix)]
#[test]
fn whoever_comes_from_another_program_finds_commands_that_do_what_they_say() {
    assert!(lines_of("docs/how-to/coming-from.md") > 8, "the document shows commands");
}
