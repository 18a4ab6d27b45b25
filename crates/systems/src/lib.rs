//! The systems of this program.

use jurat_system::SystemSet;

/// Every system; a new one is a folder of `systems/` and one line here.
pub const ALL: SystemSet = SystemSet(&[
    jurat_digital_courtroom::SYSTEM,
    jurat_evidence_first::SYSTEM,
    jurat_orchard::SYSTEM,
    jurat_pipeline_audit::SYSTEM,
]);
