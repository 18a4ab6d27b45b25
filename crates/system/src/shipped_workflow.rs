//! A finished run against the workflow that ships under its name: whether it ran by that one, and whether audits of its stages
//! found what they say.

use std::collections::{BTreeMap, BTreeSet};

use jurat_engine::StageOverview;
use jurat_proof::{BundleFinding, BundleLayer, FinalState, LayerFindings};
use serde_json::Value as Json;

use crate::{
    SystemSet,
    attach_audits::{AUDIT_FUNCTION, STAGE_AUDITS},
};

/// What a run went by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunWorkflow {
    /// The workflow of its name, as this version ships it.
    Shipped,
    Other,
}

impl RunWorkflow {
    /// That a run of this version went by stages, limits or settings of its own. Those of another version may well have.
    pub(crate) fn notice(self, state: &FinalState) -> Option<String> {
        let ours = state.maker.version == env!("CARGO_PKG_VERSION");
        (ours && self == Self::Other).then(|| {
            format!(
                "it ran by another workflow than the `{}` that this version ships: its stages, limits or audits differ",
                state.workflow
            )
        })
    }
}

impl SystemSet {
    /// What a run went by.
    pub(crate) fn run_workflow(self, state: &FinalState) -> RunWorkflow {
        let shipped = self.definition(&state.workflow);
        match shipped {
            Ok(it) if it.canonical == state.definition.as_bytes() => RunWorkflow::Shipped,
            _ => RunWorkflow::Other,
        }
    }

    /// What audits found in the work of stages, found again. A workflow of someone's own may write to a channel after
    /// its audit, so that of such a run it is only recorded.
    pub(crate) fn recheck_audits(
        self,
        state: &FinalState,
        workflow: RunWorkflow,
    ) -> (Vec<BundleFinding>, Option<String>) {
        let recorded = state.channels[STAGE_AUDITS.name()].as_object();
        let recorded = recorded.cloned().unwrap_or_default();
        if workflow == RunWorkflow::Other {
            let what = "what audits found in the work of stages".to_owned();
            return (Vec::new(), Some(what).filter(|_| !recorded.is_empty()));
        }
        let mut findings = LayerFindings::new(BundleLayer::Content);
        let definition: Json = serde_json::from_str(&state.definition).unwrap_or_default();
        let again = self.audited_again(&definition, state);
        let names: BTreeSet<&String> = recorded.keys().chain(again.keys()).collect();
        for name in names {
            // One that cannot be made again is told as such, and is none that found nothing.
            let found = match again.get(name) {
                Some(Err(why)) => {
                    findings.unchecked("stage audit", name, why);
                    continue;
                }
                found => found.and_then(|it| it.as_ref().ok()),
            };
            let same = recorded.get(name) == found;
            let message = "audited again, the work of the stage comes out otherwise";
            findings.redecided("stage audit", (same, state.rules()), name, message);
        }
        (findings.finish(), None)
    }

    /// What the audits that were made find now, by the stage whose work they are of; or why they cannot be made again.
    fn audited_again(
        self,
        definition: &Json,
        state: &FinalState,
    ) -> BTreeMap<String, Result<Json, String>> {
        let made = |stage: &&Json| {
            let is_its_own = |it: &&StageOverview| stage["id"] == it.stage;
            let itself = state.stages.iter().find(is_its_own);
            stage["run"] == AUDIT_FUNCTION && itself.is_some_and(|it| it.phase == "done")
        };
        let audit = self.0.iter().find_map(|system| system.audit_again);
        let stages = definition["stages"].as_array().into_iter().flatten();
        let found = stages.filter(made).map(|stage| {
            let settings = &stage["with"];
            let nobody = || Err("no system here audits stages".to_owned());
            let found = audit.map_or_else(nobody, |audit| audit(settings, &state.channels));
            (settings["of"].as_str().unwrap_or_default().to_owned(), found)
        });
        found.collect()
    }
}
