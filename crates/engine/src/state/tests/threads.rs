//! Real threads on a real store end as the pure core says they must.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::{
    cases,
    definition_sketch::{Sketch, sketch},
    planned,
    random_scheduler::Drive,
    sketch_to_definition::{Timing, render},
    stage_behaviour,
};
use crate::{
    Engine, EngineOptions, FixedClock, MemoryStore, RunHandle, RunId, RunOutcome, RunRequest,
    StageRegistry, StageSpec, WaitResult, Workflow, chain_faults, load, load_run,
};

const RUN: RunId = RunId::from_number(1);

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn threads_end_as_the_pure_core_does(sketch in sketch(), picks in any::<u64>()) {
        check(sketch, Timing::Settled, picks)?;
    }

    #[test]
    fn threads_leave_a_journal_that_replays_to_their_state(
        sketch in sketch(),
        picks in any::<u64>(),
    ) {
        check(sketch, Timing::Open, picks)?;
    }
}

fn check(mut sketch: Sketch, timing: Timing, picks: u64) -> Result<(), TestCaseError> {
    for stage in &mut sketch.stages {
        // Nobody is there to answer.
        stage.kind = stage.kind.max(2);
    }
    let plan = planned(&sketch, timing).ok_or_else(|| TestCaseError::reject("refused"))?;
    let store = MemoryStore::default();
    let workflow = workflow(&sketch, timing);
    let (outcome, state) = threaded(&sketch, &store, &workflow);
    prop_assert_eq!(chain_faults(&store, RUN).unwrap(), (Vec::new(), 0));
    let again = load_run(&store, RUN, &workflow.plan, None).unwrap().state;
    prop_assert_eq!((again.ended, again.final_state()), (Some(outcome), state.clone()));
    if timing == Timing::Settled {
        let pure = Drive::start(&sketch, &plan, picks).finish().ending();
        prop_assert_eq!(outcome, pure.outcome);
        prop_assert!(outcome == RunOutcome::Failed || state == pure.state);
    }
    Ok(())
}

fn workflow(sketch: &Sketch, timing: Timing) -> Arc<Workflow> {
    let (seed, stages) = (sketch.seed, sketch.stages.clone());
    let work = StageSpec::compute("work", move |ctx, _: &Json| {
        stage_behaviour::perform(ctx, (seed, stages[ctx.key.stage].fails))
    });
    let checked = load(&render(sketch, timing).to_string()).unwrap();
    Arc::new(Workflow::bind(checked, &StageRegistry::of([work])).unwrap())
}

fn threaded(
    sketch: &Sketch,
    store: &MemoryStore,
    workflow: &Arc<Workflow>,
) -> (RunOutcome, Json) {
    let clock = Arc::new(FixedClock(0));
    let options = EngineOptions { workers: 3, clock, snapshot_every: 4 };
    let engine = Engine::new(Arc::new(store.clone()), options).unwrap();
    let list: Vec<String> = (0..sketch.width).map(|item| format!("item {item}")).collect();
    let input = BTreeMap::from([("list".to_owned(), json!(list))]);
    let request = RunRequest { run: RUN, params: BTreeMap::new(), input };
    let handle = engine.start(workflow, request).unwrap();
    let outcome = ended(&handle);
    (outcome, handle.state())
}

fn ended(handle: &RunHandle) -> RunOutcome {
    match handle.wait_for(Duration::from_secs(20)) {
        Some(WaitResult::Ended(end)) => end.outcome,
        other => panic!("{other:?}"),
    }
}
