//! What an answer rests on: the table, its hash, its day, and whether a verdict may rest on it too.

use jurat_canon::Hash;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    CivilDay,
    table::{DatedVersion, RuleTable, TableSource},
};

/// What an answer rests on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct AnswerBasis {
    /// The day whose rules were used, as it was asked for.
    pub(crate) as_of: CivilDay,
    /// Whether all tables are known to hold on that day, without a doubt about what was used of them.
    pub(crate) assessable: bool,
    pub(crate) tables: Vec<TableStamp>,
}

/// One table that an answer rests on, in the version that was used.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct TableStamp {
    pub(crate) table: String,
    pub(crate) title: String,
    /// BLAKE3 of the table's bytes.
    #[schemars(with = "String")]
    pub(crate) hash: Hash,
    /// `table of DATE`: the first day of the version used.
    pub(crate) mark: String,
    pub(crate) from: CivilDay,
    /// The version's last day; null while it is in force.
    pub(crate) to: Option<CivilDay>,
    /// The last day for which it is known to have been in force.
    pub(crate) known_until: CivilDay,
    pub(crate) assessable: bool,
    /// Why a verdict may not rest on it.
    pub(crate) not_assessable: Vec<String>,
    /// How sure the values of this version are, in words; null where nothing was noted.
    pub(crate) confidence: Option<String>,
    pub(crate) sources: Vec<TableSource>,
    pub(crate) doubts: Vec<String>,
}

impl AnswerBasis {
    pub(crate) fn new(as_of: CivilDay, tables: Vec<TableStamp>) -> Self {
        Self {
            as_of,
            assessable: tables.iter().all(|it| it.assessable),
            tables,
        }
    }
}

impl TableStamp {
    pub(crate) fn new<T, V>(
        table: &RuleTable<T>,
        used: &DatedVersion<V>,
        as_of: CivilDay,
    ) -> Self {
        let general = table.head.doubts.iter().filter(|doubt| doubt.id.is_none());
        let mut stamp = Self {
            table: table.head.table.clone(),
            title: table.head.title.clone(),
            hash: table.hash,
            mark: format!("table of {}", used.from),
            from: used.from,
            to: used.to,
            known_until: used.known_until,
            assessable: true,
            not_assessable: Vec::new(),
            confidence: used.confidence.clone(),
            sources: table.head.source.clone(),
            doubts: general.map(|doubt| doubt.what.clone()).collect(),
        };
        if used.known_until < as_of {
            stamp.doubt(format!(
                "computed by the table of {}, which is known to hold until {} only",
                used.from, used.known_until
            ));
        }
        if let Some(end) = used.reported_end.filter(|end| *end < as_of) {
            stamp.doubt(format!("others report that it ended on {end}"));
            stamp
                .doubts
                .extend(table.doubt_named(used.reported_end_doubt.as_deref()));
        }
        stamp
    }

    /// Says why no verdict may rest on it.
    pub(crate) fn doubt(&mut self, why: String) {
        self.assessable = false;
        self.not_assessable.push(why);
    }

    /// Keeps the one source that a part of the table names.
    pub(crate) fn only_source(mut self, id: &str) -> Self {
        self.sources.retain(|source| source.id.as_deref() == Some(id));
        self
    }
}

impl<T> RuleTable<T> {
    /// The words of a doubt that a part of the table names.
    pub(crate) fn doubt_named(&self, id: Option<&str>) -> Option<String> {
        let named = self
            .head
            .doubts
            .iter()
            .find(|it| it.id.is_some() && it.id.as_deref() == id);
        named.map(|doubt| doubt.what.clone())
    }
}
