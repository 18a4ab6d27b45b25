//! Operators and the types of their operands.

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue, operators as op};

use super::{ConditionTypeCheck, Kind, article};

impl ConditionTypeCheck<'_> {
    pub(super) fn call(&mut self, tree: &IdedExpr, call: &CallExpr) -> Kind {
        if let Some(target) = &call.target {
            return self.method(tree, call, target);
        }
        match (call.func_name.as_str(), call.args.as_slice()) {
            (op::NOT_STRICTLY_FALSE, _) => Kind::Bool,
            (name, [value]) if [op::LOGICAL_NOT, op::NEGATE].contains(&name) => {
                self.unary(tree, name, value)
            }
            (name, [left, right]) if is_binary(name) => self.binary(tree, name, left, right),
            (op::CONDITIONAL, [condition, yes, no]) => self.ternary(condition, yes, no),
            _ => self.function(tree, call),
        }
    }

    fn unary(&mut self, tree: &IdedExpr, name: &str, value: &IdedExpr) -> Kind {
        let kind = self.kind(value);
        let (fits, sign, result) = match name {
            op::LOGICAL_NOT => (kind == Kind::Bool, "!", Kind::Bool),
            _ => (matches!(kind, Kind::Int | Kind::Double), "-", kind.clone()),
        };
        if !fits && !kind.is_open() {
            let message = format!("`{sign}` cannot be applied to {}", article(&kind));
            self.note(tree, "condition-type", message);
        }
        result
    }

    fn ternary(&mut self, condition: &IdedExpr, yes: &IdedExpr, no: &IdedExpr) -> Kind {
        let kind = self.kind(condition);
        if kind != Kind::Bool && !kind.is_open() {
            let message =
                format!("`? :` needs true or false before it, not {}", article(&kind));
            self.note(condition, "condition-type", message);
        }
        let yes = self.kind(yes);
        yes.join(self.kind(no))
    }

    fn binary(
        &mut self,
        tree: &IdedExpr,
        name: &str,
        left: &IdedExpr,
        right: &IdedExpr,
    ) -> Kind {
        let (a, b) = (self.kind(left), self.kind(right));
        match name {
            op::LOGICAL_AND | op::LOGICAL_OR => {
                self.logical(tree, name, [(left, &a), (right, &b)])
            }
            op::EQUALS | op::NOT_EQUALS => self.equality(tree, name, &a, &b),
            op::LESS | op::LESS_EQUALS | op::GREATER | op::GREATER_EQUALS => {
                self.order(tree, name, &a, &b)
            }
            op::IN => self.membership(tree, &a, &b),
            op::INDEX => self.index(tree, a, &b),
            _ => self.arithmetic(tree, name, (left, a), (right, b)),
        }
    }

    fn logical(&mut self, tree: &IdedExpr, name: &str, sides: [(&IdedExpr, &Kind); 2]) -> Kind {
        for (side, kind) in sides {
            if *kind != Kind::Bool && !kind.is_open() {
                let message =
                    format!("`{}` needs true or false, not {}", sign(name), article(kind));
                // The sides of a generated call have no place of their own.
                let at = if self.places.offset_for(side.id).is_some() { side } else { tree };
                self.note(at, "condition-type", message);
            }
        }
        Kind::Bool
    }

    fn equality(&mut self, tree: &IdedExpr, name: &str, a: &Kind, b: &Kind) -> Kind {
        if !a.may_equal(b) {
            let always = if name == op::EQUALS { "false" } else { "true" };
            let message = format!(
                "`{}` between {} and {} is always {always}",
                sign(name),
                article(a),
                article(b)
            );
            self.note(tree, "condition-type", message);
        }
        Kind::Bool
    }

    fn order(&mut self, tree: &IdedExpr, name: &str, a: &Kind, b: &Kind) -> Kind {
        let ordered = |kind: &Kind| {
            kind.is_open()
                || kind.is_number()
                || matches!(kind, Kind::String | Kind::Bool | Kind::Bytes)
        };
        let same = a.is_open() || b.is_open() || a == b || (a.is_number() && b.is_number());
        if !(ordered(a) && ordered(b) && same) {
            self.misfit(tree, name, a, b, None);
        }
        Kind::Bool
    }

    fn membership(&mut self, tree: &IdedExpr, a: &Kind, b: &Kind) -> Kind {
        let message = match b {
            Kind::List(element) if !a.may_equal(element) => {
                format!("{} is never in an array of {element} values", article(a))
            }
            Kind::List(_) | Kind::Map | Kind::Any | Kind::Never => return Kind::Bool,
            _ => format!("`in` needs an array or an object after it, not {}", article(b)),
        };
        self.note(tree, "condition-type", message);
        Kind::Bool
    }

    fn index(&mut self, tree: &IdedExpr, a: Kind, b: &Kind) -> Kind {
        let fits = match &a {
            Kind::List(_) => b.is_number() || b.is_open(),
            Kind::Map => {
                matches!(b, Kind::String | Kind::Int | Kind::UInt | Kind::Bool) || b.is_open()
            }
            other => other.is_open(),
        };
        if !fits {
            let message = format!("{} cannot be indexed with {}", article(&a), article(b));
            self.note(tree, "condition-type", message);
        }
        match a {
            Kind::List(element) => *element,
            _ => Kind::Any,
        }
    }

    fn arithmetic(
        &mut self,
        tree: &IdedExpr,
        name: &str,
        (left, a): (&IdedExpr, Kind),
        (right, b): (&IdedExpr, Kind),
    ) -> Kind {
        if a.is_open() || b.is_open() {
            return open_result(name, a, b);
        }
        if a.is_number() && b.is_number() && a != b {
            self.misfit(tree, name, &a, &b, mixed_hint([(left, &a), (right, &b)]));
            return Kind::Any;
        }
        let fits = match (&a, name) {
            (Kind::List(_), op::ADD) => matches!(b, Kind::List(_)),
            (Kind::String | Kind::Bytes, op::ADD) => a == b,
            (Kind::Double, op::MODULO) => false,
            _ => a.is_number() && a == b,
        };
        if !fits {
            self.misfit(tree, name, &a, &b, None);
            return Kind::Any;
        }
        a.join(b)
    }

    fn misfit(
        &mut self,
        tree: &IdedExpr,
        name: &str,
        a: &Kind,
        b: &Kind,
        hint: Option<String>,
    ) {
        let message = format!("`{}` cannot join {} and {}", sign(name), article(a), article(b));
        self.note_hint(tree, "condition-type", message, hint);
    }
}

fn is_binary(name: &str) -> bool {
    name.starts_with('_') || name == op::IN
}

/// An array plus something unknown is an array; other sums with an unknown part are unknown.
fn open_result(name: &str, a: Kind, b: Kind) -> Kind {
    match (name, a, b) {
        (op::ADD, Kind::List(element), _) | (op::ADD, _, Kind::List(element)) => {
            Kind::List(Box::new(element.join(Kind::Any)))
        }
        _ => Kind::Any,
    }
}

/// How to make two numbers of one type.
fn mixed_hint(sides: [(&IdedExpr, &Kind); 2]) -> Option<String> {
    let (whole, _) = sides
        .into_iter()
        .find(|(_, kind)| matches!(kind, Kind::Int | Kind::UInt))?;
    Some(match &whole.expr {
        Expr::Literal(LiteralValue::Int(value)) => format!("write `{}.0`", value.inner()),
        _ => match path(whole) {
            Some(path) => format!("write `double({path})`"),
            None => "convert the int with `double(…)`".into(),
        },
    })
}

/// The text of a plain name such as `state.n`.
fn path(tree: &IdedExpr) -> Option<String> {
    match &tree.expr {
        Expr::Ident(name) => Some(name.clone()),
        Expr::Select(select) => Some(format!("{}.{}", path(&select.operand)?, select.field)),
        _ => None,
    }
}

/// The sign that the author wrote.
fn sign(name: &str) -> &str {
    if name == op::IN { "in" } else { name.trim_matches('_') }
}
