//! Policies and mappings: built in by name, or files of your own.

use jurat_model::audit::{AnswerPlan, CombinedAudit};
use jurat_pipeline_audit::{
    AuditConfig, PARAMETERS,
    audit::{AuditPolicy, InvalidInputError, StateMapping},
    builtin_files::{BuiltinAuditFile, MAPPINGS, POLICIES, named},
    problem_lines,
};
use jurat_system::parameters::{ParameterTable, RunValues};

use crate::{exit::CommandExit, failure::CommandFailure, output, parameter_args::FlagTable};

/// The flags that say what an audit goes by.
pub(super) enum PolicyFlags {}

impl FlagTable for PolicyFlags {
    const TABLE: &'static ParameterTable = &PARAMETERS;
    const ONLY: &'static [&'static str] = &["policy", "mapping"];
}

/// What to print.
#[derive(Debug, clap::Args)]
pub(super) struct CheckPrintArgs {
    /// The name of a policy or mapping, or `policy-schema`, `mapping-schema`, `audit-schema`, `plan-schema`
    name: String,
}

/// The policy and the mappings that are meant.
pub(super) fn audit_config(values: &RunValues) -> Result<AuditConfig, CommandFailure> {
    let (policy, mapping) = (values.value("policy")?, values.value("mapping")?);
    // Both were read when they were given.
    AuditConfig::of_params(&policy, &mapping)
        .map_err(|wrong| CommandFailure::ours(wrong.to_string()))
}

pub(super) fn print(args: &CheckPrintArgs) -> Result<CommandExit, CommandFailure> {
    let schema = match args.name.as_str() {
        "policy-schema" => Some(AuditPolicy::schema().clone()),
        "mapping-schema" => Some(schemars::schema_for!(StateMapping).to_value()),
        "audit-schema" => Some(schemars::schema_for!(CombinedAudit).to_value()),
        "plan-schema" => Some(schemars::schema_for!(AnswerPlan).to_value()),
        _ => None,
    };
    if let Some(schema) = schema {
        output::value(&schema)?;
        return Ok(CommandExit::Done);
    }
    let found = named(POLICIES, &args.name).or_else(|| named(MAPPINGS, &args.name));
    let found = found.ok_or_else(|| {
        let known = [names(POLICIES), names(MAPPINGS)].join(", ");
        CommandFailure::input(format!("`{}` is not built in", args.name)).hint(format!(
            "there are {known}, policy-schema, mapping-schema, audit-schema, plan-schema"
        ))
    })?;
    output::text(found.text)?;
    Ok(CommandExit::Done)
}

fn names(shipped: &[BuiltinAuditFile]) -> String {
    let names: Vec<&str> = shipped.iter().map(|one| one.name).collect();
    names.join(", ")
}

/// Everything that is wrong with a state, a line each.
pub(super) fn wrong_with(name: &str, wrong: &InvalidInputError) -> CommandFailure {
    CommandFailure::input(problem_lines(name, wrong))
}
