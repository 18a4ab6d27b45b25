//! What is wrong with settings. No value of a key or an address is in it.

/// Settings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("there is no provider `{name}`; there are {known}")]
    UnknownProvider { name: String, known: String },
    /// A number or text out of its range.
    #[error("`{field}` {rule}")]
    Value {
        field: &'static str,
        /// What it must be.
        rule: &'static str,
    },
    /// An address that cannot be used.
    #[error("`base_url` {problem}")]
    Address {
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Two places for one key.
    #[error("`key_env` and `key_file` are both set")]
    TwoKeys,
    /// The variable is not there.
    #[error("the variable `{name}` is not set")]
    NoSuchVariable { name: String },
    /// The file cannot be read.
    #[error("cannot read the key file {path}: {message}")]
    KeyFile {
        path: String,
        /// What the system says.
        message: String,
    },
    /// Others can read the file.
    #[error("the key file {path} has mode {mode:o}: others can read it")]
    KeyFileOpen { path: String, mode: u32 },
    /// Not the form of a key.
    #[error("the key in {origin} is empty, too long, or not plain text on one line")]
    BadKey {
        /// The variable or file.
        origin: String,
    },
    /// A provider that has no such service.
    #[error("provider `{provider}` has no {service} here")]
    NoService { provider: String, service: &'static str },
    /// This machine has no thread or no TLS for us.
    #[error("cannot set up connections: {message}")]
    Setup { message: String },
}

impl SettingsError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::KeyFileOpen { path, .. } => Some(format!("chmod 600 {path}")),
            Self::NoSuchVariable { name } => {
                Some(format!("export {name}=…, or set `key_file`"))
            }
            Self::Address { problem } if problem.contains("http") => Some(
                "use https, or set `allow_http = true` for a network that you trust".into(),
            ),
            Self::NoService { .. } => {
                Some("`openai` fits most servers of embeddings and reranking".into())
            }
            _ => None,
        }
    }
}
