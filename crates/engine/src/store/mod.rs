//! The run store and the task queue: their ports, and the adapters in memory.

mod memory;
mod memory_tasks;
mod port;
mod run_standing;
mod task_queue;

pub use memory::MemoryStore;
pub use memory_tasks::MemoryTaskQueue;
pub use port::*;
pub use run_standing::RunStanding;
pub use task_queue::*;
