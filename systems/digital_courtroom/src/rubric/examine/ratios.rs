//! A number as a ratio: a large repository may have more of everything.

use jurat_code::facts::{FileFact, FileRole};

use super::{ExaminationContext, measurement::QueryMeasurement};
use crate::{
    model::{MeasureBase, RubricQuery},
    rubric::pattern::fits_any_or_all,
};

/// The number for each so many of what it is a ratio to.
pub(super) fn as_ratio<'d>(
    view: &ExaminationContext<'_, 'd>,
    query: &RubricQuery,
    base: MeasureBase,
    seen: QueryMeasurement<'d>,
) -> QueryMeasurement<'d> {
    let Some(number) = seen.number else { return seen };
    let MeasureBase::ThousandLines = base;
    let lines = lines(view, query);
    let ratio = number.saturating_mul(1000) / lines.max(1000);
    let words = format!("{} in {lines} lines of code: {ratio} {}", seen.words, word(base));
    QueryMeasurement { number: Some(ratio), words, ..seen }
}

pub(super) const fn word(base: MeasureBase) -> &'static str {
    match base {
        MeasureBase::ThousandLines => "for a thousand lines",
    }
}

/// Lines of code of the product in the languages that a query asks about.
fn lines(view: &ExaminationContext<'_, '_>, query: &RubricQuery) -> u64 {
    let languages: &[String] = match query {
        RubricQuery::Ast(query) => &query.language,
        _ => &[],
    };
    let fits = fits_any_or_all(languages);
    let counts = |file: &&FileFact| {
        file.role == FileRole::Product && file.language.as_deref().is_some_and(&fits)
    };
    let files = view.docket.index.files.iter().filter(counts);
    files.map(|file| u64::from(file.code_lines)).sum()
}
