//! What an answer tells people, as a document.

use jurat_compose::{
    EvidenceReport, RejectedRequirement, ReportResult, ReportedRequirement, ReportedSource,
    parts_told,
};
use jurat_document::{
    CollapsibleBlock, DocumentBlock, DocumentCard, DocumentList, DocumentListItem,
    DocumentSection, DocumentTree, ExcerptSegment, InlineSpan, InlineText, code, link, plain,
    quiet, strong, words_to,
};
use jurat_model::{
    Quote, Requirement, RequirementConflict, RequirementId, SourceType, Statement,
    StatementRole,
};
use jurat_text::filled;

use super::{
    report_view::{QuoteWindow, ReportView, WindowPiece},
    translations::{AnswerWords, named, words},
};

/// Bytes of a source shown on either side of a quote.
const CONTEXT: usize = 240;

/// The document of an answer.
pub(crate) fn document(view: &ReportView<'_>) -> DocumentTree {
    let report = view.report;
    let language = report.language.clone().unwrap_or_else(|| "en".to_owned());
    let page = AnswerPage { view, report, words: words(&language) };
    DocumentTree {
        kicker: page.words.kicker.clone(),
        title: report.question.clone(),
        verdict: named(&page.words.result, report.result),
        facts: page.facts(),
        date: report.as_of.clone(),
        blocks: page.blocks(),
        disclaimer: page.words.disclaimer.clone(),
        signed: true,
        language,
    }
}

struct AnswerPage<'a> {
    view: &'a ReportView<'a>,
    report: &'a EvidenceReport,
    words: &'static AnswerWords,
}

impl AnswerPage<'_> {
    fn facts(&self) -> Vec<String> {
        let sure = match likely(self.report) {
            Some(probability) => {
                filled(&self.words.best_provision, &[&self.percent(probability)])
            }
            None => format!(
                "{}: {}",
                self.words.grounding,
                named(&self.words.grades, self.report.grounding_confidence)
            ),
        };
        let as_of = self.report.as_of.iter().map(|day| filled(&self.words.as_of, &[day]));
        [sure].into_iter().chain(as_of).collect()
    }

    fn blocks(&self) -> Vec<DocumentBlock> {
        let (words, report) = (self.words, self.report);
        let placeholders = report.placeholders.iter();
        let placeholders =
            placeholders.map(|one| format!("{}: {}", one.document_id, one.words));
        let flagged = report.flagged.iter();
        let flagged =
            flagged.map(|one| format!("{}: “{}” ({})", one.chunk_id, one.words, one.why));
        let sections = [
            Some(self.answer()),
            Some(self.confidence()),
            listed("review", &words.review, "", self.review()),
            self.conflicts(),
            self.requirements(),
            self.closest(),
            listed("missing", &words.missing, "", report.missing_evidence.clone()),
            listed(
                "placeholders",
                &words.placeholders,
                &words.placeholders_lead,
                placeholders.collect(),
            ),
            listed("flagged", &words.flagged, &words.flagged_lead, flagged.collect()),
            listed("notes", &words.notes, "", report.notes.clone()),
            self.sources(),
            Some(self.verify()),
            self.rejected(),
        ];
        sections.into_iter().flatten().map(DocumentBlock::Section).collect()
    }

    fn answer(&self) -> DocumentSection {
        let report = self.report;
        let mut blocks = Vec::new();
        if let Some(message) = &report.message {
            let words = self.words;
            let alone = report.rejected.is_empty();
            let phrases = if alone { &words.message_alone } else { &words.message };
            let own = named(phrases, report.result);
            let message = if own.is_empty() { message.clone() } else { own };
            blocks.push(DocumentBlock::Callout { words: vec![plain(message)] });
        }
        if let Some(answer) = &report.answer {
            blocks.extend(
                answer
                    .value
                    .iter()
                    .map(|value| DocumentBlock::Value { words: value.clone() }),
            );
            let statements = (1..).zip(&answer.statements);
            let items = statements.map(|(number, one)| self.statement(number, one)).collect();
            blocks.push(DocumentBlock::List(DocumentList { from: Some(1), items }));
        }
        DocumentSection::new("answer", &self.words.answer, blocks)
    }

    /// A statement with its marks.
    fn statement(&self, number: usize, statement: &Statement) -> DocumentListItem {
        let (said, end) = split_end(statement);
        let provision = provision_of(statement, self.report);
        let mut words: InlineText = provision
            .map(|one| InlineSpan::Cite { words: one.document_id.clone() })
            .into_iter()
            .collect();
        words.push(plain(said));
        for mark in &statement.marks {
            words.push(plain(" "));
            words.push(to(*mark));
        }
        words.push(plain(end));
        let told = provision
            .zip(statement.quote.as_ref())
            .and_then(|(one, quote)| parts_told(one, quote));
        if let Some((told, all)) = told {
            let count = [told, all].map(|count| count.to_string());
            let count = filled(&self.words.parts_told, &count.each_ref().map(String::as_str));
            words.push(quiet(format!(" ({count})")));
        }
        DocumentListItem {
            id: Some(format!("statement-{number}")),
            words,
            marked: statement.role == StatementRole::Conflict,
        }
    }

    fn confidence(&self) -> DocumentSection {
        let (words, report) = (self.words, self.report);
        let graded = |name: &str, grade: String, means: &str| {
            (name.to_owned(), vec![strong(grade), plain(format!(": {means}"))])
        };
        let mut rows = Vec::new();
        if let Some(probability) = likely(report) {
            let means = filled(&words.likely_means, &[&self.percent(probability)]);
            rows.push((words.likely.clone(), vec![plain(means)]));
        } else {
            let grade = report.grounding_confidence;
            let means = named(&words.grounding_means, grade);
            rows.push(graded(&words.grounding, named(&words.grades, grade), &means));
            rows.extend(report.answer.iter().map(|answer| {
                let grade = answer.composition_confidence;
                let means = named(&words.composition_means, grade);
                graded(&words.composition, named(&words.grades, grade), &means)
            }));
        }
        rows.push((words.evidence.clone(), vec![plain(self.counts())]));
        DocumentSection::new(
            "confidence",
            &words.confidence,
            vec![DocumentBlock::Pairs { rows }],
        )
    }

    /// A probability in words, with a small bar.
    fn percent(&self, probability: f64) -> String {
        const CELLS: f64 = 10.0;
        let full = (probability * CELLS).round();
        let cell = |at: i32| if f64::from(at) < full { '█' } else { '░' };
        let bar: String = (0..10).map(cell).collect();
        format!(
            "{} {bar}",
            filled(&self.words.about, &[&format!("{:.0}", 100.0 * probability)])
        )
    }

    /// One line about how the evidence came about.
    fn counts(&self) -> String {
        let trail = &self.report.audit_trail.evidence_audit_trail;
        let counts = [
            trail.total_chunks_retrieved.to_string(),
            trail.total_requirements_extracted.to_string(),
            self.evidence().to_lowercase(),
            trail.total_requirements_verified.to_string(),
            self.report.rejected.len().to_string(),
        ];
        filled(&self.words.counts, &counts.each_ref().map(String::as_str))
    }

    /// What the words that the answer rests on are called.
    fn evidence(&self) -> &str {
        let provisions = likely(self.report).is_some();
        if provisions { &self.words.provisions } else { &self.words.requirements }
    }

    /// What the review of the answer found, a line each, with its code.
    fn review(&self) -> Vec<String> {
        let issues = self.report.review.iter().flat_map(|review| &review.issues);
        let line = |issue: &jurat_model::ReviewIssue| {
            let place = issue
                .statement
                .map(|n| filled(&self.words.statement, &[&n.to_string()]));
            let place = place.map(|place| format!("{place}: "));
            format!("{}{} ({})", place.unwrap_or_default(), issue.message, issue.code)
        };
        issues.map(line).collect()
    }

    fn conflicts(&self) -> Option<DocumentSection> {
        let item = |one: &RequirementConflict| {
            let over = named(&self.words.over, one.over);
            let said = format!(". {over}: {}", one.difference);
            vec![to(one.one), plain(&self.words.and), to(one.other), plain(said)]
        };
        let blocks = DocumentBlock::bullets(self.report.conflicts.iter().map(item).collect());
        section("conflicts", &self.words.conflicts, blocks)
    }

    fn requirements(&self) -> Option<DocumentSection> {
        let cards = self.report.requirements.iter().map(|one| self.card(one)).collect();
        section("requirements", self.evidence(), cards)
    }

    fn card(&self, one: &ReportedRequirement) -> DocumentBlock {
        let (words, requirement) = (self.words, &one.requirement);
        let sort = named(&words.sort, requirement.source_type);
        // What was handed in counts as policy, whatever it is: only of statutes the sort is sure.
        let cite = match requirement.source_type {
            SourceType::Policy if one.probability.is_some() => requirement.document_id.clone(),
            _ => format!("{sort}: {}", requirement.document_id),
        };
        let place = [
            one.source_name.as_str(),
            &bytes(&requirement.quote),
            requirement.chunk_id.as_str(),
        ];
        let mut rows = vec![
            (words.place.clone(), vec![plain(filled(&words.place_is, &place))]),
            (words.admitted.clone(), vec![plain(&one.verification_rationale)]),
            (words.extraction.clone(), vec![plain(self.extraction(one))]),
        ];
        let used = self.used_in(requirement.requirement_id);
        if !used.is_empty() {
            rows.push((words.used_in.clone(), used));
        }
        if requirement.exact_quote.contains(Quote::GAP) {
            rows.push((words.words_cut.clone(), vec![plain(&words.gap)]));
        }
        rows.extend(requirement.points_to.iter().map(|point| {
            let target = point.target.as_ref().map(|quote| quote.text.as_str());
            let target = target.unwrap_or(words.not_found.as_str());
            let reference = words.governing.get(&point.reference).unwrap_or(&point.reference);
            (words.points_to.clone(), vec![plain(format!("{reference}: {target}"))])
        }));
        DocumentBlock::Card(DocumentCard {
            id: requirement.requirement_id.to_string(),
            title: requirement.requirement_id.to_string(),
            aside: vec![plain(headed(&cite, &requirement.section_heading))],
            blocks: vec![
                DocumentBlock::Quote {
                    words: requirement.exact_quote.clone(),
                    language: requirement.language.clone(),
                },
                DocumentBlock::Pairs { rows },
                DocumentBlock::Source {
                    stretches: stretches(&self.view.windows(requirement, CONTEXT)),
                    language: requirement.language.clone(),
                    open: one.used_in_answer,
                },
            ],
            ..DocumentCard::default()
        })
    }

    fn extraction(&self, one: &ReportedRequirement) -> String {
        let sure = named(&self.words.grades, one.requirement.extraction_confidence);
        let sure = filled(&self.words.extraction_is, &[&sure]);
        if one.used_in_answer { sure } else { format!("{sure}; {}", self.words.unused) }
    }

    /// The statements that rest on a requirement.
    fn used_in(&self, id: RequirementId) -> InlineText {
        let answer = self.report.answer.iter();
        let statements = (1..).zip(answer.flat_map(|answer| &answer.statements));
        let uses = statements.filter(|(_, one)| one.marks.contains(&id));
        let mut links = InlineText::new();
        for (number, _) in uses {
            if !links.is_empty() {
                links.push(plain(", "));
            }
            let number: usize = number;
            let name = filled(&self.words.statement, &[&number.to_string()]);
            links.push(words_to(format!("statement-{number}"), name));
        }
        links
    }

    /// Provisions that were not used, whole, each with the reason.
    fn closest(&self) -> Option<DocumentSection> {
        let card = |one: &RejectedRequirement| {
            let extracted = &one.requirement;
            let why = vec![plain(&one.verification_rationale)];
            DocumentBlock::Card(DocumentCard {
                id: extracted.requirement_id.to_string(),
                title: extracted.requirement_id.to_string(),
                aside: vec![plain(headed(&extracted.document_id, &extracted.section_heading))],
                blocks: vec![
                    DocumentBlock::Quote {
                        words: extracted.exact_quote.clone(),
                        language: self
                            .report
                            .language
                            .clone()
                            .unwrap_or_else(|| "en".to_owned()),
                    },
                    DocumentBlock::Pairs { rows: vec![(self.words.not_used.clone(), why)] },
                ],
                ..DocumentCard::default()
            })
        };
        let (shown, _) = self.view.not_used();
        let cards: Vec<DocumentBlock> = shown.into_iter().map(card).collect();
        let lead = DocumentBlock::said(&self.words.closest_lead);
        let blocks = if cards.is_empty() { cards } else { [vec![lead], cards].concat() };
        section("closest", &self.words.closest, blocks)
    }

    fn rejected(&self) -> Option<DocumentSection> {
        let words = self.words;
        let row = |one: &&RejectedRequirement| {
            let extracted = &one.requirement;
            let quoted = match one.probability {
                Some(_) => in_short(&extracted.exact_quote),
                None => extracted.exact_quote.clone(),
            };
            vec![
                vec![code(extracted.requirement_id.to_string())],
                vec![
                    plain(format!("“{quoted}”")),
                    InlineSpan::Break,
                    quiet(&extracted.document_id),
                ],
                vec![
                    strong(named(&words.reasons, one.rejection_reason)),
                    plain(format!(": {}", one.verification_rationale)),
                ],
            ]
        };
        let (_, listed) = self.view.not_used();
        let rows: Vec<Vec<InlineText>> = listed.iter().map(row).collect();
        let count = rows.len().to_string();
        let table = DocumentBlock::table(
            &[(&words.requirement, 0.0), (&words.quote, 3.0), (&words.reason, 2.2)],
            rows,
        );
        let folded = |table: Vec<DocumentBlock>| {
            let summary = filled(&words.rejected_lead, &[&count]);
            let instead = table.clone();
            vec![DocumentBlock::Folded(CollapsibleBlock { summary, blocks: table, instead })]
        };
        let blocks = if table.is_empty() { table } else { folded(table) };
        section("rejected", &words.rejected, blocks)
    }

    fn sources(&self) -> Option<DocumentSection> {
        let words = self.words;
        let row = |one: &ReportedSource| {
            let version = one.reader.version.to_string();
            let reader = filled(&words.read_by, &[&one.media, &one.reader.name, &version]);
            vec![
                vec![plain(&one.name), InlineSpan::Break, quiet(reader)],
                vec![
                    plain(format!("{} ", words.file)),
                    code(one.source.to_string()),
                    InlineSpan::Break,
                    plain(format!("{} ", words.text)),
                    code(one.rendition.to_string()),
                ],
            ]
        };
        let rows = self.report.sources.iter().map(row).collect();
        section(
            "sources",
            &words.sources,
            DocumentBlock::table(&[(&words.source, 2.0), ("BLAKE3", 3.1)], rows),
        )
    }

    fn verify(&self) -> DocumentSection {
        let words = self.words;
        let absence = self.report.result != ReportResult::Answered;
        let means = if self.report.requirements.is_empty() && self.report.rejected.is_empty() {
            &words.verify_means_alone
        } else {
            &words.verify_means
        };
        let said = [Some(means), Some(&words.absence).filter(|_| absence)];
        let command = DocumentBlock::Paragraph { words: vec![code("jurat verify FILE")] };
        let said = said.into_iter().flatten().map(DocumentBlock::said);
        DocumentSection::new(
            "verify",
            &words.verify,
            [command].into_iter().chain(said).collect(),
        )
    }
}

/// A section; nothing where nothing is under it.
fn section(id: &str, title: &str, blocks: Vec<DocumentBlock>) -> Option<DocumentSection> {
    (!blocks.is_empty()).then(|| DocumentSection::new(id, title, blocks))
}

fn listed(id: &str, title: &str, lead: &str, items: Vec<String>) -> Option<DocumentSection> {
    let list =
        DocumentBlock::bullets(items.into_iter().map(|item| vec![plain(item)]).collect());
    let lead = (!lead.is_empty() && !list.is_empty()).then(|| DocumentBlock::said(lead));
    section(id, title, lead.into_iter().chain(list).collect())
}

fn to(id: RequirementId) -> InlineSpan {
    link(id.to_string(), format!("[{id}]"))
}

fn headed(cite: &str, heading: &str) -> String {
    if heading.is_empty() { cite.to_owned() } else { format!("{cite} · {heading}") }
}

/// `120–180, 240–300`
fn bytes(quote: &Quote) -> String {
    let ranges: Vec<String> = quote
        .ranges
        .iter()
        .map(|span| format!("{}–{}", span.start, span.end))
        .collect();
    ranges.join(", ")
}

fn stretches(windows: &[QuoteWindow<'_>]) -> Vec<ExcerptSegment> {
    let mut stretches = Vec::new();
    let mut push = |words: &str, quoted: bool| {
        if !words.is_empty() {
            stretches.push(ExcerptSegment { words: words.to_owned(), quoted });
        }
    };
    for (at, window) in windows.iter().enumerate() {
        push(if 0 < at { "\n\n" } else { "" }, false);
        push(if window.before { "… " } else { "" }, false);
        for piece in &window.pieces {
            match piece {
                WindowPiece::Plain(words) => push(words, false),
                WindowPiece::Quoted(words) => push(words, true),
            }
        }
        push(if window.after { " …" } else { "" }, false);
    }
    stretches
}

/// A sentence and its end, so that marks can stand between them. Verbatim words end as they do.
fn split_end(statement: &Statement) -> (&str, &str) {
    let sentence = statement.text.as_str();
    match sentence.strip_suffix(['.', '!', '?']) {
        Some(words) => (words, &sentence[words.len()..]),
        None if statement.quote.is_some() => (sentence, ""),
        None => (sentence, "."),
    }
}

/// The provision in whose very words a statement is; nothing for others.
fn provision_of<'a>(
    statement: &Statement,
    report: &'a EvidenceReport,
) -> Option<&'a Requirement> {
    let first = statement.marks.first().filter(|_| statement.quote.is_some())?;
    let mut used = report.requirements.iter().map(|one| &one.requirement);
    used.find(|one| one.requirement_id == *first)
}

/// How likely the best provision answers; nothing where that was not estimated.
fn likely(report: &EvidenceReport) -> Option<f64> {
    let used = report.requirements.iter().filter_map(|one| one.probability);
    let near = report.rejected.iter().filter_map(|one| one.probability);
    // What an answer does not rest on says nothing of how sure it is.
    used.reduce(f64::max).or_else(|| near.reduce(f64::max))
}

/// The head of a provision that is only listed.
fn in_short(quote: &str) -> String {
    const SHORT: usize = 160;
    match quote.char_indices().nth(SHORT) {
        Some((at, _)) => format!("{} …", quote[..at].trim_end()),
        None => quote.to_owned(),
    }
}
