//! What two documents have in other words.

use serde_json::Value;

use super::{Desk, ROSE};

const CHRONICLE: &str = include_str!("../../../../tests/reworded/chronicle.txt");
const RETOLD: &str = include_str!("../../../../tests/reworded/retold.txt");

fn desk() -> Desk {
    Desk::with(&[("chronicle.txt", CHRONICLE), ("retold.txt", RETOLD), ("rose.txt", ROSE)])
}

#[test]
fn it_is_looked_for_on_request_alone_and_changes_no_number() {
    let line = |reach: &str| -> Value {
        let said = desk().compare(&format!("chronicle.txt retold.txt --json {reach}"));
        assert_eq!(said.status, 0, "{}", said.err);
        serde_json::from_str(said.out.lines().next().unwrap()).unwrap()
    };
    let (plain, mut further) = (line(""), line("--reach reworded"));
    assert_eq!(plain.get("reworded"), None);
    let found = further.as_object_mut().unwrap().remove("reworded").unwrap();
    assert_eq!(plain, further);
    let found = &found.as_array().unwrap()[..];
    assert_eq!((found.len(), found[0]["sentences"].as_array().unwrap().len()), (1, 3));
    let text = |place: &Value, of: &'static str| {
        &of[place["start"].as_u64().unwrap() as usize..place["end"].as_u64().unwrap() as usize]
    };
    assert!(text(&found[0]["a"], CHRONICLE).starts_with("The harbour was closed"));
    assert!(text(&found[0]["b"], RETOLD).ends_with("waves as high as these"));
}

#[test]
fn a_pair_that_shares_nothing_else_is_listed_and_matches() {
    let said = desk().compare("chronicle.txt retold.txt rose.txt --reach reworded --fail-on-match");
    assert_eq!(said.status, 1);
    assert!(said.out.contains("none shares a passage, 1 more in other words alone\n"), "{}", said.out);
    assert!(said.out.contains("chronicle.txt  retold.txt\n"), "{}", said.out);
    let said = desk().compare("chronicle.txt retold.txt rose.txt --fail-on-match");
    assert_eq!(said.status, 0);
}

#[test]
fn the_report_shows_which_sentence_answers_to_which() {
    let desk = desk();
    let said = desk.compare("chronicle.txt retold.txt --reach reworded --report report.html");
    assert_eq!(said.status, 0, "{}", said.err);
    let report = desk.read("report.html");
    assert!(report.contains("<h3 id=\"reworded-0\">In other words</h3>"));
    assert!(report.contains("<td dir=\"auto\"><u>After</u> the <u>storm</u> they <u>closed</u> the <u>harbour</u> for a whole <u>week</u></td>"));
    assert!(report.contains("sentences that say much the same in other words, which may be wrong"));
}
