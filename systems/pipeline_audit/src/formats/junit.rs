//! For build servers: a suite a state, a case a stage.

use jurat_model::audit::{Issue, PipelineStage};

use super::{AuditFormat, AuditedState, defects, severity, stages};

pub(super) const FORMAT: AuditFormat = AuditFormat {
    name: "junit",
    begin: |_| {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jurat check\">\n".into()
    },
    one,
    end: |_| "</testsuites>\n".into(),
};

fn one(audited: &AuditedState) -> String {
    let cases: Vec<(PipelineStage, bool)> = stages(audited.audit).collect();
    let failures = cases.iter().filter(|(_, ok)| !ok).count();
    let name = escaped(audited.name);
    let mut text = format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">\n",
        cases.len()
    );
    for (stage, ok) in cases {
        text += &case(audited, stage, ok, &name);
    }
    text + "  </testsuite>\n"
}

fn case(audited: &AuditedState, stage: PipelineStage, ok: bool, class: &str) -> String {
    let issues: Vec<String> = defects(audited.audit, stage).map(line).collect();
    let unchecked = audited.audit.not_checked.iter().filter(|one| one.stage == stage);
    let unchecked: Vec<String> = unchecked
        .map(|one| format!("not checked: {}: {}", one.code, one.reason))
        .collect();
    let mut text = format!("    <testcase classname=\"{class}\" name=\"{}\">\n", stage.name());
    let said = issues.join("\n");
    if ok {
        text += &output(&[issues, unchecked].concat());
    } else {
        let first = defects(audited.audit, stage).max_by_key(|issue| issue.severity);
        let first = first.map_or_else(String::new, |issue| escaped(&issue.msg));
        let said = escaped(&said);
        text = text
            + &format!("      <failure message=\"{first}\">{said}</failure>\n")
            + &output(&unchecked);
    }
    text + "    </testcase>\n"
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
