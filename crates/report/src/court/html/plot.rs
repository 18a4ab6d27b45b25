//! The scores of one criterion on a line from 1 to 5: a row a persona, and the verdict across.

use jurat_model::court::{CriterionResult, Opinion, Persona};

const LEFT: u32 = 10;
const STEP: u32 = 40;
const TOP: u32 = 9;
const ROW: u32 = 14;

/// What the marks mean, once for the page.
pub(super) const LEGEND: &str = "<p class=\"legend\">\
    <svg width=\"12\" height=\"12\" aria-hidden=\"true\"><path class=\"prosecutor\" d=\"M6 1l5 10h-10z\"/></svg> Prosecutor \
    <svg width=\"12\" height=\"12\" aria-hidden=\"true\"><circle class=\"defense\" cx=\"6\" cy=\"6\" r=\"5\"/></svg> Defense \
    <svg width=\"12\" height=\"12\" aria-hidden=\"true\"><rect class=\"tech_lead\" x=\"1.5\" y=\"1.5\" width=\"9\" height=\"9\"/></svg> Tech Lead \
    <svg width=\"12\" height=\"12\" aria-hidden=\"true\"><rect class=\"final\" x=\"4\" y=\"0\" width=\"4\" height=\"12\"/></svg> final score, \
    each from 1 to 5</p>\n";

/// The picture, with its words for those who do not see it.
pub(super) fn plot(result: &CriterionResult) -> String {
    let spread: String = result.opinions.iter().map(mark).collect();
    let score = result.score.map_or_else(String::new, |score| {
        let x = place(score.get()) - 2;
        format!("<rect class=\"final\" x=\"{x}\" y=\"1\" width=\"4\" height=\"44\" rx=\"1\"/>")
    });
    format!(
        "<svg class=\"plot\" width=\"180\" height=\"60\" viewBox=\"0 0 180 60\" role=\"img\" \
         aria-label=\"{}\">{}{score}{spread}</svg>",
        words(result),
        axis()
    )
}

fn axis() -> String {
    let tick = |score: u8| {
        let x = place(score);
        format!("<path class=\"tick\" d=\"M{x} 2v42\"/><text x=\"{x}\" y=\"57\">{score}</text>")
    };
    (1..=5).map(tick).collect()
}

fn mark(opinion: &Opinion) -> String {
    let (x, class) = (place(opinion.score.get()), opinion.judge.word());
    match opinion.judge {
        Persona::Prosecutor => {
            let top = TOP - 5;
            format!("<path class=\"{class}\" d=\"M{x} {top}l5 10h-10z\"/>")
        }
        Persona::Defense => {
            let y = TOP + ROW;
            format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>")
        }
        Persona::TechLead => {
            let (x, y) = (x - 5, TOP + 2 * ROW - 5);
            format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\"/>")
        }
    }
}

fn place(score: u8) -> u32 {
    LEFT + STEP * u32::from(score.saturating_sub(1))
}

fn words(result: &CriterionResult) -> String {
    let each = result
        .opinions
        .iter()
        .map(|one| format!("{} {}", one.judge.title(), one.score));
    let each: Vec<String> = each.collect();
    let opinions = if each.is_empty() { "No opinions".to_owned() } else { each.join(", ") };
    let score = result
        .score
        .map_or_else(|| "no score".to_owned(), |score| score.to_string());
    format!("{opinions}; final {score}")
}
