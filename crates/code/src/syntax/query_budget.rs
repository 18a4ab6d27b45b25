//! What a tree query of a rubric may cost.
//!
//! Work is counted, never timed: the same file comes to the same. A query that takes too much is
//! stopped and told; the repository is not to blame for it, and the rest goes on.

use std::{cell::Cell, ops::ControlFlow};

use tree_sitter::{
    Node, Query, QueryCursor, QueryCursorOptions, QueryCursorState, StreamingIterator,
};

use super::{node_parts::onward, source::SourceFile};

/// Facts kept for each query.
pub(super) const MOST_KEPT: usize = 20;

/// Work of one query over a repository, and of all of them together. A unit is about a hundred
/// steps of the matcher, or a kilobyte of text that conditions look at.
const MOST: u64 = 1_000_000;
const MOST_OF_ALL: u64 = 3_000_000;
const TEXT: u64 = 1024;

/// Matches that may be open at a time. Each is held against each.
const MOST_OPEN: u32 = 32;

/// Children from which on a node is wide: repetitions in a query go over each with each.
const WIDE: usize = 64;
const PAIRS: u64 = 256;

/// What a query may still take.
pub(super) struct QueryBudget {
    left: u64,
    /// Repetitions in it: `*` and `+`.
    repeats: u64,
}

impl QueryBudget {
    /// For one of so many queries.
    pub(super) fn of(pattern: &str, queries: usize) -> Self {
        let left = MOST.min(MOST_OF_ALL / (queries as u64).max(1));
        Self { left, repeats: repeats(pattern) }
    }

    /// Repetitions in it: none of them, and wide nodes cost no more than others.
    pub(super) const fn repeats(&self) -> u64 {
        self.repeats
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// What a hundred steps count for.
    const fn step(&self) -> u64 {
        if self.repeats < 3 { 1 + self.repeats } else { 1 + 4 * self.repeats * self.repeats }
    }
}

/// Repetitions in a query, outside of its texts.
fn repeats(pattern: &str) -> u64 {
    let (mut count, mut quoted, mut escaped) = (0, false, false);
    for letter in pattern.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            '*' | '+' if !quoted => count += 1,
            _ => {}
        }
    }
    count
}

/// How wide the nodes of a tree are, as pairs of children.
pub(super) fn width(root: Node<'_>) -> u64 {
    let (mut cursor, mut pairs) = (root.walk(), 0_u64);
    loop {
        let children = cursor.node().child_count() as usize;
        if WIDE < children {
            pairs = pairs.saturating_add((children * children) as u64);
        }
        if !onward(&mut cursor) {
            return pairs;
        }
    }
}

/// What came of a query over one file.
pub(super) struct TreeQueryMatches<'q, 't> {
    pub(super) total: u64,
    /// The first of what it captured, by the name of the capture.
    pub(super) found: Vec<(&'q str, Node<'t>)>,
    /// Why it was stopped. Then what it found is not all there is, and it is not run again.
    pub(super) cut: Option<&'static str>,
}

/// Runs a query over a file whose nodes are so wide, as far as its budget goes.
pub(super) fn run<'q, 't>(
    query: &'q Query,
    (source, root, width): (&SourceFile<'_>, Node<'t>, u64),
    budget: &mut QueryBudget,
    counts: impl Fn(Node<'t>) -> bool,
) -> TreeQueryMatches<'q, 't> {
    let (most, step) = (budget.left, budget.step());
    let ahead = if budget.repeats == 0 { 0 } else { width / PAIRS };
    let (steps, bytes) = (Cell::new(ahead), Cell::new(0_u64));
    let spent = || steps.get() + bytes.get() / TEXT;
    let mut ran = TreeQueryMatches { total: 0, found: Vec::new(), cut: None };
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(MOST_OPEN);
    if spent() < most {
        let mut count = |_: &QueryCursorState| {
            steps.set(steps.get() + step);
            if most <= spent() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let words = |node: Node<'_>| {
            let range = node.byte_range();
            bytes.set(bytes.get() + range.len() as u64);
            let words = if spent() < most { source.text.get(range) } else { None };
            std::iter::once(words.unwrap_or_default().as_bytes())
        };
        let options = QueryCursorOptions::new().progress_callback(&mut count);
        let mut matches = cursor.matches_with_options(query, root, words, options);
        while let Some(one) = matches.next()
            && spent() < most
        {
            let Some(capture) = one.captures().first() else { continue };
            if !counts(capture.node) {
                continue;
            }
            ran.total += 1;
            if ran.found.len() < MOST_KEPT {
                let name = query.capture_names().get(capture.index as usize);
                ran.found.push((name.copied().unwrap_or_default(), capture.node));
            }
        }
    }
    if most <= spent() {
        ran.cut = Some("it takes more steps than a query may");
    } else if cursor.did_exceed_match_limit() {
        ran.cut = Some("it keeps more matches open at a time than a query may");
    }
    budget.left = if ran.cut.is_some() { 0 } else { most - spent() };
    ran
}
