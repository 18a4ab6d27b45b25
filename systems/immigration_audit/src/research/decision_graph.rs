//! What the graph of decisions adds, where packs have one: decisions like those that carry a point, and how decisions of the
//! judges who gave them came out.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::pack_search::{PackSearch, SIMILAR, list, word};
use crate::model::{Authority, BenchStatistic, SimilarDecision};

/// Cited decisions that others are compared with.
const MOST_COMPARED: usize = 3;
/// Decisions that are told to be like one.
const MOST_ALIKE: u32 = 5;
/// Judges whose figures are told.
const MOST_JUDGES: usize = 3;

/// Decisions beside those that are cited, and figures of judges.
#[derive(Default)]
pub(super) struct GraphFindings {
    pub(super) similar: Vec<SimilarDecision>,
    pub(super) judges: Vec<BenchStatistic>,
    /// How many of the decisions that were looked at each judge gave.
    gave: BTreeMap<String, usize>,
}

impl GraphFindings {
    pub(super) fn around(case_law: &[Authority], search: &mut PackSearch<'_>) -> Self {
        let mut found = Self::default();
        let held = case_law.iter().filter(|it| it.source.service == "caselaw");
        let held: Vec<&Authority> = held.take(MOST_COMPARED).collect();
        if held.is_empty() {
            // What there is to compare with is told all the same.
            let asked = json!({ "as_of": search.as_of });
            let _ = search.ask("kg_metadata", "similar decisions and judges", asked);
        }
        for authority in held {
            found.compare(authority, case_law, search);
        }
        found.judge_figures(search);
        found
    }

    fn compare(
        &mut self,
        authority: &Authority,
        cited: &[Authority],
        search: &mut PackSearch<'_>,
    ) {
        let citation = authority.citation.as_str();
        let asked = json!({ "as_of": search.as_of, "citation": citation, "limit": MOST_ALIKE });
        let Some(answer) = search.ask(SIMILAR, citation, asked) else { return };
        self.count_judge(&answer["decision"]);
        for alike in list(&answer["results"]) {
            let decision = &alike["decision"];
            self.count_judge(decision);
            let Some(other) = decision["citation"].as_str() else { continue };
            let reason = format!("like {citation}: {}", reasons(&alike["why"]).join(", "));
            if let Some(told) = self.similar.iter_mut().find(|it| it.citation == other) {
                told.why.push(reason);
            } else if !cited.iter().any(|it| it.citation == other) {
                self.similar.push(SimilarDecision {
                    citation: other.to_owned(),
                    why: vec![reason],
                    outcome: word(&decision["outcome"]),
                });
            }
        }
    }

    fn count_judge(&mut self, decision: &Json) {
        if let Some(judge) = decision["judge"].as_str() {
            *self.gave.entry(judge.to_owned()).or_default() += 1;
        }
    }

    /// The figures of those who gave most of what was looked at.
    fn judge_figures(&mut self, search: &mut PackSearch<'_>) {
        let mut most: Vec<(&String, &usize)> = self.gave.iter().collect();
        most.sort_by(|(one, a), (other, b)| b.cmp(a).then_with(|| one.cmp(other)));
        for (judge, _) in most.into_iter().take(MOST_JUDGES) {
            let asked = json!({ "as_of": search.as_of, "judge": judge });
            let answer = search.ask("kg_judge_stats", judge, asked);
            self.judges.extend(answer.as_ref().and_then(statistic));
        }
    }
}

/// Why a decision is like another, in words.
fn reasons(why: &Json) -> Vec<String> {
    let all =
        |key: &str| -> Vec<&str> { list(&why[key]).iter().filter_map(Json::as_str).collect() };
    let lists = [("both cite", "shared_authorities"), ("both turn on", "shared_issues")];
    let flags = [
        ("one cites the other", "cites_each_other"),
        ("the same country", "same_country"),
        ("the same court", "same_court"),
        ("the same outcome", "same_outcome"),
    ];
    let lists = lists.into_iter().filter_map(|(words, key)| {
        let all = all(key);
        (!all.is_empty()).then(|| format!("{words} {}", all.join("; ")))
    });
    let flags = flags
        .into_iter()
        .filter(|(_, key)| why[*key] == true)
        .map(|(words, _)| words.to_owned());
    lists.chain(flags).collect()
}

fn statistic(answer: &Json) -> Option<BenchStatistic> {
    let figures = &answer["figures"];
    let count = |key: &str| figures[key].as_u64().and_then(|it| u32::try_from(it).ok());
    let bound =
        |at: usize, otherwise: f64| figures["interval"][at].as_f64().unwrap_or(otherwise);
    let warning = figures["warning"].as_str().or(answer["note"].as_str());
    Some(BenchStatistic {
        judge: figures["name"].as_str()?.to_owned(),
        decisions: count("decisions")?,
        allowed: count("allowed")?.saturating_add(count("allowed_in_part")?),
        // Where no outcome is known any share may be.
        interval: (bound(0, 0.0), bound(1, 1.0)),
        warning: warning.unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{reasons, statistic};

    #[test]
    fn likeness_is_told_by_its_reasons() {
        let why = json!({
            "shared_authorities": ["2019 SCC 65"], "shared_issues": [], "cites_each_other": true,
            "same_country": false, "same_court": true, "same_outcome": false,
        });
        assert_eq!(
            reasons(&why),
            ["both cite 2019 SCC 65", "one cites the other", "the same court"]
        );
    }

    #[test]
    fn figures_without_outcomes_bound_nothing() {
        let figures = json!({
            "name": "Tarnwell", "decisions": 2, "allowed": 0, "allowed_in_part": 0, "interval": null, "warning": "few",
        });
        let told = statistic(&json!({ "figures": figures, "note": "a count" }));
        assert_eq!(
            told.map(|it| (it.interval, it.warning)),
            Some(((0.0, 1.0), "few".to_owned()))
        );
        assert_eq!(statistic(&json!({ "figures": {} })), None);
    }
}
