//! JSON pointers (RFC 6901).

use std::borrow::Cow;

pub(super) struct PointerToken<'p> {
    pub(super) key: Cow<'p, str>,
    /// The step as an index of an array, if it is a number.
    pub(super) index: Option<usize>,
}

pub(super) fn steps(pointer: &str) -> impl Iterator<Item = PointerToken<'_>> {
    pointer.split('/').skip(1).map(|step| {
        let plain = !step.contains('~');
        let key = if plain { Cow::Borrowed(step) } else { Cow::Owned(unescape(step)) };
        PointerToken { key, index: step.parse().ok() }
    })
}

/// `key` as one step of a pointer.
pub(super) fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

pub(super) fn unescape(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}
