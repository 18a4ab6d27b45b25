//! What research tells people, as a document: what it came to, the plan and its steps, the rule element by element, the
//! choices beside their evidence, the sources with the quotes in their places, and what was not found.

use jurat_document::{
    CollapsibleBlock, DocumentBlock, DocumentCard, DocumentList, DocumentListItem,
    DocumentSection, DocumentTree, ExcerptSegment, GraphEdge, GraphFigure, GraphNode,
    InlineSpan, InlineText, StatusTone, code, link, plain, quiet, strong,
};
use jurat_model::{ByteSpan, SourceExhibit};

use super::{reliability_plot, timeline_section};
use crate::{
    choices::{ChoiceRow, ChoiceTable},
    cited_statement::{AnswerSection, CitedStatement},
    element_table::ElementRow,
    memory_hit::MemoryHit,
    plan_step::StepStatus,
    report::{ReportedStep, ResearchReport, ResearchResult},
    step_evidence::StepSource,
    step_findings::CutSentence,
};

pub(super) fn document(report: &ResearchReport, exhibits: &[SourceExhibit]) -> DocumentTree {
    let page = ResearchPage { report, exhibits };
    DocumentTree {
        kicker: "Legal research".to_owned(),
        title: title(report),
        verdict: verdict(report),
        facts: page.facts(),
        date: Some(report.as_of.clone()).filter(|day| !day.is_empty()),
        blocks: page.blocks(),
        disclaimer: "This is research, not legal advice. It says what the sources given say."
            .to_owned(),
        signed: true,
        language: "en".to_owned(),
    }
}

/// Letters of a question that stand as a title; a long one stands whole below.
const TITLE: usize = 180;

fn title(report: &ResearchReport) -> String {
    let whole = &report.objective.question;
    if whole.chars().count() <= TITLE { whole.clone() } else { report.objective.asks.clone() }
}

fn verdict(report: &ResearchReport) -> String {
    let chosen = report.choices.as_ref().and_then(|table| table.chosen.as_deref());
    match (report.result, chosen) {
        (ResearchResult::Answered, Some(letter)) => format!("Answer: ({letter})"),
        (ResearchResult::Answered, None) => "Answered".to_owned(),
        (ResearchResult::Undecided, _) => "Cannot be decided from these sources".to_owned(),
        (ResearchResult::NoAuthoritativeEvidence, _) => "No authoritative evidence".to_owned(),
        (ResearchResult::Refused, _) => "Refused".to_owned(),
    }
}

/// What a step's confidence is called.
const SURE: &str = "How likely its first source answers";

struct ResearchPage<'a> {
    report: &'a ResearchReport,
    exhibits: &'a [SourceExhibit],
}

impl ResearchPage<'_> {
    fn facts(&self) -> Vec<String> {
        let sure = self
            .report
            .confidence
            .map(|it| format!("How likely what was found answers: {}", percent(it)));
        let steps = &self.report.metrics;
        let done =
            format!("{} of {} steps completed", steps.steps_completed, self.report.steps.len());
        let as_of = Some(&self.report.as_of).filter(|day| !day.is_empty());
        let as_of = as_of.map(|day| format!("As of {day}"));
        sure.into_iter().chain([done]).chain(as_of).collect()
    }

    fn blocks(&self) -> Vec<DocumentBlock> {
        let sections = [
            Some(self.outcome()),
            self.asked(),
            self.choices(),
            self.answer(),
            self.elements(),
            self.plan(),
            self.open_ends(),
            self.flagged(),
            self.sources(),
        ];
        let sections = sections
            .into_iter()
            .flatten()
            .chain(timeline_section::sections(self.report))
            .chain([verify()])
            .chain(reliability_plot::appendix());
        sections.map(DocumentBlock::Section).collect()
    }

    fn outcome(&self) -> DocumentSection {
        let mut blocks =
            vec![DocumentBlock::Callout { words: vec![plain(&self.report.message)] }];
        let told = self.report.memory_hit.as_ref().and_then(MemoryHit::told);
        blocks.extend(told.map(DocumentBlock::said));
        DocumentSection::new("outcome", "What it came to", blocks)
    }

    /// The question whole, where the title does not have it.
    fn asked(&self) -> Option<DocumentSection> {
        let whole = &self.report.objective.question;
        (TITLE < whole.chars().count()).then(|| {
            DocumentSection::new("asked", "What was asked", vec![DocumentBlock::said(whole)])
        })
    }

    fn answer(&self) -> Option<DocumentSection> {
        let completed = self
            .report
            .steps
            .iter()
            .filter(|one| one.step.status == StepStatus::Completed);
        let blocks: Vec<DocumentBlock> = completed
            .map(|step| DocumentBlock::Section(step_answer(step)))
            .collect();
        section("answer", "What the sources say", blocks)
    }

    fn elements(&self) -> Option<DocumentSection> {
        let first = self.report.elements.first()?;
        let row = |row: &ElementRow| {
            let mut found: InlineText = Vec::new();
            for place in &row.evidence {
                let id = statement_id(place.step, place.statement);
                found.push(link(id, format!("[Query {}, {}]", place.step, place.statement)));
                found.push(plain(" "));
            }
            if found.is_empty() {
                found.push(quiet("not seen"));
            }
            let facts = match row.facts.as_slice() {
                [] => vec![quiet("none seen")],
                facts => vec![plain(facts.join(" "))],
            };
            vec![vec![strong(&row.element)], facts, found]
        };
        let rows = self.report.elements.iter().map(row).collect();
        let table = DocumentBlock::table(
            &[("Element", 1.2), ("Facts that speak of it", 2.4), ("What was found", 1.2)],
            rows,
        );
        let lead = format!(
            "The question was taken to turn on {}. Facts are laid to elements by their words; whether they meet them is for the reader.",
            first.doctrine
        );
        let blocks = [vec![DocumentBlock::said(&lead)], table].concat();
        section("elements", "The rule, element by element", blocks)
    }

    fn choices(&self) -> Option<DocumentSection> {
        let table = self.report.choices.as_ref()?;
        let rows = table.choices.iter().map(|row| choice_row(row, table)).collect();
        let blocks = DocumentBlock::table(
            &[
                ("", 0.0),
                ("Choice", 2.0),
                ("Nearest provision", 2.4),
                ("Borne out", 0.0),
                ("Against it", 1.6),
            ],
            rows,
        );
        let mut all = vec![DocumentBlock::said(&table.reason)];
        if table.wants_wrong {
            all.push(DocumentBlock::said("The question asks for the one that is wrong."));
        }
        all.extend(blocks);
        if !table.reasoning.is_empty() {
            let said = DocumentBlock::said(&table.reasoning);
            all.push(DocumentBlock::Folded(CollapsibleBlock {
                summary: "How the model reasoned (not checked)".to_owned(),
                instead: vec![said.clone()],
                blocks: vec![said],
            }));
        }
        section("choices", "The choices beside the evidence", all)
    }

    /// The steps as a picture, and why each was taken.
    fn plan(&self) -> Option<DocumentSection> {
        let steps = &self.report.steps;
        if steps.is_empty() {
            return None;
        }
        let ends = ["asked", "answered"].map(str::to_owned);
        let names = steps
            .iter()
            .map(|one| format!("{}. {}", one.step.step_id, one.step.phase));
        let mut nodes = vec![GraphNode {
            name: ends[0].clone(),
            faint: true,
            ..GraphNode::default()
        }];
        nodes.extend(names.zip(steps).map(|(name, one)| GraphNode {
            name,
            tone: tone(one.step.status),
            faint: false,
        }));
        nodes.push(GraphNode {
            name: ends[1].clone(),
            faint: true,
            ..GraphNode::default()
        });
        let edges = (1..nodes.len()).map(|to| GraphEdge { from: to - 1, to, dashed: false });
        let told: Vec<String> = steps
            .iter()
            .map(|one| format!("step {}: {}", one.step.step_id, one.step.question))
            .collect();
        let figure = GraphFigure {
            edges: edges.collect(),
            nodes,
            words: told.join("; then "),
        };
        let cards = steps.iter().map(step_card);
        let blocks = std::iter::once(DocumentBlock::Graph(figure)).chain(cards).collect();
        section("plan", "The plan and its steps", blocks)
    }

    fn open_ends(&self) -> Option<DocumentSection> {
        let items: Vec<InlineText> = self
            .report
            .open_ends
            .iter()
            .map(|it| vec![plain(format!("Not seen: {it}"))])
            .collect();
        section("open", "What was looked for and not seen", DocumentBlock::bullets(items))
    }

    fn flagged(&self) -> Option<DocumentSection> {
        let flagged = self.report.steps.iter().flat_map(|step| &step.flagged);
        let items: Vec<InlineText> = flagged
            .map(|one| {
                vec![
                    code(&one.passage),
                    plain(format!(": \u{201c}{}\u{201d} ({})", one.words, one.why)),
                ]
            })
            .collect();
        let list = DocumentBlock::bullets(items);
        let lead = "These passages give orders to whoever reads them by machine. They were not followed, and nothing was taken out of them.";
        let blocks = if list.is_empty() {
            list
        } else {
            [vec![DocumentBlock::said(lead)], list].concat()
        };
        section("flagged", "Passages that were left out", blocks)
    }

    fn sources(&self) -> Option<DocumentSection> {
        let mut cards = Vec::new();
        for step in &self.report.steps {
            for source in step.sources.iter().filter(|source| is_used(source, &step.statements))
            {
                cards.push(self.source_card(step, source));
            }
        }
        section("sources", "Sources", cards)
    }

    fn source_card(&self, step: &ReportedStep, source: &StepSource) -> DocumentBlock {
        let name = mark(step.step.step_id, source.number);
        let heading = match source.section_heading.as_str() {
            "" => source.document_id.clone(),
            heading => format!("{} \u{b7} {heading}", source.document_id),
        };
        let rows = vec![
            ("Passage".to_owned(), vec![code(&source.passage)]),
            ("Why it is here".to_owned(), vec![plain(&source.why)]),
            ("Likely to answer".to_owned(), vec![plain(percent(source.probability))]),
        ];
        DocumentBlock::Card(DocumentCard {
            id: source_id(step.step.step_id, source.number),
            title: name,
            aside: vec![plain(heading)],
            blocks: vec![
                DocumentBlock::Source {
                    stretches: self.stretches(source, &step.statements),
                    language: source.language.clone(),
                    open: true,
                },
                DocumentBlock::Pairs { rows },
            ],
            ..DocumentCard::default()
        })
    }

    /// The words of a source, with those marked that statements take.
    fn stretches(
        &self,
        source: &StepSource,
        statements: &[CitedStatement],
    ) -> Vec<ExcerptSegment> {
        let exhibit = self.exhibits.iter().find(|it| it.rendition == source.quote.rendition);
        let whole =
            |words: &str| vec![ExcerptSegment { words: words.to_owned(), quoted: false }];
        let Some(exhibit) = exhibit else { return whole(&source.quote.text) };
        let own = statements
            .iter()
            .filter(|it| it.sources.first() == Some(&source.number));
        let mut told: Vec<ByteSpan> = own.flat_map(|it| it.quote.ranges.clone()).collect();
        told.sort_by_key(|span| span.start);
        let mut segments = Vec::new();
        let mut push = |from: usize, to: usize, quoted: bool| {
            if let Some(words) = exhibit.text.get(from..to).filter(|words| !words.is_empty()) {
                segments.push(ExcerptSegment { words: words.to_owned(), quoted });
            }
        };
        for range in &source.quote.ranges {
            let mut from = range.start;
            for span in told.iter().filter(|span| range.holds(**span)) {
                push(from, span.start, false);
                push(from.max(span.start), span.end, true);
                from = from.max(span.end);
            }
            push(from, range.end, false);
        }
        segments
    }
}

fn step_answer(step: &ReportedStep) -> DocumentSection {
    let number = step.step.step_id;
    let mut blocks = Vec::new();
    for part in AnswerSection::ALL {
        let own = (1..).zip(&step.statements).filter(|(_, it)| it.section == part);
        let items: Vec<DocumentListItem> =
            own.map(|(place, one)| statement(number, place, one)).collect();
        if !items.is_empty() {
            blocks.push(DocumentBlock::Paragraph { words: vec![strong(part.title())] });
            blocks.push(DocumentBlock::List(DocumentList { from: None, items }));
        }
    }
    let title = format!("Step {number}: {}", step.step.phase);
    DocumentSection::within(&format!("step-{number}"), &title, blocks)
}

fn statement(step: u32, place: usize, one: &CitedStatement) -> DocumentListItem {
    let mut words: InlineText = vec![plain(&one.text)];
    for source in &one.sources {
        words.push(plain(" "));
        words.push(link(source_id(step, *source), format!("[{}]", mark(step, *source))));
    }
    DocumentListItem {
        id: Some(statement_id(step, place)),
        words,
        marked: false,
    }
}

fn step_card(one: &ReportedStep) -> DocumentBlock {
    let step = &one.step;
    let sure = step.confidence.map(percent).unwrap_or_default();
    let mut rows = vec![("Why".to_owned(), vec![plain(&step.why)])];
    if let Some(queries) = &step.queries {
        let all = std::iter::once(&queries.primary).chain(&queries.alternatives);
        let mut words: InlineText = Vec::new();
        for query in all {
            if !words.is_empty() {
                words.push(InlineSpan::Break);
            }
            words.push(plain(format!("\u{2022} {query}")));
        }
        rows.push(("Searched for".to_owned(), words));
    }
    let found: Vec<String> = one.sources.iter().map(|it| it.document_id.clone()).collect();
    rows.push((
        "Found".to_owned(),
        vec![plain(if found.is_empty() { "nothing".to_owned() } else { found.join("; ") })],
    ));
    rows.push((SURE.to_owned(), vec![plain(sure)]));
    rows.push(("Sent back to the model".to_owned(), told(&one.sent_back)));
    rows.push(("Cut".to_owned(), told(&one.cut)));
    rows.retain(|(_, words)| words.iter().any(|it| *it != plain("")));
    DocumentBlock::Card(DocumentCard {
        id: format!("plan-{}", step.step_id),
        title: format!("{}. {}", step.step_id, step.question),
        chip: match step.status {
            StepStatus::Completed => "completed",
            StepStatus::Failed => "not found",
            StepStatus::Pending => "not taken",
        }
        .to_owned(),
        tone: tone(step.status),
        blocks: vec![DocumentBlock::Pairs { rows }],
        ..DocumentCard::default()
    })
}

/// Sentences that did not hold, each with the reason.
fn told(sentences: &[CutSentence]) -> InlineText {
    let mut words: InlineText = Vec::new();
    for one in sentences {
        if !words.is_empty() {
            words.push(InlineSpan::Break);
        }
        words.push(plain(format!("\u{201c}{}\u{201d} ", one.text)));
        words.push(quiet(&one.why));
    }
    words
}

fn choice_row(row: &ChoiceRow, table: &ChoiceTable) -> Vec<InlineText> {
    let chosen = table.chosen.as_deref() == Some(row.letter.as_str());
    let letter = format!("({})", row.letter);
    let head = if chosen { strong(format!("{letter} \u{2713}")) } else { plain(letter) };
    let near = match &row.evidence {
        Some(evidence) => vec![
            plain(format!("\u{201c}{}\u{201d}", evidence.quote.text.trim())),
            InlineSpan::Break,
            quiet(&evidence.document_id),
        ],
        None => vec![quiet("none shares its words")],
    };
    let mut text = vec![plain(&row.text)];
    if !row.elements.is_empty() {
        text.push(InlineSpan::Break);
        text.push(quiet(format!("speaks of: {}", row.elements.join(", "))));
    }
    let against =
        if row.against.is_empty() { "\u{2013}".to_owned() } else { row.against.join("; ") };
    vec![
        vec![head],
        text,
        near,
        vec![plain(format!("{:.0} %", 100.0 * row.borne_out))],
        vec![plain(against)],
    ]
}

fn verify() -> DocumentSection {
    let command = DocumentBlock::Paragraph { words: vec![code("jurat verify FILE")] };
    let means = "Every sentence above stands in its source, word for word, unless it is marked as a model's; the command reads the quotes again, makes the plan, the choice and this page again, and compares. What it cannot prove is that nothing else applies.";
    DocumentSection::new(
        "verify",
        "How to check this",
        vec![command, DocumentBlock::said(means)],
    )
}

const fn tone(status: StepStatus) -> StatusTone {
    match status {
        StepStatus::Completed => StatusTone::Good,
        StepStatus::Failed => StatusTone::Bad,
        StepStatus::Pending => StatusTone::Open,
    }
}

fn section(id: &str, title: &str, blocks: Vec<DocumentBlock>) -> Option<DocumentSection> {
    (!blocks.is_empty()).then(|| DocumentSection::new(id, title, blocks))
}

fn is_used(source: &StepSource, statements: &[CitedStatement]) -> bool {
    statements.iter().any(|it| it.sources.contains(&source.number))
}

fn mark(step: u32, source: u32) -> String {
    format!("Query {step}, Source {source}")
}

fn source_id(step: u32, source: u32) -> String {
    format!("source-{step}-{source}")
}

fn statement_id(step: u32, place: usize) -> String {
    format!("statement-{step}-{place}")
}

fn percent(probability: f64) -> String {
    format!("about {:.0} %", 100.0 * probability)
}
