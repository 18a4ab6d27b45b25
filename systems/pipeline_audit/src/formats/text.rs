//! For people: a line a state, a line a stage, and what is wrong below it.

use jurat_model::audit::{CombinedAudit, Enforcement, Issue, PipelineStage, StageOutcome};

use super::{
    AuditFormat, AuditTotals, AuditedState, defects, plain, severity, stage_name, stages,
    unchecked, unchecked_severity,
};

pub(super) const FORMAT: AuditFormat = AuditFormat {
    name: "text",
    begin: |_| String::new(),
    one,
    // People read it on standard error.
    unreadable: |_| String::new(),
    end,
};

fn one(audited: &AuditedState) -> String {
    let audit = audited.audit;
    let word = audit.outcome.in_words();
    let mut lines = vec![format!("{}: {word}, risk {:.2}", plain(audited.name), audited.risk)];
    for (stage, outcome) in stages(audit) {
        let word = match (outcome, audit.mode_of(stage)) {
            (StageOutcome::NotOk, Some(Enforcement::Gate)) => "not ok: stopped",
            (StageOutcome::NotOk, _) if audited.again == Some(stage) => {
                "not ok: to be done again, once"
            }
            (other, _) => other.in_words(),
        };
        let counted = counted(audit, stage);
        let open = if counted.is_some() { String::new() } else { open(audit, stage) };
        lines.push(format!("  {:<9} {word}{open}", stage_name(stage)));
        lines.extend(defects(audit, stage).map(issue));
        lines.extend(counted);
    }
    lines.join("\n") + "\n"
}

/// What of a stage was not checked, behind its outcome: why all of it was not, or what of it.
fn open(audit: &CombinedAudit, stage: PipelineStage) -> String {
    let count = audit.not_checked.iter().filter(|one| one.stage == stage).count();
    match (audit.outcome_of(stage).and_then(|(_, reason)| reason), unchecked(audit, stage)) {
        (Some(reason), None) => format!(": {}", plain(reason)),
        (Some(reason), Some(_)) => {
            let checks = if count == 1 { "check" } else { "checks" };
            format!(": {} ({count} {checks} did not run)", plain(reason))
        }
        (None, Some(told)) => format!(" (not checked: {})", plain(&told)),
        (None, None) => String::new(),
    }
}

/// What of a stage was not checked, as one issue, where the policy counts it as one.
fn counted(audit: &CombinedAudit, stage: PipelineStage) -> Option<String> {
    let grave = unchecked_severity(audit, stage)?;
    let told = plain(&unchecked(audit, stage)?);
    let head = format!("    {:<5} NOT_CHECKED", severity(grave));
    let why = format!("the policy counts what was not checked: {told}");
    Some(format!("{head}\n          {why}"))
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
        "{} states: {} ok, {} not ok, {} not checked, {} unreadable; {} checks could not run",
        totals.states + totals.unreadable,
        totals.ok,
        totals.not_ok,
        totals.unchecked,
        totals.unreadable,
        totals.not_checked
    )];
    let most = totals.codes.values().max().map_or(1, |most| most.to_string().len());
    let codes = totals.codes.iter().filter(|(code, _)| *code != "NOT_CHECKED");
    lines.extend(codes.map(|(code, count)| format!("  {count:>most$} {code}")));
    lines.join("\n") + "\n"
}
