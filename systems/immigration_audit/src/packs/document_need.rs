//! Which files meet a document that is asked for, and what is wrong with those that nearly do.

use super::{condition_facts::place_of, legal_minimum, pack_definition::DocumentNeed};
use crate::{
    intake::{FLAT_FORM_NOT_READ, SOMEBODY_ELSE},
    model::{
        FactPlace, FieldValue, FileStanding, MatterFile, MatterProfile, PartialDate,
        RequirementStanding,
    },
};

/// Pictures of people, and pictures of which it cannot be told what they show.
const PHOTO: &str = "photo";
const PICTURE: &str = "picture";
/// Kinds of which a field tells the day that counts.
const DAY_FIELDS: [(&str, &str); 1] = [("language_result", "matter.language_test_date")];

/// How a document that is asked for stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NeedReading {
    pub(super) standing: RequirementStanding,
    pub(super) places: Vec<FactPlace>,
    pub(super) reason: String,
}

/// How one file answers a need.
enum FileAnswer {
    Meets,
    /// It is the document, and shows that it does not do.
    Fails(String),
    /// It is the document; whether it does cannot be told.
    Open(String),
}

impl DocumentNeed {
    /// What is asked for, in words.
    pub(super) fn words(&self) -> String {
        let kinds = self.kinds.iter().map(|kind| kind.replace('_', " "));
        let all: Vec<String> = kinds.chain(self.forms.iter().cloned()).collect();
        let about = self
            .about
            .as_deref()
            .map(|who| format!(" of the {who}"))
            .unwrap_or_default();
        format!("{}{about}", all.join(" or "))
    }

    /// Holds it against the files.
    pub(super) fn reading(
        &self,
        files: &[MatterFile],
        profile: &MatterProfile,
        as_of: PartialDate,
    ) -> NeedReading {
        let wanted = usize::try_from(self.count.unwrap_or(1)).unwrap_or(usize::MAX);
        let (mut met, mut failed, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for file in files
            .iter()
            .filter(|file| self.is_it(file) && self.is_about(profile.about(file)))
        {
            match self.answer(file, files, (profile, as_of)) {
                FileAnswer::Meets => met.push(place_of(file)),
                FileAnswer::Fails(why) => failed.push((place_of(file), why)),
                FileAnswer::Open(why) => open.push((place_of(file), why)),
            }
        }
        let told = |list: &[(FactPlace, String)]| {
            let all: Vec<String> = list
                .iter()
                .map(|(place, why)| format!("{}: {why}", place.words))
                .collect();
            all.join("; ")
        };
        if wanted <= met.len() {
            let names: Vec<&str> = met.iter().map(|it| it.words.as_str()).collect();
            let reason = format!("there: {}", names.join(", "));
            return NeedReading {
                standing: RequirementStanding::Met,
                places: met,
                reason,
            };
        }
        let short = format!("{} of {wanted} seen: {}", met.len(), self.words());
        let (standing, reason, more) = if !open.is_empty() {
            (RequirementStanding::Unknown, told(&open), open)
        } else if !failed.is_empty() {
            (RequirementStanding::Unmet, told(&failed), failed)
        } else {
            let others = self.of_others(files, profile);
            let may_be = self.may_be(files, profile);
            let told = if met.is_empty() {
                format!("looked for and not seen: {}", self.words())
            } else {
                short
            };
            if may_be.is_empty() {
                (RequirementStanding::NotSeen, format!("{told}{others}"), Vec::new())
            } else {
                let reason = format!("{told}{others}{}", among(&may_be));
                (RequirementStanding::Unknown, reason, Vec::new())
            }
        };
        let more = more.into_iter().map(|(place, _)| place);
        NeedReading {
            standing,
            places: met.into_iter().chain(more).collect(),
            reason,
        }
    }

    fn is_it(&self, file: &MatterFile) -> bool {
        if matches!(file.standing, FileStanding::NotRead { .. }) {
            return false;
        }
        let of_kind = self.kinds.contains(&file.kind);
        let form = file.form.as_ref();
        let of_form = form.is_some_and(|form| {
            self.forms.iter().any(|number| same_form(number, &form.number))
        });
        of_kind || of_form
    }

    /// The files that this may be, for all that is known of them: what a page holds that was not read, or of which the
    /// sort cannot be told. A form says by its number what it is.
    fn may_be<'a>(&self, files: &'a [MatterFile], profile: &MatterProfile) -> Vec<&'a str> {
        let asks_picture = self.kinds.iter().any(|kind| kind == PHOTO);
        let open = files.iter().filter(|file| {
            let is_unread = matches!(file.standing, FileStanding::NotRead { .. });
            let is_open = file.kind == "unknown" && !self.kinds.is_empty();
            is_unread || is_open || (file.kind == PICTURE && asks_picture)
        });
        open.filter(|file| self.is_about(profile.about(file)))
            .map(|file| file.path.as_str())
            .collect()
    }

    /// Whether a file about this person will do: where nobody is named it may be anybody's.
    fn is_about(&self, person: Option<&str>) -> bool {
        match (self.about.as_deref(), person) {
            (Some(wanted), Some(person)) => wanted == person || are_one(wanted, person),
            // What is asked of nobody by name is asked of the people of the matter.
            (None, Some(person)) => person != SOMEBODY_ELSE || !self.is_of_a_person(),
            (_, None) => true,
        }
    }

    /// Letters of friends and papers of a home are others' to write.
    fn is_of_a_person(&self) -> bool {
        let own = ["passport", "police_certificate", "medical_exam", "language_result"];
        self.kinds.iter().any(|kind| own.contains(&kind.as_str()))
    }

    /// The files that would do if they were not about somebody else.
    fn of_others(&self, files: &[MatterFile], profile: &MatterProfile) -> String {
        let others = files
            .iter()
            .filter(|file| self.is_it(file) && !self.is_about(profile.about(file)));
        let names: Vec<&str> = others.map(|file| file.path.as_str()).collect();
        if names.is_empty() {
            return String::new();
        }
        format!("; about somebody else: {}", names.join(", "))
    }

    fn answer(
        &self,
        file: &MatterFile,
        files: &[MatterFile],
        (profile, as_of): (&MatterProfile, PartialDate),
    ) -> FileAnswer {
        if let Some(form) = &file.form {
            if !form.filled && file.form_fields.is_empty() && is_flat(file) {
                return FileAnswer::Open(FLAT_FORM_NOT_READ.into());
            }
            if !form.filled {
                return FileAnswer::Fails("nothing is filled in".into());
            }
            match form.signed {
                Some(false) if self.signed => {
                    return FileAnswer::Fails("it is not signed".into());
                }
                None if self.signed => {
                    return FileAnswer::Open("whether it is signed cannot be told".into());
                }
                _ => {}
            }
        }
        if let Some(language) = &file.language
            && !self.languages.is_empty()
            && !self.languages.contains(language)
            && !files.iter().any(|it| it.kind == "translation")
        {
            let why = format!("it is in `{language}`, and no translation was seen");
            return FileAnswer::Open(why);
        }
        let Some(most) = self.most_days(as_of) else { return FileAnswer::Meets };
        match file.dated.or_else(|| told_day(file, profile)) {
            None => {
                FileAnswer::Open(format!("its date was not seen; it may be {most} days old"))
            }
            Some(dated) if i64::from(most) < dated.last_day().days_until(as_of.first_day()) => {
                FileAnswer::Fails(format!("dated {dated}; it may be {most} days old at most"))
            }
            Some(_) => FileAnswer::Meets,
        }
    }

    fn most_days(&self, as_of: PartialDate) -> Option<u32> {
        let by_table = self.max_age_minimum.as_deref();
        self.max_age_days
            .or_else(|| legal_minimum::days(by_table?, &as_of.first_day().to_string()))
    }
}

/// The day that a file tells in a field of its own.
fn told_day(file: &MatterFile, profile: &MatterProfile) -> Option<PartialDate> {
    let (_, field) = DAY_FIELDS.iter().find(|(kind, _)| *kind == file.kind)?;
    let readings = profile.fields.get(*field)?;
    let told = readings.iter().find(|it| it.place.file == file.id)?;
    match told.value {
        FieldValue::Date(date) => Some(date),
        _ => None,
    }
}

/// The sponsor of a spouse is their spouse.
fn are_one(one: &str, other: &str) -> bool {
    matches!((one, other), ("sponsor", "spouse") | ("spouse", "sponsor"))
}

/// `IMM 1344`, `IMM1344E` and `imm 1344` are one form.
fn same_form(one: &str, other: &str) -> bool {
    let plain = |text: &str| {
        let kept: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        kept.to_lowercase().trim_end_matches(['e', 'f']).to_owned()
    };
    plain(one) == plain(other)
}

/// Files of which the sort is not known, or that were not read, as what something was not seen among.
pub(super) fn among(names: &[&str]) -> String {
    let files = if names.len() == 1 { "file" } else { "files" };
    format!(
        "; not seen among {} {files} whose kind is not known: {}",
        names.len(),
        names.join(", ")
    )
}

/// The files that could not be read whole or whose sort is not known: what is not seen may stand there.
pub(super) fn unread_names(files: &[MatterFile]) -> Vec<&str> {
    files
        .iter()
        .filter(|file| file.standing != FileStanding::Whole || file.kind == "unknown")
        .map(|file| file.path.as_str())
        .collect()
}

/// The same in words.
pub(super) fn unread(files: &[MatterFile]) -> String {
    let names = unread_names(files);
    if names.is_empty() {
        return String::new();
    }
    format!(
        "; it may stand in files that were not read or not recognised: {}",
        names.join(", ")
    )
}
/// A form without fields of whose values none could be read.
fn is_flat(file: &MatterFile) -> bool {
    matches!(&file.standing, FileStanding::InPart { reason } if reason == FLAT_FORM_NOT_READ)
}
