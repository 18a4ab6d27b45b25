//! Courts by the names that German citations give them.

crate::word_lists! {
    "german_courts" [de];

    /// Courts that may open a citation.
    pub(super) static COURTS as written;
}
