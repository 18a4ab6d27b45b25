//! The audit of a pipeline's state: read it, run the checks, say what follows.
//!
//! Pure: time comes in through a [`Stopwatch`], files and models do not come in at all.

pub(crate) mod addresses;
mod code;
mod compact;
mod enforce;
pub(crate) mod expected;
pub(crate) mod flags;
mod mapping;
pub mod plan;
mod policy;
mod problem;
mod provisions;
mod risk;
mod run;
mod state;
mod subject;
mod views;
pub mod words;

pub use code::Code;
pub use compact::compact;
pub use enforce::enforce;
pub use flags::admitted;
pub use mapping::{
    BlockFields, Mapping, MetaFields, Pointer, SourceFields, Undetected, detect,
};
pub use policy::{
    Allowlist, AuditPolicy, Bound, Bounds, Checklist, Limits, Modes, Operation, PlanPolicy,
    Readability, RiskWeights, StageModes, Thresholds,
};
pub use problem::{Invalid, Problem};
pub use provisions::Provision;
pub use risk::{risk, wants_model};
pub use run::{Stopwatch, audit};
pub use subject::{Blocks, Draft, Form, Hit, Item, LegalBasis, Meta, Subject, Text};
