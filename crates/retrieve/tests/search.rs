//! An index from end to end: what is committed is found, filtered, shared out and explained.
#![expect(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_model::{ByteSpan, DocumentMetadata, Passage, SourceKind};
use jurat_retrieve::{
    HitNarrowing, Index, IndexError, IndexSettings, JudgedQuery, MetadataFilter,
    PhraseHandling, Query, QueryWording, SearchHit, SearchLegs, tune,
};
use tempfile::TempDir;

/// Fictional provisions: document, label, kind, date, words.
const PASSAGES: [(&str, &str, SourceKind, &str, &str); 9] = [
    (
        "act",
        "1",
        SourceKind::Statute,
        "2001-05-01",
        "This Act may be cited as the Lantern Act.",
    ),
    (
        "act",
        "2",
        SourceKind::Statute,
        "2001-05-01",
        "A lantern keeper must hold a licence issued by the Board.",
    ),
    (
        "act",
        "3",
        SourceKind::Statute,
        "2001-05-01",
        "The Board may revoke a licence under section 40(1)(a).",
    ),
    (
        "act",
        "40(1)(a)",
        SourceKind::Statute,
        "2001-05-01",
        "A keeper who lets the flame die is liable to a fine.",
    ),
    (
        "manual",
        "a",
        SourceKind::PolicyManual,
        "2015-02-03",
        "Officers check that each lantern keeper carries the licence at night.",
    ),
    (
        "manual",
        "b",
        SourceKind::PolicyManual,
        "2015-02-03",
        "A licence that was revoked is returned within 10.5 days.",
    ),
    (
        "loi",
        "1",
        SourceKind::Statute,
        "2019-07-08",
        "Le gardien de l\u{2019}allumage doit avoir un permis de la Commission, sauf dans les ports.",
    ),
    (
        "case",
        "1",
        SourceKind::Decision,
        "2019-11-30",
        "The keeper's appeal is dismissed: the licence was lawfully revoked by the Board.",
    ),
    (
        "case",
        "2",
        SourceKind::Decision,
        "2019-11-30",
        "The Board revoked no lantern licence here, and keeper costs follow.",
    ),
];

fn passage(at: usize) -> Passage {
    let (document, label, kind, date, text) = PASSAGES[at];
    let values = BTreeMap::from([("date".to_owned(), date.to_owned())]);
    Passage {
        id: format!("{document}:{label}"),
        source: Hash::of(document.as_bytes()),
        name: document.to_owned(),
        rendition: Hash::of(text.as_bytes()),
        span: ByteSpan { start: at * 1000, end: at * 1000 + text.len() },
        text: text.to_owned(),
        label: Some(label.to_owned()),
        headings: Vec::new(),
        metadata: DocumentMetadata { kind, title: None, values },
    }
}

fn index(dir: &TempDir, order: impl Iterator<Item = usize>) -> Index {
    let index = Index::create(&dir.path().join("index"), &IndexSettings::default()).unwrap();
    let mut writer = index.writer().unwrap();
    order.for_each(|at| writer.add(&passage(at), &[]).unwrap());
    writer.finish().unwrap();
    index
}

fn ids(index: &Index, query: &Query) -> Vec<String> {
    let hits = index.searcher(None).unwrap().search(query).unwrap();
    hits.into_iter().map(|hit| hit.passage.id).collect()
}

#[track_caller]
fn check(query: &Query, expected: &[&str]) {
    let dir = TempDir::new().unwrap();
    let found = ids(&index(&dir, 0..PASSAGES.len()), query);
    assert_eq!(&found[..expected.len().min(found.len())], expected, "{found:?}");
}

fn filtered(text: &str, key: &str, filter: MetadataFilter) -> Query {
    Query {
        filters: BTreeMap::from([(key.to_owned(), filter)]),
        ..Query::of(text)
    }
}

#[test]
fn words_are_found_by_their_stems() {
    check(&Query::of("licences of lanterns keepers issue"), &["act:2"]);
    check(&Query::of("gardiens d'allumage"), &["loi:1"]);
}

#[test]
fn a_search_is_narrowed_to_sources_and_to_words_held_and_lacked() {
    let narrowed = |narrowing: HitNarrowing| {
        let dir = TempDir::new().unwrap();
        let query = Query {
            narrowing,
            ..Query::of("lantern licence keeper Board revoked")
        };
        let mut found = ids(&index(&dir, 0..PASSAGES.len()), &query);
        found.sort();
        found
    };
    let case = Some(BTreeSet::from([Hash::of(b"case")]));
    let of_case = HitNarrowing { sources: case, ..HitNarrowing::default() };
    assert_eq!(narrowed(of_case.clone()), ["case:1", "case:2"]);
    let holds = HitNarrowing {
        holds: vec!["lantern licence".to_owned()],
        ..of_case.clone()
    };
    assert_eq!(narrowed(holds), ["case:2"]);
    let lacks = HitNarrowing {
        lacks: vec!["lantern licences".to_owned()],
        ..of_case.clone()
    };
    assert_eq!(narrowed(lacks), ["case:1"]);
    // Words that say nothing rule out nothing.
    let empty = HitNarrowing { lacks: vec!["the".to_owned()], ..of_case };
    assert_eq!(narrowed(empty), ["case:1", "case:2"]);
    let nothing = HitNarrowing {
        sources: Some(BTreeSet::new()),
        ..HitNarrowing::default()
    };
    assert_eq!(narrowed(nothing), Vec::<String>::new());
}

#[test]
fn a_section_is_found_by_its_number() {
    check(&Query::of("what does s. 40(1)(a) say"), &["act:40(1)(a)"]);
}

#[test]
fn a_neighbour_without_a_word_of_the_query_is_no_hit() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..PASSAGES.len());
    assert_eq!(ids(&index, &Query::of("flame")), ["act:40(1)(a)"]);
    // What is cited, or cites it, is found by that alone.
    assert_eq!(ids(&index, &Query::of("s. 40(1)(a)")), ["act:40(1)(a)", "act:3"]);
}

#[test]
fn signs_of_a_query_language_do_no_harm() {
    for text in
        ["AND OR NOT", "text:(", "\"", "[a TO b]", "*", "", "\u{0}\u{ffff}", "id:act~2^9"]
    {
        let dir = TempDir::new().unwrap();
        ids(&index(&dir, 0..PASSAGES.len()), &Query::of(text));
    }
}

#[test]
fn a_required_phrase_must_be_there() {
    let query = Query {
        phrases: PhraseHandling::Require,
        ..Query::of("\"revoke a licence\"")
    };
    check(&query, &["act:3"]);
    let dir = TempDir::new().unwrap();
    let found = ids(&index(&dir, 0..PASSAGES.len()), &query);
    assert_eq!(found, ["act:3"]);
}

#[test]
fn filters_hold() {
    let is = |value: &str| MetadataFilter::Is(vec![value.to_owned()]);
    check(&filtered("licence", "kind", is("decision")), &["case:1", "case:2"]);
    check(&filtered("gardien permis", "language", is("fr")), &["loi:1"]);
    let late = MetadataFilter::Between {
        from: Some("2019".into()),
        to: Some("2019-08".into()),
    };
    check(&filtered("permis licence", "date", late), &["loi:1"]);
}

#[test]
fn an_unknown_value_names_the_known_ones() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..PASSAGES.len());
    let query = filtered("licence", "kind", MetadataFilter::Is(vec!["novel".to_owned()]));
    let error = index.searcher(None).unwrap().search(&query).err().unwrap();
    let message = error.to_string();
    assert!(
        message.contains("novel") && message.contains("decision, policy_manual"),
        "{message}"
    );
    let query = filtered("licence", "colour", MetadataFilter::Is(vec!["red".to_owned()]));
    let error = index.searcher(None).unwrap().search(&query).err().unwrap();
    assert!(matches!(error, IndexError::UnknownKey { .. }), "{error}");
}

#[test]
fn values_are_counted() {
    let dir = TempDir::new().unwrap();
    let values = index(&dir, 0..PASSAGES.len()).values("kind").unwrap();
    let expected = [("decision", 2), ("policy_manual", 2), ("statute", 5)];
    assert_eq!(values, expected.map(|(value, count)| (value.to_owned(), count)).into());
}

#[test]
fn what_was_seen_is_left_out() {
    let query = Query {
        exclude: vec!["act:2".to_owned()],
        ..Query::of("lantern keeper licence")
    };
    let dir = TempDir::new().unwrap();
    let found = ids(&index(&dir, 0..PASSAGES.len()), &query);
    assert!(!found.contains(&"act:2".to_owned()) && 2 < found.len(), "{found:?}");
}

#[test]
fn no_kind_exceeds_its_quota() {
    let quotas = BTreeMap::from([(SourceKind::Statute, 1), (SourceKind::Decision, 1)]);
    let query = Query {
        quotas,
        k: 4,
        ..Query::of("the Board revoked a keeper's lantern licence")
    };
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..PASSAGES.len());
    let hits = index.searcher(None).unwrap().search(&query).unwrap();
    let count = |kind| hits.iter().filter(|hit| hit.passage.metadata.kind == kind).count();
    assert_eq!((count(SourceKind::Statute), count(SourceKind::Decision)), (1, 1));
    assert_eq!(count(SourceKind::PolicyManual), 2);
}

#[test]
fn further_wordings_widen_the_pool() {
    let mut query = Query::of("permis");
    query
        .texts
        .push(QueryWording { text: "fine for a flame".to_owned(), vector: None });
    let dir = TempDir::new().unwrap();
    let found = ids(&index(&dir, 0..PASSAGES.len()), &query);
    assert_eq!(found[0], "loi:1");
}

#[test]
fn the_order_of_adding_changes_nothing() {
    let (one, two) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let forward = index(&one, 0..PASSAGES.len());
    // Documents in another order; passages of a document stay in theirs.
    let turned = index(&two, [7, 8, 6, 4, 5, 0, 1, 2, 3].into_iter());
    let query = Query::of("lantern keeper licence board");
    let hits = |index: &Index| -> Vec<(String, u32)> {
        let hits: Vec<SearchHit> = index.searcher(None).unwrap().search(&query).unwrap();
        hits.into_iter()
            .map(|hit| (hit.passage.id, hit.score.to_bits()))
            .collect()
    };
    assert_eq!(hits(&forward), hits(&turned));
}

#[test]
fn snippets_point_into_the_rendition() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..PASSAGES.len());
    let hits = index
        .searcher(None)
        .unwrap()
        .search(&Query::of("flame fine"))
        .unwrap();
    let hit = &hits[0];
    assert_eq!(hit.passage.id, "act:40(1)(a)");
    let words = |span: &ByteSpan| {
        let start = hit.passage.span.start;
        hit.passage.text[span.start - start..span.end - start].to_owned()
    };
    let marked: Vec<String> = hit.snippet.matches.iter().map(words).collect();
    assert_eq!(marked, ["flame", "fine"]);
    assert_eq!(words(&hit.snippet.span), hit.snippet.text);
    assert!((0.0..=1.0).contains(&hit.probability) && hit.bm25_rank == Some(1));
}

#[test]
fn what_is_not_committed_is_not_there() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..2);
    let mut writer = index.writer().unwrap();
    writer.add(&passage(3), &[]).unwrap();
    writer.remove_source(&Hash::of(b"act"));
    drop(writer);
    index.reload().unwrap();
    assert_eq!(index.len(), 2);
    let again = Index::open(index.dir()).unwrap();
    assert_eq!(ids(&again, &Query::of("lantern keeper licence")), ["act:2", "act:1"]);
}

/// The same passages in one part, and in parts of at most so many, each committed for itself.
fn in_parts(dir: &TempDir, largest: u32) -> Index {
    let index = Index::create(&dir.path().join("index"), &IndexSettings::default()).unwrap();
    let mut writer = index.writer().unwrap().parts_up_to(largest);
    for at in 0..PASSAGES.len() {
        writer.add(&passage(at), &[]).unwrap();
        writer.commit().unwrap();
    }
    writer.finish().unwrap();
    index
}

#[test]
fn parts_are_merged_up_to_a_size_and_not_beyond() {
    let dir = TempDir::new().unwrap();
    let index = in_parts(&dir, 4);
    assert!(index.parts().iter().all(|rows| *rows <= 4), "{:?}", index.parts());
    assert!(2 < index.parts().len() && index.parts().len() < PASSAGES.len());
    assert_eq!(index.parts().iter().sum::<usize>(), PASSAGES.len());
    let dir = TempDir::new().unwrap();
    assert_eq!(in_parts(&dir, 100).parts(), [PASSAGES.len()]);
}

#[test]
fn a_search_over_parts_finds_the_same() {
    let (one, many) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (one, many) = (in_parts(&one, 100), in_parts(&many, 2));
    assert!(1 == one.parts().len() && 3 < many.parts().len());
    for text in ["lantern keeper licence", "the Board revoked", "s. 40(1)(a)", "gardiens"] {
        let found = |index: &Index| -> Vec<(String, f32)> {
            let hits = index.searcher(None).unwrap().search(&Query::of(text)).unwrap();
            hits.into_iter().map(|hit| (hit.passage.id, hit.score)).collect()
        };
        assert_eq!(found(&one), found(&many), "{text}");
    }
}

#[test]
fn what_was_removed_is_gone_from_every_part() {
    let dir = TempDir::new().unwrap();
    let index = in_parts(&dir, 2);
    let mut writer = index.writer().unwrap().parts_up_to(2);
    writer.remove_source(&Hash::of(b"act"));
    writer.finish().unwrap();
    assert_eq!(index.parts().iter().sum::<usize>(), index.len());
    assert_eq!(index.len(), PASSAGES.len() - 4);
}

#[test]
fn a_removed_source_is_gone() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..PASSAGES.len());
    let mut writer = index.writer().unwrap();
    writer.remove_source(&Hash::of(b"case"));
    writer.commit().unwrap();
    drop(writer);
    assert_eq!(index.len(), PASSAGES.len() - 2);
    assert!(!index.values("kind").unwrap().contains_key("decision"));
    assert!(index.passage("case:1").unwrap().is_none());
    let found = ids(&index, &Query::of("keeper appeal dismissed revoked"));
    assert!(found.iter().all(|id| !id.starts_with("case")), "{found:?}");
}

#[test]
fn the_same_id_is_replaced() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..PASSAGES.len());
    let mut writer = index.writer().unwrap();
    let changed = Passage {
        text: "Now about bridges.".to_owned(),
        ..passage(0)
    };
    writer.add(&changed, &[]).unwrap();
    writer.finish().unwrap();
    assert_eq!(index.len(), PASSAGES.len());
    assert_eq!(ids(&index, &Query::of("bridges"))[0], "act:1");
}

#[test]
fn two_writers_do_not_meet() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..2);
    let _first = index.writer().unwrap();
    let error = index.writer().err().unwrap();
    assert!(matches!(error, IndexError::Busy { .. }), "{error}");
}

#[test]
fn damage_is_named() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..PASSAGES.len());
    let path = index.dir().to_path_buf();
    assert!(index.check().unwrap().is_empty());
    drop(index);
    let error = Index::open(&dir.path().join("elsewhere")).err().unwrap();
    assert!(matches!(error, IndexError::Missing { .. }), "{error}");
    std::fs::write(path.join("meta.json"), b"{\"torn").unwrap();
    let error = Index::open(&path).err().unwrap();
    assert!(matches!(error, IndexError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("index"), "{error}");
}

#[test]
fn tuning_is_kept_with_the_index() {
    let dir = TempDir::new().unwrap();
    let index = index(&dir, 0..PASSAGES.len());
    let judged: Vec<JudgedQuery> = (0..PASSAGES.len())
        .map(|at| JudgedQuery {
            query: Query::of(PASSAGES[at].4),
            relevant: vec![passage(at).id],
        })
        .collect();
    let tuned = tune(&index.searcher(None).unwrap(), &judged).unwrap();
    assert_eq!(tuned.queries, PASSAGES.len());
    // Nine queries teach no weights.
    assert_eq!(tuned.fusion, index.fusion());
    let changed = tuned.fusion.with(
        SearchLegs::Bm25,
        [(jurat_retrieve::RankingFeature::Text, 1.0)].into_iter().collect(),
    );
    index.set_fusion(&changed).unwrap();
    index.set_calibration(&tuned.calibration).unwrap();
    let again = Index::open(index.dir()).unwrap();
    assert_eq!(again.fusion(), changed);
    assert_eq!(again.calibration(), tuned.calibration);
}
