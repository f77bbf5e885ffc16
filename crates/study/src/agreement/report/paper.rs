//! What the paper found on its 1.6 billion pages, to stand beside what is found here (Henzinger 2006).

/// Shares of pairs by B-similarity from 2 to 6, in percent (table 1).
pub(super) const B_SHARES: [f64; 5] = [52.4, 20.9, 12.3, 8.7, 5.7];
/// Precision of Algorithm B: of all pairs, of the same site, of different sites (table 2).
pub(super) const B_PRECISION: [f64; 3] = [0.38, 0.34, 0.86];
/// By B-similarity from 2 to 6.
pub(super) const B_BY_EQUAL: [f64; 5] = [0.24, 0.42, 0.55, 0.71, 0.85];
/// Precision of Algorithm C: likewise (table 5).
pub(super) const C_PRECISION: [f64; 3] = [0.50, 0.36, 0.90];
/// By C-similarity: the beginnings of ranges, as they are here.
pub(super) const C_BY_AGREEING: [(u32, f64); 4] = [(372, 0.62), (376, 0.37), (379, 0.40), (382, 0.47)];
/// The combined algorithm at 355 on the half to test by: precision and R (table 12).
pub(super) const COMBINED: [(f64, f64); 3] = [(0.79, 0.79), (0.74, 0.73), (0.99, 0.97)];
/// Algorithm B at 3 supershingles on the same half (section 3.5).
pub(super) const STRICTER_PRECISION: f64 = 0.56;
/// The same near-duplicates as a share of Algorithm B's there: 244, where 287 are 0.79.
pub(super) const STRICTER_RECALL: f64 = 0.79 * 244.0 / 287.0;
/// All pairs of different sites by Algorithm C, those of one site by the combination (section 3.5).
pub(super) const BY_SITE_PRECISION: f64 = 0.85;
/// Average C-similarity by B-similarity from 2 to 6 (table 9).
pub(super) const C_BY_B: [f64; 5] = [331.5, 342.4, 352.4, 358.9, 370.9];
/// Average B-similarity by ranges of C-similarity (table 10).
pub(super) const B_BY_C: [(u32, f64); 4] = [(372, 0.10), (376, 0.22), (379, 0.32), (382, 0.32)];
/// What differs in near-duplicates of B and of C: of all pairs, and of those of one site (tables 3 and 6).
pub(super) const DIFFERENCES: [(&str, [Option<f64>; 4]); 6] = [
    ("URL", [Some(0.41), Some(0.32), Some(0.72), Some(0.53)]),
    ("time stamp", [Some(0.17), Some(0.20), Some(0.04), Some(0.08)]),
    ("execution time", [Some(0.16), Some(0.19), Some(0.04), Some(0.08)]),
    ("visitor count", [Some(0.03), Some(0.03), None, None]),
    ("message id", [None, None, Some(0.02), Some(0.04)]),
    ("several of these", [Some(0.22), Some(0.24), Some(0.11), Some(0.19)]),
];
/// The exponents of the degrees' power laws, and the mean degrees (sections 3.2, 3.3 and 3.4.1).
pub(super) const EXPONENTS: [f64; 2] = [-1.3, -1.4];
pub(super) const DEGREES: [f64; 2] = [135.0, 92.0];
/// The shares of documents with a near-duplicate that have at least 100 (section 3.4.1).
pub(super) const CROWDED: [f64; 2] = [0.108, 0.075];
/// Term differences: mean, median (the paper's "mean"), the share of 2, and below what 90 % are (sections 3.2 and 3.3).
pub(super) const TERMS: [[f64; 4]; 2] = [[24.0, 11.0, 0.21, 42.0], [94.0, 7.0, 0.24, 44.0]];
/// The shares of prefilled forms among undecided pairs: B-similar ones and those of one site (table 4), C-similar ones and those of
/// one site (table 7).
pub(super) const UNDECIDED_BY_FORMS: [f64; 4] = [0.41, 0.43, 0.80, 0.84];
/// The same of all that is no form: what cannot be evaluated, differs in a minor item, or otherwise.
pub(super) const UNDECIDED_OTHERWISE: [f64; 4] = [0.59, 0.56, 0.20, 0.16];
