//! A flat badge: verdict and score in one line of SVG, without fonts or addresses of others.

use super::{CourtFormat, report_phrases};
use crate::{model::CourtVerdict, report::CourtReport};

pub(super) const FORMAT: CourtFormat = CourtFormat {
    name: "badge",
    extension: "svg",
    media: "image/svg+xml",
    render,
};

const NAME: &str = "jurat";
/// Space on either side of a word, in tenths of a pixel.
const PAD: u32 = 60;

#[expect(clippy::unnecessary_wraps, reason = "formats that can fail have the same form")]
fn render(report: &CourtReport) -> serde_json::Result<Vec<u8>> {
    let verdict = report.audit.overall.verdict;
    let said = match report_phrases::total(report) {
        Some(total) if verdict != CourtVerdict::NotAssessable => {
            format!("{} {total}", report_phrases::verdict(verdict))
        }
        _ => report_phrases::verdict(verdict).to_owned(),
    };
    Ok(badge(&said, colour(verdict)).into_bytes())
}

/// White words on each of these have a contrast of 4.5 or more.
const fn colour(verdict: CourtVerdict) -> &'static str {
    match verdict {
        CourtVerdict::Pass => "#2b7a3d",
        CourtVerdict::Partial => "#8f6410",
        CourtVerdict::Fail => "#b3261e",
        CourtVerdict::NotAssessable => "#565d6d",
    }
}

fn badge(said: &str, colour: &str) -> String {
    let (name_width, said_width) = (width(NAME), width(said));
    let (left, right) = (name_width + 2 * PAD, said_width + 2 * PAD);
    let (whole, half, other) = (left + right, left / 2, left + right / 2);
    let px = |tenths: u32| format!("{}.{}", tenths / 10, tenths % 10);
    let text = |at: u32, length: u32, words: &str| {
        format!(
            "<text x=\"{}\" y=\"14\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{words}</text>",
            px(at),
            px(length)
        )
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"20\" viewBox=\"0 0 {w} 20\" \
         role=\"img\" aria-label=\"{NAME}: {said}\">\n<title>{NAME}: {said}</title>\n\
         <clipPath id=\"round\"><rect width=\"{w}\" height=\"20\" rx=\"3\"/></clipPath>\n\
         <g clip-path=\"url(#round)\">\n<rect width=\"{l}\" height=\"20\" fill=\"#0a192f\"/>\n\
         <rect x=\"{l}\" width=\"{r}\" height=\"20\" fill=\"{colour}\"/>\n</g>\n\
         <g fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,'DejaVu Sans',Geneva,sans-serif\" \
         font-size=\"11\">\n{}\n{}\n</g>\n</svg>\n",
        text(half, name_width, NAME),
        text(other, said_width, said),
        w = px(whole),
        l = px(left),
        r = px(right),
    )
}

/// How wide the usual fonts set a text at 11 pixels, in tenths of a pixel.
fn width(text: &str) -> u32 {
    let each = text.chars().map(|c| match c {
        'I' | 'i' | 'j' | 'l' | ' ' | '.' | '/' => 42,
        't' | 'r' | 'f' => 47,
        '0'..='9' | 'a'..='z' => 68,
        _ => 77,
    });
    each.sum()
}
