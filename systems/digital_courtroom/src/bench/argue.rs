//! The argument: a recommendation first, then what was seen and where, each in its own voice.

use std::collections::BTreeSet;

use jurat_model::SubmissionArtifact;

use super::{
    criterion_facts::{CriterionFacts, is_told},
    persona_score::{PersonaScore, ProvisionalVerdict, is_functional, near},
    persona_templates::{PersonaTemplates, fill, frame},
};
use crate::{
    english_phrases::capital,
    model::{
        CheckOutcome, CheckResult, Evidence, EvidenceFact, EvidenceId, Opinion, Persona,
        RemediationFile,
    },
    rubric::HollowGraph,
};

/// Checks that an argument names; the others are counted.
const NAMED: usize = 3;
/// Checks that an argument names where all are met.
const NAMED_MET: usize = 2;
/// Said of checks that could be told.
const TELLABLE: &str = " that could be told";
/// Evidence named beside one of them.
const MARKS: usize = 2;
/// Characters of what a result says that are repeated.
const LONGEST: usize = 160;
/// Characters of a remedy that are repeated.
const LONGEST_REMEDY: usize = 240;

/// The opinion; none where there is nothing to cite.
pub(super) fn opinion<'a>(
    persona: Persona,
    matter: &CriterionFacts<'a>,
    weighing: &PersonaScore<'a>,
    standing: ProvisionalVerdict,
) -> Option<Opinion> {
    let mut speech = ArgumentDraft {
        persona,
        frame: frame(persona),
        matter,
        sentences: Vec::new(),
        cited: BTreeSet::new(),
    };
    let score = weighing.score.to_string();
    if let Some(graph) = matter.hollow_graph {
        speech.unmask(&graph);
        if weighing.looked.iter().any(|one| one.outcome.is_open()) {
            speech.tell(weighing);
        }
        speech.say(&speech.frame.closing, &[("score", &score)]);
    } else if weighing.looked.iter().all(|one| one.outcome == CheckOutcome::Met) {
        speech.grant(weighing);
        speech.say(&speech.frame.granted, &[("score", &score)]);
    } else {
        speech.recommend(weighing, standing);
        speech.tell(weighing);
        speech.say(&speech.frame.closing, &[("score", &score)]);
    }
    let ArgumentDraft { sentences, cited, .. } = speech;
    (!cited.is_empty()).then(|| Opinion {
        judge: persona,
        criterion_id: matter.criterion.id.clone(),
        score: weighing.score,
        argument: sentences.join(" "),
        cited_evidence: cited.into_iter().collect(),
        charges: charges(persona, matter),
        samples: Vec::new(),
        model: None,
        notes: Vec::new(),
    })
}

/// The charges of checks that are not met: the Prosecutor's to bring, each once, by name.
pub(super) fn charges(persona: Persona, matter: &CriterionFacts<'_>) -> Vec<String> {
    let unmet = matter.results.iter().filter(|one| one.outcome == CheckOutcome::Unmet);
    let charged = unmet.filter_map(|one| one.charge.clone());
    let charged = charged.filter(|_| persona == Persona::Prosecutor);
    let charges: BTreeSet<String> = charged.collect();
    charges.into_iter().collect()
}

struct ArgumentDraft<'s, 'a> {
    persona: Persona,
    frame: &'static PersonaTemplates,
    matter: &'s CriterionFacts<'a>,
    sentences: Vec<String>,
    cited: BTreeSet<EvidenceId>,
}

impl<'a> ArgumentDraft<'_, 'a> {
    fn say(&mut self, frame: &str, places: &[(&str, &str)]) {
        if !frame.is_empty() {
            self.sentences.push(begun(&fill(frame, places)));
        }
    }

    /// What the checks found in a graph that does nothing counts for nothing.
    fn unmask(&mut self, graph: &HollowGraph<'a>) {
        let marks = self.cite(&[graph.evidence]);
        self.say(&self.frame.hollow, &[("saw", &graph.saw()), ("marks", &marks)]);
    }

    /// Every check is met: said once, with those that tell most to this persona.
    fn grant(&mut self, weighing: &PersonaScore<'a>) {
        let mut order = weighing.looked.clone();
        let is_bare = |one: &'a CheckResult| self.matter.shown(one).next().is_none();
        order.sort_by_key(|one| (is_bare(one), rank(self.persona, self.matter, one)));
        let all = match order.len() {
            1 => "its one check is met,".to_owned(),
            few if few <= NAMED_MET => format!("all {few} checks are met,"),
            many => format!("all {many} checks are met, among them"),
        };
        let named: Vec<String> =
            order.into_iter().take(NAMED_MET).map(|one| self.name(one)).collect();
        let all = format!("{all} {}", named.join(" and "));
        self.say(&self.frame.all_met, &[("all", &all)]);
        self.point_to_record();
    }

    /// The remedy of the gap that matters most to this persona, or that none is needed.
    fn recommend(&mut self, weighing: &PersonaScore<'a>, standing: ProvisionalVerdict) {
        if standing == ProvisionalVerdict::Passes && !self.frame.accept.is_empty() {
            let told = weighing.looked.iter().filter(|one| is_told(one));
            let good = told.clone().filter(|one| is_good(one)).count();
            let good = share(good, told.count(), TELLABLE);
            return self.say(&self.frame.accept, &[("good", &good)]);
        }
        let gaps = weighing.looked.iter().copied().filter(|one| one.outcome.is_open());
        let Some(gap) = chosen(self.persona, self.matter, gaps.collect()) else { return };
        let remedy = tidy(&gap.remediation, LONGEST_REMEDY);
        let fix = match remedy.as_str() {
            "" => {
                let description = described(gap);
                let places = [("check", gap.check_id.as_str()), ("description", &description)];
                tidy(&fill(&self.frame.fallback, &places), LONGEST_REMEDY)
            }
            remedy => remedy.to_owned(),
        };
        let mut shown = self.matter.shown(gap).filter(|one| gap.shows_where(one));
        let place = shown.find_map(|one| place(one, &fix));
        let place = place.map_or(String::new(), |place| format!(" (see {place})"));
        self.sentences.push(format!("{}{place}.", begun(&fix)));
    }

    /// What decided the score: what is not proved, what is there, what keeps it from working.
    fn tell(&mut self, weighing: &PersonaScore<'a>) {
        let charges = charges(self.persona, self.matter);
        if !charges.is_empty() {
            self.say(&self.frame.charged, &[("charges", &charges.join(", "))]);
        }
        let (frame, deciding) = self.deciding(weighing);
        let mut named: Vec<String> =
            deciding.iter().take(NAMED).map(|one| self.name(one)).collect();
        if NAMED < deciding.len() {
            let more = (deciding.len() - NAMED).to_string();
            named.push(fill(&self.frame.more, &[("more", &more)]));
        }
        let own = own(&weighing.looked);
        let told = own.iter().filter(|one| is_told(one));
        let met = told.clone().filter(|one| one.outcome == CheckOutcome::Met).count();
        let met = share(met, told.count(), "");
        self.say(frame, &[("named", &named.join("; ")), ("met", &met)]);
        if weighing.effort {
            let all = self.matter.all_shown();
            let history = all
                .into_iter()
                .filter(|one| matches!(one.fact, EvidenceFact::History(_)));
            let marks = self.cite(&history.take(1).collect::<Vec<_>>());
            self.say(&self.frame.effort, &[("marks", &marks)]);
        }
        self.point_to_record();
    }

    /// The results that decided the score to this persona, and how it speaks of them.
    fn deciding(&self, weighing: &PersonaScore<'a>) -> (&'static str, Vec<&'a CheckResult>) {
        let mut order = weighing.looked.clone();
        order.sort_by_key(|one| rank(self.persona, self.matter, one));
        let frame = self.frame;
        let open = |one: &&CheckResult| one.outcome != CheckOutcome::Met;
        match self.persona {
            Persona::Prosecutor => {
                let gaps = order.iter().any(|one| one.outcome.is_open());
                let told = |one: &&CheckResult| gaps == one.outcome.is_open() && open(one);
                let opening = if gaps { &frame.opening } else { &frame.none };
                (opening, order.into_iter().filter(told).collect())
            }
            Persona::Defense => {
                let credit = |one: &&CheckResult| is_good(one) || 0 < near(self.matter, one);
                if order.iter().any(&credit) {
                    (&frame.opening, order.into_iter().filter(credit).collect())
                } else {
                    (
                        &frame.none,
                        order.into_iter().filter(|one| one.outcome.is_open()).collect(),
                    )
                }
            }
            Persona::TechLead => {
                let all: Vec<&CheckResult> = order.into_iter().filter(open).collect();
                let is_own = |one: &CheckResult| own(&weighing.looked).contains(&one);
                let own: Vec<&CheckResult> =
                    all.iter().copied().filter(|one| is_own(one)).collect();
                match (own.iter().any(|one| one.outcome.is_open()), own.is_empty()) {
                    (true, _) => (&frame.opening, own),
                    (false, false) => (&frame.none, own),
                    (false, true) => (&frame.aside, all),
                }
            }
        }
    }

    /// A check by its description, what was seen, and where.
    fn name(&mut self, one: &'a CheckResult) -> String {
        let frame = match one.outcome {
            CheckOutcome::Met => &self.frame.met,
            CheckOutcome::Partly => &self.frame.partly,
            CheckOutcome::Unmet if 0 < near(self.matter, one) => &self.frame.near,
            CheckOutcome::Unmet => &self.frame.unmet,
            CheckOutcome::NotAssessable => &self.frame.unknown,
        };
        let marks = self.marks(self.matter.shown(one).collect());
        let or =
            |said: String, other: &str| if said.is_empty() { other.to_owned() } else { said };
        let places = [
            ("description", described(one)),
            ("observed", or(tidy(&one.observed, LONGEST), "nothing")),
            ("expected", or(tidy(&one.expected, LONGEST), "what the rubric asks for")),
            ("degree", one.degree.to_string()),
            ("marks", marks),
        ];
        let places: Vec<(&str, &str)> =
            places.iter().map(|(name, said)| (*name, said.as_str())).collect();
        fill(frame, &places)
    }

    /// Where no check that was named has evidence, what there is of it.
    fn point_to_record(&mut self) {
        if !self.cited.is_empty() {
            return;
        }
        let marks = self.marks(self.matter.all_shown());
        if !marks.is_empty() {
            self.say(&self.frame.record, &[("marks", &marks)]);
        }
    }

    /// References that the argument does not have yet.
    fn marks(&mut self, mut shown: Vec<&Evidence>) -> String {
        shown.sort_by(|a, b| a.id.cmp(&b.id));
        shown.dedup_by(|a, b| a.id == b.id);
        shown.truncate(MARKS);
        shown.retain(|one| !self.cited.contains(&one.id));
        self.cite(&shown)
    }

    /// `[repo#0, repo#3]`; whatever is shown is cited.
    fn cite(&mut self, shown: &[&Evidence]) -> String {
        let names: Vec<&str> = shown.iter().map(|one| one.name()).collect();
        self.cited.extend(shown.iter().map(|one| one.id.clone()));
        if names.is_empty() { String::new() } else { format!("[{}]", names.join(", ")) }
    }
}

/// Results on function and architecture, or all where there are none.
fn own<'a>(looked: &[&'a CheckResult]) -> Vec<&'a CheckResult> {
    let own: Vec<&CheckResult> =
        looked.iter().copied().filter(|one| is_functional(one)).collect();
    if own.is_empty() { looked.to_vec() } else { own }
}

fn is_good(one: &CheckResult) -> bool {
    matches!(one.outcome, CheckOutcome::Met | CheckOutcome::Partly)
}

/// The gravest gap, the one that is nearest to done, the one that keeps it from working.
fn chosen<'a>(
    persona: Persona,
    matter: &CriterionFacts<'a>,
    gaps: Vec<&'a CheckResult>,
) -> Option<&'a CheckResult> {
    let unmet_first = |one: &&CheckResult| one.outcome != CheckOutcome::Unmet;
    match persona {
        Persona::Prosecutor => gaps
            .into_iter()
            .min_by_key(|one| (std::cmp::Reverse(one.severity), unmet_first(one))),
        Persona::Defense => gaps.into_iter().rev().max_by_key(|one| {
            let done = match one.outcome {
                CheckOutcome::Partly => 50 + u64::from(one.degree),
                _ => near(matter, one),
            };
            (done, std::cmp::Reverse(one.severity))
        }),
        Persona::TechLead => gaps.into_iter().min_by_key(|one| {
            (!is_functional(one), unmet_first(one), std::cmp::Reverse(one.severity))
        }),
    }
}

/// In which order a persona tells of results; those of one rank stay in the order of the matter.
fn rank(persona: Persona, matter: &CriterionFacts<'_>, one: &CheckResult) -> (bool, u8) {
    // Met, in part, not met, not to be told.
    let [met, partly, unmet, unknown] = match persona {
        Persona::Prosecutor => [3, 1, 0, 2],
        Persona::Defense => [0, 1, if 0 < near(matter, one) { 2 } else { 3 }, 4],
        Persona::TechLead => [2, 1, 0, 3],
    };
    let rank = match one.outcome {
        CheckOutcome::Met => met,
        CheckOutcome::Partly => partly,
        CheckOutcome::Unmet => unmet,
        CheckOutcome::NotAssessable => unknown,
    };
    let aside = persona == Persona::TechLead && !is_functional(one);
    (aside, rank)
}

/// `src/graph.py:10-24`, unless the words name the file.
fn place(one: &Evidence, words: &str) -> Option<String> {
    let at = &one.location;
    let name = at.path.rsplit('/').next().unwrap_or_default();
    if at.artifact != SubmissionArtifact::Repo || name.is_empty() || words.contains(name) {
        return None;
    }
    Some(RemediationFile::from(at).to_string())
}

fn described(one: &CheckResult) -> String {
    let description = tidy(&one.description, LONGEST);
    if description.is_empty() { format!("`{}`", one.check_id) } else { description }
}

/// On one line, not too long, without what ends a sentence.
fn tidy(text: &str, longest: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_end_matches(['.', ';', ':', ',', ' ']);
    if line.chars().count() <= longest {
        return line.to_owned();
    }
    let cut: String = line.chars().take(longest).collect();
    format!("{}…", cut.trim_end())
}

/// A file or a name in code keeps its letters.
fn begun(sentence: &str) -> String {
    let first = sentence.split(' ').next().unwrap_or_default();
    if first.trim_end_matches(['.', ':', ',']).contains(['/', '.', '_']) {
        return sentence.to_owned();
    }
    capital(sentence)
}

/// `2 of 3 checks are`, `1 of 3 checks is`, `the one check is`, with words after `checks`.
fn share(part: usize, all: usize, which: &str) -> String {
    match (part, all) {
        (0, 1) => format!("the one check{which} is not"),
        (_, 1) => format!("the one check{which} is"),
        (0, all) => format!("none of {all} checks{which} is"),
        (part, all) if part == all => format!("all {all} checks{which} are"),
        (1, all) => format!("1 of {all} checks{which} is"),
        (part, all) => format!("{part} of {all} checks{which} are"),
    }
}
