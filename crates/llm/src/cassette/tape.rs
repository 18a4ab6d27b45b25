//! The file of a tape: a line that says whose it is, then a line an exchange.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::chat::{ChatError, ChatReply, ChatRequest, ModelIdentity, ModelLimits};

const VERSION: u32 = 1;
/// Tapes are for tests; a larger file is something else.
const MOST: u64 = 256 * 1024 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    #[error("cannot {verb} the tape {path}: {cause}")]
    File { verb: &'static str, path: String, cause: io::Error },
    #[error("line {line} of the tape {path} is not understood: {message}")]
    Line { path: String, line: usize, message: String },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CassetteHeader {
    cassette: u32,
    pub(super) identity: ModelIdentity,
    pub(super) limits: ModelLimits,
}

/// A line: a request and what came of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExchangeRow {
    pub(super) hash: String,
    pub(super) occurrence: u32,
    pub(super) request: ChatRequest,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reply: Option<ChatReply>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<ChatError>,
}

impl CassetteHeader {
    pub(super) fn new(identity: ModelIdentity, limits: ModelLimits) -> Self {
        Self { cassette: VERSION, identity, limits }
    }
}

impl ExchangeRow {
    pub(super) fn new(
        (hash, occurrence): (String, u32),
        request: ChatRequest,
        outcome: Result<ChatReply, ChatError>,
    ) -> Self {
        let (reply, error) = match outcome {
            Ok(reply) => (Some(reply), None),
            Err(error) => (None, Some(error)),
        };
        Self { hash, occurrence, request, reply, error }
    }

    pub(super) fn outcome(&self) -> Result<ChatReply, ChatError> {
        match (&self.reply, &self.error) {
            (Some(reply), None) => Ok(reply.clone()),
            (None, Some(error)) => Err(error.clone()),
            _ => Err(ChatError::NotOnTape {
                differs: "the exchange has neither or both of `reply` and `error`".into(),
            }),
        }
    }
}

pub(super) fn create(path: &Path, header: &CassetteHeader) -> Result<File, CassetteError> {
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = made.map_err(file_error("create", path))?;
    let written = append(&mut file, header).map_err(io::Error::other);
    written.map_err(file_error("write", path))?;
    Ok(file)
}

pub(super) fn append<T: Serialize>(tape: &mut File, line: &T) -> Result<(), String> {
    let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
    text.push('\n');
    // In one call, so that a process that dies leaves whole lines.
    tape.write_all(text.as_bytes()).map_err(|error| error.to_string())
}

pub(super) fn read_cassette(
    path: &Path,
) -> Result<(CassetteHeader, Vec<ExchangeRow>), CassetteError> {
    let size = fs::metadata(path).map_err(file_error("read", path))?.len();
    if MOST < size {
        return Err(file_error("read", path)(io::Error::other("it is too long")));
    }
    let text = fs::read_to_string(path).map_err(file_error("read", path))?;
    let mut lines = text.lines().enumerate();
    let (at, first) = lines.next().unwrap_or((0, ""));
    let header: CassetteHeader = parse(path, at, first)?;
    if header.cassette != VERSION {
        let message = format!("version {} is not known", header.cassette);
        return Err(CassetteError::Line { path: path.display().to_string(), line: 1, message });
    }
    let exchanges = lines.map(|(at, line)| parse(path, at, line));
    Ok((header, exchanges.collect::<Result<_, _>>()?))
}

fn parse<T: DeserializeOwned>(path: &Path, at: usize, line: &str) -> Result<T, CassetteError> {
    serde_json::from_str(line).map_err(|error| CassetteError::Line {
        path: path.display().to_string(),
        line: at + 1,
        message: error.to_string(),
    })
}

fn file_error(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CassetteError {
    move |cause| CassetteError::File { verb, path: path.display().to_string(), cause }
}
