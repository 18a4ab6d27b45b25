//! Models as stages use them: every call goes through the run's journal, and is counted. The only
//! code that sees both the engine and model servers.

use std::sync::{Arc, Mutex, PoisonError};

use jurat_engine::{FailureClass, PaidCall, PaidReply, StageCtx, StageError, UnitAmounts};
use jurat_llm::{
    ChatError, ChatFuture, ChatModel, ChatReply, ChatRequest, ErrorClass, MessagePart,
    ModelIdentity, ModelLimits,
};
use jurat_model::ModelUse;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// What the journal keeps of a call. That it failed is a reply too: a run that is replayed fails
/// where it failed, and pays nothing to find out.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum JournaledReply {
    Reply(ChatReply),
    Failed(ChatError),
}

/// A model whose calls are journaled as those of a stage.
pub struct PaidModel {
    ctx: StageCtx,
    model: Arc<dyn ChatModel>,
    tally: Mutex<ModelUse>,
    /// What the next call counts as beside a call, so that a budget can tell calls of one sort from others.
    counts_as: Mutex<Option<String>>,
    /// Why the run did not let a call through.
    refusal: Mutex<Option<StageError>>,
}

impl PaidModel {
    pub fn new(ctx: &StageCtx, role: &str, model: Arc<dyn ChatModel>) -> Self {
        let identity = model.identity();
        let tally = ModelUse {
            stage: ctx.stage().to_owned(),
            role: role.to_owned(),
            provider: identity.provider.clone(),
            model: identity.model.clone(),
            ..ModelUse::default()
        };
        Self {
            ctx: ctx.clone(),
            model,
            tally: Mutex::new(tally),
            counts_as: Mutex::new(None),
            refusal: Mutex::new(None),
        }
    }

    /// What was used so far.
    pub fn tally(&self) -> ModelUse {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The next call counts as one of this unit too; those that ask again for a right shape do not.
    pub fn count_next_as(&self, unit: &str) {
        *self.counts_as.lock().unwrap_or_else(PoisonError::into_inner) = Some(unit.to_owned());
    }

    /// Why the run did not let a call through: its budget is spent, or nobody wants the result.
    pub fn refusal(&self) -> Option<StageError> {
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn journaled(&self, request: &ChatRequest) -> Result<ChatReply, ChatError> {
        let request = &self.model.completed(request);
        let counted = self.counts_as.lock().unwrap_or_else(PoisonError::into_inner).take();
        let counted = counted.as_deref();
        let call = self.call(request, counted)?;
        let make = |_| async move {
            let kept = match self.model.chat(request).await {
                Ok(reply) => JournaledReply::Reply(reply),
                Err(error) => JournaledReply::Failed(error),
            };
            let spend = spend(&kept, counted);
            let reply = serde_json::to_value(kept)
                .map_err(|error| StageError::permanent(error.to_string()))?;
            Ok(PaidReply { reply, spend })
        };
        let reply = self.ctx.paid_async(&call, make).await;
        let reply = reply.map_err(|error| {
            let refused = refused(&error);
            *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            refused
        })?;
        let kept = JournaledReply::deserialize(&*reply);
        let kept = kept.map_err(|error| ChatError::Invalid { message: error.to_string() })?;
        self.count(request, &kept);
        match kept {
            JournaledReply::Reply(reply) => Ok(reply),
            JournaledReply::Failed(error) => Err(error),
        }
    }

    fn call(
        &self,
        request: &ChatRequest,
        counted: Option<&str>,
    ) -> Result<PaidCall, ChatError> {
        let identity = self.model.identity();
        let request_json: Json = serde_json::to_value(request)
            .map_err(|error| ChatError::Invalid { message: error.to_string() })?;
        let output = request.max_output_tokens.unwrap_or(self.model.limits().output_tokens);
        let tokens = request.estimated_tokens().saturating_add(output);
        Ok(PaidCall {
            provider: identity.provider.clone(),
            model: identity.model.clone(),
            request: request_json,
            // A stage that is tried again, or a revision, asks again.
            sample: self.ctx.epoch().wrapping_shl(16) | (self.ctx.attempt() & 0xffff),
            reserve: with_one(
                UnitAmounts::from([("calls".to_owned(), 1), ("tokens".to_owned(), tokens)]),
                counted,
            ),
        })
    }

    fn count(&self, request: &ChatRequest, kept: &JournaledReply) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.calls += 1;
        tally.characters_in += characters(request);
        let JournaledReply::Reply(reply) = kept else { return };
        tally.characters_out += reply.text.chars().count() as u64;
        tally.tokens_in += reply.usage.input_tokens;
        tally.tokens_out += reply.usage.output_tokens;
        tally.estimated |= reply.usage.estimated;
        if let Some(cost) = &reply.cost {
            tally.cost_micros += cost.micros;
            tally.currency.clone_from(&cost.currency);
        }
    }
}

impl ChatModel for PaidModel {
    fn identity(&self) -> &ModelIdentity {
        self.model.identity()
    }

    fn limits(&self) -> &ModelLimits {
        self.model.limits()
    }

    fn completed(&self, request: &ChatRequest) -> ChatRequest {
        self.model.completed(request)
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest) -> ChatFuture<'a> {
        Box::pin(self.journaled(request))
    }
}

fn characters(request: &ChatRequest) -> u64 {
    let texts = request.messages.iter().flat_map(|message| &message.parts);
    texts.map(MessagePart::characters).sum()
}

/// These amounts, and one of a unit.
fn with_one(mut amounts: UnitAmounts, unit: Option<&str>) -> UnitAmounts {
    amounts.extend(unit.map(|unit| (unit.to_owned(), 1)));
    amounts
}

fn spend(kept: &JournaledReply, counted: Option<&str>) -> UnitAmounts {
    let JournaledReply::Reply(reply) = kept else {
        return with_one(UnitAmounts::from([("calls".to_owned(), 1)]), counted);
    };
    let usage = reply.usage;
    let tokens = usage.input_tokens.saturating_add(usage.output_tokens);
    let cost = reply.cost.as_ref().map_or(0, |cost| cost.micros);
    let amounts = UnitAmounts::from([
        ("calls".to_owned(), 1),
        ("tokens".to_owned(), tokens),
        ("cost_micros".to_owned(), cost),
    ]);
    with_one(amounts, counted)
}

/// The journal did not let a call through.
fn refused(error: &StageError) -> ChatError {
    match error.class {
        FailureClass::Budget => ChatError::BudgetSpent { what: error.message.clone() },
        _ => ChatError::Cancelled,
    }
}

/// What the engine makes of a failed model.
pub(crate) fn stage_error(error: &ChatError) -> StageError {
    let message = format!("{error}; hint: {}", error.hint());
    match error.class() {
        ErrorClass::Transient => StageError::transient(message),
        ErrorClass::Permanent => StageError::permanent(message),
        ErrorClass::RateLimited { retry_after } => {
            let millis = retry_after.map_or(1_000, |pause| pause.as_millis());
            StageError::rate_limited(message, u64::try_from(millis).unwrap_or(u64::MAX))
        }
    }
}
