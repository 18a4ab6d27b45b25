//! An attempt that can be made, and what making it comes to.

use std::{
    any::Any,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use super::{
    engine_shared::EngineShared,
    timer::{AlarmAction, AlarmAt},
};
use crate::{FailureClass, Patch, StageCtx, StageError, StageFn};

pub(crate) struct ReadyAttempt {
    pub(crate) ctx: StageCtx,
    pub(crate) function: StageFn,
    pub(crate) limit: Option<AttemptLimit>,
}

/// The time that an attempt has.
pub(crate) struct AttemptLimit {
    pub(crate) time: Duration,
    /// It ran out and another thread took the place of the one that makes the attempt.
    pub(crate) abandoned: Arc<AtomicBool>,
}

impl ReadyAttempt {
    /// Sets the alarm for the end of its time, if it has one.
    pub(crate) fn set_alarm(&self, shared: &EngineShared) -> Option<AlarmAt> {
        let limit = self.limit.as_ref()?;
        let alarm = AlarmAction::Timeout {
            cell: Arc::downgrade(&self.ctx.cell),
            key: self.ctx.key,
            attempt: self.ctx.attempt,
            computes: matches!(self.function, StageFn::Compute(_)),
            abandoned: Arc::clone(&limit.abandoned),
        };
        Some(shared.timer.after(limit.time, alarm))
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        let limit = self.limit.as_ref();
        limit.is_some_and(|limit| limit.abandoned.load(Ordering::Acquire))
    }
}

pub(crate) type AttemptResult = Result<Patch, StageError>;

pub(crate) fn panicked(panic: &(dyn Any + Send)) -> StageError {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "no message".into());
    StageError::of(FailureClass::Panic, format!("the stage function panicked: {text}"))
}
