//! The decisions of all packs as one graph: read once for a set of packs, by several threads, and kept in memory.

use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use jurat_citator::{
    AuthorityTable, CaseCoverage, CaseGraph, CitingContext, CourtFacts, CourtTable,
    CoverageRow, DecisionOutcome, GraphCase, RankedCase, citing_treatments, read_decision,
};
use jurat_pack::{
    CoverageEnd, CoverageExtent, DecisionFields, PackCourt, PackManifest, PackPartKind,
};

use crate::{
    ToolFailure,
    caselaw::DecisionRow,
    packs::{LoadedPacks, OpenPart},
};

/// Threads that read decisions at most.
const MOST_THREADS: usize = 4;

/// The weights of all cases on a day.
type DayRanks = (String, Arc<Vec<RankedCase>>);

/// The decisions of all packs.
pub(crate) struct PackCases {
    pub(crate) courts: CourtTable,
    pub(crate) graph: CaseGraph,
    pub(crate) coverage: Vec<CoverageRow>,
    /// The packs that decisions are of, for people.
    pub(crate) name: String,
    pub(crate) table: AuthorityTable,
    /// Where each case lies: the part among those with decisions, and the name there.
    places: BTreeMap<String, (usize, String)>,
    ranks: Mutex<Option<DayRanks>>,
}

/// A decision, read, and where it lies.
type ReadRow = (usize, String, GraphCase, Vec<CitingContext>);

impl PackCases {
    pub(super) fn read(packs: &LoadedPacks) -> Result<Self, ToolFailure> {
        let courts = court_table(packs.manifests().flat_map(|manifest| &manifest.courts));
        let parts = packs.parts_if_any(PackPartKind::Decisions)?;
        let rows: Vec<(usize, &OpenPart, &DecisionRow)> = parts
            .iter()
            .enumerate()
            .flat_map(|(at, part)| {
                part.decisions().rows.iter().map(move |row| (at, *part, row))
            })
            .collect();
        let mut places = BTreeMap::new();
        let mut cases = Vec::with_capacity(rows.len());
        for (at, name, case, contexts) in in_threads(&rows, &courts)? {
            // The first of a citation keeps it: another is the same decision in the other language.
            if !places.contains_key(&case.key) {
                places.insert(case.key.clone(), (at, name));
                cases.push((case, contexts));
            }
        }
        let mut names: Vec<String> =
            parts.iter().map(|part| part.record().corpus_version()).collect();
        names.dedup();
        Ok(Self {
            graph: CaseGraph::new(cases),
            coverage: packs.manifests().flat_map(coverage).collect(),
            name: names.join(", "),
            table: AuthorityTable::shipped(&courts),
            courts,
            places,
            ranks: Mutex::new(None),
        })
    }

    /// Where a case lies among the parts with decisions.
    pub(crate) fn place(&self, key: &str) -> Option<(usize, &str)> {
        self.places.get(key).map(|(part, name)| (*part, name.as_str()))
    }

    /// All cases by their weight on a day; the last day asked about is remembered.
    pub(crate) fn ranked(&self, day: &str) -> Arc<Vec<RankedCase>> {
        let mut ranks = self.ranks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, ranked)) = ranks.as_ref()
            && known == day
        {
            return Arc::clone(ranked);
        }
        let ranked = Arc::new(self.graph.ranked(Some(day)));
        *ranks = Some((day.to_owned(), Arc::clone(&ranked)));
        ranked
    }
}

/// Reads decisions, each stretch of them by a thread of its own; they come back in order.
fn in_threads(
    rows: &[(usize, &OpenPart, &DecisionRow)],
    courts: &CourtTable,
) -> Result<Vec<ReadRow>, ToolFailure> {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let stretch = rows.len().div_ceil(threads.clamp(1, MOST_THREADS)).max(1);
    let lost = || ToolFailure::ours("caselaw", &"a reader of decisions ended early");
    let read = |rows: &[(usize, &OpenPart, &DecisionRow)]| {
        rows.iter()
            .map(|row| read_row(*row, courts))
            .collect::<Result<Vec<_>, _>>()
    };
    let parts: Result<Vec<Vec<ReadRow>>, ToolFailure> = thread::scope(|scope| {
        let running: Vec<_> = rows
            .chunks(stretch)
            .map(|rows| scope.spawn(move || read(rows)))
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err(lost())))
            .collect()
    });
    Ok(parts?.into_iter().flatten().collect())
}

fn read_row(
    (at, part, row): (usize, &OpenPart, &DecisionRow),
    courts: &CourtTable,
) -> Result<ReadRow, ToolFailure> {
    let gone = || ToolFailure::ours("caselaw", &"a decision without its text");
    let text = part.rendition(&part.entry(&row.name).ok_or_else(gone)?)?.text;
    let key = row.fields.citation.clone().unwrap_or_else(|| row.name.clone());
    let contexts = citing_treatments(&text, courts, Some(&key));
    let case = given_first(GraphCase::read(key, read_decision(&text, courts)), &row.fields);
    Ok((at, row.name.clone(), case, contexts))
}

/// What is known of a decision goes before what its text tells.
fn given_first(read: GraphCase, fields: &DecisionFields) -> GraphCase {
    let given = |field: &Option<String>, read: Option<String>| field.clone().or(read);
    let outcome = fields.outcome.as_deref().and_then(DecisionOutcome::from_word);
    GraphCase {
        style: given(&fields.style, read.style),
        court: given(&fields.court, read.court),
        judge: given(&fields.judge, read.judge),
        date: given(&fields.date, read.date),
        outcome: outcome.or(read.outcome),
        issues: if fields.issues.is_empty() { read.issues } else { fields.issues.clone() },
        country: given(&fields.country, read.country),
        key: read.key,
        paragraphs: read.paragraphs,
    }
}

/// The courts of Canada and those that packs name; what a pack does not say of a known one stays.
pub(crate) fn court_table<'c>(courts: impl Iterator<Item = &'c PackCourt>) -> CourtTable {
    let mut table = CourtTable::canada();
    for court in courts {
        let known = table.find(&court.code).cloned();
        let of = |field: fn(&CourtFacts) -> Option<String>| known.as_ref().and_then(field);
        let level = court.level.clone().map(serde_json::Value::String);
        let level = level.and_then(|level| serde_json::from_value(level).ok());
        table.add(CourtFacts {
            code: court.code.clone(),
            code_fr: court.code_fr.clone().or_else(|| of(|it| it.code_fr.clone())),
            name: Some(court.name.clone()),
            name_fr: court.name_fr.clone().or_else(|| of(|it| it.name_fr.clone())),
            level: level.or_else(|| known.as_ref().and_then(|it| it.level)),
            from: court.from.clone().or_else(|| of(|it| it.from.clone())),
            to: of(|it| it.to.clone()),
            appeals_to: court.appeals_to.clone().or_else(|| of(|it| it.appeals_to.clone())),
        });
    }
    table
}

/// The whole years that a pack says it holds of each court.
fn coverage(manifest: &PackManifest) -> Vec<CoverageRow> {
    let parts = manifest
        .parts
        .iter()
        .filter(|part| part.kind == PackPartKind::Decisions);
    let claims = parts.flat_map(|part| &part.coverage);
    claims
        .filter_map(|claim| {
            let first = claim
                .from
                .as_ref()
                .map_or_else(|| "0001-01-01".to_owned(), CoverageEnd::first_day);
            let last = claim
                .to
                .as_ref()
                .map_or_else(|| manifest.as_of.clone(), CoverageEnd::last_day);
            let year = |day: &str| day.get(..4)?.parse::<u16>().ok();
            let (from, to) = (year(&first)?, year(&last)?);
            let whole = claim.extent == CoverageExtent::Whole;
            Some(CoverageRow {
                court: claim.court.clone()?,
                // A year that is held in part is not held whole.
                from: if whole && !first.ends_with("-01-01") {
                    from.checked_add(1)?
                } else {
                    from
                },
                to: if whole && !last.ends_with("-12-31") { to.checked_sub(1)? } else { to },
                coverage: if whole { CaseCoverage::Whole } else { CaseCoverage::Part },
            })
        })
        .collect()
}
