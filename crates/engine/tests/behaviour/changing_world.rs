//! A world outside that answers otherwise each time, and stage functions that ask it.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use jurat_engine::{
    PaidCall, PaidReply, Patch, ReplayReport, RunId, RunStore, StageCtx, StageError,
    StageRegistry, StageSpec, WaitResult, Workflow, load, replay,
};
use serde_json::{Value as Json, json};

use crate::test_engine::{Rig, complete};

/// What lies outside, and would answer otherwise each time.
#[derive(Clone, Default)]
pub(crate) struct World {
    pub(crate) reads: Arc<AtomicU32>,
    pub(crate) paid: Arc<AtomicU32>,
    deliveries: Arc<AtomicU32>,
    /// How long a paid call takes.
    pub(crate) slow: Arc<AtomicU32>,
    twist: Arc<Mutex<Option<Twist>>>,
}

/// How a stage function was changed since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Twist {
    Writes,
    WritesMore,
    Fails,
    Asks,
}

impl World {
    pub(crate) fn twist(&self, twist: Twist) {
        *self.twist.lock().unwrap() = Some(twist);
    }

    fn twisted(&self, twist: Twist) -> bool {
        *self.twist.lock().unwrap() == Some(twist)
    }

    pub(crate) fn counts(&self) -> (u32, u32, u32) {
        let count = |of: &AtomicU32| of.load(Ordering::SeqCst);
        (count(&self.reads), count(&self.paid), count(&self.deliveries))
    }

    pub(crate) fn workflow(&self, definition: &Json) -> Arc<Workflow> {
        let checked = load(&complete(definition.clone()).to_string());
        let checked = checked.unwrap_or_else(|found| panic!("refused: {found}"));
        Arc::new(Workflow::bind(checked, &self.registry()).unwrap())
    }

    pub(crate) fn run(&self, rig: &Rig, definition: &Json) -> (RunId, Json) {
        let handle = rig.start(&self.workflow(definition), json!({}));
        let stopped = handle.wait_for(Duration::from_secs(20));
        assert!(matches!(stopped, Some(WaitResult::Ended(_))), "{stopped:?}");
        (handle.run(), handle.state())
    }

    pub(crate) fn replay(&self, rig: &Rig, run: RunId) -> ReplayReport {
        let row = rig.store.run(run).unwrap().unwrap();
        let text = jurat_engine::pinned_definition(&rig.store, row.new_run.definition).unwrap();
        let workflow = Workflow::bind(load(&text).unwrap(), &self.registry()).unwrap();
        replay(&rig.store, run, &Arc::new(workflow)).unwrap()
    }

    fn registry(&self) -> StageRegistry {
        let at = || self.clone();
        let (tally, ask, muse, read, external) = (at(), at(), at(), at(), at());
        StageRegistry::of([
            StageSpec::compute("tally", move |ctx, _: &Json| tally.tally(ctx)),
            StageSpec::compute("ask", move |ctx, _: &Json| {
                let reply = ctx.paid(&ask.call(ctx), |_| Ok(ask.reply()))?;
                Ok(Patch::empty().and_json("replies", json!([*reply])))
            }),
            StageSpec::wait("muse", move |ctx: StageCtx, _: Arc<Json>| {
                let muse = muse.clone();
                async move {
                    let reply = async |_| Ok(muse.reply());
                    let reply = ctx.paid_async(&muse.call(&ctx), reply).await?;
                    Ok(Patch::empty().and_json("replies", json!([*reply])))
                }
            }),
            StageSpec::compute("read", move |ctx, _: &Json| {
                let nth = read.reads.fetch_add(1, Ordering::SeqCst);
                Ok(Patch::empty().and_json("log", json!([ctx.instance(), nth])))
            }),
            StageSpec::compute("external", move |_, _: &Json| {
                external.deliveries.fetch_add(1, Ordering::SeqCst);
                Ok(Patch::empty())
            }),
        ])
    }

    fn tally(&self, ctx: &StageCtx) -> Result<Patch, StageError> {
        if self.twisted(Twist::Fails) {
            return Err(StageError::permanent("twisted"));
        }
        let mut log = vec![json!(ctx.instance())];
        if self.twisted(Twist::Writes) {
            log[0] = json!("twisted");
        }
        if self.twisted(Twist::WritesMore) {
            log.push(json!("twisted"));
        }
        let patch = Patch::empty().and_json("log", Json::Array(log));
        let counts = ctx.stage() == "tally" || ctx.stage() == "count";
        Ok(if counts { patch.and_json("n", json!(ctx.epoch())) } else { patch })
    }

    fn call(&self, ctx: &StageCtx) -> PaidCall {
        let twist = if ctx.stage() == "ask" && self.twisted(Twist::Asks) { "!" } else { "" };
        PaidCall {
            provider: "shop".into(),
            model: "m".into(),
            request: json!(format!("{}{twist}", ctx.instance())),
            sample: 0,
            reserve: BTreeMap::new(),
        }
    }

    /// Long, and never the same twice.
    fn reply(&self) -> PaidReply {
        let nth = self.paid.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(self.slow.load(Ordering::SeqCst).into()));
        PaidReply {
            reply: json!(format!("{nth} {}", "x".repeat(5000))),
            spend: BTreeMap::new(),
        }
    }
}

/// A read, a fan-out of paid calls, one that waits, a loop, a delivery.
pub(crate) fn winding() -> Json {
    json!({
        "params": {"list": {"type": "array", "default": [1, 2, 3]}},
        "stages": [
            {"id": "look", "run": "read", "effect": "read", "for_each": "params.list + [4]",
             "writes": ["log"]},
            {"id": "ask", "run": "ask", "effect": "paid", "depends_on": ["look"],
             "for_each": "params.list", "writes": ["replies"]},
            {"id": "muse", "run": "muse", "effect": "paid", "depends_on": ["ask"],
             "writes": ["replies"]},
            {"id": "tally", "run": "tally", "depends_on": ["muse"], "writes": ["n", "log"]},
            {"id": "send", "run": "external", "effect": "external", "depends_on": ["tally"]},
        ],
        "loop_back": [{"from": "tally", "to": "ask", "when": "state.n < 1", "limit": 2}],
    })
}

/// Goes left, unless the count writes more than it did.
pub(crate) fn routed() -> Json {
    json!({"stages": [
        {"id": "count", "run": "tally", "writes": ["n", "log"],
         "route": [{"when": "size(state.log) == 1", "to": "left"}, {"to": "right"}]},
        {"id": "left", "run": "tally", "depends_on": ["count"], "writes": ["log"]},
        {"id": "right", "run": "tally", "depends_on": ["count"], "writes": ["log"]},
    ]})
}
