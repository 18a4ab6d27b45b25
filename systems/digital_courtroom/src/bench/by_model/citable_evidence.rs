//! What belongs to one criterion: what a model is shown of it, and what it may cite.

use std::collections::{BTreeMap, BTreeSet};

use jurat_agents::prompt::{FencedText, Prompt, PromptError, PromptFence};
use jurat_llm::ChatRequest;
use jurat_model::SubmissionArtifact;

use super::{
    super::{argue::charges, criterion_facts::CheckResultIndex},
    CitedReply, OpinionRequest, PersonaOpinion,
};
use crate::model::{CheckResult, Criterion, Evidence, EvidenceId, Persona, RubricScore};

/// Evidence that one request shows.
const MOST_SHOWN: usize = 60;
/// Characters of one piece of evidence.
const LONGEST_SHOWN: usize = 1_500;
/// What holding one part of the submission against another came to is called, with a number.
const CROSSED: &str = "crossed";
/// Characters of an argument that are kept.
const LONGEST_ARGUMENT: usize = 2_000;

/// What belongs to a criterion.
pub(super) struct CitableEvidence<'a> {
    results: Vec<&'a CheckResult>,
    pub(super) belongs: Vec<&'a Evidence>,
    names: BTreeMap<&'a str, &'a EvidenceId>,
    elsewhere: BTreeSet<&'a str>,
    pub(super) charges: Vec<String>,
}

impl<'a> CitableEvidence<'a> {
    pub(super) fn of(brief: &OpinionRequest<'a>, criterion: &Criterion) -> Self {
        let matters = CheckResultIndex::of(brief.results, brief.evidences, brief.crossed);
        let matter = matters.matter(criterion);
        let own: BTreeSet<&EvidenceId> =
            matter.results.iter().flat_map(|result| &result.evidence).collect();
        let all = || brief.evidences.all().chain(brief.crossed);
        let belongs: Vec<&Evidence> = if matter.results.is_empty() {
            // Nobody checked anything: what the criterion is about is all there is.
            all()
                .filter(|one| criterion.target.is_about(one.location.artifact))
                .collect()
        } else {
            by_turns(&matter.results, all().filter(|one| own.contains(&one.id)))
        };
        let mut names = BTreeMap::new();
        for one in &belongs {
            names.insert(one.id.as_str(), &one.id);
            names.insert(one.name(), &one.id);
        }
        let elsewhere = all().flat_map(|one| [one.id.as_str(), one.alias.as_str()]);
        let elsewhere: BTreeSet<&str> = elsewhere
            .filter(|one| !one.is_empty() && !names.contains_key(one))
            .collect();
        let results = brief.results.iter();
        Self {
            results: results.filter(|one| one.criterion_id == criterion.id).collect(),
            belongs,
            names,
            elsewhere,
            charges: charges(brief.persona, &matter),
        }
    }

    /// The request with as much evidence as fits, in the order of names.
    pub(super) fn request(
        &self,
        prompt: &Prompt<'_>,
        brief: &OpinionRequest<'_>,
        criterion: &Criterion,
        room: u64,
    ) -> Result<ChatRequest, PromptError> {
        let results = self.results_told();
        let mut room = room;
        let mut fits = |words: &str| {
            let takes = words.len() as u64 + 64;
            let fits = takes <= room;
            room = room.saturating_sub(takes);
            fits
        };
        let shown: Vec<(&str, String)> = self
            .belongs
            .iter()
            .take(MOST_SHOWN)
            .map(|one| (one.name(), evidence_told(one)))
            .take_while(|(_, words)| fits(words))
            .collect();
        let rubric = criterion_told(criterion);
        let logic = logic_told(brief.persona, criterion);
        let words = shown.iter().map(|(_, words)| words.as_str());
        let fence = PromptFence::around(words.chain([rubric.as_str(), &logic, &results]));
        let evidence: Vec<FencedText<'_>> =
            shown.iter().map(|(name, words)| FencedText { name, words }).collect();
        let one = |name, words| fence.enclose(&[FencedText { name, words }]);
        prompt.filled(&BTreeMap::from([
            ("fence", fence.word().to_owned()),
            ("criterion", one("criterion", &rubric)),
            ("logic", one("logic", &logic)),
            ("results", one("results", &results)),
            ("evidence", fence.enclose(&evidence)),
        ]))
    }

    /// A reply without references that are none; nothing where none is left.
    pub(super) fn admitted(
        &self,
        reply: &PersonaOpinion,
        sample: u32,
        notes: &mut Vec<String>,
    ) -> Option<CitedReply> {
        let argument = reply.argument.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut cited = BTreeSet::new();
        for reference in &reply.cited_evidence {
            let reference = reference.trim().trim_matches(['[', ']', '`']);
            match self.names.get(reference) {
                Some(id) => drop(cited.insert((*id).clone())),
                None => notes.push(format!("sample {sample}: {}", self.refused(reference))),
            }
        }
        for word in argument.split(|c: char| c.is_whitespace() || "[](),;`".contains(c)) {
            let word = word.trim_end_matches(['.', ':']);
            if is_reference(word) && !self.names.contains_key(word) {
                let why = self.refused(word);
                notes.push(format!("sample {sample}: in the argument, {why}"));
            }
        }
        let score = RubricScore::new(reply.score);
        let dropped = match &score {
            Err(error) => Some(error.to_string()),
            Ok(_) if argument.is_empty() => Some("it gives no reasons".to_owned()),
            Ok(_) if cited.is_empty() => Some("it rests on no evidence".to_owned()),
            Ok(_) => None,
        };
        if let Some(why) = dropped {
            notes.push(format!("sample {sample}: dropped, {why}"));
            return None;
        }
        Some(CitedReply {
            score: score.ok()?,
            argument: argument.chars().take(LONGEST_ARGUMENT).collect(),
            cited: cited.into_iter().collect(),
        })
    }

    /// What the checks came to, a line each, with names that may be cited.
    fn results_told(&self) -> String {
        let named = |id: &EvidenceId| {
            let one = self.belongs.iter().find(|one| one.id == *id);
            one.map_or_else(|| id.to_string(), |one| one.name().to_owned())
        };
        let line = |one: &&CheckResult| {
            let evidence: Vec<String> = one.evidence.iter().map(named).collect();
            format!(
                "- {}: {:?}, {:?}; {}; seen: {}; expected: {}; remedy: {}; evidence: {}",
                one.check_id,
                one.outcome,
                one.severity,
                one.description,
                one.observed,
                one.expected,
                one.remediation,
                evidence.join(", ")
            )
        };
        let mut lines: Vec<String> = self.results.iter().map(line).collect();
        // Whoever checked first does not matter.
        lines.sort();
        if lines.is_empty() { "no checks".to_owned() } else { lines.join("\n") }
    }

    fn refused(&self, reference: &str) -> String {
        let shown: String = reference.chars().take(60).collect();
        if self.elsewhere.contains(reference) {
            format!("`{shown}` does not belong to this criterion")
        } else {
            format!("`{shown}` does not exist")
        }
    }
}

/// The first evidence of every check, then the second of every one: all are seen, whatever fits.
fn by_turns<'a>(
    results: &[&CheckResult],
    all: impl Iterator<Item = &'a Evidence>,
) -> Vec<&'a Evidence> {
    let mut turns: BTreeMap<&EvidenceId, usize> = BTreeMap::new();
    for result in results {
        for (turn, id) in result.evidence.iter().enumerate() {
            let first = turns.entry(id).or_insert(turn);
            *first = turn.min(*first);
        }
    }
    let mut all: Vec<&Evidence> = all.collect();
    all.sort_by_key(|one| turns.get(&one.id).copied());
    all
}

/// `repo#12`, `crossed#3`, or an id.
fn is_reference(word: &str) -> bool {
    let numbered = |(part, number): (&str, &str)| {
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let known = SubmissionArtifact::ALL.iter().any(|artifact| artifact.word() == part);
        digits && (known || part == CROSSED)
    };
    word.starts_with("ev:") || word.split_once('#').is_some_and(numbered)
}

fn criterion_told(criterion: &Criterion) -> String {
    format!(
        "{} ({})\nLook for: {}\nGood: {}\nBad: {}",
        criterion.name,
        criterion.id,
        criterion.instruction,
        criterion.success_pattern,
        criterion.failure_pattern
    )
}

fn logic_told(persona: Persona, criterion: &Criterion) -> String {
    let logic = &criterion.logic;
    let own = match persona {
        Persona::Prosecutor => &logic.prosecutor,
        Persona::Defense => &logic.defense,
        Persona::TechLead => &logic.tech_lead,
    };
    let all = [logic.all.trim(), own.trim()];
    let told: Vec<&str> = all.into_iter().filter(|words| !words.is_empty()).collect();
    if told.is_empty() { "nothing".to_owned() } else { told.join("\n") }
}

fn evidence_told(one: &Evidence) -> String {
    let fact = serde_json::to_string(&one.fact).unwrap_or_default();
    let cut = |text: &str| -> String { text.chars().take(LONGEST_SHOWN).collect() };
    let found = if one.found { "found" } else { "not found" };
    format!("{} at {}, {found}: {}\n{}", one.id, one.location, cut(&fact), cut(&one.content))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use jurat_model::{EvidenceLocation, SubmissionArtifact};

    use super::{CitableEvidence, PersonaOpinion};
    use crate::model::{Evidence, EvidenceFact};

    /// What is noted of a reply where only `repo#0` may be cited; whether it is kept.
    #[track_caller]
    fn check(argument: &str, cited: &str, score: u8, kept: bool, noted: &[&str]) {
        let at = EvidenceLocation::to(SubmissionArtifact::Repo, "src/graph.py");
        let fact = EvidenceFact::Nothing { sought: "a graph".to_owned() };
        let one = Evidence::of(fact, at, String::new());
        let record = CitableEvidence {
            results: Vec::new(),
            belongs: vec![&one],
            names: BTreeMap::from([("repo#0", &one.id)]),
            elsewhere: BTreeSet::new(),
            charges: Vec::new(),
        };
        let reply = PersonaOpinion {
            argument: argument.to_owned(),
            cited_evidence: vec![cited.to_owned()],
            score,
        };
        let mut notes = Vec::new();
        assert_eq!(record.admitted(&reply, 1, &mut notes).is_some(), kept);
        assert_eq!(notes, noted);
    }

    #[test]
    fn a_reply_is_never_dropped_without_a_note() {
        check("Mend it.", "repo#0", 4, true, &[]);
        let why = "sample 1: dropped, 9 is no score: it is a whole number from 1 to 5";
        check("Mend it.", "repo#0", 9, false, &[why]);
        check(" ", "repo#0", 4, false, &["sample 1: dropped, it gives no reasons"]);
    }

    #[test]
    fn a_name_of_what_was_crossed_is_a_reference() {
        let why = "sample 1: in the argument, `crossed#7` does not exist";
        check("Mend it [crossed#7].", "repo#0", 4, true, &[why]);
        check("See issue#7 and crossed#x.", "repo#0", 4, true, &[]);
    }
}
