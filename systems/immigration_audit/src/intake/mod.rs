//! From the files of a matter to a profile: extraction only, no legal analysis.

mod application_kind;
mod dated_rows;
mod derived_facts;
mod describe;
mod document_kind;
mod document_person;
mod document_reading;
mod field_value;
mod filled_fields;
mod foreign_writing;
mod form_identity;
mod form_mapping;
mod form_reading;
mod labelled_values;
mod machine_zone;
mod person_match;
mod picture;
mod printed_form;
mod profile_draft;
mod school_province;
mod told_facts;
mod value_reading;
mod word_search;

use jurat_model::SourceExhibit;

pub use application_kind::application_type;
pub use derived_facts::add_derived_facts;
pub use describe::{ReadFile, describe, page_starts};
pub(crate) use document_person::SOMEBODY_ELSE;
pub use field_value::field_value;
pub(crate) use filled_fields::is_filled;
pub use picture::{is_picture, is_tiny, location_warning, picture_without_words};
pub(crate) use printed_form::NOT_READ as FLAT_FORM_NOT_READ;

use crate::model::{MatterFile, MatterProfile};

use derived_facts::add_facts_of_documents;
use profile_draft::ProfileDraft;

/// What the files say of people and events: forms first, since they tell who is who, then documents about known people.
///
/// Nothing is chosen between readings that disagree. Corrections are readings of their own that come before all others; whoever
/// holds them adds them.
pub fn read_profile(files: &[MatterFile], exhibits: &[SourceExhibit]) -> MatterProfile {
    let mut draft = ProfileDraft::default();
    let mut forms: Vec<&MatterFile> =
        files.iter().filter(|file| !file.form_fields.is_empty()).collect();
    forms.sort_by_key(|file| (person_match::form_rank(file), file.id.clone()));
    for file in forms {
        let mut one = ProfileDraft::of_children(&draft);
        form_reading::read_form(file, &mut one);
        person_match::give_to_its_person(file, &draft, &mut one);
        draft.take(one);
    }
    document_reading::read_documents(files, exhibits, &mut draft);
    let mut profile = draft.finish();
    add_facts_of_documents(files, &mut profile);
    add_derived_facts(&mut profile);
    profile
}
