//! One corpus, opened once for many questions.

use std::{collections::BTreeMap, path::Path};

use jurat_llm::Embedder;
use jurat_model::{EvidenceUnit, RetrievedChunk, SourceExhibit, SourceKind, SourceType};
use jurat_text::question_parts::parts;

use super::{
    CorpusState, PassageRetriever, RetrievalReply,
    hit_renditions::{HitRenditions, KeptRenditions},
    neighbour_bonus::{NeighbourScore, neighbour_scores},
    provision_measures::{EmbeddedQuestion, measure},
    retrieval_request::{MeasuringTime, RetrievalRequest},
    retrieved_chunks, said,
};
use crate::{
    CorpusName, CorpusStore, FileStore, FiltersByKey, Index, IndexSearcher, MetadataFilter,
    Query, QueryWording as Wording, SearchHit, SearchLegs, open_index,
};

/// One corpus, opened once for many questions. It answers by words alone, as it stood then.
pub struct OpenCorpus {
    pub(super) store: FileStore,
    pub(super) index: Index,
    texts: KeptRenditions,
}

impl PassageRetriever for OpenCorpus {
    fn retrieve(&self, asked: &RetrievalRequest) -> Result<RetrievalReply, String> {
        if asked.corpus != self.store.name().as_str() {
            return Err(format!("corpus `{}` is not the one that is open", asked.corpus));
        }
        self.answer(asked, &query(asked), (&self.index.searcher_on(None), None))
    }
}

impl OpenCorpus {
    /// Opens a corpus below a folder.
    pub fn open(root: &Path, corpus: &str) -> Result<Self, String> {
        let name: CorpusName = said(corpus.parse())?;
        let store = said(FileStore::read_only(root, &name))?;
        let (index, _) = said(open_index(&store))?;
        let index = index.ok_or_else(|| format!("corpus `{name}` has no index yet"))?;
        Ok(Self { store, index, texts: KeptRenditions::default() })
    }

    /// Neighbours of passages that were found before, ranked with what was found now.
    fn take_neighbours(
        &self,
        hits: &mut Vec<SearchHit>,
        asked: &RetrievalRequest,
        (searcher, vector): (&IndexSearcher<'_>, Option<&[f32]>),
    ) -> Result<(), String> {
        let Some(first) = hits.first().filter(|_| !asked.beside.is_empty()).cloned() else {
            return Ok(());
        };
        let best = f64::from(first.score).max(1e-6);
        let bonus = neighbour_scores(&asked.beside, |id, distance| {
            let (name, number) = id.rsplit_once(':')?;
            let number = number.parse::<i64>().ok()?.checked_add(distance)?;
            (0 <= number).then(|| format!("{name}:{number}"))
        });
        for NeighbourScore { id, score } in bonus {
            if asked.exclude.contains(&id) {
                continue;
            }
            if let Some(hit) = hits.iter_mut().find(|hit| hit.passage.id == id) {
                hit.score += rounded_score(score * best);
            } else if let Some(passage) = said(self.index.passage(&id))? {
                let cosine = vector.map(|vector| said(searcher.cosine(&id, vector)));
                hits.push(SearchHit {
                    passage,
                    score: rounded_score(score * best),
                    bm25: 0.0,
                    cosine: cosine.transpose()?.flatten(),
                    bm25_rank: None,
                    dense_rank: None,
                    probability: first.probability * score,
                    ..first.clone()
                });
            }
        }
        hits.sort_by(|one, other| other.score.total_cmp(&one.score));
        for (hit, rank) in hits.iter_mut().zip(1..) {
            hit.rank = rank;
        }
        Ok(())
    }

    /// Answers with a searcher; `embedder` is there where it searches by meaning too, and the query has its vector.
    pub(super) fn answer(
        &self,
        asked: &RetrievalRequest,
        query: &Query,
        (searcher, embedder): (&IndexSearcher<'_>, Option<&dyn Embedder>),
    ) -> Result<RetrievalReply, String> {
        let mut hits = said(searcher.search(query))?;
        let first = query.texts.first();
        let vector = first.and_then(|text| text.vector.as_deref());
        self.take_neighbours(&mut hits, asked, (searcher, vector))?;
        let shelf = HitRenditions::open(&self.store, &self.texts, &hits)?;
        let found = retrieved_chunks::retrieved_chunks(hits, &shelf, asked);
        let mut chunks = retrieved_chunks::numbered(found, asked);
        if let (Some(embedder), Some(vector), MeasuringTime::AtOnce) =
            (embedder, vector, asked.measuring)
        {
            let question = EmbeddedQuestion { text: &asked.question, vector };
            said(measure(&mut chunks, embedder, question, |chunk| shelf.text_of(chunk)))?;
        }
        let exhibits = shelf.exhibits(&chunks);
        let corpus = CorpusState {
            name: self.store.name().as_str().to_owned(),
            sources: self.store.entries().len(),
            state: self.store.position().check,
            filters: asked.narrowed_by(),
        };
        Ok(RetrievalReply { chunks, exhibits, corpus })
    }
}

/// Measures chunks that were found before, by the texts that came with them.
pub(super) fn measure_found(
    asked: &RetrievalRequest,
    embedder: &dyn Embedder,
    chunks: &mut [RetrievedChunk],
    exhibits: &[SourceExhibit],
) -> Result<(), String> {
    let vectors = said(embedder.embed(&[asked.question.as_str()]))?;
    let Some(vector) = vectors.first() else { return Ok(()) };
    let question = EmbeddedQuestion { text: &asked.question, vector };
    let text_of = |chunk: &RetrievedChunk| {
        let exhibit = exhibits.iter().find(|it| it.rendition == chunk.passage.rendition);
        exhibit.map(|exhibit| exhibit.text.as_str())
    };
    said(measure(chunks, embedder, question, text_of))
}

/// As narrow as scores of a search are.
#[expect(clippy::cast_possible_truncation, reason = "scores are that narrow")]
const fn rounded_score(score: f64) -> f32 {
    score as f32
}

pub(super) fn query(asked: &RetrievalRequest) -> Query {
    let filters: FiltersByKey = asked
        .narrowed_by()
        .into_iter()
        .map(|(key, value)| (key, MetadataFilter::Is(vec![value])))
        .collect();
    // Several passages may be of one provision.
    let times = if asked.unit == EvidenceUnit::Provision { 2 } else { 1 };
    // Each kind has room for all that its type may have: numbering then takes the best.
    let quota = |kind: SourceKind| match SourceType::of(kind) {
        SourceType::Statute => (kind, times * asked.statutes),
        SourceType::Policy => (kind, times * asked.policies),
    };
    let quotas: BTreeMap<SourceKind, usize> = SourceKind::ALL.into_iter().map(quota).collect();
    let k = quotas.values().sum();
    let mut query = Query {
        filters,
        exclude: asked.exclude.clone(),
        quotas,
        k,
        legs: SearchLegs::Auto,
        ..Query::of(&asked.question)
    };
    let wording = |text: &str| Wording { text: text.to_owned(), vector: None };
    let parts = parts(&asked.question);
    if !asked.alternatives.is_empty() {
        query
            .texts
            .extend(asked.alternatives.iter().map(|text| wording(text)));
    } else if asked.unit == EvidenceUnit::Provision && 1 < parts.len() {
        query.texts.extend(parts.into_iter().map(wording));
    }
    query
}
