//! What killed commands left in the store: removed when the next one starts, unless its process lives.

use jurat_digital_courtroom::submission_reader::sweep_clones;
use jurat_intake::sweep_questions;

use crate::{settings::CliSettings, wiring};

/// Removes corpora that were made for one question, and clones that were looked at.
pub(crate) fn sweep(settings: &CliSettings) {
    sweep_questions(&wiring::corpora(&settings.store));
    sweep_clones(&wiring::submissions(&settings.store));
}
