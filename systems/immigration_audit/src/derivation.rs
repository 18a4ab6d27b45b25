//! What follows from the files of a matter, and nothing else: made when an audit runs, and again when its proof is checked.

use jurat_model::SourceExhibit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    consistency, intake,
    model::{
        DefensibilityScore, DetectiveFindings, EvidencePlan, FileCounts, FileStanding, Finding,
        MatterFile, MatterProfile, PackAssessment, PartialDate, PeopleRecord, ScorePoint,
        VerificationRecord,
    },
    packs::{self, ApplicationPack},
    people::corrected,
    score,
};

/// What is applied for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ApplicationKind {
    pub application_type: String,
    pub reason: String,
    /// The text of a pack of the caller's own.
    pub own_pack: Option<String>,
}

/// What speaks for the file, and what against it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ScoreAnalysis {
    pub strengths: Vec<ScorePoint>,
    pub weaknesses: Vec<ScorePoint>,
}

/// What intake, the checks of consistency and the pack say.
pub(crate) struct DerivedMatter {
    pub(crate) profile: MatterProfile,
    pub(crate) application: ApplicationKind,
    pub(crate) findings: Vec<Finding>,
    pub(crate) assessment: PackAssessment,
}

/// Files with their texts, and what was asked.
pub(crate) struct ReadFiles<'a> {
    pub(crate) files: &'a [MatterFile],
    pub(crate) exhibits: &'a [SourceExhibit],
    /// What people put right counts before what documents say.
    pub(crate) people: &'a PeopleRecord,
    /// As the parameter has it.
    pub(crate) asked_type: &'a str,
    pub(crate) own_pack: Option<&'a str>,
    pub(crate) as_of: &'a str,
}

pub(crate) fn derive(read: &ReadFiles<'_>) -> Result<DerivedMatter, String> {
    let as_of: PartialDate = read.as_of.parse()?;
    let profile = corrected(intake::read_profile(read.files, read.exhibits), read.people);
    let (application_type, reason) = match read.asked_type {
        "auto" | "" => intake::application_type(read.files, &profile),
        named => (named.replace('-', "_"), "it was asked for so".to_owned()),
    };
    let application = ApplicationKind {
        application_type,
        reason,
        own_pack: read.own_pack.map(str::to_owned),
    };
    let findings = consistency::findings(read.files, &profile, as_of);
    let pack = pack_of(&application)?;
    let assessment = packs::assess(&pack, read.files, &profile, &findings, as_of);
    Ok(DerivedMatter { profile, application, findings, assessment })
}

/// The pack of an application: the caller's own, or that of the type.
pub(crate) fn pack_of(application: &ApplicationKind) -> Result<ApplicationPack, String> {
    let read = match &application.own_pack {
        Some(text) => packs::load_text(text),
        None => packs::load(&application.application_type),
    };
    read.map_err(|fault| fault.to_string())
}

/// The score with what it rests on; authorities count where they were verified.
pub(crate) struct ScoreInput<'a> {
    pub(crate) application: &'a ApplicationKind,
    pub(crate) assessment: &'a PackAssessment,
    pub(crate) findings: &'a [Finding],
    pub(crate) research: &'a DetectiveFindings,
    pub(crate) verification: Option<&'a VerificationRecord>,
}

/// The score, its plan, and what speaks for the file and against it.
pub(crate) fn scored(
    input: &ScoreInput<'_>,
) -> Result<(DefensibilityScore, EvidencePlan, ScoreAnalysis), String> {
    let pack = pack_of(input.application)?;
    let score = score::score(
        &pack,
        input.assessment,
        input.findings,
        input.research,
        input.verification,
    );
    let plan = score::evidence_plan(&pack, input.assessment, &score);
    let analysis = ScoreAnalysis {
        strengths: score.strengths.clone(),
        weaknesses: score.weaknesses.clone(),
    };
    Ok((score, plan, analysis))
}

/// How many files there are, and how far they were read.
pub(crate) fn file_counts(files: &[MatterFile]) -> FileCounts {
    let mut counts = FileCounts::default();
    for file in files {
        counts.total_files += 1;
        match file.standing {
            FileStanding::Whole => counts.extracted_count += 1,
            FileStanding::InPart { .. } => counts.partial_count += 1,
            FileStanding::NotRead { .. } => counts.failed_count += 1,
        }
    }
    counts
}
