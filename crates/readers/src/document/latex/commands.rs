//! What commands and environments do with their arguments.
//!
//! Arguments are written as in `xparse`: `*` a star, `o` one in brackets, `m` one in braces, `v` one in braces that is read as it
//! stands, as addresses are.

/// What a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    /// These arguments are no text; what follows them is.
    Drop(&'static str),
    /// What follows these arguments is a paragraph of its own.
    Paragraph(&'static str),
    /// What follows these arguments is the beginning of a paragraph.
    RunIn(&'static str),
    /// What follows these arguments stands behind the paragraph that it is in.
    Note(&'static str),
    /// Its argument is text as it stands.
    Verbatim,
    /// The characters up to the next that is like the first are text as they stand.
    Quoted,
    /// It ends a paragraph.
    Break,
    /// It ends a line, or the row of a table.
    Line,
    /// It begins an item of a list.
    Item,
    /// A length follows, which is no text.
    Length,
    /// It defines a command.
    Define,
    /// It defines a command as plain TeX does.
    PlainDefine,
    /// It defines something else, by these arguments, of which none is run.
    DefineOther(&'static str),
    /// It gives a command a second name.
    Let,
    /// Its argument is the title of the document.
    Title,
    /// Its argument names who wrote it.
    Author,
    /// It writes title and authors.
    MakeTitle,
    /// It stands between two authors.
    And,
    /// It writes its two arguments one over the other.
    Fraction,
    /// Of its two arguments the first is text.
    First,
    /// A line in a table: what stands in parentheses behind it, and these arguments, are no text.
    Rule(&'static str),
    /// It begins an environment.
    Begin,
    /// It ends an environment.
    End,
}

/// What a command does, if it is one that is known.
#[rustfmt::skip]
pub(super) fn command(name: &str) -> Option<Command> {
    use Command::*;
    Some(match name {
        "begin" => Begin,
        "end" => End,
        "\\" | "newline" | "tabularnewline" | "cr" | "linebreak" => Line,
        "par" | "newpage" | "clearpage" | "cleardoublepage" | "pagebreak" | "bigskip" | "medskip" | "smallskip" | "hrule"
        | "tableofcontents" | "appendix" | "ps" => Break,
        "item" => Item,
        "part" | "chapter" | "section" | "subsection" | "subsubsection" | "caption" | "frametitle" | "framesubtitle" | "addchap"
        | "addsec" | "centerline" | "opening" | "closing" | "encl" | "cc" => Paragraph("*o"),
        "captionof" => Paragraph("*mo"),
        "paragraph" | "subparagraph" => RunIn("*o"),
        "footnote" | "footnotetext" | "endnote" | "marginpar" | "sidenote" | "todo" => Note("o"),
        "title" => Title,
        "author" => Author,
        "and" | "And" | "AND" => And,
        "maketitle" | "titlepage" => MakeTitle,
        "verb" | "lstinline" => Quoted,
        "url" | "path" | "nolinkurl" => Verbatim,
        "frac" | "dfrac" | "tfrac" | "cfrac" | "binom" => Fraction,
        "texorpdfstring" => First,
        "toprule" | "midrule" | "bottomrule" => Rule(""),
        "cmidrule" => Rule("m"),
        "newcommand" | "renewcommand" | "providecommand" | "DeclareRobustCommand" | "DeclareMathOperator" => Define,
        "def" | "gdef" | "edef" | "xdef" => PlainDefine,
        "let" => Let,
        "newenvironment" | "renewenvironment" => DefineOther("*moomm"),
        "newtheorem" => DefineOther("*momo"),
        "newif" | "newcount" | "newdimen" | "newskip" | "newtoks" | "newbox" => DefineOther("m"),
        "vskip" | "hskip" | "kern" | "lower" | "raise" | "parindent" | "parskip" | "baselineskip" | "textwidth" | "textheight" | "oddsidemargin"
        | "evensidemargin" | "topmargin" | "hsize" | "vsize" | "leftskip" | "rightskip" | "tabcolsep" | "columnsep" | "hoffset"
        | "voffset" | "hangindent" | "itemsep" | "parsep" | "topsep" | "penalty" | "tolerance" | "looseness" => Length,
        "hyperref" | "footnotemark" | "sqrt" | "nopagebreak" | "printbibliography" => Drop("o"),
        "makebox" | "framebox" => Drop("oo"),
        "parbox" => Drop("ooom"),
        "href" => Drop("v"),
        "label" | "hypertarget" | "hyperlink" | "glossary" | "input" | "include" | "bibliography" | "bibliographystyle" | "pagestyle" | "thispagestyle" | "thanks"
        | "pagenumbering" | "phantom" | "vphantom" | "hphantom" | "hypersetup" | "graphicspath" | "tikzset" | "lstset"
        | "usetikzlibrary" | "cline" | "selectlanguage" | "foreignlanguage" | "linespread" | "setstretch" | "includeonly" | "subfile"
        | "hyphenation" | "externaldocument" | "geometry" | "captionsetup" | "symbol" | "fontfamily" | "fontseries" | "fontshape"
        | "stepcounter" | "refstepcounter" | "addtocounter" | "value" | "arabic" | "roman" | "Roman" | "alph" | "Alph" | "colorbox"
        | "raisebox" | "verbatiminput" | "newlength" | "newsavebox" | "institute" | "date" | "markright" => Drop("m"),
        "vspace" | "hspace" | "enlargethispage" | "needspace" => Drop("*m"),
        "color" | "textcolor" | "columncolor" | "rowcolor" | "cellcolor" | "pagecolor" | "index" | "pdfbookmark" | "bibitem"
        | "lstinputlisting" | "addbibresource" | "usetheme" | "usecolortheme" | "scalebox" | "rotatebox" => Drop("om"),
        "resizebox" => Drop("*mm"),
        "usepackage" | "documentclass" | "documentstyle" | "RequirePackage" => Drop("omo"),
        "includegraphics" | "includepdf" => Drop("*oom"),
        "setlength" | "addtolength" | "setcounter" | "fontsize" | "settowidth" | "multicolumn" | "markboth" => Drop("mm"),
        "setkomavar" => Drop("*om"),
        "rule" | "newcolumntype" | "PassOptionsToPackage" => Drop("omm"),
        "multirow" => Drop("omom"),
        "definecolor" | "addcontentsline" => Drop("mmm"),
        "newacronym" => Drop("ommm"),
        name if name.contains("cite") || name.contains("Cite") => Drop("*oom"),
        name if name.ends_with("ref") => Drop("*m"),
        _ => return None,
    })
}

/// What an environment does with what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Environment {
    /// Paragraphs of their own, behind these arguments that are no text.
    Paragraphs(&'static str),
    /// Rows and cells, behind such arguments.
    Table(&'static str),
    /// Text as it stands, in a paragraph, behind such arguments.
    Verbatim(&'static str),
    /// No text: drawings and comments.
    Nothing,
    /// Mathematics, behind such arguments.
    Mathematics(&'static str),
    /// The document itself.
    Document,
}

/// What an environment does, by its name.
#[rustfmt::skip]
pub(super) fn environment(name: &str) -> Environment {
    use Environment::*;
    match name.strip_suffix('*').unwrap_or(name) {
        "document" => Document,
        "comment" | "tikzpicture" | "pgfpicture" | "picture" | "filecontents" | "asy" | "pspicture" | "tikzcd" | "forest"
        | "circuitikz" | "CCSXML" => Nothing,
        "verbatim" | "Verbatim" | "lstlisting" => Verbatim("o"),
        "minted" => Verbatim("om"),
        "tabular" if name.ends_with('*') => Table("mom"),
        "tabularx" | "tabulary" => Table("mom"),
        "tabular" | "longtable" | "supertabular" | "tabu" | "longtabu" | "tblr" => Table("om"),
        "equation" | "align" | "gather" | "multline" | "eqnarray" | "displaymath" | "math" | "flalign" | "split" | "cases"
        | "matrix" | "pmatrix" | "bmatrix" | "vmatrix" | "aligned" | "gathered" | "subequations" => Mathematics(""),
        "array" => Mathematics("om"),
        "alignat" | "alignedat" => Mathematics("m"),
        "figure" | "table" | "enumerate" | "itemize" | "description" | "columns" | "frame" | "algorithm" | "algorithmic"
        | "threeparttable" | "sidewaystable" | "sidewaysfigure" => Paragraphs("o"),
        "minipage" => Paragraphs("ooom"),
        "multicols" => Paragraphs("mo"),
        "thebibliography" | "column" | "spacing" | "otherlanguage" | "adjustbox" | "hyphenrules" => Paragraphs("m"),
        "subfigure" | "subtable" => Paragraphs("om"),
        "wrapfigure" | "wraptable" => Paragraphs("omom"),
        "list" => Paragraphs("mm"),
        _ => Paragraphs(""),
    }
}
