//! Damaged files of an index: found by `verify`, and never a wrong answer.

use twinprint::table::{Bound, Coding, Histogram, Part, Writer};
use twinprint_native::index::{Depth, Index, Reply, verify};
use twox_hash::XxHash64;

use super::*;

fn small() -> Desk {
    let desk = Desk::with(&[]);
    let prints: Vec<u64> = prints(900);
    desk.put("named.txt", lines(&prints, |number| format!("page {}", number / 2)));
    desk.index("build --fingerprints named.txt -o index --block 256").ends(0);
    desk
}

/// What some queries find.
fn ask(folder: &Path) -> Result<Vec<Reply<u64>>, twinprint_native::Error> {
    let index: Index<u64> = Index::open(folder)?;
    prints::<u64>(20).iter().map(|query| index.query(query ^ 2, 3, Bound::default(), 10)).collect()
}

/// Puts each of these in place of a file: `verify` must find it, and queries must fail or answer right.
fn all_are_found(desk: &Desk, name: &str, damaged: impl Iterator<Item = (String, Vec<u8>)>) {
    let (folder, path) = (desk.path("index"), desk.path("index").join(name));
    let (expected, whole) = (ask(&folder).expect("answers"), fs::read(&path).expect("the file"));
    for (what, bytes) in damaged {
        fs::write(&path, bytes).expect("it is damaged");
        let found = verify(&folder, Depth::Files);
        assert!(found.is_err() || found.is_ok_and(|(_, problems)| !problems.is_empty()), "{name}: {what}");
        if let Ok(answers) = ask(&folder) {
            assert_eq!(answers, expected, "{name}: {what}");
        }
    }
    fs::write(&path, whole).expect("it is whole again");
}

#[test]
fn a_flipped_bit_in_any_file_is_found_and_never_answers_wrong() {
    let desk = small();
    for (name, whole) in desk.bytes("index").into_iter().filter(|(_, bytes)| !bytes.is_empty()) {
        // Every nineteenth byte, by turns each of its bits.
        let flipped = (0..whole.len()).step_by(19).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            (format!("bit {} of byte {at} is flipped", at % 8), bytes)
        });
        all_are_found(&desk, &name, flipped);
    }
    desk.is_whole("index");
}

#[test]
fn a_file_of_another_length_is_found_and_never_answers_wrong() {
    let desk = small();
    for (name, whole) in desk.bytes("index").into_iter().filter(|(_, bytes)| !bytes.is_empty()) {
        let lengths = (0..whole.len()).step_by(397).chain([whole.len() - 1]);
        let cut = lengths.map(|length| (format!("it is cut at {length}"), whole[..length].to_vec()));
        let longer = [("it has a byte more".into(), [&whole[..], b"\0"].concat())];
        all_are_found(&desk, &name, cut.chain(longer));
    }
}

#[test]
fn verify_names_the_file_and_says_what_is_wrong_with_it() {
    let desk = small();
    desk.index("verify index").ends(0).is_quiet().shows("index: all 6 files are whole: ");
    desk.index("verify index --deep").ends(0).is_quiet().shows("are whole, and so is what they hold: ");
    let bytes = desk.bytes("index");
    let name = |start: &str| bytes.keys().find(|name| name.starts_with(start)).expect("a file").clone();
    for start in ["t00", "t01", "names"] {
        let name = name(start);
        let mut flipped = bytes[&name].clone();
        flipped[100] ^= 1;
        desk.put(&format!("index/{name}"), flipped);
    }
    let said = desk.index("verify index");
    said.ends(2);
    assert_eq!(said.err.lines().count(), 3, "{said:?}");
    let name = name("t01");
    said.says(&format!(
        "error: index/{name}: its bytes are not those that were written; build the index again\n"
    ));
    fs::remove_file(desk.path("index").join(&name)).expect("it is removed");
    desk.index("verify index").ends(2).says(&format!("error: index/{name}: there is no such file or folder"));
    desk.index("query index 0000000000000000")
        .ends(2)
        .says(&format!("error: index/{name}: there is no such file"));
}

/// The manifest with a file in place of another, and its own checksum right.
fn forge(manifest: &str, old: &str, new: &str, bytes: &[u8]) -> String {
    let (was, is) = (serde_json::from_str::<Value>(manifest).expect("JSON"), XxHash64::oneshot(0, bytes));
    let file =
        was["files"].as_array().expect("files").iter().find(|file| file["name"] == old).expect("a file");
    let field = |name: &str| format!("\"{name}\": {}", file[name]);
    let forged = manifest
        .replace(&field("name"), &format!("\"name\": \"{new}\""))
        .replace(&field("bytes"), &format!("\"bytes\": {}", bytes.len()))
        .replace(&field("xxh64"), &format!("\"xxh64\": \"{is:016x}\""))
        .replace(was["checksum"].as_str().expect("a checksum"), "");
    let sum = XxHash64::oneshot(0, forged.as_bytes());
    forged.replace("\"checksum\": \"\"", &format!("\"checksum\": \"{sum:016x}\""))
}

#[test]
fn verify_deep_finds_tables_that_are_whole_and_of_different_fingerprints() {
    let desk = small();
    let index: Index<u64> = Index::open(&desk.path("index")).expect("an index");
    let (family, mut codes) = (index.family(), Vec::new());
    family.shards()[1][0].for_each_run(|run| codes.extend_from_slice(run)).expect("codes");
    codes[100] ^= 1;
    let mut histogram = Histogram::new(Coding::Difference);
    histogram.add(&codes);
    let plan = family.plan();
    let writer = Writer {
        plan: &plan,
        table: 1,
        family: family.id(),
        block: 256,
        histogram: &histogram,
        cut_keys: false,
    };
    let part = Part { shard: (0, 1), range: (0, u64::MAX), codes: &codes, ordinals: None };
    let mut bytes = Vec::new();
    writer.write(&part, &mut bytes).expect("a shard");
    let old = index.manifest().files[1].name.clone();
    let new = "t01-s000-0123456789abcdef.tws";
    let manifest = forge(&desk.read("index/index.json"), &old, new, &bytes);
    desk.put(&format!("index/{new}"), bytes);
    desk.put("index/index.json", manifest);
    desk.index("verify index").ends(0);
    desk.index("verify index --deep")
        .ends(2)
        .says("error: index: table 1 does not hold the fingerprints of table 0; build the index again");
}
