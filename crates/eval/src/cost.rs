//! What a measure cost: time on the wall, time of processors, memory at its peak.

use std::{fs, time::Instant};

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::EvalError;

/// What a measure cost this process.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ResourceCost {
    pub seconds: f64,
    pub cpu_seconds: f64,
    /// The most memory that the process ever held; nothing where the system does not say.
    pub peak_rss_mb: Option<f64>,
}

/// Figures, and what they cost.
#[derive(Debug, Clone, Serialize)]
pub struct FiguresWithCost<T> {
    #[serde(flatten)]
    pub figures: T,
    #[serde(flatten)]
    pub cost: ResourceCost,
}

/// Takes a measure and its cost.
pub fn measured<T>(
    measure: impl FnOnce() -> Result<T, EvalError>,
) -> Result<FiguresWithCost<T>, EvalError> {
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let figures = measure()?;
    let cost = ResourceCost {
        seconds: began.elapsed().as_secs_f64(),
        cpu_seconds: cpu_seconds() - cpu,
        peak_rss_mb: peak_rss_mb(),
    };
    Ok(FiguresWithCost { figures, cost })
}

/// Processor time of this process so far.
#[expect(clippy::cast_precision_loss, reason = "nanoseconds of a process fit")]
pub(crate) fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn peak_rss_mb() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}
