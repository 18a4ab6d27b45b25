//! `minimum_lookup`: fees, funds, ages, language minima, residence and validity, as they stood on a day.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolLimits, ToolServices,
    legal_minima::FactInForce,
    table::{AnswerBasis, TableStamp},
    tool::TypedTool,
};

pub(crate) struct MinimumLookup;

/// The most facts of one answer; the largest group has fewer.
const MOST: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MinimumRequest {
    /// The day whose rules are asked for.
    as_of: CivilDay,
    /// One fact by its id, as `fee_study_permit`; give this or `group`.
    fact: Option<String>,
    /// All facts of a group, as `fee`, `funds`, `age` or `validity`; give this or `fact`.
    group: Option<String>,
    /// People in the family, for amounts that go by it.
    #[schemars(range(min = 1, max = 100))]
    family_size: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MinimumAnswer {
    outcome: AnswerOutcome,
    facts: Vec<FactAnswer>,
    /// Facts of the group that the table does not have for this day, each with why.
    outside_coverage: Vec<String>,
    basis: AnswerBasis,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FactAnswer {
    id: String,
    group: String,
    title: String,
    provision: Vec<String>,
    /// As the table has it; amounts are in the currency named.
    value: Json,
    /// The amount for the family size given; null where it does not go by that.
    for_family: Option<u64>,
    note: Option<String>,
    /// The first day of the version used.
    table_of: CivilDay,
    known_until: CivilDay,
    assessable: bool,
}

impl TypedTool for MinimumLookup {
    const NAME: &'static str = "minimum_lookup";
    const ABOUT: &'static str = "Fees, funds, ages, language and experience minima, residence, bars and validity of \
        Canadian immigration law on a day: one fact by id, or all of a group. Amounts are in Canadian dollars.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 20_000, results: Some(MOST) };
    type Input = MinimumRequest;
    type Output = MinimumAnswer;

    fn run(
        services: &ToolServices,
        input: MinimumRequest,
    ) -> Result<MinimumAnswer, ToolFailure> {
        let minima = &services.minima;
        let (mut found, mut outside) = (Vec::new(), Vec::new());
        match (&input.fact, &input.group) {
            (Some(id), None) => found.push(minima.fact(id, input.as_of, "fact")?),
            (None, Some(group)) => {
                let groups = minima.groups();
                if !groups.contains(group) {
                    return Err(ToolFailure::bad("group", format!("{group:?}"), groups));
                }
                let facts = minima.body.facts.iter().filter(|fact| fact.group == *group);
                for fact in facts.take(MOST) {
                    match minima.in_force(fact, input.as_of) {
                        Ok(fact) => found.push(fact),
                        Err(failure) => outside.push(failure.to_string()),
                    }
                }
            }
            _ => {
                return Err(ToolFailure::bad("fact", "not one of both", ["`fact` or `group`"]));
            }
        }
        let outcome =
            if found.is_empty() { AnswerOutcome::Empty } else { AnswerOutcome::Found };
        let facts = found.iter().map(|fact| told(fact, input.family_size)).collect();
        let stamps = merged(found.into_iter().map(|fact| fact.stamp).collect());
        let basis = AnswerBasis::new(input.as_of, stamps);
        Ok(MinimumAnswer { outcome, facts, outside_coverage: outside, basis })
    }

    fn outcome(output: &MinimumAnswer) -> AnswerOutcome {
        output.outcome
    }
}

fn told(found: &FactInForce<'_>, family_size: Option<u32>) -> FactAnswer {
    FactAnswer {
        id: found.fact.id.clone(),
        group: found.fact.group.clone(),
        title: found.fact.title.clone(),
        provision: found.fact.provision.clone(),
        value: found.value.clone(),
        for_family: family_size.and_then(|size| found.for_family(size)),
        note: found.fact.note.clone(),
        table_of: found.stamp.from,
        known_until: found.stamp.known_until,
        assessable: found.stamp.assessable,
    }
}

/// Each kind of stamp once: facts of one source and version differ in their titles alone.
pub(super) fn merged(stamps: Vec<TableStamp>) -> Vec<TableStamp> {
    let mut kept: Vec<TableStamp> = Vec::new();
    for stamp in stamps {
        let alike = |it: &TableStamp| {
            let titled = TableStamp { title: stamp.title.clone(), ..it.clone() };
            titled == stamp
        };
        match kept.iter_mut().find(|it| alike(it)) {
            Some(one) if one.title != stamp.title => {
                "Minima of Canadian immigration law".clone_into(&mut one.title);
            }
            Some(_) => {}
            None => kept.push(stamp),
        }
    }
    kept
}
