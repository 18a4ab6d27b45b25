//! The verdict on a bundle, for machines and for people.

use jurat_canon::Hash;
use serde::Serialize;

use crate::{BundleFinding, BundleLayer, FindingOutcome, ProofScope};

/// What a verdict means; its number is the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BundleStatus {
    /// Everything that can be checked was, and held.
    Holds = 0,
    /// Something does not hold.
    Fails = 1,
    /// Nothing failed, and something could not be checked.
    NotFullyCheckable = 2,
    NotABundle = 3,
}

/// Who made a bundle, as far as it can be told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "origin")]
pub enum BundleOrigin {
    /// The signature holds under the key that was given.
    Signed { fingerprint: String },
    /// The root is the one that was expected.
    Expected,
    /// It may be consistent; who made it is not shown.
    NotProven {
        /// A key that nobody vouched for signed it.
        signed_by: Option<String>,
    },
    /// It is not from where it was said to be.
    Refuted,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BundleVerdict {
    pub meaning: BundleStatus,
    /// The version of jurat that made it, as the manifest has it.
    pub made_by: Option<String>,
    /// The run, where the manifest can be read.
    pub run: Option<String>,
    pub workflow: Option<String>,
    /// The root of what was read, computed, not quoted.
    pub root: Option<Hash>,
    pub origin: BundleOrigin,
    /// What is proven by it, and what is not.
    pub proof: ProofScope,
    /// What decided and is not what ships.
    pub notices: Vec<String>,
    pub findings: Vec<BundleFinding>,
    /// What is recorded and cannot be checked again.
    pub recorded: Vec<String>,
}

impl BundleVerdict {
    pub const fn exit(&self) -> u8 {
        self.meaning as u8
    }

    /// The findings that did not hold, or could not be checked.
    pub fn open(&self) -> impl Iterator<Item = &BundleFinding> {
        self.findings
            .iter()
            .filter(|finding| finding.outcome != FindingOutcome::Held)
    }

    /// For people: what is proven and what is not, the whole, then what failed or stays open and where, how much held,
    /// and what is recorded.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.scope_line().iter().map(|it| shown(it)).collect();
        lines.push(shown(&self.summary()));
        lines.extend(self.root.iter().map(|root| format!("root {root}")));
        lines.extend(self.notices.iter().map(|it| shown(&format!("note: {it}"))));
        lines.extend(self.open().map(|finding| shown(&line(finding))));
        let asked_for = self.held().filter(|finding| is_asked_for(finding));
        lines.extend(asked_for.map(|finding| shown(&line(finding))));
        lines.extend(self.held_in_short());
        let recorded = self.recorded.iter();
        lines.extend(recorded.map(|it| shown(&format!("recorded, not re-checked: {it}"))));
        lines
    }

    /// What is proven and what is not. Of a bundle that fails the next line says that nothing is.
    fn scope_line(&self) -> Option<String> {
        match self.meaning {
            BundleStatus::Holds | BundleStatus::NotFullyCheckable => self.proof.line(),
            BundleStatus::Fails | BundleStatus::NotABundle => None,
        }
    }

    /// Everything else that held, a line for each check.
    pub fn held_lines(&self) -> Vec<String> {
        let others = self.held().filter(|finding| !is_asked_for(finding));
        others.map(|finding| shown(&line(finding))).collect()
    }

    fn held(&self) -> impl Iterator<Item = &BundleFinding> {
        self.findings
            .iter()
            .filter(|finding| finding.outcome == FindingOutcome::Held)
    }

    /// How often checks of each layer held, in a line.
    fn held_in_short(&self) -> Option<String> {
        let mut layers: Vec<(BundleLayer, usize)> = Vec::new();
        for finding in self.held() {
            match layers.last_mut() {
                Some((layer, count)) if *layer == finding.layer => *count += finding.count,
                _ => layers.push((finding.layer, finding.count)),
            }
        }
        let parts = layers.iter().map(|(of, count)| format!("{} {count}", layer(*of)));
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| format!("held: {}", parts.join(", ")))
    }

    pub fn summary(&self) -> String {
        let origin = match &self.origin {
            BundleOrigin::Signed { fingerprint } => format!("signed by {fingerprint}"),
            BundleOrigin::Expected => "its root is the one expected".to_owned(),
            BundleOrigin::NotProven { signed_by: None } => "origin not proven".to_owned(),
            BundleOrigin::NotProven { signed_by: Some(key) } => {
                format!("signed by {key}, which was not given as a key: origin not proven")
            }
            BundleOrigin::Refuted => "not from where it was said to be".to_owned(),
        };
        match self.meaning {
            BundleStatus::Holds => format!("consistent; {origin}{}", self.elsewhere()),
            BundleStatus::Fails => "the proof fails; proven: nothing".to_owned(),
            BundleStatus::NotFullyCheckable => {
                format!("not fully checkable; {origin}{}", self.elsewhere())
            }
            BundleStatus::NotABundle => "not a bundle".to_owned(),
        }
    }

    /// What rests on the word of another version, or of whoever named one.
    fn elsewhere(&self) -> String {
        let Some(version) = self.other_version() else { return String::new() };
        let open = |finding: &&BundleFinding| finding.outcome == FindingOutcome::NotCheckable;
        let count = |part: &dyn Fn(&BundleFinding) -> bool| -> usize {
            self.findings
                .iter()
                .filter(open)
                .filter(|it| part(it))
                .map(|it| it.count)
                .sum()
        };
        let decisions = count(&|it| it.decided_by.is_some());
        let files = count(&|it| it.layer == BundleLayer::Reports);
        let says = match self.origin {
            BundleOrigin::Signed { .. } | BundleOrigin::Expected => "made by",
            _ => "by its own account, which nobody vouches for, made by",
        };
        format!(
            "; {says} jurat {version}: {decisions} of its decisions differ from this version's, \
             {files} of its files were not rendered again"
        )
    }

    fn other_version(&self) -> Option<&str> {
        let version = self.made_by.as_deref();
        version.filter(|version| *version != env!("CARGO_PKG_VERSION"))
    }
}

/// Whoever gave the sources, or the repository, wants to hear of them.
fn is_asked_for(finding: &BundleFinding) -> bool {
    matches!(finding.check, "reread" | "repository")
}

/// Names come out of the bundle: none may end a line or steer a terminal.
fn shown(line: &str) -> String {
    line.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

fn line(finding: &BundleFinding) -> String {
    let BundleFinding { check, place, message, count, .. } = finding;
    let layer = layer(finding.layer);
    match finding.outcome {
        FindingOutcome::Held => format!("{layer}: {check}: {count} held"),
        FindingOutcome::Failed => format!("{layer}: {check} FAILED at {place}: {message}"),
        FindingOutcome::NotCheckable => {
            format!("{layer}: {check} not checkable at {place}: {message}")
        }
    }
}

const fn layer(layer: BundleLayer) -> &'static str {
    match layer {
        BundleLayer::Container => "container",
        BundleLayer::Manifest => "manifest",
        BundleLayer::Journal => "journal",
        BundleLayer::Blobs => "blobs",
        BundleLayer::Content => "content",
        BundleLayer::Reports => "reports",
        BundleLayer::Origin => "origin",
    }
}
