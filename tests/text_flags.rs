//! What is folded away is counted where it deceives, and nowhere else.

use twinprint::text::{self, Document, FlagKind, Flags, Reading, TextOptions};

fn read(text: &str) -> Reading {
    text::read_with_words(&Document::plain("document", text), &TextOptions::default())
        .expect("there are words")
}

fn words(text: &str) -> Vec<String> {
    read(text).words().map(String::from).collect()
}

#[test]
fn honest_text_raises_no_flag() {
    for text in [
        // Persian and Urdu, with zero-width non-joiners.
        "می\u{200c}خواهم کتاب\u{200c}ها را بخوانم. نمی\u{200c}دانم چه می\u{200c}شود.",
        "یہ ایک کتاب ہے جو میں نے پڑھی۔",
        "مرحبا بالعالم، كيف حالك؟ هذا نص \u{200f}(2024)\u{200f} عربي.",
        // Hebrew with direction marks and points.
        "שלום עולם\u{200f}! הספר \u{200e}ABC-123\u{200e} נמצא כאן. בְּרֵאשִׁית בָּרָא",
        // Indic scripts with joiners and non-joiners.
        "श्री\u{200d} क्\u{200d}ष नमस्ते दुनिया, यह एक परीक्षा है।",
        "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি। র\u{200d}্যাব",
        "வணக்கம் உலகம், க்\u{200c}ஷ தமிழ்",
        "ക്ഷമിക്കണം മലയാളം ന്\u{200d}റെ",
        "ಕನ್ನಡ ರ\u{200d}್ಯ ಭಾಷೆ",
        "ශ්\u{200d}රී ලංකාව",
        // Scripts without spaces, with zero-width spaces where lines may break.
        "สวัสดี\u{200b}ชาวโลก\u{200b}ภาษาไทย",
        "ភាសា\u{200b}ខ្មែរ\u{200b}ជា\u{200b}ភាសា",
        "これは日本語の\u{200b}テストです。Tシャツを買う。",
        "这是中文，\u{200b}测试。我喜欢Python编程。",
        "안녕하세요, 한국어 테스트입니다. K팝 IT기업",
        "ᠮᠣᠩᠭᠣᠯ\u{180e}ᠠ ᠬᠡᠯᠡ\u{180b}",
        // Cyrillic and Greek, with names in Latin letters.
        "Компания Apple выпустила новый iPhone, а Microsoft — Windows. У меня iPhone'ом меньше, SMSка пришла. Цена 5 USD.",
        "Це українська мова, обов\u{2019}язково з апострофом, і Google теж.",
        "Η Ελλάδα είναι όμορφη. Το Facebook και η Microsoft. Καλημέρα κόσμε, τι κάνεις;",
        "Հայերեն լեզու և Google որոնում",
        "ქართული ენა და Facebook",
        // Science in Latin letters.
        "TGFβ and TNFα, IFNγ, NFκB, HIF1α, PPARγ, αvβ3, 10 kΩ, 5 μm, 5 µm, ΔG, α-helix, the angle α, σ = 2, hν, 30 °C.",
        "Let 𝑥 and 𝑦 be in ℝ and 𝑓 a map ℝ → ℝ; then 𝑎𝑏 = 𝑏𝑎, x² + y³ = 1ˢᵗ, № 5, ½, ™.",
        "Ångström, naïve façade, cafe\u{301}, ﬁne ﬂour, ＦＵＬＬ ｗｉｄｔｈ, Straße, İstanbul, ıssız, don\u{2019}t.",
        // Emoji: joiners, selectors, tags, keycaps, flags.
        "Family 👨\u{200d}👩\u{200d}👧\u{200d}👦 hearts ❤\u{fe0f} 1\u{fe0f}\u{20e3}2\u{fe0f}\u{20e3} info ℹ\u{fe0f} ©\u{fe0f} ok",
        "Flag 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🇩🇪 👍🏽 and 🏳\u{fe0f}\u{200d}🌈 end",
        // Leading and inner byte order marks, breaks in URLs, directions.
        "\u{feff}A file that starts with a mark",
        "one\n\u{feff}two https://example.org/\u{200b}path \u{202a}left\u{202c} \u{2066}iso\u{2069}",
        "①②③ first Ⓐ ⒝ list",
    ] {
        assert_eq!(*read(text).flags(), Flags::default(), "{text}");
    }
}

#[test]
fn evasion_is_folded_and_counted() {
    let kinds = |text: &str| {
        let Flags { invisible, soft_hyphens, look_alikes, foreign_words, styled, .. } = *read(text).flags();
        [invisible, soft_hyphens, look_alikes, foreign_words, styled]
    };
    for (text, plain, counts) in [
        ("it was cop\u{200b}ied here", "it was copied here", [1, 0, 0, 0, 0]),
        ("c\u{200b}o\u{200c}p\u{200d}i\u{2060}e\u{feff}d", "copied", [5, 0, 0, 0, 0]),
        ("cop\u{200b}\u{202e}\u{e0041}ied", "copied", [3, 0, 0, 0, 0]),
        ("2\u{200b}024", "2024", [1, 0, 0, 0, 0]),
        ("ко\u{200b}пия", "копия", [1, 0, 0, 0, 0]),
        ("cop\u{ad}ied pla\u{ad}gia\u{ad}rism", "copied plagiarism", [0, 3, 0, 0, 0]),
        ("сopied", "copied", [0, 0, 1, 0, 0]),
        ("сору plаgiarism", "сору plagiarism", [0, 0, 1, 0, 0]),
        ("Тhe tехts Αpple", "the texts apple", [0, 0, 3, 0, 0]),
        ("CΟPIED cοpied νery", "copied copied very", [0, 0, 3, 0, 0]),
        ("кoпия документa", "копия документа", [0, 0, 2, 0, 0]),
        ("𝐜𝐨𝐩𝐢𝐞𝐝 𝓽𝓮𝔁𝓽 ⓣⓔⓧⓣ", "copied text text", [0, 0, 0, 0, 3]),
        ("c𝗈pied", "copied", [0, 0, 0, 0, 1]),
        ("this is а text", "this is а text", [0, 0, 0, 1, 0]),
        ("we have сор here", "we have сор here", [0, 0, 0, 1, 0]),
        ("Саша ест хлеб. Потом cap ест и сар ест", "саша ест хлеб потом cap ест и сар ест", [0, 0, 0, 1, 0]),
    ] {
        assert_eq!(words(text), words(plain), "{text}");
        assert_eq!(kinds(text), counts, "{text}");
    }
}

#[test]
fn modern_is_not_modem() {
    assert_ne!(words("modern"), words("modem"));
}

#[test]
fn a_tie_between_scripts_changes_nothing() {
    assert_eq!(words("аb"), ["аb"]);
}

#[test]
fn marks_are_where_the_reader_sees_them() {
    let text = "we cop\u{200b}ied а text";
    let reading = read(text);
    let marks: Vec<(FlagKind, &str)> =
        reading.flags().marks.iter().map(|mark| (mark.kind, &text[mark.span.range()])).collect();
    assert_eq!(marks, [(FlagKind::Invisible, "\u{200b}"), (FlagKind::ForeignWord, "а")]);
}

#[test]
fn marks_are_capped_and_counts_are_not() {
    let reading = read(&"cop\u{200b}ied ".repeat(5000));
    assert_eq!(reading.flags().invisible, 5000);
    assert_eq!(reading.flags().marks.len(), 1000);
}

#[test]
fn scripts_without_spaces_are_read_by_character() {
    assert_eq!(words("日本語テスト"), ["日", "本", "語", "テ", "ス", "ト"]);
    assert_eq!(words("ガギグ ｶﾞｷﾞ"), ["ガ", "ギ", "グ", "ガ", "ギ"]);
    assert_eq!(words("Tシャツ"), ["t", "シ", "ャ", "ツ"]);
    assert_eq!(words("ที่นี่"), ["ที่", "นี่"]);
    assert_eq!(words("ខ្ញុំ").concat(), "ខ្ញុំ");
    assert_eq!(words("ကြောင်").concat(), "ကြောင်");
    assert_eq!(words("ສະບາຍ").len(), 5);
}

#[test]
fn case_and_compatibility_forms_are_folded() {
    assert_eq!(words("STRASSE Straße STRAẞE"), ["strasse", "strasse", "strasse"]);
    assert_eq!(words("ΣΊΣΥΦΟΣ σίσυφος"), ["σίσυφοσ", "σίσυφοσ"]);
    assert_eq!(words("ﬁne ＦＩＮＥ"), ["fine", "fine"]);
    assert_eq!(words("cafe\u{301} caf\u{e9} CAFÉ"), ["café", "café", "café"]);
    assert_eq!(words("ıssız"), ["ıssız"]);
    assert_eq!(words("don\u{2019}t don\u{2018}t don\u{2bc}t don\u{ff07}t"), ["don't"; 4]);
}

/// A million is enough to show what is not linear; without optimisation less must do.
const MANY: usize = if cfg!(debug_assertions) { 10_000 } else { 1_000_000 };

#[test]
fn hostile_text_of_megabytes_is_read() {
    for text in [
        "\u{fdfa}".repeat(MANY),
        "a\u{301}".to_string() + &"\u{301}".repeat(MANY),
        "\u{301}\u{327}".repeat(MANY / 2) + "a",
        "а\u{200b}a".repeat(MANY / 3),
        "\u{200b}\u{301}".repeat(MANY / 2) + "x",
        "日".repeat(MANY / 2),
        "ｶ".repeat(MANY / 2),
        "a.".repeat(MANY / 2) + "é",
        "аaаaа".repeat(MANY / 5),
        "\u{fffd}".repeat(MANY / 3) + "a\0b",
        "а a ".repeat(MANY / 3),
        "http://".repeat(MANY / 5),
        "ᄀ".repeat(MANY / 2),
        "a\u{a0}".repeat(MANY / 2),
        "𝐚".repeat(MANY / 2),
    ] {
        for urls in [text::UrlRule::AsText, text::UrlRule::SlashesAndDots] {
            for rule in [text::WordRule::Unicode, text::WordRule::WhiteSpace, text::WordRule::Alphanumeric] {
                let options = TextOptions::default().with_urls(urls).with_words(rule);
                let reading =
                    text::read(&Document::plain("hostile", &text), &options).expect("there are words");
                assert!(!reading.hashes().is_empty());
            }
        }
    }
}
