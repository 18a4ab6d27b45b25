//! The shape of a definition: keys and types, held against its published schema.
//!
//! Only what that schema uses is understood here; a test holds the two together.

mod alternative;
mod subject;

use std::{collections::BTreeSet, sync::LazyLock};

use serde_json::{Map, Value as Json};

use super::{
    nearest,
    pointer::escape,
    report::{Problem, Report, problem, quoted},
    schema::schema,
};
use alternative::{Alternative, alternatives};
use subject::subject;

static SCHEMA: LazyLock<Json> = LazyLock::new(schema);

/// Notes every key and value that the schema does not allow.
pub(super) fn check(json: &Json, report: &mut Report<'_>) {
    Walk { root: json, report, pointer: String::new() }.value(json, &SCHEMA);
}

struct Walk<'a, 'r, 't> {
    root: &'a Json,
    report: &'r mut Report<'t>,
    pointer: String,
}

impl Walk<'_, '_, '_> {
    fn value(&mut self, json: &Json, schema: &Json) {
        if self.report.is_full() {
            return;
        }
        let all = alternatives(schema, &SCHEMA);
        let fitting: Vec<&Alternative<'_>> =
            all.iter().filter(|alternative| alternative.takes(json)).collect();
        match (fitting.as_slice(), json) {
            ([], _) => self.misfit(json, &all),
            (_, Json::Array(items)) => self.items(items, &fitting),
            (_, Json::Object(object)) => self.object(object, &fitting),
            _ => {}
        }
    }

    fn items(&mut self, items: &[Json], fitting: &[&Alternative<'_>]) {
        let Some(schema) = fitting.iter().find_map(|fit| fit.schema()?.get("items")) else {
            return;
        };
        for (index, item) in items.iter().enumerate() {
            self.step(&index.to_string(), |walk| walk.value(item, schema));
        }
    }

    fn object(&mut self, object: &Map<String, Json>, fitting: &[&Alternative<'_>]) {
        let schemas: Vec<&Map<String, Json>> =
            fitting.iter().filter_map(|fit| fit.schema()).collect();
        // Of several object forms, the one meant is the one that has the first key written.
        let names =
            |form: &Map<String, Json>| object.keys().any(|key| property(form, key).is_some());
        let Some(form) = schemas.iter().find(|form| names(form)).or(schemas.first()) else {
            return;
        };
        for key in required(form).filter(|key| !object.contains_key(*key)) {
            let message = format!("{}key `{key}` is missing", self.subject());
            self.add(problem("missing-key", &self.pointer, message));
        }
        self.keys(object, form, &schemas);
    }

    fn keys(
        &mut self,
        object: &Map<String, Json>,
        form: &Map<String, Json>,
        forms: &[&Map<String, Json>],
    ) {
        let rest = form.get("additionalProperties");
        let open = form.contains_key("patternProperties");
        for (key, value) in object {
            if self.report.is_full() {
                return;
            }
            let schema = property(form, key).or(rest.filter(|rest| !rest.is_boolean()));
            match schema {
                Some(schema) => self.step(&escape(key), |walk| walk.value(value, schema)),
                None if open && key.starts_with("x-") => {}
                None if rest == Some(&Json::Bool(false)) => self.unknown_key(key, forms, open),
                None => {}
            }
        }
    }

    fn unknown_key(&mut self, key: &str, forms: &[&Map<String, Json>], open: bool) {
        let message = format!("{}unknown key {}", self.subject(), quoted(key));
        let known: BTreeSet<&str> = forms.iter().flat_map(|form| properties(form)).collect();
        let own = open.then(|| "keys of your own begin with `x-`".to_owned());
        let hint = nearest(key, known).or(own);
        let pointer = format!("{}/{}", self.pointer, escape(key));
        self.add(problem("unknown-key", pointer, message).at_key().hint(hint));
    }

    fn misfit(&mut self, json: &Json, all: &[Alternative<'_>]) {
        let (subject, what) = (self.subject(), self.what());
        let words: Vec<&str> = all.iter().flat_map(Alternative::words).collect();
        let found = match json {
            Json::String(text) if !words.is_empty() => {
                let message = format!(
                    "{subject}{what} cannot be {}; it is one of {}",
                    quoted(text),
                    words.join(", ")
                );
                problem("unknown-value", &self.pointer, message).hint(nearest(text, words))
            }
            _ => {
                let needed: BTreeSet<&str> = all.iter().filter_map(Alternative::noun).collect();
                let needed: Vec<&str> = needed.into_iter().collect();
                let message = format!(
                    "{subject}{what} must be {}, not {}",
                    needed.join(" or "),
                    noun(json)
                );
                problem("wrong-type", &self.pointer, message)
            }
        };
        self.add(found);
    }

    fn subject(&self) -> String {
        subject(self.root, &self.pointer)
    }

    /// The key of the value at hand.
    fn what(&self) -> String {
        match self.pointer.rsplit('/').find(|step| step.parse::<usize>().is_err()) {
            Some("") | None => "a definition".into(),
            Some(key) => quoted(key),
        }
    }

    fn step(&mut self, step: &str, walk: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(step);
        walk(self);
        self.pointer.truncate(length);
    }

    fn add(&mut self, problem: Problem) {
        self.report.add(problem);
    }
}

fn property<'s>(form: &'s Map<String, Json>, key: &str) -> Option<&'s Json> {
    form.get("properties")?.get(key)
}

fn properties(form: &Map<String, Json>) -> impl Iterator<Item = &str> {
    form.get("properties")
        .and_then(Json::as_object)
        .into_iter()
        .flat_map(Map::keys)
        .map(String::as_str)
}

fn required(form: &Map<String, Json>) -> impl Iterator<Item = &str> {
    form.get("required")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
}

/// What a value is, with its article.
fn noun(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(_) => "this number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
