//! What numbers the lines of a manuscript, and what only looks like it.

use super::{drawn, line, lines, text};

const PROSE: [&str; 10] = [
    "The river is wide here, and its water is clearer than the",
    "sea that it runs into in the end, so that the people who live",
    "on its banks have long since taken all of their water out of",
    "it, and have built the houses of their towns as near to it",
    "as they dared, for it rises in each spring by some feet, and",
    "takes with it what is not built of stone, as they tell those",
    "who ask them why their town has no bridge. There was one of",
    "wood, two hundred years ago, and it stood for three winters,",
    "until the ice came down from the lakes and took it along to",
    "where it was never found by those who went to look for it.",
];

/// Lines with those numbers beside them that are given, right-aligned before `x`.
fn numbered(x: i32, numbers: impl Fn(usize) -> Option<usize>) -> String {
    let number = |at: usize| {
        let text = numbers(at)?.to_string();
        Some(line(x - 6 * text.len() as i32, 700 - 12 * at as i32, &text))
    };
    lines(100, 700, &PROSE) + &(0..PROSE.len()).filter_map(number).collect::<String>()
}

#[test]
fn numbers_of_every_line_are_left_out_on_all_pages_whether_they_go_on_or_begin_anew() {
    let last = lines(100, 700, &["And that is all."]);
    for second in [11, 1] {
        let pages = [
            numbered(90, |at| Some(at + 1)),
            numbered(90, |at| Some(at + second)),
            last.clone() + &line(78, 700, "21"),
        ];
        let expected = [PROSE.join(" "), PROSE.join(" "), "And that is all.".into()].join("\n\n");
        assert_eq!(text(&drawn(&pages)), expected);
    }
}

#[test]
fn numbers_of_every_fifth_line_are_left_out_with_that_of_the_first() {
    let page = |first: usize| {
        let prose: Vec<&str> = PROSE.iter().chain(&PROSE).copied().collect();
        let number = |at: usize| match first + at {
            number if number == 1 || number.is_multiple_of(5) => {
                line(90 - 6 * number.to_string().len() as i32, 700 - 12 * at as i32, &number.to_string())
            }
            _ => String::new(),
        };
        lines(100, 700, &prose) + &(0..prose.len()).map(number).collect::<String>()
    };
    let expected = vec![PROSE.join(" "); 4].join(" ");
    assert_eq!(text(&drawn(&[page(1), page(21)])).replace("\n\n", " "), expected);
}

#[test]
fn numbers_right_of_the_text_are_left_out() {
    assert_eq!(text(&drawn(&[numbered(520, |at| Some(at + 1))])), PROSE.join(" "));
}

#[test]
fn a_number_as_near_to_its_line_as_a_word_is_left_out() {
    assert_eq!(text(&drawn(&[numbered(95, |at| Some(at + 1))])), PROSE.join(" "));
}

#[test]
fn a_list_whose_items_are_of_several_lines_keeps_its_numbers() {
    let list = numbered(90, |at| Some(at / 2 + 1).filter(|_| at % 2 == 0));
    let read = text(&drawn(&[list]));
    assert!(read.starts_with("1 The river") && read.contains("5 until the ice"), "{read}");
}

#[test]
fn a_table_keeps_the_numbers_of_its_rows_beside_words_and_beside_numbers() {
    let names = ["Rhine", "Oder", "Weser", "Elbe", "Havel", "Spree", "Saale", "Neisse"];
    let rows = |at: usize, name: &str| {
        let y = 700 - 12 * at as i32;
        line(80, y, &(at + 1).to_string()) + &line(100, y, name) + &line(300, y, &(at * 311 + 40).to_string())
    };
    let table: String = names.iter().enumerate().map(|(at, name)| rows(at, name)).collect();
    assert!(text(&drawn(&[table])).starts_with("1 Rhine 40 2 Oder 351 3 Weser"));
}

#[test]
fn a_table_of_contents_keeps_its_numbers() {
    let titles = ["Rivers", "Of bridges and of ice", "Towns", "What people say of them", "Floods", "The sea"];
    let rows = |at: usize, title: &str| {
        let y = 700 - 12 * at as i32;
        let dots = ".".repeat(60 - title.len());
        line(80, y, &(at + 1).to_string()) + &line(100, y, &format!("{title} {dots} {}", at * 7 + 1))
    };
    let contents: String = titles.iter().enumerate().map(|(at, title)| rows(at, title)).collect();
    let read = text(&drawn(&[contents, lines(80, 700, &PROSE)]));
    assert!(read.starts_with("1 Rivers ...") && read.contains("3 Towns ..."), "{read}");
}

#[test]
fn numbers_of_verses_stay_where_the_text_is() {
    let verses: Vec<String> =
        PROSE.iter().zip(1..).map(|(verse, number)| format!("{number}  {verse}")).collect();
    let verses: Vec<&str> = verses.iter().map(String::as_str).collect();
    let read = text(&drawn(&[lines(80, 700, &verses)]));
    assert!(read.contains("1 The river") && read.contains("4 it, and"), "{read}");
}

#[test]
fn the_axis_of_a_chart_keeps_its_numbers_beside_a_text() {
    let axis: String = (0..5).map(|at| line(60, 700 - 20 * at, &(at * 10).to_string())).collect();
    let read = text(&drawn(&[axis + &lines(100, 500, &PROSE)]));
    assert!(read.contains("10") && read.contains("40"), "{read}");
}
