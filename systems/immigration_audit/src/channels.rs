//! The channels of the system, typed. Their names are those that a host hands in.

use std::collections::BTreeMap;

use jurat_engine::channels;
use jurat_model::SourceExhibit;

use crate::{
    derivation::{ApplicationKind, ScoreAnalysis},
    model::{
        AuditJudgment, AuditReport, Authority, BenchStatistic, CitationVerification,
        ComplianceIssue, DefensibilityScore, EvidencePlan, Finding, GatekeeperReview,
        MatterFile, MatterProfile, PackAssessment, PeopleRecord, PolicyCitation, ResearchNote,
        SimilarDecision, TierLimits, VerdictWord, VerificationRecord, VerificationStatus,
    },
    packs::refusal::RefusalReading,
    research::AuthorityTexts,
};

channels! {
    LIMITS: TierLimits = "limits";
    AS_OF: String = "as_of";
    FILES: Vec<MatterFile> = "files";
    EXHIBITS: Vec<SourceExhibit> = "exhibits";
    PEOPLE: PeopleRecord = "people";
    PROFILE: MatterProfile = "profile";
    APPLICATION: ApplicationKind = "application";
    FINDINGS: Vec<Finding> = "findings";
    ASSESSMENT: PackAssessment = "assessment";
    CASE_LAW: Vec<Authority> = "case_law";
    POLICY_CITATIONS: Vec<PolicyCitation> = "policy_citations";
    RESEARCH_NOTES: Vec<ResearchNote> = "research_notes";
    SIMILAR_DECISIONS: Vec<SimilarDecision> = "similar_decisions";
    JUDGE_STATISTICS: Vec<BenchStatistic> = "judge_statistics";
    AUTHORITY_TEXTS: AuthorityTexts = "authority_texts";
    DEFENSIBILITY_SCORE: DefensibilityScore = "defensibility_score";
    EVIDENCE_PLAN: EvidencePlan = "evidence_plan";
    ANALYSIS: ScoreAnalysis = "analysis";
    COMPLIANCE_ISSUES: Vec<ComplianceIssue> = "compliance_issues";
    REFUSAL_RISKS: Vec<ComplianceIssue> = "refusal_risks";
    RECOMMENDATIONS: Vec<String> = "recommendations";
    REVIEW: GatekeeperReview = "review";
    REFUSAL: RefusalReading = "refusal";
    VERIFICATION_STATUS: VerificationStatus = "verification_status";
    FAILED_CITATIONS: Vec<CitationVerification> = "failed_citations";
    FIXES: Vec<String> = "fixes";
    VERIFICATION: VerificationRecord = "verification";
    VERDICT: VerdictWord = "verdict";
    RATIONALE: String = "rationale";
    JUDGMENT: AuditJudgment = "judgment";
    LETTERS: BTreeMap<String, String> = "letters";
    REPORT: AuditReport = "report";
}
