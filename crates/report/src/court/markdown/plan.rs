//! What to do: first, and all of it.

use jurat_compose::court::{Action, CourtReport};

use super::page::{Page, code};
use crate::{
    court::{pick, words},
    escape::markdown as safe,
};

/// Characters of one thing to do on the first page.
const LONGEST: usize = 180;

pub(super) fn first(page: &mut Page, report: &CourtReport) {
    let first = pick::first_actions(report);
    if first.is_empty() {
        return;
    }
    page.say("### What to do first");
    for (number, one) in (1..).zip(first) {
        let what = safe(&pick::clipped(&one.what, LONGEST));
        let severity = words::check_severity(one.severity);
        page.numbered(number, &format!("**{severity}** {what}{}", places(one)));
    }
    page.end();
}

pub(super) fn plan(page: &mut Page, report: &CourtReport) {
    page.say("## Remediation Plan");
    let (needed, also) = pick::actions(report);
    if needed.is_empty() {
        page.say("Nothing need be done.");
    }
    listed(page, report, 1, needed);
    if !also.is_empty() {
        page.say("### Also worth doing");
        listed(page, report, needed.len() + 1, also);
    }
}

fn listed(page: &mut Page, report: &CourtReport, from: usize, actions: &[Action]) {
    for (number, one) in (from..).zip(actions) {
        let severity = words::check_severity(one.severity);
        let what = safe(&words::action(one));
        let names: Vec<&str> = one.criteria.iter().map(|id| pick::name(report, id)).collect();
        let of = safe(&names.join("; "));
        page.numbered(number, &format!("**{severity}** {what}{} *{of}*", places(one)));
    }
    if !actions.is_empty() {
        page.end();
    }
}

fn places(one: &Action) -> String {
    let (shown, left) = pick::few(&one.places, pick::MOST_PLACES);
    let shown: Vec<String> = shown.iter().map(|place| code(&words::place(place))).collect();
    match shown.as_slice() {
        [] => String::new(),
        shown => format!(" ({}{})", shown.join(", "), pick::and_more(left)),
    }
}
