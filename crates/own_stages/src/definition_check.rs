//! What can be told of stages of one's own before any run.

use std::path::{Path, PathBuf};

use jurat_engine::{DefinitionFinding, EffectClass, StageDef, WorkflowDefinition};

use crate::{
    program_line::{PREFIX, ProgramLine},
    settings::OwnStageSettings,
    spent_units::unit_fault,
};

const SCHEMES: [&str; 4] = ["exec", "http", "https", "worker"];

/// What is wrong with stages of one's own, and what is hardly meant.
#[derive(Debug, Default)]
pub struct OwnStageFindings {
    pub defects: Vec<DefinitionFinding>,
    pub warnings: Vec<DefinitionFinding>,
}

/// A stage of one's own at its place in the definition.
struct PlacedStage<'a> {
    definition: &'a WorkflowDefinition,
    index: usize,
    def: &'a StageDef,
    settings: OwnStageSettings,
}

/// Looks at all stages of one's own; settings that cannot be read are told of where stages are bound.
pub fn own_stage_findings(definition: &WorkflowDefinition) -> OwnStageFindings {
    let mut found = OwnStageFindings::default();
    for (index, def) in definition.stages.iter().enumerate() {
        let scheme = def.run.as_deref().and_then(|run| run.split_once(':'));
        if !scheme.is_some_and(|(scheme, _)| SCHEMES.contains(&scheme)) {
            continue;
        }
        let Ok(settings) = OwnStageSettings::of(def) else { continue };
        let stage = PlacedStage { definition, index, def, settings };
        found.defects.extend(stage.unknown_reads());
        found.defects.extend(stage.uncounted_reserve());
        found.warnings.extend(stage.idle_reserve());
        found.warnings.extend(stage.missing_files());
        found.warnings.extend(stage.act_in_sandbox());
    }
    found
}

impl PlacedStage<'_> {
    fn finding(
        &self,
        (code, place): (&'static str, &str),
        message: &str,
        hint: Option<String>,
    ) -> DefinitionFinding {
        DefinitionFinding {
            code,
            pointer: format!("/stages/{}/{place}", self.index),
            message: format!("stage `{}` {message}", self.def.id),
            hint,
        }
    }

    fn unknown_reads(&self) -> Vec<DefinitionFinding> {
        let channels = &self.definition.channels;
        let reads = self.settings.reads.iter().flatten().enumerate();
        let unknown = reads.filter(|(_, name)| !channels.contains_key(*name));
        let finding = |(place, name): (usize, &String)| {
            let hint = jurat_canon::nearest(name, channels.keys().map(String::as_str));
            let hint = hint.map(|near| format!("did you mean `{near}`?"));
            let at = ("unknown-channel", format!("with/reads/{place}"));
            self.finding((at.0, &at.1), &format!("reads unknown channel `{name}`"), hint)
        };
        unknown.map(finding).collect()
    }

    fn uncounted_reserve(&self) -> Vec<DefinitionFinding> {
        let faults = self
            .settings
            .reserve
            .keys()
            .filter_map(|unit| unit_fault(unit, &self.definition.budgets));
        let finding = |fault: String| {
            let message = format!("reserves what nobody counts: {fault}");
            self.finding(("uncounted-unit", "with/reserve"), &message, None)
        };
        faults.map(finding).collect()
    }

    fn idle_reserve(&self) -> Option<DefinitionFinding> {
        let idle = !self.settings.reserve.is_empty() && self.def.effect != EffectClass::Paid;
        let hint = Some("say `\"effect\": \"paid\"`, or leave `reserve` out".into());
        idle.then(|| {
            let message = "reserves a cost, which only an effect of `paid` does";
            self.finding(("idle-reserve", "with/reserve"), message, hint)
        })
    }

    /// Files that `with` names, and scripts that a program is given.
    fn missing_files(&self) -> Vec<DefinitionFinding> {
        let Some(line) = self.def.run.as_deref().and_then(|run| run.strip_prefix(PREFIX))
        else {
            return Vec::new();
        };
        let scripts = ProgramLine::parse(line).map(|line| line.args).unwrap_or_default();
        let scripts = scripts
            .into_iter()
            .map(PathBuf::from)
            .filter(|path| path.is_absolute());
        let missing = scripts.filter(|path| !path.exists()).map(|path| {
            let message = format!("is given {}, which is not there", path.display());
            self.finding(("missing-file", "run"), &message, None)
        });
        let files = self.settings.files.iter().enumerate();
        let unusable = files.filter_map(|(place, path)| {
            let why = unusable(path)?;
            let message = format!("may read {}, which {why}", path.display());
            Some(self.finding(("missing-file", &format!("with/files/{place}")), &message, None))
        });
        missing.chain(unusable).collect()
    }

    fn act_in_sandbox(&self) -> Option<DefinitionFinding> {
        let program = self.def.run.as_deref().is_some_and(|run| run.starts_with(PREFIX));
        let acts = program && self.def.effect == EffectClass::External;
        acts.then(|| {
            let message = "is `external`, but a program of `exec:` writes no file and calls nobody over TCP";
            let hint = "a worker (`worker:NAME`) or a service does what changes something outside; \
                        a program that reads what others change is `read`";
            self.finding(("sandboxed-act", "effect"), message, Some(hint.into()))
        })
    }
}

/// Why a program cannot read what it is allowed to.
fn unusable(path: &Path) -> Option<&'static str> {
    if path.is_relative() {
        return Some("is seen from nowhere: give the whole path");
    }
    (!path.exists()).then_some("is not there")
}
