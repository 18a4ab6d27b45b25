//! What of a plan a draft leaves out, and what it adds.

use jurat_model::audit::{AnswerPlan, IssueSeverity, PlannedClaim};
use jurat_text::{Language, sentences::sentences};

use super::{
    criteria::criterion,
    criterion_outcome::{CriterionOutcome, outcome},
};
use crate::audit::{
    AuditSubject, ProvisionMention,
    content_words::{ContentWordBag, StemmedTerm, terms},
};

/// One difference between plan and draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AnswerPlanGap {
    /// The draft lacks something: path in the plan, how bad, what, and what would mend it.
    Missing { at: String, severity: IssueSeverity, msg: String, fix: String },
    /// An article that the draft cannot state, since no source has it: path and article.
    Unretrieved { at: String, article: String },
    /// Something could not be compared: path and why.
    Unknown { at: String, why: String },
}

/// Claims, articles and criteria of a plan that are looked at.
const MOST: usize = 64;
/// Sentences of a draft that a claim is looked for in.
const MOST_SENTENCES: usize = 1000;
/// The share of a claim's telling words that two sentences must have, in percent.
const SAID: usize = 60;

/// The gaps between a plan at `at` and the draft.
pub(crate) fn gaps(plan: &AnswerPlan, at: &str, subject: &AuditSubject) -> Vec<AnswerPlanGap> {
    let draft = ComparedDraft::of(subject);
    let foreign = draft.is_foreign(plan);
    let mut gaps = Vec::new();
    for (index, article) in plan.key_articles.iter().take(MOST).enumerate() {
        let at = format!("{at}.key_articles[{index}]");
        gaps.extend(draft.article_gap(article, at, subject));
    }
    for (index, claim) in plan.outline.iter().take(MOST).enumerate() {
        gaps.extend(draft.claim_gap(claim, format!("{at}.outline[{index}]"), foreign));
    }
    gaps.extend(draft.deviations(plan, at));
    for (index, text) in plan.success_criteria.iter().take(MOST).enumerate() {
        let at = format!("{at}.success_criteria[{index}]");
        gaps.extend(criterion_gap(text, at, subject, foreign));
    }
    gaps
}

/// A draft as it is compared with a plan.
struct ComparedDraft {
    language: Option<Language>,
    text: String,
    bag: ContentWordBag,
    /// Words of each two sentences that follow one another.
    windows: Vec<ContentWordBag>,
    provisions: Vec<ProvisionMention>,
}

impl ComparedDraft {
    fn of(subject: &AuditSubject) -> Self {
        let language = subject.language();
        let texts = subject.draft_texts();
        let mut drafted = Self {
            language,
            text: String::new(),
            bag: ContentWordBag::default(),
            windows: Vec::new(),
            provisions: Vec::new(),
        };
        for text in texts {
            drafted.text.push_str(&text.text);
            drafted.text.push('\n');
            drafted.bag.add(&text.text, language);
            drafted.provisions.extend(ProvisionMention::all(&text.text));
            let ranges: Vec<_> =
                sentences(&text.text).into_iter().map(|one| one.range).collect();
            for (index, range) in ranges.iter().enumerate() {
                let end = ranges.get(index + 1).map_or(range.end, |next| next.end);
                if drafted.windows.len() < MOST_SENTENCES {
                    drafted
                        .windows
                        .push(ContentWordBag::of(&text.text[range.start..end], language));
                }
            }
        }
        let blocks = subject.draft.as_ref().and_then(|draft| draft.blocks.as_ref());
        let basis = blocks.and_then(|blocks| blocks.legal_basis.as_ref());
        let labels = basis.into_iter().flatten().filter_map(|line| line.label.as_deref());
        drafted.provisions.extend(labels.flat_map(ProvisionMention::all));
        drafted
    }

    /// Whether plan and draft are plainly in two languages.
    fn is_foreign(&self, plan: &AnswerPlan) -> bool {
        let claims = plan.outline.iter().map(|claim| &claim.claim);
        let all = plan.objectives.iter().chain(claims).chain(&plan.success_criteria);
        let words: Vec<&str> = all.map(String::as_str).collect();
        let planned = Language::of(&words.join(". "));
        let drafted = Language::of(&self.text).or(self.language);
        planned
            .zip(drafted)
            .is_some_and(|(planned, drafted)| planned != drafted)
    }

    fn names(&self, wanted: &ProvisionMention) -> bool {
        self.provisions.iter().any(|found| wanted.holds(found))
    }

    fn article_gap(
        &self,
        article: &str,
        at: String,
        subject: &AuditSubject,
    ) -> Option<AnswerPlanGap> {
        let Some(wanted) = ProvisionMention::of_label(article) else {
            let why = format!("{article:?} names no provision");
            return Some(AnswerPlanGap::Unknown { at, why });
        };
        if self.names(&wanted) {
            return None;
        }
        let mut known = subject.hit_provisions().iter().flatten();
        if subject.hits.is_some() && !known.any(|one| wanted.holds(one)) {
            return Some(AnswerPlanGap::Unretrieved { at, article: article.to_owned() });
        }
        Some(AnswerPlanGap::Missing {
            at,
            severity: IssueSeverity::Error,
            msg: format!("the plan rests on {article}, and the draft does not name it"),
            fix: format!("state what {article} says and cite it"),
        })
    }

    /// Whether the draft says what is claimed. In another language than the plan's only numbers
    /// and provisions can be compared.
    fn claim_gap(
        &self,
        claim: &PlannedClaim,
        at: String,
        foreign: bool,
    ) -> Option<AnswerPlanGap> {
        let provisions: Vec<ProvisionMention> = claim
            .evidence
            .iter()
            .filter_map(|label| ProvisionMention::of_label(label))
            .collect();
        let unnamed = provisions.iter().find(|wanted| !self.names(wanted));
        let wanted = terms(&claim.claim, if foreign { None } else { self.language });
        let numbers = wanted.iter().filter(|term| term.is_number());
        let absent: Vec<&str> = numbers
            .filter(|term| !self.bag.knows(term))
            .map(|term| &*term.word)
            .collect();
        let unsaid = if foreign { !absent.is_empty() } else { !self.says(&wanted) };
        if let Some(provision) = unnamed {
            let what = format!("it rests on {provision}, which the draft does not name");
            return Some(missing(claim, at, &what));
        }
        if unsaid {
            let what = if foreign {
                format!("the draft has no {}", absent.join(", "))
            } else {
                "no two sentences of the draft say it".to_owned()
            };
            return Some(missing(claim, at, &what));
        }
        let compared =
            !foreign || !provisions.is_empty() || wanted.iter().any(StemmedTerm::is_number);
        (!compared).then(|| AnswerPlanGap::Unknown {
            at,
            why:
                "plan and draft are in two languages, and the claim has no number or provision"
                    .to_owned(),
        })
    }

    fn says(&self, wanted: &[StemmedTerm]) -> bool {
        let enough = |bag: &ContentWordBag| {
            let said = wanted.iter().filter(|term| bag.knows(term)).count();
            wanted.len() * SAID <= said * 100
        };
        let numbers = wanted.iter().filter(|term| term.is_number());
        self.windows.iter().any(enough) && numbers.into_iter().all(|term| self.bag.knows(term))
    }

    /// Provisions that the draft rests on and the plan does not know.
    fn deviations(&self, plan: &AnswerPlan, at: &str) -> Option<AnswerPlanGap> {
        let evidence = plan.outline.iter().flat_map(|claim| &claim.evidence);
        let planned: Vec<ProvisionMention> = plan
            .key_articles
            .iter()
            .chain(evidence)
            .filter_map(|label| ProvisionMention::of_label(label))
            .collect();
        if planned.is_empty() {
            return None;
        }
        let mut others: Vec<String> = Vec::new();
        for found in &self.provisions {
            let name = found.to_string();
            if !planned.iter().any(|one| one.meets(found)) && !others.contains(&name) {
                others.push(name);
            }
        }
        others.truncate(5);
        (!others.is_empty()).then(|| AnswerPlanGap::Missing {
            at: format!("{at}.key_articles"),
            severity: IssueSeverity::Info,
            msg: format!("the draft names {}, which the plan does not have", others.join(", ")),
            fix: "keep to the plan, or add them to it".to_owned(),
        })
    }
}

fn missing(claim: &PlannedClaim, at: String, what: &str) -> AnswerPlanGap {
    let must = claim.priority <= 1;
    AnswerPlanGap::Missing {
        at,
        severity: if must { IssueSeverity::Error } else { IssueSeverity::Info },
        msg: format!("the planned claim {:?} is not covered: {what}", claim.claim),
        fix: format!("say: {} [{}]", claim.claim, claim.evidence.join(", ")),
    }
}

fn criterion_gap(
    text: &str,
    at: String,
    subject: &AuditSubject,
    foreign: bool,
) -> Option<AnswerPlanGap> {
    let Some(criterion) = criterion(text) else {
        let why = format!("the criterion {text:?} cannot be checked without a reader");
        return Some(AnswerPlanGap::Unknown { at, why });
    };
    match outcome(&criterion, subject, foreign) {
        CriterionOutcome::Met => None,
        CriterionOutcome::Missed(found) => Some(AnswerPlanGap::Missing {
            at,
            severity: IssueSeverity::Warn,
            msg: format!("the criterion {text:?} is not met: {found}"),
            fix: format!("meet the criterion: {text}"),
        }),
        CriterionOutcome::Unknown(why) => Some(AnswerPlanGap::Unknown {
            at,
            why: format!("of the criterion {text:?} {why}"),
        }),
    }
}
