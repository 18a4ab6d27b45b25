//! For programs: one JSON object a line.

use jurat_model::audit::StageOutcome;
use serde_json::json;

use super::{AuditFormat, AuditedState};

pub(super) const FORMAT: AuditFormat = AuditFormat {
    name: "json",
    begin: |_| String::new(),
    one,
    // It is told on standard error: a line here is an audit.
    unreadable: |_| String::new(),
    end: |_| String::new(),
};

fn one(audited: &AuditedState) -> String {
    let line = json!({
        "state": audited.name,
        "ok": audited.audit.outcome == StageOutcome::Ok,
        "outcome": audited.audit.outcome,
        "risk": audited.risk,
        "audit": audited.audit,
    });
    format!("{line}\n")
}
