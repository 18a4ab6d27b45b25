//! The sample folders judged: what a lawyer would say of each, and what stays open.

use std::collections::BTreeMap;

use jurat_immigration_audit::{
    intake::application_type,
    model::{
        AuditJudgment, AuditTier, DefensibilityScore, DetectiveFindings, FileCounts,
        FinalRecommendation, PackAssessment, RequirementStanding, VerdictWord, WorkflowName,
    },
    packs::{assess, load},
    score::score,
    tiers::limits_of,
    verdict::{DecisionInput, decide},
};

use crate::{
    folder_reader::{ReadMatter, files_below, read_matter},
    matter_builder::date,
    samples::sample,
};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("judged_a_sound_sponsorship_may_go", a_sound_sponsorship_may_go),
    (
        "judged_a_contradictory_study_permit_is_held_back",
        a_contradictory_study_permit_is_held_back,
    ),
    ("judged_a_refused_visitor_does_not_go", a_refused_visitor_does_not_go),
    ("judged_what_is_taken_out_of_a_sound_folder_is_missed", what_is_taken_out_is_missed),
];

const AS_OF: &str = "2026-06-01";

/// A folder with all that is said of it.
struct JudgedFolder {
    assessment: PackAssessment,
    score: DefensibilityScore,
    judgment: AuditJudgment,
}

fn judged(folder: &BTreeMap<String, Vec<u8>>) -> JudgedFolder {
    let matter: ReadMatter = read_matter(folder, date(AS_OF));
    let (kind, _) = application_type(&matter.files, &matter.profile);
    let pack = load(&kind).unwrap();
    let ReadMatter { files, profile, found } = &matter;
    let assessment = assess(&pack, files, profile, found, date(AS_OF));
    let score = score(&pack, &assessment, found, &DetectiveFindings::default(), None);
    let count = u32::try_from(files.len()).unwrap();
    let judgment = decide(DecisionInput {
        workflow: WorkflowName::InitialAssessment,
        limits: &limits_of(AuditTier::Pro).unwrap(),
        counts: FileCounts {
            total_files: count,
            extracted_count: count,
            ..FileCounts::default()
        },
        findings: found,
        assessment: &assessment,
        score: Some(&score),
        research: None,
        review: None,
        verification: None,
    });
    for file in files {
        let about = profile.about(file).unwrap_or("-");
        println!(
            "  file {} {} {:?} {:?} {about}: {}",
            file.path,
            file.kind,
            file.language,
            file.dated.map(|it| it.to_string()),
            file.kind_reason
        );
    }
    println!(
        "{kind}: {:?} {} {:?} {}",
        judgment.verdict, score.score, score.range, score.confidence
    );
    println!("{}", score.rationale);
    for it in &assessment.requirements {
        if !matches!(it.standing, RequirementStanding::Met | RequirementStanding::NotApplicable)
        {
            println!("  {} {:?} required={} {}", it.id, it.standing, it.required, it.reason);
        }
    }
    for it in &assessment.rules {
        if !matches!(it.standing, RequirementStanding::Met | RequirementStanding::NotApplicable)
        {
            println!("  rule {} {:?} {}", it.id, it.standing, it.reason);
        }
    }
    for it in assessment
        .triggers
        .iter()
        .filter(|it| it.standing != RequirementStanding::Unmet)
    {
        println!("  trigger {} {:?} {}", it.id, it.standing, it.reason);
    }
    println!("  asked: {:#?}", assessment.questions);
    JudgedFolder { assessment, score, judgment }
}

fn sample_folder(name: &str) -> BTreeMap<String, Vec<u8>> {
    files_below(&sample().join(name))
}

fn a_sound_sponsorship_may_go() {
    let told = judged(&sample_folder("sound_sponsorship"));
    assert_eq!(told.judgment.verdict, VerdictWord::Go, "{:?}", told.judgment.trace);
    assert_eq!(told.judgment.recommendation, FinalRecommendation::Proceed);
    let (least, most) = told.score.range.unwrap();
    assert!(60 <= least && told.score.score <= most, "{:?}", told.score.range);
    let missing = |it: &&jurat_immigration_audit::model::RequirementCheck| {
        it.required && it.standing == RequirementStanding::NotSeen
    };
    assert_eq!(told.assessment.requirements.iter().find(missing), None);
}

fn a_contradictory_study_permit_is_held_back() {
    let told = judged(&sample_folder("contradictory_study_permit"));
    assert_eq!(told.judgment.verdict, VerdictWord::Caution, "{:?}", told.judgment.trace);
    assert_eq!(told.judgment.recommendation, FinalRecommendation::Revise);
}

fn a_refused_visitor_does_not_go() {
    let told = judged(&sample_folder("refused_visitor"));
    assert_eq!(told.judgment.verdict, VerdictWord::NoGo, "{:?}", told.judgment.trace);
}

/// Each paper that is taken out of the sound folder leaves it no better, and what only it met is missed.
fn what_is_taken_out_is_missed() {
    let whole = sample_folder("sound_sponsorship");
    let before = judged(&whole);
    for (path, requirement) in [
        ("identity/passport_applicant.txt", "passport"),
        ("identity/citizenship_certificate_sponsor.txt", "sponsor_status_proof"),
        ("forms/imm5406_annika_hallstrom.pdf", "imm5406"),
        ("relationship/chat_history.txt", "communication_log"),
    ] {
        let mut less = whole.clone();
        assert!(less.remove(path).is_some(), "{path}");
        let after = judged(&less);
        assert!(after.score.score <= before.score.score, "{path}");
        let checked = after.assessment.requirements.iter().find(|it| it.id == requirement);
        let checked = checked.unwrap();
        // Where a paper of unknown kind lies there it is not called missing; that it was not seen is said all the same.
        let open = checked.standing == RequirementStanding::Unknown;
        assert!(open || checked.standing == RequirementStanding::NotSeen, "{path}");
        assert!(checked.reason.contains("not seen"), "{path}: {}", checked.reason);
    }
}
