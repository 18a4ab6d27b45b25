//! Which of the passages that a corpus offers a step keeps: none that an earlier step had, so many of each category.

use jurat_model::{ByteSpan, RetrievedChunk, SourceExhibit};
use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, sentence_words},
};

use crate::{preset::CategoryQuotas, step_evidence::SourceCategory};

/// What a step wants of the passages that are offered.
pub(crate) struct PassagesWanted<'a> {
    /// What earlier steps kept.
    pub(crate) before: &'a [&'a RetrievedChunk],
    pub(crate) most: usize,
    pub(crate) quotas: Option<CategoryQuotas>,
    /// Only passages of this jurisdiction, and those that name none; all where it is empty.
    pub(crate) jurisdiction: &'a str,
}

/// The passages that are kept, the best first, and after them definitions of terms in the question.
pub(crate) fn chosen(
    offered: Vec<RetrievedChunk>,
    wanted: &PassagesWanted<'_>,
) -> Vec<RetrievedChunk> {
    let mut offered = offered;
    offered.sort_by_key(place);
    offered
        .retain(|chunk| is_of(chunk, wanted.jurisdiction) && !is_shown(chunk, wanted.before));
    // What the words of a question mean comes along and takes no room: it seldom answers.
    let (definitions, offered): (Vec<_>, Vec<_>) = offered.into_iter().partition(comes_along);
    let mut kept: Vec<RetrievedChunk> = Vec::new();
    let mut left: Vec<RetrievedChunk> = Vec::new();
    for chunk in offered {
        let category = category(&chunk);
        let same = kept.iter().filter(|it| self::category(it) == category).count();
        let room = match (wanted.quotas, category) {
            (None, _) => wanted.most,
            (Some(quotas), SourceCategory::Text) => quotas.texts,
            (Some(quotas), SourceCategory::Decision) => quotas.decisions,
        };
        if kept.len() < wanted.most && same < room {
            kept.push(chunk);
        } else {
            left.push(chunk);
        }
    }
    // A category that has too few leaves its room to the other.
    kept.extend(left.into_iter().take(wanted.most.saturating_sub(kept.len())));
    kept.sort_by_key(place);
    kept.extend(definitions);
    kept
}

/// Whether it is there for a term that it defines alone: search did not find it.
fn comes_along(chunk: &RetrievedChunk) -> bool {
    let measures = chunk.provision.as_ref().map(|it| &it.measures);
    measures.is_some_and(|it| it.defines && it.rank == 0)
}

/// Whether a passage, or the provision that it is of, makes an exception or takes something out of a rule.
pub(crate) fn limits(
    chunk: &RetrievedChunk,
    exhibits: &[SourceExhibit],
    language: Language,
) -> bool {
    let exhibit = exhibits.iter().find(|it| it.rendition == chunk.passage.rendition);
    let Some(exhibit) = exhibit else { return false };
    let own = chunk.passage.metadata.values.get("language");
    let language = own.and_then(|own| Language::from_code(own)).unwrap_or(language);
    ranges(chunk)
        .iter()
        .filter_map(|range| range.of(&exhibit.text))
        .any(|text| {
            let words: Vec<_> = sentence_words(text).collect();
            let reading = SentenceReading::new(text, &words, language);
            (0..words.len()).any(|at| reading.begins_exception(at))
        })
}

fn ranges(chunk: &RetrievedChunk) -> Vec<ByteSpan> {
    match &chunk.provision {
        Some(provision) => provision.ranges.clone(),
        None => vec![chunk.passage.span],
    }
}

/// Its place in the search, from 1.
fn place(chunk: &RetrievedChunk) -> u32 {
    chunk.provision.as_ref().map_or(u32::MAX, |it| it.measures.place)
}

fn category(chunk: &RetrievedChunk) -> SourceCategory {
    SourceCategory::of(chunk.passage.metadata.kind)
}

fn is_of(chunk: &RetrievedChunk, jurisdiction: &str) -> bool {
    let own = chunk.passage.metadata.values.get("jurisdiction");
    jurisdiction.is_empty() || own.is_none_or(|own| own.eq_ignore_ascii_case(jurisdiction))
}

/// Whether earlier passages, with the provisions around them, have shown half of a passage or more.
fn is_shown(chunk: &RetrievedChunk, before: &[&RetrievedChunk]) -> bool {
    let own = chunk.passage.span;
    let shown = before
        .iter()
        .filter(|it| it.passage.rendition == chunk.passage.rendition)
        .flat_map(|it| ranges(it));
    let common = shown.map(|it| own.end.min(it.end).saturating_sub(own.start.max(it.start)));
    own.end - own.start <= 2 * common.sum::<usize>()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_canon::Hash;
    use jurat_model::RetrievedChunk;
    use serde_json::json;

    use super::{PassagesWanted, chosen};

    /// A passage, the stretch that is shown around it, its place and what else was measured.
    fn chunk(
        (id, place): (&str, u32),
        (start, end): (usize, usize),
        shown: (usize, usize),
        defines: bool,
    ) -> RetrievedChunk {
        let text = Hash::of(b"a text");
        serde_json::from_value(json!({
            "chunk_id": id, "source_type": "statute", "document_id": "A", "section_heading": "",
            "probability": 0.5,
            "passage": {
                "id": id, "source": text, "name": "a.txt", "rendition": text,
                "span": { "start": start, "end": end }, "text": "", "metadata": { "kind": "statute" },
            },
            "provision": {
                "ranges": [{ "start": shown.0, "end": shown.1 }],
                "measures": {
                    "score": 1.0, "place": place, "rank": if defines { 0 } else { place },
                    "defines": defines,
                },
            },
        }))
        .unwrap()
    }

    #[track_caller]
    fn check(offered: Vec<RetrievedChunk>, before: &[&RetrievedChunk], kept: &[&str]) {
        let wanted = PassagesWanted { before, most: 2, quotas: None, jurisdiction: "" };
        let found = chosen(offered, &wanted);
        let ids: Vec<&str> = found.iter().map(|it| it.passage.id.as_str()).collect();
        assert_eq!(ids, kept);
    }

    #[test]
    fn a_definition_that_comes_along_takes_no_place() {
        let offered = vec![
            chunk(("one", 1), (0, 10), (0, 10), false),
            chunk(("meaning", 2), (90, 99), (90, 99), true),
            chunk(("two", 3), (20, 30), (20, 30), false),
            chunk(("three", 4), (40, 50), (40, 50), false),
        ];
        check(offered, &[], &["one", "two", "meaning"]);
    }

    #[test]
    fn a_passage_is_left_out_where_half_of_it_was_shown() {
        let before = chunk(("before", 1), (0, 10), (0, 15), false);
        let offered = || {
            vec![
                chunk(("half", 1), (10, 20), (0, 20), false),
                chunk(("edge", 2), (14, 24), (0, 24), false),
            ]
        };
        check(offered(), &[&before], &["edge"]);
        check(offered(), &[], &["half", "edge"]);
    }
}
