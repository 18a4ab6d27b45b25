//! What takes the place of citations that failed: what replaced them in law, what was found on the same point, or what is found
//! anew by the words that a paper cites them with.

use jurat_model::ByteSpan;

use super::{
    QuestionAnswers, ResearchOrder, leading::LeadingAuthorities, pack_search::PackSearch,
    questions::ResearchQuestion,
};
use crate::model::{Authority, AuthoritySide, ResearchNote};

/// The outcome of a note on a citation whose place another took. Such notes are kept from round to round.
pub const REPLACED: &str = "replaced";

/// Bytes of a paper, on either side of a citation, that may say what it is cited for.
const SAID_AROUND: usize = 600;
/// Decisions that a search for a replacement looks at.
const MOST_LOOKED_AT: u32 = 8;
/// Words of the law that a paper must use before anything is searched by them.
const FEWEST_WORDS: usize = 3;

/// A later round of research.
pub(super) struct CitationMending<'a, 's> {
    pub(super) order: &'a ResearchOrder<'a>,
    pub(super) leading: &'a LeadingAuthorities<'a>,
    pub(super) found: &'a [QuestionAnswers],
    pub(super) search: &'a mut PackSearch<'s>,
}

impl CitationMending<'_, '_> {
    /// What stood, and what takes the place of the rest. What nothing can replace stays, so that it is not passed over in silence.
    pub(super) fn mended(mut self) -> Vec<Authority> {
        let before = self.order.cited_before;
        let mut all: Vec<Authority> = before
            .iter()
            .filter(|it| !self.fails(&it.citation))
            .cloned()
            .collect();
        let failing: Vec<&Authority> =
            before.iter().filter(|it| self.order_fails(&it.citation)).collect();
        for failed in failing {
            let Some(other) = self.substitute(failed, &all) else {
                all.push(failed.clone());
                continue;
            };
            self.note(failed, &other);
            // What takes its place may be cited already: the point is then carried by it.
            if !all.iter().any(|known| known.citation == other.citation) {
                all.push(other);
            }
        }
        all
    }

    fn order_fails(&self, citation: &str) -> bool {
        self.order
            .failed
            .iter()
            .any(|it| it.critical && it.citation == citation)
    }

    /// Whether it failed in the round before, or in an earlier one.
    fn fails(&self, citation: &str) -> bool {
        let mut notes = self.search.notes.iter();
        self.order_fails(citation)
            || notes.any(|it| it.outcome == REPLACED && it.query == citation)
    }

    fn substitute(&mut self, failed: &Authority, all: &[Authority]) -> Option<Authority> {
        if let Some(successor) = self.leading.replacement(failed)
            && !self.fails(&successor.citation)
        {
            return Some(successor);
        }
        let same_point = self.found.iter().filter(|it| it.cited_for == failed.cited_for);
        let others: Vec<Authority> =
            same_point.flat_map(|it| it.decisions.iter().cloned()).collect();
        self.likeliest(failed, others, all).or_else(|| {
            let others = self.found_anew(failed);
            self.likeliest(failed, others, all)
        })
    }

    /// The first of the same side that is not cited yet; where all are, the first, which then carries this point too.
    fn likeliest(
        &self,
        failed: &Authority,
        others: Vec<Authority>,
        all: &[Authority],
    ) -> Option<Authority> {
        let is_sound = |it: &Authority| !self.fails(&it.citation) && is_of_one_side(it, failed);
        let mut sound: Vec<Authority> = others.into_iter().filter(is_sound).collect();
        let is_new = |it: &Authority| !all.iter().any(|known| known.citation == it.citation);
        let at = sound.iter().position(is_new).unwrap_or_default();
        (at < sound.len()).then(|| sound.swap_remove(at))
    }

    /// What speaks of the point that a paper cites a decision for.
    fn found_anew(&mut self, failed: &Authority) -> Vec<Authority> {
        let Some(words) = self.point_of(failed) else { return Vec::new() };
        let question = ResearchQuestion::on_point(&failed.cited_for, words);
        let mut all = self.search.decisions(&question, MOST_LOOKED_AT);
        all.retain(|it| self.leading.speaks_of(&question.words, &it.quote));
        all.extend(self.leading.in_place_on(&question));
        all
    }

    /// What a paper says around a citation, or what was quoted for the same point, in words that the law is written in: names and
    /// dates of a client are nobody's search words.
    fn point_of(&self, failed: &Authority) -> Option<String> {
        let mut exhibits = self.order.exhibits.iter();
        let paper = exhibits.find(|it| it.rendition.to_string() == failed.text_hash);
        let said = match paper {
            Some(paper) => {
                let (before, after) = said_around(&paper.text, failed.span?)?;
                format!("{before} {after}")
            }
            None => failed.quote.clone(),
        };
        let words = self.leading.words_of_law(&said);
        (FEWEST_WORDS <= words.len()).then(|| words.join(" "))
    }

    fn note(&mut self, failed: &Authority, other: &Authority) {
        let mut record = self.order.failed.iter();
        let issue = record
            .find(|it| it.citation == failed.citation)
            .map(|it| it.issue.clone())
            .unwrap_or_default();
        self.search.notes.push(ResearchNote {
            service: failed.source.service.clone(),
            query: failed.citation.clone(),
            outcome: REPLACED.to_owned(),
            words: format!("{issue}; this report cites {} in its stead", other.citation),
        });
    }
}

/// Whether one may be cited in place of the other: what went against such a client carries no argument of theirs, and what went for
/// one is no warning.
fn is_of_one_side(one: &Authority, failed: &Authority) -> bool {
    let is_against = |it: &Authority| it.side == AuthoritySide::AgainstUs;
    is_against(one) == is_against(failed)
}

/// The rest of the paragraph that a citation stands in, before it and after.
fn said_around(text: &str, at: ByteSpan) -> Option<(&str, &str)> {
    let (before, after) = (text.get(..at.start)?, text.get(at.end..)?);
    let from = before.ceil_char_boundary(before.len().saturating_sub(SAID_AROUND));
    let to = after.floor_char_boundary(SAID_AROUND.min(after.len()));
    let (before, after) = (before.get(from..)?, after.get(..to)?);
    let begins = before.rfind("\n\n").map_or(0, |gap| gap + 2);
    let ends = after.find("\n\n").unwrap_or(after.len());
    Some((before.get(begins..)?, after.get(..ends)?))
}

#[cfg(test)]
mod tests {
    use jurat_model::ByteSpan;

    use super::said_around;

    #[test]
    fn what_is_said_around_a_citation_ends_with_its_paragraph() {
        let text = "One.\n\nFairness is owed: 2022 FC 456. It varies.\n\nThree é";
        let start = text.find("2022").unwrap_or_default();
        let span = ByteSpan { start, end: start + "2022 FC 456".len() };
        assert_eq!(said_around(text, span), Some(("Fairness is owed: ", ". It varies.")));
    }
}
