//! Pure functions over text: sentences, folding, quotes, tokens, citations.

pub mod citations;
