//! For code scanning: SARIF 2.1.0, a result for each finding, with the commit it was seen at.

mod log;

use std::collections::{BTreeMap, BTreeSet};

use jurat_document::visible;
use jurat_model::SubmissionArtifact as Given;

use super::{CourtFormat, report_phrases};
use crate::{
    english_phrases::hundredths,
    model::{ArtifactAvailability, CourtVerdict},
    report::{CourtFinding, CourtReport, FindingLevel, FindingPlace, FindingSort},
};
use log::{
    RuleProperties, RunProperties, SarifArtifactLocation, SarifInvocation, SarifLocation,
    SarifLog, SarifMessage, SarifNotification, SarifPhysicalLocation, SarifProvenance,
    SarifRegion, SarifResult, SarifRule, SarifRuleReference, SarifRun, SarifTool, SarifUriBase,
};

pub(super) const FORMAT: CourtFormat = CourtFormat {
    name: "sarif",
    extension: "sarif",
    media: "application/sarif+json",
    render,
};

/// What paths are relative to.
const ROOT: &str = "SRCROOT";
/// What the paper's name is relative to.
const PAPER: &str = "PAPER";
/// Signs of a path that stand for themselves. A colon would make a scheme of a first step.
const UNRESERVED: &[u8] = b"-._~/";

fn render(report: &CourtReport) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&SarifLog::of(run(report)))?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn run(report: &CourtReport) -> SarifRun {
    let mut seen = BTreeSet::new();
    let first: Vec<&CourtFinding> = report
        .findings
        .iter()
        .filter(|one| seen.insert(one.rule.as_str()))
        .collect();
    // Each rule once, in the order of its first finding.
    let place: BTreeMap<&str, usize> = first
        .iter()
        .enumerate()
        .map(|(at, one)| (one.rule.as_str(), at))
        .collect();
    let index = |one: &CourtFinding| place.get(one.rule.as_str()).copied().unwrap_or(0);
    let mut results = Vec::new();
    let mut notifications: Vec<SarifNotification> =
        report.not_assessed.iter().map(not_assessed).collect();
    for one in &report.findings {
        // Code scanning refuses a result that lies nowhere.
        match locations(one, report) {
            locations if locations.is_empty() => notifications.push(nowhere(one, index(one))),
            locations => results.push(result(one, index(one), locations)),
        }
    }
    let base = |words| SarifUriBase { description: SarifMessage::of(words) };
    SarifRun {
        results,
        tool: SarifTool::of(first.into_iter().map(rule).collect()),
        invocations: [SarifInvocation {
            execution_successful: !has_unreadable(report),
            tool_execution_notifications: notifications,
        }],
        version_control_provenance: provenance(report).into_iter().collect(),
        original_uri_base_ids: BTreeMap::from([
            (ROOT, base("the root of the repository")),
            (PAPER, base("where the paper was given")),
        ]),
        column_kind: "utf16CodeUnits",
        properties: properties(report),
    }
}

/// Whether a part of the submission was given and could not be read: then the run is no success,
/// however few results it has.
fn has_unreadable(report: &CourtReport) -> bool {
    let given = &report.submission;
    [&given.repo, &given.history, &given.docs, &given.vision]
        .into_iter()
        .any(|part| matches!(part, ArtifactAvailability::Unreadable(_)))
}

fn properties(report: &CourtReport) -> RunProperties {
    let overall = &report.audit.overall;
    RunProperties {
        verdict: report_phrases::verdict(overall.verdict),
        // The mean of the little that could be told is no score of the whole.
        score: overall
            .score_hundredths
            .filter(|_| overall.verdict != CourtVerdict::NotAssessable)
            .map(hundredths),
        rubric: text(&format!("{} {}", report.rubric.name, report.rubric.version)),
        commit: commit(report),
    }
}

fn commit(report: &CourtReport) -> Option<String> {
    let commit = report.submission.repository.as_ref()?.commit.as_ref()?;
    Some(text(commit))
}

/// The commit at its address; an address that is none on the web cannot be told here.
fn provenance(report: &CourtReport) -> Option<SarifProvenance> {
    let repository = report.submission.repository.as_ref()?;
    let address = &repository.address;
    let is_web = ["https://", "http://", "ssh://", "git://"]
        .iter()
        .any(|scheme| address.starts_with(scheme));
    is_web.then(|| SarifProvenance {
        repository_uri: escaped(address, b"-._~/:@!$&'()*+,;=?%"),
        revision_id: repository.commit.as_deref().map(text),
        branch: repository.branch.as_deref().map(text),
        mapped_to: SarifArtifactLocation { uri: None, uri_base_id: ROOT },
    })
}

fn not_assessed(one: &crate::report::NotAssessed) -> SarifNotification {
    let words = format!("not assessed: {}: {}", one.what, one.why);
    SarifNotification {
        level: FindingLevel::Warning,
        message: SarifMessage::of(&text(&words)),
        associated_rule: None,
    }
}

/// A finding that has no place: something is absent from all that was looked at.
fn nowhere(one: &CourtFinding, index: usize) -> SarifNotification {
    SarifNotification {
        level: one.level,
        message: SarifMessage::of(&text(&mended(one))),
        associated_rule: Some(SarifRuleReference { id: text(&one.rule), index }),
    }
}

/// Where a finding lies, or else the first file of the repository that its criterion rests on.
fn locations(one: &CourtFinding, report: &CourtReport) -> Vec<SarifLocation> {
    let own: Vec<SarifLocation> = one
        .places
        .iter()
        .filter(|place| !place.path.is_empty())
        .map(location)
        .collect();
    if !own.is_empty() {
        return own;
    }
    let Some(criterion) = &one.criterion_id else { return Vec::new() };
    let fitting = report.evidence.iter().find(|evidence| {
        let at = &evidence.location;
        at.artifact == Given::Repo
            && !at.path.is_empty()
            && at.lines.is_some()
            && evidence.cited_by.contains(criterion)
    });
    let near = fitting.map(|evidence| SarifLocation {
        physical_location: physical(&evidence.location.path, ROOT, None),
        message: SarifMessage::of("no place of its own; the criterion rests on this file"),
    });
    near.into_iter().collect()
}

fn physical(
    path: &str,
    base: &'static str,
    region: Option<SarifRegion>,
) -> SarifPhysicalLocation {
    let uri = relative(path);
    SarifPhysicalLocation {
        artifact_location: SarifArtifactLocation { uri: Some(uri), uri_base_id: base },
        region,
    }
}

/// What was seen, and what would mend it.
fn mended(one: &CourtFinding) -> String {
    match one.help.as_str() {
        "" => one.message.clone(),
        help => format!("{} To mend it: {help}", one.message),
    }
}

fn rule(one: &CourtFinding) -> SarifRule {
    let help = if one.help.is_empty() { &one.title } else { &one.help };
    let is_security = one.sort == FindingSort::Security;
    let mut tags = vec![if is_security { "security" } else { "rubric" }.to_owned()];
    tags.extend(one.cwe.as_deref().and_then(cwe_tag));
    tags.extend(one.criterion_id.as_deref().map(text));
    SarifRule {
        id: text(&one.rule),
        short_description: SarifMessage::of(&text(&one.title)),
        help: SarifMessage::of(&text(help)),
        default_configuration: log::SarifConfiguration { level: one.level },
        properties: RuleProperties {
            tags,
            security_severity: is_security.then(|| severity(one.level)),
        },
    }
}

/// `CWE-78` as code scanning writes it: `external/cwe/cwe-078`.
fn cwe_tag(cwe: &str) -> Option<String> {
    let number: u32 = cwe.strip_prefix("CWE-")?.parse().ok()?;
    Some(format!("external/cwe/cwe-{number:03}"))
}

/// On the scale from 0 to 10 that code scanning sorts by.
const fn severity(level: FindingLevel) -> &'static str {
    match level {
        FindingLevel::Error => "8.0",
        FindingLevel::Warning => "5.0",
        FindingLevel::Note => "2.0",
    }
}

fn result(one: &CourtFinding, rule_index: usize, locations: Vec<SarifLocation>) -> SarifResult {
    SarifResult {
        rule_id: text(&one.rule),
        rule_index,
        level: one.level,
        message: SarifMessage::of(&text(&mended(one))),
        locations,
        partial_fingerprints: BTreeMap::from([
            ("juratFinding/v1", text(&one.fingerprint)),
            ("juratContent/v1", text(&one.content_fingerprint)),
        ]),
    }
}

fn location(place: &FindingPlace) -> SarifLocation {
    let base = if place.in_repository { ROOT } else { PAPER };
    // Lines count from 1; a region that says otherwise is refused.
    let lines = place
        .lines
        .filter(|lines| 0 < lines.start && lines.start <= lines.end);
    let region = lines.filter(|_| place.in_repository).map(|lines| SarifRegion {
        start_line: lines.start,
        end_line: lines.end,
        snippet: (!place.snippet.is_empty()).then(|| SarifMessage::of(&code(&place.snippet))),
    });
    SarifLocation {
        physical_location: physical(&place.path, base, region),
        message: SarifMessage::of(&text(&place.pointer)),
    }
}

/// Words in which nothing is a link or a place to fill in.
fn text(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let words = visible(&words.join(" ")).replace("](", "] (");
    let mut safe = String::with_capacity(words.len());
    let mut rest = words.as_str();
    while let Some(at) = rest.find('{') {
        let (before, after) = rest.split_at(at);
        safe.push_str(before);
        safe.push('{');
        rest = &after[1..];
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            safe.push(' ');
        }
    }
    safe.push_str(rest);
    safe
}

fn code(snippet: &str) -> String {
    let lines: Vec<String> = snippet.lines().map(visible).collect();
    lines.join("\n")
}

/// The path of a file as an address that is relative to the root. Bytes that are no text stand in a
/// path as `\xNN`, and in an address as what they are.
fn relative(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    let mut rest = path.trim_start_matches('/');
    while let Some(at) = rest.find("\\x") {
        let hex = rest
            .get(at + 2..at + 4)
            .filter(|hex| hex.bytes().all(|c| c.is_ascii_hexdigit()));
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let byte = byte.filter(|byte| !matches!(byte, 0x20..=0x7e));
        uri.push_str(&escaped(&rest[..at], UNRESERVED));
        let (sign, end) = byte.map_or_else(
            || ("%5Cx".to_owned(), at + 2),
            |byte| (format!("%{byte:02X}"), at + 4),
        );
        uri.push_str(&sign);
        rest = &rest[end..];
    }
    uri.push_str(&escaped(rest, UNRESERVED));
    uri
}

/// What an address cannot hold is escaped.
fn escaped(text: &str, kept: &[u8]) -> String {
    let byte = |byte: u8| {
        if byte.is_ascii_alphanumeric() || kept.contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::relative;

    #[test]
    fn odd_names_are_relative_addresses() {
        for (path, uri) in [
            ("src/a b.py", "src/a%20b.py"),
            ("what?#1.py", "what%3F%231.py"),
            ("100%/é.py", "100%25/%C3%A9.py"),
            ("c:/x:y.py", "c%3A/x%3Ay.py"),
            ("a\\b.py", "a%5Cb.py"),
            ("/etc/passwd", "etc/passwd"),
            ("bad\\xff\\x0a.py", "bad%FF%0A.py"),
            ("\\x41\\x\\xz\\x+1", "%5Cx41%5Cx%5Cxz%5Cx%2B1"),
            ("[a](b)'*.py", "%5Ba%5D%28b%29%27%2A.py"),
        ] {
            assert_eq!(relative(path), uri);
        }
    }
}
