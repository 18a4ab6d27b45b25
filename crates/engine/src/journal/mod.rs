//! The journal: what happened to a run, event by event, each hashed onto the one before.

mod chain;
mod event;

pub use chain::{ChainFault, ChainHead, chain_faults};
pub use event::*;
