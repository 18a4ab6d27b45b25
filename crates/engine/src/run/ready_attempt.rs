//! An attempt that can be made, and what making it comes to.

use std::{
    any::Any,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use crate::{FailureClass, Patch, StageCtx, StageError, StageFn};

pub(crate) struct ReadyAttempt {
    pub(crate) ctx: StageCtx,
    pub(crate) function: StageFn,
    pub(crate) timeout: Option<Duration>,
    /// Its time ran out and another thread took the place of the one that makes it.
    pub(crate) abandoned: Arc<AtomicBool>,
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
