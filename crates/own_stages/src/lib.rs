//! Stages of one's own: `exec:PROGRAM ARGS`, `http:URL` and `worker:NAME`.
//!
//! All three speak one language: a [`request`] of JSON in, a [`reply`] of JSON out. Retries, time limits, budgets, effects
//! and paid calls are the engine's, as for stages that are built in.

mod allowed_address;
mod definition_check;
mod exact_json;
mod exec;
mod http;
mod program_line;
pub mod reply;
pub mod request;
mod settings;
mod spent_units;
mod stage_host;
mod worker_guard;
mod worker_program;
mod worker_service;
mod worker_stage;
mod worker_stdio;

use std::sync::Arc;

use jurat_engine::{StageDef, StageFn, StageScheme};

pub use allowed_address::address_covers;
pub use definition_check::{OwnStageFindings, own_stage_findings};
pub use exact_json::exact_json;
pub use program_line::with_whole_paths;
pub use stage_host::{NoStageHost, StageHost};
pub use worker_guard::guard_own_group;
pub use worker_program::WorkerProgram;
pub use worker_service::{TaskDone, WorkerAct, WorkerService};
pub use worker_stage::check_worker_name;
pub use worker_stdio::WorkerStdio;

type OwnStageMaker = fn(&str, &StageDef, Arc<dyn StageHost>) -> Result<StageFn, String>;

/// How stages of one's own are named, on a host.
pub fn schemes(host: &Arc<dyn StageHost>) -> Vec<StageScheme> {
    let with = |make: OwnStageMaker| {
        let host = Arc::clone(host);
        move |rest: &str, def: &StageDef| make(rest, def, Arc::clone(&host))
    };
    vec![
        StageScheme::new("exec", with(exec::stage)),
        StageScheme::new("http", with(http::plain_stage)),
        StageScheme::new("https", with(http::secure_stage)),
        StageScheme::new("worker", with(worker_stage::stage)),
    ]
}
