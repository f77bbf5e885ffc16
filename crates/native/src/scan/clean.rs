//! Taking out of a corpus what pages of a site share because they are of that site.

use super::super::Error;
use super::super::blobs::Lists;
use super::super::overlap::Workspace;
use super::Gathered;
use super::boilerplate::{Boilerplate, Gathering, Rule};

/// Finds the boilerplate of each site, of whose exact duplicates one counts; documents whose site is not known are one together.
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`].
pub fn boilerplate(gathered: &Gathered, rule: Rule, place: &Workspace) -> Result<Boilerplate, Error> {
    let mut gathering = Gathering::new(gathered.sites.clone(), rule, place.memory / 2, &place.folder);
    gathered.shingles.for_each(|document, shingles| {
        let document = document as u32;
        // Of copies the first alone has shingles, and counts.
        let is_first = gathered.catalogue.row(document).first == document;
        if is_first { gathering.take(document, shingles) } else { Ok(()) }
    })?;
    gathering.finish()
}

impl Gathered {
    /// Lets boilerplate count for no document: pairs are then confirmed by what is left.
    ///
    /// # Errors
    /// [`Error::Unreadable`] and [`Error::Unwritable`].
    pub fn leave_out(&mut self, boilerplate: &Boilerplate, place: &Workspace) -> Result<(), Error> {
        let mut left = Lists::temporary(&place.folder)?;
        let (mut cleaner, mut kept) = (boilerplate.cleaner(), Vec::new());
        self.shingles.for_each(|document, shingles| {
            kept.clear();
            kept.extend_from_slice(shingles);
            cleaner.clean(self.sites[document], &mut kept)?;
            self.catalogue.set_shingles(document as u32, kept.len() as u32);
            left.push(&kept).map(drop)
        })?;
        self.shingles = left;
        Ok(())
    }
}
