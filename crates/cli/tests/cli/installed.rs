//! What whoever installs the program has of it: a first word, options that all commands take, completions, manual pages, and a test of
//! the program itself.

use super::*;

#[test]
fn alone_it_shows_three_things_to_try_that_its_help_knows() {
    let desk = Desk::with(&[]);
    let welcome = desk.run("");
    welcome.ends(0).is_quiet();
    let tried: Vec<&str> = welcome.out.lines().filter_map(|line| line.strip_prefix("  twinprint ")).collect();
    assert_eq!(tried.len(), 4, "three things, the last in two steps: {tried:?}");
    let help = desk.run("--help");
    for line in tried {
        let command = line.split(' ').next().expect("a command");
        help.ends(0).shows(&format!("\n  {command} "));
    }
}

#[test]
fn the_welcome_is_no_help_for_a_command_that_is_not_there() {
    Desk::with(&[]).run("compair a.txt").ends(2).says("unrecognized subcommand 'compair'").says("'compare'");
}

#[test]
fn it_tests_itself_against_the_vectors() {
    let said = Desk::with(&[]).run("self-test");
    said.ends(0).is_quiet();
    let numbers: Vec<usize> = said.out.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 2 && numbers.iter().all(|&cases| cases > 50), "{said:#?}");
}

#[test]
fn quiet_leaves_out_notes_and_keeps_what_is_wrong() {
    let desk = Desk::with_a_copy();
    desk.put("essays/a.txt", ROSE);
    desk.put("essays/b.txt", COPY);
    desk.put("essays/odd.docx", b"PK\x03\x04 no archive");
    let told = desk.compare("essays");
    told.ends(3).says("note: read").says("odd.docx");
    let quiet = desk.compare("essays --quiet");
    quiet.ends(3).says("odd.docx");
    assert!(!quiet.err.contains("note:"), "{quiet:#?}");
    assert_eq!(quiet.out, told.out, "the results are the same");
    assert_eq!(desk.run("-q compare essays").err, quiet.err, "it stands before the command, too");
}

#[test]
fn verbose_says_what_is_read_what_was_decided_and_how_long_it_took_and_changes_no_result() {
    let desk = Desk::with_a_copy();
    let told = desk.compare("a.txt b.txt");
    assert!(!told.err.contains("detail:"), "{told:#?}");
    let verbose = desk.compare("a.txt b.txt -v");
    verbose
        .ends(0)
        .says(&format!("detail: reads 2 files of {} bytes: a.txt, b.txt\n", ROSE.len() + COPY.len()))
        .says("detail: settings: twinprint recipe ")
        .says("; runs of 8 words; reach edited\n")
        .says("detail: Reading took ")
        .says("detail: Comparing took ")
        .says("detail: all of it took ");
    assert_eq!(verbose.out, told.out, "the results are the same");
    let details = |line: &str| desk.run(line).err.lines().filter(|line| line.starts_with("detail: ")).count();
    assert_eq!(details("compare a.txt b.txt -v -q"), 0, "the last of both wins");
    assert_eq!(details("compare a.txt b.txt -q -v"), details("-v compare a.txt b.txt"));
}

#[test]
fn every_command_that_reads_a_corpus_says_by_what_in_detail() {
    let desk = Desk::with_a_copy();
    for (line, settings) in [
        ("scan a.txt b.txt", "detail: settings: method: "),
        (
            "dedup a.txt b.txt -o kept",
            "detail: settings: near duplicates, of which the longest is kept; shingles of 10 words; ",
        ),
        ("index build a.txt b.txt -o index", "detail: settings: twinprint index design "),
        ("check a.txt --index index", "detail: settings: twinprint index design "),
    ] {
        let said = desk.run(&format!("{line} --verbose"));
        said.ends(0).says("detail: reads ").says(settings).says(" took ").says("detail: all of it took ");
    }
}

#[test]
fn any_number_of_cores_gives_the_same_and_none_is_refused() {
    let desk = Desk::with_a_copy();
    let all = desk.compare("a.txt b.txt");
    for threads in ["1", "3"] {
        assert_eq!(desk.compare(&format!("a.txt b.txt -j {threads}")).ends(0).out, all.out);
    }
    desk.compare("a.txt b.txt -j 0").ends(2).says("0 is not in 1..=1024");
}

#[test]
fn completions_know_commands_and_options() {
    let desk = Desk::with(&[]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        desk.run(&format!("completions {shell}"))
            .ends(0)
            .is_quiet()
            .shows("self-test")
            .shows("fail-on-match")
            .shows("verbose");
    }
    desk.run("completions tcsh").ends(2).says("[possible values: bash, elvish, fish, powershell, zsh]");
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_by_them() {
    let desk = Desk::with(&[]);
    desk.put("completions", desk.run("completions bash").out);
    let script = "source completions; COMP_WORDS=(twinprint ded); COMP_CWORD=1; _twinprint twinprint ded twinprint; echo ${COMPREPLY[@]}";
    let completed = said(Command::new("bash").args(["-c", script]).current_dir(desk.path("")));
    assert_eq!((completed.out.as_str(), completed.status), ("dedup\n", 0), "{completed:#?}");
}

#[test]
fn every_command_has_a_manual_page() {
    let desk = Desk::with(&[]);
    desk.run("manual man").ends(0).is_quiet().shows("manual pages written to man");
    let pages = fs::read_dir(desk.path("man")).expect("the folder").count();
    assert!(pages > 20, "{pages} pages");
    for (page, line) in [
        ("twinprint", "twinprint\\-compare(1)"),
        ("twinprint-compare", "\\fB\\-\\-fail\\-on\\-match\\fR"),
        ("twinprint-index-build", ".SH NAME\ntwinprint\\-index\\-build \\- "),
    ] {
        let text = desk.read(&format!("man/{page}.1"));
        assert!(text.contains(line), "{page} has {line:?}: {text}");
    }
}

#[test]
fn every_command_has_a_page_of_markdown_with_all_that_it_takes() {
    let desk = Desk::with(&[]);
    desk.run("manual --markdown options").ends(0).is_quiet().shows("manual pages written to options");
    let page =
        |name: &str| std::fs::read_to_string(desk.path(&format!("options/{name}.md"))).expect("a page");
    let program = page("twinprint");
    for (listed, _) in program.split("](").skip(1).filter_map(|link| link.split_once(".md)")) {
        assert!(page(listed).starts_with(&format!("# {}\n", listed.replacen('-', " ", 1))), "{listed}");
    }
    let build = page("twinprint-index-build");
    assert!(build.starts_with("# twinprint index build\n"), "{build}");
    assert!(build.contains("\n- `--method <LINE>`: ") && build.contains("\n## Of documents\n"), "{build}");
    assert!(
        page("twinprint-dedup").contains("\n- `--output <FOLDER>`, `-o`: "),
        "{}",
        page("twinprint-dedup")
    );
}

#[test]
fn manual_pages_that_cannot_be_written_are_an_error() {
    let desk = Desk::with(&[("man", "a file")]);
    desk.run("manual man").ends(2).says("error: man: ");
}
