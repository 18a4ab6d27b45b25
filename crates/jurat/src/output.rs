//! Data on stdout, everything else on stderr: the one door to both.
//!
//! Whatever goes through it is shown, never obeyed: names, titles, quotes and replies are words of others. Bars alone draw
//! with codes of their own, and get words of others by [`label`].

mod visible_controls;

use std::{
    collections::BTreeSet,
    io::{self, ErrorKind, IsTerminal as _, Write},
    sync::{Mutex, OnceLock, PoisonError},
};

use comfy_table::{Table, presets::NOTHING};
use indicatif::{MultiProgress, ProgressBar};
use serde::Serialize;

use crate::failure::CommandFailure;

use self::visible_controls::{
    holds_steering, shown_json, shown_line, shown_lines, shown_message,
};

/// The bars that are drawn: words are written above them, not into them.
static BARS: OnceLock<MultiProgress> = OnceLock::new();
/// What need not be said twice. A process does one command.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

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

    /// The same, unless it was said before.
    pub(crate) fn note_once(self, text: &str) {
        if remember(text) {
            self.note(text);
        }
    }

    /// What to do next.
    pub(crate) fn hint(self, text: &str) {
        if !self.quiet {
            remember(text);
        }
        self.note(&format!("hint: {text}"));
    }

    /// Whether anyone looks at bars.
    pub(crate) fn draws(self) -> bool {
        !self.json && !self.quiet && stderr_is_terminal()
    }
}

/// Text for people.
pub(crate) fn text(text: &str) -> Result<(), CommandFailure> {
    print(&shown_lines(text))
}

/// Data as indented JSON.
pub(crate) fn value(value: &impl Serialize) -> Result<(), CommandFailure> {
    json_text(&written(serde_json::to_string_pretty(value))?)
}

/// Data as one line of JSON.
pub(crate) fn line(value: &impl Serialize) -> Result<(), CommandFailure> {
    json_text(&written(serde_json::to_string(value))?)
}

/// Data that is JSON already.
pub(crate) fn json_text(text: &str) -> Result<(), CommandFailure> {
    print(&shown_json(text))
}

/// What could not be done: words for people, or one line of JSON for programs.
pub(crate) fn failure(failure: &CommandFailure) {
    if failure.as_json {
        return say(&failure.to_json().to_string());
    }
    let message = |words: &str| shown_message(words, arguments());
    say(&format!("error: {}", message(&failure.message)));
    // A notice on the way may have led to the same advice.
    if let Some(hint) = failure.hint.as_ref().filter(|hint| remember(hint)) {
        say(&format!("hint: {}", message(hint)));
    }
}

/// Whether it is said for the first time.
fn remember(words: &str) -> bool {
    SAID.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(words.to_owned())
}

/// Whether an argument holds signs that steer: clap repeats arguments among its own colours.
pub(crate) fn arguments_steer() -> bool {
    arguments().any(|word| holds_steering(&word))
}

/// The words of the command line.
pub(crate) fn arguments() -> impl Iterator<Item = String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned())
}

/// What clap has to say of a command line. It has no colours of its own where arguments steer.
pub(crate) fn usage(error: &clap::Error) {
    if error.use_stderr() && arguments_steer() {
        say(error.render().ansi().to_string().trim_end());
    } else {
        // Nothing is left to say it with if this fails.
        let _ = error.print();
    }
}

/// A line that a program of the user's wrote to its stderr.
pub(crate) fn pass_on(line: &str) {
    say(line);
}

/// Words of others on one line: none of them ends it.
pub(crate) fn plain(words: &str) -> String {
    shown_line(words)
}

/// The same for words of several lines.
pub(crate) fn plain_lines(words: &str) -> String {
    shown_lines(words).into_owned()
}

/// A word as a shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", plain(word).replace('\'', r"'\''"))
}

/// Columns without lines, readable anywhere.
pub(crate) fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(head.iter().copied());
    rows.into_iter().for_each(|row| {
        table.add_row(row.iter().map(|cell| plain(cell)));
    });
    table.column_iter_mut().for_each(|column| {
        column.set_padding((0, 2));
    });
    let lines = table.to_string();
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// Asks a person at a terminal. Nothing where there is nobody to ask.
pub(crate) fn asked_yes(question: &str) -> Option<bool> {
    if !stderr_is_terminal() || !io::stdin().is_terminal() {
        return None;
    }
    write_above_bars(|| {
        let mut stderr = stderr().lock();
        write!(stderr, "{} [y/N] ", plain(question)).and_then(|()| stderr.flush())
    })
    .ok()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    Some(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Draws a bar below the words.
pub(crate) fn drawn(bar: ProgressBar) -> ProgressBar {
    BARS.get_or_init(MultiProgress::new).add(bar)
}

/// Takes a bar away.
pub(crate) fn cleared(bar: &ProgressBar) {
    bar.finish_and_clear();
    if let Some(bars) = BARS.get() {
        bars.remove(bar);
    }
}

/// Says on a bar what is worked on.
#[expect(clippy::disallowed_methods, reason = "this is the one door")]
pub(crate) fn label(bar: &ProgressBar, words: &str) {
    bar.set_message(plain(words));
}

pub(crate) fn stderr_is_terminal() -> bool {
    stderr().is_terminal()
}

pub(crate) fn stdout_is_terminal() -> bool {
    stdout().is_terminal()
}

fn written(text: serde_json::Result<String>) -> Result<String, CommandFailure> {
    text.map_err(|error| CommandFailure::ours(format!("cannot write JSON: {error}")))
}

fn print(text: &str) -> Result<(), CommandFailure> {
    let written = write_above_bars(|| {
        let mut stdout = stdout().lock();
        stdout
            .write_all(text.trim_end_matches('\n').as_bytes())
            .and_then(|()| stdout.write_all(b"\n"))
            .and_then(|()| stdout.flush())
    });
    match written {
        // Whoever reads us has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| CommandFailure::ours(format!("cannot print: {error}"))),
    }
}

fn say(text: &str) {
    let text = shown_lines(text);
    // Nothing is left to say it with if this fails.
    let _ = write_above_bars(|| writeln!(stderr().lock(), "{text}"));
}

fn write_above_bars<T>(write: impl FnOnce() -> T) -> T {
    match BARS.get() {
        Some(bars) => bars.suspend(write),
        None => write(),
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one door")]
fn stdout() -> io::Stdout {
    io::stdout()
}

#[expect(clippy::disallowed_methods, reason = "this is the one door")]
fn stderr() -> io::Stderr {
    io::stderr()
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_quoted_where_a_shell_would_part_them() {
        for (word, expected) in [
            ("docs/a-1.txt", "docs/a-1.txt"),
            ("my docs", "'my docs'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(super::quoted(word), expected);
        }
    }
}
