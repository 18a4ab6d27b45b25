//! For build servers: a suite a state, a case a stage.

use jurat_model::audit::{Issue, PipelineStage, StageOutcome};

use super::{
    AuditFormat, AuditedState, UnreadableState, defects, severity, stages, unchecked,
    unchecked_severity,
};

pub(super) const FORMAT: AuditFormat = AuditFormat {
    name: "junit",
    begin: |_| {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jurat check\">\n".into()
    },
    one,
    unreadable,
    end: |_| "</testsuites>\n".into(),
};

fn one(audited: &AuditedState) -> String {
    let cases: Vec<(PipelineStage, StageOutcome)> = stages(audited.audit).collect();
    let count = |wanted| cases.iter().filter(|(_, outcome)| *outcome == wanted).count();
    let name = escaped(audited.name);
    let mut text = format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
        cases.len(),
        count(StageOutcome::NotOk),
        count(StageOutcome::NotChecked),
    );
    for (stage, outcome) in cases {
        text += &case(audited, stage, outcome, &name);
    }
    text + "  </testsuite>\n"
}

fn case(
    audited: &AuditedState,
    stage: PipelineStage,
    outcome: StageOutcome,
    class: &str,
) -> String {
    let issues: Vec<String> = defects(audited.audit, stage).map(line).collect();
    let unchecked = unchecked(audited.audit, stage);
    let unchecked: Vec<String> = unchecked
        .map(|told| format!("not checked: {told}"))
        .into_iter()
        .collect();
    let mut text = format!("    <testcase classname=\"{class}\" name=\"{}\">\n", stage.name());
    let said = issues.join("\n");
    match outcome {
        StageOutcome::Ok => text += &output(&[issues, unchecked].concat()),
        StageOutcome::NotChecked => {
            let reason = audited.audit.outcome_of(stage).and_then(|(_, reason)| reason);
            let reason = escaped(reason.unwrap_or_default());
            let skipped = format!("      <skipped message=\"{reason}\"/>\n");
            text = text + &skipped + &output(&[issues, unchecked].concat());
        }
        StageOutcome::NotOk => {
            let first = defects(audited.audit, stage).max_by_key(|issue| issue.severity);
            let counted = unchecked_severity(audited.audit, stage);
            let graver = first.map(|issue| issue.severity) < counted;
            let first = match (first, unchecked.first()) {
                (_, Some(told)) if graver => escaped(told),
                (first, _) => first.map_or_else(String::new, |issue| escaped(&issue.msg)),
            };
            let said = escaped(&said);
            let failure = format!("      <failure message=\"{first}\">{said}</failure>\n");
            text = text + &failure + &output(&unchecked);
        }
    }
    text + "    </testcase>\n"
}

/// A state that could not be read: one case, which is an error.
fn unreadable(state: &UnreadableState) -> String {
    let (name, reason) = (escaped(state.name), escaped(state.reason));
    format!(
        "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n\
         \x20   <testcase classname=\"{name}\" name=\"read\">\n\
         \x20     <error message=\"{reason}\"/>\n\
         \x20   </testcase>\n  </testsuite>\n"
    )
}

fn output(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("      <system-out>{}</system-out>\n", escaped(&lines.join("\n")))
}

fn line(issue: &Issue) -> String {
    let place = issue.at.as_deref().map_or_else(String::new, |at| format!(" {at}"));
    format!(
        "{} {}{place}: {} (fix: {})",
        severity(issue.severity),
        issue.code,
        issue.msg,
        issue.suggested_fix
    )
}

/// Text that XML 1.0 can hold.
fn escaped(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => made.push_str("&amp;"),
            '<' => made.push_str("&lt;"),
            '>' => made.push_str("&gt;"),
            '"' => made.push_str("&quot;"),
            '\n' | '\t' => made.push(c),
            '\u{fffe}' | '\u{ffff}' => made.push('\u{fffd}'),
            c if c.is_control() => made.push('\u{fffd}'),
            c => made.push(c),
        }
    }
    made
}
