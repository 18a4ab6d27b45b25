//! What a walk is inside of: classes, functions, holders, loops, tests.

use crate::facts::FileRole;

/// Something that the walk is inside of.
pub(super) struct OpenScope<'s> {
    pub(super) depth: u32,
    pub(super) sort: ScopeKind,
    pub(super) name: &'s str,
    /// How long the name of all that is open was before.
    pub(super) before: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    Class,
    Function,
    Holder,
    Loop,
}

/// Tests that stand in a file of the product.
pub(super) struct InlineTests {
    pub(super) of_file: FileRole,
    /// The depth of what an attribute just said to be one.
    pub(super) mark: Option<u32>,
    /// Where the tests end that the walk is in.
    pub(super) end: usize,
}
