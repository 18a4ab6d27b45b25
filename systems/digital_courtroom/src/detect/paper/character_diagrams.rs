//! Diagrams drawn with characters: boxes and arrows between fences.

use jurat_model::PaperFigure;

use super::{
    figure_parts::{empty, label},
    folder_trees,
};

const MOST: usize = 500;
/// Signs of boxes and arrows from which a text is a drawing.
const FEWEST: usize = 3;
/// Tenths of a point that a character takes: across and down.
const CHARACTER: (i32, i32) = (60, 120);

/// The figure that a text draws; nothing where it draws none.
pub(super) fn drawn_figure(text: &str) -> Option<PaperFigure> {
    let arrows = arrows(text);
    let boxes = text
        .chars()
        .filter(|letter| "┌┐└┘┬┴┼╔╗╚╝▼▲►◄".contains(*letter))
        .count()
        + text.matches("+--").count();
    if arrows + boxes < FEWEST || folder_trees::listed(text).is_some() || is_code(text) {
        return None;
    }
    let mut figure = empty();
    "written".clone_into(&mut figure.picture.form);
    for (y, line) in (0..).zip(text.lines()) {
        let runs = runs(line);
        // Words joined by an arrow come one after the other, not beside each other.
        let beside = arrows_of(line) == 0;
        if beside && 1 < runs.len() {
            figure
                .rows
                .push(runs.iter().map(|(_, words)| (*words).to_owned()).collect());
        }
        let place = |(x, words): &(i32, &str)| label(words, x * CHARACTER.0, y * CHARACTER.1);
        figure.labels.extend(runs.iter().map(place));
        if MOST <= figure.labels.len() {
            break;
        }
    }
    figure.labels.truncate(MOST);
    figure.connectors = u32::try_from(arrows).ok();
    (!figure.labels.is_empty()).then_some(figure)
}

/// Lines of a program have arrows too, and marks that drawings lack.
fn is_code(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    let ends = |line: &&str| {
        line.trim_end().ends_with(['{', '}', ';', ','])
            || line.contains(" = ")
            || line.trim_start().starts_with("def ")
    };
    lines < 3 * text.lines().filter(ends).count()
}

fn arrows(text: &str) -> usize {
    text.lines().map(arrows_of).sum::<usize>()
        + text.chars().filter(|letter| "▼▲↓↑".contains(*letter)).count()
}

fn arrows_of(line: &str) -> usize {
    line.matches("->").count()
        + line.matches("=>").count()
        + line.chars().filter(|letter| "→►←◄⇒".contains(*letter)).count()
}

/// Runs of words with the column of each: parted by lines, arrows or two blanks.
fn runs(line: &str) -> Vec<(i32, &str)> {
    let mut found = Vec::new();
    let parts = |letter: char| {
        ('\u{2500}'..='\u{25ff}').contains(&letter) || "|+→←↓↑⇒<>=[]".contains(letter)
    };
    let mut column = 0;
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest.find(parts).unwrap_or(rest.len());
        let (words, after) = rest.split_at(end);
        let mut at = column;
        for run in words.split("  ") {
            let blank = run.chars().take_while(|letter| *letter == ' ').count();
            let bare = run.trim().trim_matches(['-', '(', ')', ' ', '~', '*']);
            if bare.chars().any(char::is_alphabetic) && 1 < bare.len() {
                found.push((at + i32::try_from(blank).unwrap_or(0), bare));
            }
            at += i32::try_from(run.chars().count() + 2).unwrap_or(0);
        }
        column += i32::try_from(words.chars().count() + 1).unwrap_or(0);
        rest = after.chars().next().map_or("", |letter| &after[letter.len_utf8()..]);
    }
    found
}
