//! The forms that a schema allows for one value.

use serde_json::{Map, Number, Value as Json};

/// One form, without references and choices.
pub(super) enum Alternative<'s> {
    Anything,
    Form(&'s Map<String, Json>),
}

/// All forms that `schema` allows, references to `root` followed.
pub(super) fn alternatives<'s>(schema: &'s Json, root: &'s Json) -> Vec<Alternative<'s>> {
    let Json::Object(form) = schema else { return vec![Alternative::Anything] };
    if let Some(target) = form.get("$ref").and_then(Json::as_str) {
        let target = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return target.map(|target| alternatives(target, root)).unwrap_or_default();
    }
    let choices = form
        .get("anyOf")
        .or_else(|| form.get("oneOf"))
        .and_then(Json::as_array);
    match choices {
        Some(choices) => choices.iter().flat_map(|choice| alternatives(choice, root)).collect(),
        None if form.contains_key("type") => vec![Alternative::Form(form)],
        None => vec![Alternative::Anything],
    }
}

impl<'s> Alternative<'s> {
    pub(super) fn schema(&self) -> Option<&'s Map<String, Json>> {
        match self {
            Self::Anything => None,
            Self::Form(form) => Some(form),
        }
    }

    /// Whether `json` is of this form, its insides aside.
    pub(super) fn takes(&self, json: &Json) -> bool {
        let Self::Form(form) = self else { return true };
        let typed = self.types().any(|name| is_of_type(json, name));
        let listed = form.get("enum").and_then(Json::as_array);
        typed
            && form.get("const").is_none_or(|only| only == json)
            && listed.is_none_or(|listed| listed.contains(json))
            && json.as_number().is_none_or(|number| in_range(number, form))
    }

    /// The words allowed where only some are.
    pub(super) fn words(&self) -> impl Iterator<Item = &'s str> {
        let only = self.schema().and_then(|form| form.get("const"));
        let listed = self
            .schema()
            .and_then(|form| form.get("enum"))
            .and_then(Json::as_array);
        only.into_iter()
            .chain(listed.into_iter().flatten())
            .filter_map(Json::as_str)
    }

    /// What it is, with its article; none for null, which nobody should write.
    pub(super) fn noun(&self) -> Option<&'static str> {
        Some(match self.types().next()? {
            "string" => "a string",
            "integer" if self.is_short() => "a whole number from 0 to 4294967295",
            "integer" => "a whole number",
            "boolean" => "true or false",
            "array" => "an array",
            "object" => "an object",
            _ => return None,
        })
    }

    fn types(&self) -> impl Iterator<Item = &'s str> {
        let names = self.schema().and_then(|form| form.get("type"));
        let listed = names.and_then(Json::as_array).into_iter().flatten();
        names.into_iter().chain(listed).filter_map(Json::as_str)
    }

    fn is_short(&self) -> bool {
        self.schema()
            .is_some_and(|form| form.get("format") == Some(&Json::from("uint32")))
    }
}

fn is_of_type(json: &Json, name: &str) -> bool {
    match name {
        "null" => json.is_null(),
        "boolean" => json.is_boolean(),
        "integer" => json.is_u64(),
        "string" => json.is_string(),
        "array" => json.is_array(),
        "object" => json.is_object(),
        _ => false,
    }
}

fn in_range(number: &Number, form: &Map<String, Json>) -> bool {
    let short = form.get("format") == Some(&Json::from("uint32"));
    !short || number.as_u64().is_some_and(|value| u32::try_from(value).is_ok())
}
