//! One stage function for all tests: its settings in the definition say what it does.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use jurat_engine::{
    PaidCall, PaidReply, Patch, StageCtx, StageError, StageRegistry, StageSpec,
};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// What a stage does, in this order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Act {
    sleep_ms: u64,
    /// Only this instance of a fan-out sleeps and fails; all without it.
    only: Option<u32>,
    /// Makes this paid call, for so many coins.
    pays: Option<(String, u64)>,
    /// Each element pays for a request of its own.
    pays_each: bool,
    /// Which sample of it.
    sample: u32,
    /// How long the first call takes; later ones take no time.
    pay_ms: u64,
    /// The first call panics.
    pay_panics: bool,
    fails: Option<Fails>,
    /// Fails up to this attempt; for ever without it.
    until: Option<u32>,
    /// Fails no more once the tests say that the world is mended.
    mends: bool,
    writes: BTreeMap<String, Json>,
    /// Writes, to the channel given second, what it sees in the first.
    copies: Option<(String, String)>,
    /// Writes its own name to this channel, as a list.
    signs: Option<String>,
    /// Writes its epoch to this channel.
    counts: Option<String>,
    spends: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Fails {
    Transient,
    Permanent,
    Panic,
}

/// What was done, in the order in which it began.
#[derive(Debug, Clone, Default)]
pub(crate) struct Done {
    /// `stage@epoch#index`, once for each attempt.
    calls: Arc<Mutex<Vec<String>>>,
    /// Requests that were really paid.
    paid: Arc<Mutex<Vec<String>>>,
    mended: Arc<AtomicBool>,
}

impl Done {
    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }

    /// How many attempts were made of a stage.
    pub(crate) fn count(&self, stage: &str) -> usize {
        let of = |call: &&String| call.split('@').next() == Some(stage);
        self.calls().iter().filter(of).count()
    }

    pub(crate) fn mend(&self) {
        self.mended.store(true, Ordering::Relaxed);
    }

    /// Notes a call that is really paid; says whether it is the first of all.
    fn pays_first(&self, call: &PaidCall) -> bool {
        let mut paid = self.paid.lock().unwrap();
        paid.push(call.request.as_str().unwrap().to_owned());
        paid.len() == 1
    }

    pub(crate) fn paid(&self) -> Vec<String> {
        self.paid.lock().unwrap().clone()
    }
}

/// `do` computes, `wait` waits; both act.
pub(crate) fn registry(done: &Done) -> StageRegistry {
    let (computes, waits) = (done.clone(), done.clone());
    StageRegistry::of([
        StageSpec::compute("do", move |ctx, act: &Act| {
            computes.calls.lock().unwrap().push(ctx.instance());
            if act.concerns(ctx) {
                std::thread::sleep(Duration::from_millis(act.sleep_ms));
            }
            let reply = act.pay(ctx, &computes)?;
            act.perform(ctx, &computes, reply)
        }),
        StageSpec::wait("wait", move |ctx: StageCtx, act: Arc<Act>| {
            let done = waits.clone();
            async move {
                done.calls.lock().unwrap().push(ctx.instance());
                if act.concerns(&ctx) {
                    tokio::time::sleep(Duration::from_millis(act.sleep_ms)).await;
                }
                let reply = act.pay_async(&ctx, &done).await?;
                act.perform(&ctx, &done, reply)
            }
        }),
        StageSpec::wait("panic_first", |_: StageCtx, _: Arc<Act>| {
            assert!(!std::hint::black_box(true), "before the future");
            async { Ok(Patch::empty()) }
        }),
    ])
}

impl Act {
    fn concerns(&self, ctx: &StageCtx) -> bool {
        self.only.is_none_or(|index| index == ctx.index())
    }

    fn perform(
        &self,
        ctx: &StageCtx,
        done: &Done,
        reply: Option<Arc<Json>>,
    ) -> Result<Patch, StageError> {
        let mut patch = Patch::empty();
        if let Some(reply) = reply {
            patch = patch.and_json("replies", json!([reply]));
        }
        let mended = self.mends && done.mended.load(Ordering::Relaxed);
        if !mended
            && self.concerns(ctx)
            && self.until.is_none_or(|until| ctx.attempt() <= until)
        {
            self.fail()?;
        }
        for (channel, value) in &self.writes {
            patch = patch.and_json(channel.clone(), value.clone());
        }
        if let Some((from, to)) = &self.copies {
            patch = patch.and_json(to.clone(), Json::clone(&ctx.json(from)));
        }
        if let Some(to) = &self.signs {
            patch = patch.and_json(to.clone(), json!([ctx.instance()]));
        }
        if let Some(to) = &self.counts {
            patch = patch.and_json(to.clone(), json!(ctx.epoch()));
        }
        Ok(if 0 < self.spends { patch.spend("coins", self.spends) } else { patch })
    }

    fn fail(&self) -> Result<(), StageError> {
        match self.fails {
            None => Ok(()),
            Some(Fails::Transient) => Err(StageError::transient("try again")),
            Some(Fails::Permanent) => Err(StageError::permanent("never")),
            Some(Fails::Panic) => panic!("as asked"),
        }
    }

    fn pay(&self, ctx: &StageCtx, done: &Done) -> Result<Option<Arc<Json>>, StageError> {
        let Some(call) = self.call(ctx) else { return Ok(None) };
        let reply = ctx.paid(&call, |call| {
            if done.pays_first(call) {
                std::thread::sleep(Duration::from_millis(self.pay_ms));
                assert!(!self.pay_panics, "as asked");
            }
            Ok(replied(call))
        });
        reply.map(Some)
    }

    async fn pay_async(
        &self,
        ctx: &StageCtx,
        done: &Done,
    ) -> Result<Option<Arc<Json>>, StageError> {
        let Some(call) = self.call(ctx) else { return Ok(None) };
        let reply = ctx.paid_async(&call, async |call| {
            if done.pays_first(&call) {
                tokio::time::sleep(Duration::from_millis(self.pay_ms)).await;
            }
            Ok(replied(&call))
        });
        reply.await.map(Some)
    }

    fn call(&self, ctx: &StageCtx) -> Option<PaidCall> {
        let (request, price) = self.pays.as_ref()?;
        let each = self.pays_each.then(|| format!("{request} {}", ctx.index()));
        let request = each.unwrap_or_else(|| request.clone());
        Some(PaidCall {
            provider: "shop".into(),
            model: "m".into(),
            request: json!(request),
            sample: self.sample,
            reserve: BTreeMap::from([("coins".to_owned(), *price)]),
        })
    }
}

fn replied(call: &PaidCall) -> PaidReply {
    let reply = json!(format!("re: {}", call.request.as_str().unwrap()));
    PaidReply { reply, spend: call.reserve.clone() }
}
