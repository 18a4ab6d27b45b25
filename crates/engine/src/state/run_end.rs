//! The end of a run: a stage that was not through by then is cancelled, whatever it had done.

use super::{RunState, StagePhase, StageSettlement};
use crate::{OnFailure, RunOutcome, instance::StageIx};

impl RunState {
    /// Ends the run.
    pub(super) fn apply_end(&mut self, outcome: RunOutcome) {
        self.ended = Some(outcome);
        for stage in 0..self.stages.len() {
            if self.is_cut_by_end(stage, outcome) {
                self.stages[stage].phase = StagePhase::Settled(StageSettlement::Cancelled);
            }
        }
    }

    /// Whether the end itself took instances from a stage. One that a join cut short has handed on what
    /// it had before, and is done with that.
    fn is_cut_by_end(&self, stage: StageIx, outcome: RunOutcome) -> bool {
        let state = &self.stages[stage];
        if state.cut == 0 || state.freed {
            return false;
        }
        // A stage that fails at once gives up its own instances.
        let fails_fast = self.plan.definition.stages[stage].on_failure == OnFailure::FailFast;
        match state.phase {
            StagePhase::Settled(StageSettlement::Done) => true,
            // What failed with its run is tried again when that is resumed.
            StagePhase::Settled(StageSettlement::Failed) => {
                outcome != RunOutcome::Failed && !fails_fast
            }
            _ => false,
        }
    }
}
