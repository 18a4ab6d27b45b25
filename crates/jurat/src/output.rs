//! Data on stdout, everything else on stderr.

use std::io::{self, ErrorKind, Write};

use comfy_table::{Table, presets::NOTHING};
use serde::Serialize;

use crate::failure::CommandFailure;

/// How a command speaks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CliOutput {
    pub(crate) json: bool,
    /// Nothing on stderr but errors.
    pub(crate) quiet: bool,
}

impl CliOutput {
    /// What happened, for people.
    pub(crate) fn note(self, text: &str) {
        if !self.quiet {
            say(text);
        }
    }

    /// What to do next.
    pub(crate) fn hint(self, text: &str) {
        self.note(&format!("hint: {text}"));
    }
}

pub(crate) fn text(text: &str) -> Result<(), CommandFailure> {
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.trim_end_matches('\n').as_bytes())
        .and_then(|()| stdout.write_all(b"\n"))
        .and_then(|()| stdout.flush());
    match written {
        // Whoever reads us has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| CommandFailure::ours(format!("cannot print: {error}"))),
    }
}

/// Data as indented JSON.
pub(crate) fn value(value: &impl Serialize) -> Result<(), CommandFailure> {
    text(&written(serde_json::to_string_pretty(value))?)
}

/// Data as one line of JSON.
pub(crate) fn line(value: &impl Serialize) -> Result<(), CommandFailure> {
    text(&written(serde_json::to_string(value))?)
}

/// What could not be done.
pub(crate) fn failure(failure: &CommandFailure) {
    say(&format!("error: {}", failure.message));
    if let Some(hint) = &failure.hint {
        say(&format!("hint: {hint}"));
    }
}

/// Words of others, so that none of them ends a line or steers the terminal.
pub(crate) fn plain(words: &str) -> String {
    let shown = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    words.chars().map(shown).collect()
}

/// The same for words of several lines.
pub(crate) fn plain_lines(words: &str) -> String {
    words.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}

/// Columns without lines, readable anywhere.
pub(crate) fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(head.iter().copied());
    rows.into_iter().for_each(|row| {
        table.add_row(row);
    });
    table.column_iter_mut().for_each(|column| {
        column.set_padding((0, 2));
    });
    let lines = table.to_string();
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn written(text: serde_json::Result<String>) -> Result<String, CommandFailure> {
    text.map_err(|error| CommandFailure::ours(format!("cannot write JSON: {error}")))
}

fn say(text: &str) {
    // Nothing is left to say it with if this fails.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
