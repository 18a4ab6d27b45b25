//! The checks of a finished run: what no model and no corpus decided is made again and compared; every quote is read again.

mod remembered;
mod run_params;
mod steps;

use jurat_proof::{
    BundleLayer, ChannelDecoder, ContentFindings, FinalState, LayerFindings, ProofScope,
    ReportFile, ScopeClaim, check_files, check_sources,
};
use jurat_system::reports::{BundleRechecker, ReportRerenderer};
use serde_json::Value as Json;

use crate::{
    channels::{CHOICE_EXHIBITS, EXHIBITS, REPORT},
    report::{ResearchReport, ResearchResult, report_of},
    run_report::KIND,
};

const WORDS: ScopeClaim =
    ScopeClaim::new("words", "the words quoted stand in the sources given");
const NOT_PROVEN: [ScopeClaim; 3] = [
    ScopeClaim::new("origin", "that these sources are the law"),
    ScopeClaim::new("absence", "that nothing else applies"),
    ScopeClaim::new("force", "that it is in force today"),
];

pub(crate) fn recheck(
    with: &BundleRechecker<'_>,
    state: &FinalState,
    files: &[ReportFile],
) -> ContentFindings {
    let mut findings = LayerFindings::new(BundleLayer::Content);
    let mut reading = ChannelDecoder { state, findings: &mut findings };
    let mut exhibits = reading.maybe(EXHIBITS).unwrap_or_default();
    exhibits.extend(reading.maybe(CHOICE_EXHIBITS).unwrap_or_default());
    let report = reading.maybe(REPORT.read_as::<Json>());
    let mut recorded = check_sources(&exhibits, with.rereader, &mut findings);
    recorded.push("that the corpus holds nothing else on the question".to_owned());
    let held_params = run_params::check(state, &mut findings);
    recorded.extend(steps::check(state, &exhibits, &mut findings));
    recorded.extend(remembered::check(state, &mut findings));
    check_report(state, report.as_ref(), &mut findings);
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

/// The report is the one that its channels make.
fn check_report(state: &FinalState, report: Option<&Json>, findings: &mut LayerFindings) {
    let Some(report) = report else { return };
    let again = report_of(&state.channels)
        .and_then(|report| serde_json::to_value(report).map_err(|error| error.to_string()));
    match again {
        Ok(again) => {
            let message = "the report is not the one that the run makes";
            findings.expect("report", again == *report, "report", message);
        }
        Err(error) => findings.failed("report", "report", error),
    }
}

fn scope(report: Option<&Json>) -> ProofScope {
    let report: Option<ResearchReport> =
        report.and_then(|report| serde_json::from_value(report.clone()).ok());
    let result = report.as_ref().map(|report| report.result);
    ProofScope {
        result: result.map(word),
        refusal: result
            .filter(|it| *it == ResearchResult::Refused)
            .map(|_| "no answer is given, since the question gives the machine orders"),
        incomplete: result.and_then(why_incomplete),
        proven: vec![WORDS],
        not_proven: NOT_PROVEN.to_vec(),
    }
}

const fn word(result: ResearchResult) -> &'static str {
    match result {
        ResearchResult::Answered => "answered",
        ResearchResult::Undecided => "undecided",
        ResearchResult::NoAuthoritativeEvidence => "no_authoritative_evidence",
        ResearchResult::Refused => "refused",
    }
}

const fn why_incomplete(result: ResearchResult) -> Option<&'static str> {
    match result {
        ResearchResult::Undecided => {
            Some("no choice is named, since the sources do not part them")
        }
        ResearchResult::NoAuthoritativeEvidence => {
            Some("no answer is given, since no step found what answers it")
        }
        ResearchResult::Answered | ResearchResult::Refused => None,
    }
}
