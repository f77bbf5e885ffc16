//! What is found about two documents.

/// Two documents of a [`Catalogue`](super::Catalogue) that are alike, by their ordinals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// The document that came first.
    pub a: u32,
    /// The document that came later.
    pub b: u32,
    /// Shingles in both; none are counted where candidates are taken as they are.
    pub shared: Option<u32>,
    /// How alike they are by the method's own measure; of simhashes, how many bits differ.
    pub score: f32,
}
