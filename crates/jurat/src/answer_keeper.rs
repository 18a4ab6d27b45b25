//! Remembered answers of a store: looked up, held against the corpus as it stands and against the proof of their run.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use jurat_engine::{
    Clock as _, RunId, RunStore as _, SystemClock, WorkflowPlan, load, load_run,
    pinned_definition,
};
use jurat_intake::{EmbedderSettings, EncoderChoice, is_for_question};
use jurat_llm::Embedder;
use jurat_proof::BundleStatus;
use jurat_retrieve::{
    CorpusName, CorpusStore as _, FileStore,
    library::CorpusState,
    memory::{
        AnswerKeeper, AnswerMemory as _, AnswerSource, KeepOutcome, KeeperQuestion,
        MemoryMatcher, ProvenRun, RecallOutcome, RecalledAnswer, RememberedAnswer,
        ServedAnswer, recall,
    },
};
use jurat_store::{SqliteMemory, SqliteOptions, SqliteStore};
use jurat_systems::ALL;

use crate::{
    settings::{self, CliSettings},
    wiring,
};

/// The answers of a store's folder.
pub(crate) struct StoreAnswerKeeper {
    store: PathBuf,
    options: SqliteOptions,
    meaning: EmbedderSettings,
}

impl StoreAnswerKeeper {
    pub(crate) fn new(settings: &CliSettings) -> Self {
        Self {
            store: settings.store.clone(),
            options: SqliteOptions { durability: settings.durability },
            // The limits of what is the same question were fitted with this one, whatever embeds passages.
            meaning: EmbedderSettings {
                server: None,
                encoder: EncoderChoice::Law,
                models: settings.models.clone(),
                threads: settings.workers,
            },
        }
    }

    /// Answers to the same question whose sources stand: in the same words, else by meaning. To open an encoder takes
    /// longer than most look-ups.
    fn hits(
        &self,
        asked: &KeeperQuestion<'_>,
        corpus: &FileStore,
    ) -> Result<Vec<RecalledAnswer>, String> {
        let memory = said(SqliteMemory::open(&self.store))?;
        let source_now = |name: &str| {
            let entry = corpus.entries().get(name)?;
            Some(AnswerSource::of(name, entry.rendition(), &entry.metadata))
        };
        let look = |meaning: Option<&dyn Embedder>| {
            let matcher = MemoryMatcher { meaning };
            said(recall(&memory, matcher, (asked.question, asked.scope), source_now))
        };
        let same_words = look(None)?;
        if !same_words.is_empty() {
            return Ok(same_words);
        }
        let encoder = said(self.meaning.open(&settings::key))?;
        encoder.map_or_else(|| Ok(Vec::new()), |encoder| look(Some(&*encoder)))
    }

    /// Makes and checks the proof of a run, as `jurat verify` would with nothing but the bundle.
    fn proven(&self, run: &str) -> Result<ProvenRun, String> {
        let id: RunId = said(run.parse())?;
        let store = said(SqliteStore::open(&self.store, self.options))?;
        let row = said(store.run(id))?.ok_or("the run is gone")?;
        let definition = said(pinned_definition(&store, row.new_run.definition))?;
        let plan = Arc::new(WorkflowPlan::new(said(load(&definition))?));
        let loaded = said(load_run(&store, id, &plan, None))?;
        if loaded.end().is_none() {
            return Err("the run has not ended".to_owned());
        }
        let channels = loaded.state();
        let finished = ALL.finished((id, &row.new_run.workflow), &channels)?;
        let finished = finished.ok_or("the run came to no report")?;
        let bundle = finished.bundle(ALL, &store, (&[], None))?;
        if bundle.status != BundleStatus::Holds {
            return Err("its proof cannot be checked in full".to_owned());
        }
        Ok(ProvenRun {
            run: run.to_owned(),
            proof: bundle.root,
            params: loaded.params(),
            channels,
        })
    }

    /// A run that says what the memory says of it.
    fn served(
        &self,
        asked: &KeeperQuestion<'_>,
        recalled: &RecalledAnswer,
    ) -> Result<ProvenRun, String> {
        let proven = self.proven(&recalled.answer.run)?;
        let dated = |answer: RememberedAnswer| RememberedAnswer {
            remembered_at_ms: recalled.answer.remembered_at_ms,
            ..answer
        };
        let own = (asked.remembered_as)(&proven).map(dated);
        if own.as_ref() != Some(&recalled.answer) {
            return Err("the memory says something else than the run".to_owned());
        }
        Ok(proven)
    }
}

impl AnswerKeeper for StoreAnswerKeeper {
    fn recall(&self, asked: &KeeperQuestion<'_>) -> Result<RecallOutcome, String> {
        let (corpora, name) = (wiring::corpora(&self.store), &asked.scope.corpus);
        let name: CorpusName = said(name.parse())?;
        if !SqliteMemory::is_there(&self.store) || is_for_question(&corpora, &name) {
            return Ok(RecallOutcome::default());
        }
        let corpus = said(FileStore::read_only(&corpora, &name))?;
        let mut outcome = RecallOutcome::default();
        for recalled in self.hits(asked, &corpus)? {
            match self.served(asked, &recalled) {
                Ok(proven) => {
                    outcome.served = Some(ServedAnswer {
                        age_ms: now_ms().saturating_sub(recalled.answer.remembered_at_ms),
                        corpus: state_of(&corpus),
                        recalled,
                        proven,
                    });
                    break;
                }
                Err(why) => {
                    outcome
                        .passed_over
                        .push(format!("run {}: {why}", recalled.answer.run));
                }
            }
        }
        Ok(outcome)
    }

    fn remember(&self, answer: &RememberedAnswer) -> Result<KeepOutcome, String> {
        let name: CorpusName = said(answer.scope.corpus.parse())?;
        if is_for_question(&wiring::corpora(&self.store), &name) {
            return Ok(KeepOutcome::GoneCorpus);
        }
        let memory = said(SqliteMemory::open(&self.store))?;
        let dated = RememberedAnswer { remembered_at_ms: now_ms(), ..answer.clone() };
        said(memory.remember(&dated))?;
        Ok(KeepOutcome::Kept)
    }
}

fn state_of(corpus: &FileStore) -> CorpusState {
    CorpusState {
        name: corpus.name().as_str().to_owned(),
        sources: corpus.entries().len(),
        state: corpus.position().check,
        filters: BTreeMap::new(),
    }
}

fn now_ms() -> u64 {
    u64::try_from(SystemClock.now_ms()).unwrap_or_default()
}

fn said<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}
