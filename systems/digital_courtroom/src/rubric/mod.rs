//! Rubrics and their checks: what a rubric asks, held against facts.
//!
//! [`load`] reads a rubric of any dialect, [`lint`] says what is wrong with one, [`wanted`] and
//! [`terms`] say what detectives must look for, [`cross_reference`] holds a paper against the
//! repository, [`examine`] runs every check, [`unsuited`] says whether the rubric is meant for such a
//! repository. Nothing here reads a file, asks a clock or gives a score.

mod applies;
mod cross;
mod examine;
mod flow;
mod lint;
mod overlap;
mod pattern;
mod read;
mod unread;
mod wanted;

pub use applies::unsuited;
pub use cross::cross_reference;
pub use examine::{Docket, examine};
pub use lint::{Flaw, FlawLevel, TreeCheck, lint};
pub use overlap::prompt_overlap;
pub use pattern::fits_path;
pub use read::{Pack, RubricError, RubricFile, load, schema};
pub use unread::language_of;
pub use wanted::{Wanted, file_patterns, terms, wanted};
