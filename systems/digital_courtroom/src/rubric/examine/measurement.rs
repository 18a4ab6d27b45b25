//! What a query came to, before anything is expected of it.

use super::ExaminationContext;
use crate::model::{Evidence, EvidenceFact, RubricQuery, UnassessedReason};

/// What it shows that a number falls short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShortfallMeaning {
    /// That it is not so: what is there speaks against it.
    Shown,
    /// That nothing of these names is there, since all of them are known; whether the names are all
    /// that count, the rubric says.
    Listed,
    /// Only that it was not seen.
    NotSeen,
}

/// What a query came to.
#[derive(Debug, Clone)]
pub(super) struct QueryMeasurement<'e> {
    /// What was measured; none where nothing could be.
    pub(super) number: Option<u64>,
    /// Whether what was to be measured is not there, though it could be looked for.
    pub(super) missing: bool,
    /// In words: what was seen, or why nothing was.
    pub(super) words: String,
    pub(super) evidence: Vec<&'e Evidence>,
    /// Why something of the kind may have been overlooked.
    pub(super) overlooked: Option<String>,
    /// How many there are at most, where that is known though something was overlooked.
    pub(super) most: Option<u64>,
    pub(super) shortfall: ShortfallMeaning,
    /// Why nothing can be told, where nothing can.
    pub(super) reason: UnassessedReason,
}

impl<'e> QueryMeasurement<'e> {
    pub(super) fn number(
        number: u64,
        words: impl Into<String>,
        evidence: Vec<&'e Evidence>,
    ) -> Self {
        let words = words.into();
        Self {
            number: Some(number),
            missing: false,
            words,
            evidence,
            overlooked: None,
            most: None,
            shortfall: ShortfallMeaning::Shown,
            reason: UnassessedReason::NotRead,
        }
    }

    /// There is nothing to measure: the check says what that means.
    pub(super) fn nothing(words: impl Into<String>) -> Self {
        Self {
            missing: true,
            shortfall: ShortfallMeaning::NotSeen,
            reason: UnassessedReason::NotSeen,
            ..Self::untold(words)
        }
    }

    /// It could not be told.
    pub(super) fn untold(words: impl Into<String>) -> Self {
        Self {
            number: None,
            missing: false,
            words: words.into(),
            evidence: Vec::new(),
            overlooked: None,
            most: None,
            shortfall: ShortfallMeaning::Shown,
            reason: UnassessedReason::NotRead,
        }
    }

    /// It could not be told, for this reason.
    pub(super) fn untold_as(reason: UnassessedReason, words: impl Into<String>) -> Self {
        Self { reason, ..Self::untold(words) }
    }

    /// The same, where a number that falls short means this.
    pub(super) fn short_means(self, shortfall: ShortfallMeaning) -> Self {
        Self { shortfall, ..self }
    }

    /// That there is nothing is not known where something may have been overlooked.
    pub(super) fn unless(self, overlooked: Option<String>) -> Self {
        match overlooked {
            Some(why) => Self::untold(format!("{}, but {why}", self.words)),
            None => self,
        }
    }

    /// The same, where something may have been overlooked.
    pub(super) fn overlooking(self, overlooked: Option<String>) -> Self {
        Self { overlooked, ..self }
    }

    /// The same, where so many at most were overlooked, if any.
    pub(super) fn overlooking_some(self, count: u64, why: impl FnOnce() -> String) -> Self {
        if count == 0 || self.overlooked.is_some() {
            return self;
        }
        let most = self.number.map(|number| number + count);
        Self { overlooked: Some(why()), most, ..self }
    }
}

/// Which part of the submission a query searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SubmissionPart {
    Repository,
    History,
    Paper,
    Pictures,
}

impl SubmissionPart {
    pub(super) const fn not_given(self) -> &'static str {
        match self {
            Self::Repository => "no repository was given",
            Self::History => "no history was given",
            Self::Paper => "no paper was given",
            Self::Pictures => "no pictures of a paper were given",
        }
    }

    pub(super) const fn unreadable(self) -> &'static str {
        match self {
            Self::Repository => "the repository could not be read",
            Self::History => "the history could not be read",
            Self::Paper => "the paper could not be read",
            Self::Pictures => "the pictures of the paper could not be read",
        }
    }

    pub(super) const fn of(query: &RubricQuery) -> Self {
        match query {
            RubricQuery::Git(_) => Self::History,
            RubricQuery::Doc(_) | RubricQuery::Claims(_) => Self::Paper,
            RubricQuery::Diagram(_) => Self::Pictures,
            _ => Self::Repository,
        }
    }
}

impl<'d> ExaminationContext<'_, 'd> {
    /// The evidence of the thing that was searched: that something is absent shows in it.
    pub(super) fn searched(&self, part: SubmissionPart) -> Vec<&'d Evidence> {
        let evidences = self.docket.evidences;
        let is = |evidence: &&Evidence| match part {
            SubmissionPart::Repository => matches!(evidence.fact, EvidenceFact::Repository(_)),
            SubmissionPart::History => {
                matches!(evidence.fact, EvidenceFact::History(_) | EvidenceFact::Repository(_))
            }
            SubmissionPart::Paper => matches!(evidence.fact, EvidenceFact::Paper(_)),
            SubmissionPart::Pictures => {
                matches!(evidence.fact, EvidenceFact::Figure(_) | EvidenceFact::Paper(_))
            }
        };
        let mut found: Vec<&Evidence> = evidences.all().filter(is).collect();
        found.sort_by(|a, b| a.id.cmp(&b.id));
        found.dedup_by(|a, b| a.id == b.id);
        found.truncate(super::MOST_EVIDENCE);
        found
    }
}
