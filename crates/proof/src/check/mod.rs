//! Checking a bundle: layer by layer, with nothing at hand but its bytes.

mod blobs;
mod journal;
mod manifest;
mod opened;
mod origin;

use jurat_canon::Hash;
use jurat_engine::{Outcome, RunId};
use serde_json::Value as Json;

use crate::{
    CheckOutcome, Finding, Findings, Layer, Maker, Manifest, Meaning, PublicKey, ReportFile,
    Rules, Verdict,
    container::{self, Contents},
    manifest::REPORTS,
    verdict::Origin,
};

pub use opened::{Opened, open};

/// How to check.
pub struct How<'a> {
    /// The key that must have signed.
    pub key: Option<PublicKey>,
    /// The root that it must have.
    pub expect: Option<Hash>,
    /// Whether files that cannot be rendered again count as not checkable.
    pub strict: bool,
    /// The checks of what the run says.
    pub checks: &'a dyn Checks,
}

/// A run at its end, as its journal gives it.
#[derive(Debug, Clone)]
pub struct FinalState {
    /// The run.
    pub run: RunId,
    /// The name of its workflow.
    pub workflow: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Who made the bundle and its reports.
    pub maker: Maker,
    /// The parameters, by name.
    pub params: Json,
    /// The merged state, by channel.
    pub channels: Json,
}

impl FinalState {
    /// Whose rules decided what the run says.
    pub fn rules(&self) -> Rules<'_> {
        Rules::of(&self.maker)
    }
}

/// What a kind of run says, checked from its final state alone.
pub trait Checks {
    /// Checks what the run says, and that the files say the same.
    fn check(&self, state: &FinalState, files: &[ReportFile]) -> Checked;
}

/// What came of checking what a run says.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// Of the run.
    pub content: Vec<Finding>,
    /// Of its files.
    pub reports: Vec<Finding>,
    /// What such a run records and could not be checked again.
    pub recorded: Vec<String>,
}

/// Checks a bundle. Never fails itself: whatever is wrong is in the verdict.
pub fn verify(bytes: &[u8], how: &How<'_>) -> Verdict {
    if !opened::looks_like_one(bytes) {
        return nothing();
    }
    let contents = container::read(bytes);
    let mut findings = container_findings(&contents);
    let Some((manifest, found)) = manifest::check(&contents) else {
        findings.push(no_manifest());
        return verdict(None, (None, Origin::NotProven { signed_by: None }), findings, how);
    };
    findings.extend(found);
    let root = manifest.computed_root().ok();
    let mut recorded = Vec::new();
    if manifest.version == crate::manifest::VERSION {
        contents_of(&contents, &manifest, how, (&mut findings, &mut recorded));
    }
    let (origin, found) = origin::check(&contents, &manifest, root, how);
    findings.extend(found);
    let mut verdict = verdict(Some(&manifest), (root, origin), findings, how);
    verdict.recorded = recorded;
    verdict
}

/// A report file of a bundle, as it is; nothing where the bytes are no bundle or hold none of that
/// name. Nothing is checked: `verify` does that.
pub fn report_file(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    if !opened::looks_like_one(bytes) {
        return None;
    }
    let contents = container::read(bytes);
    let member = format!("{REPORTS}{name}");
    contents.plain(&member).map(<[u8]>::to_vec)
}

/// Journal, blobs, content, reports: each as far as the one before allows.
fn contents_of(
    contents: &Contents<'_>,
    manifest: &Manifest,
    how: &How<'_>,
    (findings, recorded): (&mut Vec<Finding>, &mut Vec<String>),
) {
    let walked = journal::check(contents, manifest);
    findings.extend(walked.findings);
    recorded.extend(walked.recorded);
    findings.extend(blobs::check(contents, walked.blobs.as_ref()));
    let Some(loaded) = walked.loaded else {
        let mut missing = Findings::new(Layer::Content);
        missing.unchecked("state", "journal", "the journal does not lead to a final state");
        return findings.extend(missing.finish());
    };
    let Some(state) = final_state(manifest, &loaded) else {
        let mut open = Findings::new(Layer::Journal);
        open.failed("ended", "journal", "the run has not ended");
        return findings.extend(open.finish());
    };
    let checked = how.checks.check(&state, &files(contents, manifest));
    findings.extend(checked.content);
    findings.extend(checked.reports);
    recorded.extend(checked.recorded);
}

pub(crate) fn final_state(
    manifest: &Manifest,
    loaded: &jurat_engine::Loaded,
) -> Option<FinalState> {
    Some(FinalState {
        run: manifest.run,
        workflow: manifest.workflow.clone(),
        outcome: loaded.end()?.outcome,
        maker: manifest.maker.clone(),
        params: loaded.params(),
        channels: loaded.state(),
    })
}

fn files(contents: &Contents<'_>, manifest: &Manifest) -> Vec<ReportFile> {
    let members = manifest.members.iter();
    let files = members.filter_map(|member| {
        Some(ReportFile {
            name: member.name.strip_prefix(REPORTS)?.to_owned(),
            media: member.media.clone(),
            bytes: contents.plain(&member.name)?.to_vec(),
        })
    });
    files.collect()
}

fn container_findings(contents: &Contents<'_>) -> Vec<Finding> {
    let mut findings = Findings::new(Layer::Container);
    for fault in &contents.faults {
        findings.failed("zip", &fault.place, &fault.message);
    }
    if contents.faults.is_empty() {
        contents.members.iter().for_each(|_| findings.held("member"));
        findings.held("zip");
    }
    findings.finish()
}

fn no_manifest() -> Finding {
    let mut findings = Findings::new(Layer::Manifest);
    findings.failed("manifest", "manifest.json", "it is missing or cannot be read");
    let mut all = findings.finish();
    all.swap_remove(0)
}

fn nothing() -> Verdict {
    Verdict {
        meaning: Meaning::NotABundle,
        made_by: None,
        run: None,
        workflow: None,
        root: None,
        origin: Origin::NotProven { signed_by: None },
        findings: Vec::new(),
        recorded: Vec::new(),
    }
}

fn verdict(
    manifest: Option<&Manifest>,
    (root, origin): (Option<Hash>, Origin),
    findings: Vec<Finding>,
    how: &How<'_>,
) -> Verdict {
    Verdict {
        meaning: meaning(&findings, &origin, how.strict),
        made_by: manifest.map(|manifest| manifest.maker.version.clone()),
        run: manifest.map(|manifest| manifest.run.to_string()),
        workflow: manifest.map(|manifest| manifest.workflow.clone()),
        root,
        origin,
        findings,
        recorded: Vec::new(),
    }
}

fn meaning(findings: &[Finding], origin: &Origin, strict: bool) -> Meaning {
    let failed = findings.iter().any(|finding| finding.outcome == CheckOutcome::Failed);
    let proven = matches!(origin, Origin::Signed { .. } | Origin::Expected);
    // A file that another version rendered does not unsettle the rest, unless that is asked for.
    // Nor does what another version decided by its own rules, if it is known who says so: else
    // anyone could name another version to be spared a check.
    let open = findings.iter().any(|finding| {
        let elsewhere =
            finding.layer == Layer::Reports || finding.decided_by.is_some() && proven;
        finding.outcome == CheckOutcome::NotCheckable && (strict || !elsewhere)
    });
    match (failed, open) {
        (true, _) => Meaning::Fails,
        (false, true) => Meaning::NotFullyCheckable,
        (false, false) => Meaning::Holds,
    }
}
