//! Drafts that lean on sources of low score more than on the best ones.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode},
    checks::AuditCheck,
};

const OFF_FOCUS: IssueCode = IssueCode::new("OFF_FOCUS");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[OFF_FOCUS],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Warn,
    find,
};

/// Claims with a source below which nothing is said.
const FEWEST_CLAIMS: usize = 3;
/// Sources below which nothing is said.
const FEWEST_HITS: usize = 3;
/// Of the best score, what a source of high score has at least, and one of low score less than.
const HIGH: f64 = 0.8;
const LOW: f64 = 0.5;

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::comparable(subject, OFF_FOCUS) {
        Ok((_, hits)) => hits,
        Err(unchecked) => return unchecked,
    };
    if hits.len() < FEWEST_HITS {
        return Vec::new();
    }
    let scores: Vec<f64> = hits.iter().filter_map(|hit| hit.score).collect();
    if let Some(missing) = unusable(&scores, hits.len()) {
        let fix = "keep the scores of retrieval with its sources, higher for better";
        return vec![OFF_FOCUS.unchecked(missing, fix)];
    }
    let best = scores.iter().copied().fold(0.0, f64::max);
    let leans = leans(subject, policy);
    let count = |wanted: &dyn Fn(f64) -> bool| {
        leans
            .iter()
            .filter(|at| hits.get(**at).and_then(|hit| hit.score).is_some_and(wanted))
            .count()
    };
    let high = count(&|score| HIGH * best <= score);
    let low = count(&|score| score < LOW * best);
    if leans.len() < FEWEST_CLAIMS || low <= high || low * 2 <= leans.len() {
        return Vec::new();
    }
    vec![off(hits, &leans, best, (low, high))]
}

fn unusable(scores: &[f64], hits: usize) -> Option<&'static str> {
    if scores.len() < hits {
        return Some("not every source has a score");
    }
    let rising =
        scores.windows(2).all(|pair| pair[0] <= pair[1]) && scores.first() < scores.last();
    let negative = scores.iter().any(|score| *score < 0.0);
    (rising || negative).then_some("the scores look like distances")
}

/// For each claim that has one, the source it rests on: the first with a mark, else the nearest.
fn leans(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<usize> {
    let view = &subject.views.draft;
    let passages = view.passages(subject).iter().zip(view.standings(subject));
    let claims = passages.flat_map(|(passage, all)| passage.claims.iter().zip(all));
    claims
        .filter_map(|(claim, standing)| {
            let near = standing.nearest.as_ref().map(|near| near.hit);
            let near = near.filter(|_| standing.risk < policy.grounding_threshold);
            claim.marked.first().copied().or(near)
        })
        .collect()
}

fn off(hits: &[AuditedHit], leans: &[usize], best: f64, (low, high): (usize, usize)) -> Issue {
    let all = leans.len();
    let msg = format!(
        "{low} of {all} claims rest on sources with less than half the best score, {high} on the best"
    );
    let top = hits.iter().find(|hit| hit.score == Some(best));
    let fix = match top {
        Some(hit) => format!("answer from {} first", hit.pointer()),
        None => "answer from the best sources first".to_owned(),
    };
    let issue = OFF_FOCUS.issue(CHECK.severity, msg, fix);
    top.into_iter()
        .fold(issue, |issue, hit| issue.with_evidence(hit.pointer()))
}
