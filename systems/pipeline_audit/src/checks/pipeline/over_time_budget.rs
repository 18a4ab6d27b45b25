//! Agents, or the whole, that took longer than they may.

use jurat_model::audit::{BudgetFlag, Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};

const OVER_TIME_BUDGET: IssueCode = IssueCode::new("OVER_TIME_BUDGET");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[OVER_TIME_BUDGET],
    stage: PipelineStage::Pipeline,
    severity: IssueSeverity::Warn,
    find,
};

/// The name of the whole in a policy.
const TOTAL: &str = "total";

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let budgets = &policy.thresholds.max_elapsed_ms;
    let unknown = budgets.keys().filter(|agent| time(subject, agent).is_none());
    let unknown = unknown.map(|agent| {
        let missing = format!("the state has no time of `{agent}`");
        OVER_TIME_BUDGET.unchecked(missing, "record milliseconds by agent at meta.elapsed_ms")
    });
    let slow = flags(subject, policy).into_iter().map(|flag| over(subject, &flag));
    slow.chain(unknown).collect()
}

/// Who was too slow, in the order of the policy's names.
pub(crate) fn flags(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<BudgetFlag> {
    let budgets = policy.thresholds.max_elapsed_ms.iter();
    budgets
        .filter_map(|(agent, most)| Some((agent, time(subject, agent)?, *most)))
        .filter(|(_, took, most)| most < took)
        .map(|(agent, elapsed_ms, max_elapsed_ms)| BudgetFlag {
            agent: agent.clone(),
            elapsed_ms,
            max_elapsed_ms,
        })
        .collect()
}

fn time(subject: &AuditSubject, agent: &str) -> Option<f64> {
    if agent == TOTAL {
        return subject.meta.total_ms;
    }
    subject.meta.elapsed_ms.get(agent).copied()
}

fn over(subject: &AuditSubject, flag: &BudgetFlag) -> Issue {
    let BudgetFlag { agent, elapsed_ms, max_elapsed_ms } = flag;
    let slowest = slowest(subject);
    let path = match &slowest {
        Some((name, share)) if agent == TOTAL => {
            format!("; `{name}` took {share:.0} % of it")
        }
        _ => String::new(),
    };
    let msg = format!("`{agent}` took {elapsed_ms} ms, allowed are {max_elapsed_ms} ms{path}");
    let named = slowest
        .filter(|_| agent == TOTAL)
        .map_or(agent.as_str(), |(name, _)| name);
    let fix = format!("make `{named}` faster or raise thresholds.max_elapsed_ms.{agent}");
    OVER_TIME_BUDGET
        .issue(CHECK.severity, msg, fix)
        .with_evidence(format!("agent:{agent}"))
}

/// The slowest agent, and its share of all agents' time in percent.
fn slowest(subject: &AuditSubject) -> Option<(&str, f64)> {
    let times = &subject.meta.elapsed_ms;
    let all: f64 = times.values().sum();
    let slowest = times.iter().max_by(|one, two| one.1.total_cmp(two.1))?;
    (0.0 < all).then(|| (slowest.0.as_str(), 100.0 * slowest.1 / all))
}
