//! Functions: which exist, and what they take.

use cel::common::ast::{CallExpr, IdedExpr};

use super::{ConditionTypeCheck, Kind, article};
use crate::definition::nearest;

#[derive(Clone, Copy, PartialEq)]
enum ArgumentKind {
    Anything,
    Sized,
    Text,
    Scalar,
}

/// Functions of one argument: what they take and what they yield.
static GLOBAL: [(&str, ArgumentKind, Kind); 9] = [
    ("size", ArgumentKind::Sized, Kind::Int),
    ("int", ArgumentKind::Scalar, Kind::Int),
    ("uint", ArgumentKind::Scalar, Kind::UInt),
    ("double", ArgumentKind::Scalar, Kind::Double),
    ("string", ArgumentKind::Scalar, Kind::String),
    ("bool", ArgumentKind::Scalar, Kind::Bool),
    ("bytes", ArgumentKind::Text, Kind::Bytes),
    ("dyn", ArgumentKind::Anything, Kind::Any),
    ("type", ArgumentKind::Anything, Kind::Type),
];

/// Methods of a string that take a string.
const TEXT_METHODS: [&str; 3] = ["contains", "startsWith", "endsWith"];
const ITERATIONS: [&str; 6] = ["all", "exists", "exists_one", "existsOne", "map", "filter"];
const ABSENT: [&str; 4] = ["matches", "timestamp", "duration", "optional"];

impl ConditionTypeCheck<'_> {
    pub(super) fn function(&mut self, tree: &IdedExpr, call: &CallExpr) -> Kind {
        let name = call.func_name.as_str();
        let kinds: Vec<Kind> = call.args.iter().map(|arg| self.kind(arg)).collect();
        let known = GLOBAL.iter().find(|(known, ..)| *known == name);
        let Some((_, takes, yields)) = known else { return self.unknown_function(tree, name) };
        let [kind] = kinds.as_slice() else {
            let message = format!("`{name}()` takes one value, not {}", kinds.len());
            self.note(tree, "condition-function", message);
            return yields.clone();
        };
        self.argument(tree, name, *takes, kind);
        // `dyn` hides a type from CEL, not from the rules about iteration.
        if name == "dyn" { kind.clone() } else { yields.clone() }
    }

    pub(super) fn method(
        &mut self,
        tree: &IdedExpr,
        call: &CallExpr,
        target: &IdedExpr,
    ) -> Kind {
        let name = call.func_name.as_str();
        if ITERATIONS.contains(&name) {
            let message = format!("`{name}` takes the name of a variable and an expression");
            self.note(tree, "condition-function", message);
            return Kind::Any;
        }
        let on = self.kind(target);
        let kinds: Vec<Kind> = call.args.iter().map(|arg| self.kind(arg)).collect();
        if name == "size" {
            self.arity(tree, name, 0, kinds.len());
            self.argument(tree, name, ArgumentKind::Sized, &on);
            return Kind::Int;
        }
        if !TEXT_METHODS.contains(&name) {
            return self.unknown_function(tree, name);
        }
        self.arity(tree, name, 1, kinds.len());
        for kind in [&on].into_iter().chain(&kinds) {
            self.argument(tree, name, ArgumentKind::Text, kind);
        }
        Kind::Bool
    }

    fn arity(&mut self, tree: &IdedExpr, name: &str, wanted: usize, given: usize) {
        if given != wanted {
            let wanted = if wanted == 0 { "no value" } else { "one value" };
            let message = format!("`.{name}()` takes {wanted}, not {given}");
            self.note(tree, "condition-function", message);
        }
    }

    fn argument(&mut self, tree: &IdedExpr, name: &str, takes: ArgumentKind, kind: &Kind) {
        let fits = match takes {
            ArgumentKind::Anything => true,
            ArgumentKind::Sized => {
                matches!(kind, Kind::List(_) | Kind::Map | Kind::String | Kind::Bytes)
            }
            ArgumentKind::Text => *kind == Kind::String,
            ArgumentKind::Scalar => {
                !matches!(kind, Kind::List(_) | Kind::Map | Kind::Null | Kind::Type)
            }
        };
        if !fits && !kind.is_open() {
            let message = format!("`{name}()` cannot take {}", article(kind));
            self.note(tree, "condition-type", message);
        }
    }

    fn unknown_function(&mut self, tree: &IdedExpr, name: &str) -> Kind {
        let (message, hint) = if ABSENT.contains(&name) {
            let hint = "use contains, startsWith or endsWith, or let a stage compute it";
            (format!("`{name}` is not available in conditions"), Some(hint.to_owned()))
        } else {
            let known = GLOBAL.iter().map(|(name, ..)| *name);
            let known = known.chain(TEXT_METHODS).chain(ITERATIONS).chain(["has"]);
            (format!("unknown function `{name}`"), nearest(name, known))
        };
        self.note_hint(tree, "condition-function", message, hint);
        Kind::Any
    }
}
