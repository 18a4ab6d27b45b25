//! What is measured of figures that were held against the code.

use std::collections::BTreeSet;

use jurat_model::{FigureLabel, LabelSource, PaperFigure};
use jurat_text::WildcardPattern;

use super::{
    ExaminationContext,
    measurement::{QueryMeasurement, ShortfallMeaning},
    unit::{MeasureUnit, share},
};
use crate::{
    model::{DiagramMatch, DiagramMeasure, Evidence, EvidenceFact, RubricQuery},
    rubric::cross::snake,
};

/// Nodes that a figure must show to be taken for a picture of the graph.
const LEAST_SHOWN: usize = 2;

/// Whether a measure looks into the repository too.
pub(super) const fn needs_repo(measure: &DiagramMeasure) -> bool {
    !matches!(measure, DiagramMeasure::Figures | DiagramMeasure::Labelled(_))
}

pub(super) fn seen<'d>(
    view: &ExaminationContext<'_, 'd>,
    measure: &DiagramMeasure,
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let evidences = view.docket.evidences;
    let all = evidences.vision.iter().chain(&evidences.docs);
    let figures: Vec<(&Evidence, &PaperFigure)> =
        all.filter_map(|one| one.with(EvidenceFact::figure)).collect();
    let unread = figures.iter().filter(|(_, figure)| figure.unread.is_some()).count();
    if *measure == DiagramMeasure::Figures {
        let number = figures.len() as u64;
        let evidence = figures.into_iter().map(|(one, _)| one).collect();
        return QueryMeasurement::number(number, unit.counted(number), evidence)
            .short_means(ShortfallMeaning::Listed);
    }
    if figures.is_empty() {
        return QueryMeasurement::nothing("no figure in the paper");
    }
    if unread == figures.len() {
        return QueryMeasurement::untold("nothing could be read in any figure");
    }
    let words =
        MeasureUnit::of(&RubricQuery::Diagram(DiagramMeasure::Figures)).counted(unread as u64);
    let overlooked = (0 < unread).then(|| format!("{words} could not be read"));
    let seen = match measure {
        DiagramMeasure::Labelled(patterns) => labelled(&figures, patterns, unit),
        _ => matched(view, measure, unit),
    };
    seen.overlooking(overlooked)
}

fn labelled<'d>(
    figures: &[(&'d Evidence, &'d PaperFigure)],
    patterns: &[String],
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let mut evidence = Vec::new();
    let mut number = 0;
    for pattern in patterns {
        let pattern = WildcardPattern::of_names(pattern);
        let shows = |figure: &PaperFigure| {
            let is = |text: &str| pattern.fits(text) || pattern.fits(&snake(text));
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
    QueryMeasurement::number(number, unit.part(number, patterns.len() as u64), evidence)
        .short_means(ShortfallMeaning::NotSeen)
}

/// Whether the labels of the figure stand there as text: letters of a picture may be wrong.
fn is_written(view: &ExaminationContext<'_, '_>, held: &DiagramMatch) -> bool {
    let figure = view.docket.evidences.get(&held.figure);
    let figure = figure.and_then(|one| one.fact.figure());
    figure.is_some_and(|figure| {
        let recognised = |label: &FigureLabel| label.source == LabelSource::Recognised;
        !figure.labels.is_empty() && !figure.labels.iter().any(recognised)
    })
}

/// Of the figure that shows most of a graph's nodes.
fn matched<'d>(
    view: &ExaminationContext<'_, 'd>,
    measure: &DiagramMeasure,
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let held = view.docket.crossed.iter();
    let held = held.filter_map(|one| one.with(EvidenceFact::diagram_match));
    let best = held.max_by(|a, b| {
        let rank = |held: &DiagramMatch| (held.shown.len(), held.parallel.len());
        // Of equals the one with the smaller id.
        rank(a.1).cmp(&rank(b.1)).then_with(|| b.0.id.cmp(&a.0.id))
    });
    let Some((evidence, held)) = best else {
        return QueryMeasurement::nothing("no graph in the code to hold a figure against");
    };
    let nodes = (held.shown.len() + held.left_out.len()) as u64;
    let shown = held.shown.len() as u64;
    // A picture in which hardly a name was recognised may show what it likes; a graph that is
    // written out, of nodes that the code has not, shows that it is not this one.
    let other = LEAST_SHOWN <= held.invented.len() && is_written(view, held);
    let of_nodes = matches!(measure, DiagramMeasure::ShownShare | DiagramMeasure::Parallel);
    let told = of_nodes && other;
    if held.shown.len() < LEAST_SHOWN && !told {
        return QueryMeasurement::nothing("no figure that shows the graph of the code");
    }
    let labels = |labels: BTreeSet<&String>, number: u64| {
        let few: Vec<&str> = labels.iter().take(6).map(|label| label.as_str()).collect();
        let words = unit.counted(number);
        let words = if few.is_empty() { words } else { format!("{words}: {}", few.join(", ")) };
        (number, words)
    };
    let rows =
        |rows: &'d [Vec<String>]| labels(rows.iter().flatten().collect(), rows.len() as u64);
    let (number, words) = match measure {
        DiagramMeasure::Invented => {
            let invented: BTreeSet<&String> = held.invented.iter().collect();
            let number = invented.len() as u64;
            labels(invented, number)
        }
        DiagramMeasure::Parallel => rows(&held.parallel),
        DiagramMeasure::NotParallel => rows(&held.not_parallel),
        _ => (share(shown, nodes), unit.part(shown, nodes)),
    };
    let shortfall = match measure {
        DiagramMeasure::Parallel if !other => ShortfallMeaning::NotSeen,
        _ => ShortfallMeaning::Shown,
    };
    QueryMeasurement::number(number, words, vec![evidence]).short_means(shortfall)
}
