//! The in-memory store passes the suite.

use std::sync::Arc;

use jurat_conformance::{StoreFixture, suite};
use jurat_engine::{MemoryStore, RunStore};

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
