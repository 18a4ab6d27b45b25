//! Three clients who do not exist: a sound sponsorship, a study permit that contradicts itself, a visitor who was refused.
//!
//! Letters lie in `sample/` as they are; forms are told there as values by the names of their fields, and written as PDF by
//! [`write_form`]; the scan is written by [`write_scan`], and generated letters by [`write_docx`]. The same values give the same bytes.

mod bitmap_letters;
mod docx_writer;
mod form_writer;
mod scan_writer;

pub use docx_writer::write_docx;
pub use form_writer::write_form;
pub use scan_writer::write_scan;
