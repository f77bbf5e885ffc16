//! Tables: cells that a person reads with few digits and a program with all.

use std::format;

use super::super::clusters::Estimate;
use super::super::intervals::TrialSummary;
use crate::eval::Interval;
use twinprint_native::display::{count, counted};

/// Rows under a head.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// What the columns are, with their units.
    pub head: Vec<String>,
    /// The rows, a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in a row under a column's head.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing can be said: there is nothing to divide by, or a paper does not tell.
    None,
    /// Words.
    Text(String),
    /// How many.
    Count(u64),
    /// A number with these digits after the point, and its interval where it has one.
    Number {
        /// The number.
        value: f64,
        /// Digits after the point, for a person.
        digits: usize,
        /// How far chance may have moved it.
        interval: Option<Interval>,
        /// How many sites it is of, where that is known: with few of them it has no interval.
        sites: Option<u32>,
    },
}

impl Table {
    /// A table of rows.
    pub fn new<S: Into<String>>(
        head: impl IntoIterator<Item = S>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        Table { head: head.into_iter().map(Into::into).collect(), rows: rows.into_iter().collect() }
    }
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Cell::Text(text.into())
    }

    /// A share from 0 to 1 with three digits, or nothing.
    pub fn share(share: Option<f64>) -> Self {
        Cell::ranged(share, None)
    }

    /// The same with its interval.
    pub fn ranged(share: Option<f64>, interval: Option<Interval>) -> Self {
        share.map_or(Cell::None, |value| Cell::Number { value, digits: 3, interval, sites: None })
    }

    /// A ratio of pairs with its interval by sites, or nothing.
    pub fn estimate(of: Option<Estimate>) -> Self {
        of.map_or(Cell::None, |of| Cell::Number {
            value: of.share,
            digits: 3,
            interval: of.interval,
            sites: Some(of.clusters),
        })
    }

    /// A number with these digits after the point.
    pub fn number(value: f64, digits: usize) -> Self {
        Cell::Number { value, digits, interval: None, sites: None }
    }

    /// The mean of trials with its interval, or nothing.
    pub fn mean(of: Option<TrialSummary>, digits: usize) -> Self {
        of.map_or(Cell::None, |of| Cell::Number {
            value: of.mean,
            digits,
            interval: of.interval,
            sites: None,
        })
    }

    pub(super) fn interval(&self) -> Option<Interval> {
        match self {
            Cell::Number { interval, .. } => *interval,
            _ => None,
        }
    }

    pub(super) fn sites(&self) -> Option<u32> {
        match self {
            Cell::Number { sites, .. } => *sites,
            _ => None,
        }
    }

    /// For a person; the interval stands apart.
    pub(super) fn shown(&self) -> (String, Option<String>) {
        match self {
            Cell::None => ("–".into(), None),
            Cell::Text(text) => (text.clone(), None),
            Cell::Count(number) => (count(*number), None),
            Cell::Number { value, digits, interval, sites } => {
                let range =
                    interval.map(|range| format!("{:.digits$} to {:.digits$}", range.low, range.high));
                let sites = sites.map(|sites| counted(sites.into(), "site"));
                let beside: Vec<String> = range.into_iter().chain(sites).collect();
                (format!("{value:.digits$}"), (!beside.is_empty()).then(|| beside.join(", ")))
            }
        }
    }

    /// Whether it ends where its column does.
    pub(super) fn is_number(&self) -> bool {
        !matches!(self, Cell::Text(_))
    }
}
