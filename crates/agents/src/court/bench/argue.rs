//! The argument: a recommendation first, then what was seen and where, each in its own voice.

use std::collections::BTreeSet;

use jurat_model::court::{
    Artifact, CheckOutcome, CheckResult, Evidence, EvidenceId, Fact, Opinion, Persona,
};

use super::{
    docket::{Matter, is_told},
    frames::{Frame, fill, frame},
    weigh::{Weighing, is_functional, near},
};

/// Checks that an argument tells of.
const TOLD: usize = 5;
/// Checks that an argument names where all are met.
const NAMED: usize = 3;
/// Said of checks that could be told.
const TELLABLE: &str = " that could be told";
/// Evidence named beside one of them.
const MARKS: usize = 3;
/// Characters of what a result says that are repeated.
const LONGEST: usize = 240;

/// The opinion; none where there is nothing to cite.
pub(super) fn opinion<'a>(
    persona: Persona,
    matter: &Matter<'a>,
    weighing: &Weighing<'a>,
) -> Option<Opinion> {
    let mut speech = Speech {
        persona,
        frame: frame(persona),
        matter,
        sentences: Vec::new(),
        cited: BTreeSet::new(),
    };
    let score = weighing.score.to_string();
    if weighing.looked.iter().all(|one| one.outcome == CheckOutcome::Met) {
        speech.grant(weighing);
        speech.say(&speech.frame.granted, &[("score", &score)]);
    } else {
        speech.recommend(weighing);
        speech.open(weighing);
        speech.tell(weighing);
        speech.say(&speech.frame.closing, &[("score", &score)]);
    }
    let Speech { sentences, cited, .. } = speech;
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
pub(super) fn charges(persona: Persona, matter: &Matter<'_>) -> Vec<String> {
    let unmet = matter.results.iter().filter(|one| one.outcome == CheckOutcome::Unmet);
    let charged = unmet.filter_map(|one| one.charge.clone());
    let charged = charged.filter(|_| persona == Persona::Prosecutor);
    let charges: BTreeSet<String> = charged.collect();
    charges.into_iter().collect()
}

struct Speech<'s, 'a> {
    persona: Persona,
    frame: &'static Frame,
    matter: &'s Matter<'a>,
    sentences: Vec<String>,
    cited: BTreeSet<EvidenceId>,
}

impl<'a> Speech<'_, 'a> {
    fn say(&mut self, frame: &str, places: &[(&str, &str)]) {
        if !frame.is_empty() {
            self.sentences.push(capital(&fill(frame, places)));
        }
    }

    /// Every check is met: said once, with those that tell most to this persona.
    fn grant(&mut self, weighing: &Weighing<'a>) {
        let mut order = weighing.looked.clone();
        let is_bare = |one: &'a CheckResult| self.matter.shown(one).next().is_none();
        order.sort_by_key(|one| (is_bare(one), rank(self.persona, self.matter, one)));
        let all = match order.len() {
            1 => "its one check is met:".to_owned(),
            few if few <= NAMED => format!("all {few} checks are met:"),
            many => format!("all {many} checks are met, among them"),
        };
        let mut shown: Vec<String> = Vec::new();
        for one in order.into_iter().take(NAMED) {
            let marks = self.marks(self.matter.shown(one).collect());
            let seen = match tidy(&one.observed) {
                seen if seen.is_empty() => String::new(),
                seen => format!(", with {seen}"),
            };
            let said = format!("“{}”{seen} {marks}", described(one));
            shown.push(said.trim_end().to_owned());
        }
        self.say(&self.frame.all_met, &[("all", &all), ("shown", &shown.join("; "))]);
    }

    /// The remedy of the gap that matters most to this persona.
    fn recommend(&mut self, weighing: &Weighing<'a>) {
        let gaps = weighing.looked.iter().copied().filter(|one| is_gap(one));
        let Some(gap) = chosen(self.persona, self.matter, gaps.collect()) else { return };
        let remedy = tidy(&gap.remediation);
        let fix = match remedy.as_str() {
            "" => {
                let description = described(gap);
                let places = [("check", gap.check_id.as_str()), ("description", &description)];
                tidy(&fill(&self.frame.fallback, &places))
            }
            remedy => remedy.to_owned(),
        };
        let place = self.matter.shown(gap).find_map(|one| place(one, &fix));
        let place = place.map_or(String::new(), |place| format!(" (see {place})"));
        self.sentences.push(format!("{}{place}.", capital(&fix)));
    }

    fn open(&mut self, weighing: &Weighing<'a>) {
        let charges = charges(self.persona, self.matter);
        if !charges.is_empty() {
            self.say(&self.frame.charged, &[("charges", &charges.join(", "))]);
        }
        let looked: Vec<&CheckResult> = match self.persona {
            Persona::TechLead => own(&weighing.looked),
            Persona::Prosecutor | Persona::Defense => weighing.looked.clone(),
        };
        let count = |which: &dyn Fn(&CheckResult) -> bool| {
            looked.iter().filter(|one| which(one)).count()
        };
        let met = count(&|one| one.outcome == CheckOutcome::Met);
        let told = count(&|one| is_told(one));
        let good =
            count(&|one| matches!(one.outcome, CheckOutcome::Met | CheckOutcome::Partly));
        let gaps = looked.len() - met;
        // What could not be told is a gap to the Prosecutor alone.
        let clean = match self.persona {
            Persona::Prosecutor => gaps == 0,
            Persona::Defense | Persona::TechLead => told == met,
        };
        let frame = if clean { &self.frame.clean } else { &self.frame.opening };
        let places = [
            ("met", share(met, told, "")),
            ("good", share(good, told, TELLABLE)),
            ("every", share(told, told, TELLABLE)),
            ("gaps", share(gaps, looked.len(), "")),
        ];
        let places: Vec<(&str, &str)> =
            places.iter().map(|(name, said)| (*name, said.as_str())).collect();
        self.say(frame, &places);
    }

    /// What was seen, in the order that suits the persona.
    fn tell(&mut self, weighing: &Weighing<'a>) {
        let mut order = weighing.looked.clone();
        order.sort_by_key(|one| rank(self.persona, self.matter, one));
        for one in order.iter().take(TOLD) {
            self.tell_of(one);
        }
        let left = order.iter().skip(TOLD).filter(|one| is_same_side(self.persona, one));
        let left = left.count();
        match left {
            0 => {}
            1 => self.say(&self.frame.one_more, &[]),
            more => self.say(&self.frame.more, &[("more", &more.to_string())]),
        }
        if weighing.effort {
            let all = self.matter.all_shown();
            let history = all.into_iter().filter(|one| matches!(one.fact, Fact::History(_)));
            let marks = self.marks(history.take(1).collect());
            self.say(&self.frame.effort, &[("marks", &marks)]);
        }
        if self.cited.is_empty() {
            let marks = self.marks(self.matter.all_shown());
            if !marks.is_empty() {
                self.say(&self.frame.record, &[("marks", &marks)]);
            }
        }
    }

    fn tell_of(&mut self, one: &'a CheckResult) {
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
            ("observed", or(tidy(&one.observed), "nothing")),
            ("expected", or(tidy(&one.expected), "what the rubric asks for")),
            ("degree", one.degree.to_string()),
            ("marks", marks),
        ];
        let places: Vec<(&str, &str)> =
            places.iter().map(|(name, said)| (*name, said.as_str())).collect();
        self.say(frame, &places);
    }

    /// `[repo#0, repo#3]`; whatever is shown is cited.
    fn marks(&mut self, mut shown: Vec<&Evidence>) -> String {
        shown.sort_by(|a, b| a.id.cmp(&b.id));
        shown.dedup_by(|a, b| a.id == b.id);
        shown.truncate(MARKS);
        let name = |one: &&Evidence| {
            if one.alias.is_empty() { one.id.to_string() } else { one.alias.clone() }
        };
        let names: Vec<String> = shown.iter().map(name).collect();
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

fn is_gap(one: &CheckResult) -> bool {
    matches!(one.outcome, CheckOutcome::Unmet | CheckOutcome::Partly)
}

/// The gravest gap, the one that is nearest to done, the one that keeps it from working.
fn chosen<'a>(
    persona: Persona,
    matter: &Matter<'a>,
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
fn rank(persona: Persona, matter: &Matter<'_>, one: &CheckResult) -> (bool, u8) {
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

/// Whether a result that is left out speaks for what the persona says.
fn is_same_side(persona: Persona, one: &CheckResult) -> bool {
    match persona {
        Persona::Defense => matches!(one.outcome, CheckOutcome::Met | CheckOutcome::Partly),
        Persona::Prosecutor => one.outcome != CheckOutcome::Met,
        Persona::TechLead => is_gap(one),
    }
}

/// `src/graph.py:10-24`, unless the words name the file.
fn place(one: &Evidence, words: &str) -> Option<String> {
    let at = &one.location;
    let name = at.path.rsplit('/').next().unwrap_or_default();
    if at.artifact != Artifact::Repo || name.is_empty() || words.contains(name) {
        return None;
    }
    Some(match at.lines {
        Some(lines) if lines.start == lines.end => format!("{}:{}", at.path, lines.start),
        Some(lines) => format!("{}:{}-{}", at.path, lines.start, lines.end),
        None => at.path.clone(),
    })
}

fn described(one: &CheckResult) -> String {
    let description = tidy(&one.description);
    if description.is_empty() { format!("`{}`", one.check_id) } else { description }
}

/// On one line, not too long, without what ends a sentence.
fn tidy(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_end_matches(['.', ';', ':', ',', ' ']);
    if line.chars().count() <= LONGEST {
        return line.to_owned();
    }
    let cut: String = line.chars().take(LONGEST).collect();
    format!("{}…", cut.trim_end())
}

/// A file or a name in code keeps its letters.
fn capital(sentence: &str) -> String {
    let first = sentence.split(' ').next().unwrap_or_default();
    if first.trim_end_matches(['.', ':', ',']).contains(['/', '.', '_']) {
        return sentence.to_owned();
    }
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
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
