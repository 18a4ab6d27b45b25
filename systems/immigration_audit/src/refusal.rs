//! A refusal taken apart: what it says, what in the matter answers to it, what is left to do, and until when.

use jurat_model::{ByteSpan, SourceExhibit};
use jurat_tools::{ToolServices, tool_named};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::model::{FactPlace, MatterFile, PackAssessment, RequirementStanding};

/// A refusal, taken apart.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RefusalAnalysis {
    /// Letters and notes that were read.
    pub letters: Vec<String>,
    /// The day of the refusal, where a letter says it.
    pub refused_on: Option<String>,
    pub reasons: Vec<RefusalReason>,
    pub deadlines: Vec<RefusalDeadline>,
    /// What could not be told.
    pub open: Vec<String>,
}

/// A reason that a letter gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RefusalReason {
    pub reason: String,
    pub remedy: String,
    /// Where it stands.
    pub places: Vec<FactPlace>,
    /// Triggers of the pack that the matter's own papers show.
    pub shown_in_matter: Vec<String>,
}

/// Until when something can be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RefusalDeadline {
    pub remedy: String,
    pub provision: String,
    pub last_day: String,
    pub is_over: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RefusalWords {
    letters: Vec<String>,
    reasons: Vec<ReasonWords>,
    deadlines: Vec<DeadlineWords>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReasonWords {
    id: String,
    words: String,
    cues: Vec<String>,
    remedy: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeadlineWords {
    rule: String,
    #[serde(rename = "where")]
    remedy: String,
    #[serde(default)]
    types: Vec<String>,
}

/// Takes the letters of a matter apart.
pub fn refusal_analysis(
    files: &[MatterFile],
    exhibits: &[SourceExhibit],
    assessment: &PackAssessment,
    as_of: &str,
) -> Result<RefusalAnalysis, String> {
    let words: RefusalWords = serde_json::from_str(include_str!("../data/refusal_reasons.json"))
        .map_err(|error| format!("data/refusal_reasons.json: {error}"))?;
    let letters: Vec<&MatterFile> =
        files.iter().filter(|file| words.letters.contains(&file.kind)).collect();
    let mut analysis = RefusalAnalysis {
        letters: letters.iter().map(|file| file.path.clone()).collect(),
        ..RefusalAnalysis::default()
    };
    if letters.is_empty() {
        analysis.open.push("no refusal letter and no officer's notes were seen".to_owned());
    }
    for reason in &words.reasons {
        let places: Vec<FactPlace> = letters
            .iter()
            .filter_map(|file| Some((file, exhibit_of(file, exhibits)?)))
            .flat_map(|(file, exhibit)| places_of(reason, file, exhibit))
            .collect();
        if !places.is_empty() {
            analysis.reasons.push(RefusalReason {
                reason: reason.words.clone(),
                remedy: reason.remedy.clone(),
                places,
                shown_in_matter: shown(reason, assessment),
            });
        }
    }
    let refusals = letters.iter().filter(|file| file.kind == "refusal_letter");
    let refused_on = refusals.filter_map(|file| file.dated).filter(|day| day.is_whole()).max();
    match refused_on {
        Some(day) => {
            analysis.refused_on = Some(day.to_string());
            analysis.deadlines =
                deadlines(&words.deadlines, (&day.to_string(), as_of), &assessment.pack)?;
        }
        None => analysis.open.push(
            "the day of the refusal could not be read: count the days for judicial review by hand"
                .to_owned(),
        ),
    }
    if !letters.iter().any(|file| file.kind == "officer_notes") {
        analysis.open.push("the officer's notes are not there: ask for them".to_owned());
    }
    Ok(analysis)
}

fn exhibit_of<'e>(
    file: &MatterFile,
    exhibits: &'e [SourceExhibit],
) -> Option<&'e SourceExhibit> {
    exhibits.iter().find(|it| Some(it.rendition) == file.rendition)
}

/// The sentences of a letter that give a reason.
fn places_of(reason: &ReasonWords, file: &MatterFile, exhibit: &SourceExhibit) -> Vec<FactPlace> {
    let mut places = Vec::new();
    let mut start = 0;
    for sentence in exhibit.text.split_inclusive(['.', '\n', ';']) {
        let end = start + sentence.len();
        let folded = sentence.to_lowercase();
        if reason.cues.iter().any(|cue| folded.contains(cue)) {
            let words = sentence.trim();
            let at = start + sentence.len() - sentence.trim_start().len();
            places.push(FactPlace {
                file: file.id.clone(),
                page: None,
                form_path: None,
                span: Some(ByteSpan { start: at, end: at + words.len() }),
                words: words.to_owned(),
            });
        }
        start = end;
    }
    places
}

/// Triggers that speak of the same and that papers show.
fn shown(reason: &ReasonWords, assessment: &PackAssessment) -> Vec<String> {
    let triggers = assessment.triggers.iter();
    let same = triggers.filter(|it| {
        it.standing == RequirementStanding::Met
            && (it.id.contains(&reason.id)
                || reason.cues.iter().any(|cue| it.words.to_lowercase().contains(cue)))
    });
    same.map(|it| it.words.clone()).collect()
}

/// The days that the law gives, by the table that knows them.
fn deadlines(
    rules: &[DeadlineWords],
    (event, as_of): (&str, &str),
    application: &str,
) -> Result<Vec<RefusalDeadline>, String> {
    let services = ToolServices::built_in().map_err(|error| error.to_string())?;
    let (_, tool) = tool_named("deadline_compute").map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    let meant = rules
        .iter()
        .filter(|it| it.types.is_empty() || it.types.iter().any(|kind| kind == application));
    for rule in meant {
        let asked = json!({ "as_of": as_of, "rule": rule.rule, "event": event });
        let answer = tool.call(&services, asked).map_err(|error| error.to_string())?.content;
        let last_day = answer["last_day"].as_str().unwrap_or_default().to_owned();
        let provision = answer["provision"].as_array().into_iter().flatten();
        let provision: Vec<&str> = provision.filter_map(serde_json::Value::as_str).collect();
        all.push(RefusalDeadline {
            remedy: rule.remedy.clone(),
            provision: provision.join(", "),
            is_over: last_day.as_str() < as_of,
            last_day,
        });
    }
    Ok(all)
}
