//! Requirements that cannot both be followed, or that say different numbers of one thing.
//!
//! Precise rather than broad: who, what and under which condition must agree before a difference
//! counts.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use jurat_model::{ConflictOver, NormModality, Requirement, RequirementConflict, SourceType};
use jurat_text::{
    provision_label::{ProvisionLabel, label},
    provision_parts::{ProvisionPart, pieces},
    sentence_reading::{
        MeasuredQuantity, ModalOccurrence, QuantityDimension, SentenceReading, SentenceWord,
    },
};

use super::{
    gate_tokens::{gate_words, language, terms},
    rarity::TermRarity,
};

/// Terms that stand in more of the requirements bring no two of them together.
const COMMON: usize = 60;

/// Shared terms below which two requirements are about different things.
const FEWEST_SHARED: usize = 2;

/// The least share of what the poorer of two says that both say.
const ALIKE: f64 = 0.5;

/// Parts of one provision that are compared with others.
const MOST_PARTS: usize = 40;

/// The conflicts among requirements of one sentence each, at most `most_pairs` pairs of them looked at.
pub(super) fn among(
    requirements: &[&Requirement],
    rarity: &TermRarity,
    most_pairs: usize,
) -> Vec<RequirementConflict> {
    let norms = requirements.iter().map(|requirement| ParsedNorm::whole(requirement));
    between(&norms.collect::<Vec<_>>(), rarity, most_pairs)
}

/// The conflicts among provisions: between any sentence or item of one and any of another.
///
/// Provisions of one document, or of two statutes, that differ do so on purpose: they are about different cases. What
/// cannot stand is a policy or a contract that says otherwise than the law, or than another.
pub(super) fn among_parts(
    requirements: &[&Requirement],
    rarity: &TermRarity,
    most_pairs: usize,
) -> Vec<RequirementConflict> {
    let norms: Vec<ParsedNorm<'_>> =
        requirements.iter().flat_map(|one| ParsedNorm::parts(one)).collect();
    let mut conflicts = between(&norms, rarity, most_pairs);
    // Of two provisions one difference is told; the reader sees both whole.
    let mut told = BTreeSet::new();
    let found = |id| requirements.iter().find(|one| one.requirement_id == id);
    conflicts.retain(|it| {
        let sides = found(it.one).zip(found(it.other));
        sides.is_some_and(|(one, other)| may_clash(one, other))
            && told.insert((it.one, it.other))
    });
    conflicts
}

fn may_clash(one: &Requirement, other: &Requirement) -> bool {
    let law = [one, other].iter().all(|it| it.source_type == SourceType::Statute);
    !law && one.quote.rendition != other.quote.rendition
}

fn between(
    norms: &[ParsedNorm<'_>],
    rarity: &TermRarity,
    most_pairs: usize,
) -> Vec<RequirementConflict> {
    let weights = weights(norms, rarity);
    candidates(norms, most_pairs)
        .into_iter()
        .filter_map(|(one, other)| conflict(&norms[one], &norms[other], &weights))
        .collect()
}

/// How much each term of norms says; a term stands in many pairs.
type TermWeights<'n> = BTreeMap<&'n str, f64>;

fn weights<'n>(norms: &'n [ParsedNorm<'_>], rarity: &TermRarity) -> TermWeights<'n> {
    let mut weights = TermWeights::new();
    for term in norms.iter().flat_map(|norm| &norm.terms) {
        weights
            .entry(term)
            .or_insert_with(|| rarity.weight(term).max(LEAST_WEIGHT));
    }
    weights
}

/// Even a word of every sentence says a little.
const LEAST_WEIGHT: f64 = 0.3;

/// A requirement, or a part of one, taken apart.
struct ParsedNorm<'a> {
    requirement: &'a Requirement,
    text: Cow<'a, str>,
    modality: NormModality,
    words: Vec<SentenceWord>,
    marks: Vec<ModalOccurrence>,
    quantities: Vec<MeasuredQuantity>,
    terms: BTreeSet<String>,
    /// Terms before the first norm, without its condition.
    subject: BTreeSet<String>,
    /// Terms of conditions, exceptions left out.
    conditions: BTreeSet<String>,
    exceptions: BTreeSet<String>,
}

impl<'a> ParsedNorm<'a> {
    fn whole(requirement: &'a Requirement) -> Self {
        let text = Cow::Borrowed(requirement.exact_quote.as_str());
        Self::read(requirement, text, requirement.modality)
    }

    fn parts(requirement: &'a Requirement) -> Vec<Self> {
        let language = language(&requirement.language);
        let part = |piece: ProvisionPart| {
            let modality = match label(&piece.words, language) {
                ProvisionLabel::Prohibition => NormModality::Prohibition,
                ProvisionLabel::Permission => NormModality::Permission,
                ProvisionLabel::Duty => NormModality::Obligation,
                _ => NormModality::Fact,
            };
            Self::read(requirement, Cow::Owned(piece.words), modality)
        };
        pieces(&requirement.exact_quote)
            .into_iter()
            .take(MOST_PARTS)
            .map(part)
            .collect()
    }

    fn read(requirement: &'a Requirement, text: Cow<'a, str>, modality: NormModality) -> Self {
        let language = language(&requirement.language);
        let words = gate_words(&text, language);
        let reading = SentenceReading::new(&text, &words, language);
        let (marks, quantities) = (reading.modals(), reading.quantities());
        let counted = |at: usize| {
            quantities
                .iter()
                .any(|one| (one.at..=one.at + 2).contains(&at) && one.measure.is_time())
        };
        let all = (0..words.len()).filter(|at| !counted(*at));
        let all = all.filter_map(|at| words[at].term.clone());
        let terms = all.filter(|term| !is_number(term)).collect();
        let (conditions, exceptions) = clauses(reading, &marks);
        let first = marks.first().map_or(0, |mark| mark.at);
        let head = &words[..first];
        let opened = (0..first).find(|at| reading.narrows(*at));
        let subject = super::gate_tokens::terms(&head[..opened.unwrap_or(head.len())])
            .into_iter()
            .filter(|term| !conditions.contains(*term))
            .map(str::to_owned)
            .collect();
        Self {
            requirement,
            text,
            modality,
            words,
            marks,
            quantities,
            terms,
            subject,
            conditions,
            exceptions,
        }
    }

    /// What the nearest norm before a word demands: its first terms.
    fn act(&self, before: usize) -> BTreeSet<&str> {
        let mark = self.marks.iter().rev().find(|mark| mark.at < before);
        let from = mark.map_or(0, |mark| mark.at + 1);
        let said = &self.words[from..before.max(from)];
        terms(said).into_iter().take(2).collect()
    }
}

fn is_number(term: &str) -> bool {
    term.starts_with(|c: char| c.is_ascii_digit())
}

/// The terms of conditions and of exceptions. A clause ends at a comma or at the next norm.
fn clauses(
    reading: SentenceReading<'_>,
    marks: &[ModalOccurrence],
) -> (BTreeSet<String>, BTreeSet<String>) {
    let (text, words) = (reading.text(), reading.words());
    let (mut conditions, mut exceptions) = (BTreeSet::new(), BTreeSet::new());
    let mut within = None;
    for (at, word) in words.iter().enumerate() {
        let parted = at.checked_sub(1).is_some_and(|before| {
            text[words[before].range.end..word.range.start].contains([',', ';', '.'])
        });
        if parted || marks.iter().any(|mark| mark.at == at) {
            within = None;
        }
        if reading.begins_condition(at) || reading.narrows(at) {
            within = Some(reading.begins_exception(at));
        }
        match (within, &word.term) {
            (Some(true), Some(term)) => exceptions.insert(term.clone()),
            (Some(false), Some(term)) => conditions.insert(term.clone()),
            _ => false,
        };
    }
    (conditions, exceptions)
}

/// Pairs that share a rare term, those that share most first.
fn candidates(norms: &[ParsedNorm<'_>], most_pairs: usize) -> Vec<(usize, usize)> {
    let mut standing: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, norm) in norms.iter().enumerate() {
        for term in &norm.terms {
            standing.entry(term).or_default().push(at);
        }
    }
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut rare: Vec<_> = standing.into_iter().filter(|(_, at)| at.len() <= COMMON).collect();
    rare.sort_by_key(|(_, at)| at.len());
    for (_, at) in rare {
        for (index, one) in at.iter().enumerate() {
            for other in &at[index + 1..] {
                let room = shared.len() < most_pairs;
                match shared.get_mut(&(*one, *other)) {
                    Some(count) => *count += 1,
                    None if room => {
                        shared.insert((*one, *other), 1);
                    }
                    None => {}
                }
            }
        }
    }
    let enough = shared.into_iter().filter(|(_, count)| FEWEST_SHARED <= *count);
    enough.map(|(pair, _)| pair).collect()
}

fn conflict(
    one: &ParsedNorm<'_>,
    other: &ParsedNorm<'_>,
    weights: &TermWeights<'_>,
) -> Option<RequirementConflict> {
    let same = std::ptr::eq(one.requirement, other.requirement);
    if same || !alike(one, other, weights) || !same_subject(one, other) {
        return None;
    }
    let (over, difference) = numbers(one, other)
        .map(|difference| (ConflictOver::Number, difference))
        .or_else(|| modalities(one, other).map(|said| (ConflictOver::Modality, said)))?;
    Some(RequirementConflict {
        one: one.requirement.requirement_id,
        other: other.requirement.requirement_id,
        over,
        difference,
    })
}

/// Whether both speak of the same things for the most part.
fn alike(one: &ParsedNorm<'_>, other: &ParsedNorm<'_>, weights: &TermWeights<'_>) -> bool {
    let weight = |term: &&String| weights.get(term.as_str()).copied().unwrap_or(LEAST_WEIGHT);
    // What stands in an exception is not what the norm is about.
    let core = |norm: &ParsedNorm<'_>| -> f64 {
        let kept = norm.terms.iter().filter(|term| !norm.exceptions.contains(*term));
        kept.map(|term| weight(&term)).sum()
    };
    let shared: Vec<&String> = one.terms.intersection(&other.terms).collect();
    let both: f64 = shared.iter().map(weight).sum();
    FEWEST_SHARED < shared.len() && ALIKE * core(one).min(core(other)) <= both
}

/// Whether both bind the same one, actively or passively said: `Minors` and `Adults` are two.
fn same_subject(one: &ParsedNorm<'_>, other: &ParsedNorm<'_>) -> bool {
    let apart = |a: &ParsedNorm<'_>, b: &ParsedNorm<'_>| a.subject.difference(&b.terms).count();
    let (left, right) = (apart(one, other), apart(other, one));
    if one.subject.is_disjoint(&other.subject) {
        let within = |norm: &ParsedNorm<'_>, apart: usize| {
            apart < norm.subject.len() && apart * 2 <= norm.subject.len()
        };
        return one.subject.is_empty()
            || other.subject.is_empty()
            || within(one, left)
            || within(other, right);
    }
    left == 0 || right == 0
}

/// Different numbers of one measure for one act.
fn numbers(one: &ParsedNorm<'_>, other: &ParsedNorm<'_>) -> Option<String> {
    if conditioned(one, other) || conditioned(other, one) {
        return None;
    }
    let compared =
        |quantity: &&MeasuredQuantity| !matches!(quantity.measure, QuantityDimension::Count(_));
    for left in one.quantities.iter().filter(compared) {
        for right in other.quantities.iter().filter(compared) {
            let same_act = !one.act(left.at).is_disjoint(&other.act(right.at));
            let same_bound = bound(one, left) == bound(other, right);
            let differ = left.measure == right.measure
                && (left.amount - right.amount).abs() > f64::EPSILON;
            if same_act && same_bound && differ {
                return agreeing(one, other, &left.measure)
                    .then(|| format!("{} against {}", left.written, right.written));
            }
        }
    }
    None
}

/// Whether each has one quantity of the measure: of several, which belongs to what is a guess
/// unless all differ.
fn agreeing(one: &ParsedNorm<'_>, other: &ParsedNorm<'_>, measure: &QuantityDimension) -> bool {
    let of = |norm: &ParsedNorm<'_>| -> Vec<f64> {
        let all = norm.quantities.iter().filter(|quantity| quantity.measure == *measure);
        all.map(|quantity| quantity.amount).collect()
    };
    let (left, right) = (of(one), of(other));
    !left
        .iter()
        .any(|a| right.iter().any(|b| (a - b).abs() <= f64::EPSILON))
}

#[derive(PartialEq, Eq)]
enum QuantityBound {
    Least,
    Other,
}

/// `at least` binds from below, all else from above or exactly.
fn bound(norm: &ParsedNorm<'_>, quantity: &MeasuredQuantity) -> QuantityBound {
    let before = &norm.words[quantity.at.saturating_sub(2)..quantity.at];
    let has = |list: &[&str]| before.iter().any(|word| list.contains(&word.lower.as_str()));
    let from_below = has(&["least", "minimum", "moins", "menos", "mínimo"]);
    if from_below { QuantityBound::Least } else { QuantityBound::Other }
}

/// Whether one holds only under a condition that the other does not know.
fn conditioned(one: &ParsedNorm<'_>, other: &ParsedNorm<'_>) -> bool {
    let unknown = one.conditions.difference(&other.terms).count();
    let known = one.conditions.len() - unknown;
    0 < unknown && known <= unknown
        || one
            .conditions
            .iter()
            .any(|term| is_number(term) && !other.conditions.contains(term))
}

/// One forbids what the other demands or allows.
fn modalities(one: &ParsedNorm<'_>, other: &ParsedNorm<'_>) -> Option<String> {
    let (forbids, allows) = match (one.modality, other.modality) {
        (NormModality::Prohibition, NormModality::Obligation | NormModality::Permission) => {
            (one, other)
        }
        (NormModality::Obligation | NormModality::Permission, NormModality::Prohibition) => {
            (other, one)
        }
        _ => return None,
    };
    // What the exception speaks of is not forbidden.
    let own: BTreeSet<&String> = forbids.exceptions.difference(&forbids.subject).collect();
    let excepted = own.iter().filter(|term| !forbids_outside(forbids, term));
    if excepted.clone().any(|term| allows.terms.contains(*term)) || conditioned(forbids, allows)
    {
        return None;
    }
    let (left, right) = (forbids.act(forbids.words.len()), allows.act(allows.words.len()));
    if left.is_disjoint(&right) {
        return None;
    }
    let verb = |modality| match modality {
        NormModality::Permission => "allowed",
        _ => "required",
    };
    let (said, forbidden) = (verb(allows.modality), "forbidden");
    Some(if std::ptr::eq(one, forbids) {
        format!("{forbidden} against {said}")
    } else {
        format!("{said} against {forbidden}")
    })
}

/// Whether a term of the exception also stands in what is forbidden.
fn forbids_outside(norm: &ParsedNorm<'_>, term: &str) -> bool {
    let language = language(&norm.requirement.language);
    let reading = SentenceReading::new(&norm.text, &norm.words, language);
    let first = (0..norm.words.len()).find(|at| reading.begins_exception(*at));
    let before = &norm.words[..first.unwrap_or(norm.words.len())];
    before.iter().any(|word| word.term.as_deref() == Some(term))
}
