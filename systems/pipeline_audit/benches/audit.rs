//! How long the audit of a state takes: microseconds of processor time, reading included.
//!
//! `cargo bench -p jurat-pipeline-audit --bench audit`

#![expect(clippy::print_stdout, reason = "a measure says what it measured")]
#![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

use std::{fs, hint::black_box, time::Instant};

use jurat_model::audit::PipelineStage;
use jurat_pipeline_audit::audit::{AuditPolicy, AuditSubject, StateMapping, audit, enforce};
use serde_json::{Value, json};

const NATIVE: &str = include_str!("../mappings/native.json");
const POLICY: &str = include_str!("../policies/consumer_pt.json");
const CASE: &str = include_str!("../samples/arrependimento_good.json");

const TYPICAL: &str = include_str!("../samples/records.json");

fn main() {
    let case: Value = serde_json::from_str(CASE).unwrap();
    for stage in PipelineStage::ALL {
        measure(stage.name(), &case, &[stage], 2000);
    }
    measure("the case, all stages", &case, &PipelineStage::ALL, 2000);
    measure("8 sentences, 1,400 characters", &typical(), &PipelineStage::ALL, 2000);
    measure("1,000 sources", &many(1_000), &PipelineStage::ALL, 5);
    measure("100,000 sources", &many(100_000), &PipelineStage::ALL, 3);
}

fn measure(name: &str, state: &Value, stages: &[PipelineStage], times: u32) {
    let mapping = StateMapping::read(NATIVE).unwrap();
    let policy = AuditPolicy::read(POLICY).unwrap();
    let once = || {
        let subject = AuditSubject::read(black_box(state), &mapping, &policy.limits).unwrap();
        let audit = audit(&subject, &policy, stages, &mut || 0);
        black_box(audit);
    };
    once();
    let began = seconds();
    (0..times).for_each(|_| once());
    let each = (seconds() - began) / f64::from(times) * 1e6;
    let subject = AuditSubject::read(state, &mapping, &policy.limits).unwrap();
    let found = audit(&subject, &policy, stages, &mut || 0);
    let began = seconds();
    (0..times).for_each(|_| drop(black_box(enforce(state.clone(), &subject, &found, &policy))));
    let written = (seconds() - began) / f64::from(times) * 1e6;
    println!("{name:<32} {each:>10.1} µs, written {written:>10.1} µs");
}

/// A state of the usual size: 1,400 characters of sources, a draft of eight sentences.
fn typical() -> Value {
    serde_json::from_str(TYPICAL).unwrap()
}

fn many(count: usize) -> Value {
    let hit = |at: usize| {
        json!({"label": format!("Art. {at}"), "score": 0.5,
            "text": format!("Art. {at}. O barco número {at} fica no cais e paga {at} reais por dia.")})
    };
    json!({"query": "Onde fica o barco?", "sources": (0..count).map(hit).collect::<Vec<_>>(),
        "blocks": {"summary": "No cais."}})
}

/// Processor time of this thread where the system tells it, else time on the wall.
fn seconds() -> f64 {
    thread_local!(static BEGAN: Instant = Instant::now());
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGAN.with(Instant::elapsed).as_secs_f64(), |told| told / 1e9)
}
