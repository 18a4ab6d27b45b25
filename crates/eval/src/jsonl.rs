//! Rows of JSONL files. Lines end at `\n` alone: texts may hold other separators.

use std::{fs, path::Path};

use serde::de::DeserializeOwned;

use crate::EvalError;

/// Every row of a file.
pub(crate) fn read_rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, EvalError> {
    let bytes = bytes(path)?;
    let lines = bytes.split(|byte| *byte == b'\n').enumerate();
    let filled = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    filled
        .map(|(at, line)| {
            serde_json::from_slice(line).map_err(|error| EvalError::Row {
                path: path.to_path_buf(),
                line: at + 1,
                message: error.to_string(),
            })
        })
        .collect()
}

pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, EvalError> {
    fs::read(path).map_err(|error| EvalError::File { path: path.to_path_buf(), error })
}
