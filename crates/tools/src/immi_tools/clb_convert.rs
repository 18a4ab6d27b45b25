//! `clb_convert`: scores of a language test to benchmark levels, and levels to the scores that reach them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolServices,
    language_tests::{ABILITIES, LanguageTest},
    table::{AnswerBasis, TableStamp, in_force},
    tool::TypedTool,
};

pub(crate) struct ClbConvert;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClbRequest {
    /// The day on which the test was taken.
    as_of: CivilDay,
    /// The test: `ielts_general`, `celpip_general`, `pte_core`, `tef_canada`, `tef_canada_old_score`, `tcf_canada`.
    test: String,
    /// Scores as the test prints them; give these or `levels`.
    scores: Option<AbilityScores>,
    /// Levels whose least scores are asked for; give these or `scores`.
    levels: Option<AbilityLevels>,
}

/// Scores by ability; any of the four.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AbilityScores {
    listening: Option<f64>,
    reading: Option<f64>,
    speaking: Option<f64>,
    writing: Option<f64>,
}

/// Levels by ability; any of the four.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AbilityLevels {
    listening: Option<u8>,
    reading: Option<u8>,
    speaking: Option<u8>,
    writing: Option<u8>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClbAnswer {
    test: String,
    name: String,
    /// `en` or `fr`.
    language: String,
    /// `CLB` or `NCLC`.
    framework: String,
    abilities: Vec<AbilityResult>,
    /// The lowest level of the abilities given, 0 where one is below the first level of the table; null where levels were given.
    lowest_level: Option<u8>,
    note: Option<String>,
    basis: AnswerBasis,
}

/// One ability, both ways.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AbilityResult {
    ability: String,
    /// The score given; null where a level was given.
    score: Option<f64>,
    /// The level; null where the score is below the first level of the table.
    level: Option<u8>,
    /// Whether the level means this one or any above.
    or_more: bool,
    /// Scores of that level.
    lowest_score: Option<f64>,
    highest_score: Option<f64>,
}

impl TypedTool for ClbConvert {
    const NAME: &'static str = "clb_convert";
    const ABOUT: &'static str = "Scores of a language test to CLB or NCLC levels (4 to 10; 10 means 10 or more), or \
        levels to the least scores that reach them, by the table of the day of the test.";
    type Input = ClbRequest;
    type Output = ClbAnswer;

    fn run(services: &ToolServices, input: ClbRequest) -> Result<ClbAnswer, ToolFailure> {
        let table = &services.language_tests;
        let used = in_force(&table.body.versions, input.as_of, &table.head.title)?;
        let test = test_named(&used.rule.tests, &input.test)?;
        accepted(test, input.as_of)?;
        let abilities = match (&input.scores, &input.levels) {
            (Some(scores), None) => from_scores(test, scores)?,
            (None, Some(levels)) => from_levels(test, levels)?,
            (None, None) => return Err(ToolFailure::bad("scores", "nothing", EITHER)),
            (Some(_), Some(_)) => return Err(ToolFailure::bad("levels", "both", EITHER)),
        };
        if abilities.is_empty() {
            return Err(ToolFailure::bad("scores", "no ability", ABILITIES));
        }
        let mut stamp = TableStamp::new(table, used, input.as_of);
        if let Some(words) = table.doubt_named(test.doubt.as_deref()) {
            stamp.doubt("the cells of this test are in doubt".to_owned());
            stamp.doubts.push(words);
        }
        let least = abilities.iter().map(|it| it.level.unwrap_or(0)).min();
        Ok(ClbAnswer {
            test: test.id.clone(),
            name: test.name.clone(),
            language: test.language.clone(),
            framework: test.framework.clone(),
            lowest_level: least.filter(|_| input.scores.is_some()),
            abilities,
            note: test.note.clone(),
            basis: AnswerBasis::new(input.as_of, vec![stamp]),
        })
    }
}

const EITHER: [&str; 1] = ["`scores` or `levels`, one of them"];

fn test_named<'t>(
    tests: &'t [LanguageTest],
    name: &str,
) -> Result<&'t LanguageTest, ToolFailure> {
    tests.iter().find(|test| test.id == name).ok_or_else(|| {
        ToolFailure::bad("test", format!("{name:?}"), tests.iter().map(|test| test.id.clone()))
    })
}

fn accepted(test: &LanguageTest, day: CivilDay) -> Result<(), ToolFailure> {
    match test.accepted_from {
        Some(first) if day < first => {
            let covers = format!("{}, accepted from {first}", test.name);
            Err(ToolFailure::outside("as_of", day.to_string(), covers))
        }
        _ => Ok(()),
    }
}

fn from_scores(
    test: &LanguageTest,
    scores: &AbilityScores,
) -> Result<Vec<AbilityResult>, ToolFailure> {
    let values = [scores.listening, scores.reading, scores.speaking, scores.writing];
    let given = ABILITIES
        .into_iter()
        .zip(values)
        .filter_map(|(it, score)| Some((it, score?)));
    given
        .map(|(ability, score)| from_score(test, ability, score))
        .collect()
}

fn from_score(
    test: &LanguageTest,
    ability: &str,
    score: f64,
) -> Result<AbilityResult, ToolFailure> {
    if !test.can_give(ability, score) {
        let (lowest, highest, step) = test.scale(ability);
        let allowed = format!("{lowest} to {highest} in steps of {step}");
        return Err(ToolFailure::bad(
            format!("scores.{ability}"),
            score.to_string(),
            [allowed],
        ));
    }
    let level = test.level(ability, score);
    let band = level.and_then(|level| test.scores(ability, level));
    Ok(result(test, ability, (Some(score), level), band))
}

fn from_levels(
    test: &LanguageTest,
    levels: &AbilityLevels,
) -> Result<Vec<AbilityResult>, ToolFailure> {
    let values = [levels.listening, levels.reading, levels.speaking, levels.writing];
    let given = ABILITIES
        .into_iter()
        .zip(values)
        .filter_map(|(it, level)| Some((it, level?)));
    let one = |(ability, level)| {
        let band = test.scores(ability, level).ok_or_else(|| {
            let (least, most) = test.levels(ability);
            let allowed = format!("{least} to {most}");
            ToolFailure::bad(format!("levels.{ability}"), level.to_string(), [allowed])
        })?;
        Ok(result(test, ability, (None, Some(level)), Some(band)))
    };
    given.map(one).collect()
}

fn result(
    test: &LanguageTest,
    ability: &str,
    (score, level): (Option<f64>, Option<u8>),
    band: Option<(f64, f64)>,
) -> AbilityResult {
    AbilityResult {
        ability: ability.to_owned(),
        score,
        level,
        or_more: level == Some(test.levels(ability).1),
        lowest_score: band.map(|it| it.0),
        highest_score: band.map(|it| it.1),
    }
}
