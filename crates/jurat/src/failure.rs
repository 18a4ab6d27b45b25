//! Why a command could not be done: one line, what to do about it, and an exit code.

use jurat_engine::{BindError, EngineError, PullError, StartError, StoreError};

use jurat_system::catalog::CatalogError;
use serde_json::{Value as Json, json};

use crate::exit::CommandExit;

/// What makes room in a store, even on a full disk.
pub(crate) const MAKE_ROOM: &str =
    "`jurat runs prune --older-than 30d --everything` makes room by forgetting old runs";

/// A command that could not be done.
#[derive(Debug)]
pub(crate) struct CommandFailure {
    pub(crate) exit: CommandExit,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// The kind of failure, for programs; by the exit code where nothing more is known.
    code: Option<&'static str>,
    /// The instances that are due instead (pull mode); none where nobody looked.
    due: Option<Vec<String>>,
    /// Whether it is told as JSON.
    pub(crate) as_json: bool,
}

impl CommandFailure {
    /// The same, told as JSON.
    pub(crate) fn in_json(self) -> Self {
        Self { as_json: true, ..self }
    }

    fn of(exit: CommandExit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
            hint: None,
            code: None,
            due: None,
            as_json: false,
        }
    }

    /// What was given cannot be used.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::of(CommandExit::BadInput, message)
    }

    /// We could not do our work.
    pub(crate) fn ours(message: impl Into<String>) -> Self {
        Self::of(CommandExit::Failed, message)
    }

    /// What was looked at is not as it should be.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::of(CommandExit::Refused, message)
    }

    /// It came to no end that says yes or no.
    pub(crate) fn unsettled(message: impl Into<String>) -> Self {
        Self::of(CommandExit::Unsettled, message)
    }

    pub(crate) fn interrupted(message: impl Into<String>) -> Self {
        Self::of(CommandExit::Interrupted, message)
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(crate) fn code(self, code: &'static str) -> Self {
        Self { code: Some(code), ..self }
    }

    /// Says what is due instead.
    pub(crate) fn due(self, due: Vec<String>) -> Self {
        Self { due: Some(due), ..self }
    }

    /// The failure as programs read it.
    pub(crate) fn to_json(&self) -> Json {
        let code = self.code.unwrap_or(match self.exit {
            CommandExit::Done | CommandExit::Refused => "refused",
            CommandExit::Unsettled => "unsettled",
            CommandExit::BadInput => "bad_input",
            CommandExit::Failed => "failed",
            CommandExit::Interrupted => "interrupted",
        });
        let mut error = json!({ "code": code, "message": self.message, "hint": self.hint });
        if let Some(due) = &self.due {
            error["due"] = json!(due);
        }
        json!({ "error": error })
    }
}

impl From<StoreError> for CommandFailure {
    fn from(error: StoreError) -> Self {
        let message = error.to_string();
        match error {
            StoreError::Owned(run) => Self::input(message)
                .code("run_busy")
                .hint(format!("`jurat runs watch {run}` follows it from here")),
            StoreError::UnknownRun(_) => Self::input(message)
                .code("unknown_run")
                .hint("`jurat runs list` shows what is there"),
            StoreError::Newer { .. } => {
                Self::input(message).hint("use the jurat that wrote it, or a newer one")
            }
            StoreError::Damaged(_) => Self::ours(message)
                .hint("restore a backup, or choose another store with `--store DIR`"),
            StoreError::Full(_) => Self::ours(message).hint(MAKE_ROOM),
            StoreError::Unavailable(_) => Self::ours(message)
                .hint("look at the disk and the rights, or choose another with `--store DIR`"),
        }
    }
}

impl From<EngineError> for CommandFailure {
    fn from(error: EngineError) -> Self {
        let message = error.to_string();
        match error {
            EngineError::Store(error) => error.into(),
            EngineError::Start(error) => error.into(),
            EngineError::Pruned(_) => {
                Self::input(message).hint("it can be listed and checked, nothing more")
            }
            EngineError::NoEvent { run, .. } | EngineError::Over { run, .. } => {
                let hint = format!("`jurat runs show {run} --events` lists its events");
                Self::input(message).hint(hint)
            }
            EngineError::DoneOutside { workflow, .. } => Self::input(message)
                .hint(format!("`jurat runs start {workflow}` starts it in pull mode")),
            EngineError::OtherDefinition { .. } => Self::input(message),
            EngineError::Journal { .. } | EngineError::MissingBlob(_) => {
                Self::ours(message).hint("`jurat store check` says what else is wrong")
            }
            _ => Self::ours(message),
        }
    }
}

impl From<StartError> for CommandFailure {
    fn from(error: StartError) -> Self {
        let message = error.to_string();
        match error {
            StartError::BadParam { name, .. } => Self::input(message).hint(format!(
                "as in `--param {name}=VALUE`; lists and objects are written as JSON"
            )),
            StartError::MissingParam(name) => {
                Self::input(message).hint(format!("add `--param {name}=VALUE`"))
            }
            StartError::UnknownParam { workflow, .. } => Self::input(message)
                .hint(format!("`jurat workflow show {workflow}` says what each one means")),
            _ => Self::input(message),
        }
    }
}

impl From<CatalogError> for CommandFailure {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::Unknown { .. } => Self::input(error.to_string())
                .hint("give one of these names, or the path of a JSON file"),
            CatalogError::NameTaken { ref name, .. } => {
                Self::input(error.to_string()).hint(format!(
                    "give it a `name` of its own; `jurat run {name}` runs the built-in one"
                ))
            }
            CatalogError::OwnStages { ref name, .. } => Self::input(error.to_string())
                .hint(format!("`jurat workflow lint {name}` says where")),
            CatalogError::DoneOutside(run) => {
                Self::input(error.to_string()).hint(format!("jurat runs next {run}"))
            }
            CatalogError::Store(error) => error.into(),
            CatalogError::Engine(error) => error.into(),
            other => Self::input(other.to_string()),
        }
    }
}

impl From<BindError> for CommandFailure {
    fn from(error: BindError) -> Self {
        Self::input(error.to_string())
    }
}

impl From<PullError> for CommandFailure {
    fn from(error: PullError) -> Self {
        let (message, code, due) = (error.to_string(), error.code(), error.due().to_vec());
        let hint = match error {
            PullError::Engine(error) => return error.into(),
            PullError::OwnFailed { .. } => {
                let hint = "the run is where it was: ask again, do it yourself, or `jurat runs fail RUN STAGE`";
                return Self { code, ..Self::ours(message).hint(hint) };
            }
            PullError::NotDue { reported: true, .. } => {
                "it was reported before, with another output; what is done stays as it is"
            }
            PullError::NotDue { .. } => "`jurat runs next RUN` says which stage is due",
            PullError::Ambiguous { .. } => {
                "name the instance, as `jurat runs next RUN` does, or add its `--token`"
            }
            PullError::StaleToken { .. } | PullError::TokenNeeded { .. } => {
                "`jurat runs next RUN` gives the token of the attempt that is due: add it as `--token`"
            }
            PullError::UnknownStage { .. } => {
                "name it as `jurat runs next RUN` does; `jurat runs status RUN` says all that is due"
            }
            PullError::OnlyAnswered { .. } => {
                "`jurat runs answer RUN STAGE VALUE --author NAME` answers it, \
                 `jurat runs cancel RUN` gives the run up"
            }
            PullError::ActsOutside { .. } | PullError::NoFunction { .. } => {
                "do it yourself, then `jurat runs complete RUN STAGE --output JSON`"
            }
            PullError::BadOutput { .. } => {
                "the run is where it was: hand in another output, or `jurat runs fail RUN STAGE`"
            }
        };
        Self { code, ..Self::input(message).hint(hint).due(due) }
    }
}
