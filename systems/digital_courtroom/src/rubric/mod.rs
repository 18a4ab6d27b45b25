//! Rubrics and their checks: what a rubric asks, held against facts.
//!
//! [`load`] reads a rubric of any dialect, [`lint`] says what is wrong with one, [`wanted`] and
//! [`terms`] say what detectives must look for, [`cross_reference`] holds a paper against the
//! repository, [`examine`] runs every check, [`unsuited`] says whether the rubric is meant for such a
//! repository. Nothing here reads a file, asks a clock or gives a score.

mod applicability;
mod cross;
mod examine;
mod graph_flow;
mod idle_nodes;
mod lint;
mod pattern;
mod read;
mod search_requests;
mod text_overlap;
mod unread_files;

pub use applicability::unsuited;
pub use cross::cross_reference;
pub use examine::{ExaminationInput, examine};
pub use lint::{FlawLevel, RubricFlaw, TreeCheck, lint};
pub use read::{CheckPack, RubricError, RubricFile, load, schema};
pub use search_requests::{CodeQueryRequest, file_patterns, file_roles, terms, wanted};
pub use text_overlap::prompt_overlap;
pub use unread_files::language_of;

pub(crate) use idle_nodes::{HollowGraph, asks_of_graphs, idle_nodes};
pub(crate) use pattern::fits_any;
