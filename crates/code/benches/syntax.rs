//! Files a second: `cargo bench -p jurat-ingest --no-default-features --bench syntax -- DIR`.
//!
//! `DIR` is a folder. `--show` lists graphs, findings and orders, `--json` prints figures alone, `--rounds N` measures so often and takes the
//! best, `--only py` takes files of one ending. `peers/python_ast/compare.py` runs it beside
//! Python's own reader of syntax trees.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints what it measured"
)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use jurat_code::bench_counts::{SurveyCounts, count};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let after = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1).cloned()
    };
    let rounds = after("--rounds").map_or(3, |rounds| rounds.parse().unwrap());
    let only = after("--only");
    let Some(folder) = args.first().filter(|arg| !arg.starts_with("--")) else {
        println!("skipped: give a folder of source code");
        return;
    };
    let folder = PathBuf::from(folder);
    let mut paths = Vec::new();
    gather(&folder, &mut paths, only.as_deref());
    paths.sort();
    let bytes: u64 = paths.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    let mut best: Option<(f64, SurveyCounts)> = None;
    for _ in 0..rounds {
        let before = cpu();
        let counted = count(paths.iter().map(|path| {
            let name = path.strip_prefix(&folder).unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        }));
        let spent = cpu() - before;
        if best.as_ref().is_none_or(|(least, _)| spent < *least) {
            best = Some((spent, counted));
        }
    }
    let (seconds, counted) = best.unwrap();
    print(&args, paths.len(), bytes, seconds, &counted);
}

#[expect(clippy::cast_precision_loss, reason = "a repository has fewer bytes than that")]
fn print(args: &[String], files: usize, bytes: u64, seconds: f64, counted: &SurveyCounts) {
    let megabytes = bytes as f64 / 1e6;
    if args.iter().any(|arg| arg == "--json") {
        let line = json!({
            "files": files,
            "megabytes": megabytes,
            "cpu_s": seconds,
            "peak_mb": peak_mb(),
            "classes": counted.classes,
            "calls": counted.calls,
            "imports": counted.imports,
        });
        println!("{line}");
        return;
    }
    println!(
        "{files} files, {megabytes:.2} MB: {seconds:.2} CPU s, {:.2} MB a CPU s",
        megabytes / seconds
    );
    println!(
        "{:.2} CPU s for 20 MB (target 5), peak {:.1} MB (target 300)",
        seconds * 20.0 / megabytes,
        peak_mb()
    );
    println!(
        "{} classes, {} functions, {} calls, {} imports, {} names, {} hollow files, {} problems",
        counted.classes,
        counted.functions,
        counted.calls,
        counted.imports,
        counted.symbols,
        counted.hollow,
        counted.problems
    );
    println!(
        "{} graphs, {} findings ({} confirmed in the product), {} orders",
        counted.graphs, counted.findings, counted.confirmed, counted.addressed
    );
    if args.iter().any(|arg| arg == "--show") {
        println!("{}", counted.shown.join("\n"));
    }
}

/// Files of text below a folder; links are not followed.
fn gather(folder: &Path, found: &mut Vec<PathBuf>, only: Option<&str>) {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let kind = entry.file_type().unwrap();
            let path = entry.path();
            let wanted =
                only.is_none_or(|only| path.extension().is_some_and(|end| end == only));
            if kind.is_dir() && entry.file_name() != ".git" {
                open.push(path);
            } else if kind.is_file() && wanted {
                found.push(path);
            }
        }
    }
}

/// CPU seconds of this process.
#[expect(clippy::cast_precision_loss, reason = "seconds of a process are few")]
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn peak_mb() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    let kilobytes: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kilobytes / 1024.0
}
