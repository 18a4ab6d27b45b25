//! The systems of this program.

use jurat_system::SystemSet;

/// Every system, in the order that they are shown in; a new one is a folder of `systems/` and one line here.
pub const ALL: SystemSet = SystemSet(&[
    jurat_evidence_first::SYSTEM,
    jurat_legal_research::SYSTEM,
    jurat_pipeline_audit::SYSTEM,
    jurat_digital_courtroom::SYSTEM,
    jurat_immigration_audit::SYSTEM,
    jurat_orchard::SYSTEM,
]);
