//! Studies: the papers' experiments on anyone's corpus, each one folder that reads as a short report.
//!
//! A study gives a [`Study`](form::Study): its question, how it was set up, what was found, with figures and tables. The form
//! writes it as one folder, whole or not at all. The same corpus, options and seed give the same bytes.

pub mod agreement;
pub mod claim;
pub mod clusters;
mod draw;
pub mod eval;
pub mod form;
pub mod hamming;
pub mod intervals;
pub mod label;
pub mod lexicons;
pub mod plot;
pub mod recommend;
pub mod sampling;
pub mod verdict;
pub mod wholes;

#[cfg(test)]
extern crate self as twinprint_study;
#[cfg(test)]
mod tests;
