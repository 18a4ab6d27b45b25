//! A new run in pull mode from any event of an old one.

use super::{ClaimedRun, NextStageReply, PullEngine, PullError, reply::next_of};
use crate::{
    ChainHead, RunId, RunMode,
    run::{ForkedRun, forked_run},
};

impl PullEngine<'_> {
    /// Starts a new run from any event of another. What failed there is due again.
    pub fn fork(
        &self,
        parent: RunId,
        at_seq: u64,
        (run, fresh): (RunId, bool),
    ) -> Result<NextStageReply, PullError> {
        let plan = &self.workflow.plan;
        let forked = forked_run(self.store, plan, (parent, at_seq), fresh)?;
        let ForkedRun { state, event, blob, refs, last_ms } = forked;
        let lease = self.store.claim(run, true)?;
        let claimed = ClaimedRun::new(run, state, ChainHead::START, lease);
        let mut owned = ClaimedRun { last_ms, ..claimed };
        owned.state.wake();
        owned.tail.open(plan.new_run(RunMode::Pull, Some((parent, at_seq))));
        owned.tail.add([], refs);
        self.record(&mut owned, event, vec![blob, plan.blob.clone()])?;
        self.try_again(&mut owned)?;
        Ok(next_of(run, &owned.state))
    }
}
