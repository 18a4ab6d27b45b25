//! Where a paper speaks of the terms of a rubric, and whether it explains them there.

use std::collections::BTreeSet;

use jurat_model::{
    Span,
    court::{Located, Term},
};
use jurat_text::{Language, tokens::is_stop_word};

use super::{
    layout::{Block, Kind, Sheet},
    names::{Unbroken, names},
    plain::{folded, words},
};

/// Terms that are looked for.
const TERMS: usize = 200;
/// Places that are kept of one term.
const PLACES: usize = 64;
/// Names that are kept of one paragraph.
const NAMES: usize = 32;
/// The fewest words of a paragraph that explains.
const FEWEST: usize = 25;
/// The most bytes of a paragraph with the lists that belong to it.
const LONGEST: usize = 4_000;
/// How many different words that say how it takes.
const HOW_OFTEN: usize = 2;
/// The share of words, in per cent, that carry a sentence: a list of catchwords has few.
const CARRYING: usize = 12;
/// The share of words, in per cent, that may be those of the terms themselves.
const CATCHWORDS: usize = 40;

/// One fact for each term and paragraph.
pub(super) fn facts(sheet: &Sheet<'_>, terms: &[String]) -> Vec<Located<Term>> {
    let sought: Vec<Sought<'_>> = terms
        .iter()
        .take(TERMS)
        .map(|term| Sought::of(term))
        .filter(|sought| !sought.parts.is_empty())
        .collect();
    let paper = Paper {
        sheet,
        whole: Unbroken::of(sheet.text),
        language: Language::of(sheet.text).unwrap_or(Language::English),
        terms: sought.iter().flat_map(|sought| sought.parts.concat()).collect(),
    };
    let mut found: Vec<Vec<Place>> = sought.iter().map(|_| Vec::new()).collect();
    for (at, block) in sheet.blocks.iter().enumerate() {
        if matches!(block.kind, Kind::Code(_)) {
            continue;
        }
        let own = tokens(sheet.words(block));
        let mut paragraph = None;
        for (sought, places) in sought.iter().zip(&mut found) {
            if !sought.parts.iter().any(|part| stands(&own, part)) || PLACES <= places.len() {
                continue;
            }
            let read = paragraph.get_or_insert_with(|| paper.paragraph(at, block));
            let here = |part: &Vec<String>| stands(&read.tokens, part);
            places.push(Place {
                span: read.span,
                block: at,
                explains: read.explains,
                parts: sought.parts.iter().map(here).collect(),
                names: read.names.clone(),
            });
        }
    }
    sought
        .iter()
        .zip(found)
        .flat_map(|(sought, places)| sought.facts(sheet, places))
        .collect()
}

/// A term and the parts of it that may stand apart: `Fan-In / Fan-Out`.
struct Sought<'a> {
    term: &'a str,
    parts: Vec<Vec<String>>,
}

impl<'a> Sought<'a> {
    fn of(term: &'a str) -> Self {
        let even = term
            .replace(" and ", "/")
            .replace(" & ", "/")
            .replace(['&', '+'], "/");
        let parts = even.split('/').map(tokens).filter(|part| !part.is_empty());
        let parts: Vec<Vec<String>> = parts.collect();
        // `CI/CD` and `I/O` have parts that say nothing alone.
        let short = parts.iter().any(|part| part.concat().len() < 4);
        Self {
            term,
            parts: if short { vec![parts.concat()] } else { parts },
        }
    }

    fn facts(&self, sheet: &Sheet<'_>, places: Vec<Place>) -> Vec<Located<Term>> {
        // One paragraph may explain one part and the next the other.
        let explained: Vec<bool> = (0..self.parts.len())
            .map(|part| places.iter().any(|place| place.explains && place.parts[part]))
            .collect();
        let all = explained.iter().all(|part| *part);
        let fact = |place: Place| {
            let block = &sheet.blocks[place.block];
            let term = Term {
                term: self.term.to_owned(),
                section: sheet.section(block).to_owned(),
                substantive: place.explains && all,
                names: place.names,
            };
            sheet.located(term, place.span)
        };
        places.into_iter().map(fact).collect()
    }
}

struct Place {
    span: Span,
    block: usize,
    explains: bool,
    /// Which parts of the term stand there.
    parts: Vec<bool>,
    names: Vec<String>,
}

/// A block with the list that it leads into.
struct Paragraph {
    span: Span,
    tokens: Vec<String>,
    names: Vec<String>,
    explains: bool,
}

/// What every paragraph is read with.
struct Paper<'a> {
    sheet: &'a Sheet<'a>,
    whole: Unbroken<'a>,
    language: Language,
    /// The words of all terms.
    terms: BTreeSet<String>,
}

impl Paper<'_> {
    fn paragraph(&self, at: usize, block: &Block) -> Paragraph {
        let span = with_list(self.sheet, at, block);
        let text = span.of(self.sheet.text).unwrap_or_default();
        let mut seen = BTreeSet::new();
        let names: Vec<String> = names(text, &self.whole)
            .into_iter()
            .map(|name| name.text)
            .filter(|name| seen.insert(name.clone()))
            .take(NAMES)
            .collect();
        let tokens = tokens(text);
        Paragraph {
            span,
            explains: self.explains(text, &tokens),
            names,
            tokens,
        }
    }

    /// Whether a paragraph says how: long enough, in sentences, with words of cause and means.
    fn explains(&self, text: &str, tokens: &[String]) -> bool {
        let all: Vec<String> = words(text).map(folded).collect();
        let carrying = all.iter().filter(|word| is_stop_word(word, self.language)).count();
        let how: BTreeSet<&str> = all
            .iter()
            .map(String::as_str)
            .filter(|word| HOW.contains(word))
            .collect();
        let catches =
            |token: &&String| self.terms.contains(*token) || CATCH.contains(&token.as_str());
        let catchwords = tokens.iter().filter(catches).count();
        FEWEST <= all.len()
            && HOW_OFTEN <= how.len()
            && CARRYING * all.len() <= carrying * 100
            && catchwords * 100 <= CATCHWORDS * all.len()
    }
}

/// With what is set in under an item, or listed behind a colon.
fn with_list(sheet: &Sheet<'_>, at: usize, block: &Block) -> Span {
    let mut span = block.span;
    let leads = sheet.words(block).trim_end_matches(['*', '_']).ends_with(':');
    for next in &sheet.blocks[at + 1..] {
        let deeper = block.kind == Kind::Item && block.indent < next.indent;
        let listed = leads && matches!(next.kind, Kind::Item | Kind::Row);
        let listed = listed && (block.kind == Kind::Prose || deeper);
        let listed = listed || leads && is_defined(sheet, span, next);
        let same = next.heading == block.heading && !matches!(next.kind, Kind::Code(_));
        if !(deeper || listed) || !same || LONGEST < next.span.end - span.start {
            break;
        }
        span.end = next.span.end;
    }
    span
}

/// Whether a paragraph behind a lead is an entry of its list that lost its bullet: `Word: …`.
fn is_defined(sheet: &Sheet<'_>, before: Span, next: &Block) -> bool {
    let gap = sheet.text.get(before.end..next.span.start).unwrap_or_default();
    let head = sheet.words(next).split_once(": ").map(|(head, _)| head);
    let short = head.is_some_and(|head| words(head).count() <= 4);
    next.kind == Kind::Prose && short && gap.matches('\n').count() < 3
}

/// Words as terms are compared: folded, one spelling, no plural.
fn tokens(text: &str) -> Vec<String> {
    let even = |word: &str| {
        let word = folded(word).replace('z', "s");
        let singular = word
            .strip_suffix('s')
            .filter(|stem| 2 < stem.len() && !stem.ends_with('s'));
        singular.map_or_else(|| word.clone(), str::to_owned)
    };
    words(text).map(even).collect()
}

/// Whether the words of a part stand beside each other, however they are joined.
fn stands(tokens: &[String], part: &[String]) -> bool {
    /// Words that one term may be cut into.
    const MOST: usize = 8;
    let sought = part.concat();
    (0..tokens.len()).any(|from| {
        let mut left = sought.as_str();
        for token in tokens[from..].iter().take(MOST) {
            match left.strip_prefix(token.as_str()) {
                Some("") => return true,
                Some(rest) => left = rest,
                None => return false,
            }
        }
        false
    })
}

/// Words of means, cause, time and doing.
#[rustfmt::skip]
const HOW: &[&str] = &[
    "via", "by", "through", "uses", "using", "use", "used", "implemented", "implements", "when",
    "because", "so", "therefore", "calls", "call", "called", "writes", "write", "written",
    "returns", "return", "returned", "merges", "merge", "merged", "runs", "run", "reads", "read",
    "sends", "send", "passes", "passed", "stores", "stored", "validates", "validated", "checks",
    "checked", "compares", "compared", "applies", "applied", "produces", "triggers", "waits",
    "executes", "executed", "splits", "collects", "collected", "aggregates", "overrides",
    "ensures", "means", "instead", "after", "before", "until", "into", "evaluates", "wires",
    "wired", "starts", "joins", "joined", "combines", "combined", "concatenates", "concatenated",
    "evaluate", "produce", "produced", "apply", "ensure", "performs", "perform", "override",
    "trigger", "wait", "execute", "store", "pass", "check", "converge", "converges", "collect",
    "resolves", "resolved", "reruns", "detects", "rejects", "scores", "weighs", "tied",
    "atraves", "meio", "usa", "utiliza", "quando", "porque", "chama", "escreve", "devolve",
    "retorna", "executa", "grava", "valida", "junta", "combina", "compara", "aplica", "depois",
    "grace", "lorsque", "quand", "parce", "appelle", "ecrit", "renvoie", "execute", "utilise",
    "fusionne", "compare", "apres", "avant", "ensuite",
    "durch", "mittels", "wenn", "weil", "ruft", "schreibt", "gibt", "fuhrt", "nutzt", "verwendet",
    "sobald", "damit", "indem", "danach", "zusammen",
    "mediante", "cuando", "llama", "escribe", "devuelve", "ejecuta", "une", "despues", "antes",
];

/// Words that say nothing by themselves and stand in heaps where nothing is explained.
#[rustfmt::skip]
const CATCH: &[&str] = &[
    "orchestration", "swarm", "agentic", "agent", "cutting", "edge", "robust", "scalable",
    "seamless", "innovative", "powerful", "advanced", "intelligent", "paradigm", "leverage",
    "holistic", "synergy", "autonomou", "autonomous", "generation", "deep", "parallelism",
    "reasoning", "architecture", "framework", "best", "practice",
];

#[cfg(test)]
mod tests;
