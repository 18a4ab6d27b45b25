//! What a condition fetches from its scope, found once when it is compiled.

use super::declared_names::DeclaredType;
use crate::definition::ValueType;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConditionVariable {
    /// The name under which CEL looks it up, such as `state.findings`.
    pub(super) variable: String,
    pub(super) source: VariableSource,
    /// The keys below the source, as in `state.findings.first.score`: looked up in the JSON, so
    /// that CEL need not build the objects on the way.
    pub(super) path: Vec<String>,
}

impl ConditionVariable {
    pub(super) fn base(&self) -> &str {
        let below: usize = self.path.iter().map(|key| key.len() + 1).sum();
        self.variable
            .get(..self.variable.len() - below)
            .unwrap_or(&self.variable)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum VariableSource {
    Param(String, NumberCoercion),
    State(String, NumberCoercion),
    Loop(String),
    Budget(String, BudgetPart),
    Epoch,
    Attempt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BudgetPart {
    Used,
    Limit,
    Left,
}

impl BudgetPart {
    pub(super) const ALL: [(&str, Self); 3] =
        [("used", Self::Used), ("limit", Self::Limit), ("left", Self::Left)];
}

/// How JSON numbers arrive. A channel of type `number` may hold `1` now and `1.5` later; to CEL
/// these are two types, so both arrive as doubles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberCoercion {
    AsWritten,
    Double,
    DoubleItems,
}

impl NumberCoercion {
    pub(super) fn of(shape: &DeclaredType) -> Self {
        match (shape.value_type, shape.items) {
            (ValueType::Number, _) => Self::Double,
            (ValueType::Array, Some(ValueType::Number)) => Self::DoubleItems,
            _ => Self::AsWritten,
        }
    }

    pub(super) fn of_items(self) -> Self {
        if self == Self::DoubleItems { Self::Double } else { Self::AsWritten }
    }
}
