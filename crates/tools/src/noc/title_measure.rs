//! How often the search by job title finds the right unit group: first, and among the first five.

use serde::Deserialize;

use crate::ToolServices;

/// A job title and its unit group.
#[derive(Debug, Clone, Deserialize)]
pub struct TitleQuery {
    pub query: String,
    pub noc: String,
}

/// Shares of queries whose group was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TitleMeasure {
    pub queries: usize,
    pub top_1: f64,
    pub top_5: f64,
}

/// Whether the program holds that very title as a fact: such a query measures nothing.
pub fn is_shipped_title(services: &ToolServices, query: &TitleQuery) -> bool {
    services.titles.examples(&query.noc).contains(&query.query)
}

/// Searches for every title.
pub fn measure_titles(services: &ToolServices, queries: &[TitleQuery]) -> TitleMeasure {
    let (mut first, mut among) = (0_u32, 0_u32);
    for query in queries {
        let hits = services.titles.ranked(&query.query);
        let found = hits.iter().take(5).position(|hit| hit.code == query.noc);
        first += u32::from(found == Some(0));
        among += u32::from(found.is_some());
    }
    let all = u32::try_from(queries.len().max(1)).map_or(f64::MAX, f64::from);
    TitleMeasure {
        queries: queries.len(),
        top_1: f64::from(first) / all,
        top_5: f64::from(among) / all,
    }
}
