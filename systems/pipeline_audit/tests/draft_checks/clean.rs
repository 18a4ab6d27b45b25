//! Faithful, ordinary answers come out without a warning.

use crate::support::{CLEAN, audited, grave, state};
use jurat_model::audit::PipelineStage;
use jurat_pipeline_audit::audit::AuditPolicy;

#[test]
fn faithful_answers_have_no_warning() {
    for (name, _) in CLEAN {
        let audit = audited(&state(name), &AuditPolicy::default());
        let issues = audit.issues(PipelineStage::Draft);
        let told: Vec<String> = issues
            .iter()
            .map(|one| format!("{}: {}", one.code, one.msg))
            .collect();
        assert!(grave(issues).is_empty(), "{name}: {told:#?}");
        let section = audit.redator.unwrap();
        assert!(section.ok && section.unsupported_spans.is_empty(), "{name}");
        assert_eq!(section.coverage_score, Some(1.0), "{name}");
        assert_eq!(section.scores.style, Some(1.0), "{name}");
    }
}
