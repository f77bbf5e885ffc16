//! The extension module of the Python package `twinprint`. It has no algorithm: it takes what Python has to the core and its files,
//! without the interpreter's lock, and gives Python what they say. What people call is in `python/twinprint`.

mod compare;
mod dedup;
mod errors;
mod index;
mod program;
mod settings;
mod sketches;
mod tables;
mod texts;
mod work;

/// What `python/twinprint` is made of.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::compare::{Checker, differences, near_duplicates};
    #[pymodule_export]
    use crate::dedup::dedup;
    #[pymodule_export]
    use crate::index::Index;
    #[pymodule_export]
    use crate::program::run;
    #[pymodule_export]
    use crate::sketches::Sketcher;
    #[pymodule_export]
    use crate::tables::HammingTable;
    #[pymodule_export]
    use crate::texts::Texts;
}
