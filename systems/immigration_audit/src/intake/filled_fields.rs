//! Which fields any reader may fill: what no form, label, phrase or rule tells can only be asked.

use std::{collections::BTreeSet, sync::LazyLock};

use super::{
    derived_facts::derived_fields, form_mapping::mappings, labelled_values::labelled_fields,
    told_facts::told_fields,
};

/// Fields of a machine-readable zone.
const OF_ZONES: [&str; 8] = [
    "family_name",
    "given_name",
    "passport_number",
    "passport_country",
    "citizenship",
    "birth_date",
    "passport_expires",
    "sex",
];

/// Fields that some reader fills: of one role, and of any person.
struct FilledFields {
    of_role: BTreeSet<String>,
    of_anybody: BTreeSet<&'static str>,
}

static FILLED: LazyLock<FilledFields> = LazyLock::new(|| {
    let mut filled = FilledFields {
        of_role: derived_fields().chain(told_fields()).map(str::to_owned).collect(),
        of_anybody: OF_ZONES.into_iter().collect(),
    };
    for mapping in mappings() {
        filled
            .of_role
            .extend(mapping.fields.iter().map(|it| it.field.clone()));
        for person in &mapping.people {
            for field in &person.fields {
                for role in
                    ["spouse", "child1", "child2", "child3", "child4", "child5", "child6"]
                {
                    filled.of_role.insert(format!("{role}.{}", field.field));
                }
            }
        }
    }
    for (role, name) in labelled_fields() {
        match role {
            Some(role) => {
                filled.of_role.insert(format!("{role}.{name}"));
            }
            None => {
                filled.of_anybody.insert(name);
            }
        }
    }
    filled.of_role.insert("matter.refusal_reasons".to_owned());
    filled
});

/// Whether any reader may fill a field.
pub(crate) fn is_filled(field: &str) -> bool {
    let (role, name) = field.split_once('.').unwrap_or((field, ""));
    let is_person = !matches!(role, "matter" | "relationship");
    FILLED.of_role.contains(field) || (is_person && FILLED.of_anybody.contains(name))
}

#[cfg(test)]
mod tests {
    use super::is_filled;

    #[test]
    fn what_a_form_a_label_a_phrase_or_a_rule_tells_is_filled() {
        for field in [
            "sponsor.bankruptcy",
            "matter.tuition",
            "matter.serious_criminality",
            "child2.birth_date",
            "matter.clb_min",
        ] {
            assert!(is_filled(field), "{field}");
        }
        assert!(!is_filled("matter.hardship_shown") && !is_filled("matter.birth_date"));
    }
}
