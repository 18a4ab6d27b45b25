//! `TRANSLATION_MISSING`: a paper in another language than English or French beside which no translation was seen.

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{FindingCategory, FindingSeverity, MatterFile};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "TRANSLATION_MISSING",
    category: FindingCategory::Documentation,
    run,
};

/// Words of file names that do not tell what a paper is about.
const NAMELESS: &[&str] = &[
    "translation",
    "translated",
    "certified",
    "english",
    "french",
    "en",
    "fr",
    "eng",
    "copy",
    "scan",
    "original",
    "traduction",
    "of",
];

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let mut translations: Vec<&MatterFile> = view.with_kind("translation").collect();
    let mut drafts = Vec::new();
    for file in view.files.iter().filter(|file| is_foreign(file)) {
        match translations.iter().position(|it| is_of(it, file)) {
            Some(at) => {
                translations.remove(at);
            }
            None => drafts.push((file, told(view, file))),
        }
    }
    // A translation whose name tells nothing may be of any paper: so many may be covered, and none is told.
    let open = translations.len();
    drafts.into_iter().skip(open).map(|(_, draft)| draft).collect()
}

fn is_foreign(file: &MatterFile) -> bool {
    let language = file.language.as_deref().unwrap_or("en");
    let own = ["en", "fr"].iter().any(|it| language.starts_with(it));
    !own && file.form.is_none()
        && !matches!(file.kind.as_str(), "translation" | "translator_affidavit" | "photo")
}

/// Whether a translation is of this paper, by the words of both names and by whom both are about.
fn is_of(translation: &MatterFile, file: &MatterFile) -> bool {
    let named = words_of(&translation.path);
    let wanted = words_of(&file.path);
    let person =
        translation.about.is_none() || file.about.is_none() || translation.about == file.about;
    person && !wanted.is_empty() && wanted.iter().any(|word| named.contains(word))
}

fn words_of(path: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
    let words = stem
        .split(|c: char| !c.is_alphabetic())
        .filter(|it| 1 < it.chars().count());
    words.filter(|it| !NAMELESS.contains(it)).map(str::to_owned).collect()
}

fn told(view: &MatterView<'_>, file: &MatterFile) -> FindingDraft {
    let language = file.language.as_deref().unwrap_or_default();
    let message = format!(
        "`{}` is in another language (`{language}`), and no translation of it was seen.",
        file.path
    );
    let severity = match file.kind.as_str() {
        "chat_log" | "notes" | "unknown" => FindingSeverity::Low,
        _ => FindingSeverity::Medium,
    };
    FindingDraft::not_seen(severity, message, "translation", view.unread())
        .at([whole_file(file, language)])
        .action("Add a translation into English or French with the translator's affidavit and a certified copy of the original.")
}
