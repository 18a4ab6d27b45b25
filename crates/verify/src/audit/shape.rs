//! Whether a value has the shape that a JSON Schema of ours says, with every problem and its path.
//!
//! Knows the words that our own schemas use, no more: `$ref`, `type`, `properties`, `required`,
//! `additionalProperties`, `items`, `prefixItems`, `enum`, `const`, `anyOf`, `oneOf`, `minimum`,
//! `maximum`, `minItems`, `maxItems`.

use serde_json::{Map, Value};

use super::problem::{Problem, nearest, shown};

/// Levels of a schema that are followed; ours have fewer than ten.
const DEEPEST: usize = 40;

/// What is wrong with `value`, whose path is `at`.
pub(crate) fn problems(schema: &Value, value: &Value, at: &str) -> Vec<Problem> {
    let mut walk = Walk { root: schema, problems: Vec::new() };
    walk.value(schema, value, at, 0);
    walk.problems
}

struct Walk<'s> {
    root: &'s Value,
    problems: Vec<Problem>,
}

impl<'s> Walk<'s> {
    fn value(&mut self, schema: &'s Value, value: &Value, at: &str, depth: usize) {
        if DEEPEST < depth {
            return;
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let target = target.strip_prefix('#').and_then(|path| self.root.pointer(path));
            if let Some(target) = target {
                self.value(target, value, at, depth + 1);
            }
        }
        if let Some(branches) = branches(schema) {
            self.one_of(branches, value, at, depth);
        }
        if let Some(names) = schema.get("enum").and_then(Value::as_array)
            && !names.contains(value)
        {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            self.name(&names, value, at);
            return;
        }
        if let Some(wanted) = schema.get("type")
            && !has_type(wanted, value)
        {
            self.problems.push(Problem::expected(at, &type_words(wanted), value));
            return;
        }
        self.range(schema, value, at);
        match value {
            Value::Object(fields) => self.object(schema, fields, at, depth),
            Value::Array(items) => self.array(schema, items, at, depth),
            _ => {}
        }
    }

    /// Names one by one, or shapes of which one must fit; the nearest tells what is wrong.
    fn one_of(&mut self, branches: &'s [Value], value: &Value, at: &str, depth: usize) {
        let names: Vec<&str> = branches.iter().flat_map(names).collect();
        if !names.is_empty() && names.len() >= branches.len() {
            if !value.as_str().is_some_and(|name| names.contains(&name)) {
                self.name(&names, value, at);
            }
            return;
        }
        let mut best: Option<(bool, Vec<Problem>)> = None;
        for branch in branches {
            let mut walk = Walk { root: self.root, problems: Vec::new() };
            walk.value(branch, value, at, depth + 1);
            if walk.problems.is_empty() {
                return;
            }
            // A branch of another type says least about what was meant.
            let foreign = !self.is_of_kind(branch, value);
            let better = best.as_ref().is_none_or(|(other, _)| *other && !foreign);
            if better {
                best = Some((foreign, walk.problems));
            }
        }
        self.problems
            .extend(best.into_iter().flat_map(|(_, problems)| problems));
    }

    /// Whether a value has the type that a branch asks for.
    fn is_of_kind(&self, branch: &Value, value: &Value) -> bool {
        let target = branch.get("$ref").and_then(Value::as_str);
        let target = target.and_then(|path| self.root.pointer(path.strip_prefix('#')?));
        let branch = target.unwrap_or(branch);
        let named =
            branches(branch).is_some_and(|all| all.iter().all(|one| !names(one).is_empty()));
        let wanted = branch.get("type");
        if named {
            value.is_string()
        } else {
            wanted.is_none_or(|wanted| has_type(wanted, value))
        }
    }

    fn name(&mut self, names: &[&str], value: &Value, at: &str) {
        let near = value.as_str().and_then(|word| nearest(word, names.iter().copied()));
        let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let what =
            format!("expected one of {}, found {}{hint}", names.join(", "), shown(value));
        self.problems.push(Problem::new(at, what));
    }

    fn range(&mut self, schema: &Value, value: &Value, at: &str) {
        let Some(number) = value.as_f64() else { return };
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        if let Some(least) = bound("minimum")
            && number < least
        {
            self.problems
                .push(Problem::new(at, format!("{value} is less than {least}")));
        }
        if let Some(most) = bound("maximum")
            && most < number
        {
            self.problems
                .push(Problem::new(at, format!("{value} is more than {most}")));
        }
    }

    fn object(
        &mut self,
        schema: &'s Value,
        fields: &Map<String, Value>,
        at: &str,
        depth: usize,
    ) {
        let known = schema.get("properties").and_then(Value::as_object);
        let further = schema.get("additionalProperties");
        for (key, value) in fields {
            let path = child(at, key);
            if let Some(schema) = known.and_then(|known| known.get(key)) {
                self.value(schema, value, &path, depth + 1);
            } else if further == Some(&Value::Bool(false)) {
                let names = known.into_iter().flat_map(Map::keys).map(String::as_str);
                let hint = nearest(key, names)
                    .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                self.problems
                    .push(Problem::new(path, format!("there is no such key{hint}")));
            } else if let Some(schema) = further.filter(|schema| schema.is_object()) {
                self.value(schema, value, &path, depth + 1);
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for key in required.into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(key) {
                self.problems.push(Problem::new(at, format!("`{key}` is missing")));
            }
        }
    }

    fn array(&mut self, schema: &'s Value, items: &[Value], at: &str, depth: usize) {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        for (index, item) in items.iter().enumerate() {
            let schema = first
                .and_then(|first| first.get(index))
                .or_else(|| schema.get("items"));
            if let Some(schema) = schema {
                self.value(schema, item, &format!("{at}[{index}]"), depth + 1);
            }
        }
        let bound = |key: &str| schema.get(key).and_then(Value::as_u64);
        let count = items.len() as u64;
        let (least, most) = (bound("minItems"), bound("maxItems"));
        if least.is_some_and(|least| count < least) || most.is_some_and(|most| most < count) {
            let words = match (least, most) {
                (Some(least), Some(most)) if least == most => format!("{least}"),
                (Some(least), None) => format!("at least {least}"),
                (least, Some(most)) => format!("{} to {most}", least.unwrap_or(0)),
                (None, None) => String::new(),
            };
            let message = format!("expected {words} items, found {count}");
            self.problems.push(Problem::new(at, message));
        }
    }
}

fn branches(schema: &Value) -> Option<&[Value]> {
    let branches = schema.get("anyOf").or_else(|| schema.get("oneOf"))?;
    branches.as_array().map(Vec::as_slice)
}

/// The names that a branch allows, if it is nothing but a list of names.
fn names(branch: &Value) -> Vec<&str> {
    if let Some(name) = branch.get("const").and_then(Value::as_str) {
        return vec![name];
    }
    let names = branch.get("enum").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn has_type(wanted: &Value, value: &Value) -> bool {
    match wanted {
        Value::Array(any) => any.iter().any(|one| has_type(one, value)),
        Value::String(name) => match name.as_str() {
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            "null" => value.is_null(),
            _ => true,
        },
        _ => true,
    }
}

fn type_words(wanted: &Value) -> String {
    let word = |name: &str| match name {
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a string",
        "boolean" => "true or false",
        "array" => "an array",
        "object" => "an object",
        _ => "null",
    };
    match wanted {
        Value::Array(any) => any
            .iter()
            .filter_map(Value::as_str)
            .map(word)
            .collect::<Vec<_>>()
            .join(" or "),
        other => word(other.as_str().unwrap_or_default()).to_owned(),
    }
}

/// The path of a key: `$.a.b`, and `$.a["b c"]` where the key is not a plain word.
pub(crate) fn child(at: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !key.starts_with(|c: char| c.is_numeric());
    if plain { format!("{at}.{key}") } else { format!("{at}[{key:?}]") }
}
