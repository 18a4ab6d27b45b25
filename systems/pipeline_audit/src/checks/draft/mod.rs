//! Checks of a draft against its sources: form, coverage, what differs from them, what they do
//! not have.

mod announced_counts;
mod citation_misplaced;
mod citation_not_in_sources;
mod claim_differences;
mod claim_support;
mod claims;
mod clause_frames;
mod comparator_changed;
mod compared_text;
mod condition_dropped;
mod conjunction_changed;
mod date_mismatch;
mod draft_citations;
mod draft_layout;
mod entity_mismatch;
mod external_claim;
mod external_url;
mod legal_basis;
mod legal_basis_altered;
mod legal_basis_not_in_sources;
mod low_coverage;
mod marks;
mod missing_key;
mod modal_changed;
mod negation_changed;
mod number_mismatch;
mod off_focus;
mod party_swapped;
pub(in crate::checks) mod phrases;
mod provision_changed;
mod provision_index;
mod quote_altered;
mod quote_not_found;
mod quotes;
mod refusals;
mod rule_sources;
mod schema_invalid;
mod silences;
pub(in crate::checks) mod style;
mod told_conditions;
mod told_differences;
mod unknown_mark;
mod unmarked_statement;
mod unsupported_claim;
mod wording_changed;

use std::{mem::take, sync::OnceLock};

use jurat_model::audit::{Issue, UnsupportedSpan};

use super::AuditCheck;
use crate::audit::{
    AnswerDraft, AuditPolicy, AuditSubject, AuditedHit, IssueCode,
    held_claims::{missing_evidence, not_understood},
};

pub(in crate::checks) use condition_dropped::CONDITION_DROPPED;

use claim_support::{ClaimSupport, GroundingSources};
use claims::ParsedDraftText;
use clause_frames::SourceClauses;
use draft_citations::SourceAuthorities;
use legal_basis::LegalBasisLine;
use quotes::DraftQuote;

/// In the order in which they are reported.
pub(super) const ALL: &[AuditCheck] = &[
    schema_invalid::CHECK,
    missing_key::CHECK,
    low_coverage::CHECK,
    unmarked_statement::CHECK,
    unknown_mark::CHECK,
    unsupported_claim::CHECK,
    number_mismatch::CHECK,
    date_mismatch::CHECK,
    entity_mismatch::CHECK,
    modal_changed::CHECK,
    negation_changed::CHECK,
    comparator_changed::CHECK,
    conjunction_changed::CHECK,
    party_swapped::CHECK,
    provision_changed::CHECK,
    wording_changed::CHECK,
    condition_dropped::CHECK,
    legal_basis_not_in_sources::CHECK,
    legal_basis_altered::CHECK,
    citation_not_in_sources::CHECK,
    citation_misplaced::CHECK,
    quote_not_found::CHECK,
    quote_altered::CHECK,
    external_url::CHECK,
    external_claim::CHECK,
    off_focus::CHECK,
];

/// Those that hold claims against sources, whatever form these have.
pub(super) const OF_CLAIMS: &[AuditCheck] = &[
    unknown_mark::CHECK,
    unsupported_claim::CHECK,
    number_mismatch::CHECK,
    date_mismatch::CHECK,
    entity_mismatch::CHECK,
    modal_changed::CHECK,
    negation_changed::CHECK,
    comparator_changed::CHECK,
    conjunction_changed::CHECK,
    party_swapped::CHECK,
    provision_changed::CHECK,
    wording_changed::CHECK,
    condition_dropped::CHECK,
    citation_not_in_sources::CHECK,
    citation_misplaced::CHECK,
    quote_not_found::CHECK,
    quote_altered::CHECK,
    external_url::CHECK,
    external_claim::CHECK,
];

/// Those that hold a legal basis against sources.
pub(super) const OF_LEGAL_BASIS: &[AuditCheck] =
    &[legal_basis_not_in_sources::CHECK, legal_basis_altered::CHECK];

/// What several checks of a draft share, computed once for a subject.
#[derive(Debug, Default)]
pub(crate) struct DraftViews {
    known: OnceLock<SourceAuthorities>,
    sources: OnceLock<GroundingSources>,
    rules: OnceLock<Vec<bool>>,
    clauses: OnceLock<SourceClauses>,
    passages: OnceLock<Vec<ParsedDraftText>>,
    standings: OnceLock<Vec<Vec<ClaimSupport>>>,
    faithfulness: OnceLock<Option<f64>>,
    lines: OnceLock<Vec<LegalBasisLine>>,
    quotes: OnceLock<Vec<DraftQuote>>,
}

impl DraftViews {
    /// The same for another draft of the same sources.
    pub(crate) fn redrafted(&mut self) {
        let (known, sources) = (take(&mut self.known), take(&mut self.sources));
        let (rules, clauses) = (take(&mut self.rules), take(&mut self.clauses));
        *self = Self { known, sources, rules, clauses, ..Self::default() };
    }

    fn sources(&self, subject: &AuditSubject) -> &GroundingSources {
        self.sources.get_or_init(|| GroundingSources::read(subject))
    }

    /// What the sources demand, allow and forbid, clause by clause.
    fn clauses(&self, subject: &AuditSubject) -> &SourceClauses {
        let texts = || subject.hits().iter().map(|hit| hit.text.as_str());
        self.clauses
            .get_or_init(|| SourceClauses::read(texts(), subject.language()))
    }

    /// Which sources lay down rules, in their order.
    fn rules(&self, subject: &AuditSubject) -> &[bool] {
        self.rules.get_or_init(|| rule_sources::rule_sources(subject))
    }

    /// What sources and question name.
    fn known(&self, subject: &AuditSubject) -> &SourceAuthorities {
        self.known.get_or_init(|| SourceAuthorities::of(subject))
    }

    /// The texts of the draft, read, in the order of [`AuditSubject::draft_texts`].
    fn passages(&self, subject: &AuditSubject) -> &[ParsedDraftText] {
        let known = self.known(subject);
        self.passages.get_or_init(|| claims::passages(subject, known))
    }

    /// How the claims of each text stand to the sources.
    fn standings(&self, subject: &AuditSubject) -> &[Vec<ClaimSupport>] {
        let passages = self.passages(subject);
        let sources = self.sources(subject);
        self.standings
            .get_or_init(|| claim_support::standings(subject, sources, passages))
    }

    /// The probability that all that the draft says is supported; none without claims or sources.
    fn faithfulness(&self, subject: &AuditSubject) -> Option<f64> {
        subject.hits.as_ref()?;
        let (passages, sources) = (self.passages(subject), self.sources(subject));
        *self
            .faithfulness
            .get_or_init(|| claim_support::faithfulness(subject, sources, passages))
    }

    /// The lines of the draft's legal basis, looked up.
    fn lines(&self, subject: &AuditSubject, policy: &AuditPolicy) -> &[LegalBasisLine] {
        let known = self.known(subject);
        self.lines.get_or_init(|| legal_basis::lines(subject, policy, known))
    }

    /// What the draft quotes, looked up.
    fn quotes(&self, subject: &AuditSubject) -> &[DraftQuote] {
        let passages = self.passages(subject);
        self.quotes.get_or_init(|| quotes::quotes(subject, passages))
    }
}

/// What the section of a draft says beside its issues.
#[derive(Debug, Default)]
pub(crate) struct DraftMeasures {
    /// The share of claims that a source supports.
    pub(crate) coverage: Option<f64>,
    /// How well it keeps to its form.
    pub(crate) style: Option<f64>,
    /// The probability that all of it is supported.
    pub(crate) faithfulness: Option<f64>,
    /// What no source supports.
    pub(crate) unsupported_spans: Vec<UnsupportedSpan>,
}

/// The measures of a draft; `issues` are those that its checks found.
pub(crate) fn measures(
    subject: &AuditSubject,
    policy: &AuditPolicy,
    issues: &[Issue],
) -> DraftMeasures {
    let style = subject.draft.as_ref().map(|_| {
        let of_form = [schema_invalid::CHECK, missing_key::CHECK, unmarked_statement::CHECK];
        let count = of_form.iter().map(|check| style::count(check, issues)).sum();
        style::falling(count)
    });
    DraftMeasures {
        coverage: low_coverage::coverage(subject, policy),
        style,
        faithfulness: subject.views.draft.faithfulness(subject),
        unsupported_spans: unsupported_claim::spans(subject, policy),
    }
}

/// The share of claims that a source supports.
pub(in crate::checks) fn coverage(subject: &AuditSubject, policy: &AuditPolicy) -> Option<f64> {
    low_coverage::coverage(subject, policy)
}

/// How many claims the draft has.
pub(crate) fn claim_count(subject: &AuditSubject) -> usize {
    let passages = subject.views.draft.passages(subject);
    passages.iter().map(|passage| passage.claims.len()).sum()
}

/// The claims that could not be laid beside a clause of the sources.
pub(crate) fn unsure_claims(subject: &AuditSubject) -> Vec<String> {
    if subject.hits.is_none() {
        return Vec::new();
    }
    let view = &subject.views.draft;
    let texts = view.passages(subject).iter().zip(view.standings(subject));
    let unsure = texts.flat_map(|(passage, standings)| {
        let claims = passage.claims.iter().zip(standings);
        claims.filter_map(|(claim, standing)| {
            let said = passage.plain.get(claim.range.clone())?;
            standing.unsure.as_ref().map(|_| short(said))
        })
    });
    unsure.collect()
}

/// The code of a claim that no source supports: with it off, claims are not held against sources.
pub(crate) const fn claims_code() -> IssueCode {
    unsupported_claim::CHECK.codes[0]
}

/// The draft, or that it could not be looked at.
fn draft(subject: &AuditSubject, code: IssueCode) -> Result<&AnswerDraft, Vec<Issue>> {
    let missing = || vec![code.unchecked("the state has no draft", "map the draft's field")];
    subject.draft.as_ref().ok_or_else(missing)
}

/// Draft and sources that can be compared word by word, or that they could not be looked at.
fn comparable(
    subject: &AuditSubject,
    code: IssueCode,
) -> Result<(&AnswerDraft, &[AuditedHit]), Vec<Issue>> {
    let both = draft_and_hits(subject, code)?;
    match missing_evidence(subject) {
        Some(missing) => Err(vec![code.unchecked(missing.reason, missing.fix)]),
        None => Ok(both),
    }
}

/// Draft and sources, or that they could not be looked at.
fn draft_and_hits(
    subject: &AuditSubject,
    code: IssueCode,
) -> Result<(&AnswerDraft, &[AuditedHit]), Vec<Issue>> {
    let draft = draft(subject, code)?;
    let missing = || {
        let fix = "map the field that holds the sources, an empty list included";
        vec![code.unchecked("the state has no sources", fix)]
    };
    let hits = subject.hits.as_deref().ok_or_else(missing)?;
    if let Some(missing) = not_understood(subject) {
        return Err(vec![code.unchecked(missing.reason, missing.fix)]);
    }
    Ok((draft, hits))
}

/// At most so many characters of a text, for a message.
pub(in crate::checks) fn short(text: &str) -> String {
    const MOST: usize = 90;
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    if text.chars().count() <= MOST {
        return text;
    }
    let head: String = text.chars().take(MOST - 1).collect();
    let end = head.rfind(' ').filter(|end| MOST / 2 < *end).unwrap_or(head.len());
    format!("{}…", &head[..end])
}
