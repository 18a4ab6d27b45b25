//! Where a sentence stands: in a prompt of the product, or shown as what an attacker writes.

use jurat_injection::ScreenedTextKind;

/// Bytes before a text in which its name is looked for.
const NEAR: usize = 160;
/// Bytes before what is set off in which it is introduced.
const LEAD: usize = 400;

/// Who a prompt speaks to, and what it is called.
const SPEAKS: &[&str] = &[
    "you are a ",
    "you are an ",
    "you are the ",
    "your role is",
    "act as a ",
    "act as an ",
    "act as the ",
];
const CALLED: &[&str] = &["prompt", "persona", "system_message", "instructions", "template"];

/// Parts of names of folders where prompts lie.
const FOLDERS: &[&str] = &["prompt", "persona"];

/// Words that show what comes next as an attack or an example.
const SHOWS: &[&str] = &[
    "attack",
    "inject",
    "adversar",
    "malicious",
    "hostile",
    "payload",
    "jailbreak",
    "red team",
    "red-team",
    "threat",
    "flagged",
    "example",
    "such as",
    "for instance",
    "e.g.",
];

/// What a text is to the file it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProseOrigin {
    /// A whole file of prose.
    File,
    /// A README or a page of documentation.
    Document,
    /// A text of code, which a statement may name.
    Code,
    /// A text of code that nothing names.
    Docstring,
    Comment,
}

/// Whether a text is a prompt of the product: a text of code that says who its reader is or is
/// called a prompt, or a file among prompts that says who its reader is. Other prose is none.
pub(super) fn is_prompt(origin: ProseOrigin, path: &str, before: &str, text: &str) -> bool {
    match origin {
        ProseOrigin::Comment => false,
        ProseOrigin::Docstring => casts(text),
        ProseOrigin::Code => casts(text) || is_called(before),
        ProseOrigin::File | ProseOrigin::Document => is_among_prompts(path) && casts(text),
    }
}

impl ProseOrigin {
    /// How its sentences are read: what is written for people who judge may speak to whoever grades.
    pub(super) const fn screened_as(self) -> ScreenedTextKind {
        match self {
            Self::Document => ScreenedTextKind::Documentation,
            _ => ScreenedTextKind::Repository,
        }
    }
}

/// Whether the statement that holds a text calls it a prompt.
fn is_called(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(NEAR))..];
    // Only the statement that holds it counts.
    let near = near.rsplit(['\n', ';', '}']).next().unwrap_or(near).to_lowercase();
    let named = near.contains('=') || near.contains(':') || near.contains('(');
    named && CALLED.iter().any(|name| near.contains(name))
}

/// Whether a file lies below a folder of prompts and does not explain that folder.
fn is_among_prompts(path: &str) -> bool {
    let small = path.to_lowercase();
    let Some((folders, file)) = small.rsplit_once('/') else { return false };
    let mut folders = folders.split('/');
    !file.starts_with("readme")
        && folders.any(|folder| FOLDERS.iter().any(|name| folder.contains(name)))
}

/// Whether a sentence of a text begins by saying who its reader is: `You are the Defense`.
fn casts(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    SPEAKS
        .iter()
        .any(|words| small.match_indices(words).any(|(at, _)| begins_sentence(text, at)))
}

/// Whether a sentence begins at a place. A small letter on a new line goes on with the line before.
fn begins_sentence(text: &str, at: usize) -> bool {
    let marks = [' ', '\t', '>', '#', '*', '-', '_', '`', '"', '\''];
    let before = text[..at].trim_end_matches(marks);
    let great = text[at..].starts_with(char::is_uppercase);
    let line = before.ends_with('\n') || before.ends_with("\\n");
    let before = before.trim_end();
    // Letters before the quotes tell what sort of text follows.
    let quote = text[before.len()..].starts_with(['"', '\'', '`']);
    let opens = before.len() <= 2 && quote;
    opens || before.is_empty() || line && great || before.ends_with(['.', '!', '?', ':'])
}

/// Follows the fences of a text from its beginning to its end.
pub(super) struct FenceTracker<'a> {
    text: &'a str,
    at: usize,
    /// Where the open fence begins.
    fence: Option<usize>,
    /// Where the fence or the quotation around the last place begins.
    block: Option<usize>,
}

impl<'a> FenceTracker<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0, fence: None, block: None }
    }

    /// Whether what stands at a place is shown as an attack or an example. Places come in order.
    pub(super) fn is_at(&mut self, place: usize) -> bool {
        // A sentence may begin with the fence that it stands in.
        let fence = self.text[place..].starts_with("```");
        let place = if fence { place + 3 } else { place };
        while let Some(found) = self.text.get(self.at..place).and_then(|rest| rest.find("```"))
        {
            let mark = self.at + found;
            self.fence = if self.fence.is_some() { None } else { Some(mark) };
            self.at = mark + 3;
        }
        let start = self.fence.or_else(|| self.set_off(place));
        self.block = start.filter(|start| {
            self.fence.is_some() || self.text[*start..].trim_start().starts_with('>')
        });
        start.is_some_and(|start| {
            let from = self.text.ceil_char_boundary(start.saturating_sub(LEAD));
            let lead = self.text[from..start].trim_end().to_lowercase();
            let last = lead.rsplit("\n\n").next().unwrap_or(&lead);
            SHOWS.iter().any(|word| last.contains(word))
        })
    }

    /// Whether what stands at a place is prose: neither in a fence nor in a list or a table. Places come
    /// in order.
    pub(super) fn is_plain(&mut self, place: usize) -> bool {
        self.is_at(place);
        let line = self.text[..place].rfind('\n').map_or(0, |end| end + 1);
        let begins = self.text[line..].trim_start_matches([' ', '\t']);
        let fence = self.fence.is_some() || self.text[place..].starts_with("```");
        !fence && !begins.starts_with(['|', '-', '*', '+'])
    }

    /// Whether the fence or the quotation around the last place is a prompt.
    pub(super) fn is_prompt(&self) -> bool {
        self.block.is_some_and(|start| {
            let end = self.text.floor_char_boundary(start + 4 * LEAD);
            casts(&self.text[start..end])
        })
    }

    /// Where the quotation or the list around a place begins.
    fn set_off(&self, place: usize) -> Option<usize> {
        let from = self.text.ceil_char_boundary(place.saturating_sub(4 * LEAD));
        let line =
            |at: usize| self.text[from..at].rfind('\n').map_or(from, |end| from + end + 1);
        let is_off = |at: usize| {
            let rest = self.text[at..].trim_start_matches([' ', '\t']);
            rest.starts_with(['>', '-', '*', '+'])
        };
        let mut start = line(place);
        if !is_off(start) {
            return None;
        }
        while from < start && is_off(line(start - 1)) {
            start = line(start - 1);
        }
        Some(start)
    }
}
