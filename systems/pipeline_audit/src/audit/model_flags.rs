//! A model's doubts, taken for issues where they point at something: a sentence that is in the
//! answer and a source that is in the state. The others are counted and left out.

use std::collections::BTreeSet;

use jurat_model::{
    ByteSpan,
    audit::{
        CombinedAudit, Issue, IssueSeverity, ModelFlag, NotChecked, PipelineStage, StageOutcome,
    },
};
use jurat_text::FoldedText;

use super::{AuditPolicy, AuditSubject, IssueCode, StateText, severe_issues::is_severe};

/// A model doubts a sentence.
const MODEL_DOUBTS: IssueCode = IssueCode::new("MODEL_DOUBTS");
/// Characters of a reason that are kept.
const LONGEST_REASON: usize = 300;
/// A shorter piece of text is no sentence.
const SHORTEST: usize = 8;

/// The code of a model's doubt.
pub(crate) const fn code() -> IssueCode {
    MODEL_DOUBTS
}

/// Adds the doubts that count to the sections they belong to. A section that was not asked for
/// stays away.
pub fn admitted(
    audit: &mut CombinedAudit,
    subject: &AuditSubject,
    policy: &AuditPolicy,
    flags: &[ModelFlag],
) {
    if flags.is_empty() || !policy.is_on(MODEL_DOUBTS.name()) {
        return;
    }
    let places = FlaggableTexts::of(subject);
    let mut left_out = 0_usize;
    let mut seen = BTreeSet::new();
    for flag in flags.iter().take(policy.limits.issues) {
        match places.issue(flag, subject, policy) {
            Some((stage, issue)) if audit.ok(stage).is_some() => {
                if seen.insert((stage, issue.at.clone(), issue.span)) {
                    add(audit, stage, issue, policy);
                }
            }
            _ => left_out += 1,
        }
    }
    audit.settle();
    if 0 < left_out {
        audit.not_checked.push(NotChecked {
            stage: PipelineStage::Draft,
            code: MODEL_DOUBTS.name().to_owned(),
            reason: format!("{left_out} doubts point at no sentence or at no source"),
        });
    }
}

/// The texts that a doubt may be about.
struct FlaggableTexts<'a> {
    texts: Vec<(PipelineStage, &'a StateText, FoldedText<'a>)>,
}

impl<'a> FlaggableTexts<'a> {
    fn of(subject: &'a AuditSubject) -> Self {
        let draft = subject.draft_texts().iter().map(|text| (PipelineStage::Draft, text));
        let blocks = subject
            .blocks
            .iter()
            .flat_map(|blocks| blocks.summary.iter().chain(blocks.steps.iter().flatten()));
        let blocks = blocks.map(|text| (PipelineStage::Final, text));
        let texts = draft.chain(blocks);
        let folded = texts
            .map(|(stage, text)| (stage, text, FoldedText::new(&text.text)))
            .collect();
        Self { texts: folded }
    }

    fn issue(
        &self,
        flag: &ModelFlag,
        subject: &AuditSubject,
        policy: &AuditPolicy,
    ) -> Option<(PipelineStage, Issue)> {
        let sources: BTreeSet<&str> = flag.sources.iter().map(|one| one.trim()).collect();
        let known = subject.hits().iter().filter(|hit| {
            let id = hit.id.as_deref();
            sources.contains(hit.pointer().as_str())
                || id.is_some_and(|id| sources.contains(id))
        });
        let known: Vec<String> = known.map(super::AuditedHit::pointer).collect();
        if known.is_empty() {
            return None;
        }
        let (stage, text, span) = self.place(&flag.sentence)?;
        let why: String = flag.why.chars().take(LONGEST_REASON).collect();
        let severity = policy.severity.get(MODEL_DOUBTS.name()).copied();
        let msg = format!("a model finds that {}: {}", flag.defect.in_words(), why.trim());
        let fix = format!("compare the sentence with {} and mend it", known.join(", "));
        let issue = MODEL_DOUBTS
            .issue(severity.unwrap_or(IssueSeverity::Warn), msg, fix)
            .at(&text.at)
            .with_span(span);
        Some((stage, known.into_iter().fold(issue, Issue::with_evidence)))
    }

    /// Where a sentence stands, word for word.
    fn place(&self, sentence: &str) -> Option<(PipelineStage, &'a StateText, ByteSpan)> {
        let wanted = FoldedText::new(sentence.trim());
        let wanted = wanted.text();
        if wanted.chars().count() < SHORTEST {
            return None;
        }
        self.texts.iter().find_map(|(stage, text, folded)| {
            let at = folded.text().find(wanted)?;
            let span: ByteSpan = folded.source_range(at..at + wanted.len()).into();
            Some((*stage, *text, span))
        })
    }
}

fn add(audit: &mut CombinedAudit, stage: PipelineStage, issue: Issue, policy: &AuditPolicy) {
    let severe = is_severe(&issue, policy);
    macro_rules! section {
        ($section:expr) => {
            if let Some(section) = $section.as_mut() {
                section.ok &= !severe;
                if severe {
                    section.outcome = StageOutcome::NotOk;
                    section.reason = None;
                }
                section.severity = section.severity.max(issue.severity);
                section.issues.push(issue);
            }
        };
    }
    match stage {
        PipelineStage::Search => section!(audit.search),
        PipelineStage::Draft => section!(audit.redator),
        PipelineStage::Final => section!(audit.professor),
        PipelineStage::Pipeline => section!(audit.pipeline),
    }
}
