//! The immigration audit: a client's folder in; a defensibility score, a verdict, an evidence plan and a report out.

pub mod consistency;
pub mod gatekeeper;
pub mod intake;
pub mod model;
pub mod packs;
pub mod page;
pub mod research;
pub mod sample;
pub mod score;
pub mod verdict;
pub mod verification;
