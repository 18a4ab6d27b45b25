//! JavaScript, with and without markup.

use super::{LanguageSpec, typescript};

pub(super) const JAVASCRIPT: LanguageSpec = LanguageSpec {
    name: "javascript",
    endings: &["js", "jsx", "mjs", "cjs"],
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    ..typescript::TYPESCRIPT
};
