//! What a check found: held, failed, or could not be made.

use std::collections::BTreeMap;

use serde::Serialize;

/// Most findings of one check that are listed one by one.
const MANY: usize = 50;

/// What part of a bundle a check looks at, in the order of checking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// The zip.
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
    /// Who made it.
    Origin,
}

/// How a check came out. "Could not check" is never a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// It is as it should be.
    Held,
    /// It is not.
    Failed,
    /// What the check needs is not there.
    NotCheckable,
}

/// One thing that a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What part it is about.
    pub layer: Layer,
    /// The check, such as `quote`.
    pub check: &'static str,
    /// Where: a member, an event, a requirement, a statement. Empty for what held.
    pub place: String,
    /// How it came out.
    pub outcome: CheckOutcome,
    /// In words.
    pub message: String,
    /// How many things this finding counts.
    pub count: usize,
}

/// Findings of one layer as they come in: what held is counted, the rest is listed.
#[derive(Debug)]
pub struct Findings {
    layer: Layer,
    held: BTreeMap<&'static str, usize>,
    listed: Vec<Finding>,
    more: BTreeMap<(&'static str, CheckOutcome), usize>,
}

impl Findings {
    /// Nothing yet.
    pub fn new(layer: Layer) -> Self {
        let (held, listed, more) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        Self { layer, held, listed, more }
    }

    /// One more thing held.
    pub fn held(&mut self, check: &'static str) {
        *self.held.entry(check).or_default() += 1;
    }

    /// Something failed.
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
    pub fn failed(
        &mut self,
        check: &'static str,
        place: impl ToString,
        message: impl ToString,
    ) {
        self.list(check, CheckOutcome::Failed, place.to_string(), message.to_string());
    }

    /// Something could not be checked.
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
    pub fn unchecked(
        &mut self,
        check: &'static str,
        place: impl ToString,
        message: impl ToString,
    ) {
        self.list(check, CheckOutcome::NotCheckable, place.to_string(), message.to_string());
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

    /// Whether nothing failed so far.
    pub fn none_failed(&self) -> bool {
        self.listed
            .iter()
            .all(|finding| finding.outcome != CheckOutcome::Failed)
    }

    fn list(
        &mut self,
        check: &'static str,
        outcome: CheckOutcome,
        place: String,
        message: String,
    ) {
        let same = |finding: &&Finding| finding.check == check && finding.outcome == outcome;
        if MANY <= self.listed.iter().filter(same).count() {
            *self.more.entry((check, outcome)).or_default() += 1;
            return;
        }
        self.listed.push(Finding {
            layer: self.layer,
            check,
            place,
            outcome,
            message,
            count: 1,
        });
    }

    /// All of them: what held first, in the order of checks' names, then the rest as it came.
    pub fn finish(self) -> Vec<Finding> {
        let layer = self.layer;
        let held = self.held.into_iter().map(|(check, count)| Finding {
            layer,
            check,
            place: String::new(),
            outcome: CheckOutcome::Held,
            message: String::new(),
            count,
        });
        let more = self.more.into_iter().map(|((check, outcome), count)| Finding {
            layer,
            check,
            place: "elsewhere".to_owned(),
            outcome,
            message: format!("and {count} more"),
            count,
        });
        held.chain(self.listed).chain(more).collect()
    }
}
