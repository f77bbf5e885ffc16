//! The languages with a stop list and a Snowball stemmer.

use super::TextOptions;
use crate::Error;

macro_rules! languages {
    ($($name:ident $code:literal)*) => {
        /// A language with a stop list and a Snowball stemmer. English comes with the feature `stem`, the others with
        /// `languages`; a recipe may name any, and a build that lacks it says so.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Language {
            $(#[doc = concat!(stringify!($name), ", `", $code, "`.")] $name,)*
        }

        impl Language {
            /// Every language there is.
            pub const ALL: &[Language] = &[$(Language::$name),*];

            /// Its ISO 639-1 code, as `en`.
            ///
            /// ```
            /// assert_eq!(twinprint::text::Language::German.code(), "de");
            /// ```
            pub const fn code(self) -> &'static str {
                match self { $(Language::$name => $code),* }
            }
        }
    };
}

languages! {
    English "en" Arabic "ar" Danish "da" Dutch "nl" Finnish "fi" French "fr" German "de" Greek "el" Hungarian "hu"
    Italian "it" Norwegian "no" Portuguese "pt" Romanian "ro" Russian "ru" Spanish "es" Swedish "sv" Tamil "ta"
    Turkish "tr"
}

impl Language {
    /// The language of an ISO 639-1 code.
    ///
    /// ```
    /// use twinprint::text::Language;
    ///
    /// assert_eq!(Language::from_code("en"), Some(Language::English));
    /// assert_eq!(Language::from_code("tlh"), None);
    /// ```
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.iter().copied().find(|language| language.code() == code)
    }

    /// Whether this build has its stop list and stemmer.
    ///
    /// ```
    /// use twinprint::text::Language;
    /// assert_eq!(Language::English.is_built_in(), cfg!(feature = "stem"));
    /// ```
    pub const fn is_built_in(self) -> bool {
        cfg!(feature = "languages") || (cfg!(feature = "stem") && matches!(self, Language::English))
    }
}

/// What is built in, for messages.
const EXPECTED: &str = if cfg!(feature = "languages") {
    "one of ar, da, de, el, en, es, fi, fr, hu, it, nl, no, pt, ro, ru, sv, ta, tr"
} else if cfg!(feature = "stem") {
    "en; other languages need a build with the feature \"languages\""
} else {
    "none; languages need a build with the feature \"stem\" or \"languages\""
};

pub(super) fn check(options: &TextOptions) -> Result<(), Error> {
    for (option, language) in [("stop_words", options.stop_words), ("stemmer", options.stemmer)] {
        if let Some(language) = language.filter(|language| !language.is_built_in()) {
            return Err(Error::InvalidOption { option, value: language.code().into(), expected: EXPECTED });
        }
    }
    Ok(())
}
