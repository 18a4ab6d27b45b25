//! Attaches audits to the stages of any workflow: a stage's `x-audit` becomes a stage that checks
//! what it made, and, where the policy says `retry_once`, a way back to it, once.
//!
//! It works on the text of a definition before the engine reads it. A run is pinned to what comes
//! out, so that nothing depends on how this is done in a later version.

use std::collections::BTreeMap;

use jurat_engine::{Channel, StageCtx};
use jurat_model::{
    ReviewIssue,
    audit::{self, Enforcement},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

/// The key of a stage that wants to be audited.
const KEY: &str = "x-audit";
/// The function of the stages that check.
pub(crate) const AUDIT_FUNCTION: &str = "pipeline_audit.stage";
/// The channel that holds what the audits found, by stage.
pub const STAGE_AUDITS: Channel<BTreeMap<String, StageAudit>> = Channel::new(CHANNEL);
const CHANNEL: &str = "stage_audits";

/// An audit that cannot be attached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("stage `{stage}`: `{KEY}`: {message}")]
pub struct AttachError {
    stage: String,
    message: String,
}

impl AttachError {
    /// The stage that asks for it.
    pub fn stage(&self) -> &str {
        &self.stage
    }
}

/// What the audit of a stage found.
#[derive(Debug, Serialize, Deserialize)]
pub struct StageAudit {
    /// Whether its work may stand.
    pub ok: bool,
    /// What is wrong, and how to mend it.
    pub issues: Vec<audit::Issue>,
}

/// Audits again what a stage made: by the settings of its audit, on the channels of the finished run.
pub type AuditAgain = fn(&Json, &Json) -> Result<Json, String>;

/// What the audit of this stage found in its last work, for its next; nothing where the work was
/// good, or was never audited.
pub fn feedback(ctx: &StageCtx) -> Vec<ReviewIssue> {
    let found = StageAudit::deserialize(&ctx.json(CHANNEL)[ctx.stage()]);
    let severe = found.ok().filter(|found| !found.ok).map(|found| found.issues);
    let severe = severe
        .into_iter()
        .flatten()
        .filter(|it| audit::IssueSeverity::Warn <= it.severity);
    severe
        .map(|issue| ReviewIssue {
            code: issue.code,
            statement: None,
            message: issue.msg,
            hint: issue.suggested_fix,
        })
        .collect()
}

/// What decides how an audit is attached. The rest of `x-audit` is the checking stage's own.
#[derive(Deserialize)]
struct AuditAttachment {
    #[serde(default)]
    mode: Enforcement,
}

/// The definition with all audits attached. One that has none, or that cannot be read as JSON,
/// comes back as it is: what is wrong with it is for the engine to say.
pub fn attached(text: &str) -> Result<String, AttachError> {
    let Some(mut definition) = with_audits(text) else { return Ok(text.to_owned()) };
    let stages = definition.get("stages").and_then(Json::as_array).cloned();
    let audited: Vec<(String, Json)> = stages
        .unwrap_or_default()
        .iter()
        .filter_map(|stage| Some((id(stage)?.to_owned(), stage.get(KEY)?.clone())))
        .collect();
    for (stage, wanted) in audited {
        attach(&mut definition, &stage, &wanted)?;
    }
    Ok(Json::Object(definition).to_string())
}

fn with_audits(text: &str) -> Option<Map<String, Json>> {
    if !text.contains(KEY) {
        return None;
    }
    serde_json::from_str(text).ok()
}

fn id(stage: &Json) -> Option<&str> {
    stage.get("id")?.as_str()
}

fn attach(
    definition: &mut Map<String, Json>,
    stage: &str,
    wanted: &Json,
) -> Result<(), AttachError> {
    let wrong = |message: &str| AttachError { stage: stage.into(), message: message.into() };
    let mode = AuditAttachment::deserialize(wanted)
        .map_err(|error| wrong(&error.to_string()))?
        .mode;
    let check = format!("{stage}_audit");
    channel(definition);
    let stages = definition.get_mut("stages").and_then(Json::as_array_mut);
    let stages = stages.ok_or_else(|| wrong("there are no stages"))?;
    if let Some(there) = stages.iter().find(|one| id(one) == Some(check.as_str())) {
        // `workflow show --json` gives a definition with its audits in it, and that one runs too.
        if there["run"] == AUDIT_FUNCTION && there["with"] == with(wanted, stage) {
            return Ok(());
        }
        return Err(wrong(&format!("the name `{check}` is taken")));
    }
    let at = stages.iter().position(|one| id(one) == Some(stage));
    let at = at.ok_or_else(|| wrong("the stage is gone"))?;
    let followers = follow(stages, stage, &check);
    let mut checking = Map::from_iter([
        ("id".to_owned(), json!(check)),
        ("run".to_owned(), json!(AUDIT_FUNCTION)),
        ("description".to_owned(), json!(format!("Audit what `{stage}` made"))),
        ("depends_on".to_owned(), json!([stage])),
        ("with".to_owned(), with(wanted, stage)),
        ("writes".to_owned(), json!([CHANNEL])),
    ]);
    // What the stage decided about who comes next is decided after its audit.
    if let Some(route) = stages[at].as_object_mut().and_then(|one| one.remove("route")) {
        if mode == Enforcement::Gate {
            return Err(wrong("a stage with a route cannot have a gate"));
        }
        checking.insert("route".to_owned(), route);
    } else if mode == Enforcement::Gate {
        let ok = format!("state.{CHANNEL}[\"{stage}\"].ok");
        let route = json!([{ "when": ok, "to": followers }, { "to": [] }]);
        checking.insert("route".to_owned(), route);
    }
    stages.insert(at + 1, Json::Object(checking));
    loops(definition, stage, &check, mode);
    Ok(())
}

fn channel(definition: &mut Map<String, Json>) {
    let channels = definition.entry("channels").or_insert_with(|| json!({}));
    if let Some(channels) = channels.as_object_mut() {
        channels.entry(CHANNEL).or_insert_with(|| {
            json!({
                "type": "object", "reducer": "merge", "default": {},
                "description": "What audits found in the work of each stage.",
            })
        });
    }
}

/// Those that rested on the stage rest on its audit now. Returns their names.
fn follow(stages: &mut [Json], stage: &str, check: &str) -> Vec<String> {
    let mut followers = Vec::new();
    for one in stages {
        let name = id(one).unwrap_or_default().to_owned();
        let on = one.get_mut("depends_on").and_then(Json::as_array_mut);
        for dependency in on.into_iter().flatten() {
            if dependency == stage {
                *dependency = json!(check);
                followers.push(name.clone());
            }
        }
    }
    followers
}

/// The settings of the checking stage: what was wanted, and of which stage.
fn with(wanted: &Json, stage: &str) -> Json {
    let mut with: BTreeMap<String, Json> =
        wanted.as_object().cloned().unwrap_or_default().into_iter().collect();
    with.insert("of".to_owned(), json!(stage));
    json!(with)
}

fn loops(definition: &mut Map<String, Json>, stage: &str, check: &str, mode: Enforcement) {
    let loops = definition.entry("loop_back").or_insert_with(|| json!([]));
    let Some(loops) = loops.as_array_mut() else { return };
    for one in loops.iter_mut().filter(|one| one["from"] == stage) {
        one["from"] = json!(check);
    }
    if mode == Enforcement::RetryOnce {
        loops.push(json!({
            "from": check, "to": stage, "counter": check, "limit": 1,
            "when": format!("!state.{CHANNEL}[\"{stage}\"].ok && loops[\"{check}\"] < 1"),
        }));
    }
    if loops.is_empty() {
        definition.remove("loop_back");
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::attached;

    fn definition(audit: &Json) -> String {
        json!({
            "name": "jam",
            "channels": { "jam": { "type": "string" } },
            "stages": [
                { "id": "cook", "run": "pass", "writes": ["jam"], "x-audit": audit },
                { "id": "fill", "run": "pass", "depends_on": ["cook"] },
            ],
        })
        .to_string()
    }

    #[track_caller]
    fn check(audit: &Json, holds: impl Fn(&Json) -> bool) {
        let text = attached(&definition(audit)).unwrap();
        let made: Json = serde_json::from_str(&text).unwrap();
        assert!(holds(&made), "{made:#}");
        let loaded = jurat_engine::load(&text).map_err(|wrong| wrong.to_string());
        assert_eq!(loaded.map(|_| ()), Ok(()));
    }

    #[test]
    fn who_follows_a_stage_follows_its_audit() {
        check(&json!({ "stage": "redator" }), |made| {
            made["stages"][1]["id"] == "cook_audit"
                && made["stages"][2]["depends_on"] == json!(["cook_audit"])
                && made.get("loop_back").is_none()
        });
    }

    #[test]
    fn a_retry_is_a_way_back_of_one() {
        check(&json!({ "mode": "retry_once" }), |made| {
            made["loop_back"][0]["to"] == "cook" && made["loop_back"][0]["limit"] == 1
        });
    }

    #[test]
    fn a_gate_lets_nobody_follow() {
        check(&json!({ "mode": "gate" }), |made| {
            made["stages"][1]["route"][0]["to"] == json!(["fill"])
                && made["stages"][1]["route"][1]["to"] == json!([])
        });
    }

    #[test]
    fn what_is_attached_stays_as_it_is() {
        for mode in ["advisory", "gate", "retry_once"] {
            let once = attached(&definition(&json!({ "mode": mode }))).unwrap();
            assert_eq!(attached(&once).unwrap(), once);
        }
    }

    #[test]
    fn a_stage_of_the_name_that_is_no_audit_is_in_the_way() {
        let mut taken: Json = serde_json::from_str(&definition(&json!({}))).unwrap();
        taken["stages"][1]["id"] = json!("cook_audit");
        let wrong = attached(&taken.to_string()).unwrap_err();
        assert!(wrong.to_string().contains("`cook_audit` is taken"), "{wrong}");
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let wrong = attached(&definition(&json!({ "mode": "sometimes" }))).unwrap_err();
        assert!(wrong.to_string().contains("stage `cook`"), "{wrong}");
        assert_eq!(attached("{ \"x-audit\": ").unwrap(), "{ \"x-audit\": ");
    }
}
