//! From the glyphs that a page draws to runs: glyphs side by side on one baseline that are drawn one after the other.

use std::borrow::Cow;
use std::panic;

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::page::Page as PdfPage;
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect, Vec2};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, RenderContent, SoftMask, TransformExt, interpret_page,
};
use unicode_normalization::UnicodeNormalization;

use super::disguised::{self, Fonts};
use super::lines::{self, Fragment, SPACE};
use super::radicals::character_of;
use super::unseen::{AREAS_OF_A_GLYPH, Ink, Painted, Unseen};

use super::{Page, Rule};

/// How many units of a font are the size of its letters.
const UNITS: f64 = 1000.0;
/// All in shares of the letters' size: how far a glyph may reach back over the one before it,
const BACK: f64 = 0.5;
/// how far it may begin behind it, as letters that are spaced out for emphasis do,
const AHEAD: f64 = 0.3;
/// how far apart baselines of one run are at most,
const LEVEL: f64 = 0.05;
/// and how far from its twin a glyph is drawn that is drawn twice to be bold.
const TWICE: f64 = 0.1;
/// Letters of one run differ in size by this factor at most.
const OF_ONE_SIZE: f64 = 1.1;
/// The middle gap between letters from which on they are spaced out for emphasis, in their size.
const SPACED_OUT: f64 = 0.1;

/// In points, how thick a rule is at most, and how long at least.
const THIN: f64 = 2.0;
const LONG: f64 = 20.0;
/// The most rules of a page that are looked at; the squares of squared paper are drawn by fewer.
const MOST_RULES: usize = 500;

/// That a document draws more than [`Labour`] allows.
pub(super) struct Endless;

/// The most glyphs of a page.
const MOST: usize = 1_000_000;
/// How many glyphs a form or picture counts for: so much longer is what it takes.
const FORM: usize = 50;

/// How many glyphs and paths may still be drawn: some hundred bytes can have a page draw for ever.
pub(super) struct Labour(u64);

impl Labour {
    /// For a document; books of 5,000 pages have 15 million glyphs. Tests do not wait for as much.
    pub(super) const fn of_a_document() -> Labour {
        Labour(if cfg!(test) { 600_000 } else { 60_000_000 })
    }

    /// # Panics
    /// With [`Endless`], unheard by the panic hook, once nothing is left: there is no other way out of what draws.
    pub(super) fn spend(&mut self, steps: usize) {
        match self.0.checked_sub(steps as u64) {
            Some(left) => self.0 = left,
            None => panic::resume_unwind(Box::new(Endless)),
        }
    }

    pub(super) fn spend_on_form(&mut self) {
        self.spend(FORM);
    }
}

/// A page with its runs.
pub(super) fn page<'a>(
    pdf: &'a Pdf,
    page: &PdfPage<'a>,
    cache: &InterpreterCache<'a>,
    fonts: &mut Fonts,
    labour: &mut Labour,
) -> Page {
    let (width, height) = page.render_dimensions();
    let (width, height) = (f64::from(width), f64::from(height));
    let settings =
        InterpreterSettings { render_content: RenderContent::PAGE, ..InterpreterSettings::default() };
    let shown = page.initial_transform(true).to_kurbo();
    let mut context = Context::new(shown, Rect::new(0.0, 0.0, width, height), cache, pdf.xref(), settings);
    let mut drawn = Drawn {
        size: (width, height),
        glyphs: Vec::new(),
        may_clip: None,
        boxes: Vec::new(),
        painted: Painted::default(),
        lies: fonts.lies_of(page, labour),
        labour,
    };
    interpret_page(page, &mut context, &mut drawn);
    drawn.settle();
    let disguised = disguised::words(&drawn.glyphs);
    let turn = drawn.usual_turn();
    let (width, height) = turn.size(width, height);
    let rules = drawn.boxes.iter().filter_map(|drawn| rule(turn, *drawn, (width, height))).collect();
    let (unseen, seen): (Vec<Placed>, Vec<Placed>) =
        drawn.glyphs.into_iter().partition(|glyph| glyph.unseen.is_some());
    let unseen = runs(unseen, turn, (width, height));
    let fragments = runs(seen, turn, (width, height)).into_iter().map(|(_, run)| run).collect();
    let unseen = unseen.into_iter().filter_map(|(why, run)| Some((why?.kind(), run))).collect();
    Page { height, fragments, rules, unseen, disguised }
}

/// By how many quarters clockwise lines are turned on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    None,
    Down,
    Upside,
    Up,
}

impl Turn {
    const ALL: [Turn; 4] = [Turn::None, Turn::Down, Turn::Upside, Turn::Up];

    /// That of lines along `along`, if they are along an edge of the page.
    fn of(along: Vec2) -> Option<Turn> {
        let Vec2 { x, y } = along;
        if y.abs() <= 0.1 * x.abs() {
            Some(if x < 0.0 { Turn::Upside } else { Turn::None })
        } else if x.abs() <= 0.1 * y.abs() {
            Some(if y < 0.0 { Turn::Up } else { Turn::Down })
        } else {
            None
        }
    }

    /// The size of the page as one turns it to read.
    fn size(self, width: f64, height: f64) -> (f64, f64) {
        if matches!(self, Turn::None | Turn::Upside) { (width, height) } else { (height, width) }
    }

    /// Where a point is once the page, then of this size, is turned to read.
    fn upright(self, Point { x, y }: Point, (width, height): (f64, f64)) -> Point {
        match self {
            Turn::None => Point::new(x, y),
            Turn::Down => Point::new(y, height - x),
            Turn::Upside => Point::new(width - x, height - y),
            Turn::Up => Point::new(width - y, x),
        }
    }
}

/// A glyph where it stands on the page.
pub(super) struct Placed {
    pub(super) text: String,
    /// Where it begins on its baseline, and where the next would begin.
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) size: f64,
    /// The direction of its line, of length 1.
    along: Vec2,
    /// Why nobody sees it.
    pub(super) unseen: Option<Unseen>,
    /// What its font calls it, if it stands for another letter.
    pub(super) called: Option<char>,
}

impl Placed {
    /// A point within it.
    pub(super) fn middle(&self) -> Point {
        let up = Vec2::new(self.along.y, -self.along.x) * (0.3 * self.size);
        self.from.midpoint(self.to) + up
    }

    /// An area that it is in with some room.
    fn around(&self) -> Rect {
        Rect::from_points(self.from, self.to).inflate(self.size, self.size)
    }
}

/// What a page draws, of which glyphs are kept.
struct Drawn<'l> {
    /// The size of the page as it is drawn.
    size: (f64, f64),
    glyphs: Vec<Placed>,
    /// The first of the invisible glyphs that were drawn last, which may clip what is drawn next.
    may_clip: Option<usize>,
    /// Where paths are that may be rules.
    boxes: Vec<Rect>,
    painted: Painted,
    /// The letters that stand for others than they are called.
    lies: disguised::Lies,
    labour: &'l mut Labour,
}

impl Drawn<'_> {
    /// How most of the text is turned.
    fn usual_turn(&self) -> Turn {
        let mut counts = [0_usize; 4];
        for glyph in &self.glyphs {
            if let Some(turn) = Turn::of(glyph.along) {
                counts[turn as usize] += 1;
            }
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        *Turn::ALL.iter().find(|turn| counts[**turn as usize] == most).unwrap_or(&Turn::None)
    }

    /// Settles which glyphs nobody sees.
    fn settle(&mut self) {
        let unseen = self.glyphs.iter().filter(|glyph| glyph.unseen.is_some()).count();
        if unseen > 0 {
            let looked_at = unseen * self.painted.areas() + self.glyphs.len() * self.painted.pictures();
            self.labour.spend(looked_at / AREAS_OF_A_GLYPH);
            self.painted.settle(&mut self.glyphs);
        }
    }

    /// Takes a path for painted.
    fn paint(&mut self, area: Rect, props: &DrawProps<'_>, mode: &DrawMode) {
        self.may_clip = None;
        let stroke = match mode {
            DrawMode::Stroke(stroke) | DrawMode::FillAndStroke(_, stroke) => {
                f64::from(stroke.line_width) / 2.0
            }
            DrawMode::Fill(_) | DrawMode::Invisible => 0.0,
        };
        let [a, b, c, d, ..] = props.transform.as_coeffs();
        let upright = (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0);
        let drawn = props.transform.transform_rect_bbox(area.inflate(stroke, stroke));
        // Of what is not whole the white part is not known.
        match Ink::of(&props.paint) {
            Ink::White if !upright || stroke > 0.0 => {}
            ink => self.painted.area(drawn, ink),
        }
    }

    /// Takes a path for a rule if it may be one.
    fn rule(&mut self, drawn: Rect) {
        let (short, long) = (drawn.width().min(drawn.height()), drawn.width().max(drawn.height()));
        if self.boxes.len() < MOST_RULES && short <= THIN && long >= LONG {
            self.boxes.push(drawn);
        }
    }
}

/// Glyphs as runs, on the page as one turns it to read, each with why nobody sees it.
fn runs(glyphs: Vec<Placed>, turn: Turn, size: (f64, f64)) -> Vec<(Option<Unseen>, Fragment)> {
    let mut runs: Vec<Run> = Vec::new();
    for glyph in glyphs {
        match runs.last_mut() {
            Some(run) if run.takes(&glyph) => run.push(glyph),
            _ => runs.push(Run::new(glyph)),
        }
    }
    runs.into_iter().filter_map(|run| Some((run.glyphs[0].unseen, run.fragment(turn, size)?))).collect()
}

impl<'a> Device<'a> for Drawn<'_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let count = run.glyphs().len();
        self.labour.spend(if self.glyphs.len() + count > MOST { usize::MAX } else { count });
        let ink = Ink::of(&props.paint);
        let invisible = matches!(mode, DrawMode::Invisible) || ink == Ink::None;
        self.may_clip = self.may_clip.or(Some(self.glyphs.len())).filter(|_| invisible);
        if ink == Ink::White {
            self.labour.spend(count * self.painted.areas() / AREAS_OF_A_GLYPH);
        }
        let down = matches!(run.writing_mode(), WritingMode::Vertical);
        for glyph in run.glyphs() {
            let Some(mut placed) = placed(glyph, props.transform * glyph.transform(), down) else { continue };
            // The size and the color of drawings in place of letters are their own.
            let own = matches!(**glyph, Glyph::Type3(_));
            placed.unseen = match Unseen::of_place(placed.from, placed.to, placed.size, self.size) {
                _ if invisible => Some(Unseen::Invisible),
                Some(Unseen::Tiny) if own => None,
                None if !own && ink == Ink::White && !self.painted.shows_white(placed.middle()) => {
                    Some(Unseen::White)
                }
                unseen => unseen,
            };
            placed.called = match glyph.as_unicode().filter(|_| !self.lies.is_empty()) {
                Some(BfString::Char(letter)) => self.lies.get(&(glyph.char_code(), letter)).copied(),
                _ => None,
            };
            self.glyphs.push(placed);
        }
    }

    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.labour.spend(1);
        let area = path.control_box();
        self.rule(props.transform.transform_rect_bbox(area));
        if Ink::of(&props.paint) == Ink::Other {
            self.paint(area, &props, mode);
        }
    }

    fn draw_rect(&mut self, area: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        self.labour.spend(1);
        self.rule(props.transform.transform_rect_bbox(*area));
        self.paint(*area, &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.labour.spend(FORM);
        // Letters that clip a color or a picture are seen.
        if let Some(first) = self.may_clip.take() {
            let letters = &mut self.glyphs[first..];
            let around = letters.iter().map(Placed::around).reduce(|all, one| all.union(one));
            let clipped = clip.path.control_box();
            if around.is_some_and(|around| around.union(clipped) == around) {
                letters.iter_mut().for_each(|letter| letter.unseen = None);
            }
        }
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.labour.spend(FORM);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.labour.spend(FORM);
        self.may_clip = None;
        let whole = Rect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        self.painted.picture(props.transform.transform_rect_bbox(whole));
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}

/// A rule that was drawn here, on the page as one turns it to read, if it lies across it.
fn rule(turn: Turn, drawn: Rect, page: (f64, f64)) -> Option<Rule> {
    let corner = |x, y| turn.upright(Point::new(x, y), page);
    let across = Rect::from_points(corner(drawn.x0, drawn.y0), corner(drawn.x1, drawn.y1));
    let rule = Rule { left: across.x0, right: across.x1, y: across.center().y };
    (across.width() >= LONG).then_some(rule)
}

fn placed(glyph: &Glyph<'_>, shown: Affine, down: bool) -> Option<Placed> {
    let advance = match glyph {
        Glyph::Outline(glyph) => glyph.advance_width(),
        Glyph::Type3(glyph) => glyph.advance_width(),
    };
    let advance = f64::from(advance.unwrap_or(0.0));
    let at = |x, y| shown * Point::new(x, y);
    let size = (at(0.0, UNITS) - at(0.0, 0.0)).hypot();
    let (from, to) = if down {
        // The middle of a column is its line.
        (at(UNITS / 2.0, UNITS * 0.88), at(UNITS / 2.0, UNITS * -0.12))
    } else {
        (at(0.0, 0.0), at(advance, 0.0))
    };
    let along = if down { to - from } else { at(UNITS, 0.0) - at(0.0, 0.0) };
    let along = along / along.hypot();
    let known = [from.x, from.y, to.x, to.y, along.x, along.y].iter().all(|value| value.is_finite());
    (known && size > 0.0).then(|| Placed {
        text: text_of(glyph),
        from,
        to,
        size,
        along,
        unseen: None,
        called: None,
    })
}

/// What a glyph stands for. Ligatures and shapes of letters are the letters they stand for.
fn text_of(glyph: &Glyph<'_>) -> String {
    let letters = |letter: char| -> String {
        match letter {
            '\u{2f00}'..='\u{2fd5}' | '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => {
                letter.nfkc().collect()
            }
            '\u{2e80}'..='\u{2ef3}' => character_of(letter).unwrap_or(letter).into(),
            // Characters that no text has, and those that stand for the end of a line.
            '\0'..=' ' | '\u{7f}' | '\u{a0}' => " ".into(),
            letter => letter.into(),
        }
    };
    match glyph.as_unicode() {
        Some(BfString::Char(letter)) => letters(letter),
        Some(BfString::String(text)) => text.chars().map(letters).collect(),
        None => "\u{fffd}".into(),
    }
}

/// Glyphs side by side.
struct Run {
    glyphs: Vec<Placed>,
    /// How often a glyph stands before the one that was drawn before it.
    backwards: usize,
}

impl Run {
    fn new(glyph: Placed) -> Run {
        Run { glyphs: vec![glyph], backwards: 0 }
    }

    fn last(&self) -> &Placed {
        self.glyphs.last().expect("a run has a glyph")
    }

    /// Where a point is along the line of this run and across it.
    fn place(&self, point: Point) -> (f64, f64) {
        let first = &self.glyphs[0];
        let from = point - first.from;
        (from.dot(first.along), from.cross(first.along))
    }

    /// How far from the end of the last glyph the next one begins, and how far before its begin the next one ends.
    fn gaps(&self, glyph: &Placed) -> (f64, f64) {
        let along = |point| self.place(point).0;
        let last = self.last();
        (along(glyph.from) - along(last.to), along(last.from) - along(glyph.to))
    }

    fn takes(&self, glyph: &Placed) -> bool {
        let first = &self.glyphs[0];
        let size = first.size.max(glyph.size);
        // A capital letter's accent is set higher than the letter that follows.
        let accent = lines::mark_of_accent(&self.last().text).is_some();
        let (back, level) = if accent { (2.0 * BACK, BACK) } else { (BACK, LEVEL) };
        let near = |gap: f64| gap >= -back * size && gap <= AHEAD * size;
        let (after, before) = self.gaps(glyph);
        first.unseen == glyph.unseen
            && first.along.dot(glyph.along) > 0.99
            && size <= OF_ONE_SIZE * first.size.min(glyph.size)
            && (self.place(glyph.from).1 - self.place(self.last().from).1).abs() <= level * size
            && (near(after) || (near(before) && lines::right_to_left(&glyph.text)))
    }

    fn push(&mut self, glyph: Placed) {
        let last = self.last();
        if glyph.text == last.text && (glyph.from - last.from).hypot() <= TWICE * glyph.size {
            return;
        }
        let (after, before) = self.gaps(&glyph);
        if after.abs() > before.abs() && lines::mark_of_accent(&last.text).is_none() {
            self.backwards += 1;
        }
        self.glyphs.push(glyph);
    }

    /// None if nothing in it can be seen.
    fn fragment(self, turn: Turn, page: (f64, f64)) -> Option<Fragment> {
        let along = |glyph: &Placed| (self.place(glyph.from).0, self.place(glyph.to).0);
        let size = self.glyphs[0].size;
        let mut glyphs: Vec<(f64, f64, &Placed)> = Vec::with_capacity(self.glyphs.len());
        for glyph in &self.glyphs {
            let (from, to) = along(glyph);
            // A mark stands with its letter.
            let place = glyphs.last().filter(|_| to - from < 0.01 * size).map_or(from, |last| last.0);
            glyphs.push((place, to, glyph));
        }
        if self.backwards > 0 {
            glyphs.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let text = text_of_run(&glyphs, size);
        let seen = |glyph: &&Placed| glyph.text != " ";
        let turned = Turn::of(self.glyphs[0].along) != Some(turn);
        let points: Vec<Point> = self
            .glyphs
            .iter()
            .filter(seen)
            .flat_map(|glyph| [glyph.from, glyph.to])
            .map(|point| turn.upright(point, page))
            .collect();
        let left = points.iter().map(|point| point.x).fold(f64::INFINITY, f64::min);
        let right = points.iter().map(|point| point.x).fold(f64::NEG_INFINITY, f64::max);
        let y = points.last()?.y;
        let right_to_left = lines::right_to_left(&text);
        Some(Fragment { text, left, right, y, size, right_to_left, turned, raised: Vec::new() })
    }
}

/// The glyphs of a run, from left to right, as a text with spaces.
fn text_of_run(glyphs: &[(f64, f64, &Placed)], size: f64) -> String {
    let mut gaps: Vec<f64> = glyphs.windows(2).map(|pair| (pair[1].0 - pair[0].1) / size).collect();
    let apart = gaps.clone();
    gaps.sort_by(f64::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0);
    let space = if gaps.len() >= 5 && usual > SPACED_OUT { usual + SPACE } else { SPACE };
    let mut text = String::new();
    for (at, (_, _, glyph)) in glyphs.iter().enumerate() {
        if at > 0 && apart[at - 1] > space && !text.ends_with(' ') && glyph.text != " " {
            text.push(' ');
        }
        let gap = at.checked_sub(1).map_or(0.0, |before| apart[before]);
        lines::append(&mut text, &as_standing(&glyph.text), gap);
    }
    text
}

/// What a glyph stands for, from left to right as it stands.
fn as_standing(letters: &str) -> Cow<'_, str> {
    if letters.chars().nth(1).is_some() && lines::right_to_left(letters) {
        letters.chars().rev().collect::<String>().into()
    } else {
        letters.into()
    }
}
