//! What documents are signed by besides a design: the files that it names.

use alloc::sync::Arc;

use super::{Design, FileEntry, Indexer, Manifest};
use crate::error::Error;
use crate::lexicon::Model;
#[cfg(feature = "clean")]
use crate::text::Boilerplate;

/// The model that a design's method weighs terms by, and the boilerplate that it takes out, where it names them.
///
/// ```
/// use twinprint::index::{Design, Signing};
/// assert!(Signing::default().indexer(&Design::default()).is_ok());
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Signing {
    /// The model.
    pub model: Option<Arc<Model>>,
    /// The boilerplate.
    #[cfg(feature = "clean")]
    pub boilerplate: Option<Arc<Boilerplate>>,
}

impl Signing {
    /// With a model.
    pub fn with_model(self, model: Option<Arc<Model>>) -> Self {
        Signing { model, ..self }
    }

    /// With boilerplate.
    #[cfg(feature = "clean")]
    pub fn with_boilerplate(self, boilerplate: Option<Arc<Boilerplate>>) -> Self {
        Signing { boilerplate, ..self }
    }

    #[cfg(feature = "service")]
    pub(super) fn has_boilerplate(&self) -> bool {
        #[cfg(feature = "clean")]
        let has = self.boilerplate.is_some();
        #[cfg(not(feature = "clean"))]
        let has = false;
        has
    }

    /// What signs documents by a design.
    ///
    /// # Errors
    /// As [`Indexer::new`] and [`Indexer::with_boilerplate`].
    pub fn indexer(&self, design: &Design) -> Result<Indexer, Error> {
        let indexer = Indexer::new(design, self.model.clone())?;
        #[cfg(feature = "clean")]
        let indexer = indexer.with_boilerplate(self.boilerplate.clone())?;
        Ok(indexer)
    }

    /// What stands in the files of an index; `read` gives one.
    ///
    /// # Errors
    /// What `read` says, and what is wrong with the files.
    pub fn read<E: From<Error>, B: AsRef<[u8]>>(
        manifest: &Manifest,
        mut read: impl FnMut(&FileEntry) -> Result<B, E>,
    ) -> Result<Self, E> {
        let mut signing = Signing::default();
        if let Some(file) = &manifest.model {
            signing.model = Some(Arc::new(Model::from_bytes(read(file)?.as_ref(), &file.name)?));
        }
        #[cfg(feature = "clean")]
        if let Some(file) = &manifest.boilerplate {
            signing.boilerplate = Some(Arc::new(Boilerplate::read(&file.name, read(file)?.as_ref())?));
        }
        Ok(signing)
    }
}
