//! `jurat case show`: one case with all that is kept of it.

use jurat_vault::RecordedEvent;
use serde_json::{Value as Json, json};

use super::{day_of, sign_off_run::replayed};
use crate::{
    app::AppContext,
    case_vault::{ANSWERED, AUDITED, CORRECTED, CaseVault, OUTCOME, OpenCase},
    cli::runs::shown_time,
    exit::CommandExit,
    failure::CommandFailure,
    output,
};

/// Which one.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseShowArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CaseShowArgs,
) -> Result<CommandExit, CommandFailure> {
    let vault = CaseVault::of(app);
    let case = vault.open(&args.case)?;
    let (audit, audited) = case.last_audit()?;
    let given = case.answers(audit)?;
    let run = replayed(app, &vault, &audited, &given)?;
    let kept_until = vault.folder.expires_ms(&case.id, vault.days())?.map(day_of);
    let open: Vec<&str> = run.open_stages();
    if app.out.json {
        output::value(&json!({
            "case": case.id, "folder": case.record.name, "kept_until": kept_until,
            "events": case.record.events, "questions": audited.questions,
            "answers": run.state["answers"], "sign_off": run.state["sign_off"], "open": open,
            "head": vault.folder.chain(&case.id)?.head(),
        }))?;
        return Ok(CommandExit::Done);
    }
    let mut lines = vec![
        format!("case      {}", case.id),
        format!("folder    {}", case.record.name),
        format!("kept to   {}", kept_until.unwrap_or_default()),
    ];
    lines.extend(events(&case));
    let answered = run.answered_questions();
    for (number, question) in (1..).zip(&audited.questions) {
        if !answered.contains(question) {
            lines.push(format!("asks {number:<4} {question}"));
        }
    }
    let decision =
        match (run.state["sign_off"]["standing"]["standing"].as_str(), open.as_slice()) {
            (Some(standing), _) => standing.replace('_', " "),
            (None, stages) if stages.contains(&"second_signature") => {
                "waits for a second signature (`jurat case sign`)".to_owned()
            }
            (None, _) => {
                "nobody has decided (`jurat case approve`, `jurat case override`)".to_owned()
            }
        };
    lines.push(format!("decision  {decision}"));
    output::text(&lines.join("\n"))?;
    Ok(CommandExit::Done)
}

fn events(case: &OpenCase) -> Vec<String> {
    let told = case.record.events.iter();
    told.map(|event| {
        let by = event
            .author
            .as_deref()
            .map(|by| format!(" by {by}"))
            .unwrap_or_default();
        format!(
            "event {:<3} {}  {}{by}  {}",
            event.seq,
            shown_time(event.at_ms),
            event.kind,
            about(event)
        )
    })
    .collect()
}

fn about(event: &RecordedEvent) -> String {
    let body = &event.body;
    let word = |value: &Json| match value {
        Json::String(text) => text.clone(),
        Json::Null => "-".to_owned(),
        other => other.to_string(),
    };
    let reason =
        |value: &Json| value.as_str().map(|why| format!(" ({why})")).unwrap_or_default();
    match event.kind.as_str() {
        AUDITED => {
            let result = &body["result"];
            format!(
                "{}, {}: {}, score {}",
                word(&body["workflow"]),
                word(&result["as_of"]),
                word(&result["recommendation"]),
                word(&result["score"])
            )
        }
        CORRECTED => {
            format!(
                "{} = {}{}",
                word(&body["field"]),
                word(&body["words"]),
                reason(&body["reason"])
            )
        }
        ANSWERED => format!(
            "{}: {}{}",
            word(&body["stage"]),
            word(&body["answer"]),
            reason(&body["reason"])
        ),
        OUTCOME => format!("{} on {}", word(&body["outcome"]), word(&body["on"])),
        _ => String::new(),
    }
}
