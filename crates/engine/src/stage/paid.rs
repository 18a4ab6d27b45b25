//! Paid calls: journaled as intent, then as result; what is in the journal is never paid again.

use std::{future::Future, sync::Arc};

use serde_json::Value as Json;

use jurat_canon::Hash;

use super::{StageCtx, StageError};
use crate::{UnitAmounts, run::PaidIntent};

#[derive(Debug, Clone, PartialEq)]
pub struct PaidCall {
    pub provider: String,
    /// Which model or service of theirs.
    pub model: String,
    pub request: Json,
    /// Distinguishes wanted repetitions of one request.
    pub sample: u32,
    /// What it may cost at most, by budget unit.
    pub reserve: UnitAmounts,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PaidReply {
    pub reply: Json,
    /// What it cost, by budget unit.
    pub spend: UnitAmounts,
}

impl PaidCall {
    /// The name of the call: BLAKE3(provider, model, canonical request, sample number).
    pub fn hash(&self) -> Result<Hash, StageError> {
        // Keys are sorted in this JSON type; canonical JSON would round large integers together.
        let request = serde_json::to_vec(&self.request)
            .map_err(|error| StageError::permanent(format!("the request: {error}")))?;
        let sample = self.sample.to_le_bytes();
        let parts = [self.provider.as_bytes(), self.model.as_bytes(), &request, &sample];
        Ok(Hash::of_parts(&parts))
    }
}

impl StageCtx {
    /// Makes a paid call, unless the journal has its result.
    pub fn paid(
        &self,
        call: &PaidCall,
        make: impl FnOnce(&PaidCall) -> Result<PaidReply, StageError>,
    ) -> Result<Arc<Json>, StageError> {
        let hash = call.hash()?;
        let seq = loop {
            match self.cell.paid_intent(self, hash, &call.reserve)? {
                PaidIntent::Known(reply) => return Ok(reply),
                PaidIntent::Recorded(seq) => break seq,
                PaidIntent::Busy(_) => self.cell.wait_paid(self, hash),
            }
        };
        let promise = PaidCallGuard { ctx: self, call: hash, kept: false };
        self.cell.wait_durable(seq)?;
        promise.keep(make(call))
    }

    /// The same for a stage that waits.
    pub async fn paid_async<F>(
        &self,
        call: &PaidCall,
        make: impl FnOnce(PaidCall) -> F,
    ) -> Result<Arc<Json>, StageError>
    where
        F: Future<Output = Result<PaidReply, StageError>>,
    {
        let hash = call.hash()?;
        let seq = loop {
            match self.cell.paid_intent(self, hash, &call.reserve)? {
                PaidIntent::Known(reply) => return Ok(reply),
                PaidIntent::Recorded(seq) => break seq,
                PaidIntent::Busy(next) => self.cell.wait_durable_async(next).await?,
            }
        };
        let promise = PaidCallGuard { ctx: self, call: hash, kept: false };
        self.cell.wait_durable_async(seq).await?;
        promise.keep(make(call.clone()).await)
    }
}

/// A call that was announced: it comes to a reply or is given up, even if its stage panics or is
/// dropped, so that what it reserved is free again and nobody waits for it.
struct PaidCallGuard<'a> {
    ctx: &'a StageCtx,
    call: Hash,
    kept: bool,
}

impl PaidCallGuard<'_> {
    fn keep(mut self, reply: Result<PaidReply, StageError>) -> Result<Arc<Json>, StageError> {
        self.kept = true;
        self.ctx.cell.paid_result(self.ctx, self.call, reply)
    }
}

impl Drop for PaidCallGuard<'_> {
    fn drop(&mut self) {
        if !self.kept {
            let given_up = Err(StageError::transient("the call was given up"));
            // The stage that made it has its own reason to fail.
            let _ = self.ctx.cell.paid_result(self.ctx, self.call, given_up);
        }
    }
}
