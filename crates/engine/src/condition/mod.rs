//! Conditions in CEL: checked when a definition is loaded, evaluated by `decide`.
