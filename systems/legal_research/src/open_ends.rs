//! What research has not looked at yet: further rules, defences that the facts suggest, elements without evidence,
//! exceptions, parts of the question, what stands beside what was found.

use jurat_text::{Language, tokens::terms};

use crate::{
    asked_part::AskedPart,
    cited_statement::AnswerSection,
    doctrine::{DoctrinePart, LegalDoctrine},
    issue_spotter::{SpottedDoctrine, pointing_words},
    objective::ResearchObjective,
    plan_step::{PlanStep, StepAim, StepStatus, StepWords},
    research_words::phrase,
    step_findings::StepFindings,
};

/// Something that is still open, and the question that asks for it.
pub(crate) struct OpenEnd {
    pub(crate) aim: StepAim,
    pub(crate) words: StepWords,
}

/// What research knows when it plans on.
pub(crate) struct ResearchSoFar<'a> {
    pub(crate) objective: &'a ResearchObjective,
    pub(crate) spotted: &'a [SpottedDoctrine],
    pub(crate) table: &'a [PlanStep],
    pub(crate) findings: &'a [StepFindings],
}

impl ResearchSoFar<'_> {
    fn language(&self) -> Language {
        self.objective.language()
    }

    /// What is still open, the most telling first.
    pub(crate) fn open_ends(&self) -> Vec<OpenEnd> {
        let main = self.main();
        let mut open = self.open_parts();
        open.extend(self.first_beside());
        open.extend(main.map(|it| self.rule(it, &self.in_play()[0].seen)));
        open.extend(self.other_side());
        open.extend(main.into_iter().flat_map(|it| self.suggested_defences(it)));
        open.extend(self.other_rules());
        open.extend(main.into_iter().flat_map(|it| self.neighbours(it)));
        open.extend(main.into_iter().flat_map(|it| self.bare_elements(it)));
        open.extend(main.into_iter().filter_map(|it| self.exception(it)));
        open.push(self.beside());
        open.retain(|end| !self.is_asked(&end.aim, &end.words.question));
        open
    }

    fn is_asked(&self, aim: &StepAim, question: &str) -> bool {
        let again = matches!(aim, StepAim::Beside { .. } | StepAim::OtherSide);
        self.table
            .iter()
            .any(|step| step.aim == *aim || (!again && step.question == question))
    }

    /// Doctrines that are looked into: those that words firmly point to; where none is and the question as it stands found
    /// nothing, those that a word hints at.
    fn in_play(&self) -> &[SpottedDoctrine] {
        let firm = self.spotted.iter().take_while(|one| one.firm).count();
        let failed = self.table.first().is_some_and(|it| it.status == StepStatus::Failed);
        if firm == 0 && failed { self.spotted } else { &self.spotted[..firm] }
    }

    /// The doctrine that the question turns on, where one is in play.
    pub(crate) fn main(&self) -> Option<&'static LegalDoctrine> {
        LegalDoctrine::of(&self.in_play().first()?.doctrine)
    }

    /// The main doctrine, where a step asked for it: of others nothing was looked for.
    pub(crate) fn asked_for(&self) -> Option<&'static LegalDoctrine> {
        let main = self.main()?;
        let asks = |step: &PlanStep| match &step.aim {
            StepAim::Rule { doctrine } | StepAim::Element { doctrine, .. } => {
                *doctrine == main.id
            }
            _ => false,
        };
        self.table.iter().any(asks).then_some(main)
    }

    /// Defences to a doctrine that words of the question point to.
    fn suggested_defences(&self, main: &'static LegalDoctrine) -> Vec<OpenEnd> {
        let language = self.language();
        let defences = main.defences.iter().filter_map(|id| LegalDoctrine::of(id));
        let mut pointed: Vec<(usize, OpenEnd)> = defences
            .filter_map(|defence| {
                let seen = pointing_words(defence, &self.objective.question, language);
                let (name, against) = (defence.name.said(language), main.name.said(language));
                let aim = StepAim::Defence {
                    doctrine: defence.id.clone(),
                    against: main.id.clone(),
                };
                let words = StepWords {
                    phase: phrase("defence_phase", language, &[name]),
                    question: phrase("defence_question", language, &[name, against]),
                    why: phrase("defence_why", language, &[&seen.join(", ")]),
                };
                (!seen.is_empty()).then_some((seen.len(), OpenEnd { aim, words }))
            })
            .collect();
        pointed.sort_by_key(|(seen, _)| std::cmp::Reverse(*seen));
        pointed.into_iter().map(|(_, end)| end).collect()
    }

    /// Other doctrines that the question turns on.
    fn other_rules(&self) -> Vec<OpenEnd> {
        let asked = |id: &str| {
            self.table.iter().any(|step| match &step.aim {
                StepAim::Rule { doctrine } | StepAim::Defence { doctrine, .. } => {
                    doctrine == id
                }
                _ => false,
            })
        };
        let others = self.in_play().iter().filter(|one| !asked(&one.doctrine));
        let others = others.filter_map(|one| Some((one, LegalDoctrine::of(&one.doctrine)?)));
        others.map(|(one, doctrine)| self.rule(doctrine, &one.seen)).collect()
    }

    /// Doctrines pleaded beside the main one that words of the facts point to.
    fn neighbours(&self, main: &'static LegalDoctrine) -> Vec<OpenEnd> {
        let language = self.language();
        let beside = main.neighbours.iter().filter_map(|id| LegalDoctrine::of(id));
        let open = beside.filter_map(|doctrine| {
            let seen = pointing_words(doctrine, &self.objective.facts, language);
            (2 <= seen.len()).then(|| self.rule(doctrine, &seen))
        });
        open.collect()
    }

    fn rule(&self, doctrine: &LegalDoctrine, seen: &[String]) -> OpenEnd {
        let language = self.language();
        let name = doctrine.name.said(language);
        OpenEnd {
            aim: StepAim::Rule { doctrine: doctrine.id.clone() },
            words: StepWords {
                phase: phrase("rule_phase", language, &[name]),
                question: phrase("rule_question", language, &[name]),
                why: phrase("rule_why", language, &[&seen.join(", ")]),
            },
        }
    }

    /// Elements that no statement speaks of.
    fn bare_elements(&self, main: &'static LegalDoctrine) -> Vec<OpenEnd> {
        let language = self.language();
        let bare = main.elements.iter().filter(|element| !self.is_told(element));
        let open = bare.map(|element| {
            let name = element.name.said(language);
            OpenEnd {
                aim: StepAim::Element {
                    doctrine: main.id.clone(),
                    element: element.id.clone(),
                },
                words: StepWords {
                    phase: phrase("element_phase", language, &[name]),
                    question: phrase(
                        "element_question",
                        language,
                        &[name, main.name.said(language)],
                    ),
                    why: phrase("element_why", language, &[]),
                },
            }
        });
        open.collect()
    }

    fn exception(&self, main: &'static LegalDoctrine) -> Option<OpenEnd> {
        let language = self.language();
        let exception = main.exceptions.iter().find(|exception| !self.is_told(exception))?;
        let (name, of) = (exception.name.said(language), main.name.said(language));
        Some(OpenEnd {
            aim: StepAim::Exception {
                doctrine: main.id.clone(),
                exception: exception.id.clone(),
            },
            words: StepWords {
                phase: phrase("exception_phase", language, &[name]),
                question: phrase("exception_question", language, &[of, name]),
                why: phrase("exception_why", language, &[]),
            },
        })
    }

    /// Whether a statement speaks of an element or an exception.
    pub(crate) fn is_told(&self, part: &DoctrinePart) -> bool {
        !self.statements_on(part).is_empty()
    }

    /// The statements that speak of a part: step and place, each from 1.
    pub(crate) fn statements_on(&self, part: &DoctrinePart) -> Vec<(u32, usize)> {
        let language = self.language();
        let wanted: Vec<Vec<String>> = part
            .terms
            .said(language)
            .iter()
            .map(|it| terms(it, language))
            .collect();
        let mut found = Vec::new();
        for step in self.findings {
            for (place, statement) in (1..).zip(&step.statements) {
                let stems = terms(&statement.text, language);
                let has = |phrase: &Vec<String>| {
                    !phrase.is_empty() && phrase.iter().all(|stem| stems.contains(stem))
                };
                if wanted.iter().any(has) {
                    found.push((step.step_id, place));
                }
            }
        }
        found
    }

    /// Things that are asked and that nothing found so far speaks of.
    fn open_parts(&self) -> Vec<OpenEnd> {
        let language = self.language();
        let open = AskedPart::all(self.objective)
            .into_iter()
            .filter(|part| !self.is_seen(part));
        let open = open.map(|part| OpenEnd {
            aim: StepAim::Part { number: part.number },
            words: StepWords {
                phase: phrase("part_phase", language, &[part.words]),
                question: part.question,
                why: phrase("part_why", language, &[]),
            },
        });
        open.collect()
    }

    /// Whether a source speaks of nearly all that a part asks for.
    fn is_seen(&self, part: &AskedPart<'_>) -> bool {
        let sources = self.findings.iter().flat_map(|step| &step.sources);
        part.is_met_by(sources.filter(|source| source.admitted), |met| {
            4 * met.missing.len() <= met.missing.len() + met.shared.len() + met.around.len()
        })
    }

    /// Parts of the question that no source of a completed step has a word on, or not the sort of answer that they want.
    pub(crate) fn unseen_parts(&self) -> Vec<&str> {
        let completed = |step: &&StepFindings| {
            let own = |it: &&PlanStep| it.step_id == step.step_id;
            self.table
                .iter()
                .find(own)
                .is_some_and(|it| it.status == StepStatus::Completed)
        };
        let sources = || self.findings.iter().filter(completed).flat_map(|step| &step.sources);
        let mut parts = AskedPart::all(self.objective);
        parts.retain(|part| {
            let admitted = sources().filter(|source| source.admitted);
            !part.is_met_by(admitted, |met| !met.shared.is_empty() || !met.around.is_empty())
        });
        parts.into_iter().map(|part| part.words).collect()
    }

    /// The law around what was found, where something was.
    fn first_beside(&self) -> Option<OpenEnd> {
        let found = self.table.iter().any(|step| step.status == StepStatus::Completed);
        let asked = self
            .table
            .iter()
            .any(|step| matches!(step.aim, StepAim::Beside { .. }));
        (found && !asked).then(|| self.beside())
    }

    /// What limits the rules found or speaks against them, where there are such and nothing told so far is an exception.
    fn other_side(&self) -> Option<OpenEnd> {
        let mut statements = self.findings.iter().flat_map(|step| &step.statements).peekable();
        statements.peek()?;
        if statements.any(|it| it.section == AnswerSection::Exceptions) {
            return None;
        }
        let language = self.language();
        Some(OpenEnd {
            aim: StepAim::OtherSide,
            words: StepWords {
                phase: phrase("other_side_phase", language, &[]),
                question: self.first_question(),
                why: phrase("other_side_why", language, &[]),
            },
        })
    }

    fn first_question(&self) -> String {
        let first = self.table.first().map(|step| step.question.clone());
        first.unwrap_or_else(|| self.objective.asks.clone())
    }

    /// What stands beside what was found, asked for in the words of the first step.
    fn beside(&self) -> OpenEnd {
        let language = self.language();
        let before = self
            .table
            .iter()
            .filter(|it| matches!(it.aim, StepAim::Beside { .. }));
        let round = u32::try_from(before.count()).unwrap_or(u32::MAX) + 1;
        OpenEnd {
            aim: StepAim::Beside { round },
            words: StepWords {
                phase: phrase("beside_phase", language, &[]),
                question: self.first_question(),
                why: phrase("beside_why", language, &[]),
            },
        }
    }
}
