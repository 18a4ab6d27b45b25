//! Other spellings of a name, brought to the one that evaluation looks up.
//!
//! `state["x"]` becomes `state.x`, and `has(state.x)` becomes `state.x != null`: a channel has no
//! value of its own to look into, each is bound under its full name.

use cel::common::ast::{
    CallExpr, EntryExpr, Expr, IdedExpr, LiteralValue, SelectExpr, operators,
};

/// The names that stand before the name of something declared.
pub(super) const ROOTS: [&str; 4] = ["params", "state", "loops", "budgets"];

pub(super) fn normalise(tree: &mut IdedExpr) {
    match &mut tree.expr {
        Expr::Unspecified | Expr::Ident(_) | Expr::Literal(_) => {}
        Expr::Call(call) => {
            call.target
                .as_deref_mut()
                .into_iter()
                .chain(&mut call.args)
                .for_each(normalise);
        }
        Expr::Select(select) => normalise(&mut select.operand),
        Expr::List(list) => list.elements.iter_mut().for_each(normalise),
        Expr::Map(map) => map.entries.iter_mut().for_each(|entry| in_entry(&mut entry.expr)),
        Expr::Struct(made) => {
            made.entries.iter_mut().for_each(|entry| in_entry(&mut entry.expr));
        }
        Expr::Comprehension(loop_) => {
            normalise(&mut loop_.iter_range);
            normalise(&mut loop_.loop_step);
        }
    }
    index_to_field(tree);
    presence_to_comparison(tree);
}

fn in_entry(entry: &mut EntryExpr) {
    match entry {
        EntryExpr::StructField(field) => normalise(&mut field.value),
        EntryExpr::MapEntry(entry) => {
            normalise(&mut entry.key);
            normalise(&mut entry.value);
        }
    }
}

fn index_to_field(tree: &mut IdedExpr) {
    let Expr::Call(call) = &mut tree.expr else { return };
    if call.func_name != operators::INDEX || !call.args.first().is_some_and(names_declared) {
        return;
    }
    let [operand, index] = call.args.as_mut_slice() else { return };
    let Expr::Literal(LiteralValue::String(name)) = &index.expr else { return };
    let field = name.inner().to_owned();
    let operand = Box::new(std::mem::take(operand));
    tree.expr = Expr::Select(SelectExpr { operand, field, test: false });
}

/// Whether `operand` is `state`, `params`, `loops`, `budgets` or `budgets.NAME`.
fn names_declared(operand: &IdedExpr) -> bool {
    match &operand.expr {
        Expr::Ident(name) => ROOTS.contains(&name.as_str()),
        Expr::Select(select) => {
            matches!(&select.operand.expr, Expr::Ident(name) if name == "budgets")
        }
        _ => false,
    }
}

fn presence_to_comparison(tree: &mut IdedExpr) {
    let Expr::Select(select) = &mut tree.expr else { return };
    if !select.test || !names_declared(&select.operand) {
        return;
    }
    select.test = false;
    let (id, null) = (tree.id, Expr::Literal(LiteralValue::Null));
    let value = IdedExpr { id, expr: std::mem::take(&mut tree.expr) };
    let args = vec![value, IdedExpr { id, expr: null }];
    let func_name = operators::NOT_EQUALS.to_owned();
    tree.expr = Expr::Call(CallExpr { func_name, target: None, args });
}
