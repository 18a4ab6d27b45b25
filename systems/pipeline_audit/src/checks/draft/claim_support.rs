//! How each claim of a draft stands to the sources: how likely it is unsupported, what is nearest
//! to it, and what differs.

use std::{mem::discriminant, ops::Range, sync::OnceLock};

use jurat_model::ByteSpan;
use jurat_text::{Language, sentence_reading::is_deontic, sentences::sentences};

use super::{
    announced_counts::announced,
    claims::{ClaimForm, DraftClaim, ParsedDraftText, names},
    clause_frames::{FrameFinding, FrameVerdict},
    compared_text::{
        blanked, evened, replies, source, unnumbered, without_marks, without_pointers,
    },
    rule_sources::{binds, is_provision, sets_term},
};
use crate::audit::{
    AuditSubject, AuditedHit,
    content_words::{ContentWordBag, StemmedTerm, terms},
};
use jurat_verify::grounding::{
    EvidenceIndex, GroundingDifference, NAMES, NearCopy, QualifierChange, TurnedSentence,
};

/// How one claim stands.
#[derive(Debug, Default)]
pub(super) struct ClaimSupport {
    /// The probability that no source supports it.
    pub(super) risk: f64,
    /// What is nearest to it.
    pub(super) nearest: Option<NearestSentence>,
    /// What it says otherwise than the nearest. Spans count in the text of the draft.
    pub(super) differences: Vec<GroundingDifference>,
    /// The words that no source supports, where they are a part of it.
    pub(super) unsupported: Vec<ByteSpan>,
    /// The probability, of the claim on its own, that no source supports it, and that none of those
    /// that it names does; only where it names some and the nearest is none of them.
    pub(super) named_risk: Option<(f64, f64)>,
    /// The sentence with which it may differ, though that could not be told.
    pub(super) unsure: Option<NearestSentence>,
}

/// A sentence of a source.
#[derive(Debug, Clone)]
pub(super) struct NearestSentence {
    /// The source, by index.
    pub(super) hit: usize,
    /// The bytes of its text; none where its title or label is nearest.
    pub(super) span: Option<ByteSpan>,
    pub(super) words: String,
    /// Whether the claim is copied from it, but for a few words.
    pub(super) is_copied: bool,
    pub(super) force: NormativeForce,
    /// Whether it says how long something runs, from when or until when.
    pub(super) sets_term: bool,
}

/// Whether a sentence of a source is a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NormativeForce {
    /// Neither it nor its source lays down rules.
    Prose,
    /// It stands among rules.
    AmongRules,
    /// It binds by itself, or its source is a provision by what it is called.
    Rule,
}

impl NearestSentence {
    /// Whether to say it otherwise is to say something else: in a rule; of dates and provisions, everywhere; of numbers
    /// also where the sentence sets a term. Of one word for another it is not, in prose; of all else where the sentence is
    /// copied.
    pub(super) const fn decides(&self, difference: &GroundingDifference) -> bool {
        let is_rule = !matches!(self.force, NormativeForce::Prose);
        match difference {
            GroundingDifference::Date { .. } | GroundingDifference::Provision { .. } => true,
            GroundingDifference::Number { .. } => is_rule || self.sets_term,
            GroundingDifference::Wording { .. } => matches!(self.force, NormativeForce::Rule),
            _ => is_rule || self.is_copied,
        }
    }

    /// The pointer to it: `hit#1`.
    pub(super) fn pointer(&self, subject: &AuditSubject) -> String {
        subject
            .hits()
            .get(self.hit)
            .map_or_else(String::new, AuditedHit::pointer)
    }
}

/// The sources, read once for all drafts.
#[derive(Debug)]
pub(super) struct GroundingSources {
    texts: Vec<String>,
    evidence: EvidenceIndex,
    /// The words of each sentence, with those that its source is called by; for claims that are none themselves.
    sentences: OnceLock<Vec<ContentWordBag>>,
}

impl GroundingSources {
    pub(super) fn read(subject: &AuditSubject) -> Self {
        let language = subject.language();
        let texts = subject
            .hits()
            .iter()
            .map(|hit| evened(unnumbered(source(hit), language), language));
        let texts: Vec<String> = texts.collect();
        let evidence = EvidenceIndex::read(texts.iter().map(String::as_str));
        let evidence = match &subject.query {
            Some(query) => evidence.about(&query.text),
            None => evidence,
        };
        Self { texts, evidence, sentences: OnceLock::new() }
    }

    fn sentences(&self, subject: &AuditSubject) -> &[ContentWordBag] {
        let language = subject.language();
        let of_hit = |hit: &AuditedHit| -> Vec<ContentWordBag> {
            let heads = [&hit.label, &hit.law, &hit.title].into_iter().flatten();
            let heads: Vec<&str> = heads.map(String::as_str).collect();
            // The number of a section is none of days.
            let heads = heads.join(" ").replace(|c: char| c.is_ascii_digit(), " ");
            let bag = |range: Range<usize>| {
                let mut bag = ContentWordBag::of(&hit.text[range], language);
                bag.add(&heads, language);
                bag
            };
            sentences(&hit.text).into_iter().map(|one| bag(one.range)).collect()
        };
        self.sentences
            .get_or_init(|| subject.hits().iter().flat_map(of_hit).collect())
    }
}

/// How the claims of each text of the draft stand, in their order.
pub(super) fn standings(
    subject: &AuditSubject,
    sources: &GroundingSources,
    passages: &[ParsedDraftText],
) -> Vec<Vec<ClaimSupport>> {
    let language = subject.language();
    let evidence = &sources.evidence;
    let told = evidence.known_words(&all_told(subject, passages));
    let mut apart = NamedSourceBudget { sources: &sources.texts, left: MOST_APART };
    passages
        .iter()
        .map(|passage| {
            let announced = announced(passage, subject).into_iter();
            let bare =
                blanked(without_pointers(passage), announced.chain(replies(passage, language)));
            let bare = evened(bare, language);
            // What is copied has the provisions that the source names.
            let as_written = blanked(without_marks(passage), replies(passage, language));
            let as_written = evened(as_written, language);
            let of = |claim: &DraftClaim| {
                let mut standing = standing(evidence, &bare, claim, subject);
                let words = as_written.get(claim.range.clone()).unwrap_or_default();
                let unnamed = bare.get(claim.range.clone()).unwrap_or_default();
                standing.weigh_form(claim, unnamed, sources, subject);
                let is_whole = claim.form == ClaimForm::Sentence;
                if let Some(copy) = evidence.near_copy(words).filter(|_| is_whole) {
                    standing.hold_to_source(copy, claim.range.start, subject);
                }
                if let Some(turned) = evidence.turned_round(unnamed).filter(|_| is_whole) {
                    standing.take_turned(turned, claim.range.start, subject);
                }
                if is_whole {
                    standing.take_facts(
                        evidence.anchored_facts(unnamed, &told),
                        claim,
                        subject,
                    );
                    standing.doubt_denials(language);
                    if let Some(found) = subject.views.draft.clauses(subject).compare(unnamed) {
                        standing.take_clause(found, claim, subject);
                    }
                }
                if claim.is_instruction {
                    standing.allow_known_numbers(words, sources, subject);
                }
                ClaimSupport {
                    named_risk: apart.risks(claim, &standing, &bare, evidence),
                    ..standing
                }
            };
            passage.claims.iter().map(of).collect()
        })
        .collect()
}

/// The probability that the sources support all that the draft says: as an answer where there is a question, else as
/// statements. None where it says nothing.
pub(super) fn faithfulness(
    subject: &AuditSubject,
    GroundingSources { evidence, .. }: &GroundingSources,
    passages: &[ParsedDraftText],
) -> Option<f64> {
    let language = subject.language();
    let said: Vec<String> = passages
        .iter()
        .filter(|passage| !passage.claims.is_empty())
        .map(|passage| evened(without_pointers(passage), language))
        .collect();
    let said = said.join("\n\n");
    let risk = match &subject.query {
        _ if said.is_empty() => return None,
        Some(_) => evidence.answer(&said).risk,
        None => evidence.statements(&said).risk,
    };
    Some(1.0 - risk)
}

fn standing(
    evidence: &EvidenceIndex,
    bare: &str,
    claim: &DraftClaim,
    subject: &AuditSubject,
) -> ClaimSupport {
    let start = claim.range.start;
    let said = bare.get(claim.range.clone()).unwrap_or_default();
    let mut standing = ClaimSupport::default();
    let mut worst = -1.0;
    // A claim is one sentence; should its parts be cut otherwise here, the worst counts.
    for found in evidence.answer(said).sentences {
        if worst < found.risk {
            worst = found.risk;
            standing.risk = found.risk;
            standing.nearest =
                found.nearest.and_then(|one| near(subject, one.passage, one.span));
        }
        let moved = found.differences.into_iter().map(|one| one.shifted(start));
        standing.differences.extend(moved);
        let spans = found.unsupported.into_iter().map(|span| shift(span, start));
        standing.unsupported.extend(spans);
    }
    // What is said in an answer is judged mildly; what hardly any source bears out on its own is not.
    if PLAIN <= standing.risk {
        let alone = evidence.claim(said).risk;
        standing.risk = if ALONE <= alone { standing.risk.max(alone) } else { standing.risk };
    }
    if standing.differences.iter().any(is_of_clause) && !is_close(evidence, said) {
        standing.differences.retain(|one| !is_of_clause(one));
    }
    standing
}

impl ClaimSupport {
    /// Weighs what is not said in a whole sentence by what it names: the likelihood is one of sentences.
    fn weigh_form(
        &mut self,
        claim: &DraftClaim,
        said: &str,
        sources: &GroundingSources,
        subject: &AuditSubject,
    ) {
        let language = subject.language();
        let is_borne_out = match claim.form {
            ClaimForm::Sentence => return,
            ClaimForm::Fragment => {
                let terms = terms(said, language);
                // Its verb is that of whoever gives the instruction.
                let spared = usize::from(claim.is_instruction);
                let all = sources.sentences(subject);
                all.iter().any(|source| has_most(source, &terms, spared))
            }
            ClaimForm::Instruction => {
                let asked = subject.query.as_ref().map(|query| &query.text);
                let asked = asked.map(|query| ContentWordBag::of(query, language));
                let known = |name: &str| {
                    let mut sources = subject.hit_words().iter().chain(&asked);
                    sources.any(|source| source.has(name, language))
                };
                names(said).all(known)
            }
        };
        if is_borne_out {
            // Which sentence is meant, so few words do not tell; one of them has what they say.
            *self = Self { nearest: self.nearest.take(), ..Self::default() };
        } else {
            self.risk = self.risk.max(UNKNOWN);
        }
    }

    /// Takes a quantity of an instruction for right that some sentence has with another of its words: nearest to an
    /// instruction may be a sentence on something else.
    fn allow_known_numbers(
        &mut self,
        said: &str,
        sources: &GroundingSources,
        subject: &AuditSubject,
    ) {
        let language = subject.language();
        let all = terms(said, language);
        self.differences.retain(|one| {
            let GroundingDifference::Number { said, .. } = one else { return true };
            let own = terms(said, language);
            let is_other = |term: &&StemmedTerm| own.iter().all(|one| one.word != term.word);
            let has = |source: &&ContentWordBag| {
                own.iter().all(|term| source.knows(term))
                    && all.iter().filter(is_other).any(|term| source.knows(term))
            };
            !sources.sentences(subject).iter().any(|source| has(&source))
        });
    }

    /// Holds a claim to the sentence that it is copied from: what is copied differs in nothing, and what is not is told
    /// by the words that stand in its place.
    fn hold_to_source(&mut self, copy: NearCopy, start: usize, subject: &AuditSubject) {
        let in_claim = |span: ByteSpan| ByteSpan {
            start: span.start.saturating_sub(start),
            end: span.end.saturating_sub(start),
        };
        let drops = |one: &GroundingDifference| {
            matches!(
                one,
                GroundingDifference::Condition { change: QualifierChange::Dropped, .. }
            )
        };
        let has_dropped = copy.differences.iter().any(drops);
        self.differences.retain(|one| match one {
            _ if !copy.is_close => true,
            GroundingDifference::NovelWords { .. } => true,
            other if drops(other) => !has_dropped,
            // Side by side, the two say better which of their words differ.
            GroundingDifference::Modal { .. } | GroundingDifference::Negation { .. } => false,
            other => copy.is_changed_within(in_claim(other.span())),
        });
        if copy.is_borne_out {
            self.risk = 0.0;
            self.unsupported.clear();
        }
        if copy.is_close || !copy.differences.is_empty() {
            let nearest = near(subject, copy.nearest.passage, copy.nearest.span);
            self.nearest =
                nearest.map(|near| NearestSentence { is_copied: copy.is_close, ..near });
        }
        for one in copy.differences {
            let one = one.shifted(start);
            let same_words = |other: &GroundingDifference| {
                let (own, other) = (one.span(), other.span());
                own.start < other.end && other.start < own.end
            };
            if drops(&one) {
                self.differences.push(one);
            } else if !self.differences.iter().any(|two| is_firm(two) && same_words(two)) {
                // What only warns of a name stands beside it.
                let is_kept = |two: &GroundingDifference| {
                    matches!(
                        two,
                        GroundingDifference::NovelWords { .. }
                            | GroundingDifference::Entity { .. }
                    )
                };
                self.differences
                    .retain(|two| is_kept(two) || drops(two) || !same_words(two));
                self.differences.push(one);
            }
        }
    }
}

impl ClaimSupport {
    /// Takes up what a claim turns round, unless the same words have been told already.
    fn take_turned(&mut self, turned: TurnedSentence, start: usize, subject: &AuditSubject) {
        let one = turned.difference.shifted(start);
        let is_told = |other: &GroundingDifference| {
            let (own, other_span) = (one.span(), other.span());
            let is_same = own.start < other_span.end && other_span.start < own.end;
            let is_alike = discriminant(&one) == discriminant(other) && !is_loose(other);
            is_same
                && (is_firm(other)
                    || is_alike
                    || matches!(other, GroundingDifference::Party { .. }))
        };
        if self.differences.iter().any(is_told) {
            return;
        }
        let is_copied = self.nearest.as_ref().is_some_and(|near| near.is_copied);
        if let Some(near) = near(subject, turned.nearest.passage, turned.nearest.span) {
            self.nearest = Some(NearestSentence { is_copied, ..near });
            if matches!(one, GroundingDifference::Condition { .. }) {
                self.differences.retain(|other| !is_loose(other));
            }
            self.differences.push(one);
        }
    }
}

impl ClaimSupport {
    /// Takes up facts that the evidence has otherwise: those of one sentence of it, since one is shown beside a claim.
    fn take_facts(
        &mut self,
        facts: Vec<TurnedSentence>,
        claim: &DraftClaim,
        subject: &AuditSubject,
    ) {
        let Some(nearest) = facts.first().map(|fact| fact.nearest) else { return };
        for fact in facts.into_iter().filter(|fact| fact.nearest == nearest) {
            self.take_turned(fact, claim.range.start, subject);
        }
    }
}

impl ClaimSupport {
    /// Takes up what another clause says of who must or may do what, unless something surer has been told.
    fn take_clause(&mut self, found: FrameFinding, claim: &DraftClaim, subject: &AuditSubject) {
        let is_told = self
            .differences
            .iter()
            .any(|one| !matches!(one, GroundingDifference::NovelWords { .. }));
        let is_copied = self.nearest.as_ref().is_some_and(|near| near.is_copied);
        if is_told || is_copied {
            return;
        }
        let Some(near) = near(subject, found.hit, found.span) else { return };
        match found.verdict {
            FrameVerdict::Differs(difference) => {
                self.differences.push(difference.shifted(claim.range.start));
                self.nearest = Some(near);
            }
            // In prose nobody is bound by how a thing is said.
            FrameVerdict::Unsure if near.force != NormativeForce::Prose => {
                self.unsure = Some(near);
            }
            FrameVerdict::Unsure => {}
        }
    }
}

impl ClaimSupport {
    /// Takes a `not` that only one side has, in words that are not copied, for what was not checked: the same rule may be told
    /// from its other side.
    fn doubt_denials(&mut self, language: Option<Language>) {
        let Some(near) = self.nearest.as_ref().filter(|near| !near.is_copied) else { return };
        if near.force == NormativeForce::Prose {
            return;
        }
        let count = self.differences.len();
        self.differences.retain(|one| match one {
            GroundingDifference::Negation { word, .. } => {
                is_deontic(&word.to_lowercase(), language)
            }
            _ => true,
        });
        if self.differences.len() < count && self.unsure.is_none() {
            self.unsure = Some(near.clone());
        }
    }
}

/// All that the draft and its question say.
fn all_told(subject: &AuditSubject, passages: &[ParsedDraftText]) -> String {
    let asked = subject.query.iter().map(|query| query.text.as_str());
    let said = passages.iter().map(|passage| passage.plain.as_str());
    asked.chain(said).collect::<Vec<_>>().join("\n")
}

/// The least risk of a few words that no source has.
const UNKNOWN: f64 = 0.9;

/// Whether a sentence has all numbers of a few words, and two thirds of the rest but for `spared`.
fn has_most(source: &ContentWordBag, terms: &[StemmedTerm], spared: usize) -> bool {
    let (numbers, others): (Vec<_>, Vec<_>) = terms.iter().partition(|term| term.is_number());
    let known = others.iter().filter(|term| source.knows(term)).count();
    numbers.iter().all(|term| source.knows(term))
        && 2 * others.len().saturating_sub(spared) <= 3 * known
}

/// Whether a difference is told by itself, so that the same words need no second word.
const fn is_firm(one: &GroundingDifference) -> bool {
    matches!(
        one,
        GroundingDifference::Number { nearest: Some(_), .. }
            | GroundingDifference::Date { nearest: Some(_), .. }
            | GroundingDifference::Modal { .. }
            | GroundingDifference::Negation { .. }
    )
}

/// Whether a limit is only missing in words of one's own, which a surer finding takes the place of.
const fn is_loose(one: &GroundingDifference) -> bool {
    matches!(one, GroundingDifference::Condition { is_close: false, .. })
}

/// The risk below which a claim is plainly borne out, and is not looked at on its own.
const PLAIN: f64 = 0.1;
/// The risk of a claim on its own from which it counts, whatever the answer around it.
const ALONE: f64 = 0.85;

/// Whether a difference is one of a whole clause, which tells something only if all the rest of
/// the sentence is the same.
const fn is_of_clause(one: &GroundingDifference) -> bool {
    matches!(
        one,
        GroundingDifference::Modal { .. }
            | GroundingDifference::Negation { .. }
            | GroundingDifference::Condition { .. }
    )
}

/// The share of a claim's words, by weight, that the nearest sentence may lack.
const FAR: f64 = 0.35;

fn is_close(evidence: &EvidenceIndex, said: &str) -> bool {
    let features = evidence.measure_claim(said).features;
    let miss = NAMES.iter().position(|name| *name == "miss_one");
    miss.is_none_or(|at| features[at] <= FAR)
}

/// Bytes of sources that are read again for claims that name another source than the nearest.
const MOST_APART: usize = 200_000;

/// The sources, to be read apart from each other.
struct NamedSourceBudget<'s> {
    sources: &'s [String],
    left: usize,
}

impl NamedSourceBudget<'_> {
    /// How a claim stands to all sources, and to those alone that it names.
    fn risks(
        &mut self,
        claim: &DraftClaim,
        standing: &ClaimSupport,
        bare: &str,
        all: &EvidenceIndex,
    ) -> Option<(f64, f64)> {
        let near = standing.nearest.as_ref()?.hit;
        if claim.named.is_empty() || claim.named.contains(&near) {
            return None;
        }
        let named = claim.named.iter().filter_map(|hit| self.sources.get(*hit));
        let named: Vec<&str> = named.map(String::as_str).collect();
        let bytes: usize = named.iter().map(|source| source.len()).sum();
        self.left = self.left.checked_sub(bytes)?;
        let said = bare.get(claim.range.clone())?;
        Some((all.claim(said).risk, EvidenceIndex::read(named).claim(said).risk))
    }
}

fn near(subject: &AuditSubject, passage: usize, span: ByteSpan) -> Option<NearestSentence> {
    let hit = subject.hits().get(passage)?;
    let words = span.of(&hit.text);
    let language = subject.language();
    let is_binding = words.is_some_and(|words| binds(words, language));
    let is_among_rules = subject.views.draft.rules(subject).get(passage) == Some(&true);
    let force = if is_binding || is_provision(hit, subject.hit_provisions().get(passage)) {
        NormativeForce::Rule
    } else if is_among_rules {
        NormativeForce::AmongRules
    } else {
        NormativeForce::Prose
    };
    Some(NearestSentence {
        hit: passage,
        span: words.map(|_| span),
        words: words.map_or_else(|| hit.label.clone().unwrap_or_default(), ToOwned::to_owned),
        is_copied: false,
        force,
        sets_term: words.is_some_and(|words| sets_term(words, language)),
    })
}

const fn shift(span: ByteSpan, by: usize) -> ByteSpan {
    ByteSpan { start: span.start + by, end: span.end + by }
}
