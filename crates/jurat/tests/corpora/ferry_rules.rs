//! Rules of a ferry that does not exist.

use std::fmt::Write;

use crate::bench::Bench;

/// So many rows of JSON, each with a word of its own.
pub(crate) fn jsonl(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let kind = ["statute", "decision", "help_article"][number % 3];
        writeln!(
            text,
            "{{\"id\":\"r{number}\",\"kind\":\"{kind}\",\"topic\":\"t{}\",\"text\":\"Ferry number \
             {number} must carry lamp q{number}. It must be lit at night.\"}}",
            number % 7
        )
        .unwrap();
    }
    text
}

/// A folder with a few files of several formats.
pub(crate) fn folder(bench: &Bench) {
    bench.write(
        "docs/lamps.md",
        "# Lamps\n\nA ferry must carry a lamp.\n\n## Oil\n\nThe lamp burns whale oil only.\n",
    );
    bench.write("docs/oars.txt", "Oars are optional. A ferry may carry two oars.\n");
    bench.write("docs/more/rows.jsonl", jsonl(30));
}
