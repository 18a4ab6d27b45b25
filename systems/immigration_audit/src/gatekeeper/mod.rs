//! Compliance, refusal triggers, pills, the list of documents, promises that may not be made. Pure functions.

mod banned_promises;
mod document_list;
mod quality_checklist;
#[cfg(test)]
mod tests;

pub use banned_promises::{BannedPromise, banned_promises};
pub use document_list::{ListedDocument, document_list};
pub use quality_checklist::{DISCLAIMER, ReportParts, quality_checklist};

use crate::model::{
    AdmissionFinding, ComplianceIssue, FactPlace, FileStanding, Finding, FindingCategory,
    FindingSeverity, FindingStanding, GatekeeperReview, MatterFile, PackAssessment,
    QualityCheck, RequirementCheck, RequirementStanding, TriggerCheck,
};

/// What the gatekeeper looks at.
#[derive(Debug, Clone, Copy)]
pub struct GatekeeperInput<'a> {
    pub files: &'a [MatterFile],
    pub findings: &'a [Finding],
    pub assessment: &'a PackAssessment,
    /// Everything that we or a model wrote so far, named.
    pub texts: &'a [(String, String)],
}

/// The review. `quality` is left empty: a report is needed for it.
pub fn review(input: GatekeeperInput<'_>) -> GatekeeperReview {
    let mut compliance_issues = compliance_issues(input);
    let mut refusal_risks = refusal_risks(input);
    let worst_first = |issues: &mut Vec<ComplianceIssue>| {
        issues.sort_by(|a, b| {
            let by_code = || a.code.cmp(&b.code).then_with(|| a.words.cmp(&b.words));
            b.severity.cmp(&a.severity).then_with(by_code)
        });
    };
    worst_first(&mut compliance_issues);
    worst_first(&mut refusal_risks);
    let mut recommendations: Vec<String> = Vec::new();
    for issue in refusal_risks.iter().chain(&compliance_issues) {
        let is_required = FindingSeverity::High <= issue.severity && !issue.fix.is_empty();
        if is_required && !recommendations.contains(&issue.fix) {
            recommendations.push(issue.fix.clone());
        }
    }
    let is_grave = |it: &ComplianceIssue| FindingSeverity::High <= it.severity;
    let is_clear =
        !compliance_issues.iter().any(is_grave) && !refusal_risks.iter().any(is_grave);
    GatekeeperReview {
        compliance_issues,
        refusal_risks,
        recommendations,
        status: if is_clear { "PASS" } else { "FIX" }.to_owned(),
        quality: Vec::new(),
    }
}

/// The review of a whole report, its checklist gone through.
#[must_use]
pub fn with_quality(review: GatekeeperReview, quality: Vec<QualityCheck>) -> GatekeeperReview {
    GatekeeperReview { quality, ..review }
}

fn compliance_issues(input: GatekeeperInput<'_>) -> Vec<ComplianceIssue> {
    let formal = [FindingCategory::Documentation, FindingCategory::Procedural];
    let findings = input.findings.iter();
    let findings = findings
        .filter(|it| formal.contains(&it.category) && it.standing == FindingStanding::Shown);
    let mut issues: Vec<ComplianceIssue> = findings.map(of_finding).collect();
    issues.extend(input.assessment.requirements.iter().filter_map(of_requirement));
    issues.extend(input.files.iter().filter_map(of_file));
    issues.extend(input.files.iter().filter_map(of_orders));
    issues.extend(banned_promises(input.texts).iter().map(of_promise));
    issues
}

fn refusal_risks(input: GatekeeperInput<'_>) -> Vec<ComplianceIssue> {
    let formal = [FindingCategory::Documentation, FindingCategory::Procedural];
    let grave = |it: &&Finding| {
        !formal.contains(&it.category)
            && it.standing == FindingStanding::Shown
            && FindingSeverity::Medium <= it.severity
    };
    let mut risks: Vec<ComplianceIssue> =
        input.assessment.triggers.iter().filter_map(of_trigger).collect();
    risks.extend(input.assessment.rules.iter().filter_map(of_rule));
    risks.extend(input.findings.iter().filter(grave).map(of_finding));
    risks
}

fn issue(
    code: &str,
    severity: FindingSeverity,
    (words, fix): (String, String),
    places: &[FactPlace],
) -> ComplianceIssue {
    ComplianceIssue {
        code: code.to_owned(),
        severity,
        words,
        fix,
        places: places.to_vec(),
    }
}

fn of_finding(finding: &Finding) -> ComplianceIssue {
    let told = (finding.message.clone(), finding.action.clone());
    issue(&finding.code, finding.severity, told, &finding.places)
}

/// What is required and shown not to be so is grave; what was not seen is asked for.
fn of_requirement(requirement: &RequirementCheck) -> Option<ComplianceIssue> {
    if !requirement.required {
        return None;
    }
    let words = &requirement.words;
    let fix = match requirement.obtain.as_str() {
        "" => format!("Provide: {words}"),
        obtain => format!("Provide: {words} ({obtain})"),
    };
    let (code, severity, words) = match requirement.standing {
        RequirementStanding::Unmet => {
            ("REQUIREMENT_UNMET", FindingSeverity::High, format!("Not met: {words}"))
        }
        RequirementStanding::NotSeen => {
            ("REQUIRED_NOT_SEEN", FindingSeverity::Medium, format!("Not seen: {words}"))
        }
        RequirementStanding::Unknown => {
            let words = if requirement.is_unsure_whether_asked() {
                format!("Whether it is asked for cannot be told: {words}")
            } else {
                format!("Could not be told: {words} ({})", requirement.reason)
            };
            ("REQUIRED_UNKNOWN", FindingSeverity::Low, words)
        }
        RequirementStanding::Met | RequirementStanding::NotApplicable => return None,
    };
    Some(issue(code, severity, (words, fix), &requirement.places))
}

fn of_file(file: &MatterFile) -> Option<ComplianceIssue> {
    let (code, severity, reason) = match &file.standing {
        FileStanding::Whole => return None,
        FileStanding::InPart { reason } => ("FILE_IN_PART", FindingSeverity::Low, reason),
        FileStanding::NotRead { reason } => ("FILE_NOT_READ", FindingSeverity::Medium, reason),
    };
    let words = match file.standing {
        FileStanding::NotRead { .. } => format!("{} was not read: {reason}", file.path),
        _ => format!("{} was read in part: {reason}", file.path),
    };
    let fix = format!("Read {} by hand: what it holds is not in this report", file.path);
    Some(issue(code, severity, (words, fix), &[]))
}

/// Orders to a machine in a client's papers are for a person to see; they change nothing else.
fn of_orders(file: &MatterFile) -> Option<ComplianceIssue> {
    let order = file.suspect_orders.first()?;
    let words =
        format!("{} gives orders to a machine: \u{201c}{}\u{201d}", file.path, order.words);
    let fix =
        format!("Ask where {} comes from, and leave it out until that is known", file.path);
    Some(issue("ORDERS_TO_MACHINE", FindingSeverity::High, (words, fix), &[]))
}

fn of_promise(promise: &BannedPromise) -> ComplianceIssue {
    let words =
        format!("{} promises an outcome: \u{201c}{}\u{201d}", promise.text, promise.words);
    let fix = format!("Take the promise out of {}", promise.text);
    issue("BANNED_PROMISE", FindingSeverity::Critical, (words, fix), &[])
}

fn of_trigger(trigger: &TriggerCheck) -> Option<ComplianceIssue> {
    if trigger.standing != RequirementStanding::Met {
        return None;
    }
    let (code, severity) = if trigger.is_pill {
        ("POISON_PILL", FindingSeverity::Critical)
    } else {
        ("REFUSAL_TRIGGER", trigger.severity)
    };
    let told = (trigger.words.clone(), trigger.rebuttal.clone());
    Some(issue(code, severity, told, &trigger.places))
}

fn of_rule(rule: &AdmissionFinding) -> Option<ComplianceIssue> {
    let is_unmet = rule.standing == RequirementStanding::Unmet;
    is_unmet.then(|| {
        let words = format!("{}: {}", rule.provision, rule.words);
        let fix = format!("Settle {} before filing: {}", rule.provision, rule.words);
        issue("RULE_UNMET", rule.severity, (words, fix), &rule.places)
    })
}
