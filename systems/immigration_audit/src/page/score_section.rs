//! The score with its parts drawn, each point with what it rests on, and what would change it.

use jurat_document::{
    DocumentBlock, DocumentSection, InlineSpan, InlineText, ScorePlot, plain, quiet, strong,
};

use super::{
    tier_depth::TierDepth,
    told_words::{FileNames, headed, line, more},
};
use crate::model::{AuditReport, DefensibilityScore, ScoreDimension, ScorePoint};

pub(super) fn score(
    report: &AuditReport,
    names: &FileNames,
    depth: TierDepth,
) -> Option<DocumentSection> {
    let score = report.score.as_ref()?;
    let Some(current) = report.judgment.current_score else {
        let words = "No score is told: too little could be read to assess this matter.";
        let blocks = vec![DocumentBlock::said(words)];
        return Some(DocumentSection::new("score", "Defensibility score", blocks));
    };
    let mut blocks = vec![DocumentBlock::Value { words: format!("{current} / 100") }];
    blocks.push(headed("Confidence", format!("{}.", score.confidence)));
    blocks.push(headed("Rationale", score.rationale.clone()));
    let mut told = vec![format!("{} ({})", score.band, score.bands)];
    if let Some((least, most)) = score.range {
        told.push(format!("from {least} to {most} by what could not be told"));
    }
    if let Some(projected) = report.judgment.projected_score {
        told.push(format!("{projected} with everything that can be had"));
    }
    blocks.push(headed("Band", format!("{}.", told.join("; "))));
    blocks.extend(parts(score));
    blocks.extend(points(score, names, depth));
    blocks.extend(changes(score, depth));
    Some(DocumentSection::new("score", "Defensibility score", blocks))
}

/// Dimensions with their share drawn on ten.
fn parts(score: &DefensibilityScore) -> Vec<DocumentBlock> {
    let row = |it: &ScoreDimension| {
        let plot = ScorePlot {
            bounds: (0, 10),
            points: vec![Some(tenths(it.share))],
            result: Some(tenths(it.share)),
            words: format!("{}: {:.0} %", it.words, 100.0 * it.share),
        };
        vec![
            line(it.words.clone()),
            line(format!("{:.1}", it.points)),
            line(format!("{:.0}", it.weight)),
            vec![InlineSpan::Scale(plot)],
        ]
    };
    let rows = score.dimensions.iter().map(row).collect();
    DocumentBlock::table(
        &[("Dimension", 1.6), ("Points", 0.0), ("Of", 0.0), ("Tenths of it", 1.4)],
        rows,
    )
}

/// What each point rests on, the heaviest first.
fn points(
    score: &DefensibilityScore,
    names: &FileNames,
    depth: TierDepth,
) -> Vec<DocumentBlock> {
    let items = score.dimensions.iter();
    let items = items.flat_map(|it| it.items.iter().map(move |item| (it, item)));
    let mut items: Vec<(&ScoreDimension, &ScorePoint)> = items.collect();
    items.sort_by(|(_, a), (_, b)| {
        let heavier = b.points.abs().total_cmp(&a.points.abs());
        heavier.then_with(|| a.words.cmp(&b.words))
    });
    let shown = 2 * depth.risks;
    let all = items.len();
    let row = |(dimension, item): (&ScoreDimension, &ScorePoint)| {
        vec![
            line(format!("{:+.1}", item.points)),
            line(dimension.words.clone()),
            line(item.words.clone()),
            rests_on(item, names),
        ]
    };
    let rows = items.into_iter().take(shown).map(row).collect();
    let head = [("Points", 0.0), ("In", 1.0), ("For", 2.4), ("Rests on", 1.6)];
    let mut blocks = DocumentBlock::table(&head, rows);
    blocks.extend(more(all, shown));
    blocks
}

fn rests_on(item: &ScorePoint, names: &FileNames) -> InlineText {
    let mut words = vec![plain(names.files(&item.places))];
    if !item.rests_on.is_empty() {
        words.push(quiet(format!(" [{}]", item.rests_on.join(", "))));
    }
    words
}

fn changes(score: &DefensibilityScore, depth: TierDepth) -> Vec<DocumentBlock> {
    let mut blocks = Vec::new();
    let row = |it: &crate::model::ScoreChange| {
        vec![strong(format!("+{:.1}", it.by)), plain(format!(": {}", it.words))]
    };
    let items: Vec<InlineText> = score.changes.iter().take(depth.changes).map(row).collect();
    if !items.is_empty() {
        blocks.push(DocumentBlock::Paragraph {
            words: vec![strong("What would change it"), plain(":")],
        });
        blocks.extend(DocumentBlock::bullets(items));
        blocks.extend(more(score.changes.len(), depth.changes));
    }
    blocks
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of ten fits"
)]
fn tenths(share: f64) -> u8 {
    (10.0 * share.clamp(0.0, 1.0)).round() as u8
}
