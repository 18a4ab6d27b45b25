//! Pure functions over text: sentences, folding, quotes, tokens, citations.
//!
//! All offsets are byte offsets on character borders. Nothing here reads a file or keeps state.

pub mod anchor;
pub mod citations;
pub mod crossref;
pub mod deontic;
pub mod elision;
mod filled_pattern;
pub mod fold;
pub mod headings;
pub mod language;
pub mod leading_marks;
mod limiting_words;
pub mod provision_label;
pub mod provision_parts;
pub mod question_parts;
pub mod sentence_reading;
pub mod sentences;
pub mod tokens;
pub mod wildcard;
pub mod word_list;

pub use anchor::{QuoteAnchor, anchor};
pub use filled_pattern::filled;
pub use fold::FoldedText;
pub use language::{Language, UnknownLanguage};
pub use wildcard::WildcardPattern;
pub use word_list::WordList;
