//! What is measured of files.

use std::collections::BTreeSet;

use jurat_code::facts::{FileFact, FileMode, FileRole, UncheckedTests};
use jurat_text::WildcardPattern;

use super::{
    ExaminationContext,
    measurement::{QueryMeasurement, ShortfallMeaning},
    unit::MeasureUnit,
};
use crate::{
    detect::not_read::other_language,
    model::{Evidence, EvidenceFact, FileMeasure},
    rubric::language_of,
};

pub(super) fn seen<'d>(
    view: &ExaminationContext<'_, 'd>,
    (patterns, role): (&[String], Option<FileRole>),
    measure: FileMeasure,
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let globs: Vec<_> = patterns.iter().map(|one| WildcardPattern::of_paths(one)).collect();
    let wanted = |file: &&FileFact| {
        let mut both = patterns.iter().zip(&globs);
        role == Some(file.role) && is_code(&file.path)
            || both.any(|(pattern, glob)| allows(pattern, file.role) && glob.fits(&file.path))
    };
    let files: Vec<&FileFact> = view.docket.index.files.iter().filter(wanted).collect();
    let at = among(patterns, role);
    // That a file is there is known of every file.
    let unread = || view.unread.files(&files).or_else(|| in_other_languages(&files));
    let unread = match measure {
        FileMeasure::Count => None,
        FileMeasure::Substantive => unread().or_else(|| only_running(&files)),
        _ => unread(),
    };
    if files.is_empty() && measure == FileMeasure::Hollow {
        return QueryMeasurement::nothing(format!("no file {at}"));
    }
    let picked: Vec<&FileFact> = files
        .iter()
        .copied()
        .filter(|file| match measure {
            FileMeasure::Count | FileMeasure::CodeLines => true,
            FileMeasure::Substantive => {
                does_something(file)
                    && file.unchecked.is_none()
                    && !view.unread.holds(file)
                    && !is_other_language(file)
            }
            FileMeasure::Hollow => file.hollow,
        })
        .collect();
    let number = match measure {
        FileMeasure::CodeLines => picked.iter().map(|file| u64::from(file.code_lines)).sum(),
        _ => picked.len() as u64,
    };
    let shown = if picked.is_empty() { &files } else { &picked };
    let paths: BTreeSet<&str> = shown.iter().map(|file| file.path.as_str()).collect();
    let words = format!("{} {at}", unit.counted(number));
    // A file that is there and does nothing shows more than that none is there.
    let shortfall = match measure {
        FileMeasure::Substantive if !files.is_empty() => ShortfallMeaning::Shown,
        _ => ShortfallMeaning::Listed,
    };
    QueryMeasurement::number(number, words, of_paths(view, &paths))
        .overlooking(unread)
        .short_means(shortfall)
}

fn of_paths<'d>(
    view: &ExaminationContext<'_, 'd>,
    paths: &BTreeSet<&str>,
) -> Vec<&'d Evidence> {
    let is = |evidence: &&Evidence| match &evidence.fact {
        EvidenceFact::File(file) => paths.contains(file.path.as_str()),
        _ => false,
    };
    view.docket.evidences.repo.iter().filter(is).collect()
}

const fn does_something(file: &FileFact) -> bool {
    let real = matches!(file.mode, FileMode::Regular | FileMode::Executable);
    real && !file.hollow && 0 < file.size
}

/// Whether a path is that of code, in whatever language.
fn is_code(path: &str) -> bool {
    language_of(path).is_some() || other_language(path).is_some()
}

/// Tests in a language that is not read: nobody knows what they do.
fn is_other_language(file: &FileFact) -> bool {
    file.role == FileRole::Test && other_language(&file.path).is_some()
}

fn in_other_languages(files: &[&FileFact]) -> Option<String> {
    let mut unread = files.iter().filter(|file| is_other_language(file));
    let first = unread.next()?;
    let language = other_language(&first.path).unwrap_or_default();
    let count =
        MeasureUnit::Things { one: "file", many: "files" }.counted(1 + unread.count() as u64);
    Some(format!(
        "{count} of tests such as {} are in a language that is not read: {language}",
        first.path
    ))
}

/// Tests that run something and check nothing that was seen: what they call may check it.
fn only_running(files: &[&FileFact]) -> Option<String> {
    let runs = |file: &&&FileFact| file.unchecked == Some(UncheckedTests::RunsOnly);
    let mut running = files.iter().filter(runs);
    let first = running.next()?;
    let count =
        MeasureUnit::Things { one: "file", many: "files" }.counted(1 + running.count() as u64);
    Some(format!(
        "{count} of tests such as {} run what may check itself: no assertion was seen in them",
        first.path
    ))
}

/// `at` the patterns, or `among the tests`.
fn among(patterns: &[String], role: Option<FileRole>) -> String {
    let tests =
        role.map(
            |role| if role == FileRole::Test { "among the tests" } else { "among such files" },
        );
    match (tests, patterns) {
        (Some(tests), []) => tests.to_owned(),
        (Some(tests), patterns) => format!("{tests}, or at {}", listed(patterns)),
        (None, patterns) => format!("at {}", listed(patterns)),
    }
}

/// Tests, examples and code of others count only for a pattern that names them.
fn allows(pattern: &str, role: FileRole) -> bool {
    let words: &[&str] = match role {
        FileRole::Test => &["test", "spec", "fixture", "bench"],
        FileRole::Example => &["example", "sample", "demo"],
        FileRole::Vendored => &["vendor", "third_party", "node_modules"],
        _ => return true,
    };
    let pattern = pattern.to_lowercase();
    words.iter().any(|word| pattern.contains(word))
}

/// The first few patterns.
pub(super) fn listed(patterns: &[String]) -> String {
    let shown: Vec<String> = patterns.iter().take(4).map(|one| format!("`{one}`")).collect();
    let more = if 4 < patterns.len() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
