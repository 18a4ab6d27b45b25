//! What is measured of figures that were held against the code.

use std::collections::BTreeSet;

use jurat_model::court::{DiagramMatch, DiagramMeasure, Evidence, Fact, Figure};

use super::{
    Case,
    seen::{Seen, counted, share},
};
use crate::court::{cross::snake, pattern::fits};

/// Nodes that a figure must show to be taken for a picture of the graph.
const LEAST_SHOWN: usize = 2;

/// Whether a measure looks into the repository too.
pub(super) const fn needs_repo(measure: &DiagramMeasure) -> bool {
    !matches!(measure, DiagramMeasure::Figures | DiagramMeasure::Labelled(_))
}

pub(super) fn seen<'d>(case: &Case<'_, 'd>, measure: &DiagramMeasure) -> Seen<'d> {
    let evidences = case.docket.evidences;
    let figure = |evidence: &'d Evidence| match &evidence.fact {
        Fact::Figure(figure) => Some((evidence, figure)),
        _ => None,
    };
    let figures: Vec<(&Evidence, &Figure)> = evidences
        .vision
        .iter()
        .chain(&evidences.docs)
        .filter_map(figure)
        .collect();
    let unread = figures.iter().filter(|(_, figure)| figure.unread.is_some()).count();
    if *measure == DiagramMeasure::Figures {
        let number = figures.len() as u64;
        let evidence = figures.into_iter().map(|(one, _)| one).collect();
        return Seen::number(number, counted(number, "figure", "figures"), evidence);
    }
    if figures.is_empty() {
        return Seen::nothing("there is no figure in the paper");
    }
    if unread == figures.len() {
        return Seen::untold("nothing could be read in any figure");
    }
    let words = counted(unread as u64, "figure", "figures");
    let overlooked = (0 < unread).then(|| format!("{words} could not be read"));
    let seen = match measure {
        DiagramMeasure::Labelled(patterns) => labelled(&figures, patterns),
        _ => matched(case, measure),
    };
    seen.overlooking(overlooked)
}

fn labelled<'d>(figures: &[(&'d Evidence, &'d Figure)], patterns: &[String]) -> Seen<'d> {
    let mut evidence = Vec::new();
    let mut number = 0;
    for pattern in patterns {
        let shows = |figure: &Figure| {
            let is = |text: &str| fits(pattern, text) || fits(pattern, &snake(text));
            figure.labels.iter().any(|label| is(label.text.trim()))
        };
        let found: Vec<&Evidence> = figures
            .iter()
            .filter(|(_, figure)| shows(figure))
            .map(|(one, _)| *one)
            .collect();
        number += u64::from(!found.is_empty());
        evidence.extend(found);
    }
    if evidence.is_empty() {
        evidence.extend(figures.iter().map(|(one, _)| *one));
    }
    Seen::number(number, format!("{number} of {} labels shown", patterns.len()), evidence)
}

/// Of the figure that shows most of a graph's nodes.
fn matched<'d>(case: &Case<'_, 'd>, measure: &DiagramMeasure) -> Seen<'d> {
    let of = |evidence: &'d Evidence| match &evidence.fact {
        Fact::DiagramMatch(held) => Some((evidence, held)),
        _ => None,
    };
    let best = case.docket.crossed.iter().filter_map(of).max_by(|a, b| {
        let rank = |held: &DiagramMatch| (held.shown.len(), held.parallel.len());
        // Of equals the one with the smaller id.
        rank(a.1).cmp(&rank(b.1)).then_with(|| b.0.id.cmp(&a.0.id))
    });
    let Some((evidence, held)) = best else {
        return Seen::nothing("the code builds no graph to hold a figure against");
    };
    let nodes = (held.shown.len() + held.left_out.len()) as u64;
    let shown = held.shown.len() as u64;
    if *measure != DiagramMeasure::ShownShare && held.shown.len() < LEAST_SHOWN {
        return Seen::nothing("no figure shows the graph of the code");
    }
    let list = |labels: &BTreeSet<String>| -> String {
        let few: Vec<&str> = labels.iter().take(6).map(String::as_str).collect();
        if few.is_empty() { String::new() } else { format!(": {}", few.join(", ")) }
    };
    let rows = |rows: &[Vec<String>], how: &str| {
        let number = rows.len() as u64;
        let labels = rows.iter().flatten().cloned().collect();
        let words = counted(number, "row", "rows");
        (number, format!("{words} of labels {how}{}", list(&labels)))
    };
    let (number, words) = match measure {
        DiagramMeasure::Invented => {
            let labels: BTreeSet<String> = held.invented.iter().cloned().collect();
            let words = counted(labels.len() as u64, "label", "labels");
            (
                labels.len() as u64,
                format!("{words} without a node in the code{}", list(&labels)),
            )
        }
        DiagramMeasure::Parallel => rows(&held.parallel, "parallel in the code"),
        DiagramMeasure::NotParallel => rows(&held.not_parallel, "not parallel in the code"),
        _ => (share(shown, nodes), format!("{shown} of {nodes} nodes shown")),
    };
    Seen::number(number, words, vec![evidence])
}
