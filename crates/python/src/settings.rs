//! Settings of a comparison, by the names that they have on every face.

use pyo3::prelude::*;
use twinprint::text::{ApartKind, Cleaning, ImageRule, Language, Unit, UrlRule, WordRule};
use twinprint::{Checker, Error, Reach, Recipe, ShingleHash};

/// What `twinprint.Checker` takes.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Settings {
    shingle: i64,
    run: i64,
    reach: String,
    shingle_hash: String,
    units: String,
    words: String,
    urls: String,
    images: String,
    clean: Option<String>,
    stop_words: Option<String>,
    stemmer: Option<String>,
    leave_out: Vec<String>,
}

impl Settings {
    /// A checker by them.
    pub(crate) fn checker(&self) -> Result<Checker, Error> {
        let mut recipe = Recipe::default().with_w(count("shingle", self.shingle)?);
        recipe.shingle_hash = ShingleHash::from_name(&self.shingle_hash)?;
        recipe.text.units = Unit::from_name(&self.units)?;
        recipe.text.words = WordRule::from_name(&self.words)?;
        recipe.text.urls = UrlRule::from_name(&self.urls)?;
        recipe.text.images = ImageRule::from_name(&self.images)?;
        if let Some(clean) = &self.clean {
            recipe.text.clean = Cleaning::from_name(clean)?;
        }
        recipe.text.stop_words = language("stop_words", self.stop_words.as_deref())?;
        recipe.text.stemmer = language("stemmer", self.stemmer.as_deref())?;
        let reach = match &*self.reach {
            "edited" => Reach::Edited,
            "copied" => Reach::Copied,
            other => {
                let expected = "copied or edited";
                return Err(Error::InvalidOption { option: "reach", value: other.into(), expected });
            }
        };
        let left_out = self.leave_out.iter().map(|name| ApartKind::from_name(name));
        let checker = Checker::new(recipe)?.with_run(count("run", self.run)?)?;
        Ok(checker.with_reach(reach).with_left_out(&left_out.collect::<Result<Vec<_>, _>>()?))
    }
}

/// A number that counts something; what is in range, the core knows.
pub(crate) fn count(option: &'static str, value: i64) -> Result<usize, Error> {
    let expected = "a whole number that is not negative";
    usize::try_from(value).map_err(|_| Error::InvalidOption { option, value: value.to_string(), expected })
}

fn language(option: &'static str, code: Option<&str>) -> Result<Option<Language>, Error> {
    let expected = "a language's code, such as en";
    let known = |code: &str| {
        Language::from_code(code).ok_or(Error::InvalidOption { option, value: code.into(), expected })
    };
    code.map(known).transpose()
}
