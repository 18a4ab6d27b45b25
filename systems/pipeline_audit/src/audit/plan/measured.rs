//! Whether a draft meets a criterion.

use jurat_text::{Language, fold::fold, sentences::sentences, tokens::words};

use super::criteria::{Counted, Criterion, Place, What};
use crate::audit::{
    Blocks, Provision, Subject, Text,
    words::{Bag, Term},
};

/// How a criterion came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is met.
    Met,
    /// It is not, with what was found instead.
    Missed(String),
    /// It cannot be told, with what is missing.
    Unknown(String),
}

pub(super) fn outcome(criterion: &Criterion, subject: &Subject, foreign: bool) -> Outcome {
    match criterion {
        Criterion::Mentions { what, place, negated } => {
            let Some(text) = text_at(*place, subject) else {
                return Outcome::Unknown("the state has no text at that place".to_owned());
            };
            if foreign && what.iter().any(|one| matches!(one, What::Word(_))) {
                return Outcome::Unknown("plan and draft are in two languages".to_owned());
            }
            mentioned(what, &text, subject.language(), *negated)
        }
        Criterion::Count { of, place, min, max } => match counted(*of, *place, subject) {
            None => Outcome::Unknown("the state has nothing of the kind to count".to_owned()),
            Some(count) if (*min..=*max).contains(&count) => Outcome::Met,
            Some(count) => Outcome::Missed(format!("there are {count}")),
        },
    }
}

fn mentioned(what: &[What], text: &str, language: Option<Language>, negated: bool) -> Outcome {
    let provisions = Provision::all(text);
    let folded = fold(text);
    let bag = Bag::of(text, language);
    let said = |one: &&What| match one {
        What::Provision(wanted) => provisions.iter().any(|found| wanted.holds(found)),
        What::Phrase(words) => folded.contains(&fold(words)),
        What::Word(word) => bag.knows(&Term::of(word, language)),
    };
    let named = |one: &What| match one {
        What::Provision(provision) => provision.to_string(),
        What::Phrase(words) | What::Word(words) => words.clone(),
    };
    let wrong: Vec<String> = if negated {
        what.iter().filter(said).map(named).collect()
    } else {
        what.iter().filter(|one| !said(one)).map(named).collect()
    };
    let verb = if negated { "is said" } else { "is not said" };
    if wrong.is_empty() {
        return Outcome::Met;
    }
    Outcome::Missed(format!("{} {verb}", wrong.join(", ")))
}

fn blocks(subject: &Subject) -> Option<&Blocks> {
    let draft = subject.draft.as_ref().and_then(|draft| draft.blocks.as_ref());
    draft.or(subject.blocks.as_ref())
}

/// The words at a place.
fn text_at(place: Place, subject: &Subject) -> Option<String> {
    let texts = subject.draft_texts();
    match place {
        Place::Anywhere => {
            let labels = blocks(subject).map(labels).unwrap_or_default();
            (!texts.is_empty()).then(|| format!("{}\n{labels}", lines(texts)))
        }
        Place::FirstText => texts.first().map(|text| text.text.clone()),
        Place::FirstSentence => {
            let first = &texts.first()?.text;
            let sentence = sentences(first).into_iter().next()?;
            Some(first[sentence.range].to_owned())
        }
        Place::Summary => {
            let both = [blocks(subject), subject.blocks.as_ref()];
            let summary = both.into_iter().flatten().find_map(|one| one.summary.as_ref())?;
            Some(summary.text.clone())
        }
        Place::Steps => blocks(subject)?.steps.as_deref().map(lines),
        Place::LegalBasis => blocks(subject)
            .filter(|blocks| blocks.legal_basis.is_some())
            .map(labels),
    }
}

fn lines(texts: &[Text]) -> String {
    texts
        .iter()
        .map(|text| text.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

fn labels(blocks: &Blocks) -> String {
    let basis = blocks.legal_basis.iter().flatten();
    basis
        .filter_map(|line| line.label.as_deref())
        .collect::<Vec<_>>()
        .join("\n")
}

fn counted(of: Counted, place: Place, subject: &Subject) -> Option<u64> {
    let text = || text_at(place, subject);
    let count = match of {
        Counted::Steps => blocks(subject)?.steps.as_ref()?.len(),
        Counted::FollowUps => subject.blocks.as_ref()?.follow_ups.as_ref()?.len(),
        Counted::Quiz => subject.blocks.as_ref()?.quiz.as_ref()?.len(),
        Counted::Glossary => subject.blocks.as_ref()?.glossary.as_ref()?.len(),
        Counted::LegalBasis => blocks(subject)?.legal_basis.as_ref()?.len(),
        Counted::Sources => subject.hits.as_ref()?.len() + subject.hits_left_out,
        Counted::Sentences => sentences(&text()?).len(),
        Counted::Words => words(&text()?).count(),
        Counted::Lines => text()?.lines().filter(|line| !line.trim().is_empty()).count(),
    };
    Some(count as u64)
}
