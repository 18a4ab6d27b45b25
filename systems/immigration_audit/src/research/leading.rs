//! Leading authorities out of the table that is part of the program: by topic, then by words.

use jurat_citator::{AuthorityRow, AuthorityTable, CaseIndex as _, CourtTable};

use super::{
    questions::ResearchQuestion, settings::ResearchSettings, word_likeness::WordRarity,
};
use crate::model::{Authority, AuthoritySide, AuthoritySource};

/// The table, as research asks it.
pub(super) struct LeadingAuthorities<'a> {
    table: AuthorityTable,
    settings: &'a ResearchSettings,
    topics: &'a [String],
    as_of: &'a str,
    rarity: WordRarity,
}

impl<'a> LeadingAuthorities<'a> {
    pub(super) fn new(
        settings: &'a ResearchSettings,
        application_type: &str,
        as_of: &'a str,
    ) -> Self {
        let table = AuthorityTable::shipped(&CourtTable::canada());
        let rarity = WordRarity::of(table.rows().iter().map(|row| row.holds.as_str()));
        let topics = settings
            .topics
            .get(application_type)
            .or_else(|| settings.topics.get("other"));
        Self {
            table,
            settings,
            topics: topics.map(Vec::as_slice).unwrap_or_default(),
            as_of,
            rarity,
        }
    }

    /// Those that every matter is judged under.
    pub(super) fn standing(&self) -> Vec<Authority> {
        let of = |one: &super::settings::StandingAuthority| {
            let row = self.table.rows().iter().find(|row| row.citation == one.citation)?;
            self.was_given(row).then(|| self.authority(row, &one.cited_for))
        };
        self.settings.standing.iter().filter_map(of).collect()
    }

    /// Those that speak of a question, the likeliest first. What took another's place stands for it.
    pub(super) fn on(&self, question: &ResearchQuestion) -> Vec<Authority> {
        let mut found: Vec<(f64, &AuthorityRow)> = self
            .table
            .rows()
            .iter()
            .filter(|row| row.topics.iter().any(|topic| self.topics.contains(topic)))
            .filter(|row| self.was_given(row) && !self.is_replaced(row))
            .map(|row| (self.rarity.likeness(&question.words, &row.holds), row))
            .filter(|(likeness, _)| self.settings.least_likeness <= *likeness)
            .collect();
        found.sort_by(|(one, a), (other, b)| {
            other.total_cmp(one).then_with(|| a.citation.cmp(&b.citation))
        });
        found
            .into_iter()
            .map(|(_, row)| self.authority(row, &question.cited_for))
            .collect()
    }

    /// What took the place of a decision by the day asked about.
    pub(super) fn replacement(&self, failed: &Authority) -> Option<Authority> {
        let known = self.table.find(&failed.citation)?;
        let by = self.table.treatments(&known.key)?;
        let by = by.first()?;
        let row = self.table.rows().iter().find(|row| row.citation == by.by)?;
        self.was_given(row).then(|| self.authority(row, &failed.cited_for))
    }

    /// The words of a text that holdings of leading authorities are written in, each once.
    pub(super) fn words_of_law(&self, text: &str) -> Vec<String> {
        self.rarity.known_words(text)
    }

    /// Whether a text shares so much with a point that it may be cited for it in place of another.
    pub(super) fn speaks_of(&self, point: &str, text: &str) -> bool {
        self.settings.least_likeness_to_replace <= self.rarity.likeness(point, text)
    }

    /// Leading authorities that may be cited for a point in place of another.
    pub(super) fn in_place_on(&self, question: &ResearchQuestion) -> Vec<Authority> {
        let mut all = self.on(question);
        all.retain(|it| {
            let mut rows = self.table.rows().iter();
            let row = rows.find(|row| row.citation == it.citation);
            row.is_some_and(|row| self.speaks_of(&question.words, &row.holds))
        });
        all
    }

    fn is_replaced(&self, row: &AuthorityRow) -> bool {
        let treatments = self.table.treatments(&row.citation).unwrap_or_default();
        treatments
            .iter()
            .any(|one| one.date.as_deref().is_none_or(|date| date <= self.as_of))
    }

    fn was_given(&self, row: &AuthorityRow) -> bool {
        row.date.as_str() <= self.as_of
    }

    fn authority(&self, row: &AuthorityRow, cited_for: &str) -> Authority {
        let source = self.table.find(&row.citation).map(|known| known.source);
        Authority {
            citation: row.citation.clone(),
            style: row.style.clone(),
            court: row.court.clone(),
            date: row.date.clone(),
            cited_for: cited_for.to_owned(),
            side: AuthoritySide::States,
            source: AuthoritySource {
                service: "authority_table".to_owned(),
                basis: source.unwrap_or_default(),
                as_of: self.as_of.to_owned(),
            },
            quote: String::new(),
            paragraph: None,
            text_hash: String::new(),
            span: None,
            confidence: self.settings.confidence.authority_table,
        }
    }
}
