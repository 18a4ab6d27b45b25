//! What a corpus is asked in a step: the question in terms of issue and rule, not in synonyms. A primary query and two
//! alternatives of 10 to 30 words, out of the doctrines and of what the corpus itself says near the question.

use std::collections::BTreeSet;

use jurat_text::{Language, sentences::sentences};

use crate::{
    doctrine::{DoctrinePart, LegalDoctrine},
    plan_step::{PlanStep, StepAim, StepQueries},
    synthesis::aimed_at,
};

/// Words of a query.
const FEWEST: usize = 10;
const MOST: usize = 30;

/// The queries of a step. `near` are words of the corpus: headings and telling terms of what it has nearest.
pub(crate) fn queries(
    step: &PlanStep,
    facts: &str,
    near: &[String],
    language: Language,
) -> StepQueries {
    match aimed_at(&step.aim) {
        Some(doctrine) => of_doctrine(doctrine, (step, facts), near, language),
        None => of_question(&step.question, near),
    }
}

/// What is asked comes last in a story, and weighs most; the rest of it, and what the corpus calls the matter, put more
/// passages forward.
fn of_question(question: &str, near: &[String]) -> StepQueries {
    let told = sentences(question);
    let (story, asked) = match told.split_last() {
        Some((last, before)) if !before.is_empty() => {
            (&question[..last.range.start], &question[last.range.clone()])
        }
        _ => ("", question),
    };
    StepQueries {
        primary: query(&[asked, story], near),
        alternatives: vec![query(&[&near.join(" "), asked], &[]), query(&[story, asked], near)],
    }
}

fn of_doctrine(
    doctrine: &LegalDoctrine,
    (step, facts): (&PlanStep, &str),
    near: &[String],
    language: Language,
) -> StepQueries {
    let terms = doctrine.terms.said(language).join(" ");
    let rule = doctrine.rule.said(language);
    let names = |parts: &[DoctrinePart]| {
        let names: Vec<&str> =
            parts.iter().map(|part| part.name.said(language).as_str()).collect();
        names.join(" ")
    };
    let part = part_of(&step.aim, doctrine);
    let own = part
        .map(|part| part.terms.said(language).join(" "))
        .unwrap_or_default();
    let (elements, exceptions) = (names(&doctrine.elements), names(&doctrine.exceptions));
    let others = if part.is_some() { terms.as_str() } else { elements.as_str() };
    StepQueries {
        primary: query(&[&step.question, &own, &terms], near),
        alternatives: vec![
            query(&[rule, &own, others], near),
            query(&[doctrine.name.said(language), &own, others, &exceptions, facts], near),
        ],
    }
}

/// The element or exception that a step is about.
pub(crate) fn part_of<'a>(
    aim: &StepAim,
    doctrine: &'a LegalDoctrine,
) -> Option<&'a DoctrinePart> {
    match aim {
        StepAim::Element { element, .. } => {
            doctrine.elements.iter().find(|part| part.id == *element)
        }
        StepAim::Exception { exception, .. } => {
            doctrine.exceptions.iter().find(|part| part.id == *exception)
        }
        _ => None,
    }
}

/// Words of texts, each once, until there are enough; more come from `near` where there are too few.
fn query(texts: &[&str], near: &[String]) -> String {
    let mut kept = DistinctWords::default();
    for text in texts {
        kept.take(text, MOST);
    }
    for text in near {
        kept.take(text, FEWEST);
    }
    kept.words.join(" ")
}

/// Words, each once, in the order of their first use.
#[derive(Default)]
struct DistinctWords {
    seen: BTreeSet<String>,
    words: Vec<String>,
}

impl DistinctWords {
    fn take(&mut self, text: &str, most: usize) {
        let words = text
            .split_whitespace()
            .map(|it| it.trim_matches(|c: char| !c.is_alphanumeric()));
        for word in words.filter(|word| !word.is_empty()) {
            if most <= self.words.len() {
                return;
            }
            if self.seen.insert(word.to_lowercase()) {
                self.words.push(word.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jurat_text::Language;

    use super::queries;
    use crate::plan_step::{PlanStep, StepAim, StepWords};

    #[track_caller]
    fn check(aim: StepAim, question: &str, near: &[&str]) -> Vec<String> {
        let words = StepWords {
            phase: String::new(),
            question: question.to_owned(),
            why: String::new(),
        };
        let step = PlanStep::pending(1, aim, words);
        let near: Vec<String> = near.iter().map(|&it| it.to_owned()).collect();
        let made = queries(&step, "A guard fired at a robber.", &near, Language::English);
        let all: Vec<String> = [vec![made.primary], made.alternatives].concat();
        assert_eq!(all.len(), 3);
        for query in &all {
            let count = query.split_whitespace().count();
            assert!((10..=30).contains(&count), "{count} words: {query}");
        }
        all
    }

    #[test]
    fn a_doctrine_is_asked_for_in_its_own_terms() {
        let aim = StepAim::Rule { doctrine: "battery".to_owned() };
        let all = check(aim, "What is the rule on battery, and what are its elements?", &[]);
        assert!(all.iter().all(|query| query.to_lowercase().contains("contact")), "{all:?}");
        assert_ne!(all[0], all[1]);
        assert_ne!(all[1], all[2]);
    }

    #[test]
    fn what_fits_no_doctrine_is_asked_for_in_words_of_the_corpus() {
        let near =
            ["Keeping of lamps on the pier and its gangways", "oil wick trimming at dusk"];
        let all = check(StepAim::Question, "Who lights the lamp?", &near);
        assert!(all[1].contains("gangways"), "{all:?}");
    }
}
