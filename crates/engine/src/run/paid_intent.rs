//! The owner's side of paid calls.

use std::{sync::Arc, time::Duration};

use serde_json::Value as Json;

use jurat_canon::Hash;

use super::{error::EngineError, journal_reader::stored_json, run_cell::RunCell};
use crate::{
    EventCause, PaidReply, StageCtx, StageError, UnitAmounts, stored_value::StoredValue,
};

/// What the journal says of a paid call.
pub(crate) enum PaidIntent {
    /// It was made before: this is its reply.
    Known(Arc<Json>),
    /// The intent is event number so-and-so; make the call once that is durable.
    Recorded(u64),
    /// Another instance is making it: its result will be this event or a later one.
    Busy(u64),
}

impl RunCell {
    pub(crate) fn paid_intent(
        self: &Arc<Self>,
        ctx: &StageCtx,
        call: Hash,
        reserve: &UnitAmounts,
    ) -> Result<PaidIntent, StageError> {
        let inner = self.lock();
        if let Some(reply) = inner.state.paid.get(&call) {
            let reply = reply.clone();
            self.replayed.note_answered();
            drop(inner);
            return self.known(&reply).map(PaidIntent::Known);
        }
        if self.replayed.refuses(call) {
            return Err(StageError::permanent("the run did not make this call"));
        }
        if !inner.owner.is_alive() || !inner.state.wants(ctx.key, ctx.attempt) {
            return Err(StageError::permanent("the result is no longer wanted"));
        }
        if inner.state.intents.contains_key(&call) {
            return Ok(PaidIntent::Busy(inner.tail.seq() + 1));
        }
        if let Some(budget) = inner.state.refuses(ctx.key, reserve) {
            return Err(StageError::budget(budget));
        }
        let cause =
            EventCause::PaidIntent { at: ctx.instance(), call, reserve: reserve.clone() };
        let posted = self.post_aside(inner, cause, None);
        posted.map(PaidIntent::Recorded).map_err(|error| unrecorded(&error))
    }

    /// Waits until nobody is making this call any more, or the caller's result is not wanted.
    pub(crate) fn wait_paid(&self, ctx: &StageCtx, call: Hash) {
        const LOOK: Duration = Duration::from_millis(50);
        loop {
            let turn = self.barrier.turn();
            let inner = self.lock();
            let busy = inner.state.intents.contains_key(&call);
            if !busy || !inner.owner.is_alive() || !inner.state.wants(ctx.key, ctx.attempt) {
                return;
            }
            drop(inner);
            // A cancellation is heard of no other way.
            self.barrier.wait_turn(turn, LOOK);
        }
    }

    pub(crate) fn paid_result(
        self: &Arc<Self>,
        ctx: &StageCtx,
        call: Hash,
        result: Result<PaidReply, StageError>,
    ) -> Result<Arc<Json>, StageError> {
        let at = ctx.instance();
        let (cause, blob, answer) = match result {
            Ok(PaidReply { reply, spend }) => {
                let made = StoredValue::new(reply);
                let (datum, blob) =
                    made.map_err(|error| StageError::permanent(error.to_string()))?;
                let answer = datum.json();
                (EventCause::PaidResult { at, call, result: datum, spend }, blob, Ok(answer))
            }
            Err(error) => (
                EventCause::PaidFailed { at, call, error: error.message.clone() },
                None,
                Err(error),
            ),
        };
        let inner = self.lock();
        if inner.owner.is_alive() {
            // Nobody waits for it, but every moment it is only in memory it could be paid twice.
            self.post_aside(inner, cause, blob)
                .map_err(|error| unrecorded(&error))?;
        }
        answer
    }

    fn known(&self, reply: &StoredValue) -> Result<Arc<Json>, StageError> {
        let known = stored_json(&*self.shared.store, reply);
        known.map_err(|error| unrecorded(&error))
    }
}

fn unrecorded(error: &EngineError) -> StageError {
    StageError::permanent(error.to_string())
}
