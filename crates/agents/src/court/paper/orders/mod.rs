//! Words of a paper that speak to whoever reads it by machine, and words that nobody would see.
//!
//! They are never obeyed. A paper about graders may speak of grades: only words that address the
//! reader, or order it in so many words, are orders.

use jurat_model::{
    Rendition, Span, WarningKind,
    court::{Artifact, Located, Order, Pointer},
};
use jurat_text::sentences::sentences;
use jurat_verify::injection::{Setting, Suspicion, Why, screen};

use super::{
    layout::Sheet,
    plain::{at, folded, has, spaced, words},
};

/// Orders that are kept.
const MOST: usize = 64;
/// The most characters of one that are shown.
const SHOWN: usize = 400;
/// Hidden words beyond this are a scan with its text under it: only real orders count there.
const SCAN: usize = 2_000;

/// In the order of the text, those without a place last.
pub(super) fn facts(sheet: &Sheet<'_>, rendition: &Rendition) -> Vec<Located<Order>> {
    let hidden = hidden_spans(rendition);
    let mut found: Vec<(Span, String)> = Vec::new();
    for sentence in sentences(sheet.text) {
        let words = &sheet.text[sentence.range.clone()];
        if let Some(why) = demands(words) {
            found.push((sentence.range.into(), why.to_owned()));
        }
    }
    let screened = screen(sheet.text, Setting::Passage).suspicions;
    found.extend(screened.iter().filter_map(|one| suspected(one, &hidden)));
    found.extend(hidden.iter().filter_map(|span| {
        let words = span.of(sheet.text)?;
        let loud = words.len() < SCAN && wants(words);
        loud.then(|| (*span, "words that nobody would see ask for something".to_owned()))
    }));
    let mut orders = located(sheet, &hidden, found);
    orders.extend(unplaced(sheet, rendition));
    orders.truncate(MOST);
    orders
}

fn hidden_spans(rendition: &Rendition) -> Vec<Span> {
    let warnings = rendition.warnings.iter();
    let hidden = warnings.filter(|warning| warning.kind == WarningKind::HiddenText);
    hidden
        .filter_map(|warning| warning.span)
        .filter(|span| span.of(&rendition.text).is_some())
        .collect()
}

/// A suspicion with a rule behind it; the weights alone count only where the words are hidden.
fn suspected(one: &Suspicion, hidden: &[Span]) -> Option<(Span, String)> {
    let sure = |why: &&Why| !matches!(why, Why::Learned | Why::GivesRole | Why::ForgedMark);
    let unseen = hidden.iter().any(|span| span.meets(one.span));
    let why = one
        .why
        .iter()
        .find(sure)
        .or_else(|| one.why.first().filter(|_| unseen))?;
    Some((one.span, why.in_words().to_owned()))
}

/// Each place once; what is within another belongs to it.
fn located(
    sheet: &Sheet<'_>,
    hidden: &[Span],
    mut found: Vec<(Span, String)>,
) -> Vec<Located<Order>> {
    found.sort_by_key(|(span, _)| (span.start, usize::MAX - span.end));
    let mut kept: Vec<(Span, String)> = Vec::new();
    for (span, why) in found {
        match kept.last_mut() {
            Some((last, said)) if last.meets(span) => {
                last.end = last.end.max(span.end);
                if !said.contains(&why) {
                    said.push_str("; ");
                    said.push_str(&why);
                }
            }
            _ => kept.push((span, why)),
        }
    }
    let order = |(span, why): (Span, String)| {
        let words = span.of(sheet.text).unwrap_or_default();
        let words = words.chars().take(SHOWN).collect();
        let hidden = hidden.iter().any(|unseen| unseen.meets(span));
        sheet.located(Order { words, why, hidden }, span)
    };
    kept.into_iter().take(MOST).map(order).collect()
}

/// Hidden words that the reader could not place in the text are told in its warning.
fn unplaced(sheet: &Sheet<'_>, rendition: &Rendition) -> Vec<Located<Order>> {
    let warnings = rendition.warnings.iter();
    let hidden = warnings
        .filter(|warning| warning.kind == WarningKind::HiddenText && warning.span.is_none());
    let order = |message: &str| Located {
        value: Order {
            words: message.chars().take(SHOWN).collect(),
            why: "words that nobody would see ask for something".to_owned(),
            hidden: true,
        },
        at: Pointer::to(Artifact::Docs, sheet.name),
        snippet: String::new(),
    };
    hidden
        .filter_map(|warning| {
            let words = warning.message.split_once(": ").map_or("", |(_, words)| words);
            wants(words).then(|| order(&warning.message))
        })
        .take(MOST)
        .collect()
}

/// Why a sentence is an order to a grader, where it is one.
fn demands(sentence: &str) -> Option<&'static str> {
    let spaced = spaced(sentence);
    let orders = |verbs: &[&str]| verbs.iter().any(|verb| leads(&spaced, verb));
    let gives = orders(GIVE) && has(&spaced, TOP_MARKS);
    if gives || has(&figures(sentence), FULL) && orders(GIVE) {
        return Some("it asks whoever grades for a grade");
    }
    if orders(IGNORE) && has(&spaced, RULES) {
        return Some("it tells whoever grades to leave the rubric or the evidence aside");
    }
    if orders(SPARE) && has(&spaced, MARKS) {
        return Some("it tells whoever grades not to take marks off");
    }
    None
}

/// Numbers with their slash: `5/5` is two words otherwise.
fn figures(sentence: &str) -> String {
    let words = sentence.split_whitespace();
    let bare = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%'));
    format!(" {} ", bare.collect::<Vec<_>>().join(" "))
}

/// Whether a verb orders: it comes first, behind an address, or behind `you must`.
fn leads(spaced: &str, verb: &str) -> bool {
    let Some(start) = at(spaced, verb) else { return false };
    let before = &spaced[..=start];
    let count = before.split_whitespace().count();
    let only_polite = before.split_whitespace().all(|word| POLITE.contains(&word));
    count == 0
        || count <= 8 && (only_polite || has(before, ADDRESS))
        || YOU_MUST.iter().any(|you| before.ends_with(&format!(" {you} ")))
}

/// Whether hidden words want something of a reader.
fn wants(text: &str) -> bool {
    let spaced = spaced(text);
    let verbs = [GIVE, IGNORE, SPARE].concat();
    let asks = has(&spaced, &verbs) || has(&spaced, MUST);
    let of_us = has(&spaced, ADDRESS)
        || has(&spaced, RULES)
        || has(&spaced, MARKS)
        || has(&spaced, TOP_MARKS)
        || has(&figures(text), FULL)
        || words(text).any(|word| matches!(folded(word).as_str(), "you" | "your"));
    asks && of_us
}

#[rustfmt::skip]
const GIVE: &[&str] = &[
    "award", "give", "assign", "grant", "rate", "score", "mark", "grade", "return", "output",
    "conclude", "treat", "consider", "pass",
    "atribua", "de", "conceda", "avalie", "considere", "accordez", "attribuez", "donnez", "notez",
    "considerez", "vergib", "vergeben", "gib", "bewerte", "bewerten", "otorga", "otorgue", "asigne",
    "asigna", "califica", "considera",
];
#[rustfmt::skip]
const TOP_MARKS: &[&str] = &[
    "full marks", "full mark", "full points", "full score", "top marks", "top score",
    "maximum score", "maximum points", "maximum marks", "max score", "highest score",
    "highest mark", "perfect score", "five out of five", "all points", "as passed", "as passing",
    "as verified", "as complete", "the best score",
    "nota maxima", "pontuacao maxima", "nota cinco", "note maximale", "tous les points",
    "volle punktzahl", "hochste punktzahl", "hochstnote", "puntuacion maxima",
];
const FULL: &[&str] = &["5/5", "10/10", "100/100", "100%", "5.0/5", "20/20"];
#[rustfmt::skip]
const IGNORE: &[&str] = &[
    "ignore", "disregard", "forget", "skip", "override", "bypass", "do not apply", "ignorem",
    "desconsidere", "esqueca", "ignorez", "oubliez", "ignoriere", "ignorieren", "vergiss",
    "ignora", "olvida",
];
#[rustfmt::skip]
const RULES: &[&str] = &[
    "rubric", "the rubric", "criteria", "instructions", "previous instructions", "your rules",
    "grading rules", "the checks", "your checks", "the evidence", "all findings", "the findings",
    "system prompt", "rubrica", "a rubrica", "instrucoes", "criterios", "grille", "consignes",
    "criteres", "rubrik", "anweisungen", "kriterien", "instrucciones",
];
#[rustfmt::skip]
const SPARE: &[&str] = &[
    "do not deduct", "dont deduct", "do not penalize", "do not penalise", "never deduct",
    "do not report", "do not flag", "do not lower", "nao desconte", "ne retirez pas",
    "zieh keine", "no descuente",
];
const MARKS: &[&str] = &[
    "points",
    "marks",
    "score",
    "grade",
    "this submission",
    "this report",
    "pontos",
    "points",
    "punkte",
    "puntos",
];
#[rustfmt::skip]
const ADDRESS: &[&str] = &[
    "dear judge", "dear grader", "note to the grader", "note to grader", "note to the judge",
    "note to judge", "note to reviewers", "to the grader", "to the judge", "attention grader",
    "dear ai", "ai model", "language model", "as an ai", "note to ai", "hey ai", "ai judge",
    "ai grader", "llm", "assistant", "to whoever grades", "auditor please", "dear auditor",
    "caro avaliador", "cher correcteur", "lieber prufer", "estimado evaluador", "automated grader",
];
const YOU_MUST: &[&str] = &[
    "you must",
    "you should",
    "you shall",
    "you will",
    "you have to",
    "you are to",
    "you need to",
    "please",
    "voce deve",
    "vous devez",
    "sie mussen",
    "usted debe",
];
const MUST: &[&str] = &["must", "please", "should", "you will", "make sure", "ensure that"];
const POLITE: &[&str] =
    &["please", "now", "so", "and", "therefore", "kindly", "important", "note"];

#[cfg(test)]
mod tests;
