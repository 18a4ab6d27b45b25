//! For people: a line a state, a line a stage, and what is wrong below it.

use jurat_model::audit::{Enforcement, Issue};

use super::{
    AuditFormat, AuditTotals, AuditedState, defects, plain, severity, stage_name, stages,
};

pub(super) const FORMAT: AuditFormat =
    AuditFormat { name: "text", begin: |_| String::new(), one, end };

fn one(audited: &AuditedState) -> String {
    let audit = audited.audit;
    let ok = if stages(audit).all(|(_, ok)| ok) { "ok" } else { "not ok" };
    let mut lines = vec![format!("{}: {ok}, risk {:.2}", plain(audited.name), audited.risk)];
    for (stage, ok) in stages(audit) {
        let ok = match (ok, audit.mode_of(stage)) {
            (true, _) => "ok",
            (false, Some(Enforcement::Gate)) => "not ok: stopped",
            (false, Some(Enforcement::RetryOnce)) => "not ok: to be done again, once",
            (false, _) => "not ok",
        };
        lines.push(format!("  {:<9} {ok}", stage_name(stage)));
        lines.extend(defects(audit, stage).map(issue));
    }
    for unchecked in &audit.not_checked {
        let stage = stage_name(unchecked.stage);
        let reason = plain(&unchecked.reason);
        lines.push(format!("  {stage:<9} not checked: {}: {reason}", unchecked.code));
    }
    lines.join("\n") + "\n"
}

fn issue(issue: &Issue) -> String {
    let place = issue.at.as_deref().unwrap_or_default();
    let head = format!("    {:<5} {}", severity(issue.severity), issue.code);
    let mut lines = vec![format!("{head}  {}", plain(place)).trim_end().to_owned()];
    lines.push(format!("          {}", plain(&issue.msg)));
    if !issue.evidence.is_empty() {
        lines.push(format!("          evidence: {}", plain(&issue.evidence.join(", "))));
    }
    if !issue.suggested_fix.is_empty() {
        lines.push(format!("          fix: {}", plain(&issue.suggested_fix)));
    }
    lines.join("\n")
}

fn end(totals: &AuditTotals) -> String {
    if totals.states + totals.unreadable < 2 {
        return String::new();
    }
    let mut lines = vec![format!(
        "{} states: {} ok, {} not ok, {} unreadable; {} checks could not run",
        totals.states + totals.unreadable,
        totals.ok,
        totals.not_ok,
        totals.unreadable,
        totals.not_checked
    )];
    let most = totals.codes.values().max().map_or(1, |most| most.to_string().len());
    let codes = totals.codes.iter().filter(|(code, _)| *code != "NOT_CHECKED");
    lines.extend(codes.map(|(code, count)| format!("  {count:>most$} {code}")));
    lines.join("\n") + "\n"
}
