//! `jurat case answer|approve|override|sign`: what people say to the result of an audit, each an answer to the `sign_off` run.

use jurat_immigration_audit::model::{FinalRecommendation, SignOffRecord, SignOffStanding};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use super::{
    NOBODY,
    sign_off_run::{SignOffRun, replayed},
};
use crate::{
    app::AppContext,
    case_vault::{ANSWERED, AnsweredEvent, AuditedEvent, CaseVault, OpenCase, event},
    exit::CommandExit,
    failure::CommandFailure,
    output,
};

/// An answer to a question.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseAnswerArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
    /// The number of the question, as `jurat case show` has it
    question: usize,
    /// What the client says
    answer: String,
    /// Who says so
    #[arg(long, value_name = "NAME", default_value = NOBODY)]
    by: String,
}

/// Who lets it stand.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseApproveArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
    /// Who says so
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// What is decided instead, and why.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseOverrideArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
    /// What is decided instead
    #[arg(value_parser = ["PROCEED", "REVISE", "HIGH-RISK"], ignore_case = true)]
    decision: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Who says so
    #[arg(long, value_name = "NAME")]
    by: String,
}

/// Who signs.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseSignArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
    /// Who signs
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Do not agree
    #[arg(long)]
    refuse: bool,
    /// Why
    #[arg(long, value_name = "TEXT", required_if_eq("refuse", "true"))]
    reason: Option<String>,
}

pub(super) fn answer(
    app: &AppContext,
    args: &CaseAnswerArgs,
) -> Result<CommandExit, CommandFailure> {
    let (vault, case) = opened(app, &args.case)?;
    let questions = case.last_audit()?.1.questions;
    let known = args.question.checked_sub(1).and_then(|at| questions.get(at));
    let Some(question) = known else {
        let message = format!(
            "the audit has {} questions, and none is {}",
            questions.len(),
            args.question
        );
        return Err(CommandFailure::input(message)
            .hint("`jurat case show` numbers those that are open"));
    };
    if args.answer.trim().is_empty() {
        return Err(CommandFailure::input("the answer is empty"));
    }
    let said = PersonAnswer {
        stage: "ask",
        answer: json!({ "question": args.question, "answer": args.answer }),
        author: &args.by,
        reason: None,
    };
    let run = given(app, (&vault, &case), &said, |before| {
        if before.answered_questions().contains(question) {
            return Err(CommandFailure::input("this question was answered already"));
        }
        Ok(())
    })?;
    let left = questions.len().saturating_sub(run.answered_questions().len());
    told(app, &case, &run, &format!("noted; {left} questions are open"))
}

pub(super) fn approve(
    app: &AppContext,
    args: &CaseApproveArgs,
) -> Result<CommandExit, CommandFailure> {
    let (vault, case) = opened(app, &args.case)?;
    let said = PersonAnswer {
        stage: "review",
        answer: json!("approve"),
        author: &args.by,
        reason: args.reason.as_deref(),
    };
    let run = given(app, (&vault, &case), &said, |_| Ok(()))?;
    told(app, &case, &run, "the decision of the audit stands")
}

pub(super) fn decide_otherwise(
    app: &AppContext,
    args: &CaseOverrideArgs,
) -> Result<CommandExit, CommandFailure> {
    let (vault, case) = opened(app, &args.case)?;
    let decision = args.decision.to_uppercase();
    let audited = case.last_audit()?.1.result.recommendation;
    if FinalRecommendation::deserialize(json!(decision)).ok() == Some(audited) {
        return Err(CommandFailure::input(format!("{decision} is what the audit decides"))
            .hint("`jurat case approve` lets it stand"));
    }
    let said = PersonAnswer {
        stage: "review",
        answer: json!(decision),
        author: &args.by,
        reason: Some(&args.reason),
    };
    let run = given(app, (&vault, &case), &said, |_| Ok(()))?;
    told(
        app,
        &case,
        &run,
        &format!(
            "{decision} is decided in place of {}",
            json!(audited).as_str().unwrap_or_default()
        ),
    )
}

pub(super) fn sign(
    app: &AppContext,
    args: &CaseSignArgs,
) -> Result<CommandExit, CommandFailure> {
    let (vault, case) = opened(app, &args.case)?;
    let said = PersonAnswer {
        stage: "second_signature",
        answer: json!(if args.refuse { "refuse" } else { "sign" }),
        author: &args.by,
        reason: args.reason.as_deref(),
    };
    let run = given(app, (&vault, &case), &said, |_| Ok(()))?;
    told(app, &case, &run, if args.refuse { "not agreed" } else { "signed" })
}

/// What somebody says to a stage.
struct PersonAnswer<'a> {
    stage: &'static str,
    answer: Json,
    author: &'a str,
    reason: Option<&'a str>,
}

fn opened(app: &AppContext, given: &str) -> Result<(CaseVault, OpenCase), CommandFailure> {
    let vault = CaseVault::of(app);
    let case = vault.open(given)?;
    Ok((vault, case))
}

/// Lets the run hear an answer; what breaks a rule is refused, and nothing is recorded.
fn given(
    app: &AppContext,
    (vault, case): (&CaseVault, &OpenCase),
    said: &PersonAnswer<'_>,
    allows: impl Fn(&SignOffRun) -> Result<(), CommandFailure>,
) -> Result<SignOffRun, CommandFailure> {
    if said.author.trim().is_empty() {
        return Err(CommandFailure::input("`--by` names nobody"));
    }
    let (audit, audited): (u64, AuditedEvent) = case.last_audit()?;
    let mut answers = case.answers(audit)?;
    let before = replayed(app, vault, &audited, &answers)?;
    if !before.open_stages().contains(&said.stage) {
        return Err(not_asked(said.stage, &before));
    }
    allows(&before)?;
    let body = AnsweredEvent {
        audit,
        stage: said.stage.to_owned(),
        answer: said.answer.clone(),
        reason: said.reason.map(str::to_owned),
    };
    answers.push((event(ANSWERED, Some(said.author), &body)?, body.clone()));
    let after = replayed(app, vault, &audited, &answers)?;
    if let Some(SignOffRecord { standing: SignOffStanding::Void { why }, .. }) =
        decision(&after)
    {
        return Err(CommandFailure::input(why).hint("nothing was recorded"));
    }
    vault.add(case, ANSWERED, Some(said.author), &body)?;
    Ok(after)
}

fn decision(run: &SignOffRun) -> Option<SignOffRecord> {
    Option::<SignOffRecord>::deserialize(&run.state["sign_off"])
        .ok()
        .flatten()
}

fn not_asked(stage: &str, run: &SignOffRun) -> CommandFailure {
    let open = run.open_stages();
    match stage {
        "review" => CommandFailure::input("the last audit was decided about already")
            .hint("`jurat case show` says how; a new `jurat audit` of the folder asks anew"),
        "second_signature" if open.contains(&"review") => {
            CommandFailure::input("there is nothing to sign yet")
                .hint("`jurat case approve` or `jurat case override` comes first")
        }
        "second_signature" => CommandFailure::input("no second signature is asked for")
            .hint("`second_signature = true` under [cases] asks for one"),
        _ => CommandFailure::input("the last audit has no open question"),
    }
}

fn told(
    app: &AppContext,
    case: &OpenCase,
    run: &SignOffRun,
    words: &str,
) -> Result<CommandExit, CommandFailure> {
    let waits = run.open_stages().contains(&"second_signature");
    if app.out.json {
        output::value(&json!({
            "case": case.id, "answers": run.state["answers"], "sign_off": run.state["sign_off"],
            "open": run.open_stages(),
        }))?;
    } else {
        output::text(words)?;
    }
    if waits {
        app.out.hint(&format!("jurat case sign {} --by NAME", case.id));
    } else if !run.state["sign_off"].is_null() {
        app.out
            .hint("`jurat audit` of the same folder writes the report with it");
    }
    Ok(CommandExit::Done)
}
