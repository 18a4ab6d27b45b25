//! The parts of a provision that can be told by themselves: a sentence, or an item with what leads in to it and
//! what its list ends with.

use std::ops::Range;

use crate::sentences::{SentenceKind, SentenceSpan, is_tail, sentences, tails};

/// Lists nested deeper are damage.
const DEEPEST: usize = 6;
/// A line of its own of fewer bytes is a heading.
const HEADING: usize = 60;

/// A part that can be told by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionPart {
    /// The sentence or item itself.
    pub own: Range<usize>,
    /// It, what leads in to it and what its list ends with, in order; neighbours as one.
    pub ranges: Vec<Range<usize>>,
    pub words: String,
}

/// The pieces of a text, in order.
pub fn pieces(text: &str) -> Vec<ProvisionPart> {
    let cut = ProvisionSplitter { text, sentences: sentences(text) };
    (0..cut.sentences.len()).filter_map(|at| cut.piece(at)).collect()
}

struct ProvisionSplitter<'a> {
    text: &'a str,
    sentences: Vec<SentenceSpan>,
}

impl ProvisionSplitter<'_> {
    fn piece(&self, at: usize) -> Option<ProvisionPart> {
        let sentence = &self.sentences[at];
        let leads = self.sentences.iter().any(|other| other.lead_in == Some(at));
        if leads || sentence.kind == SentenceKind::Heading && sentence.range.len() < HEADING {
            return None;
        }
        // What a list ends with is told with each of its items.
        if is_tail(self.text, &self.sentences, at) {
            return None;
        }
        let mut chain = vec![at];
        while let Some(lead) =
            self.sentences[chain[0]].lead_in.filter(|_| chain.len() < DEEPEST)
        {
            chain.insert(0, lead);
        }
        chain.extend(tails(self.text, &self.sentences, at));
        let ranges: Vec<Range<usize>> =
            chain.iter().map(|at| self.sentences[*at].range.clone()).collect();
        let words: Vec<&str> = ranges.iter().map(|range| &self.text[range.clone()]).collect();
        Some(ProvisionPart {
            own: sentence.range.clone(),
            words: words.join(" "),
            ranges: self.joined(ranges),
        })
    }

    fn joined(&self, ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
        let mut joined: Vec<Range<usize>> = Vec::new();
        for range in ranges {
            match joined.last_mut() {
                Some(last) if self.text[last.end..range.start].trim().is_empty() => {
                    last.end = range.end;
                }
                _ => joined.push(range),
            }
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn an_item_comes_with_its_lead_in_and_its_tail() {
        let text = "A ferry must carry\n(a) oars;\n(b) lamps,\nunless the lake is frozen.\nRafts need not.";
        let words: Vec<String> = pieces(text).into_iter().map(|piece| piece.words).collect();
        assert!(
            words
                .iter()
                .any(|words| words.starts_with("A ferry must carry (b) lamps")),
            "{words:?}"
        );
        assert!(words.contains(&"Rafts need not.".to_owned()), "{words:?}");
        let first = "A ferry must carry (a) oars; unless the lake is frozen.".to_owned();
        assert!(words.contains(&first), "{words:?}");
    }

    #[test]
    fn the_next_item_is_no_tail() {
        let text = "b) le gardien qui :\n(i) écrit,\n(ii) sonne;\nc) la personne qui dort.";
        let words: Vec<String> = pieces(text).into_iter().map(|piece| piece.words).collect();
        assert!(words.contains(&"b) le gardien qui : (i) écrit,".to_owned()), "{words:?}");
    }

    #[test]
    fn an_item_of_a_list_within_a_list_has_the_tails_of_both() {
        let text = "A ferry must carry\n(a) a purse with\n(i) coins, and\n(ii) notes,\nunless it is free;\n(b) lamps,\nexcept on a raft.";
        let all = pieces(text);
        let coins = all
            .iter()
            .find(|piece| piece.words.contains("coins"))
            .map(|piece| piece.words.as_str());
        assert_eq!(
            coins,
            Some(
                "A ferry must carry (a) a purse with (i) coins, and unless it is free; except on a raft."
            )
        );
    }
}
