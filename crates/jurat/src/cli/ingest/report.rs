//! What became of each file.

use jurat_ingest::SandboxIsolation;
use jurat_retrieve::{CorpusName, FileRefusal, IndexingSummary, IntakeTally};
use serde::Serialize;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Files up to this many are listed one by one for people.
const LISTED: usize = 20;

/// What became of all files.
#[derive(Debug, Serialize)]
pub(super) struct IngestReport {
    corpus: String,
    files: Vec<FileOutcomeRow>,
    /// Files of the given folders that are no longer there.
    pub(super) vanished: Vec<String>,
    /// Whether they were to be taken out.
    #[serde(skip)]
    prune: bool,
    /// Sources that were taken out with them.
    pub(super) pruned: u64,
    pub(super) indexed: IndexingSummary,
    /// Vectors that were made.
    pub(super) vectors: u64,
    /// How far the weakest of the readers was shut off; nothing where none ran.
    isolation: Option<SandboxIsolation>,
}

#[derive(Debug, Serialize)]
struct FileOutcomeRow {
    file: String,
    outcome: FileReadOutcome,
    documents: IntakeTally,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<FileRefusal>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum FileReadOutcome {
    /// New.
    Read,
    /// As it was.
    Unchanged,
    /// In another form than before.
    Replaced,
    /// Some of it could not be read.
    Partly,
    /// Nothing of it could be read.
    Refused,
}

impl FileReadOutcome {
    const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Unchanged => "unchanged",
            Self::Replaced => "replaced",
            Self::Partly => "partly read",
            Self::Refused => "refused",
        }
    }
}

impl IngestReport {
    pub(super) fn new(corpus: &CorpusName, prune: bool) -> Self {
        Self {
            prune,
            corpus: corpus.to_string(),
            files: Vec::new(),
            vanished: Vec::new(),
            pruned: 0,
            indexed: IndexingSummary::default(),
            vectors: 0,
            isolation: None,
        }
    }

    /// How far a reader was shut off: the weakest counts.
    pub(super) fn shut_off(&mut self, isolation: Option<SandboxIsolation>) {
        let both = self.isolation.into_iter().chain(isolation);
        self.isolation = both.min();
    }

    pub(super) fn read(
        &mut self,
        file: &str,
        documents: IntakeTally,
        refused: Vec<FileRefusal>,
    ) {
        let IntakeTally { added, replaced, unchanged, removed } = documents;
        let outcome = match (refused.is_empty(), added + replaced + unchanged) {
            (false, 0) => FileReadOutcome::Refused,
            (false, _) => FileReadOutcome::Partly,
            (true, _) if 0 < replaced + removed => FileReadOutcome::Replaced,
            (true, _) if 0 < unchanged && added == 0 => FileReadOutcome::Unchanged,
            (true, _) => FileReadOutcome::Read,
        };
        self.files
            .push(FileOutcomeRow { file: file.to_owned(), outcome, documents, refused });
    }

    pub(super) fn unchanged(&mut self, file: &str) {
        let (file, outcome) = (file.to_owned(), FileReadOutcome::Unchanged);
        self.files.push(FileOutcomeRow {
            file,
            outcome,
            documents: IntakeTally::default(),
            refused: Vec::new(),
        });
    }

    pub(super) fn refused(&mut self, file: &str, refused: Vec<FileRefusal>) {
        self.read(file, IntakeTally::default(), refused);
    }

    /// Prints it, and says how the command ended.
    pub(super) fn print(
        &self,
        app: &AppContext,
        interrupted: bool,
    ) -> Result<CommandExit, CommandFailure> {
        if app.out.json {
            output::value(self)?;
        } else {
            output::text(&self.text())?;
        }
        match self.isolation {
            Some(SandboxIsolation::LimitsOnly) => {
                app.out
                    .note("this kernel has no landlock: limits alone held the readers");
            }
            Some(SandboxIsolation::Partial) => {
                app.out.note("this kernel cannot shut off readers in full");
            }
            Some(SandboxIsolation::Full) | None => {}
        }
        if interrupted {
            app.out
                .note("interrupted: what was read is kept, what is missing is made next time");
            app.out.hint("the same command goes on where this one stopped");
            return Ok(CommandExit::Interrupted);
        }
        if 0 < self.pruned {
            let corpus = &self.corpus;
            app.out.hint(&format!(
                "the bytes stay in the pack until `jurat erase --corpus {corpus} --removed`"
            ));
        }
        if !self.vanished.is_empty() && !self.prune {
            let count = self.vanished.len();
            app.out
                .note(&format!("{count} files are no longer there; their text still is"));
            app.out.hint("`--prune` takes it out");
        }
        let unread = self.count(FileReadOutcome::Refused) + self.count(FileReadOutcome::Partly);
        Ok(if unread == 0 { CommandExit::Done } else { CommandExit::Unsettled })
    }

    fn text(&self) -> String {
        let mut lines = Vec::new();
        for file in &self.files {
            if self.files.len() <= LISTED || !file.refused.is_empty() {
                lines.push(format!("{:<11}  {}", file.outcome.word(), file.file));
            }
            for refused in &file.refused {
                let name = Some(&refused.name).filter(|name| **name != file.file);
                let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
                lines.push(format!("{:<11}  {name}{} ({})", "", refused.reason, refused.kind));
            }
        }
        for path in &self.vanished {
            let word = if self.prune { "removed" } else { "vanished" };
            lines.push(format!("{word:<11}  {path}"));
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
        ];
        let counts = all.map(|outcome| (outcome.word(), self.count(outcome)));
        let counts = counts.iter().filter(|(_, count)| 0 < *count);
        let counts: Vec<String> =
            counts.map(|(word, count)| format!("{count} {word}")).collect();
        let files = self.files.len();
        let passages = self.indexed.passages;
        format!(
            "{}: {files} files ({}), {passages} passages indexed",
            self.corpus,
            counts.join(", ")
        )
    }

    /// What could not be read, a line each.
    pub(super) fn refusals(&self) -> Vec<String> {
        let refused = self.files.iter().flat_map(|file| &file.refused);
        refused
            .map(|refused| format!("{}: {}", refused.name, refused.reason))
            .collect()
    }

    fn count(&self, outcome: FileReadOutcome) -> usize {
        self.files.iter().filter(|file| file.outcome == outcome).count()
    }
}
