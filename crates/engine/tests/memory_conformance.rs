//! The in-memory store passes the suite.
#![cfg(feature = "conformance")]

use std::sync::Arc;

use jurat_engine::{
    MemoryStore, RunStore,
    conformance::{StoreFixture, suite},
};

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
