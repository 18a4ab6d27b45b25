//! The check of a syntax tree against declared names and types, which CEL itself does not make.

mod function;
mod iteration;
mod name;
mod operator;

use cel::common::ast::{EntryExpr, Expr, IdedExpr, LiteralValue, SourceInfo, operators};

use super::{
    condition_issue::ConditionIssue,
    declared_names::{DeclaredNames, ExpectedType},
    expression_type::ExpressionType as Kind,
    variable::ConditionVariable,
};

/// What the tree fetches from its scope, or everything that is wrong with it.
pub(super) fn check(
    tree: &IdedExpr,
    places: &SourceInfo,
    names: &DeclaredNames,
    expect: ExpectedType,
) -> Result<Vec<ConditionVariable>, Vec<ConditionIssue>> {
    let mut walk = ConditionTypeCheck::new(places, names);
    let kind = walk.kind(tree);
    walk.expect(tree, &kind, expect);
    if walk.issues.is_empty() { Ok(walk.references) } else { Err(walk.issues) }
}

/// A walk over a tree: what it has found, and where it is.
struct ConditionTypeCheck<'a> {
    places: &'a SourceInfo,
    names: &'a DeclaredNames,
    issues: Vec<ConditionIssue>,
    references: Vec<ConditionVariable>,
    /// The variables of the iterations around this place, outermost first.
    locals: Vec<IterationVariable>,
    /// How many times the steps of the iterations around this place may run.
    cost: u64,
    /// How many iterations are around this place.
    nested: usize,
}

struct IterationVariable {
    name: String,
    kind: Kind,
}

impl<'a> ConditionTypeCheck<'a> {
    fn new(places: &'a SourceInfo, names: &'a DeclaredNames) -> Self {
        let (issues, references, locals) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            places,
            names,
            issues,
            references,
            locals,
            cost: 1,
            nested: 0,
        }
    }

    /// The kind of `tree`, noting what is wrong in it.
    fn kind(&mut self, tree: &IdedExpr) -> Kind {
        match &tree.expr {
            Expr::Unspecified => Kind::Any,
            Expr::Literal(literal) => literal_kind(literal),
            Expr::Ident(name) => self.ident(tree, name),
            Expr::Select(select) => self.select(tree, select),
            Expr::Call(call) => self.call(tree, call),
            Expr::List(list) => {
                let kinds = list.elements.iter().map(|element| self.kind(element));
                Kind::list(kinds.fold(Kind::Never, Kind::join))
            }
            Expr::Map(map) => self.map(map.entries.iter().map(|entry| &entry.expr)),
            Expr::Struct(made) => {
                let message =
                    format!("`{}` is not a type that can be made here", made.type_name);
                self.note(tree, "condition-type", message);
                Kind::Any
            }
            Expr::Comprehension(iteration) => self.iteration(tree, iteration),
        }
    }

    fn map<'e>(&mut self, entries: impl Iterator<Item = &'e EntryExpr>) -> Kind {
        for entry in entries {
            let EntryExpr::MapEntry(entry) = entry else { continue };
            let key = self.kind(&entry.key);
            if !matches!(key, Kind::String | Kind::Int | Kind::UInt | Kind::Bool)
                && !key.is_open()
            {
                let message = format!("a key of an object must be a string, not {key}");
                self.note(&entry.key, "condition-type", message);
            }
            self.kind(&entry.value);
        }
        Kind::Map
    }

    fn expect(&mut self, tree: &IdedExpr, kind: &Kind, expect: ExpectedType) {
        let (fits, needed) = match expect {
            ExpectedType::Bool => (*kind == Kind::Bool, "true or false"),
            ExpectedType::List => (matches!(kind, Kind::List(_)), "an array"),
            ExpectedType::Any => (*kind != Kind::Type, "a value"),
        };
        if !fits && !kind.is_open() {
            let message =
                format!("expression must yield {needed}; it yields {}", article(kind));
            self.note(tree, "condition-result", message);
        }
    }

    fn note(&mut self, tree: &IdedExpr, code: &'static str, message: String) {
        let issue = ConditionIssue::new(code, message, self.offset(tree));
        self.issues.push(issue);
    }

    fn note_hint(
        &mut self,
        tree: &IdedExpr,
        code: &'static str,
        message: String,
        hint: Option<String>,
    ) {
        let issue = ConditionIssue::new(code, message, self.offset(tree));
        self.issues.push(ConditionIssue { hint, ..issue });
    }

    /// Where `tree` is to be looked for: an operator at its sign, a function at its name, all else
    /// at its beginning.
    fn offset(&self, tree: &IdedExpr) -> usize {
        let own = self.own_offset(tree);
        match &tree.expr {
            Expr::Select(select) => self.offset(&select.operand),
            Expr::Comprehension(iteration) => self.offset(&iteration.iter_range),
            Expr::Call(call) => match call.args.first() {
                Some(operand) if call.func_name == operators::INDEX => self.offset(operand),
                _ => self.name_before(own, &call.func_name),
            },
            _ => own,
        }
    }

    /// The place that the parser gives, which counts bytes, in characters.
    fn own_offset(&self, tree: &IdedExpr) -> usize {
        let bytes = self.places.offset_for(tree.id).map_or(0, |(start, _)| start);
        let before = usize::try_from(bytes)
            .ok()
            .and_then(|at| self.places.source.get(..at));
        before.map_or(0, |before| before.chars().count())
    }

    /// The place of a function is that of its bracket; its name stands before it.
    fn name_before(&self, bracket: usize, name: &str) -> usize {
        let start = bracket.saturating_sub(name.chars().count());
        let written = self.places.source.chars().skip(start).take(bracket - start);
        if written.eq(name.chars()) { start } else { bracket }
    }
}

fn literal_kind(literal: &LiteralValue) -> Kind {
    match literal {
        LiteralValue::Boolean(_) => Kind::Bool,
        LiteralValue::Bytes(_) => Kind::Bytes,
        LiteralValue::Double(_) => Kind::Double,
        LiteralValue::Int(_) => Kind::Int,
        LiteralValue::Null => Kind::Null,
        LiteralValue::String(_) => Kind::String,
        LiteralValue::UInt(_) => Kind::UInt,
    }
}

/// The kind with its article, for messages.
fn article(kind: &Kind) -> String {
    match kind {
        Kind::Int | Kind::List(_) | Kind::Map => {
            format!("an {kind}")
        }
        Kind::Null | Kind::Bytes => kind.to_string(),
        _ => format!("a {kind}"),
    }
}
