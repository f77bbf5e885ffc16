//! HTML is read as people see it, and every token knows where it stands in the source.

use proptest::prelude::*;
use twinprint::text::{self, Document, ImageRule, Reading, TextOptions};

fn read(html: &str) -> Reading {
    text::read_with_words(&Document::html("page", html), &TextOptions::default()).expect("there are words")
}

fn view(html: &str) -> String {
    read(html).view(html).into()
}

/// Each token's source text.
fn sources(html: &str) -> Vec<&str> {
    let reading = read(html);
    reading.spans().iter().map(|&span| &html[reading.source(span).range()]).collect()
}

#[test]
fn what_is_not_shown_is_left_out() {
    for html in [
        "seen<script>var hidden = '<p>hidden';</script> too",
        "seen<style>p { color: hidden }</style> too",
        "seen<template><p>hidden</p></template> too",
        "seen<noscript>hidden</noscript> too",
        "seen<iframe>hidden</iframe> too",
        "seen<object><p>hidden</object> too",
        "<head><title>hidden</title></head>seen too",
        "seen<!-- hidden --> too",
        "seen<!-- hidden --!> too",
        "<!doctype html>seen <span hidden>hidden</span>too",
        "seen <span style='color: red; DISPLAY : none !important'>hidden</span>too",
        "seen <span style=\"visibility:hidden\">hidden <b>hidden</b></span>too",
        "seen <div hidden>hidden <div>hidden</div> hidden<br>hidden <img> hidden</div>too",
        "seen <p hidden>hidden<p>too",
        "seen <ul><li hidden>hidden<ul><li>hidden</ul>hidden<li>too</ul>",
        "seen <dl><dt hidden>hidden<dd>too</dl>",
        "seen <table><tr><td hidden>hidden<td>too</table>",
        "seen <table><tr hidden><td>hidden<tr><td>too</table>",
        "seen <select><option hidden>hidden<option>too</select>",
        "<div>seen <p hidden>hidden</div>too",
        "seen <div hidden>hidden</b></i>hidden</span>hidden</div>too",
        "<b>seen <div hidden>hidden</b>hidden</div>too",
        "seen <svg><title>hidden</title><style/></svg>too",
        "seen <math><annotation>hidden</annotation></math>too",
        "seen too<div hidden>hidden",
        "seen too<!-- hidden",
        "seen too<script>hidden",
        "seen too<p title='hidden",
    ] {
        let words: Vec<String> = read(html).words().map(String::from).collect();
        assert_eq!(words, ["seen", "too"], "{html}");
    }
}

#[test]
fn blocks_separate_words_and_inline_elements_do_not() {
    assert_eq!(view("<b>wo</b>rd <i>a</i>"), "word a");
    assert_eq!(view("<p>one</p><p>two<br>three<div>four</div>five"), "one\ntwo\nthree\nfour\nfive");
    assert_eq!(view("<ul><li>one<li>two</ul>three"), "one\ntwo\nthree");
    assert_eq!(view("<table><tr><td>a<td>b<tr><th>c</th><td>d</td></table>e"), "a\tb\nc\td\ne");
    assert_eq!(view("  one \n\t two  <b> three </b>  <p> four  "), "one two three\nfour");
    assert_eq!(view("<pre>one\n  two</pre> three  four"), "one\n  two\nthree four");
    assert_eq!(view("<textarea>a  <b>b</textarea>c"), "a  <b>b c");
    assert_eq!(view("<button>yes</button><button>no</button>"), "yes no");
    assert_eq!(view("wo<div hidden>hidden</div>rd<script>hidden</script>s"), "words");
    assert_eq!(view("su&shy;per<wbr>man"), "su\u{ad}perman");
}

#[test]
fn character_references_are_decoded() {
    assert_eq!(
        view("caf&eacute; &lt;b&gt; &#x41;&#66; &amp;amp; AT&T &notit; &nbsp;x &#0; &bogus;"),
        "café <b> AB &amp; AT&T ¬it; \u{a0}x \u{fffd} &bogus;"
    );
}

#[test]
fn tokens_know_their_place_in_the_source() {
    assert_eq!(
        sources("<p>The <b>wo</b>rd caf&eacute;s, &#x41;&#66;c</p>é<i>d</i>"),
        ["The", "wo</b>rd", "caf&eacute;s", "&#x41;&#66;c", "é<i>d"]
    );
    assert_eq!(
        sources("one\r\ntwo\r\n<pre>three\r\nfour &amp five</pre>six"),
        ["one", "two", "three", "four", "five", "six"]
    );
    assert_eq!(
        sources("a < b <3 c &x d &unknown; e <> f </ g> h"),
        ["a", "b", "3", "c", "x", "d", "unknown", "e", "f", "h"]
    );
    assert_eq!(
        sources("<title>x</title>a<textarea>b &lt; c</textarea>d<xmp>e<f></xmp>g<!-- x -->h<!x>i"),
        ["a", "b", "c", "d", "e", "f", "g<!-- x -->h<!x>i"]
    );
}

#[test]
fn image_sources_are_terms_when_asked_for() {
    let options = TextOptions::default().with_images(ImageRule::Sources);
    let html = "<p>a<img alt=x src=/pics/cat.jpg?x=1>b <img src='https://Example.org/dog.png'> \
        <img src=\"//cdn.example.net/i.gif\"><img src='data:image/png;base64,AAAA'><img src='we&amp;st.png'>\
        <img hidden src=hidden.png><div hidden><img src=hidden.png></div> c";
    let document = Document::html("page", html).with_url("https://example.org/page/index.html");
    let reading = text::read_with_words(&document, &options).expect("there are words");
    let words: Vec<&str> = reading.words().collect();
    assert_eq!(words, ["a", "cat.jpg", "b", "dog.png", "//cdn.example.net/i.gif", "we&st.png", "c"]);
    let places: Vec<&str> = reading.spans().iter().map(|&span| &html[reading.source(span).range()]).collect();
    assert_eq!(places[1], "/pics/cat.jpg?x=1");
    assert_eq!(places[3], "https://Example.org/dog.png");
    assert_eq!(places[5], "we&amp;st.png");
    assert_eq!(reading.view(html), "a cat.jpg b dog.png //cdn.example.net/i.gif we&st.png\nc");

    let words = |html: &str, url| -> Vec<String> {
        let document = Document::html("page", html).with_url(url);
        let reading = text::read_with_words(&document, &options).expect("there are words");
        reading.words().map(String::from).collect()
    };
    assert_eq!(words("<base href=https://cdn.net/a/><img src=b/c.png>", None), ["c.png"]);
    assert_eq!(
        words("<base href=https://cdn.net/a/><img src=b/c.png>", Some("http://example.org")),
        ["https://cdn.net/a/b/c.png"]
    );
    assert_eq!(words("<img src=/a/b.png> x", None), ["b.png", "x"]);
}

#[test]
fn two_hundred_thousand_nested_tags_are_read() {
    let count = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    for html in [
        "<div>".repeat(count) + "word",
        "<div>".repeat(count) + "word" + &"</div>".repeat(count),
        "<div hidden>".repeat(count) + &"</div>".repeat(count) + "word",
        "<p><b><i>".repeat(count) + "word",
        "<span><div>".to_string() + &"<i>".repeat(count) + &"</span>".repeat(count) + "word",
        "<ul><li>".repeat(count) + "word",
        "<li>".repeat(count) + "word",
        "<table><tr><td>".repeat(count) + "word",
        "word<".repeat(count),
        "word&".repeat(count),
        "word&#x".repeat(count),
        "word <!-- ".repeat(count),
        "word<a b=".repeat(count),
        "word<a ".to_string() + &"b ".repeat(count),
        "word</".repeat(count),
        "word<![CDATA[".repeat(count),
        "word<svg>".repeat(count) + "]]",
        "word \0".repeat(count),
        "word<x-".to_string() + &"y".repeat(count),
        "word<img src='".to_string() + &"y/".repeat(count) + "'>",
    ] {
        assert!(!read(&html).hashes().is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_source_is_read_and_text_without_references_stands_in_it_as_it_is(
        html in "(<(/?(p|b|div hidden|td|tr|li|svg|title|script|textarea|pre|!--|img src='x'|a href=x/?))>|[ -~é\\n]|word |&amp;|&#65;|--|>|\\r|\\x00){0,30}",
        images in any::<bool>(),
    ) {
        let images = if images { ImageRule::Sources } else { ImageRule::Ignored };
        let options = TextOptions::default().with_images(images);
        let Ok(reading) = text::read_with_words(&Document::html("page", &html), &options) else { return Ok(()) };
        for (word, &span) in reading.words().zip(reading.spans()) {
            let seen = &reading.view(&html)[span.range()];
            let source = html.get(reading.source(span).range());
            prop_assert!(source.is_some(), "{:?} {:?}", span, reading.source(span));
            let source = source.unwrap_or_default();
            if !source.contains(['<', '&']) {
                prop_assert_eq!(seen.to_lowercase(), word);
                prop_assert_eq!(seen, source);
            }
        }
    }
}
