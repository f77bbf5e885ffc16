//! Whether two documents are of one site.

/// Of which sites two documents are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sites {
    /// The same.
    Same,
    /// Different ones.
    Different,
    /// The site of one of them is not known.
    Unknown,
}

impl Sites {
    /// All three.
    pub const ALL: [Sites; 3] = [Sites::Same, Sites::Different, Sites::Unknown];

    /// Of documents whose sites have these numbers; 0 is none that is known.
    ///
    /// ```
    /// use twinprint_study::agreement::Sites;
    /// assert_eq!([Sites::of(2, 2), Sites::of(1, 2), Sites::of(0, 0)], [Sites::Same, Sites::Different, Sites::Unknown]);
    /// ```
    pub fn of(a: u32, b: u32) -> Sites {
        match (a, b) {
            (0, _) | (_, 0) => Sites::Unknown,
            (a, b) if a == b => Sites::Same,
            _ => Sites::Different,
        }
    }

    /// Its name on every face.
    pub fn name(self) -> &'static str {
        match self {
            Sites::Same => "same site",
            Sites::Different => "different sites",
            Sites::Unknown => "site not known",
        }
    }
}
