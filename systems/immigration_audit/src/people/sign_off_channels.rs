//! The workflow by which people decide about an audit, and its channels. It is none of the six: it comes to no report, and whoever
//! keeps cases starts it.

use jurat_engine::Channel;
use serde_json::Value as Json;

use super::GivenAnswer;
use crate::model::{AuditedResult, SignOffRecord};

/// The definition.
pub const SIGN_OFF_WORKFLOW: &str = include_str!("../../workflows/sign-off.json");

pub(crate) const AUDITED: Channel<AuditedResult> = Channel::new("audited");
pub(crate) const GIVEN_ANSWER: Channel<Json> = Channel::new("given_answer");
pub(crate) const ANSWERS: Channel<Vec<Json>> = Channel::new("answers");
pub(crate) const REVIEWED: Channel<GivenAnswer> = Channel::new("reviewed");
pub(crate) const SECOND: Channel<Option<GivenAnswer>> = Channel::new("second_signature");
pub(crate) const SIGN_OFF: Channel<SignOffRecord> = Channel::new("sign_off");
