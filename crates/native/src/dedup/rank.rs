//! The value by which a document is preferred to another: a number or a text, as a date.

/// A value that can be compared with any other: numbers by size, texts by their characters, and a text is greater than a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Rank<'a> {
    /// Nothing is said.
    None,
    Number(f64),
    Text(&'a str),
}

impl<'a> Rank<'a> {
    /// What a field says.
    pub(super) fn of(text: &'a str) -> Rank<'a> {
        match text.trim().parse::<f64>() {
            Ok(number) => Rank::Number(number),
            Err(_) if text.trim().is_empty() => Rank::None,
            Err(_) => Rank::Text(text),
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Rank::None => 0,
            Rank::Number(_) => 1,
            Rank::Text(_) => 2,
        }
    }
}

impl Eq for Rank<'_> {}

impl Ord for Rank<'_> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        match (self, other) {
            (Rank::Number(a), Rank::Number(b)) => a.total_cmp(b),
            (Rank::Text(a), Rank::Text(b)) => a.cmp(b),
            _ => self.kind().cmp(&other.kind()),
        }
    }
}

impl PartialOrd for Rank<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::Rank;

    #[test]
    fn numbers_are_ranked_by_size_and_dates_by_time_and_what_says_nothing_is_last() {
        let mut values = ["2024-05-01", "10", "9", "", "2023-12-31T23:59:59Z", "-1.5"].map(Rank::of);
        values.sort();
        let expected = ["", "-1.5", "9", "10", "2023-12-31T23:59:59Z", "2024-05-01"].map(Rank::of);
        assert_eq!(values, expected);
    }
}
