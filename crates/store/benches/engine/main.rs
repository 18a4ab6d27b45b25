//! What a step costs, in memory and on disk. `--json FILE` writes the figures for `peers/`.

#![expect(clippy::print_stdout, clippy::unwrap_used, clippy::cast_precision_loss)]

mod cold_start;
mod disk_sizes;
mod measure;
mod pruning;
mod steps;
mod workflows;

use std::{collections::BTreeMap, path::PathBuf};

use serde_json::{Value as Json, json};

type Part = fn(&mut BTreeMap<String, Json>);

const PARTS: &[(&str, Part)] = &[
    ("step_memory", steps::memory),
    ("step_normal", steps::normal),
    ("run_full", steps::full),
    ("concurrent64", steps::concurrent),
    ("fanout1000", steps::fan_out),
    ("step_us_at", steps::flat),
    ("list1000", disk_sizes::listing),
    ("state10mb", disk_sizes::unchanged),
    ("grow10mb", disk_sizes::growing),
    ("prune10000", pruning::pruning),
    ("start", cold_start::cold),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(place) = args.iter().position(|arg| arg == "--first-step") {
        return cold_start::first_step(&PathBuf::from(&args[place + 1]));
    }
    let after =
        |name: &str| args.iter().position(|arg| arg == name).map(|at| args[at + 1].clone());
    let only = after("--only");
    let mut figures = BTreeMap::new();
    for (name, part) in PARTS {
        if only
            .as_ref()
            .is_none_or(|only| only.split(',').any(|only| name.starts_with(only)))
        {
            part(&mut figures);
        }
    }
    for (name, figure) in &figures {
        println!("{name:36} {figure}");
    }
    if let Some(file) = after("--json") {
        std::fs::write(file, serde_json::to_vec_pretty(&json!(figures)).unwrap()).unwrap();
    }
}
