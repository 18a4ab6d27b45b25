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
    compile::{Compiled, Condition},
    reference::{BudgetPart, Reference, Source},
    value::{to_cel, to_json},
};

/// Longest report of a failure, in characters: the values in it may be large.
const MAX_MESSAGE: usize = 300;

static ENVIRONMENT: LazyLock<Arc<Env>> =
    LazyLock::new(|| Arc::new(Env::default().with_optional_support(false).with_stdlib()));

/// What a condition sees.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The parameters of the run.
    pub params: &'a BTreeMap<String, Json>,
    /// The value of a channel, if it has one.
    pub state: &'a dyn Fn(&str) -> Option<Arc<Json>>,
    /// The epoch of the stage.
    pub epoch: u32,
    /// The attempt of the stage.
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
    /// The expression as it was written.
    pub expression: String,
    /// Why it has no value.
    pub message: String,
}

impl Condition {
    /// The value of the condition, which must be true or false.
    pub fn eval_bool(&self, scope: &Scope<'_>) -> Result<bool, ConditionError> {
        self.with_value(scope, |value| match value.downcast_ref::<CelBool>() {
            Some(value) => Ok(*value.inner()),
            None => Err(format!("it is of type {}, not bool", value.get_type().name())),
        })
    }

    /// The value of the condition as JSON.
    pub fn eval(&self, scope: &Scope<'_>) -> Result<Json, ConditionError> {
        self.with_value(scope, to_json)
    }

    fn with_value<T>(
        &self,
        scope: &Scope<'_>,
        read: impl FnOnce(&dyn Val) -> Result<T, String>,
    ) -> Result<T, ConditionError> {
        let compiled = self.compiled();
        let states = States::fetch(compiled, scope);
        // A defect of the evaluator must fail the stage, not the process.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let bound = Bound::new(compiled, scope, &states);
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

fn failure(compiled: &Compiled, message: &str) -> ConditionError {
    let mut message = message.to_owned();
    if let Some((cut, _)) = message.char_indices().nth(MAX_MESSAGE) {
        message.truncate(cut);
        message.push('…');
    }
    ConditionError { expression: compiled.source.clone(), message }
}

/// The channels that the condition reads, each fetched once: held here while CEL borrows.
struct States<'c>(Vec<(&'c str, Option<Arc<Json>>)>);

impl<'c> States<'c> {
    fn fetch(compiled: &'c Compiled, scope: &Scope<'_>) -> Self {
        let mut states = Self(Vec::new());
        for reference in &compiled.references {
            if let Source::State(channel, _) = &reference.source
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

/// The variables of one evaluation.
struct Bound<'v>(Vec<(&'v str, Box<dyn Val + 'v>)>);

impl<'v> Bound<'v> {
    fn new(compiled: &'v Compiled, scope: &Scope<'v>, states: &'v States<'v>) -> Self {
        let bind = |reference| bind(reference, scope, states);
        Self(compiled.references.iter().map(bind).collect())
    }
}

fn bind<'v>(
    reference: &'v Reference,
    scope: &Scope<'v>,
    states: &'v States<'v>,
) -> (&'v str, Box<dyn Val + 'v>) {
    let (json, numbers) = match &reference.source {
        Source::Param(name, numbers) => (scope.params.get(name), *numbers),
        Source::State(channel, numbers) => (states.get(channel), *numbers),
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

fn count(source: &Source, scope: &Scope<'_>) -> u64 {
    match source {
        Source::Loop(counter) => (scope.loops)(counter).unwrap_or(0),
        Source::Budget(name, part) => {
            let (used, limit) = (scope.budgets)(name).unwrap_or((0, 0));
            match part {
                BudgetPart::Used => used,
                BudgetPart::Limit => limit,
                BudgetPart::Left => limit.saturating_sub(used),
            }
        }
        Source::Attempt => scope.attempt.into(),
        Source::Epoch | Source::Param(..) | Source::State(..) => scope.epoch.into(),
    }
}

fn null<'v>() -> Box<dyn Val + 'v> {
    Box::new(CelNull)
}

fn int<'v>(value: u64) -> Box<dyn Val + 'v> {
    Box::new(CelInt::from(i64::try_from(value).unwrap_or(i64::MAX)))
}

impl VariableResolver for Bound<'_> {
    fn resolve<'b>(&'b self, variable: &str) -> Option<CowVal<'b, 'b>> {
        let (_, value) = self.0.iter().find(|(name, _)| *name == variable)?;
        Some(CowVal::Borrowed(value.as_ref()))
    }
}
