//! The value of a condition in a scope. Pure: the same scope gives the same value.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, LazyLock},
};

use cel::{
    Context, Env, Value as CelValue,
    common::{
        types::{CelBool, CelInt, CelNull},
        value::{CowVal, Val},
    },
    context::VariableResolver,
};
use serde_json::Value as Json;

use super::{
    compile::{CelCondition, CompiledCondition},
    value::{to_cel, to_json},
    variable::{BudgetPart, ConditionVariable, VariableSource},
};

/// Longest report of a failure, in characters: the values in it may be large.
const MAX_MESSAGE: usize = 300;

static ENVIRONMENT: LazyLock<Arc<Env>> =
    LazyLock::new(|| Arc::new(Env::default().with_optional_support(false).with_stdlib()));

#[derive(Clone, Copy)]
pub struct ConditionScope<'a> {
    pub params: &'a BTreeMap<String, Json>,
    pub state: &'a dyn Fn(&str) -> Option<Arc<Json>>,
    pub epoch: u32,
    pub attempt: u32,
    /// How often a counter has risen.
    pub loops: &'a dyn Fn(&str) -> Option<u64>,
    /// What of a budget is used, and its limit.
    pub budgets: &'a dyn Fn(&str) -> Option<(u64, u64)>,
}

/// A condition that has no value in its scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("condition `{expression}` failed: {message}")]
pub struct ConditionError {
    pub expression: String,
    pub message: String,
}

impl CelCondition {
    pub fn eval_bool(&self, scope: &ConditionScope<'_>) -> Result<bool, ConditionError> {
        self.with_value(scope, |value| match value.downcast_ref::<CelBool>() {
            Some(value) => Ok(*value.inner()),
            None => Err(format!("it is of type {}, not bool", value.get_type().name())),
        })
    }

    pub fn eval(&self, scope: &ConditionScope<'_>) -> Result<Json, ConditionError> {
        self.with_value(scope, to_json)
    }

    fn with_value<T>(
        &self,
        scope: &ConditionScope<'_>,
        read: impl FnOnce(&dyn Val) -> Result<T, String>,
    ) -> Result<T, ConditionError> {
        let compiled = self.compiled();
        let states = FetchedChannels::fetch(compiled, scope);
        // A defect of the evaluator must fail the stage, not the process.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let bound = VariableBindings::new(compiled, scope, &states);
            let mut context = Context::with_env(Arc::clone(&ENVIRONMENT));
            context.set_variable_resolver(&bound);
            let value = CelValue::resolve_val(&compiled.tree, &context);
            value
                .map_err(|error| error.to_string())
                .and_then(|value| read(value.as_ref()))
        }));
        result
            .unwrap_or_else(|_| Err("the evaluator panicked".into()))
            .map_err(|message| failure(compiled, &message))
    }
}

fn failure(compiled: &CompiledCondition, message: &str) -> ConditionError {
    let mut message = message.to_owned();
    if let Some((cut, _)) = message.char_indices().nth(MAX_MESSAGE) {
        message.truncate(cut);
        message.push('…');
    }
    ConditionError { expression: compiled.source.clone(), message }
}

/// The channels that the condition reads, each fetched once: held here while CEL borrows.
struct FetchedChannels<'c>(Vec<(&'c str, Option<Arc<Json>>)>);

impl<'c> FetchedChannels<'c> {
    fn fetch(compiled: &'c CompiledCondition, scope: &ConditionScope<'_>) -> Self {
        let mut states = Self(Vec::new());
        for reference in &compiled.references {
            if let VariableSource::State(channel, _) = &reference.source
                && states.0.iter().all(|(known, _)| known != channel)
            {
                states.0.push((channel, (scope.state)(channel)));
            }
        }
        states
    }

    fn get(&self, channel: &str) -> Option<&Json> {
        let (_, state) = self.0.iter().find(|(known, _)| *known == channel)?;
        state.as_deref()
    }
}

struct VariableBindings<'v>(Vec<(&'v str, Box<dyn Val + 'v>)>);

impl<'v> VariableBindings<'v> {
    fn new(
        compiled: &'v CompiledCondition,
        scope: &ConditionScope<'v>,
        states: &'v FetchedChannels<'v>,
    ) -> Self {
        let bind = |reference| bind(reference, scope, states);
        Self(compiled.references.iter().map(bind).collect())
    }
}

fn bind<'v>(
    reference: &'v ConditionVariable,
    scope: &ConditionScope<'v>,
    states: &'v FetchedChannels<'v>,
) -> (&'v str, Box<dyn Val + 'v>) {
    let (json, numbers) = match &reference.source {
        VariableSource::Param(name, numbers) => (scope.params.get(name), *numbers),
        VariableSource::State(channel, numbers) => (states.get(channel), *numbers),
        counted => return (&reference.variable, int(count(counted, scope))),
    };
    let Some(json) = json else { return (reference.base(), null()) };
    let below = reference
        .path
        .iter()
        .try_fold(json, |json, key| json.as_object()?.get(key));
    match below {
        Some(below) => (&reference.variable, to_cel(below, numbers)),
        // The whole is bound instead, and CEL says which key is missing.
        None => (reference.base(), to_cel(json, numbers)),
    }
}

fn count(source: &VariableSource, scope: &ConditionScope<'_>) -> u64 {
    match source {
        VariableSource::Loop(counter) => (scope.loops)(counter).unwrap_or(0),
        VariableSource::Budget(name, part) => {
            let (used, limit) = (scope.budgets)(name).unwrap_or((0, 0));
            match part {
                BudgetPart::Used => used,
                BudgetPart::Limit => limit,
                BudgetPart::Left => limit.saturating_sub(used),
            }
        }
        VariableSource::Attempt => scope.attempt.into(),
        VariableSource::Epoch | VariableSource::Param(..) | VariableSource::State(..) => {
            scope.epoch.into()
        }
    }
}

fn null<'v>() -> Box<dyn Val + 'v> {
    Box::new(CelNull)
}

fn int<'v>(value: u64) -> Box<dyn Val + 'v> {
    Box::new(CelInt::from(i64::try_from(value).unwrap_or(i64::MAX)))
}

impl VariableResolver for VariableBindings<'_> {
    fn resolve<'b>(&'b self, variable: &str) -> Option<CowVal<'b, 'b>> {
        let (_, value) = self.0.iter().find(|(name, _)| *name == variable)?;
        Some(CowVal::Borrowed(value.as_ref()))
    }
}
