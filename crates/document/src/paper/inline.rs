//! Words of a report in the lines of a page, each made safe to show.

use std::collections::BTreeSet;

use jurat_typeset::{
    DrawnShape, FontFace, InlineDrawing, InlineRun, TextStyle, WordFrame, WordRole, WordRun,
};

use super::style_sheet::{self, GOLD, GOLD_INK, LINE, QUIET, SERIES, TextScale};
use crate::{
    escape::paper as safe,
    tree::{InlineSpan, ScorePlot, StatusTone},
};

/// How far apart two scores stand.
const SCORE_STEP: f64 = 11.0;
const SCORE_HEIGHT: f64 = 13.0;
/// Scores that a line has room for.
const MOST_SCORES: u8 = 20;

/// Turns spans into runs, and counts what they hold.
#[derive(Debug, Default)]
pub(super) struct InlineSetter {
    /// What links can lead to.
    pub(super) known: BTreeSet<String>,
    /// Bytes of words so far.
    pub(super) bytes: usize,
}

impl InlineSetter {
    pub(super) fn flow(&mut self, spans: &[InlineSpan], scale: TextScale) -> Vec<InlineRun> {
        let mut runs = Vec::with_capacity(spans.len());
        for span in spans {
            self.span(&mut runs, span, scale);
        }
        runs
    }

    fn span(&mut self, runs: &mut Vec<InlineRun>, span: &InlineSpan, scale: TextScale) {
        let plain = scale.style();
        match span {
            InlineSpan::Text { words } => runs.push(self.words(words, plain)),
            InlineSpan::Strong { words } => {
                let style = TextStyle { face: FontFace::SerifBold, ..plain };
                runs.push(self.run(words, style, WordRole::Strong, None));
            }
            InlineSpan::Quiet { words } => {
                runs.push(self.words(words, TextStyle { colour: QUIET, ..plain }));
            }
            InlineSpan::Cite { words } => {
                let style = style_sheet::style(FontFace::Serif, 0.9 * scale.size, QUIET);
                runs.push(self.words(words, style));
                runs.push(InlineRun::Break);
            }
            InlineSpan::Code { words } => {
                runs.push(self.run(words, scale.code(), WordRole::Code, None));
            }
            InlineSpan::Toned { words, tone } => {
                let face = FontFace::SerifSemibold;
                runs.push(self.words(
                    words,
                    style_sheet::style(face, scale.size, style_sheet::tone(*tone)),
                ));
            }
            InlineSpan::Chip { words, tone } => runs.push(self.chip(words, *tone)),
            InlineSpan::Link { to, words, mark } => {
                runs.push(self.link((to, words), *mark, scale));
            }
            // Paper has no files beside it: their names stand there.
            InlineSpan::File { path, words } => {
                runs.push(self.words(&format!("{words} "), plain));
                runs.push(self.run(path, scale.code(), WordRole::Code, None));
            }
            InlineSpan::Break => runs.push(InlineRun::Break),
            InlineSpan::Scale(plot) => self.plot(runs, plot, scale),
        }
    }

    /// Plain words of a look.
    pub(super) fn words(&mut self, words: &str, style: TextStyle) -> InlineRun {
        self.run(words, style, WordRole::Plain, None)
    }

    pub(super) fn run(
        &mut self,
        words: &str,
        style: TextStyle,
        role: WordRole,
        frame: Option<WordFrame>,
    ) -> InlineRun {
        let words = self.safe(words);
        InlineRun::Words(WordRun { words, style, role, frame })
    }

    pub(super) fn chip(&mut self, words: &str, tone: StatusTone) -> InlineRun {
        let colour = style_sheet::tone(tone);
        let style = style_sheet::style(FontFace::SerifBold, 7.0, colour);
        self.run(words, style, WordRole::Plain, Some(style_sheet::chip(colour)))
    }

    /// Tabs have no width on paper, and signs that no font has are shown by their number.
    pub(super) fn safe(&mut self, words: &str) -> String {
        let safe = safe(&words.replace('\t', "    ").replace('\r', ""));
        self.bytes += safe.len();
        safe
    }

    /// A mark, leading to its evidence where paper shows it.
    fn link(
        &mut self,
        (to, words): (&str, &str),
        is_mark: bool,
        scale: TextScale,
    ) -> InlineRun {
        let role = if self.known.contains(to) {
            WordRole::Link(to.to_owned())
        } else {
            WordRole::Plain
        };
        if is_mark {
            return self.run(words, scale.mark(), role, Some(style_sheet::UNBROKEN));
        }
        self.run(words, TextStyle { colour: GOLD_INK, ..scale.style() }, role, None)
    }

    /// Scores as numbers, and on a line: a dot a series, the result across.
    fn plot(&mut self, runs: &mut Vec<InlineRun>, plot: &ScorePlot, scale: TextScale) {
        if plot.points.iter().all(Option::is_none) {
            runs.push(self.words("–", scale.style()));
            return;
        }
        let shown =
            |point: &Option<u8>| point.map_or("–".to_owned(), |point| point.to_string());
        let points: Vec<String> = plot.points.iter().map(shown).collect();
        runs.push(self.words(&format!("{} ", points.join(" · ")), scale.style()));
        runs.push(InlineRun::Room(4.0));
        runs.push(InlineRun::Drawing(drawing(plot)));
    }
}

/// A dot of a series.
pub(super) fn dot(series: usize, (x, y): (f64, f64), radius: f64) -> DrawnShape {
    let side = 2.0 * radius;
    let fill = Some(SERIES[series % SERIES.len()]);
    DrawnShape {
        x,
        y,
        width: side,
        height: side,
        radius,
        fill,
        stroke: None,
    }
}

fn drawing(plot: &ScorePlot) -> InlineDrawing {
    let (least, most) = plot.bounds;
    let most = most.clamp(least, least.saturating_add(MOST_SCORES));
    let at = |score: u8| 3.0 + f64::from(score.clamp(least, most) - least) * SCORE_STEP;
    let bar = |x: f64, width: f64, fill| DrawnShape {
        x: x - width / 2.0,
        y: 0.0,
        width,
        height: SCORE_HEIGHT,
        radius: 0.0,
        fill: Some(fill),
        stroke: None,
    };
    let mut shapes: Vec<DrawnShape> =
        (least..=most).map(|score| bar(at(score), 0.4, LINE)).collect();
    shapes.extend(plot.result.map(|result| bar(at(result), 2.4, GOLD)));
    let mut row = 0.6;
    for (series, point) in plot.points.iter().enumerate() {
        shapes.extend(point.map(|point| dot(series, (at(point) - 1.8, row), 1.8)));
        row += 4.0;
    }
    InlineDrawing {
        width: at(most) + 3.0,
        height: SCORE_HEIGHT,
        drop: 4.0,
        shapes,
    }
}
