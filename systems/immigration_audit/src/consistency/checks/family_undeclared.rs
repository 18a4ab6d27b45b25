//! `FAMILY_UNDECLARED`: a member of the family that one paper names and a form that lists the family does not.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::{row_name, whole_file},
    name_likeness::{NameDifference, difference},
    people::{NamedPerson, aligned_fields, is_child, named_people},
};
use crate::model::{
    FactPlace, FileStanding, FindingCategory, FindingSeverity, HistoryKind, MatterFile,
};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "FAMILY_UNDECLARED",
    category: FindingCategory::Relationship,
    run,
};

/// Forms that ask for all children.
const ASKING: &[&str] = &["IMM 0008", "IMM 5406", "IMM 5645", "IMM 5707"];

/// A child as one paper names it.
struct NamedChild<'a> {
    name: String,
    file: &'a str,
    place: FactPlace,
}

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let children = children(view);
    let mut told: Vec<String> = Vec::new();
    let mut drafts = Vec::new();
    for form in view.files.iter().filter(|file| asks(file)) {
        let listed: Vec<&NamedChild<'_>> =
            children.iter().filter(|child| child.file == form.id).collect();
        // A form of which no child was read may not have been understood there: nothing is told of it.
        if listed.is_empty() {
            continue;
        }
        for child in children.iter().filter(|child| child.file != form.id) {
            let known = listed.iter().any(|it| may_be_one(&it.name, &child.name))
                || told.iter().any(|it| may_be_one(it, &child.name));
            if !known {
                told.push(child.name.clone());
                drafts.push(draft(view, form, child, listed[0]));
            }
        }
    }
    drafts
}

fn asks(file: &MatterFile) -> bool {
    let asks = |number: &str| ASKING.contains(&number);
    file.standing == FileStanding::Whole
        && file
            .form
            .as_ref()
            .is_some_and(|form| form.filled && asks(&form.number))
}

fn children<'a>(view: &MatterView<'a>) -> Vec<NamedChild<'a>> {
    let fields = aligned_fields(view);
    let of_fields = named_people(&fields)
        .into_iter()
        .filter(|person| is_child(&person.role));
    let of_fields = of_fields.filter_map(|person: NamedPerson<'a>| {
        let given = person.given?;
        Some(NamedChild {
            name: given.value.to_string(),
            file: person.file,
            place: given.place.clone(),
        })
    });
    let rows = view.rows(HistoryKind::Family).filter(|row| {
        let relation = row
            .values
            .get("relation")
            .map(ToString::to_string)
            .unwrap_or_default();
        let relation = relation.to_lowercase();
        ["child", "son", "daughter"].iter().any(|it| relation.contains(it))
    });
    let of_rows = rows.filter_map(|row| {
        let name = row_name(row)?;
        Some(NamedChild {
            name,
            file: row.place.file.as_str(),
            place: row.place.clone(),
        })
    });
    of_fields.chain(of_rows).collect()
}

fn may_be_one(a: &str, b: &str) -> bool {
    difference(a, b).is_none_or(|it| it < NameDifference::Other)
}

fn draft(
    view: &MatterView<'_>,
    form: &MatterFile,
    child: &NamedChild<'_>,
    listed: &NamedChild<'_>,
) -> FindingDraft {
    let number = form.form.as_ref().map_or("", |it| it.number.as_str());
    let message = format!(
        "`{}` names a child `{}`, and `{}` ({number}) lists the children without it.",
        view.path(&child.place),
        child.name,
        form.path
    );
    FindingDraft::shown(FindingSeverity::High, message)
        .at([child.place.clone(), listed.place.clone(), whole_file(form, number)])
        .about(["child.given_name"])
        .action("Declare every child, coming along or not: who was not examined cannot be sponsored later (IRPR 117(9)(d)).")
}
