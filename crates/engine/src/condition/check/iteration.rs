//! Iterations (`all`, `exists`, `exists_one`, `map`, `filter`) and what bounds them.

use cel::common::ast::{ComprehensionExpr, Expr, IdedExpr, operators as op};

use super::{ConditionTypeCheck, IterationVariable, Kind, article};
use crate::{condition::normalise::ROOTS, definition::ValueType};

const MAX_NESTED: usize = 2;
/// How many steps the bounds of nested iterations may multiply to.
const MAX_STEPS: u64 = 1_000_000;

impl ConditionTypeCheck<'_> {
    pub(super) fn iteration(&mut self, tree: &IdedExpr, iteration: &ComprehensionExpr) -> Kind {
        let range = self.kind(&iteration.iter_range);
        let element = self.element(tree, range);
        let bound = self.bound(tree, &iteration.iter_range);
        self.variable(tree, &iteration.iter_var);
        let init = self.kind(&iteration.accu_init);
        let (cost, locals) = (self.cost, self.locals.len());
        self.cost = cost.saturating_mul(bound.unwrap_or(1));
        self.nested += 1;
        self.within_limits(tree);
        self.locals
            .push(IterationVariable { name: iteration.accu_var.clone(), kind: init });
        self.locals
            .push(IterationVariable { name: iteration.iter_var.clone(), kind: element });
        let step = self.kind(&iteration.loop_step);
        self.locals.truncate(locals);
        self.nested -= 1;
        self.cost = cost;
        // `exists_one` counts, and compares its count in the end.
        if step == Kind::Int { Kind::Bool } else { step }
    }

    fn element(&mut self, tree: &IdedExpr, range: Kind) -> Kind {
        match range {
            Kind::List(element) => *element,
            Kind::Any | Kind::Never => Kind::Any,
            Kind::Map => {
                let message =
                    "an object cannot be iterated over: its keys have no order".into();
                self.note(tree, "condition-iteration", message);
                Kind::Any
            }
            other => {
                let message = format!("{} cannot be iterated over", article(&other));
                self.note(tree, "condition-type", message);
                Kind::Any
            }
        }
    }

    fn variable(&mut self, tree: &IdedExpr, name: &str) {
        if ROOTS.contains(&name) || ["epoch", "attempt"].contains(&name) {
            let message = format!("`{name}` cannot be the variable of an iteration");
            self.note_hint(
                tree,
                "condition-iteration",
                message,
                Some("choose another name".into()),
            );
        }
    }

    fn within_limits(&mut self, tree: &IdedExpr) {
        // Said once, where the limit is crossed.
        if self.nested == MAX_NESTED + 1 {
            let message = format!("iterations are nested more than {MAX_NESTED} deep");
            let hint = Some("let a stage compute it".into());
            self.note_hint(tree, "condition-iteration", message, hint);
        } else if MAX_STEPS < self.cost {
            let message =
                format!("iteration may take {} steps; the limit is {MAX_STEPS}", self.cost);
            let hint = Some("lower `max_items`, or let a stage compute it".into());
            self.note_hint(tree, "condition-iteration", message, hint);
        }
    }

    /// How many elements `range` may have; none where only the run's own data bounds it.
    fn bound(&mut self, tree: &IdedExpr, range: &IdedExpr) -> Option<u64> {
        match &range.expr {
            Expr::List(list) => Some(list.elements.len() as u64),
            Expr::Comprehension(inner) => self.bound(tree, &inner.iter_range),
            Expr::Select(select) => match &select.operand.expr {
                Expr::Ident(root) if root == "state" => self.channel_bound(tree, &select.field),
                _ => self.bound(tree, &select.operand).and(None),
            },
            Expr::Call(call) => match (call.func_name.as_str(), call.args.as_slice()) {
                (op::INDEX, [operand, _]) => self.bound(tree, operand).and(None),
                (op::ADD, [left, right]) => {
                    let left = self.bound(tree, left);
                    let right = self.bound(tree, right);
                    Some(left?.saturating_add(right?))
                }
                (op::CONDITIONAL, [_, yes, no]) => {
                    let (yes, no) = (self.bound(tree, yes), self.bound(tree, no));
                    Some(yes?.max(no?))
                }
                (_, args) => {
                    for arg in args {
                        self.bound(tree, arg);
                    }
                    None
                }
            },
            _ => None,
        }
    }

    fn channel_bound(&mut self, tree: &IdedExpr, channel: &str) -> Option<u64> {
        // An unknown channel has been noted already.
        let shape = self.names.channels.get(channel)?;
        if let (ValueType::Array, Some(bound)) = (shape.value_type, shape.max_items) {
            return Some(bound.into());
        }
        let message = format!("iteration over channel `{channel}`, which has no bound");
        let hint = match shape.value_type {
            ValueType::Array => format!("set `max_items` on `{channel}`"),
            _ => format!("make `{channel}` an array with `max_items`"),
        };
        self.note_hint(tree, "condition-iteration", message, Some(hint));
        None
    }
}
