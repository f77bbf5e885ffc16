//! Comma- and tab-separated values.

use super::*;

const HEADER: &str = "id,\"te\"\"xt\",more\r\n";
const ROWS: [&str; 6] = [
    "0,a rose,\r\n",
    "1,\"is, \"\"a\"\"\nrose\r\n\", 7 \n",
    "\"2\",,\n",
    "3,é,\"\"\r\n",
    "4,few\n",
    "5,the end,x",
];

fn file_of(rows: impl IntoIterator<Item = &'static str>) -> String {
    [HEADER].into_iter().chain(rows).collect()
}

fn kept(fates: Fates<'_>) -> String {
    let numbered = ROWS.into_iter().zip(0..);
    file_of(numbered.filter(|&(_, number)| fates(number) == Fate::Keep).map(|(row, _)| row))
}

#[test]
fn all_other_records_stay_byte_for_byte_however_they_are_packed() {
    for (ending, pack) in PACKINGS {
        for (name, separator) in [("a.csv", ","), ("a.tsv", "\t")] {
            let with = |text: String| text.replace(',', separator);
            let (name, bytes) = (format!("{name}{ending}"), pack(with(file_of(ROWS)).as_bytes()));
            assert_eq!(without(&name, &bytes, KEEPS_ALL), (bytes.clone(), 6, 0), "{name}");
            for (fates, dropped) in [(DROPS_THIRDS, 2), (DROPS_ALL, 6)] {
                let (new, all_kept, all_dropped) = without(&name, &bytes, fates);
                assert_eq!(String::from_utf8(unpacked(&new)), Ok(with(kept(fates))), "{name}");
                assert_eq!((all_kept, all_dropped), (6 - dropped, dropped), "{name}");
            }
        }
    }
}

#[test]
fn a_byte_order_mark_stays_before_the_header() {
    let (new, ..) = without("a.csv", format!("\u{feff}{}", file_of(ROWS)).as_bytes(), DROPS_THIRDS);
    assert_eq!(String::from_utf8(new), Ok(format!("\u{feff}{}", kept(DROPS_THIRDS))));
}

#[test]
fn columns_are_cells_behind_the_others() {
    let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
    let (counts, new) = rewritten("a.csv", file_of(ROWS).as_bytes(), &annotate).expect("a file");
    let expected = [
        "id,\"te\"\"xt\",more,cluster,representative,containment,kept\r\n",
        "0,a rose,,0,,0.5,true\r\n",
        "1,\"is, \"\"a\"\"\nrose\r\n\", 7 ,1,\"a \"\"1\"\"\",0.5,false\n",
        "\"2\",,,,,,\n",
        "3,é,\"\",3,\"a \"\"3\"\"\",0.5,false\r\n",
        "4,few\n",
        "5,the end,x,5,\"a \"\"5\"\"\",0.5,false",
    ];
    assert_eq!(String::from_utf8(new.expect("a file")), Ok(expected.concat()));
    assert_eq!(counts.documents_kept, 6);
    let error = rewritten("a.csv", b"id,\"kept\"\n", &annotate).expect_err("a column");
    assert!(error.to_string().contains("it has a column \"kept\" already"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_records_are_those_of_a_filter_in_memory(
        rows in prop::collection::vec(("[a-zé]{1,3}", "[a-z,\" \r\n]{0,6}", any::<bool>()), 1..40),
        ended: bool,
        fates in any::<u64>(),
        packing in 0_usize..3,
    ) {
        let row = |(id, text, long): &(String, String, bool)| {
            format!("{id},\"{}\"{}", text.replace('"', "\"\""), if *long { "\r\n" } else { "\n" })
        };
        let mut rows: Vec<String> = rows.iter().map(row).collect();
        if let Some(last) = rows.last_mut() && !ended {
            last.truncate(last.trim_end_matches(['\r', '\n']).len());
        }
        let fates: Fates<'_> = &|number| if fates >> (number % 64) & 1 == 1 { Fate::Drop } else { Fate::Keep };
        let kept = rows.iter().zip(0..).filter(|&(_, number)| fates(number) == Fate::Keep);
        let kept: String = ["id,text\r\n"].into_iter().chain(kept.map(|(row, _)| row.as_str())).collect();
        let (ending, pack) = PACKINGS[packing];
        let bytes = pack(format!("id,text\r\n{}", rows.concat()).as_bytes());
        let (new, ..) = without(&format!("a.csv{ending}"), &bytes, fates);
        prop_assert_eq!(String::from_utf8(unpacked(&new)), Ok(kept));
    }
}
