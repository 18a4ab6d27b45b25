//! What a stage returns. It never writes: the engine merges.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value as Json;

use super::Channel;
use crate::{RunOutcome, UnitAmounts};

/// Values for channels, what was spent, and what it means for the run's outcome.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Patch {
    pub(crate) writes: Vec<(Cow<'static, str>, Json)>,
    pub(crate) spend: UnitAmounts,
    pub(crate) outcome: Option<(RunOutcome, String)>,
    /// A value that could not be written as JSON: the attempt fails with this.
    pub(crate) flaw: Option<String>,
}

impl Patch {
    pub fn empty() -> Self {
        Self::default()
    }

    pub fn of<T: Serialize>(channel: Channel<T>, value: T) -> Self {
        Self::empty().and(channel, value)
    }

    #[must_use]
    pub fn and<T: Serialize>(self, channel: Channel<T>, value: T) -> Self {
        match serde_json::to_value(&value) {
            Ok(json) => self.and_json(channel.name(), json),
            Err(error) => {
                let flaw = Some(format!("cannot write channel `{}`: {error}", channel.name()));
                Self { flaw, ..self }
            }
        }
    }

    #[must_use]
    pub fn and_json(mut self, channel: impl Into<Cow<'static, str>>, value: Json) -> Self {
        self.writes.push((channel.into(), value));
        self
    }

    #[must_use]
    pub fn spend(mut self, unit: impl Into<String>, amount: u64) -> Self {
        let spent = self.spend.entry(unit.into()).or_insert(0);
        *spent = spent.saturating_add(amount);
        self
    }

    /// What this result means for the run: its outcome is at least this.
    #[must_use]
    pub fn outcome(mut self, outcome: RunOutcome, reason: impl Into<String>) -> Self {
        self.outcome = Some((outcome, reason.into()));
        self
    }
}
