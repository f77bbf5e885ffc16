//! Names of documents that are needed again and again.
//!
//! Naively each is read from its file when it is written: twice a pair. Pairs come sorted, so that `a` is mostly that of the
//! pair before, and `b` one of those that went by lately; the last [`KEPT`] are kept.

use super::super::super::Error;
use super::super::Catalogue;

/// The number of names that are kept, each at the place of its ordinal modulo this number.
const KEPT: usize = 1 << 14;

/// The longest name that is kept, in bytes: some 4 MiB for all.
const LONGEST: usize = 1 << 8;

/// The names of a catalogue.
pub(super) struct Names<'a> {
    catalogue: &'a Catalogue,
    kept: Vec<Option<(u32, String)>>,
    /// The name needed first and the other one, if they are not among those kept.
    long: [String; 2],
}

impl<'a> Names<'a> {
    pub(super) fn new(catalogue: &'a Catalogue) -> Self {
        Names { catalogue, kept: vec![None; KEPT.min(catalogue.len())], long: [String::new(), String::new()] }
    }

    pub(super) fn catalogue(&self) -> &'a Catalogue {
        self.catalogue
    }

    /// A name.
    pub(super) fn one(&mut self, document: u32) -> Result<&str, Error> {
        let [name, _] = self.both(document, document)?;
        Ok(name)
    }

    /// Two names.
    pub(super) fn both(&mut self, a: u32, b: u32) -> Result<[&str; 2], Error> {
        let places = [a, b].map(|document| document as usize % self.kept.len());
        for (side, document) in [a, b].into_iter().enumerate() {
            let kept = &mut self.kept[places[side]];
            if kept.as_ref().is_some_and(|(of, _)| *of == document) {
                continue;
            }
            let name = self.catalogue.name(document)?;
            match name.len() <= LONGEST && (side == 0 || places[0] != places[1]) {
                true => *kept = Some((document, name)),
                false => self.long[side] = name,
            }
        }
        let name = |side: usize, document: u32| match &self.kept[places[side]] {
            Some((of, name)) if *of == document => name.as_str(),
            _ => self.long[side].as_str(),
        };
        Ok([name(0, a), name(1, b)])
    }
}
