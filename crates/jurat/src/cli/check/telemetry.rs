//! What an audit took and came to, in a line.

use std::collections::BTreeMap;

use jurat_pipeline_audit::AuditTotals;
use jurat_pipeline_audit::audit::compact;

use super::CheckedState;

/// The slowest states that are named.
const SLOWEST: usize = 3;
/// Times are counted in boxes, each a tenth wider than the last, so that memory stays flat.
const STEP: f64 = 1.1;

/// One state in a line: stages, codes, counts, the first evidence, and what models took.
pub(super) fn line(name: &str, checked: &CheckedState) -> String {
    let audit = &checked.examined.audit;
    let used = &audit.model_use;
    let tokens: u64 = used.iter().map(|it| it.tokens_in + it.tokens_out).sum();
    let calls: u64 = used.iter().map(|it| it.calls).sum();
    let models = match calls {
        0 => String::new(),
        _ => format!(" model_calls={calls} model_tokens={tokens}"),
    };
    format!(
        "check state={} {} risk={:.2} ms={:.2}{models}",
        name.escape_debug(),
        compact(audit).escape_debug(),
        checked.examined.risk,
        checked.millis,
    )
}

/// How long the states took.
#[derive(Debug, Default)]
pub(super) struct LatencyHistogram {
    boxes: BTreeMap<i32, u64>,
    count: u64,
    total: f64,
    slowest: Vec<(f64, String)>,
}

impl LatencyHistogram {
    pub(super) fn add(&mut self, millis: f64, name: &str) {
        self.count += 1;
        self.total += millis;
        *self.boxes.entry(box_of(millis)).or_default() += 1;
        let last = self.slowest.last().map_or(0.0, |(millis, _)| *millis);
        if self.slowest.len() < SLOWEST || last < millis {
            self.slowest.push((millis, name.to_owned()));
            self.slowest.sort_by(|one, other| other.0.total_cmp(&one.0));
            self.slowest.truncate(SLOWEST);
        }
    }

    /// The time that this share of the states did not go beyond.
    fn quantile(&self, share: f64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "nobody audits that many states")]
        let wanted = share * self.count as f64;
        let mut seen = 0.0;
        for (at, count) in &self.boxes {
            #[expect(clippy::cast_precision_loss, reason = "nobody audits that many states")]
            let more = *count as f64;
            seen += more;
            if wanted <= seen {
                return STEP.powi(*at);
            }
        }
        0.0
    }

    pub(super) fn told(&self, totals: &AuditTotals) -> String {
        #[expect(clippy::cast_precision_loss, reason = "nobody audits that many states")]
        let mean = self.total / self.count.max(1) as f64;
        let slowest = self
            .slowest
            .iter()
            .map(|(millis, name)| format!("{name} {millis:.1} ms"));
        format!(
            "checked {} states, {} not ok, {} not checked, {} unreadable; a state took {mean:.2} ms on average, \
             p50 {:.2}, p95 {:.2}; slowest: {}",
            totals.states,
            totals.not_ok,
            totals.unchecked,
            totals.unreadable,
            self.quantile(0.5),
            self.quantile(0.95),
            slowest.collect::<Vec<_>>().join(", ")
        )
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the logarithm of a time is small")]
fn box_of(millis: f64) -> i32 {
    millis.max(1e-4).log(STEP).ceil() as i32
}
