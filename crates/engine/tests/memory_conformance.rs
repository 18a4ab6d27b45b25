//! The in-memory store and the in-memory task queue pass their suites.

use std::sync::Arc;

use jurat_conformance::{StoreFixture, suite, task_suite};
use jurat_engine::{MemoryStore, MemoryTaskQueue, RunStore};

struct InMemory(MemoryStore);

impl StoreFixture for InMemory {
    fn open(&self) -> Arc<dyn RunStore> {
        Arc::new(self.0.clone())
    }
}

#[test]
fn the_memory_store_keeps_the_contract() {
    for (_, case) in suite() {
        case(&InMemory(MemoryStore::default()));
    }
}

#[test]
fn the_memory_task_queue_keeps_the_contract() {
    for (_, case) in task_suite() {
        case(&MemoryTaskQueue::default());
    }
}
