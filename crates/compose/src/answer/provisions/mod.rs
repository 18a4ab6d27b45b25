//! An answer out of provisions: of each the part that answers, in its very words, the likeliest first.

mod answering_parts;

use jurat_model::{
    ByteSpan, ComposedAnswer, Quote, Requirement, RequirementId, Statement, StatementRole,
};
use jurat_text::Language;
use jurat_verify::{
    Grounded,
    addressing::{AddressingWeights, PreparedQuestion, rarity},
};

pub use answering_parts::parts_told;

use super::{answer_of, sentence::clean};
use answering_parts::best_parts;

/// How many pieces of the first, the second and each further provision are told.
const PIECES: [usize; 8] = [3, 2, 2, 1, 1, 1, 1, 1];

/// Composes an answer to a question, of which the first provision is so likely to answer. The same input gives the same answer.
pub fn compose_provisions(
    question: &str,
    evidence: &[Grounded<Requirement>],
    probability: Option<f64>,
) -> ComposedAnswer {
    let language =
        |one: &Requirement| Language::from_code(&one.language).unwrap_or(Language::English);
    let texts = evidence.iter().map(|one| (one.exact_quote.as_str(), language(one)));
    let asked = PreparedQuestion::new(question, rarity(texts), AddressingWeights::shipped());
    let usable = evidence.iter().map(Grounded::get);
    let usable = usable.filter(|one| super::is_usable(one));
    let statements: Vec<Statement> = usable
        .zip(PIECES)
        .filter_map(|(one, pieces)| {
            statement(one, &best_parts(one, &asked, language(one), pieces))
        })
        .collect();
    let mut answer = answer_of(statements, evidence);
    // A number by itself is believed: it must be more likely right than wrong.
    if probability.is_some_and(|probability| 0.5 <= probability) {
        answer.value = value(&asked, &answer, evidence);
    }
    answer
}

fn statement(requirement: &Requirement, ranges: &[ByteSpan]) -> Option<Statement> {
    let quote = within(requirement, ranges)?;
    Some(Statement {
        text: shown(&quote, ends(requirement, &quote)),
        marks: vec![requirement.requirement_id],
        role: StatementRole::Requirement,
        quote: Some(quote),
    })
}

/// The words of a requirement at some of its bytes; nothing where it does not have them.
pub(crate) fn within(requirement: &Requirement, ranges: &[ByteSpan]) -> Option<Quote> {
    let words = ranges.iter().map(|range| piece(requirement, *range));
    let words: Vec<&str> = words.collect::<Option<_>>()?;
    let in_order = ranges.windows(2).all(|pair| pair[0].end <= pair[1].start);
    (in_order && !ranges.is_empty()).then(|| Quote {
        rendition: requirement.quote.rendition,
        ranges: ranges.to_vec(),
        text: words.join(Quote::GAP),
    })
}

/// The words of one stretch, which lies within one of the requirement's.
fn piece(requirement: &Requirement, range: ByteSpan) -> Option<&str> {
    let mut start = 0;
    for own in &requirement.quote.ranges {
        if own.holds(range) && !range.is_empty() {
            let from = start + (range.start - own.start);
            return requirement.exact_quote.get(from..from + range.len());
        }
        start += own.len() + Quote::GAP.len();
    }
    None
}

/// Whether a quote goes to the end of its requirement: a list or a section told in part must not look whole.
pub(crate) fn ends(requirement: &Requirement, quote: &Quote) -> bool {
    let end = |quote: &Quote| quote.ranges.last().map(|range| range.end);
    end(quote) == end(&requirement.quote) && !quote.text.trim_end().ends_with([';', ','])
}

/// A quote as it is told: on one line, with a sign wherever the source has more words.
pub(crate) fn shown(quote: &Quote, ends: bool) -> String {
    let words = clean(&quote.text);
    if ends { words } else { format!("{} …", words.trim_end_matches([';', ','])) }
}

/// The number, period or amount that is asked for, as the first statement that has one writes it.
fn value(
    asked: &PreparedQuestion,
    answer: &ComposedAnswer,
    evidence: &[Grounded<Requirement>],
) -> Option<String> {
    let language = |mark: &RequirementId| {
        let one = evidence.iter().find(|one| one.requirement_id == *mark)?;
        Language::from_code(&one.language)
    };
    // A value of a provision that comes second would stand for the first.
    let first = answer.statements.first()?;
    asked.value(&first.text, first.marks.first().and_then(language)?)
}
