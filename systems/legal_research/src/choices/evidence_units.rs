//! Provisions cut into what can bear out a choice: a sentence, or an item of a list with what leads in to it.

use std::collections::HashMap;

use jurat_model::{ByteSpan, Quote, RetrievedChunk, SourceExhibit};
use jurat_text::{
    Language,
    sentences::{SentenceKind, sentences},
    tokens::terms,
};

use super::ChoiceEvidence;

/// Bytes of a provision that are read.
const READ: usize = 24_000;

/// A sentence or an item.
pub(super) struct EvidenceUnit {
    /// The provision that it is of, by index.
    pub(super) provision: usize,
    pub(super) text: String,
    /// Its own terms, in order.
    pub(super) item: Vec<String>,
    /// The same with those of what leads in.
    pub(super) whole: Vec<String>,
    /// The words of what leads in.
    pub(super) lead: String,
    quote: Quote,
}

/// All of them, with how rare each term is.
pub(super) struct EvidenceUnits {
    pub(super) units: Vec<EvidenceUnit>,
    /// The terms of each provision.
    pub(super) provisions: Vec<Vec<String>>,
    names: Vec<String>,
    rarity: HashMap<String, f64>,
    most_rare: f64,
}

impl EvidenceUnits {
    pub(super) fn of(
        chunks: &[RetrievedChunk],
        exhibits: &[SourceExhibit],
        language: Language,
    ) -> Self {
        let mut found = Self {
            units: Vec::new(),
            provisions: Vec::new(),
            names: Vec::new(),
            rarity: HashMap::new(),
            most_rare: 1.0,
        };
        for chunk in chunks {
            let rendition = chunk.passage.rendition;
            let Some(exhibit) = exhibits.iter().find(|it| it.rendition == rendition) else {
                continue;
            };
            let ranges = match &chunk.provision {
                Some(provision) => provision.ranges.clone(),
                None => vec![chunk.passage.span],
            };
            found.take(exhibit, &ranges, language);
            let heading = format!("{} {}", chunk.document_id, chunk.section_heading);
            if let Some(own) = found.provisions.last_mut() {
                own.extend(terms(&heading, language));
            }
            found.names.push(chunk.document_id.clone());
        }
        found.weigh();
        found
    }

    fn take(&mut self, exhibit: &SourceExhibit, ranges: &[ByteSpan], language: Language) {
        let provision = self.provisions.len();
        let mut all = Vec::new();
        for range in ranges {
            let Some(text) = range.of(&exhibit.text) else { continue };
            let text = &text[..text.floor_char_boundary(READ)];
            let cut = sentences(text);
            for one in cut.iter().filter(|one| one.kind != SentenceKind::Heading) {
                let words = &text[one.range.clone()];
                let lead = one.lead_in.and_then(|at| cut.get(at));
                let lead = lead.map_or("", |lead| &text[lead.range.clone()]);
                let span =
                    ByteSpan::from(range.start + one.range.start..range.start + one.range.end);
                let quote = Quote::take(exhibit.rendition, &exhibit.text, &[span]);
                let Some(quote) = quote else { continue };
                let item = terms(words, language);
                let whole = [terms(lead, language), item.clone()].concat();
                all.extend(item.iter().cloned());
                self.units.push(EvidenceUnit {
                    provision,
                    text: words.to_owned(),
                    item,
                    whole,
                    lead: lead.to_owned(),
                    quote,
                });
            }
        }
        self.provisions.push(all);
    }

    fn weigh(&mut self) {
        let mut counts: HashMap<&str, f64> = HashMap::new();
        for provision in &self.provisions {
            let mut own: Vec<&str> = provision.iter().map(String::as_str).collect();
            own.sort_unstable();
            own.dedup();
            for term in own {
                *counts.entry(term).or_default() += 1.0;
            }
        }
        let all = count(self.provisions.len());
        let idf = |with: f64| (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
        self.most_rare = idf(0.0).max(1.0);
        self.rarity = counts
            .into_iter()
            .map(|(term, with)| (term.to_owned(), idf(with)))
            .collect();
    }

    /// How rare a term is; one that stands nowhere is the rarest.
    pub(super) fn rarity(&self, term: &str) -> f64 {
        self.rarity.get(term).copied().unwrap_or(self.most_rare)
    }

    pub(super) fn knows(&self, term: &str) -> bool {
        self.rarity.contains_key(term)
    }

    pub(super) fn evidence(&self, unit: usize) -> Option<ChoiceEvidence> {
        let unit = self.units.get(unit)?;
        Some(ChoiceEvidence {
            document_id: self.names.get(unit.provision)?.clone(),
            quote: unit.quote.clone(),
        })
    }
}

pub(super) fn count(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
