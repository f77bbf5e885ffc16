//! Letters that nobody sees: drawn invisibly, in the color of the paper, smaller than anyone reads, or outside what is shown of the page.
//! A scan has what is read of its picture behind it in invisible letters: those are its text, as on every page on which hardly any other
//! letters are.

use std::collections::HashSet;

use hayro_interpret::Paint;
use hayro_interpret::kurbo::{Point, Rect};

use super::Page;
use super::glyphs::Placed;
use super::lines::{as_read, in_rows, joined};
use crate::document::asides::{AsideKind, Asides, TINY, WHITE};

/// Letters that are seen are hardly any if they are this share of those that are not.
const HARDLY: f64 = 0.1;
/// How near a letter stands to another of the same text of which it is the shadow, in its size.
const SHADOW: f64 = 0.5;
/// How far apart words of one line are at most, in their size.
const WORDS_APART: f64 = 1.0;
/// How high letters of one line are at most, in their size.
const OUTLINE: f64 = 2.0;
/// The most areas whose color is known; on a page with more, white letters are taken for seen.
const AREAS: usize = 2_000;
/// The most pictures of a page that are looked at for what is behind them.
const PICTURES: usize = 200;
/// How many areas are looked at in the time that a glyph takes to be drawn.
pub(super) const AREAS_OF_A_GLYPH: usize = 256;

/// What was read of a picture of a page is a line of this many words at least, of which this share is seen on the page.
const WORDS_OF_A_COPY: usize = 3;
const SEEN_OF_A_COPY: f64 = 0.8;

/// Why nobody sees a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    Invisible,
    White,
    Tiny,
    Outside,
}

impl Unseen {
    pub(super) fn kind(self) -> AsideKind {
        match self {
            Unseen::Invisible | Unseen::Outside => AsideKind::Hidden,
            Unseen::White => AsideKind::White,
            Unseen::Tiny => AsideKind::Tiny,
        }
    }

    /// That of a letter from here to there, of this size in points, on a page of this size.
    pub(super) fn of_place(from: Point, to: Point, size: f64, (width, height): (f64, f64)) -> Option<Unseen> {
        let shown = Rect::new(0.0, 0.0, width, height).inflate(size, size);
        let middle = from.midpoint(to);
        let inside = middle.x > shown.x0 && middle.x < shown.x1 && middle.y > shown.y0 && middle.y < shown.y1;
        match () {
            () if !inside => Some(Unseen::Outside),
            () if size < TINY => Some(Unseen::Tiny),
            () => None,
        }
    }
}

/// How what is painted looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    None,
    White,
    /// Another color, or some of many.
    Other,
}

impl Ink {
    pub(super) fn of(paint: &Paint<'_>) -> Ink {
        let Paint::Color(color) = paint else { return Ink::Other };
        match color.to_rgba().to_rgba8() {
            [_, _, _, 0] => Ink::None,
            [red, green, blue, _] if red.min(green).min(blue) >= WHITE => Ink::White,
            _ => Ink::Other,
        }
    }
}

/// The areas of a page that were painted so far, and its pictures.
#[derive(Default)]
pub(super) struct Painted {
    areas: Vec<(Rect, Ink)>,
    pictures: Vec<Rect>,
}

impl Painted {
    pub(super) fn area(&mut self, area: Rect, ink: Ink) {
        if self.areas.len() < AREAS && ink != Ink::None {
            self.areas.push((area, ink));
        }
    }

    pub(super) fn picture(&mut self, area: Rect) {
        self.area(area, Ink::Other);
        if self.pictures.len() < PICTURES {
            self.pictures.push(area);
        }
    }

    pub(super) fn areas(&self) -> usize {
        self.areas.len()
    }

    pub(super) fn pictures(&self) -> usize {
        self.pictures.len()
    }

    /// Whether white letters are seen at a point: what was painted there last is not white.
    pub(super) fn shows_white(&self, point: Point) -> bool {
        let last = self.areas.iter().rev().find(|(area, _)| area.contains(point));
        self.areas.len() == AREAS || last.is_some_and(|(_, ink)| *ink != Ink::White)
    }

    /// Takes letters that nobody sees for seen where hardly any others are: on pictures, and on pages on which anything is painted; and takes
    /// away those that are the shadows of others.
    pub(super) fn settle(&self, glyphs: &mut Vec<Placed>) {
        run_over_edges(glyphs);
        let behind = self.behind_pictures(glyphs);
        let whole = Counts::of(glyphs.iter());
        let shadows = Shadows::of(glyphs);
        for (glyph, behind) in glyphs.iter_mut().zip(behind) {
            let seen = match glyph.unseen {
                Some(Unseen::Invisible) if self.outlines(glyph) => true,
                Some(Unseen::Invisible | Unseen::White) => {
                    behind || (whole.hardly_any_seen() && !self.areas.is_empty())
                }
                Some(Unseen::Tiny) => whole.hardly_any_seen(),
                Some(Unseen::Outside) | None => false,
            };
            if seen {
                glyph.unseen = None;
            }
        }
        glyphs.retain(|glyph| glyph.unseen.is_none() || !shadows.have(glyph));
    }

    /// Whether a path is drawn where an invisible letter is that is not higher than letters are: some programs draw the outlines of letters and
    /// put the letters behind them.
    fn outlines(&self, glyph: &Placed) -> bool {
        let middle = glyph.middle();
        let is_outline = |area: &Rect| area.height() <= OUTLINE * glyph.size && area.contains(middle);
        self.areas.iter().any(|(area, ink)| *ink == Ink::Other && is_outline(area))
    }

    /// Which glyphs are on a picture on which hardly any letters are seen.
    fn behind_pictures(&self, glyphs: &[Placed]) -> Vec<bool> {
        let mut behind = vec![false; glyphs.len()];
        for picture in &self.pictures {
            let on_it = |glyph: &Placed| picture.contains(glyph.from.midpoint(glyph.to));
            if Counts::of(glyphs.iter().filter(|glyph| on_it(glyph))).hardly_any_seen() {
                behind.iter_mut().zip(glyphs).for_each(|(behind, glyph)| *behind |= on_it(glyph));
            }
        }
        behind
    }
}

/// Takes what a line has outside of the page for seen if some of it is within: it is too long for its page, and is not hidden there.
fn run_over_edges(glyphs: &mut [Placed]) {
    let goes_on = |glyphs: &[Placed], at: usize, inside: usize| {
        let (first, second) = (&glyphs[at.min(inside)], &glyphs[at.max(inside)]);
        let near = (second.from - first.to).hypot() <= WORDS_APART * glyphs[at].size;
        near && glyphs[at].unseen == Some(Unseen::Outside) && glyphs[inside].unseen.is_none()
    };
    for at in 1..glyphs.len() {
        if goes_on(glyphs, at, at - 1) {
            glyphs[at].unseen = None;
        }
    }
    for at in (1..glyphs.len()).rev() {
        if goes_on(glyphs, at - 1, at) {
            glyphs[at - 1].unseen = None;
        }
    }
}

/// How many letters are seen, and how many are not.
#[derive(Default)]
struct Counts {
    seen: usize,
    unseen: usize,
}

impl Counts {
    fn of<'a>(glyphs: impl Iterator<Item = &'a Placed>) -> Counts {
        let mut counts = Counts::default();
        for glyph in glyphs.filter(|glyph| glyph.text != " ") {
            *(if glyph.unseen.is_none() { &mut counts.seen } else { &mut counts.unseen }) += 1;
        }
        counts
    }

    fn hardly_any_seen(&self) -> bool {
        self.seen as f64 <= HARDLY * self.unseen as f64
    }
}

/// Where letters are seen.
struct Shadows(HashSet<(String, i64, i64)>);

impl Shadows {
    fn of(glyphs: &[Placed]) -> Shadows {
        let seen = glyphs.iter().filter(|glyph| glyph.unseen.is_none());
        Shadows(seen.map(|glyph| Shadows::key(glyph, 0, 0)).collect())
    }

    /// A glyph, and in which square of the page it is or, that many further, next to which.
    fn key(glyph: &Placed, right: i64, down: i64) -> (String, i64, i64) {
        let square = |at: f64| (at / (SHADOW * glyph.size)).floor() as i64;
        (glyph.text.clone(), square(glyph.from.x) + right, square(glyph.from.y) + down)
    }

    fn have(&self, glyph: &Placed) -> bool {
        let near = [-1, 0, 1];
        near.iter().any(|&right| near.iter().any(|&down| self.0.contains(&Shadows::key(glyph, right, down))))
    }
}

/// Puts what nobody sees of a page into lines, but for hidden lines of words that are seen on it: what was read of a picture of the page.
pub(super) fn put_beside(page: &Page, asides: &mut Asides) {
    let words = |text: &str| -> Vec<String> {
        text.split(|sign: char| !sign.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let hides = page.unseen.iter().any(|(kind, _)| *kind == AsideKind::Hidden);
    let seen: HashSet<String> =
        page.fragments.iter().filter(|_| hides).flat_map(|run| words(&run.text)).collect();
    for kind in [AsideKind::Hidden, AsideKind::White, AsideKind::Tiny] {
        let runs = page.unseen.iter().filter(|(of, _)| *of == kind).map(|(_, run)| run);
        for line in in_rows(runs).iter().flat_map(|row| joined(row, f64::INFINITY)) {
            let own = words(&line.text);
            let known = own.iter().filter(|word| seen.contains(*word)).count();
            let is_copy = own.len() >= WORDS_OF_A_COPY && known as f64 >= SEEN_OF_A_COPY * own.len() as f64;
            if kind != AsideKind::Hidden || !is_copy {
                asides.add(kind, &as_read(&line.text, line.right_to_left));
                asides.add(kind, " ");
            }
        }
        asides.end();
    }
}
