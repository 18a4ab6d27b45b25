//! What became of each file.

use jurat_ingest::SandboxIsolation;
use jurat_intake::{FileReadOutcome, IntakeOutcome};
use jurat_retrieve::{FileRefusal, IntakeTally};

use crate::{
    app::AppContext,
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, plain},
};

/// Files up to this many are listed one by one for people.
const LISTED: usize = 20;

/// What became of all files, as it is printed.
pub(super) struct IngestReport<'a> {
    pub(super) outcome: &'a IntakeOutcome,
    /// Whether what is no longer there was to be taken out.
    pub(super) prune: bool,
}

impl IngestReport<'_> {
    /// Prints it, and says how the command ended.
    pub(super) fn print(&self, app: &AppContext) -> Result<CommandExit, CommandFailure> {
        let outcome = self.outcome;
        if app.out.json {
            output::value(outcome)?;
        } else {
            output::text(&self.text())?;
        }
        match outcome.isolation {
            Some(SandboxIsolation::LimitsOnly) => {
                app.out
                    .note("this kernel has no landlock: limits alone held the readers");
            }
            Some(SandboxIsolation::Partial) => {
                app.out.note("this kernel cannot shut off readers in full");
            }
            Some(SandboxIsolation::Full) | None => {}
        }
        if outcome.interrupted {
            app.out
                .note("interrupted: what was read is kept, what is missing is made next time");
            app.out
                .hint(&format!("`{}` goes on where this stopped", this_command()));
            return Ok(CommandExit::Interrupted);
        }
        if 0 < outcome.pruned {
            let corpus = &outcome.corpus;
            app.out.hint(&format!(
                "the bytes stay in the pack until `jurat erase --corpus {corpus} --removed`"
            ));
        }
        if !outcome.vanished.is_empty() && !self.prune {
            let count = outcome.vanished.len();
            app.out
                .note(&format!("{count} files are no longer there; their text still is"));
            app.out.hint(&format!("`{} --prune` takes it out", this_command()));
        }
        let unread =
            outcome.count(FileReadOutcome::Refused) + outcome.count(FileReadOutcome::Partly);
        Ok(if unread == 0 { CommandExit::Done } else { CommandExit::Unsettled })
    }

    fn text(&self) -> String {
        let mut lines = Vec::new();
        for file in &self.outcome.files {
            let is_whole =
                file.refused.is_empty() && file.outcome != FileReadOutcome::Interrupted;
            if self.outcome.files.len() <= LISTED || !is_whole {
                lines.push(format!("{:<11}  {}", word(file.outcome), plain(&file.file)));
            }
            if file.outcome == FileReadOutcome::Interrupted {
                lines.push(format!("{:<11}  {}", "", came(&file.documents)));
            }
            for refused in &file.refused {
                let name = Some(&refused.name).filter(|name| **name != file.file);
                let name = name.map(|name| format!("{}: ", plain(name))).unwrap_or_default();
                let reason = plain(&refused.reason);
                lines.push(format!("{:<11}  {name}{reason} ({})", "", refused.kind));
            }
        }
        for path in &self.outcome.vanished {
            let word = if self.prune { "removed" } else { "vanished" };
            lines.push(format!("{word:<11}  {}", plain(path)));
        }
        lines.push(self.summary());
        lines.join("\n")
    }

    fn summary(&self) -> String {
        let all = [
            FileReadOutcome::Read,
            FileReadOutcome::Replaced,
            FileReadOutcome::Unchanged,
            FileReadOutcome::Partly,
            FileReadOutcome::Refused,
            FileReadOutcome::Interrupted,
        ];
        let counts = all.map(|outcome| (word(outcome), self.outcome.count(outcome)));
        let counts = counts.iter().filter(|(_, count)| 0 < *count);
        let counts: Vec<String> =
            counts.map(|(word, count)| format!("{count} {word}")).collect();
        let IntakeOutcome { corpus, files, sources, indexed, .. } = self.outcome;
        let counts =
            if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
        let kept = if self.outcome.interrupted {
            format!(", {sources} sources kept")
        } else {
            String::new()
        };
        let (files, passages) = (files.len(), indexed.passages);
        format!("{corpus}: {files} files{counts}{kept}, {passages} passages indexed")
    }
}

/// How much of a file came before reading it stopped.
fn came(documents: &IntakeTally) -> String {
    let IntakeTally { added, replaced, unchanged, .. } = documents;
    format!("{} documents of it are kept, the rest was not read", added + replaced + unchanged)
}

/// What could not be read, a line each.
pub(super) fn refusals(outcome: &IntakeOutcome) -> Vec<String> {
    let line =
        |refused: &FileRefusal| format!("{}: {}", plain(&refused.name), plain(&refused.reason));
    outcome.refusals().map(line).collect()
}

/// The command line of this process, to be given again.
fn this_command() -> String {
    let words = std::env::args_os().skip(1);
    let words = words.map(|word| output::quoted(&word.to_string_lossy()));
    format!("jurat {}", words.collect::<Vec<_>>().join(" "))
}

const fn word(outcome: FileReadOutcome) -> &'static str {
    match outcome {
        FileReadOutcome::Read => "read",
        FileReadOutcome::Unchanged => "unchanged",
        FileReadOutcome::Replaced => "replaced",
        FileReadOutcome::Partly => "partly read",
        FileReadOutcome::Refused => "refused",
        FileReadOutcome::Interrupted => "in part",
    }
}
