//! What the checks of drafts and final blocks cost.

use std::time::Instant;

use jurat_model::audit::Stage;
use jurat_verify::audit::{AuditPolicy, Mapping, Subject, audit};

use crate::support::{CLEAN, state};

#[test]
fn a_typical_state_takes_a_moment() {
    let mapping = include_str!("../../../../systems/pipeline_audit/mappings/native.json");
    let mapping = Mapping::read(mapping).unwrap();
    let policy = AuditPolicy::default();
    for (name, _) in CLEAN {
        let state = state(name);
        for stage in [Stage::Draft, Stage::Final] {
            let mut least = u128::MAX;
            for _ in 0..20 {
                let subject = Subject::read(&state, &mapping, &policy.limits).unwrap();
                let began = Instant::now();
                audit(&subject, &policy, &[stage], &mut || 0);
                least = least.min(began.elapsed().as_micros());
            }
            // An unoptimised build on a busy machine; an optimised one takes a fiftieth of this.
            assert!(least < 20_000, "{name} {}: {least} µs", stage.name());
        }
    }
}
