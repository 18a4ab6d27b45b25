//! JavaScript, with and without markup.

use super::{Language, typescript};

pub(super) const JAVASCRIPT: Language = Language {
    name: "javascript",
    endings: &["js", "jsx", "mjs", "cjs"],
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    ..typescript::TYPESCRIPT
};
