//! A model's doubts, taken for issues where they point at something: a sentence that is in the
//! answer and a source that is in the state. The others are counted and left out.

use std::collections::BTreeSet;

use jurat_model::{
    Span,
    audit::{Audit, Issue, ModelFlag, NotChecked, Severity, Stage},
};
use jurat_text::Folded;

use super::{AuditPolicy, Code, Subject, Text, run::is_severe};

/// A model doubts a sentence.
const MODEL_DOUBTS: Code = Code::new("MODEL_DOUBTS");
/// Characters of a reason that are kept.
const LONGEST_REASON: usize = 300;
/// A shorter piece of text is no sentence.
const SHORTEST: usize = 8;

/// The code of a model's doubt.
pub(crate) const fn code() -> Code {
    MODEL_DOUBTS
}

/// Adds the doubts that count to the sections they belong to. A section that was not asked for
/// stays away.
pub fn admitted(
    audit: &mut Audit,
    subject: &Subject,
    policy: &AuditPolicy,
    flags: &[ModelFlag],
) {
    if flags.is_empty() || !policy.is_on(MODEL_DOUBTS.name()) {
        return;
    }
    let places = Places::of(subject);
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
    if 0 < left_out {
        audit.not_checked.push(NotChecked {
            stage: Stage::Draft,
            code: MODEL_DOUBTS.name().to_owned(),
            reason: format!("{left_out} doubts point at no sentence or at no source"),
        });
    }
}

/// The texts that a doubt may be about.
struct Places<'a> {
    texts: Vec<(Stage, &'a Text, Folded<'a>)>,
}

impl<'a> Places<'a> {
    fn of(subject: &'a Subject) -> Self {
        let draft = subject.draft_texts().iter().map(|text| (Stage::Draft, text));
        let blocks = subject
            .blocks
            .iter()
            .flat_map(|blocks| blocks.summary.iter().chain(blocks.steps.iter().flatten()));
        let blocks = blocks.map(|text| (Stage::Final, text));
        let texts = draft.chain(blocks);
        let folded = texts
            .map(|(stage, text)| (stage, text, Folded::new(&text.text)))
            .collect();
        Self { texts: folded }
    }

    fn issue(
        &self,
        flag: &ModelFlag,
        subject: &Subject,
        policy: &AuditPolicy,
    ) -> Option<(Stage, Issue)> {
        let sources: BTreeSet<&str> = flag.sources.iter().map(|one| one.trim()).collect();
        let known = subject.hits().iter().filter(|hit| {
            let id = hit.id.as_deref();
            sources.contains(hit.pointer().as_str())
                || id.is_some_and(|id| sources.contains(id))
        });
        let known: Vec<String> = known.map(super::Hit::pointer).collect();
        if known.is_empty() {
            return None;
        }
        let (stage, text, span) = self.place(&flag.sentence)?;
        let why: String = flag.why.chars().take(LONGEST_REASON).collect();
        let severity = policy.severity.get(MODEL_DOUBTS.name()).copied();
        let msg = format!("a model finds that {}: {}", flag.defect.in_words(), why.trim());
        let fix = format!("compare the sentence with {} and mend it", known.join(", "));
        let issue = MODEL_DOUBTS
            .issue(severity.unwrap_or(Severity::Warn), msg, fix)
            .at(&text.at)
            .with_span(span);
        Some((stage, known.into_iter().fold(issue, Issue::with_evidence)))
    }

    /// Where a sentence stands, word for word.
    fn place(&self, sentence: &str) -> Option<(Stage, &'a Text, Span)> {
        let wanted = Folded::new(sentence.trim());
        let wanted = wanted.text();
        if wanted.chars().count() < SHORTEST {
            return None;
        }
        self.texts.iter().find_map(|(stage, text, folded)| {
            let at = folded.text().find(wanted)?;
            let span: Span = folded.source_range(at..at + wanted.len()).into();
            Some((*stage, *text, span))
        })
    }
}

fn add(audit: &mut Audit, stage: Stage, issue: Issue, policy: &AuditPolicy) {
    let severe = is_severe(&issue, policy);
    macro_rules! section {
        ($section:expr) => {
            if let Some(section) = $section.as_mut() {
                section.ok &= !severe;
                section.severity = section.severity.max(issue.severity);
                section.issues.push(issue);
            }
        };
    }
    match stage {
        Stage::Search => section!(audit.search),
        Stage::Draft => section!(audit.redator),
        Stage::Final => section!(audit.professor),
        Stage::Pipeline => section!(audit.pipeline),
    }
}
