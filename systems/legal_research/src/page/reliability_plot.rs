//! How far a confidence can be believed, drawn: what was told beside what was found, where both were counted.

use jurat_document::{
    DocumentBlock, DocumentSection, InlineSpan, InlineText, ScorePlot, plain, quiet,
};

use crate::confidence_model::{ConfidenceModel, MeasuredBin};

/// The appendix; nothing where no measure ships.
pub(super) fn appendix() -> Option<DocumentSection> {
    let model = ConfidenceModel::shipped()?;
    let measured = &model.measured;
    let head = [("Told", 0.0), ("Found", 0.0), ("Steps", 0.0), ("From 0 to 10 of 10", 1.5)];
    let rows: Vec<Vec<InlineText>> = measured.bins.iter().map(row).collect();
    let mut blocks = vec![DocumentBlock::said(format!(
        "What steps told of themselves, and how often a passage that answers was among those found. Counted on {}: {} steps, \
         mean distance {:.3} (a perfect one would stay below {:.3} on as many). Where found lies right of told, it says too little.",
        measured.on, measured.steps, measured.ece, measured.bar
    ))];
    blocks.push(DocumentBlock::Legend {
        series: vec!["told".to_owned()],
        result: "found".to_owned(),
    });
    blocks.extend(DocumentBlock::table(&head, rows));
    blocks.push(DocumentBlock::Paragraph { words: vec![quiet(&model.fitted_on)] });
    let title = "How far the confidence can be believed";
    Some(DocumentSection::new("reliability", title, blocks))
}

fn row(bin: &MeasuredBin) -> Vec<InlineText> {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let (told, found) = (percent(bin.told), percent(bin.found));
    let plot = ScorePlot {
        bounds: (0, 10),
        points: vec![Some(tenths(bin.told))],
        result: Some(tenths(bin.found)),
        words: format!("told {told}, found {found}"),
    };
    vec![
        vec![plain(told)],
        vec![plain(found)],
        vec![plain(bin.steps.to_string())],
        vec![InlineSpan::Scale(plot)],
    ]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of ten fits"
)]
fn tenths(share: f64) -> u8 {
    (10.0 * share.clamp(0.0, 1.0)).round() as u8
}
