//! How long it takes to forget ten thousand runs, and what is left of the file.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use jurat_engine::{ForgetScope, RunStore};
use jurat_store::{CommitDurability, SqliteOptions, SqliteStore};
use serde_json::{Value as Json, json};

use crate::{
    measure::{cpu, disk, engine, millis},
    workflows::{looping, run},
};

const RUNS: usize = 10_000;

/// Runs of five steps, each with a value that is a blob of its own.
pub(crate) fn pruning(figures: &mut BTreeMap<String, Json>) {
    for (name, what) in
        [("payloads", ForgetScope::Payloads), ("everything", ForgetScope::Everything)]
    {
        let dir = tempfile::tempdir().unwrap();
        let options = SqliteOptions { durability: CommitDurability::Full };
        let store = Arc::new(SqliteStore::open(dir.path(), options).unwrap());
        let engine = engine(Arc::clone(&store) as Arc<dyn RunStore>, 2);
        let workflow = looping(4, "grow", 5_000);
        (0..RUNS).for_each(|_| run(&engine, &workflow));
        drop(engine);
        let runs: Vec<_> = store.runs().unwrap().iter().map(|row| row.run).collect();
        assert_eq!(runs.len(), RUNS);
        let before = disk(dir.path());
        let (began, cpu_before) = (Instant::now(), cpu());
        store.forget_all(&runs, what).unwrap();
        let spent = cpu().saturating_sub(cpu_before);
        figures.insert(format!("prune10000_{name}_cpu_ms"), json!(millis(spent)));
        figures.insert(format!("prune10000_{name}_ms"), json!(millis(began.elapsed())));
        figures.insert(format!("prune10000_{name}_bytes_before"), json!(before));
        figures.insert(format!("prune10000_{name}_bytes_after"), json!(disk(dir.path())));
    }
}
