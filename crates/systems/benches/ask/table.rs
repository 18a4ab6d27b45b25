//! What was measured, in a table.

use serde_json::Value as Json;

use crate::corpus::Built;

/// The laps of a whole question, after the index is open.
const WHOLE: [&str; 4] = ["answer", "render", "bundle", "verify"];

/// The steps of an answer, each by itself.
const STEPS: [&str; 6] = ["retrieve", "extract", "gate", "gate again", "compose", "review"];

/// All measurements of one corpus.
pub(crate) struct Table {
    built: Built,
    wholes: Vec<Json>,
    steps: Vec<Json>,
}

impl Table {
    pub(crate) const fn new(built: Built) -> Self {
        Self { built, wholes: Vec::new(), steps: Vec::new() }
    }

    pub(crate) fn whole(&mut self, measured: &Json) {
        self.wholes.push(measured.clone());
    }

    pub(crate) fn steps(&mut self, measured: &Json) {
        self.steps.push(measured.clone());
    }

    pub(crate) fn print(&self) {
        let Built { layout, given, sources, passages } = &self.built;
        println!("\n{layout:?}: {given} given passages, {sources} sources, {passages} indexed");
        println!("{}", self.found());
        println!("{:<24}{:>10}{:>10}", "CPU ms", "median", "p95");
        for name in WHOLE {
            line(name, &times(&self.wholes, name));
        }
        line("total", &totals(self.wholes.iter()));
        if self.answered().next().is_some() {
            line("total, where answered", &totals(self.answered()));
        }
        println!("of it, each by itself");
        for name in STEPS {
            line(&format!("  {name}"), &times(&self.steps, name));
        }
        println!("besides");
        line("  open", &times(&self.wholes, "open"));
        line("  peak memory, MB", &numbers(&self.wholes, "peak_mb"));
        line("  bytes of exhibits, KB", &kilobytes(&self.wholes, "exhibit_bytes"));
        line("  bytes of the bundle, KB", &kilobytes(&self.wholes, "bundle_bytes"));
    }

    fn found(&self) -> String {
        let mean = |name: &str| {
            let all = numbers(&self.steps, name);
            all.iter().sum::<f64>() / all.len() as f64
        };
        format!(
            "{} of {} answered; on average {:.1} chunks of {:.1} exhibits, {:.1} requirements, {:.1} verified",
            self.answered().count(),
            self.wholes.len(),
            mean("chunks"),
            mean("exhibits"),
            mean("requirements"),
            mean("verified"),
        )
    }

    fn answered(&self) -> impl Iterator<Item = &Json> {
        self.wholes.iter().filter(|one| one["result"] == "ANSWERED")
    }
}

fn totals<'a>(wholes: impl Iterator<Item = &'a Json>) -> Vec<f64> {
    let total = |one: &Json| WHOLE.iter().map(|name| number(&one["times"][name])).sum();
    sorted(wholes.map(total).collect())
}

/// How the total grows from the smallest corpus to the largest.
pub(crate) fn growth(tables: &[Table]) {
    let [first, .., last] = tables else { return };
    let ratio = |of: &dyn Fn(&Table) -> Vec<f64>| at(&of(last), 50) / at(&of(first), 50);
    println!(
        "growth from {} to {} passages: total x{:.2}, bytes of exhibits x{:.2}",
        first.built.given,
        last.built.given,
        ratio(&|table| totals(table.wholes.iter())),
        ratio(&|table| numbers(&table.wholes, "exhibit_bytes")),
    );
}

fn line(name: &str, numbers: &[f64]) {
    println!("{name:<24}{:>10.2}{:>10.2}", at(numbers, 50), at(numbers, 95));
}

fn times(all: &[Json], name: &str) -> Vec<f64> {
    sorted(all.iter().map(|one| number(&one["times"][name])).collect())
}

fn numbers(all: &[Json], name: &str) -> Vec<f64> {
    sorted(all.iter().map(|one| number(&one[name])).collect())
}

fn kilobytes(all: &[Json], name: &str) -> Vec<f64> {
    numbers(all, name).into_iter().map(|bytes| bytes / 1000.0).collect()
}

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap()
}

fn sorted(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers
}

fn at(sorted: &[f64], share: usize) -> f64 {
    sorted[(sorted.len() * share / 100).min(sorted.len() - 1)]
}
