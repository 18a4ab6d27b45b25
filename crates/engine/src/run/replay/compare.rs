//! What an attempt came to now, beside what the journal says it came to.

use std::{collections::BTreeSet, fmt};

use serde::Serialize;

use jurat_canon::Hash;

use super::words;
use crate::{
    AttemptCompleted, AttemptFailed, ChannelWrites, StageError, StateOperation,
    journal::by_channel,
};

/// Longest text of a difference, in characters.
const LONGEST: usize = 400;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReplayDifferenceKind {
    /// It writes other values to these channels.
    Patch {
        channels: Vec<String>,
    },
    /// It asks for calls that the run did not make; they were not made now either.
    Call {
        calls: Vec<Hash>,
    },
    FailsNow {
        message: String,
    },
    DoneNow {
        recorded: String,
    },
    /// It failed then and fails now, with other words or in another way.
    OtherFailure {
        recorded: String,
        now: String,
    },
    Outcome,
    Spend,
    /// The run would go another way from here.
    Decision {
        recorded: String,
        now: String,
    },
    /// The journal has a result of it, and nothing that says it began.
    Unbegun,
}

impl ReplayDifferenceKind {
    pub(super) fn decision(recorded: &[StateOperation], now: &[StateOperation]) -> Self {
        Self::Decision { recorded: decided(recorded), now: decided(now) }
    }
}

impl fmt::Display for ReplayDifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Patch { channels } => {
                let noun = if channels.len() == 1 { "channel" } else { "channels" };
                write!(f, "{noun} {}", channels.join(", "))
            }
            Self::Call { calls } => {
                let calls: Vec<String> = calls.iter().map(short).collect();
                write!(f, "a call that the run did not make ({})", calls.join(", "))
            }
            Self::FailsNow { message } => write!(f, "it fails now: {message}"),
            Self::DoneNow { recorded } => write!(f, "it does not fail now; then: {recorded}"),
            Self::OtherFailure { recorded, now } => {
                write!(f, "it fails otherwise: {now}; then: {recorded}")
            }
            Self::Outcome => f.write_str("what it says of the outcome"),
            Self::Spend => f.write_str("what it spends"),
            Self::Decision { recorded, now } => {
                write!(f, "the run goes another way: {now}; then: {recorded}")
            }
            Self::Unbegun => f.write_str("the journal does not say that it began"),
        }
    }
}

/// The beginning of a hash, which tells it from others.
fn short(hash: &Hash) -> String {
    hash.to_string().chars().take(12).collect()
}

fn decided(ops: &[StateOperation]) -> String {
    let words: Vec<String> = ops.iter().map(words).collect();
    if words.is_empty() { "nothing follows".to_owned() } else { cut(&words.join(", ")) }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

pub(super) fn compared(
    then: &AttemptCompleted,
    now: &Result<AttemptCompleted, StageError>,
    unknown: &[Hash],
) -> Vec<ReplayDifferenceKind> {
    let mut found = asked(unknown);
    match now {
        Ok(now) => {
            let channels = channels(&then.writes, &now.writes);
            if !channels.is_empty() {
                found.push(ReplayDifferenceKind::Patch { channels });
            }
            if then.outcome != now.outcome {
                found.push(ReplayDifferenceKind::Outcome);
            }
            if then.spend != now.spend {
                found.push(ReplayDifferenceKind::Spend);
            }
        }
        // A call that is not answered is reason enough.
        Err(error) if found.is_empty() => {
            found.push(ReplayDifferenceKind::FailsNow { message: cut(&error.message) });
        }
        Err(_) => {}
    }
    found
}

pub(super) fn compared_failure(
    then: &AttemptFailed,
    now: &Result<AttemptCompleted, StageError>,
    unknown: &[Hash],
) -> Vec<ReplayDifferenceKind> {
    let mut found = asked(unknown);
    let recorded = cut(&then.message);
    match now {
        Ok(_) => found.push(ReplayDifferenceKind::DoneNow { recorded }),
        Err(now) if now.class == then.class && now.message == then.message => {}
        Err(now) => {
            found.push(ReplayDifferenceKind::OtherFailure { recorded, now: cut(&now.message) });
        }
    }
    found
}

fn asked(unknown: &[Hash]) -> Vec<ReplayDifferenceKind> {
    let calls = unknown.to_vec();
    if calls.is_empty() { Vec::new() } else { vec![ReplayDifferenceKind::Call { calls }] }
}

/// The channels that two patches write differently.
fn channels(then: &ChannelWrites, now: &ChannelWrites) -> Vec<String> {
    let (then, now) = (by_channel(then), by_channel(now));
    let names: BTreeSet<&str> = then.keys().chain(now.keys()).copied().collect();
    let differs = |name: &&str| then.get(name) != now.get(name);
    names.into_iter().filter(differs).map(str::to_owned).collect()
}
