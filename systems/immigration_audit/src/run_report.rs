//! The report of a run with the texts that it rests on, as every surface sees it.

use jurat_model::SourceExhibit;
use jurat_system::reports::{ReportKind, ReportSummary, ReportVerdict, RunReport, channel};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use crate::{
    model::{AuditReport, FinalRecommendation},
    page,
    recheck::recheck,
    verdict::word,
};

pub(crate) const KIND: ReportKind = ReportKind {
    channel: "report",
    bundle: "audit.jurat",
    formats: page::formats,
    templates: page::templates,
    read: |state| {
        let report = channel(state, KIND.channel)?;
        Ok(Box::new(AuditRunReport { report }))
    },
    of_value: |report, _: &[SourceExhibit]| {
        let report = AuditReport::deserialize(report).map_err(|error| error.to_string())?;
        Ok(Box::new(AuditRunReport { report }))
    },
    recheck,
};

struct AuditRunReport {
    report: AuditReport,
}

impl RunReport for AuditRunReport {
    fn render(&self, format: &str) -> Result<Vec<u8>, String> {
        page::render(&self.report, format)
    }

    fn data(&self) -> serde_json::Result<Json> {
        serde_json::to_value(&self.report)
    }

    fn summary(&self) -> ReportSummary {
        let report = &self.report;
        let judgment = &report.judgment;
        let mut lines = vec![
            format!("{}: {}", decision(judgment.recommendation), word(judgment.verdict)),
            format!(
                "{} ({}); {} files, {} not read",
                report.summary.application_type,
                report.summary.type_reason,
                report.summary.counts.total_files,
                report.summary.counts.failed_count
            ),
        ];
        if let Some(score) = judgment.current_score {
            let band = report.score.as_ref().map(|it| it.band.clone()).unwrap_or_default();
            lines.push(format!("Defensibility {score} of 100, {band}"));
        }
        lines.push(match &report.incomplete_reason {
            Some(reason) => format!("Verification: INCOMPLETE: {reason}"),
            None => format!("Verification: {}", report.verification_status),
        });
        lines.extend(page::overridden(report));
        let corrected = report.people.corrections.iter();
        lines.extend(corrected.map(|it| format!("corrected {} is {}", it.field, it.value)));
        let told = [
            ("pill", &judgment.pills),
            ("critical", &judgment.critical_issues),
            ("to do", &judgment.required_actions),
            ("not seen", &judgment.missing_documents),
        ];
        for (name, all) in told {
            let all = all.iter().filter(|it| name == "pill" || !judgment.pills.contains(it));
            lines.extend(all.map(|it| format!("{name:9} {it}")));
        }
        let unread = report.summary.not_read.iter();
        ReportSummary {
            lines,
            notes: unread.map(|it| format!("not read  {it}")).collect(),
            ..ReportSummary::default()
        }
    }

    fn about(&self) -> Json {
        json!({
            "workflow": self.report.workflow,
            "tier": self.report.tier,
            "recommendation": self.report.judgment.recommendation,
            "verification": self.report.verification_status,
        })
    }

    fn verdict(&self) -> ReportVerdict {
        if self.report.verification_status != "PASS" {
            return ReportVerdict::Unsettled;
        }
        match self.report.judgment.recommendation {
            FinalRecommendation::Proceed => ReportVerdict::Done,
            FinalRecommendation::Revise | FinalRecommendation::HighRisk => {
                ReportVerdict::Refused
            }
            FinalRecommendation::NotAssessable => ReportVerdict::Unsettled,
        }
    }
}

pub(crate) const fn decision(recommendation: FinalRecommendation) -> &'static str {
    match recommendation {
        FinalRecommendation::Proceed => "PROCEED",
        FinalRecommendation::Revise => "REVISE",
        FinalRecommendation::HighRisk => "HIGH-RISK",
        FinalRecommendation::NotAssessable => "NOT_ASSESSABLE",
    }
}
