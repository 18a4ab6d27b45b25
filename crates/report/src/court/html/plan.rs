//! What to do: first, and all of it.

use jurat_compose::court::{Action, CourtReport};
use jurat_model::court::CheckSeverity;

use super::{prose, section};
use crate::{
    court::{pick, words},
    escape::html as safe,
};

pub(super) fn first(report: &CourtReport) -> String {
    let first = pick::first_actions(report);
    if first.is_empty() {
        return String::new();
    }
    let items: Vec<String> = first
        .iter()
        .map(|one| {
            format!(
                "<li>{} {}{}</li>\n",
                severity(one.severity),
                prose(&one.what),
                places(one, pick::MOST_PLACES)
            )
        })
        .collect();
    format!(
        "<h3 class=\"first\">What to do first</h3>\n<ol class=\"plan\">\n{}</ol>\n",
        items.concat()
    )
}

pub(super) fn plan(report: &CourtReport) -> String {
    let (needed, also) = pick::actions(report);
    let mut inner = if needed.is_empty() {
        "<p>Nothing need be done.</p>\n".to_owned()
    } else {
        listed(report, 1, needed)
    };
    if !also.is_empty() {
        inner.push_str("<h3>Also worth doing</h3>\n");
        inner.push_str(&listed(report, needed.len() + 1, also));
    }
    section("plan", "Remediation Plan", &inner)
}

fn listed(report: &CourtReport, from: usize, actions: &[Action]) -> String {
    let item = |one: &Action| {
        let names: Vec<&str> = one.criteria.iter().map(|id| pick::name(report, id)).collect();
        format!(
            "<li>{} {}{} <span class=\"cite\">{}</span></li>\n",
            severity(one.severity),
            prose(&words::action(one)),
            places(one, usize::MAX),
            safe(&names.join("; "))
        )
    };
    let items: String = actions.iter().map(item).collect();
    format!("<ol class=\"plan\" start=\"{from}\">\n{items}</ol>\n")
}

fn severity(severity: CheckSeverity) -> String {
    let word = words::check_severity(severity);
    format!("<span class=\"severity {word}\">{word}</span>")
}

/// Where: the first few, or all.
fn places(one: &Action, most: usize) -> String {
    let (shown, left) = pick::few(&one.places, most);
    let places: Vec<String> = shown
        .iter()
        .map(|place| format!("<code>{}</code>", safe(&words::place(place))))
        .collect();
    match places.as_slice() {
        [] => String::new(),
        places => format!(
            " <span class=\"where\">{}{}</span>",
            places.join(", "),
            pick::and_more(left)
        ),
    }
}
