//! What is written in LaTeX, and what is read of it.

use proptest::prelude::*;

use crate::{DocumentKind, ReadDocument, Unreadable, read_document, read_named_document};

fn document(source: &str) -> ReadDocument {
    read_named_document(Some("tex"), source.as_bytes(), &mut |_, _| {}).expect("a document")
}

fn text(source: &str) -> String {
    document(source).text
}

#[test]
fn a_document_gives_its_title_and_its_paragraphs_without_its_commands() {
    let source = r"% !TEX program = lualatex
\documentclass[12pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\title[Short]{On \emph{rivers}\thanks{Paid by nobody.}}
\author{A. Writer\\Town \and B. Other}
\date{\today}
\newcommand{\unused}[1]{nothing #1}
\begin{document}
\maketitle
\section*{Where they begin}\label{sec:begin}
Most rivers begin in \textbf{hills}~\cite[p.~3]{smith2001}, as
Section~\ref{sec:begin} says.% a comment
 They flow\footnote{Mostly. See \url{http://a.example/b%20c}.} to the sea.

\noindent ``Later'' they---all 3--4 of them---end.
\end{document}
Nothing of this is read.";
    let read = read_document(source.trim_start_matches("% !TEX program = lualatex\n").as_bytes());
    let read = read.expect("a document");
    assert_eq!(
        read.text,
        "On rivers\n\nA. Writer Town, B. Other\n\nWhere they begin\n\nMost rivers begin in hills , as Section says.They flow to the sea.\n\n\
         Mostly. See http://a.example/b%20c.\n\n“Later” they—all 3–4 of them—end."
    );
    assert_eq!(read, document(source));
    assert_eq!(
        (read.kind, read.title.as_deref(), read.author.as_deref()),
        (DocumentKind::Latex, Some("On rivers"), Some("A. Writer Town, B. Other"))
    );
}

#[test]
fn accents_and_letters_are_read_however_they_are_written() {
    assert_eq!(
        text(
            r#"caf\'e caf\'{e} na\"\i ve \c{c}a {\"O}l Stra\ss e \OE uvre \v Sko\v{d}a \~n \r{a} \H{o} \l\'od\'z \'\i"#
        ),
        "café café naïve ça Öl Straße Œuvre Škoďa ñ å ő łódź í"
    );
    assert_eq!(
        text(r"50\,\% of R\&D: \$3 \{a\_b\} \#1 \textbackslash\ Wo\-chen\-ende"),
        "50 % of R&D: $3 {a_b} #1 \\ Wochenende"
    );
    let german = r#"\documentclass{article}\usepackage[ngerman]{babel}\begin{document}"`Gr"o"se"' hei"st Gr"osse\end{document}"#;
    assert_eq!(text(german), "„Größe“ heißt Grösse");
    assert_eq!(text(r#"a "quoted" word"#), r#"a "quoted" word"#);
}

#[test]
fn a_text_is_decoded_as_its_bytes_show_or_as_it_says_and_what_is_no_text_is_refused() {
    let read =
        |bytes: &[u8]| read_named_document(Some("tex"), bytes, &mut |_, _| {}).expect("a document").text;
    assert_eq!(read(b"caf\xe9 au lait"), "café au lait");
    let declared = b"\\documentclass{article}\\usepackage[koi8-r]{inputenc}\\begin{document}\xf2\xc5\xcb\xc1\\end{document}";
    assert_eq!(read(declared), "Река");
    let wide: Vec<u8> = "\u{feff}\\emph{Fluß}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&wide), "Fluß");
    let binary: Vec<u8> = (0..=255).cycle().take(4096).collect();
    let refused = read_named_document(Some("tex"), &binary, &mut |_, _| {});
    assert_eq!(refused, Err(Unreadable::Not("a LaTeX document")));
}

#[test]
fn lists_tables_and_captions_keep_their_parts_apart() {
    let source = r"\begin{itemize}[noitemsep]\item One \item[Two] of \emph{many}\end{itemize}
\begin{table}[ht]\centering\begin{tabular}{l|r@{\,}c}\toprule() a & b\\[2pt] \cmidrule(lr){1-2} \multicolumn{2}{c}{wide} & c \\ \hline\end{tabular}
\caption[short]{What is measured.}\label{tab:a}\end{table}
\includegraphics[width=.5\textwidth]{river.png}\vspace*{1cm}\textcolor{red}{red} \texorpdfstring{\href{http://x.example/%20}{a link}}{bookmark}
\begin{tikzpicture}\draw (0,0) node{hidden};\end{tikzpicture}
\begin{verbatim}
let x = \alpha; % kept
\end{verbatim}
\verb|\emph| stays";
    assert_eq!(
        text(source),
        "One\n\nTwo of many\n\na\tb\nwide\tc\n\nWhat is measured.\n\nred a link\n\nlet x = \\alpha; % kept\n\n\\emph stays"
    );
}

#[test]
fn mathematics_is_read_by_its_letters() {
    assert_eq!(text(r"So $E = mc^2$ and \(\alpha \leq \frac{1}{2}\) hold."), "So E = mc2 and α ≤ 1/2 hold.");
    assert_eq!(
        text(
            "As\n\\begin{align*}\n a &= \\mathbb{R} \\\\ \\label{eq:b} b &\\in \\left[0, \\sin x\\right]\n\\end{align*}\nsays."
        ),
        "As a = R b ∈ [0, sin x] says."
    );
}

#[test]
fn commands_of_its_own_are_expanded() {
    let source = r"\newcommand{\river}[2][Rhine]{the #1 (#2)}\def\twice#1{#1 and #1}\newcommand\eg{e.g.\ }\renewcommand{\section}[1]{gone}
\river{Germany}, \river[Rhône]{France}, \twice{\emph{again}} \eg this \section{Kept}";
    assert_eq!(text(source), "the Rhine (Germany), the Rhône (France), again and again e.g. this\n\nKept");
}

#[test]
fn branches_that_are_not_taken_are_no_text() {
    assert_eq!(text(r"a \iffalse b \ifx\c\d e\else f\fi g\else h\fi i \ifdraft j\else k\fi l"), "a hi jl");
}

#[test]
fn slides_are_read_without_the_numbers_of_when_they_appear() {
    let source = r"\documentclass{beamer}\begin{document}\begin{frame}[fragile]{Rivers}\item<1-> One\only<2>{Two}\end{frame}\end{document}";
    assert_eq!(text(source), "Rivers\n\nOneTwo");
}

#[test]
fn what_has_no_end_costs_no_text_behind_the_next_empty_line() {
    assert_eq!(text("a \\label{b c\n\nd \\cite[e f\n\ng"), "a\n\nd\n\ng");
    assert_eq!(text("a } b \\end{c} \\textbf{d\n\ne"), "a b d\n\ne");
    assert_eq!(text("a $b\n\nc_d"), "a b\n\nc_d");
}

#[test]
fn what_is_no_text_is_empty_and_what_is_nested_too_deep_is_refused() {
    assert_eq!(text("% nothing"), "");
    let deep = "\\begin{a}".repeat(101);
    assert_eq!(
        read_named_document(Some("tex"), deep.as_bytes(), &mut |_, _| {}),
        Err(Unreadable::Nested(100))
    );
}

#[test]
fn commands_without_end_end() {
    for endless in [
        r"\def\a{x\a}\a",
        r"\def\a{\a\a}\a b",
        r"\newcommand{\a}[1]{\a{#1#1}}\a{long}",
        r"\def\a#1{#1\a}\a\a",
    ] {
        let source = endless.repeat(50);
        let read = read_named_document(Some("tex"), source.as_bytes(), &mut |_, _| {});
        assert!(read.map_or(0, |read| read.text.len()) <= 8 * source.len() + (1 << 17), "{endless}");
    }
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_without_a_panic_and_is_not_much_longer(
        parts in proptest::collection::vec(
            prop_oneof![
                r"[a-z{}\[\]$&%\\ \n#~^_'`-]{1,6}",
                proptest::sample::select(vec![
                    r"\begin{tabular}{l}", r"\end{tabular}", r"\footnote{", r"\section{", r"\verb|", r"\begin{verbatim}", r"\title{",
                    r"\maketitle", r"\newcommand{\a}[2][x]{#1\b#2}", r"\def\b#1{#1\a}", r"\a{", r"\b", r"\iffalse", r"\else", r"\fi", r"\'",
                    r"\begin{document}", r"\end{document}", r"\begin{align}", r"\frac", r"\item[", r"\href{", r"\parindent=0pt", "ä",
                    "\\end{verbatim}", "\n\n",
                ]).prop_map(String::from),
            ],
            0..40,
        ),
    ) {
        let source = parts.concat();
        if let Ok(read) = read_named_document(Some("tex"), source.as_bytes(), &mut |_, _| {}) {
            prop_assert!(read.text.len() <= 40 * source.len() + (1 << 18));
        }
    }

    #[test]
    fn plain_words_are_read_as_they_are(words in proptest::collection::vec("[a-zäöüαβж灯]{1,9}[.;:]?", 1..60)) {
        let source = words.join(" ");
        prop_assert_eq!(text(&source), source);
    }
}
