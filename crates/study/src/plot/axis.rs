//! Axes: what they show, where their ticks stand, and which place of the picture a value has.

use std::format;

use twinprint_native::display::count;

/// What an axis shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What is counted or measured, with its unit.
    pub label: String,
    /// What its numbers are.
    pub numbers: Numbers,
    /// From where to where it goes at least; what is drawn beyond makes it longer.
    pub range: Option<(f64, f64)>,
    /// Whether equal steps are equal factors. Values of 0 and less have no place on such an axis and are not drawn.
    pub log: bool,
}

/// What the numbers along an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Any numbers.
    Any,
    /// Whole ones: there are no ticks between them.
    Whole,
    /// Shares of one, shown in percent.
    Percent,
}

impl Axis {
    /// Any numbers.
    pub fn any(label: impl Into<String>) -> Self {
        Axis { label: label.into(), numbers: Numbers::Any, range: None, log: false }
    }

    /// Whole numbers.
    pub fn whole(label: impl Into<String>) -> Self {
        Axis { numbers: Numbers::Whole, ..Axis::any(label) }
    }

    /// From 0 to 1, as precision, recall and F are given.
    pub fn share(label: impl Into<String>) -> Self {
        Axis::any(label).over(0.0, 1.0)
    }

    /// Shares of one in percent, from 0.
    pub fn percent(label: impl Into<String>) -> Self {
        Axis { numbers: Numbers::Percent, ..Axis::any(label).over(0.0, 0.0) }
    }

    /// From here to there at least.
    pub fn over(self, from: f64, to: f64) -> Self {
        Axis { range: Some((from, to)), ..self }
    }

    /// In equal factors.
    pub fn log(self) -> Self {
        Axis { log: true, ..self }
    }

    /// The axis with its ends: wide enough for `values`, of which those without a place are left out.
    pub(super) fn span(&self, values: impl Iterator<Item = f64>) -> Span {
        let has_place = |value: &f64| value.is_finite() && (!self.log || *value > 0.0);
        let own = self.range.into_iter().flat_map(|(low, high)| [low, high]);
        let mut values = own.chain(values).filter(has_place);
        let first = values.next().unwrap_or(if self.log { 1.0 } else { 0.0 });
        let (low, high) = values.fold((first, first), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = match (self.log, low < high) {
            (_, true) => (low, high),
            (true, _) => (low, 10.0 * low),
            (false, _) => (low, low + 1.0),
        };
        Span { low, high, log: self.log, numbers: self.numbers }
    }
}

/// An axis with its ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
    log: bool,
    numbers: Numbers,
}

/// About this number of ticks along an axis.
const TICKS: f64 = 8.0;

impl Span {
    /// Where a value stands between the ends, 0 to 1; none if it has no place.
    pub(super) fn at(&self, value: f64) -> Option<f64> {
        let place = match self.log {
            true if value <= 0.0 => return None,
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        place.is_finite().then_some(place)
    }

    /// The ticks between the ends, from the lower.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.log && self.high / self.low > 9.9 {
            return self.decades();
        }
        let step = step((self.high - self.low) / TICKS, self.numbers == Numbers::Whole);
        let (first, last) =
            ((self.low / step - 1e-9).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
        // A product, not a sum: the tenth tick of 0.1 is 1.
        (first..=last).map(|tick| tick as f64 * step).collect()
    }

    /// Powers of ten, with twos and fives between them where there is room.
    fn decades(&self) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let within = |tick: &f64| *tick >= self.low * 0.999 && *tick <= self.high * 1.001;
        let between: &[f64] = if last - first <= 3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let of = |power: i32| between.iter().map(move |&first| first * 10f64.powi(power));
        (first..=last).flat_map(of).filter(within).collect()
    }

    /// How a tick is labelled.
    pub(super) fn name(&self, tick: f64, ticks: &[f64]) -> String {
        let step = match ticks {
            _ if self.log => tick,
            [first, second, ..] => second - first,
            _ => tick.abs(),
        };
        number(tick, step, self.numbers)
    }
}

/// A number with as many digits as its neighbours need.
pub(super) fn number(value: f64, step: f64, numbers: Numbers) -> String {
    let (value, step, unit) = match numbers {
        Numbers::Percent => (100.0 * value, 100.0 * step, " %"),
        _ => (value, step, ""),
    };
    let digits = (0..9).find(|&digits| step * 10f64.powi(digits) >= 0.999).unwrap_or(9) as usize;
    let sign = if value < 0.0 { "−" } else { "" };
    match digits {
        0 if value.abs() < 1e15 => format!("{sign}{}{unit}", count(value.abs().round() as u64)),
        _ => format!("{sign}{:.digits$}{unit}", value.abs()),
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below; of whole numbers not below 1.
fn step(least: f64, whole: bool) -> f64 {
    let least = if whole { least.max(1.0) } else { least };
    let power = 10f64.powi(least.log10().floor() as i32);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * 0.999_999);
    // A negative power is divided by: 1 / 10 is nearer to a tenth than 10 to the power of -1 on every machine.
    let step = factor.unwrap_or(10.0) * power;
    if step < 1.0 { 1.0 / (1.0 / step).round_ties_even().max(1.0) } else { step }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: Axis, low: f64, high: f64) -> Vec<String> {
        let span = axis.span([low, high].into_iter());
        let ticks = span.ticks();
        ticks.iter().map(|&tick| span.name(tick, &ticks)).collect()
    }

    #[test]
    fn ticks_are_round_numbers_with_no_more_digits_than_they_need() {
        assert_eq!(names(Axis::share("F"), 0.0, 1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names(Axis::percent("share"), 0.0, 0.03)[..3], ["0.0 %", "0.5 %", "1.0 %"]);
        assert_eq!(names(Axis::any("pairs"), 0.0, 4000.0).last().unwrap(), "4,000");
    }

    #[test]
    fn an_axis_that_counts_has_no_ticks_between_whole_numbers() {
        assert_eq!(names(Axis::whole("k"), 0.0, 3.0), ["0", "1", "2", "3"]);
        assert_eq!(names(Axis::whole("k"), 0.0, 1.0), ["0", "1"]);
    }

    #[test]
    fn equal_factors_have_ticks_at_powers_of_ten() {
        assert_eq!(names(Axis::any("pairs").log(), 1.0, 10_000.0), ["1", "10", "100", "1,000", "10,000"]);
        assert_eq!(names(Axis::any("time, s").log(), 0.1, 2.0), ["0.1", "0.2", "0.5", "1", "2"]);
        let span = Axis::any("pairs").log().span([0.0, 1.0, 100.0].into_iter());
        assert_eq!((span.at(0.0), span.at(10.0)), (None, Some(0.5)));
    }

    #[test]
    fn an_axis_of_one_value_has_room_about_it() {
        let span = Axis::any("n").span([3.0].into_iter());
        assert_eq!((span.low, span.high), (3.0, 4.0));
        assert_eq!(Axis::any("n").span(std::iter::empty()).at(0.0), Some(0.0));
    }
}
