//! Lines: each takes as many words as it holds, and a word that no line holds is broken.

use std::ops::Range;

use crate::shaping::{ClusterKind, ShapedText};

/// The clusters of each line, blanks at its end included.
pub(crate) fn lines(shaped: &ShapedText, width: f64) -> Vec<Range<usize>> {
    let clusters = &shaped.clusters;
    let mut lines = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut filled = 0.0;
    let mut last_break = None;
    while let Some(cluster) = clusters.get(at) {
        if cluster.kind == ClusterKind::Newline {
            at += 1;
            lines.push(start..at);
            (start, filled, last_break) = (at, 0.0, None);
            continue;
        }
        if cluster.may_begin_line && start < at {
            last_break = Some(at);
        }
        filled += cluster.width;
        // What is a hair too long came from adding widths up in another order.
        let is_over = cluster.kind == ClusterKind::Sign && width + 0.01 < filled && start < at;
        if is_over {
            at = last_break.unwrap_or(at);
            lines.push(start..at);
            (start, filled, last_break) = (at, 0.0, None);
            continue;
        }
        at += 1;
    }
    if start < at || lines.is_empty() {
        lines.push(start..at);
    }
    lines
}

/// How wide what stands in a line is, without the blanks at its end.
pub(crate) fn width_of(shaped: &ShapedText, line: Range<usize>) -> f64 {
    let clusters = &shaped.clusters[line];
    let seen = clusters
        .iter()
        .rposition(|one| one.kind == ClusterKind::Sign)
        .map_or(0, |last| last + 1);
    clusters[..seen].iter().map(|one| one.width).sum()
}

#[cfg(test)]
mod tests {
    use super::{lines, width_of};
    use crate::{
        description::{FontFace, RgbColour, TextStyle},
        shaping::{LineInput, TextShaper},
    };

    const STYLE: TextStyle = TextStyle {
        face: FontFace::Serif,
        size: 10.0,
        colour: RgbColour(0, 0, 0),
        tracking: 0.0,
        highlight: None,
    };

    fn broken(words: &str, width: f64) -> Vec<String> {
        let shaped = TextShaper::default().shape(&[LineInput::Words { words, style: STYLE }]);
        let lines = lines(&shaped, width);
        let said = lines.into_iter().map(|line| {
            assert!(width_of(&shaped, line.clone()) <= width + 0.1, "{words}");
            let first = shaped.clusters[line.start].bytes.start;
            shaped.text[first..shaped.clusters[line.end - 1].bytes.end].to_owned()
        });
        said.collect()
    }

    #[test]
    fn lines_end_between_words() {
        let said = broken("The keeper lit the lamps\nat dusk.", 60.0);
        assert_eq!(said, ["The keeper lit ", "the lamps\n", "at dusk."]);
    }

    #[test]
    fn a_word_of_ten_thousand_letters_is_broken() {
        let word = "m".repeat(10_000);
        let said = broken(&word, 400.0);
        assert!(150 < said.len() && said.len() < 400, "{}", said.len());
        assert_eq!(said.concat(), word);
    }

    #[test]
    fn hebrew_is_read_in_its_order() {
        let words = "law שלום עולם end";
        let said = broken(words, 1000.0);
        assert_eq!(said, [words]);
    }
}
