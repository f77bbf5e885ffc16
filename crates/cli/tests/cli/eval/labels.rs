//! Labels of `twinprint eval`: pairs and groups, what they say and what counts.

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
    desk.eval(&format!("docs.jsonl --group-field tale {options}"))
        .ends(2)
        .says("error: the documents' groups: no two documents are in one group; check the file, or the name");
}

#[test]
fn of_a_field_join_documents_of_several_files_packed_or_piped() {
    let desk = set();
    let documents = desk.read("docs.jsonl");
    let (first, second) = documents.split_at(documents.find("{\"id\":\"s0-17").expect("a line"));
    desk.put("in/second.jsonl.gz", crate::compression::gzip(second));
    let mut child = desk
        .command("eval - in --group-field story --method exact --tsv".split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("a pipe").write_all(first.as_bytes()).expect("the command reads");
    let said = Said::of(child.wait_with_output().expect("the command ends"));
    assert_eq!(said.ends(0).is_quiet().out.lines().nth(1), Some("exact\town\t1\t\t0\t0\t\t\t12\t0"));
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
    desk.eval("docs.jsonl --pairs pairs.tsv --method exact")
        .ends(2)
        .says("error: labels: no labelled pair is among the documents; give the documents the labels are of");
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
    refused("s0\ts1\t1\n", "--pairs bad.tsv --label 4", "bad.tsv line 1: there is no column 4, only 3; give");
    refused("s0\ts1\t1\n", "--pairs bad.tsv --label 0", "bad.tsv line 1: there is no column 0, only 3; give");
    refused("s0\tg\ns0\th\n", "--groups bad.tsv", "bad.tsv line 2: \"s0\" is in a group already, by line 1");
    refused("", "--pairs none.tsv", "none.tsv: there is no such file or folder; check the path");
    let twice = desk.read("docs.jsonl") + &desk.read("docs.jsonl");
    desk.put("docs.jsonl", twice);
    refused("s0\ts1\n", "--pairs bad.tsv", "labels: two documents have the id \"s0\"");
    refused("s0\ts1\n", "--group-field story", "the documents' groups: two documents have the id \"s0\"");
}
