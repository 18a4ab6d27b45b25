//! The stage functions and their table: each decodes, calls one function and returns a patch.

pub(crate) mod choose;
pub(crate) mod classify;
pub(crate) mod detect_injection;
mod evaluate;
mod gather_choices;
mod memory;
mod observe;
pub(crate) mod plan;
pub(crate) mod replan;
mod retrieve;
pub(crate) mod rewrite;
pub(crate) mod synthesize;

use std::sync::Arc;

use jurat_engine::{StageCtx, StageError, StageSpec};
use jurat_retrieve::{
    library::{NoPassageRetriever, PassageRetriever},
    memory::{AnswerKeeper, NoAnswerKeeper},
};
use jurat_system::{ModelProvider, NoModelProvider, NoSettings, ServiceRegistry};

use crate::{
    channels::PLANNING_TABLE,
    plan_step::{PlanStep, pending},
};

/// From stage name to function.
pub(super) fn table(services: &ServiceRegistry) -> Vec<StageSpec> {
    let library = || services.port::<dyn PassageRetriever>(|| Arc::new(NoPassageRetriever));
    let models = || services.port::<dyn ModelProvider>(|| Arc::new(NoModelProvider));
    let keeper = || services.port::<dyn AnswerKeeper>(|| Arc::new(NoAnswerKeeper));
    let (recalled, written) = (keeper(), keeper());
    let (surveyed, asked, gathered) = (library(), library(), library());
    let (gate, classifier, planner) = (models(), models(), models());
    let (rewriter, writer, replanner, chooser) = (models(), models(), models(), models());
    vec![
        StageSpec::wait("legal_research.detect_injection", move |ctx, with| {
            detect_injection::detect_injection(ctx, with, Arc::clone(&gate))
        }),
        StageSpec::wait("legal_research.classify", move |ctx, with| {
            classify::classify(ctx, with, Arc::clone(&classifier))
        }),
        StageSpec::compute("legal_research.recall", move |ctx: &_, with: &_| {
            memory::recall(ctx, with, &*recalled)
        }),
        StageSpec::wait("legal_research.plan", move |ctx, with| {
            plan::plan(ctx, with, Arc::clone(&planner))
        }),
        StageSpec::compute("legal_research.survey", move |ctx: &_, with: &_| {
            retrieve::survey(ctx, with, &*surveyed)
        }),
        StageSpec::wait("legal_research.rewrite", move |ctx, with| {
            rewrite::rewrite(ctx, with, Arc::clone(&rewriter))
        }),
        StageSpec::compute("legal_research.retrieve", move |ctx: &_, with: &_| {
            retrieve::retrieve(ctx, with, &*asked)
        }),
        StageSpec::wait("legal_research.synthesize", move |ctx, with| {
            synthesize::synthesize(ctx, with, Arc::clone(&writer))
        }),
        StageSpec::compute("legal_research.confidence", evaluate::confidence),
        StageSpec::compute("legal_research.evaluate", evaluate::evaluate),
        StageSpec::wait("legal_research.replan", move |ctx, with| {
            replan::replan(ctx, with, Arc::clone(&replanner))
        }),
        StageSpec::compute("legal_research.gather_choices", move |ctx: &_, with: &_| {
            gather_choices::gather_choices(ctx, with, &*gathered)
        }),
        StageSpec::wait("legal_research.mc_select", move |ctx, with| {
            choose::mc_select(ctx, with, Arc::clone(&chooser))
        }),
        StageSpec::compute(
            "legal_research.memory_writeback",
            move |ctx: &_, _: &NoSettings| Ok(memory::write_back(ctx, &*written)),
        ),
        StageSpec::compute("legal_research.observability", observe::observability),
    ]
}

/// The step at hand.
fn step_at_hand(ctx: &StageCtx) -> Result<PlanStep, StageError> {
    let table = ctx.get(PLANNING_TABLE)?;
    let step = pending(&table).cloned();
    step.ok_or_else(|| StageError::permanent("there is no step to take"))
}
