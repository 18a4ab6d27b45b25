//! What queries over code came to, and security findings.

use jurat_code::{
    SECRET_RULE,
    facts::{AstQuery, FileRole, FindingExposure},
};

use super::{
    ExaminationContext,
    files::listed,
    measurement::{QueryMeasurement, ShortfallMeaning},
    unit::MeasureUnit,
};
use crate::{
    model::{CheckAnswer, Evidence, EvidenceFact},
    rubric::{
        pattern::{fits_any, fits_any_or_all},
        unread_files::CodeSearchKind,
    },
};

pub(super) fn seen<'d>(
    view: &ExaminationContext<'_, 'd>,
    criterion: &str,
    check: &str,
    query: &AstQuery,
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let Some(answer) = view.answer(criterion, check) else {
        return QueryMeasurement::untold("the code was not asked for it");
    };
    if let Some(problem) = &answer.problem {
        return QueryMeasurement::untold(format!("the query could not be run: {problem}"));
    }
    let unread =
        view.unread
            .code(CodeSearchKind::Code, &query.language, &query.path, query.everywhere);
    if answer.total == 0 && !view.has_code(&query.language, query.everywhere) {
        let languages = query.language.join(", ");
        let what = if languages.is_empty() { "a language that is read" } else { &languages };
        return QueryMeasurement::nothing(format!("no code in {what}")).unless(unread);
    }
    if answer.total == 0 && !view.has_file(&query.path, query.everywhere) {
        // Nothing wrong in a file that is not there is no merit.
        let words = format!("no file at {}", listed(&query.path));
        return QueryMeasurement::nothing(words).unless(unread);
    }
    let words = unit.counted(answer.total);
    if !answer.hollow.is_empty() {
        // Functions of such names that do nothing show more than that none was seen.
        let shown = [view.get(&answer.evidence), view.get(&answer.hollow)].concat();
        let words = format!("{words}; {} of such names do nothing", answer.hollow.len());
        return QueryMeasurement::number(answer.total, words, shown).overlooking(unread);
    }
    QueryMeasurement::number(answer.total, words, view.get(&answer.evidence))
        .overlooking(unread)
        .short_means(ShortfallMeaning::NotSeen)
}

/// Findings that are confirmed and lie in the product.
pub(super) fn security<'d>(
    view: &ExaminationContext<'_, 'd>,
    rules: &[String],
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let unread = view.unread.code(CodeSearchKind::Findings, &[], &[], false);
    if !view.has_code(&[], false) {
        return QueryMeasurement::nothing("no code in a language that is read").unless(unread);
    }
    let ruled = fits_any_or_all(rules);
    let is = |evidence: &&Evidence| match &evidence.fact {
        EvidenceFact::Security(finding) => {
            finding.confirmed
                && finding.exposure == FindingExposure::Reachable
                && ruled(&finding.rule)
                // Whoever has the repository has the key, wherever it lies.
                && (finding.rule == SECRET_RULE || view.known.counts(&evidence.location.path))
        }
        _ => false,
    };
    let found: Vec<&Evidence> = view.docket.evidences.repo.iter().filter(is).collect();
    let number = found.len() as u64;
    QueryMeasurement::number(number, unit.counted(number), found).overlooking(unread)
}

impl<'d> ExaminationContext<'_, 'd> {
    /// What a detective answered to a check.
    pub(super) fn answer(&self, criterion: &str, check: &str) -> Option<&'d CheckAnswer> {
        let mut answers = self.docket.answers.iter();
        answers.find(|one| one.criterion_id == criterion && one.check_id == check)
    }

    /// Whether some file has one of these paths, in which `*` stands for anything; none asks for
    /// any.
    fn has_file(&self, paths: &[String], everywhere: bool) -> bool {
        let fits = fits_any(paths);
        paths.is_empty()
            || self
                .docket
                .index
                .files
                .iter()
                .any(|file| (everywhere || file.role == FileRole::Product) && fits(&file.path))
    }

    /// Whether there is code in one of these languages, or in any that is read.
    pub(super) fn has_code(&self, languages: &[String], everywhere: bool) -> bool {
        let fits = fits_any_or_all(languages);
        self.docket.index.files.iter().any(|file| {
            let read = file.language.as_deref().is_some_and(&fits);
            read && (everywhere || file.role == FileRole::Product)
        })
    }
}
