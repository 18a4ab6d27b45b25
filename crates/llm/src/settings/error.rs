//! What is wrong with settings. No value of a key or an address is in it.

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("there is no provider `{name}`; there are {known}")]
    UnknownProvider { name: String, known: String },
    #[error("`{field}` {rule}")]
    Value { field: &'static str, rule: &'static str },
    #[error("`base_url` {problem}")]
    Address { problem: &'static str },
    #[error("`key_env` and `key_file` are both set")]
    TwoKeys,
    #[error("the variable `{name}` is not set")]
    NoSuchVariable { name: String },
    #[error("cannot read the key file {path}: {message}")]
    KeyFile { path: String, message: String },
    #[error("the key file {path} has mode {mode:o}: others can read it")]
    KeyFileOpen { path: String, mode: u32 },
    #[error("the key in {origin} is empty, too long, or not plain text on one line")]
    BadKey {
        /// The variable or file.
        origin: String,
    },
    #[error("provider `{provider}` has no {service} here")]
    NoService { provider: String, service: &'static str },
    #[error("cannot set up connections: {message}")]
    Setup { message: String },
}

impl SettingsError {
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
