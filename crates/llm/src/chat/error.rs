//! Why a model did not answer. No key, no address beyond the host, and little of a server's words.

use std::time::Duration;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "error", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChatError {
    /// Nobody there, or the connection could not be secured.
    #[error("cannot reach the model server {host}: {message} ({tries} tries)")]
    Unreachable { host: String, message: String, tries: u32 },
    #[error("the model server {host} did not finish within {seconds} s ({tries} tries)")]
    TimedOut { host: String, seconds: u64, tries: u32 },
    /// The server knows us not, or lets us not.
    #[error("the model server refuses us (status {status})")]
    Refused { status: u16 },
    #[error("the model server says that the quota of this account is spent")]
    QuotaSpent,
    /// Too many requests, and no patience left.
    #[error("the model server limits the rate of requests ({tries} tries)")]
    RateLimited {
        tries: u32,
        /// When the server wants to be asked again.
        retry_after_s: Option<u64>,
    },
    #[error("the model server failed with status {status}: {message} ({tries} tries)")]
    Server { status: u16, message: String, tries: u32 },
    #[error("the model server does not take the request (status {status}): {message}")]
    Rejected { status: u16, message: String },
    #[error("the answer is longer than {most} bytes")]
    TooLarge { most: u64 },
    #[error("the answer broke off: {message} ({tries} tries)")]
    CutOff { message: String, tries: u32 },
    /// An answer that is not what the protocol says.
    #[error("the answer makes no sense: {message}")]
    Invalid { message: String },
    /// An answer of a kind that nobody asked for.
    #[error("the model answered with {what}, which nobody asked for")]
    Unwanted { what: String },
    #[error("the request is too long for the model{}", numbers(*.limit, *.needed))]
    ContextTooLong {
        /// The context, where it is known.
        limit: Option<u64>,
        /// What would be needed, where it is known.
        needed: Option<u64>,
    },
    #[error("the model server {host} leads to {to}; redirects are not followed")]
    Redirected { host: String, to: String },
    #[error("no reply had the wanted shape in {tries} tries: {reason}")]
    SchemaNotMet { tries: u32, reason: String },
    #[error("the model declined to answer")]
    Declined,
    #[error("the model takes no {what}")]
    NotSupported { what: String },
    #[error("not on the tape: {differs}")]
    NotOnTape { differs: String },
    #[error("cannot record the exchange: {message}")]
    NotRecorded { message: String },
    #[error("the call was cancelled")]
    Cancelled,
    #[error("the budget for {what} is spent")]
    BudgetSpent { what: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    Transient,
    Permanent,
    RateLimited {
        /// How much later, where the server says it.
        retry_after: Option<Duration>,
    },
}

impl ChatError {
    pub fn class(&self) -> ErrorClass {
        match self {
            Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::Server { .. }
            | Self::CutOff { .. } => ErrorClass::Transient,
            Self::RateLimited { retry_after_s, .. } => ErrorClass::RateLimited {
                retry_after: retry_after_s.map(Duration::from_secs),
            },
            _ => ErrorClass::Permanent,
        }
    }

    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "is the server running, and is `base_url` right?",
            Self::TimedOut { .. } => "raise `timeout_s`, or ask for a shorter reply",
            Self::Refused { .. } => "look at `key_env` or `key_file`, and at the key's rights",
            Self::QuotaSpent => "add money to the account, or choose another model",
            Self::RateLimited { .. } => "set `requests_per_minute` and `tokens_per_minute`",
            Self::Server { .. } => "try again later; the server's own log says more",
            Self::Rejected { .. } => "look at `model` and `base_url`",
            Self::TooLarge { .. } => "raise `max_reply_bytes` if such answers are wanted",
            Self::CutOff { .. } => "try again; a proxy between may end long answers",
            Self::Invalid { .. } => "does `base_url` lead to a server of this `provider`?",
            Self::Unwanted { .. } => "switch tools off on the server, or choose another model",
            Self::ContextTooLong { .. } => "send less, or choose a model with more context",
            Self::Redirected { .. } => "set `base_url` to the address that is meant",
            Self::SchemaNotMet { .. } => "choose a stronger model, or run without one",
            Self::Declined => "look at what was asked, or run without a model",
            Self::NotSupported { .. } => "choose another model, or leave it out",
            Self::NotOnTape { .. } => "record the tape again",
            Self::NotRecorded { .. } => "look at the folder of the tape",
            Self::Cancelled => "run it again",
            Self::BudgetSpent { .. } => "raise the budget, or run without a model",
        }
    }

    /// The same error after so many tries.
    #[must_use]
    pub(crate) fn after(mut self, made: u32) -> Self {
        match &mut self {
            Self::Unreachable { tries, .. }
            | Self::TimedOut { tries, .. }
            | Self::RateLimited { tries, .. }
            | Self::Server { tries, .. }
            | Self::CutOff { tries, .. } => *tries = made,
            _ => {}
        }
        self
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid { message: message.into() }
    }

    pub(crate) fn cut_off(message: impl Into<String>) -> Self {
        Self::CutOff { message: message.into(), tries: 1 }
    }
}

fn numbers(limit: Option<u64>, needed: Option<u64>) -> String {
    match (limit, needed) {
        (Some(limit), Some(needed)) => format!(": {needed} tokens, {limit} are taken"),
        (Some(limit), None) => format!(": {limit} tokens are taken"),
        _ => String::new(),
    }
}
