//! Research: decisions and guidance on what a matter turns on, for the client and against, within the tier's limit.

mod decision_graph;
mod desk;
mod leading;
mod matter_citations;
mod pack_search;
mod questions;
mod replacement;
mod settings;
mod word_likeness;

use jurat_citator::{CaseCoverage, CoverageRow};
use jurat_model::SourceExhibit;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::model::{
    Authority, AuthoritySide, CitationVerification, DetectiveFindings, Finding, MatterFile,
    PackAssessment, PolicyCitation, ResearchNote, TierLimits,
};

use decision_graph::GraphFindings;
use leading::LeadingAuthorities;
use matter_citations::cited_in_matter;
use pack_search::{PackSearch, list, word};
use questions::ResearchQuestion;
use replacement::CitationMending;
use settings::ResearchSettings;

pub use desk::{LocalResearchDesk, NoResearchDesk, OpenServices, ResearchDesk};
pub use matter_citations::MATTER_FILE;
pub use replacement::REPLACED;

/// What the detective is given.
pub struct ResearchOrder<'a> {
    pub application_type: &'a str,
    pub as_of: &'a str,
    pub limits: &'a TierLimits,
    pub files: &'a [MatterFile],
    pub exhibits: &'a [SourceExhibit],
    pub assessment: &'a PackAssessment,
    pub findings: &'a [Finding],
    /// What was cited in the round before; nothing in the first.
    pub cited_before: &'a [Authority],
    /// What failed in the round before.
    pub failed: &'a [CitationVerification],
    /// What was noted in the rounds before.
    pub notes_before: &'a [ResearchNote],
}

/// What came of it: findings, and the texts that quotes are out of.
#[derive(Debug, Clone, Default)]
pub struct ResearchResult {
    pub findings: DetectiveFindings,
    pub texts: AuthorityTexts,
}

/// Texts of authorities, and what is held of which court, so that they can be checked without asking again.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct AuthorityTexts {
    pub texts: Vec<SourceExhibit>,
    pub coverage: Vec<CoverageRow>,
}

/// Does the research of one round. Services are asked in a fixed order; what they do not cover is a note.
pub fn research(
    desk: &dyn ResearchDesk,
    order: &ResearchOrder<'_>,
) -> Result<ResearchResult, String> {
    let settings = ResearchSettings::shipped()?;
    let general = settings.general.get(order.application_type);
    let general = general.or_else(|| settings.general.get("other")).map(String::as_str);
    let most = usize::try_from(order.limits.max_citations).unwrap_or(usize::MAX);
    let questions = questions::questions(
        order.assessment,
        order.findings,
        (general.unwrap_or_default(), most),
    );
    let mut search = PackSearch::new(desk, &settings, order.as_of);
    let replaced = order.notes_before.iter().filter(|it| it.outcome == REPLACED);
    search.notes.extend(replaced.cloned());
    let leading = LeadingAuthorities::new(&settings, order.application_type, order.as_of);
    let coverage = coverage(&mut search);
    let found: Vec<QuestionAnswers> = questions
        .iter()
        .map(|question| QuestionAnswers::of(question, &mut search, &leading, order.limits))
        .collect();
    let policies = chosen_policies(&found, most);
    let room = most.saturating_sub(policies.len());
    let case_law = if order.cited_before.is_empty() {
        first_choice(order, (&settings, &leading), &found, (room, &mut search))
    } else {
        CitationMending {
            order,
            leading: &leading,
            found: &found,
            search: &mut search,
        }
        .mended()
    };
    for authority in &case_law {
        // What other sources know only by name is looked for among the texts.
        let _ = search.full_text(&authority.citation);
    }
    let graph = if order.limits.kg_search {
        GraphFindings::around(&case_law, &mut search)
    } else {
        GraphFindings::default()
    };
    let PackSearch { notes, texts, .. } = search;
    Ok(ResearchResult {
        findings: DetectiveFindings {
            case_law,
            policy_citations: policies,
            research_notes: notes,
            similar: graph.similar,
            judges: graph.judges,
        },
        texts: AuthorityTexts { texts, coverage },
    })
}

/// What was found on one question.
struct QuestionAnswers {
    cited_for: String,
    decisions: Vec<Authority>,
    policies: Vec<PolicyCitation>,
}

impl QuestionAnswers {
    fn of(
        question: &ResearchQuestion,
        search: &mut PackSearch<'_>,
        leading: &LeadingAuthorities<'_>,
        limits: &TierLimits,
    ) -> Self {
        let most = if limits.deep_analysis { 8 } else { 4 };
        let mut decisions = opposed_second(search.decisions(question, most));
        let table = leading.on(question);
        search.notes.push(ResearchNote {
            service: "authority_table".to_owned(),
            query: question.words.clone(),
            outcome: if table.is_empty() { "empty" } else { "found" }.to_owned(),
            words: String::new(),
        });
        decisions.extend(table);
        Self {
            cited_for: question.cited_for.clone(),
            decisions,
            policies: search.policies(question, 2),
        }
    }
}

/// What is against the client comes right behind what is likeliest, so that it is not cut off by the tier's limit.
fn opposed_second(mut decisions: Vec<Authority>) -> Vec<Authority> {
    let against = decisions.iter().position(|it| it.side == AuthoritySide::AgainstUs);
    if let Some(at) = against.filter(|at| 1 < *at) {
        let opposed = decisions.remove(at);
        decisions.insert(1, opposed);
    }
    decisions
}

/// One of each question in turn, until there is no room: papers of the matter first, then what every matter is judged under.
fn first_choice(
    order: &ResearchOrder<'_>,
    (settings, leading): (&ResearchSettings, &LeadingAuthorities<'_>),
    found: &[QuestionAnswers],
    (room, search): (usize, &mut PackSearch<'_>),
) -> Vec<Authority> {
    let mut own = cited_in_matter(order.files, order.exhibits, (settings, order.as_of));
    if room < own.len() {
        search.notes.push(ResearchNote {
            service: MATTER_FILE.to_owned(),
            query: "decisions that the papers cite".to_owned(),
            outcome: "outside_coverage".to_owned(),
            words: format!(
                "{} further decisions that the papers cite were not looked at: the tier allows no more",
                own.len() - room
            ),
        });
        own.truncate(room);
    }
    let mut all = own;
    for authority in leading.standing() {
        add(&mut all, authority, room);
    }
    let deepest = found.iter().map(|it| it.decisions.len()).max().unwrap_or_default();
    for rank in 0..deepest {
        for answers in found {
            if let Some(authority) = answers.decisions.get(rank) {
                add(&mut all, authority.clone(), room);
            }
        }
    }
    all
}

fn add(all: &mut Vec<Authority>, authority: Authority, room: usize) {
    if all.len() < room && !all.iter().any(|it| it.citation == authority.citation) {
        all.push(authority);
    }
}

/// One of each question in turn, and never more than a third of all.
fn chosen_policies(found: &[QuestionAnswers], most: usize) -> Vec<PolicyCitation> {
    let deepest = found.iter().map(|it| it.policies.len()).max().unwrap_or_default();
    let mut all: Vec<PolicyCitation> = Vec::new();
    for rank in 0..deepest {
        for policy in found.iter().filter_map(|it| it.policies.get(rank)) {
            let is_new = !all.iter().any(|it| it.text_hash == policy.text_hash);
            if is_new && all.len() < most / 3 {
                all.push(policy.clone());
            }
        }
    }
    all
}

/// What packs say that they hold: only where it is whole does it follow from "not found" that there is none.
fn coverage(search: &mut PackSearch<'_>) -> Vec<CoverageRow> {
    let asked = json!({ "as_of": search.as_of });
    let Some(answer) = search.ask("caselaw_metadata", "coverage", asked) else {
        return Vec::new();
    };
    let year = |end: &Json, otherwise: u16| {
        let written = end.as_str().and_then(|it| it.get(..4)?.parse().ok());
        let number = end.as_u64().and_then(|it| u16::try_from(it).ok());
        number.or(written).unwrap_or(otherwise)
    };
    let this_year = search.as_of.get(..4).and_then(|it| it.parse().ok()).unwrap_or(0);
    let packs = list(&answer["coverage"]).iter();
    packs
        .flat_map(|pack| list(&pack["claims"]))
        .filter(|claim| claim["court"].is_string())
        .map(|claim| CoverageRow {
            court: word(&claim["court"]),
            from: year(&claim["from"], 0),
            to: year(&claim["to"], this_year),
            coverage: match claim["extent"].as_str() {
                Some("whole") => CaseCoverage::Whole,
                _ => CaseCoverage::Part,
            },
        })
        .collect()
}
