//! Services asked in a fixed order: decisions, manuals, help pages. What comes back is quoted sentence by sentence.

use jurat_canon::Hash;
use jurat_model::{ByteSpan, DocumentMetadata, ReaderIdentity, SourceExhibit};
use jurat_tools::{AnswerOutcome, ToolFailure};
use serde_json::{Value as Json, json};

use super::{
    desk::ResearchDesk, questions::ResearchQuestion, settings::ResearchSettings,
    word_likeness::stems,
};
use crate::model::{Authority, AuthoritySide, AuthoritySource, PolicyCitation, ResearchNote};

/// The longest quote, in bytes.
const LONGEST_QUOTE: usize = 600;
/// Calls for the paragraphs of one decision.
const MOST_PAGES: usize = 4;

/// Asks services, notes what came of it, and leaves alone those that cover nothing.
pub(super) struct PackSearch<'a> {
    pub(super) desk: &'a dyn ResearchDesk,
    pub(super) settings: &'a ResearchSettings,
    pub(super) as_of: &'a str,
    pub(super) notes: Vec<ResearchNote>,
    pub(super) texts: Vec<SourceExhibit>,
    closed: Vec<String>,
}

impl<'a> PackSearch<'a> {
    pub(super) fn new(
        desk: &'a dyn ResearchDesk,
        settings: &'a ResearchSettings,
        as_of: &'a str,
    ) -> Self {
        Self {
            desk,
            settings,
            as_of,
            notes: Vec::new(),
            texts: Vec::new(),
            closed: Vec::new(),
        }
    }

    /// An answer where there is one. A service that covers nothing is asked once, and that is noted.
    pub(super) fn ask(&mut self, tool: &str, query: &str, arguments: Json) -> Option<Json> {
        if self.closed.iter().any(|it| it == tool) {
            return None;
        }
        let answer = self.desk.ask(tool, arguments);
        let (outcome, words, content) = match answer {
            Ok(answer) if answer.outcome == AnswerOutcome::Found => {
                ("found", String::new(), Some(answer.content))
            }
            Ok(_) => ("empty", "nothing was found".to_owned(), None),
            Err(failure @ ToolFailure::NotFound { .. }) => ("empty", failure.to_string(), None),
            Err(failure @ ToolFailure::OutsideCoverage { .. }) => {
                self.close(tool);
                ("outside_coverage", failure.to_string(), None)
            }
            Err(failure) => {
                self.close(tool);
                ("service_failed", failure.to_string(), None)
            }
        };
        self.notes.push(ResearchNote {
            service: tool.to_owned(),
            query: query.to_owned(),
            outcome: outcome.to_owned(),
            words,
        });
        content
    }

    /// A single decision may be outside what is covered while others are not.
    fn close(&mut self, tool: &str) {
        if ![FULLTEXT, SIMILAR].contains(&tool) {
            self.closed.push(tool.to_owned());
        }
    }

    /// Decisions that speak of a question.
    pub(super) fn decisions(
        &mut self,
        question: &ResearchQuestion,
        most: u32,
    ) -> Vec<Authority> {
        let asked = json!({ "as_of": self.as_of, "query": question.words, "limit": most });
        let Some(answer) = self.ask("caselaw_keyword_search", &question.words, asked) else {
            return Vec::new();
        };
        let mut all: Vec<Authority> = Vec::new();
        for hit in list(&answer["results"]) {
            let found = self.authority(hit, question);
            if let Some(found) = found
                && !all.iter().any(|it| it.citation == found.citation)
            {
                all.push(found);
            }
        }
        all
    }

    fn authority(&mut self, hit: &Json, question: &ResearchQuestion) -> Option<Authority> {
        let (decision, passage) = (&hit["decision"], &hit["passage"]);
        let citation = decision["citation"].as_str()?.to_owned();
        let text = self.full_text(&citation)?;
        let near = passage["text"].as_str().unwrap_or_default();
        let (quote, span) = quoted(near, &text.text, &question.words)?;
        let paragraph = passage["pinpoint"]["from"].as_str().and_then(|it| it.parse().ok());
        Some(Authority {
            citation,
            style: word(&decision["style"]),
            court: word(&decision["court"]),
            date: word(&decision["date"]),
            cited_for: question.cited_for.clone(),
            side: side_of(decision["outcome"].as_str()),
            source: source_of("caselaw", &passage["source"]),
            quote,
            paragraph,
            text_hash: text.rendition.to_string(),
            span: Some(span),
            confidence: self.settings.confidence.decision_text,
        })
    }

    /// The text of a decision, put together of its paragraphs and kept once.
    pub(super) fn full_text(&mut self, citation: &str) -> Option<SourceExhibit> {
        if let Some(text) = self.texts.iter().find(|it| it.name == citation) {
            return Some(text.clone());
        }
        let mut text = String::new();
        let mut from = 1_u64;
        for _ in 0..MOST_PAGES {
            let asked = json!({
                "as_of": self.as_of, "citation": citation, "from_paragraph": from, "limit": 500,
            });
            let answer = self.ask(FULLTEXT, citation, asked)?;
            if text.is_empty() {
                text.push_str(answer["head"]["text"].as_str().unwrap_or_default());
            }
            for paragraph in list(&answer["paragraphs"]) {
                let number = paragraph["number"].as_u64().unwrap_or_default();
                let words = paragraph["text"].as_str().unwrap_or_default().trim_start();
                let mark = format!("[{number}] ");
                let mark = if words.starts_with(&mark) { "" } else { &mark };
                for part in ["\n\n", mark, words] {
                    text.push_str(part);
                }
            }
            match answer["next_paragraph"].as_u64() {
                Some(next) => from = next,
                None => break,
            }
        }
        let exhibit = exhibit(citation, "decision_blocks", text);
        self.texts.push(exhibit.clone());
        Some(exhibit)
    }

    /// Manuals and help pages that speak of a question.
    pub(super) fn policies(
        &mut self,
        question: &ResearchQuestion,
        most: u32,
    ) -> Vec<PolicyCitation> {
        let confidence = self.settings.confidence;
        let sources = [
            ("operation_manual_keyword_search", "operation-manual", confidence.manual),
            ("help_centre_search", "help-centre", confidence.help),
        ];
        let mut all = Vec::new();
        for (tool, service, confidence) in sources {
            let asked = json!({ "as_of": self.as_of, "query": question.words, "limit": most });
            let Some(answer) = self.ask(tool, &question.words, asked) else { continue };
            for hit in list(&answer["results"]) {
                all.extend(self.policy(hit, (question, service, confidence)));
            }
        }
        all
    }

    fn policy(
        &mut self,
        hit: &Json,
        (question, service, confidence): (&ResearchQuestion, &str, f64),
    ) -> Option<PolicyCitation> {
        let passage = &hit["passage"];
        let words = passage["text"].as_str()?;
        let section = word(&passage["pinpoint"]["from"]);
        let title = hit["title"].as_str().or(hit["page"].as_str()).unwrap_or_default();
        let text = exhibit(&format!("{title}, {section}"), "passage", words.to_owned());
        let (quote, span) = quoted(words, words, &question.words)?;
        let text_hash = text.rendition.to_string();
        if !self.texts.iter().any(|it| it.rendition == text.rendition) {
            self.texts.push(text);
        }
        Some(PolicyCitation {
            document: title.to_owned(),
            section,
            quote,
            cited_for: question.cited_for.clone(),
            source: source_of(service, &passage["source"]),
            text_hash,
            span: Some(span),
            confidence,
        })
    }
}

const FULLTEXT: &str = "caselaw_get_fulltext_by_url";
pub(super) const SIMILAR: &str = "kg_similar_cases";

/// The sentence of a passage that shares most with the question, where it stands in a text.
fn quoted(passage: &str, text: &str, question: &str) -> Option<(String, ByteSpan)> {
    let asked = stems(question);
    let sentences = passage.split_inclusive(['.', ';', '\n']).map(without_mark);
    let told = sentences.filter(|it| 20 <= it.len() && it.len() <= LONGEST_QUOTE);
    let mut best: Option<(usize, &str, usize)> = None;
    for sentence in told {
        let Some(at) = text.find(sentence) else { continue };
        let shared = stems(sentence).intersection(&asked).count();
        if best.is_none_or(|(most, ..)| most < shared) {
            best = Some((shared, sentence, at));
        }
    }
    let (_, sentence, at) = best?;
    Some((sentence.to_owned(), ByteSpan { start: at, end: at + sentence.len() }))
}

/// A sentence without the mark of its paragraph, which the decision's own words are not.
fn without_mark(sentence: &str) -> &str {
    let sentence = sentence.trim();
    let marked = sentence.strip_prefix('[').and_then(|it| it.split_once(']'));
    let unmarked = marked.filter(|(mark, _)| mark.bytes().all(|byte| byte.is_ascii_digit()));
    unmarked.map_or(sentence, |(_, rest)| rest.trim_start())
}

/// A decision that allowed such an application speaks for the client, one that dismissed it against.
fn side_of(outcome: Option<&str>) -> AuthoritySide {
    match outcome {
        Some("allowed" | "granted" | "set_aside_returned") => AuthoritySide::ForUs,
        Some("dismissed" | "refused") => AuthoritySide::AgainstUs,
        _ => AuthoritySide::States,
    }
}

fn source_of(service: &str, source: &Json) -> AuthoritySource {
    AuthoritySource {
        service: service.to_owned(),
        basis: format!("{} ({})", word(&source["pack"]), word(&source["corpus_version"])),
        as_of: word(&source["as_of"]),
    }
}

fn exhibit(name: &str, reader: &str, text: String) -> SourceExhibit {
    let hash = Hash::of(text.as_bytes());
    SourceExhibit {
        name: name.to_owned(),
        source: hash,
        media: "text/plain".to_owned(),
        rendition: hash,
        reader: ReaderIdentity {
            name: reader.to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata::default(),
        text,
    }
}

pub(super) fn list(value: &Json) -> &[Json] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn word(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
