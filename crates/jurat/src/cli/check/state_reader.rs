//! States from files and standard input, one at a time, within limits.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
};

use serde_json::Value as Json;

use crate::failure::CommandFailure;

/// The largest state that is read, and the longest line of many.
const MOST: u64 = 256 << 20;

/// One whole file as a state.
pub(super) fn whole(name: &str) -> Result<Json, CommandFailure> {
    let mut text = Vec::new();
    let read = open(name)?.take(MOST + 1).read_to_end(&mut text);
    read.map_err(|error| CommandFailure::input(format!("cannot read `{name}`: {error}")))?;
    if MOST < text.len() as u64 {
        return Err(CommandFailure::input(format!(
            "`{name}` is larger than {} MB",
            MOST >> 20
        )));
    }
    parsed(&text).map_err(|error| {
        CommandFailure::input(format!("`{name}` is no JSON: {error}"))
            .hint("a file with one state a line is read with `--jsonl`")
    })
}

/// The value of some bytes.
pub(super) fn parsed(text: &[u8]) -> Result<Json, String> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    serde_json::from_slice(text).map_err(|error| error.to_string())
}

/// The lines of a file.
pub(super) struct StateLineReader {
    from: Box<dyn BufRead>,
    number: u64,
}

/// A line, or why there is none.
pub(super) struct StateLine {
    pub(super) number: u64,
    pub(super) bytes: Result<Vec<u8>, String>,
}

impl StateLineReader {
    pub(super) fn of(name: &str) -> Result<Self, CommandFailure> {
        Ok(Self { from: open(name)?, number: 0 })
    }
}

impl Iterator for StateLineReader {
    type Item = StateLine;

    /// The next line that is not blank. A line that is too long ends the file: what follows
    /// cannot be told from it.
    fn next(&mut self) -> Option<StateLine> {
        loop {
            let mut bytes = Vec::new();
            let read = (&mut self.from).take(MOST + 1).read_until(b'\n', &mut bytes);
            self.number += 1;
            let number = self.number;
            match read {
                Ok(0) => return None,
                Ok(_) if MOST < bytes.len() as u64 => {
                    self.from = Box::new(io::empty());
                    let bytes = Err(format!("longer than {} MB", MOST >> 20));
                    return Some(StateLine { number, bytes });
                }
                Ok(_) if bytes.iter().all(u8::is_ascii_whitespace) => {}
                Ok(_) => return Some(StateLine { number, bytes: Ok(bytes) }),
                Err(error) => {
                    self.from = Box::new(io::empty());
                    return Some(StateLine { number, bytes: Err(error.to_string()) });
                }
            }
        }
    }
}

fn open(name: &str) -> Result<Box<dyn BufRead>, CommandFailure> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(name);
    let file = file.map_err(|error| {
        CommandFailure::input(format!("cannot read `{name}`: {error}"))
            .hint("`-` is standard input")
    })?;
    Ok(Box::new(BufReader::with_capacity(1 << 18, file)))
}
