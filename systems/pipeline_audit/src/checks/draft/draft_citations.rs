//! What a draft names by itself: provisions and decisions, and whether a source has them.

use std::{collections::BTreeSet, ops::Range};

use jurat_text::{
    Language,
    citations::{CitationOptions, extract},
};

use super::provision_index::{ProvisionIndex, ProvisionParts};
use crate::audit::{AuditPolicy, AuditSubject, ProvisionMention};

/// Something that a draft cites.
#[derive(Debug, Clone)]
pub(super) struct DraftCitation {
    pub(super) range: Range<usize>,
    pub(super) what: CitedAuthority,
    /// Indices of the sources that have it, the first ones.
    pub(super) hits: Vec<usize>,
    /// Whether the question names it.
    pub(super) asked: bool,
}

#[derive(Debug, Clone)]
pub(super) enum CitedAuthority {
    /// A provision of a law.
    Provision(ProvisionMention),
    /// A decision, by its normal form.
    Decision(String),
}

/// Sources noted for one reference.
const MOST_HITS: usize = 8;
/// References of one text that are looked up.
const MOST: usize = 200;

/// The references of a text, in order.
pub(super) fn references(
    text: &str,
    subject: &AuditSubject,
    known: &SourceAuthorities,
) -> Vec<DraftCitation> {
    let language = subject.language();
    let mut all: Vec<DraftCitation> = ProvisionMention::all(text)
        .into_iter()
        .filter(|one| is_cited(one, text, language))
        .take(MOST)
        .map(|one| provision(one, subject, known))
        .collect();
    let decisions = decisions(text).take(MOST);
    all.extend(decisions.map(|(range, normal)| decision(range, normal, subject, known)));
    all.sort_by_key(|one| one.range.start);
    all
}

fn provision(
    one: ProvisionMention,
    subject: &AuditSubject,
    known: &SourceAuthorities,
) -> DraftCitation {
    let hits = known.index.hits(&one, subject);
    let asked = known.asked.iter().any(|other| other.meets(&one));
    DraftCitation {
        range: one.span.clone(),
        hits,
        asked,
        what: CitedAuthority::Provision(one),
    }
}

fn decision(
    range: Range<usize>,
    normal: String,
    subject: &AuditSubject,
    known: &SourceAuthorities,
) -> DraftCitation {
    let words = |hit: &crate::audit::AuditedHit| {
        let heads = [&hit.label, &hit.title].into_iter().flatten();
        heads
            .chain([&hit.text])
            .any(|text| decisions(text).any(|(_, one)| one == normal))
    };
    // Few drafts cite decisions, so sources are read for them only when one does.
    let hits = positions(subject.hits(), words);
    let asked = known.decisions.contains(&normal);
    DraftCitation {
        range,
        hits,
        asked,
        what: CitedAuthority::Decision(normal),
    }
}

fn positions<T>(all: &[T], has: impl Fn(&T) -> bool) -> Vec<usize> {
    let having = all.iter().enumerate().filter(|(_, one)| has(one));
    having.map(|(at, _)| at).take(MOST_HITS).collect()
}

fn decisions(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    extract(text, CitationOptions { now: None })
        .into_iter()
        .filter(|one| one.kind.is_decision())
        .filter_map(|one| Some((one.span, one.normal.into_iter().next()?)))
}

/// What the sources and the question name, computed once.
#[derive(Debug, Default)]
pub(super) struct SourceAuthorities {
    pub(super) index: ProvisionIndex,
    asked: Vec<ProvisionMention>,
    decisions: BTreeSet<String>,
}

impl SourceAuthorities {
    pub(super) fn of(subject: &AuditSubject) -> Self {
        let index = ProvisionIndex::of(subject);
        let Some(query) = &subject.query else { return Self { index, ..Self::default() } };
        Self {
            index,
            asked: ProvisionMention::all(&query.text),
            decisions: decisions(&query.text).map(|(_, normal)| normal).collect(),
        }
    }
}

/// Whether a provision is cited as such. Items, chapters and parts, and in Portuguese and French a
/// paragraph without its article, are parts of what was named before.
fn is_cited(one: &ProvisionMention, text: &str, language: Option<Language>) -> bool {
    let unit = ProvisionParts::of(one).unit;
    let romance = matches!(language, Some(Language::Portuguese | Language::French));
    match unit.as_str() {
        "Art." | "Rule" | "Reg." => true,
        // `the owner’s 21 boats` names no section.
        "s." if text[..one.span.start].ends_with(['\'', '’']) => false,
        "s." => !(romance && text[one.span.clone()].starts_with('§')),
        _ => false,
    }
}

/// Whether the allowlist names a provision.
pub(super) fn is_allowed(one: &ProvisionMention, policy: &AuditPolicy) -> bool {
    policy
        .allowlist
        .labels
        .iter()
        .filter_map(|label| ProvisionMention::of_label(label))
        .any(|allowed| allowed.holds(one))
}
