//! Whether a value is what a JSON Schema says, and if not, what is wrong where.
//!
//! Knows the words that our own schemas use, no more: `$ref`, `type`, `properties`, `required`,
//! `additionalProperties`, `patternProperties` for `x-` keys, `items`, `prefixItems`, `enum`, `const`, `anyOf`, `oneOf`,
//! `minimum`, `maximum`, `minItems`, `maxItems`, and the format `uint32`. A test holds it against a full checker.

mod fault;
mod forms;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

pub use fault::{FaultKind, PathStep, SchemaFault, child_path, shown_value};
use forms::{SchemaForm, forms};

/// Levels of a value that are followed; what is deeper is refused elsewhere.
const DEEPEST: usize = 60;

/// What is wrong with a value, at most `most` things: what is missing, then the keys in their order.
pub fn schema_faults<'a>(
    schema: &'a Value,
    value: &'a Value,
    most: usize,
) -> Vec<SchemaFault<'a>> {
    let mut walk = SchemaWalk {
        root: schema,
        most,
        path: Vec::new(),
        faults: Vec::new(),
    };
    walk.value(schema, value);
    walk.faults
}

struct SchemaWalk<'a> {
    root: &'a Value,
    most: usize,
    path: Vec<PathStep<'a>>,
    faults: Vec<SchemaFault<'a>>,
}

impl<'a> SchemaWalk<'a> {
    fn value(&mut self, schema: &'a Value, value: &'a Value) {
        if self.most <= self.faults.len() || DEEPEST < self.path.len() {
            return;
        }
        let all = forms(schema, self.root);
        let fitting: Vec<SchemaForm<'a>> =
            all.iter().copied().filter(|it| it.takes(value)).collect();
        match (fitting.as_slice(), value) {
            ([], _) => {
                let types = distinct(all.iter().copied().flat_map(SchemaForm::types));
                let words = distinct(all.iter().copied().flat_map(SchemaForm::words));
                let most = all.iter().find_map(|form| form.bounds().1);
                self.add(FaultKind::Mismatch { types, words, most, found: value });
            }
            (_, Value::Number(_)) => self.number(&fitting, value),
            (_, Value::Array(_) | Value::Object(_)) => self.inside(&fitting, value),
            _ => {}
        }
    }

    fn number(&mut self, fitting: &[SchemaForm<'a>], value: &'a Value) {
        let number = value.as_f64().unwrap_or_default();
        let within = |form: &SchemaForm<'_>| {
            let (least, most) = form.bounds();
            least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most)
        };
        if let Some(form) = fitting.first().filter(|_| !fitting.iter().any(within)) {
            let (least, most) = form.bounds();
            let types = distinct(form.types());
            self.add(FaultKind::Range { types, least, most, found: value });
        }
    }

    /// Of several forms one must fit; if none does, the one that was meant says what is wrong.
    fn inside(&mut self, fitting: &[SchemaForm<'a>], value: &'a Value) {
        let mut tried = fitting.iter().map(|form| (*form, self.tried(*form, fitting, value)));
        let Some(mut meant) = tried.next() else { return };
        for other in tried {
            if meant.1.is_empty() {
                break;
            }
            let better =
                other.1.is_empty() || shares(other.0, value) && !shares(meant.0, value);
            meant = if better { other } else { meant };
        }
        let room = self.most.saturating_sub(self.faults.len());
        self.faults.extend(meant.1.into_iter().take(room));
    }

    fn tried(
        &self,
        form: SchemaForm<'a>,
        fitting: &[SchemaForm<'a>],
        value: &'a Value,
    ) -> Vec<SchemaFault<'a>> {
        let mut walk = SchemaWalk {
            root: self.root,
            most: self.most,
            path: self.path.clone(),
            faults: Vec::new(),
        };
        match value {
            Value::Object(fields) => walk.object(form, fitting, fields),
            Value::Array(items) => walk.array(form, items),
            _ => {}
        }
        walk.faults
    }

    fn object(
        &mut self,
        form: SchemaForm<'a>,
        fitting: &[SchemaForm<'a>],
        fields: &'a Map<String, Value>,
    ) {
        for key in form.required().filter(|key| !fields.contains_key(*key)) {
            self.add(FaultKind::MissingKey { key });
        }
        let rest = form.get("additionalProperties");
        for (key, value) in fields {
            let schema = form.property(key).or(rest.filter(|rest| rest.is_object()));
            self.path.push(PathStep::Key(key));
            match schema {
                Some(schema) => self.value(schema, value),
                None if form.is_open() && key.starts_with("x-") => {}
                None if rest == Some(&Value::Bool(false)) => {
                    let known =
                        distinct(fitting.iter().copied().flat_map(SchemaForm::properties));
                    self.add(FaultKind::UnknownKey { known, open: form.is_open() });
                }
                None => {}
            }
            self.path.pop();
        }
    }

    fn array(&mut self, form: SchemaForm<'a>, items: &'a [Value]) {
        let first = form.get("prefixItems").and_then(Value::as_array);
        for (index, item) in items.iter().enumerate() {
            let own = first.and_then(|first| first.get(index));
            if let Some(schema) = own.or_else(|| form.get("items")) {
                self.path.push(PathStep::Item(index));
                self.value(schema, item);
                self.path.pop();
            }
        }
        let (least, most) = form.counts();
        let found = items.len() as u64;
        if least.is_some_and(|least| found < least) || most.is_some_and(|most| most < found) {
            self.add(FaultKind::Count { least, most, found });
        }
    }

    fn add(&mut self, kind: FaultKind<'a>) {
        if self.faults.len() < self.most {
            self.faults.push(SchemaFault { path: self.path.clone(), kind });
        }
    }
}

/// Whether a form knows one of the keys that an object has.
fn shares(form: SchemaForm<'_>, value: &Value) -> bool {
    let fields = value.as_object();
    fields.is_some_and(|fields| fields.keys().any(|key| form.property(key).is_some()))
}

fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}
