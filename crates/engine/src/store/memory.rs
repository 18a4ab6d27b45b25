//! The in-memory run store: for tests, and for runs that need not outlive the process.

/// Runs in memory.
#[derive(Debug, Default)]
pub struct MemoryStore {}
