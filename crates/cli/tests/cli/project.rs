//! The options that a project keeps in `twinprint.toml`.

use super::*;

const TEXT: &str =
    "Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse.";

fn desk() -> Desk {
    let desk = Desk::with(&[]);
    desk.put("a.txt", TEXT);
    desk.put("b.txt", TEXT.to_uppercase());
    desk
}

/// A command, by the words of a line.
fn run(desk: &Desk, line: &str) -> Said {
    said(&mut desk.command(line.split_whitespace()))
}

#[test]
fn options_of_the_file_hold_and_those_of_the_command_line_win() {
    let desk = desk();
    desk.put("twinprint.toml", "[compare]\njson = true\nrun = 5\n\n[everywhere]\nthreads = 1\n");
    let found = run(&desk, "compare a.txt b.txt");
    found.ends(0).says("note: by twinprint.toml: --json --run=5 --threads=1 (--no-config leaves that out)\n");
    assert!(found.out.starts_with('{'), "{found:?}");
    run(&desk, "compare a.txt b.txt --run 7 -j 2")
        .ends(0)
        .says("note: by twinprint.toml: --json (--no-config");
    let without = run(&desk, "compare a.txt b.txt --no-config");
    assert!(without.ends(0).out.starts_with("A  a.txt"), "{without:?}");
    assert!(!run(&desk, "--quiet compare a.txt b.txt").err.contains("note"));
}

#[test]
fn a_list_gives_an_option_several_times_and_a_named_file_is_read_instead() {
    let desk = desk();
    desk.put("one.txt", "Call me Ishmael.");
    desk.put("two.txt", "Some years ago.");
    desk.put("settings/essays.toml", "[compare]\ntemplate = [\"one.txt\", \"two.txt\"]\n");
    run(&desk, "compare a.txt b.txt --config settings/essays.toml")
        .ends(0)
        .says("note: by settings/essays.toml: --template=one.txt --template=two.txt (");
    run(&desk, "compare a.txt b.txt --config nowhere.toml").ends(2).says("error: nowhere.toml: ");
}

#[test]
fn tables_of_commands_within_commands_are_their_own() {
    let desk = desk();
    desk.put("twinprint.toml", "[index.build]\nwith-text = true\n\n[compare]\nrun = 3\n");
    run(&desk, "index build a.txt -o a.index").ends(0).says("note: by twinprint.toml: --with-text (");
}

#[test]
fn what_is_wrong_with_the_file_is_said_and_nothing_is_done() {
    let desk = desk();
    for (file, said) in [
        (
            "[compare]\nreech = \"copied\"\n",
            "error: twinprint.toml: --reech is no option of \"twinprint compare\"; \"twinprint compare --help\" lists them\n",
        ),
        (
            "[comparre]\nrun = 5\n",
            "error: twinprint.toml: \"comparre\" is no table of a command; the file has a table for each command, as [compare] or [index.build], and [everywhere]\n",
        ),
        ("run = 5\n", "error: twinprint.toml: \"run\" is no table of a command; "),
        ("[compare]\njson = 1\n", "error: twinprint.toml: json is true or false, and not of type integer\n"),
        (
            "[compare]\nrun = 1979-05-27\n",
            "error: twinprint.toml: run is a text or a number, and not of type datetime\n",
        ),
        ("[compare", "error: twinprint.toml: "),
    ] {
        desk.put("twinprint.toml", file);
        let found = run(&desk, "compare a.txt b.txt");
        found.ends(2).says(said);
        assert_eq!(found.out, "");
    }
    desk.put("twinprint.toml", "[compare]\nrun = \"many\"\n");
    run(&desk, "compare a.txt b.txt").ends(2).says("note: by twinprint.toml: --run=many (");
}

#[test]
fn a_file_that_is_no_text_or_no_file_says_what_to_do() {
    let desk = desk();
    desk.put("twinprint.toml", b"\xff\xfe\0x");
    let said = "error: twinprint.toml: this is not text in UTF-8; save it as UTF-8\n";
    run(&desk, "compare a.txt b.txt").ends(2).says(said);
    fs::create_dir(desk.path("settings")).expect("a folder");
    let said = "; --no-config goes without it\n";
    run(&desk, "compare a.txt b.txt --config settings")
        .ends(2)
        .says("error: settings: it cannot be read: ")
        .says(said);
}

#[test]
fn where_is_written_is_not_for_a_file_to_decide() {
    let desk = desk();
    desk.put("twinprint.toml", "[scan]\noutput = \"elsewhere\"\n");
    run(&desk, "scan a.txt b.txt")
        .ends(2)
        .says("error: twinprint.toml: --output is not for a file to decide; give it on the command line\n");
}
