//! Titles of those who lead others: what is led points to the group of the leaders.
//!
//! `Footwear manufacturing foreman` has the words of the workers; which supervisors lead these is a fact of the classification.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    CivilDay, ToolFailure,
    noc::title_terms::stem,
    table::{DatedVersion, RuleTable, TableStamp, in_force},
};

/// How much of what speaks for the best group that is led speaks for its leaders.
const LED_WEIGHT: f64 = 0.5;
/// What any group of leaders gains over those that lead nobody.
const LEADER_GAIN: f64 = 1.5;

#[derive(Debug, Deserialize)]
struct SupervisorTable {
    versions: Vec<DatedVersion<SupervisorVersion>>,
}

#[derive(Debug, Deserialize)]
struct SupervisorVersion {
    /// The beginnings of the codes that a group leads.
    leads: BTreeMap<String, Vec<String>>,
    head_nouns: Vec<String>,
}

/// Which groups lead which.
pub(super) struct TitleSupervisors {
    table: RuleTable<SupervisorTable>,
    heads: Vec<String>,
    /// The place of each group of leaders, and the places of those they lead.
    leads: Vec<(usize, Vec<usize>)>,
}

impl TitleSupervisors {
    pub(super) fn built_in(codes: &[String]) -> Result<Self, ToolFailure> {
        let text = include_str!("../../data/noc_supervisors.json");
        let table: RuleTable<SupervisorTable> = RuleTable::read("noc_supervisors", text)?;
        let newest = table.body.versions.last().map(|it| &it.rule);
        let leads = newest.into_iter().flat_map(|it| &it.leads);
        let places = |(leader, led): (&String, &Vec<String>)| {
            let leader = codes.iter().position(|code| code == leader)?;
            let led = codes.iter().enumerate().filter(|(_, code)| {
                is_led(code) && led.iter().any(|start| code.starts_with(start))
            });
            Some((leader, led.map(|(at, _)| at).collect()))
        };
        let leads = leads.filter_map(places).collect();
        let heads = newest.into_iter().flat_map(|it| &it.head_nouns);
        Ok(Self {
            heads: heads.map(|word| stem(word)).collect(),
            leads,
            table,
        })
    }

    pub(super) fn stamp(&self, as_of: CivilDay) -> Result<TableStamp, ToolFailure> {
        let used = in_force(&self.table.body.versions, as_of, &self.table.head.title)?;
        Ok(TableStamp::new(&self.table, used, as_of))
    }

    /// Adds to the scores of leaders, where the head noun is theirs, what speaks for those whom they lead.
    pub(super) fn add(&self, head: &str, led_scores: &[f64], scores: &mut [f64]) {
        if !self.heads.iter().any(|it| it == head) {
            return;
        }
        for (leader, led) in &self.leads {
            let best = led.iter().filter_map(|at| led_scores.get(*at)).copied();
            if let Some(best) = best.reduce(f64::max)
                && let Some(score) = scores.get_mut(*leader)
            {
                *score += LED_WEIGHT * best + LEADER_GAIN;
            }
        }
    }
}

/// Managers and other supervisors are not led by supervisors.
fn is_led(code: &str) -> bool {
    code.get(1..2) != Some("0") && code.get(2..3) != Some("0")
}
