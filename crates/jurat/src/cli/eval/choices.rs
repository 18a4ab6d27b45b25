//! `jurat eval choices`: questions with answer choices through the whole of `jurat research`.

use jurat_eval::ChoiceProvider;

use super::{
    DataArgs,
    question_pipeline::{MeasuredCorpus, MeasuredSourceArgs, QuestionPipeline},
    tell,
};
use crate::{app::AppContext, cli::research, exit::CommandExit, failure::CommandFailure};

#[derive(Debug, clap::Args)]
pub(crate) struct EvalChoicesArgs {
    #[command(flatten)]
    rows: DataArgs,
    #[command(flatten)]
    sources: MeasuredSourceArgs,
}

pub(super) fn execute(
    app: &AppContext,
    args: &EvalChoicesArgs,
) -> Result<CommandExit, CommandFailure> {
    let corpus = MeasuredCorpus::open(app, &args.sources)?;
    let asked = ChoicePipeline(QuestionPipeline::open(app, corpus.name(), research::WORKFLOW)?);
    tell(app, || jurat_eval::choices(&args.rows.data, args.rows.part, &asked))
}

struct ChoicePipeline(QuestionPipeline);

impl ChoiceProvider for ChoicePipeline {
    fn choose(&self, question: &str) -> Result<Option<String>, String> {
        let state = self.0.run(&[("question", question)])?;
        Ok(state["report"]["choices"]["chosen"].as_str().map(str::to_owned))
    }
}
