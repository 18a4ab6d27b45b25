//! The words that demand, forbid or allow, by class. English, French and Portuguese.

use std::{collections::HashSet, sync::LazyLock};

/// Whether a word in small letters demands, forbids or allows.
pub fn is_deontic(lower: &str) -> bool {
    DEONTIC.contains(lower)
}

static DEONTIC: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let all = STRONG.iter().chain(&DUTY).chain(&ALLOWING).chain(&FORBIDDING);
    all.copied().collect()
});

jurat_text::word_lists! {
    "modal_words" [en, fr, pt];
    pub(super) static STRONG;
    pub(super) static DUTY;
    pub(super) static ALLOWING;
    pub(super) static FORBIDDING;
}
