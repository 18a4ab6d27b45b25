//! Counting outcomes.

use std::collections::BTreeMap;

use jurat_retrieve::ReliabilityFigures;
use serde::Serialize;

use crate::scores::{ece_bar, share};

use super::{AnswerQuestionRow, CitedProvision, GoldAnswer, ProvidedAnswer};

#[derive(Debug, Clone, Serialize)]
pub struct AnswerFigures {
    pub items: usize,
    /// Those that the sources answer.
    pub answerable: usize,
    /// Shares of the answerable, and of the others.
    #[serde(flatten)]
    pub shares: AnswerShares,
    /// The mean number of words of law on the page.
    pub words_shown: f64,
    /// How far the probability of the first provision can be believed.
    pub ece: f64,
    /// What perfect calibration would stay below in 95 of 100 samples of this size.
    pub ece_bar: f64,
    /// Its mean squared error.
    pub brier: f64,
    /// By the kind of question.
    pub by_kind: BTreeMap<String, KindFigures>,
    pub by_lang: BTreeMap<String, KindFigures>,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct AnswerShares {
    /// The gold provision first or second, and the value, where there is one, in the answer.
    pub right: f64,
    /// The gold provision later, or without the value.
    pub partly: f64,
    pub off_point: f64,
    /// Not answered though it could have been.
    pub wrongly_refused: f64,
    /// The gold provision is on the page.
    pub gold_shown: f64,
    /// Plain search has it among its first three.
    pub search_top3: f64,
    /// Plain search has it among its first five.
    pub search_top5: f64,
    /// It is on the page where plain search has it among its first five.
    pub gold_shown_given_top5: f64,
    /// Of those that the sources do not answer: not answered.
    pub rightly_refused: f64,
    /// Answered all the same.
    pub wrongly_answered: f64,
}

/// Shares of one kind of question.
#[derive(Debug, Clone, Serialize)]
pub struct KindFigures {
    pub items: usize,
    #[serde(flatten)]
    pub shares: AnswerShares,
}

#[derive(Debug, Clone, Copy, Default)]
struct AnswerCounts {
    items: usize,
    answerable: usize,
    right: usize,
    partly: usize,
    off_point: usize,
    wrongly_refused: usize,
    shown: usize,
    top3: usize,
    top5: usize,
    shown_of_top5: usize,
    rightly_refused: usize,
}

#[derive(Default)]
pub(super) struct AnswerTally {
    all: AnswerCounts,
    words: usize,
    by_kind: BTreeMap<String, AnswerCounts>,
    by_lang: BTreeMap<String, AnswerCounts>,
    judged: Vec<(f64, bool)>,
}

impl AnswerTally {
    pub(super) const fn items(&self) -> usize {
        self.all.items
    }

    /// Counts one question and says in a word what came of it.
    pub(super) fn count(
        &mut self,
        row: &AnswerQuestionRow,
        gold: &GoldAnswer,
        answered: &ProvidedAnswer,
        hits: &[CitedProvision],
    ) -> &'static str {
        let one = one(row, gold, answered, hits);
        self.words += answered
            .shown
            .iter()
            .map(|it| it.text.split_whitespace().count())
            .sum::<usize>();
        if let Some(first) = answered.weighed.first() {
            self.judged
                .push((first.probability, row.answerable && gold.is(&first.shown)));
        }
        let named = |name: &Option<String>| name.clone().unwrap_or_else(|| "none".to_owned());
        self.all.add(one);
        self.by_kind.entry(named(&row.kind)).or_default().add(one);
        self.by_lang.entry(named(&row.lang)).or_default().add(one);
        [
            (one.right, "right"),
            (one.partly, "partly"),
            (one.off_point, "off_point"),
            (one.wrongly_refused, "wrongly_refused"),
            (one.rightly_refused, "rightly_refused"),
        ]
        .into_iter()
        .find(|(count, _)| 0 < *count)
        .map_or("wrongly_answered", |(_, word)| word)
    }

    pub(super) fn figures(self) -> AnswerFigures {
        let reliability = ReliabilityFigures::of(self.judged.iter().copied());
        let each = |counts: BTreeMap<String, AnswerCounts>| {
            let figures = |(name, count): (String, AnswerCounts)| {
                (name, KindFigures { items: count.items, shares: count.shares() })
            };
            counts.into_iter().map(figures).collect()
        };
        AnswerFigures {
            items: self.all.items,
            answerable: self.all.answerable,
            shares: self.all.shares(),
            words_shown: share(self.words, self.all.items),
            ece: reliability.ece,
            ece_bar: ece_bar(&self.judged),
            brier: reliability.brier,
            by_kind: each(self.by_kind),
            by_lang: each(self.by_lang),
        }
    }
}

fn one(
    row: &AnswerQuestionRow,
    gold: &GoldAnswer,
    answered: &ProvidedAnswer,
    hits: &[CitedProvision],
) -> AnswerCounts {
    let mut count = AnswerCounts { items: 1, ..AnswerCounts::default() };
    if !row.answerable {
        count.rightly_refused = usize::from(!answered.answered);
        return count;
    }
    count.answerable = 1;
    let is = |shown: &CitedProvision| gold.is(shown);
    let (early, somewhere) =
        (answered.rests_on.iter().take(2).any(is), answered.rests_on.iter().any(is));
    if !answered.answered {
        count.wrongly_refused = 1;
    } else if early && gold.has_value(&answered.direct) {
        count.right = 1;
    } else if somewhere {
        count.partly = 1;
    } else {
        count.off_point = 1;
    }
    count.shown = usize::from(answered.shown.iter().any(is));
    count.top3 = usize::from(hits.iter().take(3).any(is));
    count.top5 = usize::from(hits.iter().take(5).any(is));
    count.shown_of_top5 = count.shown.min(count.top5);
    count
}

impl AnswerCounts {
    fn add(&mut self, one: Self) {
        self.items += one.items;
        self.answerable += one.answerable;
        self.right += one.right;
        self.partly += one.partly;
        self.off_point += one.off_point;
        self.wrongly_refused += one.wrongly_refused;
        self.shown += one.shown;
        self.top3 += one.top3;
        self.top5 += one.top5;
        self.shown_of_top5 += one.shown_of_top5;
        self.rightly_refused += one.rightly_refused;
    }

    fn shares(&self) -> AnswerShares {
        let of = |part: usize| share(part, self.answerable);
        let others = self.items - self.answerable;
        AnswerShares {
            right: of(self.right),
            partly: of(self.partly),
            off_point: of(self.off_point),
            wrongly_refused: of(self.wrongly_refused),
            gold_shown: of(self.shown),
            search_top3: of(self.top3),
            search_top5: of(self.top5),
            gold_shown_given_top5: share(self.shown_of_top5, self.top5),
            rightly_refused: share(self.rightly_refused, others),
            wrongly_answered: share(others - self.rightly_refused, others),
        }
    }
}
