//! A definition bound to the functions that its stages name.

use std::sync::Arc;

use super::{StageFn, StageRegistry};
use crate::{
    CheckedDefinition, StageDef, WorkflowDefinition, WorkflowPlan,
    plan::{PASS, StageKind},
};

pub struct Workflow {
    pub(crate) plan: Arc<WorkflowPlan>,
    /// By stage; none for interrupts, `pass` and stages done from outside.
    pub(crate) functions: Vec<Option<StageFn>>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BindError {
    #[error("stage `{stage}` runs `{run}`, which is no stage function; there are {known}")]
    UnknownFunction { stage: String, run: String, known: String },
    #[error("stage `{stage}` cannot run `{run}`: {message}")]
    BadSettings { stage: String, run: String, message: String },
}

impl Workflow {
    /// Finds the function of every stage and gives it its settings.
    pub fn bind(
        checked: CheckedDefinition,
        registry: &StageRegistry,
    ) -> Result<Self, BindError> {
        let plan = WorkflowPlan::new(checked);
        let stages = plan.definition.stages.iter().zip(&plan.stages);
        let functions = stages.map(|(def, stage)| match (stage.kind, &def.run) {
            (StageKind::Work, Some(run)) => bind_stage(def, run, registry).map(Some),
            _ => Ok(None),
        });
        let functions = functions.collect::<Result<_, _>>()?;
        Ok(Self { plan: Arc::new(plan), functions })
    }

    /// Every stage whose function cannot be had, by its place in the definition.
    pub fn unbound(
        definition: &WorkflowDefinition,
        registry: &StageRegistry,
    ) -> Vec<(usize, BindError)> {
        let bound = |(place, def): (usize, &StageDef)| {
            let run = def.run.as_deref().filter(|run| *run != PASS)?;
            Some((place, bind_stage(def, run, registry).err()?))
        };
        definition.stages.iter().enumerate().filter_map(bound).collect()
    }

    /// A workflow whose stages are all done from outside.
    pub fn pulled(checked: CheckedDefinition) -> Self {
        let plan = WorkflowPlan::new(checked);
        Self {
            functions: vec![None; plan.stages.len()],
            plan: Arc::new(plan),
        }
    }

    pub fn plan(&self) -> &WorkflowPlan {
        &self.plan
    }

    /// The first stage that only someone outside can do.
    pub fn done_outside(&self) -> Option<&str> {
        let outside =
            self.plan
                .stages
                .iter()
                .zip(&self.functions)
                .position(|(stage, function)| {
                    matches!(stage.kind, StageKind::Work | StageKind::Outside)
                        && function.is_none()
                });
        outside.map(|stage| &*self.plan.names[stage])
    }
}

fn bind_stage(
    def: &StageDef,
    run: &str,
    registry: &StageRegistry,
) -> Result<StageFn, BindError> {
    let (stage, named) = (def.id.clone(), run.to_owned());
    let Some(made) = registry.make(run, def) else {
        let known = registry.names().map(|name| format!("`{name}`"));
        let known = known.chain(registry.schemes().map(|scheme| format!("`{scheme}:…`")));
        let known = known.collect::<Vec<_>>().join(", ");
        return Err(BindError::UnknownFunction { stage, run: named, known });
    };
    made.map_err(|message| BindError::BadSettings { stage, run: named, message })
}
