//! Conditions and exceptions of the sources that the draft leaves out, or puts in.

use std::collections::BTreeSet;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};
use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, sentence_words},
    tokens::{is_stop_word, stem},
};

use super::{
    claim_differences::{self, DifferenceMessage},
    claim_support::NearestSentence,
    told_conditions::{ToldSentence, told_sentences},
};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};
use jurat_verify::grounding::{GroundingDifference, QualifierChange};

pub(in crate::checks) const CONDITION_DROPPED: IssueCode = IssueCode::new("CONDITION_DROPPED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[CONDITION_DROPPED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Warn,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let draft = DraftLimits::of(subject);
    claim_differences::issues_of_difference(
        subject,
        CONDITION_DROPPED,
        |difference, near, pointer| {
            tell(difference, pointer, draft.has_limit(difference, near))
        },
    )
}

/// Words of the longest phrase that begins a limit; more are a whole condition.
const LONGEST_WORD: usize = 4;

/// What the draft says in any of its sentences. What one limits, another may repeat in brief.
struct DraftLimits<'s> {
    language: Language,
    /// The stems of all words that say something.
    stems: BTreeSet<String>,
    /// Those of the question: what it supposes need not be said again.
    asked: BTreeSet<String>,
    /// What the question tells of whoever asks.
    told: Vec<ToldSentence>,
    /// The sources that some claim tells with an `only`.
    restricted: BTreeSet<usize>,
    subject: &'s AuditSubject,
}

impl<'s> DraftLimits<'s> {
    fn of(subject: &'s AuditSubject) -> Self {
        let language = subject.language().unwrap_or(Language::English);
        let mut draft = Self {
            language,
            stems: BTreeSet::new(),
            asked: BTreeSet::new(),
            told: Vec::new(),
            restricted: BTreeSet::new(),
            subject,
        };
        if subject.hits().is_empty() {
            return draft;
        }
        if let Some(query) = &subject.query {
            draft.asked = stems(&query.text, language);
            draft.told = told_sentences(&query.text, language);
        }
        let view = &subject.views.draft;
        let passages = view.passages(subject).iter().zip(view.standings(subject));
        for (text, (passage, standings)) in subject.draft_texts().iter().zip(passages) {
            draft.stems.extend(stems(&text.text, language));
            for (claim, standing) in passage.claims.iter().zip(standings) {
                let said = &passage.plain[claim.range.clone()];
                let words: Vec<_> = sentence_words(said).collect();
                if SentenceReading::new(said, &words, language).restricts() {
                    draft
                        .restricted
                        .extend(standing.nearest.as_ref().map(|near| near.hit));
                }
            }
        }
        draft
    }

    /// Whether the draft tells elsewhere of a limit that a sentence leaves out: half of its words, up to the next mark; or
    /// the question supposes a condition: four fifths of them. An `only` has no words of its own; there, another `only` told of the same source will do.
    fn has_limit(&self, difference: &GroundingDifference, near: &NearestSentence) -> bool {
        let GroundingDifference::Condition { word, is_close, .. } = difference else {
            return false;
        };
        let words: Vec<_> = sentence_words(word).collect();
        let reading = SentenceReading::new(word, &words, self.language);
        if reading.restricts() {
            return self.restricted.contains(&near.hit);
        }
        // Who asks about an exception wants to be told of it.
        let is_supposed =
            |stem: &String| !reading.begins_exception(0) && self.asked.contains(stem);
        let (before, after) = near.words.split_once(word.as_str()).unwrap_or_default();
        let clause = after.split([',', ';', ':', '.']).next().unwrap_or_default();
        let condition = ToldSentence::read(clause, self.language);
        let source = self.subject.hits().get(near.hit).map_or("", |hit| hit.text.as_str());
        let meets = |told: &ToldSentence| told.meets(&condition, source, self.language);
        if !reading.begins_exception(0) && self.told.iter().any(meets) {
            return true;
        }
        let mut own = stems(clause, self.language);
        if *is_close {
            // A copy has the words of the main clause; the limit is told by its own.
            let main = stems(&format!("{before} {}", &after[clause.len()..]), self.language);
            own.retain(|stem| !main.contains(stem));
        }
        let told = own.iter().filter(|stem| self.stems.contains(*stem)).count();
        let known = own
            .iter()
            .filter(|stem| self.stems.contains(*stem) || is_supposed(stem));
        !own.is_empty() && (own.len() <= told * 2 || own.len() * 4 <= known.count() * 5)
    }
}

pub(super) fn stems(text: &str, language: Language) -> BTreeSet<String> {
    sentence_words(text)
        .filter(|word| !is_stop_word(&word.lower, language))
        .map(|word| stem(&word.lower, language).into_owned())
        .collect()
}

fn tell(
    difference: &GroundingDifference,
    pointer: &str,
    is_told: bool,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Condition { word, change, is_close, .. } = difference else {
        return None;
    };
    Some(match change {
        QualifierChange::Dropped if is_told => return None,
        QualifierChange::Dropped => DifferenceMessage {
            msg: if word.split_whitespace().count() <= LONGEST_WORD {
                format!("the draft leaves out what {pointer} limits with `{word}`")
            } else {
                format!("the draft leaves out what {pointer} demands besides: `{word}`")
            },
            fix: None,
            severity: if *is_close { IssueSeverity::Error } else { CHECK.severity },
        },
        QualifierChange::SetAside => DifferenceMessage {
            msg: format!(
                "the draft says that what {pointer} limits with `{word}` is so all the same"
            ),
            fix: None,
            severity: IssueSeverity::Error,
        },
        QualifierChange::Added => DifferenceMessage {
            msg: format!("the draft limits with `{word}` what {pointer} does not"),
            fix: None,
            severity: IssueSeverity::Info,
        },
    })
}
