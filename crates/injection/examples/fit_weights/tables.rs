//! Tables for people.

use std::collections::BTreeMap;

use crate::{held_back::Counts, training_texts::Text};

/// The share told rightly of each set and class, at several thresholds.
pub(crate) fn print(risks: &[(&Text, f64)]) {
    const AT: [f64; 8] = [0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8];
    let mut sets: BTreeMap<(&str, bool), Vec<f64>> = BTreeMap::new();
    for (text, risk) in risks {
        sets.entry((&text.set, text.attack)).or_default().push(*risk);
    }
    println!("  {:<30}  {}", "right at", AT.map(|at| format!("{at:>6}")).join(""));
    for ((set, attack), risks) in sets {
        let right = AT.map(|at| {
            let right = risks.iter().filter(|risk| (at <= **risk) == attack).count();
            format!("{:>6.3}", right as f64 / risks.len() as f64)
        });
        let class = if attack { "attack" } else { "benign" };
        println!("  {set:<18} {class} {:>4}  {}", risks.len(), right.join(""));
    }
}

/// Right and all, by set.
pub(crate) fn print_patterns(counts: &Counts) {
    for (set, (right, all)) in counts {
        println!("  {set:<25} {right:>6} of {all:>6}  {:.3}", *right as f64 / *all as f64);
    }
}
