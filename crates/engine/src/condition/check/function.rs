//! Functions: which exist, and what they take.

use cel::common::ast::{CallExpr, IdedExpr};

use super::{ConditionTypeCheck, ExpressionType, article};
use crate::definition::nearest;

#[derive(Clone, Copy, PartialEq)]
enum ArgumentKind {
    Anything,
    Sized,
    Text,
    Scalar,
}

struct CelFunction {
    name: &'static str,
    takes: ArgumentKind,
    yields: ExpressionType,
}

const fn function(
    name: &'static str,
    takes: ArgumentKind,
    yields: ExpressionType,
) -> CelFunction {
    CelFunction { name, takes, yields }
}

/// Functions of one argument.
static GLOBAL: [CelFunction; 9] = [
    function("size", ArgumentKind::Sized, ExpressionType::Int),
    function("int", ArgumentKind::Scalar, ExpressionType::Int),
    function("uint", ArgumentKind::Scalar, ExpressionType::UInt),
    function("double", ArgumentKind::Scalar, ExpressionType::Double),
    function("string", ArgumentKind::Scalar, ExpressionType::String),
    function("bool", ArgumentKind::Scalar, ExpressionType::Bool),
    function("bytes", ArgumentKind::Text, ExpressionType::Bytes),
    function("dyn", ArgumentKind::Anything, ExpressionType::Any),
    function("type", ArgumentKind::Anything, ExpressionType::Type),
];

/// Methods of a string that take a string.
const TEXT_METHODS: [&str; 3] = ["contains", "startsWith", "endsWith"];
const ITERATIONS: [&str; 6] = ["all", "exists", "exists_one", "existsOne", "map", "filter"];
const ABSENT: [&str; 4] = ["matches", "timestamp", "duration", "optional"];

impl ConditionTypeCheck<'_> {
    pub(super) fn function(&mut self, tree: &IdedExpr, call: &CallExpr) -> ExpressionType {
        let name = call.func_name.as_str();
        let kinds: Vec<ExpressionType> = call.args.iter().map(|arg| self.kind(arg)).collect();
        let Some(function) = GLOBAL.iter().find(|function| function.name == name) else {
            return self.unknown_function(tree, name);
        };
        let [kind] = kinds.as_slice() else {
            let message = format!("`{name}()` takes one value, not {}", kinds.len());
            self.note(tree, "condition-function", message);
            return function.yields.clone();
        };
        self.argument(tree, name, function.takes, kind);
        // `dyn` hides a type from CEL, not from the rules about iteration.
        if name == "dyn" { kind.clone() } else { function.yields.clone() }
    }

    pub(super) fn method(
        &mut self,
        tree: &IdedExpr,
        call: &CallExpr,
        target: &IdedExpr,
    ) -> ExpressionType {
        let name = call.func_name.as_str();
        if ITERATIONS.contains(&name) {
            let message = format!("`{name}` takes the name of a variable and an expression");
            self.note(tree, "condition-function", message);
            return ExpressionType::Any;
        }
        let on = self.kind(target);
        let kinds: Vec<ExpressionType> = call.args.iter().map(|arg| self.kind(arg)).collect();
        if name == "size" {
            self.arity(tree, name, 0, kinds.len());
            self.argument(tree, name, ArgumentKind::Sized, &on);
            return ExpressionType::Int;
        }
        if !TEXT_METHODS.contains(&name) {
            return self.unknown_function(tree, name);
        }
        self.arity(tree, name, 1, kinds.len());
        for kind in [&on].into_iter().chain(&kinds) {
            self.argument(tree, name, ArgumentKind::Text, kind);
        }
        ExpressionType::Bool
    }

    fn arity(&mut self, tree: &IdedExpr, name: &str, wanted: usize, given: usize) {
        if given != wanted {
            let wanted = if wanted == 0 { "no value" } else { "one value" };
            let message = format!("`.{name}()` takes {wanted}, not {given}");
            self.note(tree, "condition-function", message);
        }
    }

    fn argument(
        &mut self,
        tree: &IdedExpr,
        name: &str,
        takes: ArgumentKind,
        kind: &ExpressionType,
    ) {
        let fits = match takes {
            ArgumentKind::Anything => true,
            ArgumentKind::Sized => {
                matches!(
                    kind,
                    ExpressionType::List(_)
                        | ExpressionType::Map
                        | ExpressionType::String
                        | ExpressionType::Bytes
                )
            }
            ArgumentKind::Text => *kind == ExpressionType::String,
            ArgumentKind::Scalar => !matches!(
                kind,
                ExpressionType::List(_)
                    | ExpressionType::Map
                    | ExpressionType::Null
                    | ExpressionType::Type
            ),
        };
        if !fits && !kind.is_open() {
            let message = format!("`{name}()` cannot take {}", article(kind));
            self.note(tree, "condition-type", message);
        }
    }

    fn unknown_function(&mut self, tree: &IdedExpr, name: &str) -> ExpressionType {
        let (message, hint) = if ABSENT.contains(&name) {
            let hint = "use contains, startsWith or endsWith, or let a stage compute it";
            (format!("`{name}` is not available in conditions"), Some(hint.to_owned()))
        } else {
            let known = GLOBAL.iter().map(|function| function.name);
            let known = known.chain(TEXT_METHODS).chain(ITERATIONS).chain(["has"]);
            (format!("unknown function `{name}`"), nearest(name, known))
        };
        self.note_hint(tree, "condition-function", message, hint);
        ExpressionType::Any
    }
}
