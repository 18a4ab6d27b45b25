//! A legal basis that is not the one the draft had: labels or addresses changed, dropped or added.

use std::collections::BTreeMap;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, DraftForm, IssueCode, LegalBasis, ProvisionMention},
    checks::AuditCheck,
};

const LEGAL_BASIS_CHANGED: IssueCode = IssueCode::new("LEGAL_BASIS_CHANGED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[LEGAL_BASIS_CHANGED],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let blocks = match super::blocks(subject, LEGAL_BASIS_CHANGED) {
        Ok(blocks) => blocks,
        Err(unchecked) => return unchecked,
    };
    let Some(before) = before(subject) else {
        let fix = "keep the draft's legal basis at meta.legal_basis";
        let missing = "the state has no legal basis from before the final blocks";
        return vec![LEGAL_BASIS_CHANGED.unchecked(missing, fix)];
    };
    let after = blocks.legal_basis.as_deref().unwrap_or_default();
    let at = format!("{}.legal_basis", blocks.at);
    changes(before, after)
        .into_iter()
        .map(|change| issue(&change, &at))
        .collect()
}

/// Whether the legal basis is as it was; none where that cannot be told.
pub(super) fn is_preserved(subject: &AuditSubject) -> Option<bool> {
    let after = subject.blocks.as_ref()?.legal_basis.as_deref().unwrap_or_default();
    Some(changes(before(subject)?, after).is_empty())
}

/// The legal basis before the final blocks were made.
pub(super) fn before(subject: &AuditSubject) -> Option<&[LegalBasis]> {
    let draft = subject
        .draft
        .as_ref()
        .filter(|draft| draft.form != DraftForm::FinalBlocks);
    let of_draft = draft.and_then(|draft| draft.blocks.as_ref()?.legal_basis.as_deref());
    of_draft.or(subject.meta.legal_basis.as_deref())
}

enum LegalBasisChange<'l> {
    Label(&'l LegalBasis, &'l LegalBasis),
    Url(&'l LegalBasis, &'l LegalBasis),
    Dropped(&'l LegalBasis),
    Added(&'l LegalBasis),
}

/// What changed. Lines are paired as they are, then by label, by address, and by provision.
fn changes<'l>(before: &'l [LegalBasis], after: &'l [LegalBasis]) -> Vec<LegalBasisChange<'l>> {
    let mut old = UnpairedLines::of(before);
    let mut new = UnpairedLines::of(after);
    let mut changes = Vec::new();
    old.pair(&mut new, |line| Some((text(line.label.as_ref()), text(line.url.as_ref()))));
    let pairs = old.pair(&mut new, |line| line.label.as_ref().map(|label| squeezed(label)));
    changes.extend(pairs.into_iter().map(|(one, two)| LegalBasisChange::Url(one, two)));
    let by_url = |line: &LegalBasis| line.url.as_ref().map(|url| url.trim().to_owned());
    let mut pairs = old.pair(&mut new, by_url);
    pairs.extend(old.pair(&mut new, |line| {
        Some(ProvisionMention::of_label(line.label.as_deref()?)?.to_string())
    }));
    changes.extend(pairs.into_iter().map(|(one, two)| LegalBasisChange::Label(one, two)));
    changes.extend(old.left().map(LegalBasisChange::Dropped));
    changes.extend(new.left().map(LegalBasisChange::Added));
    changes
}

/// Lines that have no partner yet.
struct UnpairedLines<'l>(Vec<Option<&'l LegalBasis>>);

impl<'l> UnpairedLines<'l> {
    fn of(lines: &'l [LegalBasis]) -> Self {
        Self(lines.iter().map(Some).collect())
    }

    fn left(&self) -> impl Iterator<Item = &'l LegalBasis> + '_ {
        self.0.iter().flatten().copied()
    }

    /// Takes out the pairs of one key, in the order of the old lines.
    fn pair<K: Ord>(
        &mut self,
        new: &mut Self,
        key: impl Fn(&LegalBasis) -> Option<K>,
    ) -> Vec<(&'l LegalBasis, &'l LegalBasis)> {
        let mut by_key: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        for (at, line) in new.0.iter().enumerate().rev() {
            if let Some(key) = line.and_then(&key) {
                by_key.entry(key).or_default().push(at);
            }
        }
        let mut pairs = Vec::new();
        for slot in &mut self.0 {
            let found = slot.and_then(|line| by_key.get_mut(&key(line)?)?.pop());
            let partner = found.and_then(|at| new.0[at].take());
            pairs.extend(partner.and_then(|two| Some((slot.take()?, two))));
        }
        pairs
    }
}

fn text(part: Option<&String>) -> String {
    part.map(|part| squeezed(part)).unwrap_or_default()
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn name(line: &LegalBasis) -> &str {
    line.label
        .as_deref()
        .or(line.url.as_deref())
        .unwrap_or("a line without label")
}

fn url(line: &LegalBasis) -> &str {
    line.url.as_deref().unwrap_or("none")
}

fn issue(change: &LegalBasisChange<'_>, at: &str) -> Issue {
    let (msg, fix, path) = match change {
        LegalBasisChange::Label(one, two) => (
            format!("the label `{}` of the draft became `{}`", name(one), name(two)),
            format!("write `{}`, as the draft has it", name(one)),
            two.at.as_str(),
        ),
        LegalBasisChange::Url(one, two) => (
            format!(
                "the address of `{}` was `{}` and became `{}`",
                name(one),
                url(one),
                url(two)
            ),
            "keep the address of the draft".to_owned(),
            two.at.as_str(),
        ),
        LegalBasisChange::Dropped(one) => (
            format!("`{}` of the draft's legal basis was dropped", name(one)),
            format!("put `{}` back", name(one)),
            at,
        ),
        LegalBasisChange::Added(two) => (
            format!("`{}` was added to the draft's legal basis", name(two)),
            format!("leave `{}` out, or put it into the draft", name(two)),
            two.at.as_str(),
        ),
    };
    LEGAL_BASIS_CHANGED.issue(CHECK.severity, msg, fix).at(path)
}
