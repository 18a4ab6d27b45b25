//! The checks of a finished run: everything that follows from the texts it carries is made again and compared.

use std::collections::BTreeSet;

use jurat_proof::{
    AskedParams, BundleLayer, ChannelDecoder, ContentFindings, FinalState, LayerFindings,
    ProofScope, ReportFile, ScopeClaim, check_files, check_sources,
};
use jurat_system::reports::{BundleRechecker, ReportRerenderer};
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{
    audit_report::{AuditChannels, workflow_named},
    channels::{
        APPLICATION, AS_OF, ASSESSMENT, AUTHORITY_TEXTS, DEFENSIBILITY_SCORE, EXHIBITS, FILES,
        FINDINGS, JUDGMENT, LIMITS, PEOPLE, PROFILE, REFUSAL, REPORT, VERIFICATION,
    },
    derivation::{ReadFiles, ScoreInput, derive, pack_of, scored},
    model::{AuditReport, AuditTier, FinalRecommendation},
    packs::refusal::read_refusal,
    run_report::KIND,
    tiers::limits_of,
    verification::{VerificationOrder, verify},
};

const WORDS: ScopeClaim = ScopeClaim::new(
    "derivation",
    "profile, findings, assessment, score, verification, verdict and report follow from the texts given",
);
const NOT_PROVEN: [ScopeClaim; 3] = [
    ScopeClaim::new("origin", "that these papers are the client's, and true"),
    ScopeClaim::new("absence", "that nothing else applies"),
    ScopeClaim::new("outcome", "what an officer or a court will decide"),
];

pub(crate) fn recheck(
    with: &BundleRechecker<'_>,
    state: &FinalState,
    files: &[ReportFile],
) -> ContentFindings {
    let mut findings = LayerFindings::new(BundleLayer::Content);
    let mut reading = ChannelDecoder { state, findings: &mut findings };
    let mut exhibits = reading.maybe(EXHIBITS).unwrap_or_default();
    let report = reading.maybe(REPORT.read_as::<Json>());
    let texts = reading.maybe(AUTHORITY_TEXTS).unwrap_or_default();
    let mut recorded = check_sources(&exhibits, with.rereader, &mut findings);
    for text in &texts.texts {
        let whole = text.is_whole();
        findings.expect("authority", whole, &text.name, "its text is not the one of its hash");
    }
    recorded.push(
        "what each file is, as it was read: kind, form fields, pages, warnings".to_owned(),
    );
    recorded
        .push("what people corrected, answered and signed, as the run was given it".to_owned());
    recorded.push("what services gave: which decisions and guidance there are".to_owned());
    if let Err(error) = rederive(state, &mut findings) {
        findings.failed("derivation", "channels", error);
    }
    let held_params = params(state, &mut findings);
    exhibits.extend(texts.texts);
    let mut of_files = LayerFindings::new(BundleLayer::Reports);
    let renderer = ReportRerenderer { maker: with.maker, kind: &KIND };
    let shown = (report.as_ref(), exhibits.as_slice());
    check_files(shown, (state, Some(&renderer)), files, &mut of_files);
    ContentFindings {
        content: findings.finish(),
        reports: of_files.finish(),
        recorded,
        notices: Vec::new(),
        scope: scope(report.as_ref()),
        held_params,
    }
}

/// Makes again what follows, step by step, each from what the run recorded before it.
fn rederive(state: &FinalState, findings: &mut LayerFindings) -> Result<(), String> {
    let workflow = workflow_named(&state.workflow)?;
    let channels = &state.channels;
    let of = |name: &str| &channels[name];
    let now = AuditChannels { of, workflow };
    let application = now.needed(APPLICATION)?;
    let as_of = now.needed(AS_OF)?;
    let (files, exhibits) = (now.needed(FILES)?, now.needed(EXHIBITS)?);
    let asked_type = state.params["application_type"].as_str().unwrap_or("auto");
    let derived = derive(&ReadFiles {
        files: &files,
        exhibits: &exhibits,
        people: &now.maybe(PEOPLE)?.unwrap_or_default(),
        asked_type,
        own_pack: application.own_pack.as_deref(),
        as_of: &as_of,
    })?;
    let mut compare = DerivationComparison { state, findings };
    compare.same(PROFILE.name(), &derived.profile)?;
    compare.same(APPLICATION.name(), &derived.application)?;
    compare.same(FINDINGS.name(), &derived.findings)?;
    compare.same(ASSESSMENT.name(), &derived.assessment)?;
    if now.maybe(REFUSAL)?.is_some() {
        let (pack, day) = (pack_of(&application)?, as_of.parse()?);
        let again = read_refusal(&files, &exhibits, &derived.profile, &pack, day);
        compare.same(REFUSAL.name(), &again)?;
    }
    let research = now.research()?;
    let record = now.maybe(VERIFICATION)?;
    if let Some(record) = &record {
        let again = verify(&VerificationOrder {
            research: &research,
            texts: &now.maybe(AUTHORITY_TEXTS)?.unwrap_or_default(),
            as_of: &as_of,
            iteration: record.iteration,
            max_iterations: record.max_iterations,
            before: None,
        });
        compare.same_verification(&again, record)?;
    }
    let score = now.maybe(DEFENSIBILITY_SCORE)?;
    if score.is_some() {
        let (score, ..) = scored(&ScoreInput {
            application: &application,
            assessment: &derived.assessment,
            findings: &derived.findings,
            research: &research,
            verification: record.as_ref(),
        })?;
        compare.same(DEFENSIBILITY_SCORE.name(), &score)?;
    }
    compare.same(JUDGMENT.name(), &now.judged(score.as_ref())?)?;
    compare.same(REPORT.name(), &now.report()?)
}

/// What was made again beside what was recorded.
struct DerivationComparison<'a, 's> {
    state: &'s FinalState,
    findings: &'a mut LayerFindings,
}

impl DerivationComparison<'_, '_> {
    fn same(&mut self, channel: &'static str, again: &impl Serialize) -> Result<(), String> {
        let again = serde_json::to_value(again).map_err(|error| error.to_string())?;
        let holds = again == self.state.channels[channel];
        let message = "made again from the texts it is another";
        self.findings
            .redecided(channel, (holds, self.state.rules()), channel, message);
        Ok(())
    }

    /// How often a citation was looked at is in the journal of rounds, and not in the last of them.
    fn same_verification(
        &mut self,
        again: &crate::model::VerificationRecord,
        recorded: &crate::model::VerificationRecord,
    ) -> Result<(), String> {
        let mut again = again.clone();
        let attempts = |citation: &str| {
            let found = recorded.citations.iter().find(|it| it.citation == citation);
            found.map(|it| it.attempts)
        };
        let all = again.citations.iter_mut().chain(&mut again.failed_citations);
        for one in all {
            one.attempts = attempts(&one.citation).unwrap_or(one.attempts);
        }
        self.same(VERIFICATION.name(), &again)
    }
}

/// What the run was started with against what it says.
fn params(state: &FinalState, findings: &mut LayerFindings) -> BTreeSet<String> {
    let mut asked = AskedParams::of(state);
    let channels = &state.channels;
    asked.hold("as_of", AS_OF.name(), |given| *given == channels[AS_OF.name()], findings);
    let tier = |given: &Json| {
        let tier: Option<AuditTier> = serde_json::from_value(given.clone()).ok();
        let limits = tier.and_then(|tier| limits_of(tier).ok());
        limits.is_some_and(|limits| json!(limits) == channels[LIMITS.name()])
    };
    asked.hold_by_rules("tier", LIMITS.name(), tier, findings);
    // The type is derived again from it, and a pack of one's own is carried as text.
    asked.made_again("application_type");
    asked.held()
}

fn scope(report: Option<&Json>) -> ProofScope {
    let report: Option<AuditReport> =
        report.and_then(|report| serde_json::from_value(report.clone()).ok());
    let recommendation = report.as_ref().map(|it| it.judgment.recommendation);
    let lacks = report.as_ref().is_some_and(|it| it.verification_status != "PASS");
    ProofScope {
        result: recommendation.map(crate::run_report::decision),
        refusal: None,
        incomplete: match recommendation {
            Some(FinalRecommendation::NotAssessable) => {
                Some("nothing is decided, since too little could be read")
            }
            _ if lacks => Some("not every citation could be verified"),
            _ => None,
        },
        proven: vec![WORDS],
        not_proven: NOT_PROVEN.to_vec(),
    }
}
