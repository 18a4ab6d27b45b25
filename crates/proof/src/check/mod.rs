//! Checking a bundle: layer by layer, with nothing at hand but its bytes.

mod blobs;
mod journal;
mod manifest;
mod open_bundle;
mod signature;

use std::collections::BTreeSet;

use jurat_canon::Hash;
use jurat_engine::{RunId, RunOutcome, StageOverview};
use serde_json::Value as Json;

use crate::{
    BundleFinding, BundleLayer, BundleMaker, BundleManifest, BundleStatus, BundleVerdict,
    FindingOutcome, LayerFindings, ProofScope, PublicKey, ReportFile, RulesVersion, ScopeClaim,
    container::{self, ZipContents},
    manifest::{DEFINITION, REPORTS},
    verdict::BundleOrigin,
};

pub use open_bundle::{OpenedBundle, open};

pub struct BundleCheckOptions<'a> {
    pub key: Option<PublicKey>,
    /// The root that it must have.
    pub expect: Option<Hash>,
    /// Whether files that cannot be rendered again count as not checkable.
    pub strict: bool,
    /// The checks of what the run says.
    pub checks: &'a dyn ContentCheck,
}

/// A run at its end, as its journal gives it.
#[derive(Debug, Clone)]
pub struct FinalState {
    pub run: RunId,
    pub workflow: String,
    pub outcome: RunOutcome,
    /// The definition that it ran by, as canonical JSON.
    pub definition: String,
    /// How far each stage came.
    pub stages: Vec<StageOverview>,
    /// Who made the bundle and its reports.
    pub maker: BundleMaker,
    pub params: Json,
    pub channels: Json,
}

impl FinalState {
    /// Whose rules decided what the run says.
    pub fn rules(&self) -> RulesVersion<'_> {
        RulesVersion::of(&self.maker)
    }
}

/// What a kind of run says, checked from its final state alone.
pub trait ContentCheck {
    /// Checks what the run says, and that the files say the same.
    fn check(&self, state: &FinalState, files: &[ReportFile]) -> ContentFindings;
}

#[derive(Debug, Clone, Default)]
pub struct ContentFindings {
    pub content: Vec<BundleFinding>,
    pub reports: Vec<BundleFinding>,
    /// What such a run records and could not be checked again.
    pub recorded: Vec<String>,
    /// What was decided by something else than what ships: no error, and nothing to keep silent about.
    pub notices: Vec<String>,
    /// What is proven where all of it holds.
    pub scope: ProofScope,
    /// The parameters that were held against what the run says.
    pub held_params: BTreeSet<String>,
}

/// Checks a bundle. Never fails itself: whatever is wrong is in the verdict.
pub fn verify(bytes: &[u8], how: &BundleCheckOptions<'_>) -> BundleVerdict {
    if !open_bundle::looks_like_one(bytes) {
        let nothing = verdict(None, (None, unproven()), Vec::new(), how);
        return BundleVerdict { meaning: BundleStatus::NotABundle, ..nothing };
    }
    let contents = container::read_zip(bytes);
    let mut findings = container_findings(&contents);
    let Some((manifest, found)) = manifest::check(&contents) else {
        findings.push(no_manifest());
        return verdict(None, (None, unproven()), findings, how);
    };
    findings.extend(found);
    let root = manifest.computed_root().ok();
    let mut said = ContentFindings::default();
    if manifest.version == crate::manifest::VERSION {
        said = contents_of(&contents, &manifest, how, &mut findings);
    }
    let (origin, found) = signature::check(&contents, &manifest, root, how);
    findings.extend(found);
    let verdict = verdict(Some(&manifest), (root, origin), findings, how);
    BundleVerdict {
        proof: said.scope.under(verdict.meaning),
        notices: said.notices,
        recorded: said.recorded,
        ..verdict
    }
}

/// A report file of a bundle, as it is; nothing where the bytes are no bundle or hold none of that
/// name. Nothing is checked: `verify` does that.
pub fn report_file(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    if !open_bundle::looks_like_one(bytes) {
        return None;
    }
    let contents = container::read_zip(bytes);
    let member = format!("{REPORTS}{name}");
    contents.plain(&member).map(<[u8]>::to_vec)
}

/// Journal, blobs, content, reports: each as far as the one before allows. What comes back is all but the findings.
fn contents_of(
    contents: &ZipContents<'_>,
    manifest: &BundleManifest,
    how: &BundleCheckOptions<'_>,
    findings: &mut Vec<BundleFinding>,
) -> ContentFindings {
    let walked = journal::check(contents, manifest);
    findings.extend(walked.findings);
    let mut said = ContentFindings {
        recorded: walked.recorded,
        ..ContentFindings::default()
    };
    findings.extend(blobs::check(contents, walked.blobs.as_ref()));
    let Some(loaded) = walked.loaded else {
        let mut missing = LayerFindings::new(BundleLayer::Content);
        missing.unchecked("state", "journal", "the journal does not lead to a final state");
        findings.extend(missing.finish());
        return said;
    };
    let definition = contents.plain(DEFINITION).unwrap_or_default();
    let Some(state) = final_state(manifest, &loaded, definition) else {
        let mut open = LayerFindings::new(BundleLayer::Journal);
        open.failed("ended", "journal", "the run has not ended");
        findings.extend(open.finish());
        return said;
    };
    let mut checked = how.checks.check(&state, &files(contents, manifest));
    checked
        .scope
        .not_proven
        .extend(ScopeClaim::of_files(&unrendered(&checked.reports)));
    findings.append(&mut checked.content);
    findings.append(&mut checked.reports);
    said.recorded.append(&mut checked.recorded);
    let open = walked.interrupted.map(ScopeClaim::of_decisions);
    checked.scope.not_proven.extend(open);
    ContentFindings { recorded: said.recorded, ..checked }
}

/// The files that nobody here could make again: whoever names another version as their maker may have written anything.
fn unrendered(reports: &[BundleFinding]) -> Vec<String> {
    let open = reports.iter().filter(|it| it.outcome == FindingOutcome::NotCheckable);
    open.map(|finding| finding.place.clone()).collect()
}

pub(crate) fn final_state(
    manifest: &BundleManifest,
    loaded: &jurat_engine::LoadedRun,
    definition: &[u8],
) -> Option<FinalState> {
    Some(FinalState {
        run: manifest.run,
        workflow: manifest.workflow.clone(),
        definition: String::from_utf8_lossy(definition).into_owned(),
        stages: loaded.stages(),
        outcome: loaded.end()?.outcome,
        maker: manifest.maker.clone(),
        params: loaded.params(),
        channels: loaded.state(),
    })
}

fn files(contents: &ZipContents<'_>, manifest: &BundleManifest) -> Vec<ReportFile> {
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

fn container_findings(contents: &ZipContents<'_>) -> Vec<BundleFinding> {
    let mut findings = LayerFindings::new(BundleLayer::Container);
    for fault in &contents.faults {
        findings.failed("zip", &fault.place, &fault.message);
    }
    if contents.faults.is_empty() {
        contents.members.iter().for_each(|_| findings.held("member"));
        findings.held("zip");
    }
    findings.finish()
}

fn no_manifest() -> BundleFinding {
    let mut findings = LayerFindings::new(BundleLayer::Manifest);
    findings.failed("manifest", "manifest.json", "it is missing or cannot be read");
    let mut all = findings.finish();
    all.swap_remove(0)
}

fn unproven() -> BundleOrigin {
    BundleOrigin::NotProven { signed_by: None }
}

fn verdict(
    manifest: Option<&BundleManifest>,
    (root, origin): (Option<Hash>, BundleOrigin),
    findings: Vec<BundleFinding>,
    how: &BundleCheckOptions<'_>,
) -> BundleVerdict {
    BundleVerdict {
        meaning: meaning(&findings, &origin, how.strict),
        made_by: manifest.map(|manifest| manifest.maker.version.clone()),
        run: manifest.map(|manifest| manifest.run.to_string()),
        workflow: manifest.map(|manifest| manifest.workflow.clone()),
        root,
        origin,
        proof: ProofScope::default(),
        notices: Vec::new(),
        findings,
        recorded: Vec::new(),
    }
}

fn meaning(findings: &[BundleFinding], origin: &BundleOrigin, strict: bool) -> BundleStatus {
    let failed = findings
        .iter()
        .any(|finding| finding.outcome == FindingOutcome::Failed);
    let proven = matches!(origin, BundleOrigin::Signed { .. } | BundleOrigin::Expected);
    // A file that another version rendered does not unsettle the rest, unless that is asked for.
    // Nor does what another version decided by its own rules, if it is known who says so: else
    // anyone could name another version to be spared a check.
    let open = findings.iter().any(|finding| {
        let elsewhere =
            finding.layer == BundleLayer::Reports || finding.decided_by.is_some() && proven;
        finding.outcome == FindingOutcome::NotCheckable && (strict || !elsewhere)
    });
    match (failed, open) {
        (true, _) => BundleStatus::Fails,
        (false, true) => BundleStatus::NotFullyCheckable,
        (false, false) => BundleStatus::Holds,
    }
}
