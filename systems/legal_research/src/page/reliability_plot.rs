//! How far a confidence can be believed, drawn: what was told beside what was found, where both were counted.

use jurat_document::{
    DocumentBlock, DocumentSection, InlineSpan, InlineText, ScorePlot, plain, quiet,
};

use crate::confidence_model::{ConfidenceModel, MeasuredBin};

/// The appendix; nothing where no measure ships.
pub(super) fn appendix() -> Option<DocumentSection> {
    let model = ConfidenceModel::shipped()?;
    let measured = &model.measured;
    let head = [("Told", 0.0), ("Found", 0.0), ("Steps", 0.0), ("From 0 to 100", 1.5)];
    let rows: Vec<Vec<InlineText>> = measured.bins.iter().map(row).collect();
    let mut blocks = vec![DocumentBlock::said(format!(
        "A step's confidence is the probability that a passage which answers it is among those found. Counted on {}: {} steps, \
         mean distance {:.3} (a perfect one would stay below {:.3} on as many).",
        measured.on, measured.steps, measured.ece, measured.bar
    ))];
    blocks.push(DocumentBlock::Legend {
        series: vec!["told".to_owned()],
        result: "found".to_owned(),
    });
    blocks.extend(DocumentBlock::table(&head, rows));
    blocks.push(DocumentBlock::Paragraph { words: vec![quiet(&model.fitted_on)] });
    let mut section =
        DocumentSection::new("reliability", "How far the confidence can be believed", blocks);
    section.appendix = true;
    Some(section)
}

fn row(bin: &MeasuredBin) -> Vec<InlineText> {
    let (told, found) = (hundredths(bin.told), hundredths(bin.found));
    let plot = ScorePlot {
        bounds: (0, 100),
        points: vec![Some(told)],
        result: Some(found),
        words: format!("told {told} %, found {found} %"),
    };
    vec![
        vec![plain(format!("{told} %"))],
        vec![plain(format!("{found} %"))],
        vec![plain(bin.steps.to_string())],
        vec![InlineSpan::Scale(plot)],
    ]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a hundred fits"
)]
fn hundredths(share: f64) -> u8 {
    (100.0 * share.clamp(0.0, 1.0)).round() as u8
}
