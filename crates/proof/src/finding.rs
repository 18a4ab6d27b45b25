//! What a check found: held, failed, or could not be made.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::BundleMaker;

/// Most findings of one check that are listed one by one.
const MANY: usize = 50;

/// What part of a bundle a check looks at, in the order of checking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BundleLayer {
    Container,
    /// The list of members and their hashes.
    Manifest,
    /// The chain of events and what they lead to.
    Journal,
    /// The values that events refer to.
    Blobs,
    /// What the run says: quotes, verdicts, marks, statements.
    Content,
    /// The files that people read.
    Reports,
    Origin,
}

/// How a check came out. "Could not check" is never a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingOutcome {
    Held,
    Failed,
    /// What the check needs is not there.
    NotCheckable,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BundleFinding {
    pub layer: BundleLayer,
    /// The check, such as `quote`.
    pub check: &'static str,
    /// Where: a member, an event, a requirement, a statement. Empty for what held.
    pub place: String,
    pub outcome: FindingOutcome,
    pub message: String,
    pub count: usize,
    /// The version of jurat that is said to have decided so, where this one decides otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
}

/// Whose rules decided what is decided again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesVersion<'a> {
    /// Those of this version: what differs is wrong.
    Ours,
    /// Those of this other version: what differs may be right under them.
    Of(&'a str),
}

impl<'a> RulesVersion<'a> {
    /// The rules of whoever made a bundle: ours where the version is, and the gate's rules are word for word.
    pub fn of(maker: &'a BundleMaker) -> Self {
        if maker.has_our_rules() && maker.version == env!("CARGO_PKG_VERSION") {
            Self::Ours
        } else {
            Self::Of(&maker.version)
        }
    }
}

/// Findings of one layer as they come in: what held is counted, the rest is listed.
#[derive(Debug)]
pub struct LayerFindings {
    layer: BundleLayer,
    held: BTreeMap<&'static str, usize>,
    listed: Vec<BundleFinding>,
    more: BTreeMap<(&'static str, FindingOutcome, Option<String>), usize>,
}

impl LayerFindings {
    pub fn new(layer: BundleLayer) -> Self {
        let (held, listed, more) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        Self { layer, held, listed, more }
    }

    pub fn held(&mut self, check: &'static str) {
        *self.held.entry(check).or_default() += 1;
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
    pub fn failed(
        &mut self,
        check: &'static str,
        place: impl ToString,
        message: impl ToString,
    ) {
        let outcome = FindingOutcome::Failed;
        self.list(self.one(check, outcome, place.to_string(), message.to_string()));
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
    pub fn unchecked(
        &mut self,
        check: &'static str,
        place: impl ToString,
        message: impl ToString,
    ) {
        let outcome = FindingOutcome::NotCheckable;
        self.list(self.one(check, outcome, place.to_string(), message.to_string()));
    }

    /// Held, or failed with these words.
    pub fn expect(
        &mut self,
        check: &'static str,
        holds: bool,
        place: impl ToString,
        message: &str,
    ) {
        if holds {
            self.held(check);
        } else {
            self.failed(check, place, message);
        }
    }

    /// Something decided again by rules: the same, or failed with these words where the rules are
    /// ours, or not checkable where they are those of another version.
    pub fn redecided(
        &mut self,
        check: &'static str,
        (same, rules): (bool, RulesVersion<'_>),
        place: impl ToString,
        message: &str,
    ) {
        match rules {
            RulesVersion::Of(version) if !same => {
                let words =
                    format!("decided by jurat {version}; this version decides otherwise");
                let outcome = FindingOutcome::NotCheckable;
                let finding = self.one(check, outcome, place.to_string(), words);
                self.list(BundleFinding { decided_by: Some(version.to_owned()), ..finding });
            }
            _ => self.expect(check, same, place, message),
        }
    }

    pub fn none_failed(&self) -> bool {
        self.listed
            .iter()
            .all(|finding| finding.outcome != FindingOutcome::Failed)
    }

    fn list(&mut self, finding: BundleFinding) {
        let same = |it: &&BundleFinding| {
            it.check == finding.check
                && it.outcome == finding.outcome
                && it.decided_by == finding.decided_by
        };
        if MANY <= self.listed.iter().filter(same).count() {
            let key = (finding.check, finding.outcome, finding.decided_by);
            *self.more.entry(key).or_default() += 1;
        } else {
            self.listed.push(finding);
        }
    }

    /// All of them: what held first, in the order of checks' names, then the rest as it came.
    pub fn finish(self) -> Vec<BundleFinding> {
        let held = self.held.iter().map(|(check, count)| BundleFinding {
            count: *count,
            ..self.one(check, FindingOutcome::Held, String::new(), String::new())
        });
        let more =
            self.more
                .iter()
                .map(|((check, outcome, decided_by), count)| BundleFinding {
                    count: *count,
                    decided_by: decided_by.clone(),
                    ..self.one(
                        check,
                        *outcome,
                        "elsewhere".to_owned(),
                        format!("and {count} more"),
                    )
                });
        held.chain(self.listed.iter().cloned()).chain(more).collect()
    }

    fn one(
        &self,
        check: &'static str,
        outcome: FindingOutcome,
        place: String,
        message: String,
    ) -> BundleFinding {
        let (layer, count, decided_by) = (self.layer, 1, None);
        BundleFinding {
            layer,
            check,
            place,
            outcome,
            message,
            count,
            decided_by,
        }
    }
}
