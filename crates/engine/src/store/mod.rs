//! The run store: its port, the in-memory adapter, and the suite that every adapter must pass.

mod memory;
mod port;

pub use memory::MemoryStore;
pub use port::*;
