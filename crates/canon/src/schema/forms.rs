//! The forms that a schema allows for one value.

use serde_json::{Map, Value};

/// References and choices that are followed; our schemas have fewer than ten.
const DEEPEST: usize = 20;

/// One form, without references and choices; none of it is said where anything will do.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaForm<'s>(Option<&'s Map<String, Value>>);

/// All forms that `schema` allows, references to `root` followed.
pub(super) fn forms<'s>(schema: &'s Value, root: &'s Value) -> Vec<SchemaForm<'s>> {
    let mut forms = Vec::new();
    gather(schema, root, DEEPEST, &mut forms);
    forms
}

fn gather<'s>(
    schema: &'s Value,
    root: &'s Value,
    room: usize,
    forms: &mut Vec<SchemaForm<'s>>,
) {
    let (Value::Object(form), Some(room)) = (schema, room.checked_sub(1)) else {
        forms.push(SchemaForm(None));
        return;
    };
    if let Some(target) = form.get("$ref").and_then(Value::as_str) {
        let target = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return target
            .into_iter()
            .for_each(|target| gather(target, root, room, forms));
    }
    let choices = form.get("anyOf").or_else(|| form.get("oneOf"));
    match choices.and_then(Value::as_array) {
        Some(choices) => {
            for choice in choices {
                gather(choice, root, room, forms);
            }
        }
        None => forms.push(SchemaForm(Some(form))),
    }
}

impl<'s> SchemaForm<'s> {
    pub(super) fn get(self, key: &str) -> Option<&'s Value> {
        self.0?.get(key)
    }

    /// Whether `value` is of this form, its insides and the size of a number aside.
    pub(super) fn takes(self, value: &Value) -> bool {
        let mut types = self.types().peekable();
        let typed = types.peek().is_none() || types.any(|name| is_of_type(value, name));
        let listed = self.get("enum").and_then(Value::as_array);
        typed
            && self.get("const").is_none_or(|only| only == value)
            && listed.is_none_or(|listed| listed.contains(value))
    }

    pub(super) fn words(self) -> impl Iterator<Item = &'s str> {
        let listed = self.get("enum").and_then(Value::as_array);
        let all = self.get("const").into_iter().chain(listed.into_iter().flatten());
        all.filter_map(Value::as_str)
    }

    pub(super) fn types(self) -> impl Iterator<Item = &'s str> {
        let names = self.get("type");
        let listed = names.and_then(Value::as_array).into_iter().flatten();
        names.into_iter().chain(listed).filter_map(Value::as_str)
    }

    pub(super) fn bounds(self) -> (Option<f64>, Option<f64>) {
        let bound = |key: &str| self.get(key).and_then(Value::as_f64);
        let short = self.get("format").and_then(Value::as_str) == Some("uint32");
        let most = short.then_some(f64::from(u32::MAX));
        (bound("minimum"), bound("maximum").or(most))
    }

    pub(super) fn property(self, key: &str) -> Option<&'s Value> {
        self.get("properties")?.get(key)
    }

    pub(super) fn properties(self) -> impl Iterator<Item = &'s str> {
        let known = self.get("properties").and_then(Value::as_object);
        known.into_iter().flat_map(Map::keys).map(String::as_str)
    }

    pub(super) fn required(self) -> impl Iterator<Item = &'s str> {
        let required = self.get("required").and_then(Value::as_array);
        required.into_iter().flatten().filter_map(Value::as_str)
    }

    /// Whether keys of one's own may begin with `x-`.
    pub(super) fn is_open(self) -> bool {
        self.get("patternProperties").is_some()
    }

    pub(super) fn counts(self) -> (Option<u64>, Option<u64>) {
        let bound = |key: &str| self.get(key).and_then(Value::as_u64);
        (bound("minItems"), bound("maxItems"))
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
