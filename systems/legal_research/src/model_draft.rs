//! A model's draft, checked: each sentence must bear a mark, and a source that it marks must bear it out.

use jurat_model::{ByteSpan, Quote};
use jurat_text::sentences::sentences;
use jurat_verify::grounding::{CLAIM_THRESHOLD, EvidenceIndex};

use crate::{
    cited_statement::{AnswerSection, CitedStatement},
    step_evidence::StepSource,
    step_findings::CutSentence,
    synthesis::squeezed,
};

/// A draft, sentence by sentence.
pub(crate) struct CheckedDraft {
    sentences: Vec<DraftSentence>,
}

/// A sentence in the section that it stands in, and what became of it.
struct DraftSentence {
    section: AnswerSection,
    outcome: Result<CitedStatement, CutSentence>,
}

impl CheckedDraft {
    pub(crate) fn of(draft: &str, sources: &[StepSource]) -> Self {
        // What follows is a map of sources, which we make ourselves.
        let draft = draft.split("## Sources").next().unwrap_or_default();
        let mut found = Vec::new();
        let mut section = AnswerSection::Rule;
        for line in draft.lines() {
            let (own, words) = headed(line);
            section = own.unwrap_or(section);
            for sentence in marked_sentences(words) {
                let outcome = checked(&sentence, section, sources);
                found.push(DraftSentence { section, outcome });
            }
        }
        Self { sentences: found }
    }

    /// Sentences that no source bears out, with the reason.
    pub(crate) fn failed(&self) -> Vec<CutSentence> {
        let failed = self.sentences.iter().filter_map(|one| one.outcome.as_ref().err());
        failed.cloned().collect()
    }

    /// Takes what came back for the sentences that failed, by their numbers from 1. Each is checked as the first were, and
    /// stands where the sentence stood that it mends; one that came back without words, or not at all, stays cut.
    pub(crate) fn mend(&mut self, mended: &[(u32, String)], sources: &[StepSource]) {
        let failed = self.sentences.iter_mut().filter(|one| one.outcome.is_err());
        for (number, one) in (1..).zip(failed) {
            let back = mended.iter().find(|(own, _)| *own == number);
            let Some((_, words)) = back else { continue };
            // One for one: what more there is was not asked for.
            let (_, words) = headed(words);
            if let Some(sentence) = marked_sentences(words).into_iter().next() {
                one.outcome = checked(&sentence, one.section, sources);
            }
        }
    }

    /// The statements that hold, and the sentences that are cut.
    pub(crate) fn parted(self) -> (Vec<CitedStatement>, Vec<CutSentence>) {
        let (mut kept, mut cut) = (Vec::new(), Vec::new());
        for one in self.sentences {
            match one.outcome {
                Ok(statement) => kept.push(statement),
                Err(sentence) => cut.push(sentence),
            }
        }
        (kept, cut)
    }
}

/// A line without the heading of its section: `**Rule**: …`.
fn headed(line: &str) -> (Option<AnswerSection>, &str) {
    let bare = line.trim_start_matches(['#', '*', '-', ' ']);
    let found = AnswerSection::ALL.into_iter().find_map(|section| {
        let rest = bare.strip_prefix(section.title())?;
        let rest = rest.trim_start_matches(['*', ':', ' ']);
        Some((Some(section), rest))
    });
    found.unwrap_or((None, bare))
}

/// A sentence without its marks.
struct MarkedSentence {
    text: String,
    sources: Vec<u32>,
}

/// Sentences with their marks, whether these stand before the full stop or after it.
fn marked_sentences(line: &str) -> Vec<MarkedSentence> {
    let mut found: Vec<MarkedSentence> = Vec::new();
    for one in sentences(line) {
        let (text, sources) = unmarked(&line[one.range]);
        let bare = !text.chars().any(char::is_alphanumeric);
        match found.last_mut() {
            Some(last) if bare => last.sources.extend(sources),
            _ if bare => {}
            _ => found.push(MarkedSentence { text, sources }),
        }
    }
    found
}

/// Words without `[Source N]`, and the numbers.
fn unmarked(sentence: &str) -> (String, Vec<u32>) {
    const MARK: &str = "[Source ";
    let mut text = String::new();
    let mut sources = Vec::new();
    let mut rest = sentence;
    while let Some(at) = rest.find(MARK) {
        let after = &rest[at + MARK.len()..];
        let Some(end) = after.find(']') else { break };
        text.push_str(rest[..at].trim_end());
        sources.extend(
            after[..end]
                .split([',', ' '])
                .filter_map(|it| it.trim().parse::<u32>().ok()),
        );
        rest = &after[end + 1..];
    }
    text.push_str(rest);
    sources.sort_unstable();
    sources.dedup();
    (squeezed(&text), sources)
}

fn checked(
    sentence: &MarkedSentence,
    section: AnswerSection,
    sources: &[StepSource],
) -> Result<CitedStatement, CutSentence> {
    borne_out(sentence, section, sources)
        .map_err(|why| CutSentence { text: sentence.text.clone(), why })
}

fn borne_out(
    sentence: &MarkedSentence,
    section: AnswerSection,
    sources: &[StepSource],
) -> Result<CitedStatement, String> {
    let cited: Vec<&StepSource> = sources
        .iter()
        .filter(|source| sentence.sources.contains(&source.number))
        .collect();
    if cited.is_empty() {
        return Err("It names no source.".to_owned());
    }
    let index = EvidenceIndex::read(cited.iter().map(|source| source.quote.text.as_str()));
    let found = index.claim(&sentence.text);
    if CLAIM_THRESHOLD <= found.risk || !found.differences.is_empty() {
        return Err("The sources that it names do not bear it out.".to_owned());
    }
    let nearest = found.nearest.ok_or("No sentence of its sources is near it.")?;
    let source = cited.get(nearest.passage).ok_or("Its source is not at hand.")?;
    let quote = within(&source.quote, nearest.span).ok_or("Its words cannot be placed.")?;
    let mut numbers = vec![source.number];
    numbers.extend(
        cited
            .iter()
            .map(|it| it.number)
            .filter(|number| *number != source.number),
    );
    Ok(CitedStatement {
        section,
        text: sentence.text.clone(),
        sources: numbers,
        quote,
        reworded: true,
    })
}

/// The part of a quote at some bytes of its text.
fn within(quote: &Quote, span: ByteSpan) -> Option<Quote> {
    let mut start = 0;
    for own in &quote.ranges {
        let end = start + own.len();
        if start <= span.start && span.end <= end {
            let range = ByteSpan::from(
                own.start + (span.start - start)..own.start + (span.end - start),
            );
            return Some(Quote {
                rendition: quote.rendition,
                ranges: vec![range],
                text: quote.text.get(span.start..span.end)?.to_owned(),
            });
        }
        start = end + Quote::GAP.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{headed, marked_sentences};
    use crate::cited_statement::AnswerSection;

    #[test]
    fn sections_and_marks_are_read() {
        let (section, rest) = headed("**Elements**: (1) an act [Source 1].");
        assert_eq!(section, Some(AnswerSection::Elements));
        assert_eq!(rest, "(1) an act [Source 1].");
        let found = marked_sentences(
            "A lamp must be lit [Source 1] [Source 3]. It may be dimmed. [Source 2]",
        );
        let found: Vec<(&str, &[u32])> = found
            .iter()
            .map(|it| (it.text.as_str(), it.sources.as_slice()))
            .collect();
        assert_eq!(
            found,
            [("A lamp must be lit.", &[1, 3][..]), ("It may be dimmed.", &[2][..])]
        );
    }
}
