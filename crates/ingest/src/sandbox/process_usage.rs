//! What the system says about a process: time of a processor, memory at its peak.

use std::{
    fs::{self, File},
    io::{Read, Seek, SeekFrom},
};

use rustix::time::{ClockId, clock_gettime};

use super::wire::ProcessUsage;

/// Linux shows times to programs in hundredths, whatever it counts in itself.
const TICKS_PER_SECOND: f64 = 100.0;

/// What this process took so far. Made while files can still be opened, asked when they cannot.
pub(super) struct SelfUsageMeter {
    status: Option<File>,
}

impl SelfUsageMeter {
    pub(super) fn open() -> Self {
        Self { status: File::open("/proc/self/status").ok() }
    }

    pub(super) fn spent(&mut self) -> ProcessUsage {
        ProcessUsage {
            cpu_seconds: own_cpu_seconds(),
            peak_rss: self.peak().unwrap_or_default(),
        }
    }

    fn peak(&mut self) -> Option<u64> {
        let file = self.status.as_mut()?;
        let mut text = String::new();
        file.seek(SeekFrom::Start(0)).ok()?;
        file.read_to_string(&mut text).ok()?;
        peak(&text)
    }
}

/// What another process took so far: nothing where the system does not say.
pub(super) fn spent_by(process: u32) -> ProcessUsage {
    let read = |file: &str| fs::read_to_string(format!("/proc/{process}/{file}")).ok();
    ProcessUsage {
        cpu_seconds: read("stat").and_then(|text| cpu_seconds(&text)).unwrap_or_default(),
        peak_rss: read("status").and_then(|text| peak(&text)).unwrap_or_default(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "nanoseconds of a process fit")]
fn own_cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// User and system time, the 14th and 15th field; the second may hold blanks and brackets.
#[expect(clippy::cast_precision_loss, reason = "ticks of a process fit")]
fn cpu_seconds(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user.saturating_add(system) as f64 / TICKS_PER_SECOND)
}

#[cfg(test)]
mod tests {
    use super::{cpu_seconds, peak};

    #[test]
    fn a_name_with_brackets_does_not_shift_the_fields() {
        let stat = "7 (a b) c) R 1 7 7 0 -1 4194304 100 0 0 0 150 50 0 0 20 0 1 0 5 6 7";
        assert!(cpu_seconds(stat).is_some_and(|seconds| 0.0 < seconds));
        assert_eq!(cpu_seconds("7 (x"), None);
    }

    #[test]
    fn the_peak_is_in_bytes() {
        assert_eq!(peak("Name: x\nVmHWM:\t    2048 kB\n"), Some(2 << 20));
        assert_eq!(peak("Name: x\n"), None);
    }
}
