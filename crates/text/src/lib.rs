//! Pure functions over text: sentences, folding, quotes, tokens, citations.
//!
//! All offsets are byte offsets on character borders. Nothing here reads a file or keeps state.

pub mod anchor;
pub mod citations;
pub mod crossref;
pub mod deontic;
pub mod elision;
pub mod fold;
pub mod headings;
pub mod label;
pub mod language;
mod limiting;
pub mod marks;
pub mod pieces;
pub mod question;
pub mod sentences;
pub mod stars;
pub mod tokens;

pub use anchor::{Anchor, anchor};
pub use fold::Folded;
pub use language::Language;
pub use stars::Stars;
