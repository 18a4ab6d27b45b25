//! Steps per second, and what each costs.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use jurat_engine::{Engine, MemoryStore, Workflow};
use jurat_store::CommitDurability;
use serde_json::{Value as Json, json};

use crate::{
    measure::{cpu, engine, median, micros, millis, sqlite},
    workflows::{chain, fan_out as fan, finish, looping, run, start, ticks},
};

type Figures = BTreeMap<String, Json>;

const STAGES: u32 = 7;

/// Batches of which the first is thrown away and the median counts, as on the other side.
const BATCHES: u32 = 12;

pub(crate) fn memory(figures: &mut Figures) {
    let workflow = chain("pure");
    // Each batch in a store of its own: what is measured keeps nothing on the other side.
    let cost = batches(|| engine(Arc::new(MemoryStore::default()), 2), &workflow, 2_000);
    figures.insert("step_memory_cpu_us".into(), json!(micros(cost)));
}

pub(crate) fn normal(figures: &mut Figures) {
    for (name, effect) in
        [("step_normal_cpu_us", "pure"), ("external_step_normal_cpu_us", "external")]
    {
        let dir = tempfile::tempdir().unwrap();
        let store = sqlite(dir.path(), CommitDurability::Normal);
        let cost = batches(|| engine(store.clone(), 2), &chain(effect), 300);
        figures.insert(name.into(), json!(micros(cost)));
    }
}

fn batches(make: impl Fn() -> Engine, workflow: &Arc<Workflow>, runs: u32) -> Duration {
    let batch = |_| {
        let engine = make();
        let before = cpu();
        (0..runs).for_each(|_| run(&engine, workflow));
        cpu().saturating_sub(before) / (runs * STAGES)
    };
    median((0..BATCHES).map(batch).skip(1).collect())
}

pub(crate) fn full(figures: &mut Figures) {
    for (prefix, effect) in [("", "pure"), ("external_", "external")] {
        let dir = tempfile::tempdir().unwrap();
        let store = sqlite(dir.path(), CommitDurability::Full);
        let engine = engine(store.clone(), 2);
        let workflow = chain(effect);
        let mut times = Vec::new();
        let mut commits = 0;
        for _ in 0..60 {
            let (began, before) = (Instant::now(), store.commits());
            run(&engine, &workflow);
            times.push(began.elapsed());
            commits = commits.max(store.commits() - before);
        }
        let least = times.iter().min().copied().unwrap_or_default();
        figures.insert(format!("{prefix}run_full_wall_min_ms"), json!(millis(least)));
        figures.insert(format!("{prefix}run_full_wall_ms"), json!(millis(median(times))));
        figures.insert(format!("{prefix}run_full_commits"), json!(commits));
    }
}

pub(crate) fn concurrent(figures: &mut Figures) {
    for (prefix, effect) in [("", "pure"), ("external_", "external")] {
        let dir = tempfile::tempdir().unwrap();
        let engine = engine(sqlite(dir.path(), CommitDurability::Full), 2);
        let workflow = chain(effect);
        let best = (0..12).map(|_| {
            let began = Instant::now();
            let runs: Vec<_> = (0..64).map(|_| start(&engine, &workflow, json!({}))).collect();
            runs.iter().for_each(finish);
            f64::from(64 * STAGES) / began.elapsed().as_secs_f64()
        });
        let best = best.fold(0.0, f64::max).round();
        figures.insert(format!("{prefix}concurrent64_full_steps_per_s"), json!(best));
    }
}

pub(crate) fn fan_out(figures: &mut Figures) {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(sqlite(dir.path(), CommitDurability::Full), 2);
    let workflow = fan();
    let items: Vec<u32> = (0..1000).collect();
    let times = (0..9).map(|_| {
        let began = Instant::now();
        finish(&start(&engine, &workflow, json!({"items": items})));
        began.elapsed()
    });
    figures.insert("fanout1000_durable_ms".into(), json!(millis(median(times.collect()))));
}

/// The cost of a step after few and after many: the median over a window of 100 steps, and the
/// mean over a thousand, the least of three loops each.
pub(crate) fn flat(figures: &mut Figures) {
    let mut least: BTreeMap<&str, Duration> = BTreeMap::new();
    for _ in 0..3 {
        let dir = tempfile::tempdir().unwrap();
        let engine = engine(sqlite(dir.path(), CommitDurability::Normal), 2);
        ticks().clear();
        finish(&start(&engine, &looping(10_100, "tick", 0), json!({})));
        let at = ticks().clone();
        let measured = [
            ("step_us_at_100", middle(&at[50..150])),
            ("step_us_at_10000", middle(&at[9_950..10_050])),
            ("mean_step_us_first_1000", mean(&at[..1_000])),
            ("mean_step_us_last_1000", mean(&at[9_000..10_000])),
        ];
        for (name, time) in measured {
            let known = least.entry(name).or_insert(time);
            *known = time.min(*known);
        }
    }
    figures.extend(
        least
            .into_iter()
            .map(|(name, time)| (name.into(), json!(micros(time)))),
    );
}

fn middle(at: &[Instant]) -> Duration {
    median(at.windows(2).map(|pair| pair[1] - pair[0]).collect())
}

fn mean(at: &[Instant]) -> Duration {
    (at[at.len() - 1] - at[0]) / u32::try_from(at.len() - 1).unwrap()
}
