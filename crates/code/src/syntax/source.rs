//! The text of one file, its lines, and where in it a fact lies.

use std::cell::OnceCell;

use jurat_canon::Hash;
use jurat_model::{EvidenceLocation, LineRange, LocatedValue, SubmissionArtifact};
use tree_sitter::Node;

use crate::notebook::NotebookCode;

/// Lines that a pointer takes in at most.
const MOST_LINES: usize = 40;

/// Bytes that a snippet takes in at most; a line longer than this is pointed to by its file alone.
const MOST_SNIPPET: usize = 16 * 1024;

/// Of arguments and types, the bytes that are kept.
pub(super) const SHORT: usize = 160;

/// Of texts, the bytes that are kept: enough to compare two prompts.
pub(super) const LONG: usize = 8 * 1024;

pub(super) struct SourceFile<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    /// The file as it is, where the text is only what it says as code.
    file: Option<&'a str>,
    /// Of each line of the text, its line in the file.
    rows: Option<&'a [usize]>,
    /// Where each line starts. Made when the first fact is placed.
    starts: OnceCell<Vec<usize>>,
    file_starts: OnceCell<Vec<usize>>,
}

impl<'a> SourceFile<'a> {
    pub(super) fn new(path: &'a str, text: &'a str) -> Self {
        Self {
            path,
            text,
            file: None,
            rows: None,
            starts: OnceCell::new(),
            file_starts: OnceCell::new(),
        }
    }

    /// Code that stands in a file of another form, each line on a line of it.
    pub(super) fn within(path: &'a str, code: &'a NotebookCode, file: &'a str) -> Self {
        Self {
            file: Some(file),
            rows: Some(&code.rows),
            ..Self::new(path, &code.text)
        }
    }

    /// What the file itself says: its lines are pointed to.
    pub(super) fn as_filed(&self) -> &'a str {
        self.file.unwrap_or(self.text)
    }

    pub(super) fn of(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// The words of a node's field; nothing where it has none.
    pub(super) fn field(&self, node: Node<'_>, field: &str) -> Option<&'a str> {
        node.child_by_field_name(field).map(|child| self.of(child))
    }

    /// The words of a node on one line, cut short.
    pub(super) fn short(&self, node: Node<'_>) -> String {
        squeezed(self.of(node), SHORT)
    }

    /// The words of every named child, comments aside, cut short.
    pub(super) fn shorts(&self, node: Node<'_>) -> Vec<String> {
        let mut cursor = node.walk();
        let children = node.named_children(&mut cursor);
        children
            .filter(|child| !child.is_extra())
            .take(64)
            .map(|child| self.short(child))
            .collect()
    }

    /// A fact with the lines of its node.
    pub(super) fn located<T>(&self, value: T, node: Node<'_>) -> LocatedValue<T> {
        let (start, end) = (node.start_position().row, node.end_position());
        // A node that ends before the first column of a line does not reach into it.
        let end = if end.column == 0 && start < end.row { end.row - 1 } else { end.row };
        self.on_lines(value, self.filed(start), self.filed(end))
    }

    /// A fact with the lines of some bytes.
    pub(super) fn located_at<T>(&self, value: T, start: usize, end: usize) -> LocatedValue<T> {
        self.on_lines(value, self.row(start), self.row(end.saturating_sub(1).max(start)))
    }

    /// A fact on lines counted from 0, both included; fewer where they are too many.
    pub(super) fn on_lines<T>(&self, value: T, start: usize, end: usize) -> LocatedValue<T> {
        let mut at = EvidenceLocation::to(SubmissionArtifact::Repo, self.path);
        let last = end.max(start).min(start + MOST_LINES - 1);
        let mut snippet = String::new();
        let mut taken = None;
        for row in start..=last {
            let Some(line) = self.line(row) else { break };
            if MOST_SNIPPET < snippet.len() + line.len() + 1 {
                break;
            }
            if taken.is_some() {
                snippet.push('\n');
            }
            snippet.push_str(line);
            taken = Some(row);
        }
        if let Some(last) = taken {
            at.lines = Some(LineRange { start: number(start + 1), end: number(last + 1) });
            at.snippet = Some(Hash::of(snippet.as_bytes()));
        }
        LocatedValue { value, at, snippet }
    }

    /// The line of the file of a byte, counted from 0.
    pub(super) fn row(&self, byte: usize) -> usize {
        let row = self.starts().partition_point(|start| *start <= byte);
        self.filed(row.saturating_sub(1))
    }

    /// The line of the file of a node, counted from 1.
    pub(super) fn line_of(&self, node: Node<'_>) -> u32 {
        number(self.filed(node.start_position().row) + 1)
    }

    /// The line of the file that a line of the text stands on.
    fn filed(&self, row: usize) -> usize {
        self.rows.and_then(|rows| rows.get(row)).copied().unwrap_or(row)
    }

    fn line(&self, row: usize) -> Option<&'a str> {
        let (text, starts) = match self.file {
            Some(file) => (file, self.file_starts.get_or_init(|| line_starts(file)).as_slice()),
            None => (self.text, self.starts()),
        };
        let start = *starts.get(row)?;
        let end = starts.get(row + 1).copied().unwrap_or(text.len());
        let line = text.get(start..end)?;
        let line = line.strip_suffix('\n').unwrap_or(line);
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    fn starts(&self) -> &[usize] {
        self.starts.get_or_init(|| line_starts(self.text))
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

/// A count as the values of a court hold it.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// On one line, with single spaces, cut to so many bytes.
pub(super) fn squeezed(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most));
    // Long texts are not read to their end: what nests deeply would be read again and again.
    let window = (0..=text.len().min(most * 4))
        .rev()
        .find(|at| text.is_char_boundary(*at));
    let (text, rest) = text.split_at(window.unwrap_or(0));
    for word in text.split_ascii_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word.get(..most).unwrap_or(word));
        if most <= out.len() {
            break;
        }
    }
    if out.len() <= most && !rest.is_empty() {
        out.push('…');
    }
    shortened(&mut out, most);
    out
}

/// Cuts at the end of a character and says so.
pub(super) fn shortened(text: &mut String, most: usize) {
    if most < text.len() {
        let end = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
}
