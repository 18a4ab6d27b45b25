//! What a stage of one's own is told.

use std::{collections::BTreeMap, sync::Arc};

use jurat_engine::{ClaimedTask, PaidCall, PaidReply, RunId, StageCtx, StageError, TaskId};
use serde::Serialize;
use serde_json::Value as Json;

use crate::{reply, settings::OwnStageSettings, spent_units::DeclaredBudgets};

/// The version of request and reply.
pub const PROTOCOL: u32 = 1;

/// One attempt of a stage, as whoever does it sees it.
#[derive(Debug, Serialize)]
pub struct StageRequest {
    pub protocol: u32,
    pub run: RunId,
    pub workflow: String,
    pub stage: String,
    /// `stage@epoch#index`.
    pub instance: String,
    /// From 1; the only part that a retry changes.
    pub attempt: u32,
    /// The same for every attempt of the same act: what reaches outside hands it on.
    pub idempotency_key: String,
    pub params: BTreeMap<String, Json>,
    /// `settings` of the definition's `with`.
    pub settings: Json,
    /// The element of a fan-out; null where there is none.
    pub item: Json,
    /// Channels, as this instance sees them.
    pub state: BTreeMap<String, Arc<Json>>,
    /// The channels that the reply may set.
    pub writes: Vec<String>,
}

impl StageRequest {
    pub(crate) fn of(ctx: &StageCtx, settings: &OwnStageSettings) -> Result<Self, StageError> {
        Ok(Self {
            protocol: PROTOCOL,
            run: ctx.run(),
            workflow: ctx.workflow().to_owned(),
            stage: ctx.stage().to_owned(),
            instance: ctx.instance(),
            attempt: ctx.attempt(),
            idempotency_key: ctx.idempotency_key().to_string(),
            params: ctx.params().clone(),
            settings: settings.settings.clone(),
            item: ctx.item()?,
            state: state(ctx, settings.reads.as_deref())?,
            writes: ctx.definition().writes.clone(),
        })
    }

    pub(crate) fn text(&self) -> Result<String, StageError> {
        serde_json::to_string(self)
            .map_err(|error| StageError::permanent(format!("the request: {error}")))
    }

    /// The request as a call that costs something, made by `provider`.
    pub(crate) fn paid(
        &self,
        provider: &str,
        settings: &OwnStageSettings,
    ) -> Result<PaidCall, StageError> {
        let mut request = serde_json::to_value(self)
            .map_err(|error| StageError::permanent(format!("the request: {error}")))?;
        // A retry is the same call, and so is that of a fork: what was paid once is not paid again.
        for own in ["attempt", "run", "idempotency_key"] {
            request[own] = Json::Null;
        }
        Ok(PaidCall {
            provider: provider.to_owned(),
            model: self.stage.clone(),
            request,
            sample: 0,
            reserve: settings.reserve.clone(),
        })
    }
}

/// The request of a task as its worker gets it: with the number of its delivery, which the queue alone knows. The rest stays as it
/// was written, to the last digit of its numbers.
pub(crate) fn delivered(task: &ClaimedTask) -> String {
    let ClaimedTask { request, delivery, .. } = task;
    let name = task_name(task);
    match request.strip_prefix('{') {
        Some(rest) => format!("{{\"task\":\"{name}\",\"delivery\":{delivery},{rest}"),
        None => request.clone(),
    }
}

/// The name of one delivery of a task, which a reply over stdio repeats.
pub(crate) fn task_name(task: &ClaimedTask) -> String {
    let TaskId { run, instance, attempt } = &task.id;
    format!("{run}/{instance}/{attempt}/{}", task.delivery)
}

/// A reply as the journal keeps that of a paid call; one that failed is not kept, so that a retry asks again.
pub(crate) fn priced(reply: Json, budgets: &DeclaredBudgets) -> Result<PaidReply, StageError> {
    reply::patch(&reply, budgets)?;
    let spend = reply::parsed(&reply)?.spend;
    Ok(PaidReply { reply, spend })
}

fn state(
    ctx: &StageCtx,
    reads: Option<&[String]>,
) -> Result<BTreeMap<String, Arc<Json>>, StageError> {
    let mut all: BTreeMap<String, Arc<Json>> =
        ctx.channels().map(|(name, value)| (name.to_owned(), value)).collect();
    let Some(reads) = reads else { return Ok(all) };
    let wanted = reads.iter().map(|name| match all.remove(name) {
        Some(value) => Ok((name.clone(), value)),
        None => Err(StageError::permanent(format!(
            "`reads` names `{name}`, which is no channel or stands there twice"
        ))),
    });
    wanted.collect()
}

#[cfg(test)]
mod tests {
    use jurat_engine::{ClaimedTask, RunId, TaskId};

    use super::{delivered, task_name};

    #[test]
    fn a_delivery_is_told_and_nothing_else_changes() {
        let task = ClaimedTask {
            id: TaskId {
                run: RunId::from_number(1),
                instance: "taste@0#0".into(),
                attempt: 1,
            },
            token: String::new(),
            delivery: 2,
            request: r#"{"protocol":1,"item":0.10000000000000000001}"#.into(),
        };
        let name = task_name(&task);
        let expected = format!(
            r#"{{"task":"{name}","delivery":2,"protocol":1,"item":0.10000000000000000001}}"#
        );
        assert_eq!(delivered(&task), expected);
        assert_ne!(name, task_name(&ClaimedTask { delivery: 3, ..task }));
    }
}
