//! What pairs differ in, by the words that do: Henzinger's classes, and the alignment beside its naive twin.

use proptest::prelude::*;
use twinprint::difference::{self, Difference, DifferenceKind, Kinds, Reason, Side};
use twinprint::text::{self, Document, TextOptions};

fn between(a: &Document<'_>, b: &Document<'_>) -> Difference {
    let [read_a, read_b] = [a, b].map(|document| text::read(document, &TextOptions::default()).unwrap());
    difference::between(Side { document: a, reading: &read_a }, Side { document: b, reading: &read_b })
}

/// The reason for texts that differ in this sentence of a page alone.
fn reason(a: &str, b: &str) -> Reason {
    let page = |text: &str| {
        format!("Rowing club of Ellby\n\nWe meet on the river.\n\n{text}\n\nAll are welcome here")
    };
    difference::reason(&page(a), &page(b)).unwrap()
}

#[track_caller]
fn all_are(kind: DifferenceKind, pairs: &[(&str, &str)]) {
    for (a, b) in pairs {
        assert_eq!(reason(a, b), Reason::Only(kind), "{a:?} and {b:?}");
        assert_eq!(reason(b, a), Reason::Only(kind), "{b:?} and {a:?}");
    }
}

#[test]
fn texts_of_the_same_words_differ_in_nothing() {
    assert_eq!(reason("It is open, from ten!", "it is OPEN from ten"), Reason::Nothing);
    assert_eq!(reason("", "").to_string(), "nothing");
}

#[test]
fn dates_and_times_of_common_forms_are_time_stamps() {
    all_are(
        DifferenceKind::TimeStamp,
        &[
            ("Last updated 2026-11-21", "Last updated 2026-12-03"),
            ("Generated on 2026-11-21T16:40:39Z by make", "Generated on 2026-11-22T07:05:00Z by make"),
            ("Stand: 2026-11-21T16:40:39.123+01:00", "Stand: 2026-11-22T07:05:00.9-05:30"),
            ("Date: Sat, 21 Nov 2026 16:40:39 +0000", "Date: Sun, 6 Dec 2026 09:01:02 -0500"),
            ("Sat Nov 21 16:40:39 UTC 2026", "Tue Dec  1 06:00:01 CET 2027"),
            ("It was changed on November 21st, 2026.", "It was changed on December 2nd, 2025."),
            ("It was changed on 21. November 2026.", "It was changed on 3. May 2026."),
            ("As of May 2006", "As of March 2007"),
            ("Built 21-Nov-2026", "Built 03-Dec-26"),
            ("Changed 11/21/2026 at 4:40 PM", "Changed 12/02/2026 at 11:05 a.m."),
            ("Posted 21.11.2026, 16:40", "Posted 22.11.2026, 07:05"),
            ("Page made 20261121164039", "Page made 20261203080000"),
            ("Posted 3 hours ago", "Posted 12 minutes ago"),
            ("Posted 1 day ago", "Posted 2 days ago"),
            ("It is 4pm", "It is 10am"),
            ("Today at 14:05", "Yesterday at 09:30"),
            ("Copyright (c) 2001-2005 The club", "Copyright (c) 2001-2006 The club"),
            ("\u{a9} 2005 The club", "\u{a9} 2006 The club"),
        ],
    );
}

#[test]
fn numbers_and_words_like_dates_are_none() {
    for (a, b) in [
        ("Version 10.4.2 is out", "Version 10.4.3 is out"),
        ("The host has the address 10.4.2.17", "The host has the address 10.4.2.18"),
        ("Call 555-0123", "Call 555-0199"),
        ("It weighs 26 pounds", "It weighs 27 pounds"),
        ("They march 12 miles and may 3 times rest", "They march 14 miles and may 4 times rest"),
    ] {
        assert_eq!(reason(a, b), Reason::Only(DifferenceKind::Number), "{a:?} and {b:?}");
    }
    assert_eq!(reason("We row in November", "We row in December"), Reason::Only(DifferenceKind::Content));
}

#[test]
fn the_time_that_a_page_took_is_an_execution_time() {
    all_are(
        DifferenceKind::ExecutionTime,
        &[
            ("Page generated in 0.23 seconds", "Page generated in 1.2 seconds"),
            (
                "Page generated in 0.231 seconds with 12 queries",
                "Page generated in 0.198 seconds with 15 queries",
            ),
            ("Search took 0.23s", "Search took 0.9s"),
            ("Results 1 to 10 (0.23 seconds)", "Results 1 to 10 (0.31 seconds)"),
            ("Script execution time: 0.0231", "Script execution time: 0.1"),
            ("[ Time : 0.1042s | 12 Queries ]", "[ Time : 0.0988s | 14 Queries ]"),
            ("This page took 1 second to load", "This page took 2 seconds to load"),
            ("Rendered in 45 ms", "Rendered in 1,045 ms"),
        ],
    );
    assert_eq!(
        reason("Boil it for 30 seconds", "Boil it for 45 seconds"),
        Reason::Only(DifferenceKind::Number)
    );
}

#[test]
fn numbers_of_visitors_are_counts() {
    all_are(
        DifferenceKind::VisitorCount,
        &[
            ("You are visitor number 1,204", "You are visitor number 1,377"),
            ("Visitors: 1204", "Visitors: 1377"),
            ("1 visitor today", "3 visitors today"),
            ("This page has been accessed 12,345 times", "This page has been accessed 1 time"),
            ("Viewed 12 times since May", "Viewed 13 times since May"),
            ("Hits: 99", "Hits: 100"),
            (
                "There are 12 registered users and 3 guests online",
                "There are 14 registered users and 9 guests online",
            ),
            ("Counter 000123", "Counter 000124"),
        ],
    );
    assert_eq!(reason("View 3 pictures", "View 4 pictures"), Reason::Only(DifferenceKind::Number));
    assert_eq!(reason("Stir it 3 times", "Stir it 4 times"), Reason::Only(DifferenceKind::Number));
}

#[test]
fn hosts_and_urls_are_urls_in_whole_and_in_part() {
    all_are(
        DifferenceKind::Url,
        &[
            ("The domain cheap-oars.example is for sale", "The domain best-boats.example is for sale"),
            ("Buy oars.com now", "Buy boats.net now"),
            ("See http://oars.example/a/b.html?x=1", "See http://oars.example/c/d.html?x=2"),
            ("See www.oars.example/a", "See www.boats.example/a"),
            (
                "Cite as https://example.org/archive/2026/11/21/",
                "Cite as https://example.org/archive/2026/12/03/",
            ),
            ("Retrieved from example.org/wiki/oars", "Retrieved from example.org/wiki/boats"),
        ],
    );
    assert_eq!(
        reason("Open oars.rs, e.g. in it", "Open boats.rs, i.e. in it"),
        Reason::Only(DifferenceKind::Content)
    );
}

#[test]
fn a_name_of_the_documents_own_host_is_a_url() {
    let page = |name: &str| format!("{name} This domain may be for sale by its owner. Click here to ask.");
    let (text_a, text_b) = (page("Rowingboats"), page("Paddles"));
    let (mut a, mut b) = (Document::plain("a", &text_a), Document::plain("b", &text_b));
    assert_eq!(between(&a, &b).reason(), Reason::Only(DifferenceKind::Content));
    (a.url, b.url) = (Some("http://www.rowingboats.example/"), Some("http://paddles.example/index.html"));
    assert_eq!(between(&a, &b).reason(), Reason::Only(DifferenceKind::Url));
}

#[test]
fn ids_of_messages_and_sessions_and_names_of_servers_are_told_apart() {
    all_are(
        DifferenceKind::MessageId,
        &[
            ("Message-ID: <20061121.A12@mail.oars.example>", "Message-ID: <20061122.B77@mx.boats.example>"),
            ("Reply to <4563AF21.90@oars.example>", "Reply to <4563B001.17@oars.example>"),
            ("Message #1204 in this thread", "Message #1377 in this thread"),
            ("Post id 88123", "Post id 88124"),
        ],
    );
    all_are(
        DifferenceKind::SessionId,
        &[
            ("Link with PHPSESSID=a8d0f3e1b2c4d5e6", "Link with PHPSESSID=0123fedcba987654"),
            ("Session ID: 77AB12", "Session ID: 90CC01"),
            (
                "http://oars.example/shop;jsessionid=1A2B3C4D5E",
                "http://oars.example/shop;jsessionid=9F8E7D6C5B",
            ),
            ("Request 123e4567-e89b-12d3-a456-426614174000", "Request 9b2fa1c0-0f3e-4c1d-8a77-aa00bb11cc22"),
            ("Token d41d8cd98f00b204e9800998ecf8427e", "Token 0cc175b9c0f1b6a831c399e269772661"),
        ],
    );
    all_are(
        DifferenceKind::ServerName,
        &[
            ("Served by web-03", "Served by web-11"),
            ("Server: alpha", "Server: beta"),
            (
                "This page comes from server www2.oars.example",
                "This page comes from server www7.oars.example",
            ),
        ],
    );
    let checksums = ("MD5: d41d8cd98f00b204e9800998ecf8427e", "MD5: 0cc175b9c0f1b6a831c399e269772661");
    assert_eq!(reason(checksums.0, checksums.1), Reason::Only(DifferenceKind::Content));
}

#[test]
#[cfg(feature = "html")]
fn what_is_filled_into_forms_is_told_by_the_source() {
    let page =
        |field: &str| format!("<p>Ask the club</p><form>{field}<input value='x'></form><p>We answer soon.");
    let [oars, boats] =
        ["oars", "boats"].map(|word| page(&format!("<textarea name=q>I need {word}</textarea>")));
    let (a, b) = (Document::html("a", &oars), Document::html("b", &boats));
    assert_eq!(between(&a, &b).reason(), Reason::Only(DifferenceKind::Form));
    assert!(!between(&a, &b).reason().is_incidental());
    let unclosed = page("<textareas>I need oars</textarea><textarea>");
    assert_eq!(between(&Document::html("c", &unclosed), &b).reason(), Reason::Only(DifferenceKind::Content));
    let value = page("<textarea name=q>I need oars</textarea>").replace("'x'", "'y'");
    assert_eq!(between(&a, &Document::html("d", &value)).reason(), Reason::Nothing);
}

#[test]
fn several_kinds_are_all_named_and_content_outweighs_them() {
    let a = "Visitors: 1204. Page generated in 0.23 seconds on 21 Nov 2026.";
    let b = "Visitors: 1377. Page generated in 0.31 seconds on 22 Nov 2026.";
    assert_eq!(reason(a, b).to_string(), "several: time stamp, execution time, visitor count");
    assert!(reason(a, b).is_incidental());
    let priced = (a.to_owned() + " Oars cost 12.50", b.to_owned() + " Oars cost 13.00");
    assert_eq!(
        reason(&priced.0, &priced.1).to_string(),
        "several: time stamp, execution time, visitor count, number"
    );
    assert!(!reason(&priced.0, &priced.1).is_incidental());
    assert_eq!(reason(a, &b.replace("Visitors", "Members")).to_string(), "content");
}

#[test]
fn what_stands_in_one_document_alone_is_a_difference_at_its_place_in_the_other() {
    let (a, b) = ("The river is calm. Have fun!", "The river is calm. Updated 21 Nov 2026. Have fun!");
    let difference = between(&Document::plain("a", a), &Document::plain("b", b));
    let [stretch] = difference.stretches[..] else { panic!("{difference:?}") };
    assert_eq!(
        (stretch.a.range(), &b[stretch.b.range()], difference.words),
        (17..17, "Updated 21 Nov 2026", 4)
    );
    assert_eq!(stretch.kinds, Kinds::default().with(DifferenceKind::Content).with(DifferenceKind::TimeStamp));
}

#[test]
fn a_text_without_words_has_no_reason() {
    assert!(matches!(difference::reason("...", "word"), Err(twinprint::Error::NoWords { .. })));
}

#[test]
fn long_texts_of_one_kind_are_read_to_the_end() {
    let text = |word: &str| (0..5_000).map(|at| format!("{word}{} ", at % 7)).collect::<String>();
    assert_eq!(difference::reason(&text("x"), &text("y")).unwrap(), Reason::Only(DifferenceKind::Content));
    assert_eq!(difference::reason(&text("x"), &text("x")).unwrap(), Reason::Nothing);
    for piece in ["1,", "a-", "9.", "f0", "<x@", "//a:", "<textarea "] {
        let long = piece.repeat(5_000);
        assert_eq!(
            difference::reason(&long, &format!("{long} end")).unwrap(),
            Reason::Only(DifferenceKind::Content),
            "{piece}"
        );
    }
}

/// The words of the longest common subsequence, by the table.
fn common(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut corner = 0;
        for (at, y) in b.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if x == y { corner + 1 } else { above.max(row[at]) };
            corner = above;
        }
    }
    row[b.len()]
}

/// The words of a text outside the differing stretches.
fn outside(text: &str, stretches: impl Iterator<Item = text::Span>) -> Vec<String> {
    let (mut rest, mut from) = (String::new(), 0);
    for stretch in stretches {
        rest += &text[from..stretch.start as usize];
        rest += " ";
        from = stretch.end as usize;
    }
    rest += &text[from..];
    rest.split_whitespace().map(Into::into).collect()
}

fn words(most: usize) -> impl Strategy<Value = Vec<String>> {
    (1usize..12).prop_flat_map(move |alphabet| {
        prop::collection::vec((0..alphabet).prop_map(|at| format!("w{at}")), 1..most)
    })
}

/// Pieces of what recognisers look for, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "2026",
        "21",
        "11",
        "Nov",
        "May",
        "am",
        "T",
        "Z",
        "16:40",
        "+0000",
        "st",
        "ago",
        "hours",
        "hits",
        "visitor",
        "times",
        "viewed",
        "took",
        "0.23",
        "seconds",
        "queries",
        "http",
        "www",
        "example",
        "org",
        "com",
        "server",
        "served by",
        "message",
        "session",
        "id",
        "<a1@b>",
        "deadbeefdeadbeef12",
        "copyright",
        "\u{a9}",
        "\u{130}",
        "\u{e9}",
        "word",
    ]);
    let joint = prop::sample::select(vec![
        "", " ", "-", ".", ":", "/", "://", "<", ">", "@", "=", "#", ",", "\n", "\u{a0}",
    ]);
    prop::collection::vec((piece, joint), 1..30)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, joint)| [piece, joint]).collect())
}

/// The most words that differ of which the least number is promised: as many rounds are made from each end as half of them.
const MOST: usize = 200;

/// A text of which each letter is a word.
fn spelt(letters: &str) -> Vec<String> {
    letters.chars().map(|letter| format!("w{letter}")).collect()
}

#[test]
fn of_more_differing_words_than_are_sought_there_may_be_found_more_than_the_least() {
    let a = spelt(
        "49615248292315333378554641738307aa75442875309048454a2157732aa726065763216a22aa3a62391294703728148533\
        176757a3335470",
    );
    let b = spelt(
        "1110101011111110000100111100010001111010111001010010110010010111011110111100000111100011100010001110\
        101100111010011",
    );
    let least = a.len() + b.len() - 2 * common(&a, &b);
    let (text_a, text_b) = (a.join(" "), b.join(" "));
    let found = between(&Document::plain("a", &text_a), &Document::plain("b", &text_b));
    assert_eq!((least, found.words), (MOST + 1, MOST + 3));
    let rest_a = outside(&text_a, found.stretches.iter().map(|stretch| stretch.a));
    assert_eq!(rest_a, outside(&text_b, found.stretches.iter().map(|stretch| stretch.b)));
}

proptest! {
    #[test]
    fn the_words_that_differ_are_as_few_as_the_naive_table_says(a in words(120), b in words(120)) {
        let (text_a, text_b) = (a.join(" "), b.join(" "));
        let found = between(&Document::plain("a", &text_a), &Document::plain("b", &text_b));
        let least = a.len() + b.len() - 2 * common(&a, &b);
        if least <= MOST {
            prop_assert_eq!(found.words, least);
        } else {
            prop_assert!(found.words >= least, "{} words, at least {}", found.words, least);
        }
        let rest_a = outside(&text_a, found.stretches.iter().map(|stretch| stretch.a));
        let rest_b = outside(&text_b, found.stretches.iter().map(|stretch| stretch.b));
        prop_assert_eq!(rest_a, rest_b);
    }

    #[test]
    fn exchanged_documents_give_the_mirror_image(a in pieces(), b in pieces(), c in pieces()) {
        let (text_a, text_b) = (format!("{a} {b} end"), format!("{a} {c} end"));
        let (a, b) = (Document::plain("a", &text_a), Document::plain("b", &text_b));
        let (forth, back) = (between(&a, &b), between(&b, &a));
        prop_assert_eq!(forth.reason(), back.reason());
        let mirrored: Vec<_> = back.stretches.iter().map(|s| (s.b, s.a, s.kinds)).collect();
        prop_assert_eq!(forth.stretches.iter().map(|s| (s.a, s.b, s.kinds)).collect::<Vec<_>>(), mirrored);
    }

    #[test]
    fn a_text_differs_from_itself_in_nothing(text in pieces()) {
        prop_assume!(text.chars().any(char::is_alphanumeric));
        prop_assert_eq!(difference::reason(&text, &text).unwrap(), Reason::Nothing);
    }

    #[test]
    fn no_text_is_too_odd(a in "\\PC{0,60}", b in "\\PC{0,60}") {
        let texts = (format!("{a} x {b}"), format!("{b} y {a}"));
        prop_assert_ne!(difference::reason(&texts.0, &texts.1).unwrap(), Reason::Nothing);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn documents_with_hundreds_of_changes_still_agree_outside_them(a in words(900), b in words(900)) {
        let (text_a, text_b) = (a.join(" "), b.join(" "));
        let found = between(&Document::plain("a", &text_a), &Document::plain("b", &text_b));
        let rest_a = outside(&text_a, found.stretches.iter().map(|stretch| stretch.a));
        let rest_b = outside(&text_b, found.stretches.iter().map(|stretch| stretch.b));
        prop_assert_eq!(rest_a, rest_b);
    }
}
