//! `jurat corpus tune`: chooses the fusion of a corpus by queries of which the answers are known.

use std::path::PathBuf;

use jurat_intake::{KnownAnswer, TuningFate};
use jurat_retrieve::CorpusName;

use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure, output,
};

/// What to tune, and by what.
#[derive(Debug, clap::Args)]
pub(crate) struct CorpusTuneArgs {
    /// The corpus
    #[arg(value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    /// Lines of JSON: {"query": "…", "relevant": ["source or passage id", …]}
    #[arg(long, value_name = "FILE")]
    queries: PathBuf,
    /// Only say what would be chosen
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CorpusTuneArgs,
) -> Result<CommandExit, CommandFailure> {
    let known = known_answers(args)?;
    let fate = if args.dry_run { TuningFate::Told } else { TuningFate::Kept };
    let folder = corpus_access::folder(app);
    let tuned = folder.tune(&args.corpus, (&known, fate), &corpus_access::tell(app))?;
    if app.out.json {
        output::value(&tuned)?;
    } else {
        for (legs, before, after) in &tuned.legs {
            output::text(&format!(
                "{legs:<7} recall@10 {:.3} → {:.3}, ndcg@10 {:.3} → {:.3}",
                before.recall, after.recall, before.ndcg, after.ndcg
            ))?;
        }
    }
    let kept = if args.dry_run { "not kept" } else { "kept with the index" };
    app.out.note(&format!("{} queries; {kept}", tuned.queries));
    Ok(CommandExit::Done)
}

fn known_answers(args: &CorpusTuneArgs) -> Result<Vec<KnownAnswer>, CommandFailure> {
    let path = args.queries.display();
    let text = std::fs::read_to_string(&args.queries)
        .map_err(|error| CommandFailure::input(format!("cannot read {path}: {error}")))?;
    let lines = text
        .split('\n')
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let row = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            CommandFailure::input(format!("{path}, line {}: {error}", number + 1))
                .hint("as in {\"query\": \"…\", \"relevant\": [\"id\"]}")
        })
    };
    lines.map(row).collect()
}
