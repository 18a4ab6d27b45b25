//! The table of checks: one file a check.

mod activity_gap;
mod address_conflict;
mod answer_conflict;
mod birth_after_event;
mod child_age;
mod date_conflict;
mod document_too_old;
mod family_undeclared;
mod file_not_read;
mod form_edition_old;
mod form_not_validated;
mod funds_below_minimum;
mod future_date;
mod identity_conflict;
mod job_conflict;
mod job_overlap;
mod machine_orders;
mod marriage_overlap;
mod money_conflict;
mod name_conflict;
mod name_spelling;
mod passport_expired;
mod period_reversed;
mod picture_location;
mod refusal_undisclosed;
mod relationship_conflict;
mod relationship_order;
mod removal_order;
mod residence_gap;
mod residence_overlap;
mod separate_homes;
mod signature_missing;
mod signature_undated;
mod signed_before_edition;
mod translation_missing;
mod travel_conflict;
mod travel_overlap;
mod under_age_union;

use super::ConsistencyCheck;

/// Every check, in the order in which a reader would ask: who, when, where, what, on which paper.
pub const ALL: &[ConsistencyCheck] = &[
    name_conflict::CHECK,
    name_spelling::CHECK,
    identity_conflict::CHECK,
    date_conflict::CHECK,
    birth_after_event::CHECK,
    future_date::CHECK,
    period_reversed::CHECK,
    relationship_conflict::CHECK,
    relationship_order::CHECK,
    marriage_overlap::CHECK,
    under_age_union::CHECK,
    separate_homes::CHECK,
    child_age::CHECK,
    family_undeclared::CHECK,
    address_conflict::CHECK,
    residence_gap::CHECK,
    residence_overlap::CHECK,
    activity_gap::CHECK,
    job_overlap::CHECK,
    job_conflict::CHECK,
    travel_conflict::CHECK,
    travel_overlap::CHECK,
    money_conflict::CHECK,
    funds_below_minimum::CHECK,
    answer_conflict::CHECK,
    refusal_undisclosed::CHECK,
    removal_order::CHECK,
    passport_expired::CHECK,
    document_too_old::CHECK,
    form_edition_old::CHECK,
    form_not_validated::CHECK,
    signature_missing::CHECK,
    signature_undated::CHECK,
    signed_before_edition::CHECK,
    translation_missing::CHECK,
    file_not_read::CHECK,
    machine_orders::CHECK,
    picture_location::CHECK,
];
