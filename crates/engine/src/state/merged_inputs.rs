//! What a stage rests on when it starts.

use std::sync::Arc;

use super::{InputEdge, RunState};
use crate::{
    ancestor_view::AncestorView,
    instance::{InstanceKey, StageIx},
    plan::JoinRule,
};

impl RunState {
    /// The merged view of a stage's inputs, and its causal depth.
    ///
    /// `chosen` names the inputs where time decided; otherwise all taken ones count.
    pub(super) fn inputs(
        &self,
        stage: StageIx,
        chosen: &[InstanceKey],
    ) -> (Arc<AncestorView>, u32) {
        let state = &self.stages[stage];
        let mut sum = MergedInputs { state: self, view: None, depth: 0 };
        if let Some((view, depth)) = &state.looped {
            sum.add(view, *depth);
        }
        if state.looped.is_some() && self.plan.stages[stage].join != JoinRule::All {
            // It chose its inputs before; they are behind the stage that looped back.
        } else if chosen.is_empty() {
            for (edge, dep) in state.edges.iter().zip(&self.plan.stages[stage].deps) {
                let taken = &self.stages[*dep];
                if let (InputEdge::Taken, Some(view)) = (edge, &taken.after) {
                    sum.add(view, taken.depth);
                    self.add_repeated(stage, *dep, &mut sum);
                }
            }
        } else {
            for token in state.tokens.iter().filter(|token| chosen.contains(&token.key)) {
                sum.add(&token.view, token.depth);
                self.add_repeated(stage, token.key.stage, &mut sum);
            }
        }
        let view = sum.view.unwrap_or_else(|| Arc::new(AncestorView::new(&self.plan)));
        (view, sum.depth)
    }

    /// What a loop repeated behind an input that it did not repeat: the stage waited for it, so
    /// it rests on it. Whatever was repeated since lies deeper than the input itself.
    fn add_repeated(&self, stage: StageIx, dep: StageIx, sum: &mut MergedInputs<'_>) {
        let plan = &self.plan.stages[stage];
        let proxies = self.plan.loops.iter().flat_map(|plan| &plan.proxies);
        let here = proxies.filter(|proxy| proxy.stage == stage && plan.deps[proxy.edge] == dep);
        for behind in here.flat_map(|proxy| &proxy.waits_for) {
            let behind = &self.stages[*behind];
            if let Some(view) = &behind.after
                && self.stages[dep].depth < behind.depth
            {
                sum.add(view, behind.depth);
            }
        }
    }
}

struct MergedInputs<'a> {
    state: &'a RunState,
    view: Option<Arc<AncestorView>>,
    depth: u32,
}

impl MergedInputs<'_> {
    fn add(&mut self, view: &Arc<AncestorView>, depth: u32) {
        self.depth = self.depth.max(depth + 1);
        self.view = Some(match self.view.take() {
            None => Arc::clone(view),
            Some(sum) if Arc::ptr_eq(&sum, view) => sum,
            Some(sum) => Arc::new(sum.union(view, &self.state.plan)),
        });
    }
}
