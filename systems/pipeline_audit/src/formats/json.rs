//! For programs: one JSON object a line.

use serde_json::json;

use super::{AuditFormat, AuditedState, stages};

pub(super) const FORMAT: AuditFormat = AuditFormat {
    name: "json",
    begin: |_| String::new(),
    one,
    end: |_| String::new(),
};

fn one(audited: &AuditedState) -> String {
    let line = json!({
        "state": audited.name,
        "ok": stages(audited.audit).all(|(_, ok)| ok),
        "risk": audited.risk,
        "audit": audited.audit,
    });
    format!("{line}\n")
}
