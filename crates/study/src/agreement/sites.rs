//! Whether two documents are of one site.

/// Of which sites two documents are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SiteRelation {
    /// The same.
    Same,
    /// Different ones.
    Different,
    /// The site of one of them is not known.
    Unknown,
}

impl SiteRelation {
    /// All three.
    pub const ALL: [SiteRelation; 3] = [SiteRelation::Same, SiteRelation::Different, SiteRelation::Unknown];

    /// Of documents whose sites have these numbers; 0 is none that is known.
    ///
    /// ```
    /// use twinprint_study::agreement::SiteRelation;
    /// assert_eq!([SiteRelation::of(2, 2), SiteRelation::of(1, 2), SiteRelation::of(0, 0)], [SiteRelation::Same, SiteRelation::Different, SiteRelation::Unknown]);
    /// ```
    pub fn of(a: u32, b: u32) -> SiteRelation {
        match (a, b) {
            (0, _) | (_, 0) => SiteRelation::Unknown,
            (a, b) if a == b => SiteRelation::Same,
            _ => SiteRelation::Different,
        }
    }

    /// Its name on every face.
    pub fn name(self) -> &'static str {
        match self {
            SiteRelation::Same => "same site",
            SiteRelation::Different => "different sites",
            SiteRelation::Unknown => "site not known",
        }
    }
}
