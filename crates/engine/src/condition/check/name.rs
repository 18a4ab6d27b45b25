//! Names in a condition: what is declared, what is local, what is neither.

use cel::common::ast::{Expr, IdedExpr, SelectExpr};

use super::{ConditionTypeCheck, Kind, article};
use crate::{
    condition::{
        declared_names::DeclaredType,
        normalise::ROOTS,
        variable::{BudgetPart, ConditionVariable, NumberCoercion, VariableSource},
    },
    definition::{ValueType, nearest},
};

/// The names of types, which `type(x)` is compared with.
const TYPES: [&str; 9] =
    ["bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type"];

impl ConditionTypeCheck<'_> {
    pub(super) fn ident(&mut self, tree: &IdedExpr, name: &str) -> Kind {
        if let Some(local) = self.locals.iter().rev().find(|local| local.name == name) {
            return local.kind.clone();
        }
        match name {
            "epoch" => self.refer(name.into(), VariableSource::Epoch, Vec::new(), Kind::Int),
            "attempt" => {
                self.refer(name.into(), VariableSource::Attempt, Vec::new(), Kind::Int)
            }
            _ if TYPES.contains(&name) => Kind::Type,
            _ if ROOTS.contains(&name) => {
                let message = format!("`{name}` stands before a name, as in `{name}.NAME`");
                self.note(tree, "condition-unknown-name", message);
                Kind::Any
            }
            _ => self.unknown_ident(tree, name),
        }
    }

    fn unknown_ident(&mut self, tree: &IdedExpr, name: &str) -> Kind {
        let hint = self.hint_for_ident(name);
        self.note_hint(tree, "condition-unknown-name", format!("unknown name `{name}`"), hint);
        Kind::Any
    }

    fn hint_for_ident(&self, name: &str) -> Option<String> {
        if name == "item" || name == "index" {
            return Some("a condition holds for the whole stage, before its fan-out".into());
        }
        let roots = [("state", &self.names.channels), ("params", &self.names.params)];
        if let Some((root, _)) = roots.iter().find(|(_, known)| known.contains_key(name)) {
            return Some(format!("did you mean `{root}.{name}`?"));
        }
        let locals = self.locals.iter().map(|local| local.name.as_str());
        let known = ROOTS.into_iter().chain(["epoch", "attempt", "true", "false", "null"]);
        nearest(name, known.chain(locals.filter(|name| !name.starts_with('@'))))
    }

    pub(super) fn select(&mut self, tree: &IdedExpr, select: &SelectExpr) -> Kind {
        if let Some(kind) = self.declared(tree, select) {
            return kind;
        }
        if let Some(kind) = self.field(select) {
            return kind;
        }
        let kind = self.kind(&select.operand);
        if kind != Kind::Map && !kind.is_open() {
            let message = format!("{} has no field `{}`", article(&kind), select.field);
            self.note(tree, "condition-type", message);
        }
        if select.test { Kind::Bool } else { Kind::Any }
    }

    /// The kind of `state.NAME.KEY` and longer paths; none where the path is not a plain one.
    fn field(&mut self, select: &SelectExpr) -> Option<Kind> {
        if select.test {
            return None;
        }
        let mut path = vec![select.field.clone()];
        let mut below = select;
        loop {
            match &below.operand.expr {
                Expr::Select(next) => below = next,
                Expr::Ident(root) => {
                    let name = path.pop()?;
                    path.reverse();
                    return self.path(root, &name, path);
                }
                _ => return None,
            }
            path.push(below.field.clone());
        }
    }

    fn path(&mut self, root: &str, name: &str, path: Vec<String>) -> Option<Kind> {
        let known = match root {
            "params" => &self.names.params,
            "state" => &self.names.channels,
            _ => return None,
        };
        let shape = known.get(name)?;
        if !matches!(shape.value_type, ValueType::Any | ValueType::Object) {
            return None;
        }
        let source = declared_source(root, name, NumberCoercion::AsWritten);
        let variable = format!("{root}.{name}.{}", path.join("."));
        Some(self.refer(variable, source, path, Kind::Any))
    }

    /// The kind of `state.NAME` and its like; none where `select` is a field of a value.
    fn declared(&mut self, tree: &IdedExpr, select: &SelectExpr) -> Option<Kind> {
        let field = &select.field;
        match &select.operand.expr {
            Expr::Ident(root) => match root.as_str() {
                "params" => Some(self.shaped(tree, "params", field)),
                "state" => Some(self.shaped(tree, "state", field)),
                "loops" => Some(self.counter(tree, field)),
                "budgets" => {
                    let message = format!("`budgets.{field}` needs one of its numbers");
                    let hint = format!("`budgets.{field}.left`, `.used` or `.limit`");
                    self.note_hint(tree, "condition-unknown-name", message, Some(hint));
                    Some(Kind::Any)
                }
                _ => None,
            },
            Expr::Select(outer) => match &outer.operand.expr {
                Expr::Ident(root) if root == "budgets" => {
                    Some(self.budget(tree, &outer.field, field))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn shaped(&mut self, tree: &IdedExpr, root: &str, name: &str) -> Kind {
        let (known, what) = match root {
            "params" => (&self.names.params, "parameter"),
            _ => (&self.names.channels, "channel"),
        };
        let Some(shape) = known.get(name).copied() else {
            let hint = nearest(name, known.keys().map(String::as_str));
            return self.unknown(tree, what, name, hint);
        };
        let DeclaredType { value_type, items, .. } = shape;
        let numbers = NumberCoercion::of(&shape);
        let source = declared_source(root, name, numbers);
        self.refer(format!("{root}.{name}"), source, Vec::new(), Kind::of(value_type, items))
    }

    fn counter(&mut self, tree: &IdedExpr, name: &str) -> Kind {
        if !self.names.counters.contains(name) {
            let hint = nearest(name, self.names.counters.iter().map(String::as_str));
            return self.unknown(tree, "counter", name, hint);
        }
        self.refer(
            format!("loops.{name}"),
            VariableSource::Loop(name.into()),
            Vec::new(),
            Kind::Int,
        )
    }

    fn budget(&mut self, tree: &IdedExpr, name: &str, part: &str) -> Kind {
        if !self.names.budgets.contains(name) {
            let hint = nearest(name, self.names.budgets.iter().map(String::as_str));
            return self.unknown(tree, "budget", name, hint);
        }
        let Some((_, known)) = BudgetPart::ALL.into_iter().find(|(known, _)| *known == part)
        else {
            let hint = nearest(part, BudgetPart::ALL.into_iter().map(|(known, _)| known));
            return self.unknown(tree, "number of a budget", part, hint);
        };
        let source = VariableSource::Budget(name.into(), known);
        self.refer(format!("budgets.{name}.{part}"), source, Vec::new(), Kind::Int)
    }

    fn unknown(
        &mut self,
        tree: &IdedExpr,
        what: &str,
        name: &str,
        hint: Option<String>,
    ) -> Kind {
        let message = format!("unknown {what} `{name}`");
        self.note_hint(tree, "condition-unknown-name", message, hint);
        Kind::Any
    }

    fn refer(
        &mut self,
        variable: String,
        source: VariableSource,
        path: Vec<String>,
        kind: Kind,
    ) -> Kind {
        if self.references.iter().all(|known| known.variable != variable) {
            self.references.push(ConditionVariable { variable, source, path });
        }
        kind
    }
}

fn declared_source(root: &str, name: &str, numbers: NumberCoercion) -> VariableSource {
    match root {
        "params" => VariableSource::Param(name.into(), numbers),
        _ => VariableSource::State(name.into(), numbers),
    }
}
