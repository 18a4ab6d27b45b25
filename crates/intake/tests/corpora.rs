//! A corpus searched, tuned and checked by whoever calls the library.

#![expect(clippy::unwrap_used)]

use std::{cell::RefCell, fs, sync::Arc};

use jurat_ingest::{ChildLauncher, FileLimits};
use jurat_intake::{
    CorpusFolder, CorpusLifetime, IntakeError, IntakeEvent, IntakeListener, IntakeRequest,
    KnownAnswer, MetadataOverlay, SearchNotice, TuningFate,
};
use jurat_retrieve::{CorpusName, Query, SearchLegs};
use tempfile::TempDir;

/// Hears nothing and ends nothing.
struct Silence;

impl IntakeListener for Silence {
    fn hear(&self, _: IntakeEvent<'_>) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// A corpus of two files, without a model.
struct HarbourCorpus {
    folder: TempDir,
    name: CorpusName,
}

impl HarbourCorpus {
    fn taken_in() -> Self {
        let corpus = Self {
            folder: tempfile::tempdir().unwrap(),
            name: "harbour".parse().unwrap(),
        };
        let files = corpus.folder.path().join("files");
        fs::create_dir(&files).unwrap();
        fs::write(files.join("a.txt"), "Boats pay a fee at the quay.").unwrap();
        fs::write(files.join("b.txt"), "Dogs stay ashore.").unwrap();
        let request = IntakeRequest {
            paths: vec![files],
            corpus: corpus.name.clone(),
            metadata: MetadataOverlay::default(),
            describer: None,
            limits: FileLimits::default(),
            prune: false,
            again: false,
            with_vectors: true,
            lifetime: CorpusLifetime::Corpus,
        };
        // Nothing that could be attacked is read here, so no child is started.
        let launcher = ChildLauncher {
            program: "no-such-program".into(),
            args: Vec::new(),
        };
        corpus.corpora().take_in(&request, &launcher, &Silence).unwrap();
        corpus
    }

    fn corpora(&self) -> CorpusFolder {
        let at = |name: &str| self.folder.path().join(name);
        CorpusFolder {
            corpora: at("corpora"),
            vectors: at("vectors"),
            embedder: Arc::new(|| Ok(None)),
        }
    }

    /// The first hit, and what was said besides.
    fn search(&self, query: Query) -> Result<(Option<String>, Vec<String>), IntakeError> {
        let said = RefCell::new(Vec::new());
        let tell = |notice: SearchNotice| said.borrow_mut().push(format!("{notice:?}"));
        let hits = self.corpora().search(&self.name, query, &tell)?;
        Ok((hits.into_iter().next().map(|hit| hit.passage.text), said.into_inner()))
    }
}

#[test]
fn words_are_found_and_missing_vectors_are_told() {
    let corpus = HarbourCorpus::taken_in();
    let by_words = Query {
        legs: SearchLegs::Bm25,
        ..Query::of("fee for boats")
    };
    let (first, said) = corpus.search(by_words).unwrap();
    assert_eq!(first.as_deref(), Some("Boats pay a fee at the quay."));
    assert_eq!(said, [""; 0]);
    let (first, said) = corpus.search(Query::of("fee for boats")).unwrap();
    assert!(first.is_some());
    assert!(said.iter().all(|notice| notice.contains("NoVectors")), "{said:?}");
    let by_meaning = Query {
        legs: SearchLegs::Dense,
        ..Query::of("fee for boats")
    };
    let refused = corpus.search(by_meaning);
    assert!(matches!(refused, Err(IntakeError::NoVectors { .. })), "{refused:?}");
}

#[test]
fn a_damaged_index_is_found_and_made_anew() {
    let corpus = HarbourCorpus::taken_in();
    let corpora = corpus.corpora();
    let sound = corpora.check(&corpus.name).unwrap();
    assert_eq!((sound.sources, sound.problems().len(), sound.is_repairable()), (2, 0, false));
    let parts = fs::read_dir(corpora.corpora.join("harbour")).unwrap();
    let mut parts = parts.map(|part| part.unwrap());
    let index = parts.find(|it| it.file_name().to_string_lossy().starts_with("index-"));
    fs::remove_dir_all(index.unwrap().path()).unwrap();
    let findings = corpora.check(&corpus.name).unwrap();
    assert_eq!((findings.index.len(), findings.is_repairable()), (1, true), "{findings:?}");
    assert!(matches!(corpus.search(Query::of("boats")), Err(IntakeError::NoIndex { .. })));
    corpora.repair(&corpus.name, &findings, &|_| {}).unwrap();
    assert_eq!(corpora.check(&corpus.name).unwrap(), sound);
}

#[test]
fn known_answers_choose_the_fusion() {
    let corpus = HarbourCorpus::taken_in();
    let hits = corpus
        .corpora()
        .search(&corpus.name, Query::of("fee for boats"), &|_| {});
    let known = [KnownAnswer {
        query: "fee for boats".to_owned(),
        relevant: vec![hits.unwrap()[0].passage.id.clone()],
    }];
    let tune = |fate| corpus.corpora().tune(&corpus.name, (&known, fate), &|_| {}).unwrap();
    assert_eq!(tune(TuningFate::Told).queries, 1);
    assert_eq!(tune(TuningFate::Kept).queries, 1);
}
