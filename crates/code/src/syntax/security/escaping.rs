//! Whether markup that is put together holds nothing but fixed words and what was escaped.
//!
//! Names are followed to all that they are given, functions to what they give back, lists through
//! `map` and `join`. What cannot be followed is held to be open. Work is counted for a whole file.

use tree_sitter::Node;

use super::{
    super::{node_parts::parts, source::SourceFile},
    constness::is_fixed,
};

/// Nodes of a file that are looked at.
const MOST: usize = 400_000;

/// Values that one piece of markup is made of.
const MOST_VALUES: usize = 400;

/// Parts of the names of functions that make a text harmless in a page.
const CLEANING: &[&str] = &["sanitize", "sanitise", "escape", "purify", "encodehtml"];

/// Methods that yield parts of what they are called on, or join them.
#[rustfmt::skip]
const SAME: &[&str] = &[
    "filter", "slice", "reverse", "sort", "flat", "concat", "trim", "toString", "values", "from", "keys",
];

/// Methods and functions that yield numbers.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "toFixed", "Number", "parseInt", "parseFloat", "round", "floor", "ceil", "max", "min", "abs",
    "indexOf", "getTime",
];

/// What is left to look at in a file.
#[derive(Debug)]
pub(super) struct MarkupBudget(usize);

impl Default for MarkupBudget {
    fn default() -> Self {
        Self(MOST)
    }
}

impl MarkupBudget {
    fn spend(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        0 < self.0
    }

    /// Whether no value that was never escaped gets into markup.
    pub(super) fn is_escaped(&mut self, source: &SourceFile<'_>, value: Node<'_>) -> bool {
        let (mut open, mut seen) = (vec![value], Vec::new());
        while let Some(node) = open.pop() {
            if seen.contains(&node.id()) {
                continue;
            }
            seen.push(node.id());
            if MOST_VALUES < seen.len() || !self.spend() {
                return false;
            }
            if is_fixed(source, node) || is_number(source, node) {
                continue;
            }
            let Some(into) = self.made_of(source, node) else { return false };
            open.extend(into);
        }
        // Where not all was looked at, something may have been overlooked.
        0 < self.0
    }

    /// The values that one is made of; nothing where it may hold anything.
    fn made_of<'t>(
        &mut self,
        source: &SourceFile<'_>,
        node: Node<'t>,
    ) -> Option<Vec<Node<'t>>> {
        match node.kind() {
            "template_string" => {
                let inner = parts(node, MOST_VALUES).into_iter();
                Some(inner.filter(|part| part.kind() == "template_substitution").collect())
            }
            "template_substitution"
            | "parenthesized_expression"
            | "array"
            | "spread_element"
            | "as_expression"
            | "non_null_expression" => Some(parts(node, MOST_VALUES)),
            "binary_expression" => {
                let right = node.child_by_field_name("right")?;
                match source.field(node, "operator")? {
                    "&&" => Some(vec![right]),
                    _ => Some(vec![node.child_by_field_name("left")?, right]),
                }
            }
            "ternary_expression" => Some(vec![
                node.child_by_field_name("consequence")?,
                node.child_by_field_name("alternative")?,
            ]),
            "identifier" => self.given(source, node),
            "call_expression" => self.called(source, node),
            _ => None,
        }
    }

    /// What a call yields.
    fn called<'t>(&mut self, source: &SourceFile<'_>, node: Node<'t>) -> Option<Vec<Node<'t>>> {
        let function = node.child_by_field_name("function")?;
        let given = parts(node.child_by_field_name("arguments")?, MOST_VALUES);
        let name = source
            .field(function, "property")
            .unwrap_or_else(|| source.of(function));
        let object = function.child_by_field_name("object");
        // `DOMPurify.sanitize`: what it is called on says so too, where that is a name.
        let owner = object
            .filter(|one| one.kind() == "identifier")
            .map(|one| source.of(one));
        let words = format!("{}.{name}", owner.unwrap_or_default()).to_ascii_lowercase();
        if CLEANING.iter().any(|clean| words.contains(clean)) || NUMBERS.contains(&name) {
            return Some(Vec::new());
        }
        match object {
            Some(_) if matches!(name, "map" | "flatMap") => {
                self.returned(source, *given.first()?)
            }
            Some(object) if name == "join" || SAME.contains(&name) => {
                // What a filter asks is not what it yields.
                let values = given.into_iter().filter(|one| !is_function(*one));
                Some(values.chain([object]).collect())
            }
            Some(_) => None,
            None if name == "String" => Some(given),
            None => {
                let made = self.definition(source, function, name)?;
                self.returned(source, made)
            }
        }
    }

    /// What a function gives back: its expression, or all that its returns say.
    fn returned<'t>(
        &mut self,
        source: &SourceFile<'_>,
        function: Node<'t>,
    ) -> Option<Vec<Node<'t>>> {
        let function = match function.kind() {
            "identifier" => self.definition(source, function, source.of(function))?,
            _ => function,
        };
        let body = function
            .child_by_field_name("body")
            .filter(|_| is_function(function))?;
        if body.kind() != "statement_block" {
            return Some(vec![body]);
        }
        let mut found = Vec::new();
        self.each(body, &mut |node| {
            let returns = node.kind() == "return_statement";
            found.extend(node.named_child(0).filter(|_| returns));
            !is_function(node)
        });
        Some(found)
    }

    /// All that a name is given where it is bound; nothing where a parameter or a loop binds it.
    fn given<'t>(&mut self, source: &SourceFile<'_>, name: Node<'t>) -> Option<Vec<Node<'t>>> {
        let words = source.of(name);
        let mut scope = name.parent();
        while let Some(around) = scope {
            scope = around.parent();
            if !self.spend() {
                return None;
            }
            if is_function(around) && self.has_parameter(source, around, words) {
                return None;
            }
            if !is_function(around) && around.kind() != "program" {
                continue;
            }
            let (mut values, mut open) = (Vec::new(), false);
            self.each(around, &mut |node| {
                match (source.field(node, "name"), source.field(node, "left")) {
                    (Some(bound), _) if bound == words => match node.kind() {
                        "variable_declarator" => {
                            values.extend(node.child_by_field_name("value"));
                        }
                        _ => open = true,
                    },
                    (_, Some(bound)) if bound == words => {
                        open |= node.kind() == "for_in_statement";
                        values.extend(node.child_by_field_name("right"));
                    }
                    _ => {}
                }
                true
            });
            if open || !values.is_empty() {
                return Some(values).filter(|_| !open);
            }
        }
        None
    }

    fn has_parameter(
        &mut self,
        source: &SourceFile<'_>,
        function: Node<'_>,
        words: &str,
    ) -> bool {
        let fields = ["parameters", "parameter"];
        let list = fields.iter().find_map(|field| function.child_by_field_name(field));
        let mut found = false;
        if let Some(list) = list {
            self.each(list, &mut |node| {
                let binds = matches!(
                    node.kind(),
                    "identifier" | "shorthand_property_identifier_pattern"
                );
                found |= binds && source.of(node) == words;
                true
            });
        }
        found
    }

    /// The only function of a name in the file.
    fn definition<'t>(
        &mut self,
        source: &SourceFile<'_>,
        at: Node<'t>,
        name: &str,
    ) -> Option<Node<'t>> {
        let mut root = at;
        while let Some(around) = root.parent() {
            root = around;
        }
        let mut found = Vec::new();
        self.each(root, &mut |node| {
            if source.field(node, "name") == Some(name) {
                let value = node.child_by_field_name("value").unwrap_or(node);
                found.extend(Some(value).filter(|one| is_function(*one)));
            }
            true
        });
        match found.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Looks at every node within one; what a node is asked for tells whether to look into it.
    fn each<'t>(&mut self, within: Node<'t>, look: &mut dyn FnMut(Node<'t>) -> bool) {
        let mut cursor = within.walk();
        let mut open: Vec<Node<'t>> = within.named_children(&mut cursor).collect();
        while let Some(node) = open.pop() {
            if !self.spend() {
                return;
            }
            if look(node) {
                let mut cursor = node.walk();
                open.extend(node.named_children(&mut cursor));
            }
        }
    }
}

fn is_function(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "arrow_function"
            | "function_expression"
            | "function_declaration"
            | "method_definition"
            | "generator_function_declaration"
    )
}

/// A length, a count, or what is reckoned or compared.
fn is_number(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    let reckons = ["-", "*", "/", "%", "<", ">", "<=", ">=", "===", "!==", "==", "!="];
    match node.kind() {
        "member_expression" => source.field(node, "property") == Some("length"),
        "binary_expression" => source
            .field(node, "operator")
            .is_some_and(|one| reckons.contains(&one)),
        "unary_expression" => !source.of(node).starts_with("await"),
        "update_expression" => true,
        _ => false,
    }
}
