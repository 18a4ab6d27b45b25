//! Whether a table and its workflow speak of the same parameters.

use jurat_engine::{ParamDef, WorkflowDefinition};
use serde_json::{Value as Json, json};

use super::{ParameterDefault, ParameterKind, ParameterTable, RunValues, SystemParameter};

impl ParameterTable {
    /// What the table says otherwise than a definition, in words.
    pub fn disagreements(&'static self, definition: &WorkflowDefinition) -> Vec<String> {
        let declared = definition.params.keys();
        let untold = declared.filter(|name| self.parameter(name).is_none());
        let untold = untold.map(|name| format!("parameter `{name}` is in no table"));
        let told = self.parameters.iter().flat_map(|it| self.differences(it, definition));
        untold.chain(told).collect()
    }

    fn differences(
        &'static self,
        parameter: &SystemParameter,
        definition: &WorkflowDefinition,
    ) -> Vec<String> {
        let name = parameter.name;
        if let ParameterKind::Channel = parameter.kind {
            let known = definition.channels.contains_key(name);
            return if known { vec![] } else { vec![format!("there is no channel `{name}`")] };
        }
        let Some(declared) = definition.params.get(name) else {
            return vec![format!("the workflow takes no parameter `{name}`")];
        };
        let default = RunValues::new(self).value(name).ok();
        let differences = [
            type_difference(parameter, declared),
            words_difference(parameter, declared),
            default_difference(parameter, declared, default.as_ref()),
        ];
        let told = differences.into_iter().flatten();
        told.map(|what| format!("parameter `{name}`: {what}")).collect()
    }
}

fn type_difference(parameter: &SystemParameter, declared: &ParamDef) -> Option<String> {
    let (ours, theirs) = (parameter.kind.run_type(), declared.value_type);
    let differs = ours != theirs;
    differs.then(|| format!("it gives {}, declared is {}", ours.name(), theirs.name()))
}

fn words_difference(parameter: &SystemParameter, declared: &ParamDef) -> Option<String> {
    let theirs = json!(declared.allowed.as_ref()?);
    let ours = match parameter.kind {
        ParameterKind::Choice(words) => json!(words),
        _ => Json::Null,
    };
    (ours != theirs).then(|| format!("it offers {ours}, declared are {theirs}"))
}

fn default_difference(
    parameter: &SystemParameter,
    declared: &ParamDef,
    ours: Option<&Json>,
) -> Option<String> {
    let theirs = declared.default.as_ref();
    let differs = match (parameter.kind, parameter.default) {
        // What is chosen for the caller by name need not be what an engine falls back to.
        (ParameterKind::Document(_), _) => theirs.is_none() && ours.is_none(),
        (_, ParameterDefault::RequiredUnless(_)) => theirs != Some(&parameter.default.value()),
        _ => theirs != ours,
    };
    let shown = |value: Option<&Json>| value.map_or_else(|| "none".to_owned(), Json::to_string);
    differs.then(|| format!("its default is {}, declared is {}", shown(ours), shown(theirs)))
}
