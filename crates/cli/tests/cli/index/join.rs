//! `twinprint index join`.

use twinprint::table::Match;
use twinprint_native::index::StoredCode;

use super::*;

/// What `--tsv` prints of these queries, in order and each once, by comparing each with all.
fn expected<C: StoredCode>(queries: &[C], prints: &[C], k: u32) -> String {
    let sorted = |codes: &[C]| codes.iter().copied().collect::<BTreeSet<C>>().into_iter().collect::<Vec<C>>();
    let prints = sorted(prints);
    let mut table = String::from("query\tfingerprint\tdistance\n");
    for query in sorted(queries) {
        let mut near = reference::within(&prints, query, k);
        near.sort_by_key(|near| near.fingerprint);
        let line =
            |near: &Match<C>| format!("{}\t{}\t{}\n", hex(query), hex(near.fingerprint), near.distance);
        table.extend(near.iter().map(line));
    }
    table
}

/// Queries near some fingerprints, and near none.
fn queries<C: StoredCode>(prints: &[C]) -> Vec<C> {
    prints.iter().step_by(prints.len() / 200 + 1).map(|print| *print ^ C::ONE << 7).chain([C::ZERO]).collect()
}

#[track_caller]
fn joins_queries_as_comparing_with_all_does<C: StoredCode>(bits: u32, k: u32) {
    let (desk, prints) = (Desk::with(&[]), prints::<C>(1_500));
    let (queries, lines) = (queries(&prints), lines(&prints, |number| format!("page {number}")));
    desk.put("queries.txt", super::lines(&queries, |_| String::new()));
    desk.put("raw.bin", raw(&prints));
    desk.put("raw.bin.zst", zstandard(raw(&prints)));
    desk.put("lines.gz", gzip(&lines));
    let expected = expected(&queries, &prints, k);
    assert!(expected.lines().count() > 100, "{expected}");
    // More than the index was built for.
    desk.index(&format!("build --fingerprints raw.bin -o index --bits {bits} -k {}", k - 1)).ends(0);
    let options = format!("queries.txt --tsv -k {k} --bits {bits}");
    for from in ["index", "raw.bin", "raw.bin.zst", "lines.gz"] {
        let said = desk.index(&format!("join {from} {options}"));
        assert_eq!(said.ends(0).is_quiet().out, expected, "{from}");
    }
    let said = desk.index_given(lines.as_bytes(), &format!("join - {options}"));
    assert_eq!(said.ends(0).out, expected, "standard input");
}

#[test]
fn joins_with_queries_of_32_bits_find_what_comparing_with_all_does() {
    joins_queries_as_comparing_with_all_does::<u32>(32, 2);
}

#[test]
fn joins_with_queries_of_64_bits_find_what_comparing_with_all_does() {
    joins_queries_as_comparing_with_all_does::<u64>(64, 3);
}

#[test]
fn joins_with_queries_of_128_bits_find_what_comparing_with_all_does() {
    joins_queries_as_comparing_with_all_does::<u128>(128, 8);
}

#[test]
fn an_index_of_several_files_is_joined_whole() {
    let (desk, prints) = (Desk::with(&[]), prints::<u64>(250_000));
    let queries = queries(&prints);
    desk.put("prints.txt", lines(&prints, |number| number.to_string()));
    desk.put("queries.u64", raw(&queries));
    desk.index("build --fingerprints prints.txt -o index --tables 1 -k 1 --shard 1MiB").ends(0);
    assert!(Manifest::read(&desk.path("index")).expect("a manifest").first_table().count() > 1);
    assert_eq!(desk.index("join index queries.u64 --tsv").ends(0).out, expected(&queries, &prints, 1));
}

#[test]
fn a_file_of_more_than_cores_take_at_a_time_is_joined_whole() {
    // A million and some: two chunks.
    let (desk, mut prints) = (Desk::with(&[]), prints::<u32>(1_000));
    let some = prints.clone();
    prints.extend((0..1_060_000).map(|number| mix(number) as u32 | 1));
    prints.extend(&some);
    let queries: Vec<u32> = prints[prints.len() - 20..].to_vec();
    desk.put("prints.u32", raw(&prints));
    desk.put("queries.u32", raw(&queries));
    let said = desk.index("join prints.u32 queries.u32 --bits 32 -k 1 --tsv");
    assert_eq!(said.ends(0).out, expected(&queries, &prints, 1));
}

#[test]
fn a_join_with_queries_gives_each_near_pair_once() {
    let desk =
        Desk::with(&[("all", "00000000000000ff\n00000000000000ff\n00000000000000fe\n0000000000000000\n")]);
    desk.put("queries", "00000000000000fe\n00000000000000fe a\n");
    desk.index("build --fingerprints all -o index").ends(0);
    let expected = "query             fingerprint       distance\n\
                    00000000000000fe  00000000000000fe         0\n\
                    00000000000000fe  00000000000000ff         1\n\
                    2 pairs within 3 bits\n";
    for from in ["index", "all"] {
        assert_eq!(desk.index(&format!("join {from} queries")).ends(0).out, expected);
    }
    assert_eq!(
        desk.index_given(b"00000000000000fe", "join index - -k 0 --json").ends(0).out,
        "{\"query\":\"00000000000000fe\",\"fingerprint\":\"00000000000000fe\",\"distance\":0}\n"
    );
    desk.index("join all -k 0").ends(0).shows("0 pairs within 0 bits");
}

#[test]
fn what_comes_again_is_found_once() {
    let (desk, prints) = (Desk::with(&[]), prints::<u64>(1_000));
    let queries = queries(&prints);
    desk.put("prints.u64", raw(&[&prints[..], &prints, &prints].concat()));
    desk.put("queries.u64", raw(&[&queries[..], &queries].concat()));
    for memory in ["1K", "1G"] {
        let said = desk.index(&format!("join prints.u64 queries.u64 --tsv --memory {memory}"));
        assert_eq!(said.ends(0).out, expected(&queries, &prints, 3));
        let all = expected(&prints, &prints, 3);
        // Digits in order are numbers in order.
        let is_once = |line: &&str| {
            let mut fields = line.split('\t');
            fields.next() < fields.next() || line.starts_with("query")
        };
        let once: String = all.split_inclusive('\n').filter(is_once).collect();
        assert_eq!(desk.index(&format!("join prints.u64 --tsv --memory {memory}")).ends(0).out, once);
    }
}

#[test]
fn pairs_that_do_not_go_into_memory_are_the_same_and_leave_nothing_in_their_folder() {
    let (desk, prints) = (desk(), prints::<u64>(2_000));
    fs::create_dir(desk.path("pairs")).expect("a folder");
    desk.put("queries.u64", raw(&prints));
    desk.index("build --fingerprints prints.u64 -o index").ends(0);
    for join in ["join index queries.u64", "join prints.u64 queries.u64", "join index", "join prints.u64"] {
        let whole = desk.index(join).ends(0).is_quiet().out.clone();
        for memory in ["1K", "20KiB"] {
            let said = desk.index(&format!("{join} --memory {memory} --temp-dir pairs"));
            assert_eq!(said.ends(0).is_quiet().out, whole, "{join} within {memory}");
        }
        assert!(desk.files("pairs").is_empty());
        desk.index(&format!("{join} --temp-dir none")).ends(0);
        let said = desk.index(&format!("{join} --memory 1K --temp-dir none"));
        said.ends(2).says("error: none: it cannot be written: ");
        assert!(!said.out.contains("distance"), "{said:?}");
    }
}

#[test]
fn a_damaged_file_of_an_index_is_named() {
    let desk = desk();
    desk.index("build --fingerprints prints.u64 -o index").ends(0);
    let files = desk.bytes("index");
    let (name, whole) = files.iter().find(|(name, _)| name.starts_with("t00-")).expect("the first table");
    let path = format!("index/{name}");
    let mut damaged = whole.clone();
    let last = damaged.len() - 1_000;
    damaged[last] ^= 1;
    let cut = whole[..whole.len() - 1].to_vec();
    for (bytes, what) in [(damaged, "the checksum of block "), (cut, " bytes, and ")] {
        desk.put(&path, bytes);
        for join in ["join index prints.u64", "join index"] {
            let said = desk.index(join);
            said.ends(2).says(&format!("error: {path}: ")).says(what);
            assert_eq!(said.out, "");
        }
    }
    fs::remove_file(desk.path(&path)).expect("it is removed");
    desk.index("join index prints.u64")
        .ends(2)
        .says(&format!("error: {path}: there is no such file or folder"));
}

#[test]
fn a_file_of_another_index_is_refused() {
    let desk = desk();
    let build = "build --fingerprints prints.u64 -o";
    desk.index(&format!("{build} index")).ends(0);
    desk.index(&format!("{build} other --recipe 0123456789abcdef0123456789abcdef")).ends(0);
    let first = |index: &str| {
        let files = desk.files(index);
        files.into_iter().find(|name| name.starts_with("t00-")).expect("the first table")
    };
    fs::copy(desk.path("other").join(first("other")), desk.path("index").join(first("index")))
        .expect("a copy");
    desk.index("join index prints.u64")
        .ends(2)
        .says("error: index: its shards are not those of its manifest; build the index again");
}

#[test]
fn what_cannot_be_joined_is_named() {
    let desk = desk();
    desk.put("bad.txt", "00000000000000ff\n00000000000000fg\n");
    for (line, error) in [
        ("join bad.txt prints.u64", "error: bad.txt, line 2: this is no fingerprint: "),
        ("join prints.u64 bad.txt", "error: bad.txt, line 2: this is no fingerprint: "),
        ("join bad.txt", "error: bad.txt, line 2: this is no fingerprint: "),
        ("join prints.u64 none", "error: none: there is no such file or folder"),
        (
            "join none -k 9",
            "error: --k: \"9\" is not a value of this option; use a number of bits from 0 to 8",
        ),
        ("join prints.u64 --memory 4XB", "invalid value '4XB' for '--memory <SIZE>'"),
    ] {
        desk.index(line).ends(2).says(error);
    }
}
