//! Why a command could not be done: one line, what to do about it, and an exit code.

use jurat_engine::{BindError, EngineError, PullError, StartError, StoreError};

use jurat_system::catalog::CatalogError;

use crate::exit::CommandExit;

/// A command that could not be done.
#[derive(Debug)]
pub(crate) struct CommandFailure {
    pub(crate) exit: CommandExit,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl CommandFailure {
    /// What was given cannot be used.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self {
            exit: CommandExit::BadInput,
            message: message.into(),
            hint: None,
        }
    }

    /// We could not do our work.
    pub(crate) fn ours(message: impl Into<String>) -> Self {
        Self {
            exit: CommandExit::Failed,
            message: message.into(),
            hint: None,
        }
    }

    /// It came to no end that says yes or no.
    pub(crate) fn unsettled(message: impl Into<String>) -> Self {
        Self {
            exit: CommandExit::Unsettled,
            message: message.into(),
            hint: None,
        }
    }

    pub(crate) fn interrupted(message: impl Into<String>) -> Self {
        Self {
            exit: CommandExit::Interrupted,
            message: message.into(),
            hint: None,
        }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl From<StoreError> for CommandFailure {
    fn from(error: StoreError) -> Self {
        let message = error.to_string();
        match error {
            StoreError::Owned(run) => Self::input(message)
                .hint(format!("`jurat runs watch {run}` follows it from here")),
            StoreError::UnknownRun(_) => {
                Self::input(message).hint("`jurat runs list` shows what is there")
            }
            StoreError::Newer { .. } => {
                Self::input(message).hint("use the jurat that wrote it, or a newer one")
            }
            StoreError::Damaged(_) => Self::ours(message)
                .hint("restore a backup, or choose another store with `--store DIR`"),
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
        match error {
            PullError::Engine(error) => error.into(),
            other => Self::input(other.to_string())
                .hint("`jurat runs next RUN` says which stage is due"),
        }
    }
}
