//! The profile with what people put right: their values come first, and what documents say stays beside them.

use crate::{
    intake::{add_derived_facts, field_value},
    model::{
        AuditReport, CorrectedReading, FactPlace, FieldReading, MatterProfile, PeopleRecord,
        ProfileCorrection, ReadingMethod,
    },
};

/// Stands where the id of a file stands otherwise.
pub const CORRECTION: &str = "correction";

/// The profile with corrections as readings that come before all others.
pub fn corrected(mut profile: MatterProfile, people: &PeopleRecord) -> MatterProfile {
    for correction in &people.corrections {
        let readings = profile.fields.entry(correction.field.clone()).or_default();
        readings.retain(|reading| reading.method != ReadingMethod::Correction);
        readings.insert(0, reading_of(correction));
    }
    if !people.corrections.is_empty() {
        add_derived_facts(&mut profile);
    }
    profile
}

fn reading_of(correction: &ProfileCorrection) -> FieldReading {
    FieldReading {
        value: correction.value.clone(),
        place: FactPlace {
            file: CORRECTION.to_owned(),
            page: None,
            form_path: None,
            span: None,
            words: correction.words.clone(),
        },
        method: ReadingMethod::Correction,
        certainty: 1.0,
    }
}

/// A correction of a field of an audited matter, with what documents said of it.
///
/// # Errors
/// Where there is no such field, or the words are no value of its kind: with what was expected.
pub fn correction_of(
    report: &AuditReport,
    (field, words): (&str, &str),
    (author, reason, on): (&str, &str, &str),
) -> Result<ProfileCorrection, String> {
    let path = |id: &str| {
        let file = report.files.iter().find(|file| file.id == id);
        file.map_or_else(|| id.to_owned(), |file| file.path.clone())
    };
    let said = report.profile.fields.get(field).into_iter().flatten();
    let was = said
        .filter(|reading| reading.method != ReadingMethod::Correction)
        .map(|reading| CorrectedReading {
            value: reading.value.clone(),
            file: path(&reading.place.file),
            place: reading.place.clone(),
        });
    Ok(ProfileCorrection {
        field: field.to_owned(),
        value: field_value(field, words)?,
        words: words.to_owned(),
        was: was.collect(),
        author: author.to_owned(),
        reason: reason.to_owned(),
        on: on.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{CORRECTION, corrected, correction_of};
    use crate::{
        model::{FieldValue, PeopleRecord, ReadingMethod},
        page::fixtures,
    };

    const FIELD: &str = "applicant.birth_date";

    fn people(values: &[&str]) -> PeopleRecord {
        let report = fixtures::report();
        let said = ("Ada Ravel", "the certificate was misread", "2026-01-12");
        let correct = |value: &&str| correction_of(&report, (FIELD, value), said).unwrap();
        PeopleRecord {
            corrections: values.iter().map(correct).collect(),
            ..PeopleRecord::default()
        }
    }

    #[test]
    fn a_correction_comes_first_and_documents_keep_what_they_say() {
        let before = fixtures::report().profile;
        let documents = before.fields.get(FIELD).cloned().unwrap_or_default();
        let after = corrected(before, &people(&["1991-02-03", "1991-03-02"]));
        let readings = &after.fields[FIELD];
        assert_eq!(readings.len(), documents.len() + 1);
        assert_eq!(readings[1..], documents);
        let best = after.best(FIELD).unwrap();
        assert_eq!(
            (best.method, best.place.file.as_str()),
            (ReadingMethod::Correction, CORRECTION)
        );
        assert_eq!(best.value, FieldValue::Date("1991-03-02".parse().unwrap()));
    }

    #[test]
    fn a_correction_says_what_documents_said_and_in_which_file() {
        let people = people(&["1991-02-03"]);
        let report = fixtures::report();
        let documents = report.profile.fields.get(FIELD).map_or(0, Vec::len);
        assert_eq!(people.corrections[0].was.len(), documents);
        for was in &people.corrections[0].was {
            assert!(report.files.iter().any(|file| file.path == was.file), "{}", was.file);
        }
    }

    #[test]
    fn what_is_no_field_or_no_value_is_refused_with_what_would_be() {
        let report = fixtures::report();
        for (field, words, told) in [
            ("applicant.birth_dat", "1991-02-03", "applicant.birth_date"),
            ("birth_date", "1991-02-03", "applicant.birth_date"),
            ("applicant.birth_date", "soon", "a day"),
            ("matter.funds", "plenty", "an amount"),
            ("applicant.criminal_record", "perhaps", "yes or no"),
        ] {
            let error = correction_of(&report, (field, words), ("a", "b", "c")).unwrap_err();
            assert!(error.contains(told), "{field} {words}: {error}");
        }
    }
}
