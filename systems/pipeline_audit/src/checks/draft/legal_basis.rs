//! The lines of a draft's legal basis, each looked up in sources and allowlist.

use crate::audit::{
    AuditPolicy, AuditSubject, AuditedHit, LegalBasis, ProvisionMention,
    content_words::{ContentWordBag, content_words},
    urls,
};

use super::draft_citations::{SourceAuthorities, is_allowed};

/// Lines that are looked up; nobody reads more.
const MOST: usize = 200;

/// A line of the legal basis.
#[derive(Debug)]
pub(super) struct LegalBasisLine {
    pub(super) at: String,
    /// Its label, and what became of it.
    pub(super) label: Option<(String, LegalBasisMatch)>,
    /// Its address, and what became of it.
    pub(super) url: Option<(String, LegalBasisMatch)>,
}

/// What became of a label or an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LegalBasisMatch {
    /// A source or the allowlist has it.
    Known,
    /// Something close stands in a source, by index.
    Altered { hit: usize, there: String },
    /// Nothing like it stands anywhere.
    Nowhere,
}

/// The lines of the draft's legal basis.
pub(super) fn lines(
    subject: &AuditSubject,
    policy: &AuditPolicy,
    known: &SourceAuthorities,
) -> Vec<LegalBasisLine> {
    let blocks = subject.draft.as_ref().and_then(|draft| draft.blocks.as_ref());
    let lines = blocks
        .iter()
        .filter_map(|blocks| blocks.legal_basis.as_ref())
        .flatten();
    let mut lookup = LegalBasisLookup { subject, policy, known, law_words: None };
    lines.take(MOST).map(|line| lookup.line(line)).collect()
}

struct LegalBasisLookup<'s> {
    subject: &'s AuditSubject,
    policy: &'s AuditPolicy,
    known: &'s SourceAuthorities,
    /// The words of all sources' names and texts, for labels that name no provision.
    law_words: Option<ContentWordBag>,
}

impl LegalBasisLookup<'_> {
    fn line(&mut self, line: &LegalBasis) -> LegalBasisLine {
        let label = line.label.as_ref().map(|label| (label.clone(), self.label(label)));
        let mut url = line.url.as_ref().map(|url| (url.clone(), self.url(url)));
        if let (
            Some((name, LegalBasisMatch::Known)),
            Some((address, found @ LegalBasisMatch::Known)),
        ) = (&label, &mut url)
        {
            *found = self.of_another(name, address).unwrap_or(LegalBasisMatch::Known);
        }
        LegalBasisLine { at: line.at.clone(), label, url }
    }

    /// Where an address is that of a source which is another provision than the label: what a
    /// source of that provision has for an address.
    fn of_another(&self, label: &str, url: &str) -> Option<LegalBasisMatch> {
        let provision = ProvisionMention::of_label(label)?;
        let hits = self.subject.hits();
        let wanted = urls::normal(url);
        let at = |hit: &&AuditedHit| {
            hit.url.as_deref().is_some_and(|own| urls::normal(own) == wanted)
        };
        let is = |hit: &AuditedHit| {
            hit.label
                .as_deref()
                .and_then(ProvisionMention::of_label)
                .map(|one| one.meets(&provision))
        };
        let other = hits.iter().any(|hit| at(&hit) && is(hit) == Some(false));
        let fits = hits.iter().filter(at).any(|hit| is(hit) != Some(false));
        let hit = hits
            .iter()
            .position(|hit| is(hit) == Some(true) && hit.url.is_some())?;
        let there = hits[hit].url.clone()?;
        (other && !fits).then_some(LegalBasisMatch::Altered { hit, there })
    }

    fn label(&mut self, label: &str) -> LegalBasisMatch {
        let same = |other: &String| other.trim().eq_ignore_ascii_case(label.trim());
        if self.policy.allowlist.labels.iter().any(same) {
            return LegalBasisMatch::Known;
        }
        let provisions = ProvisionMention::all(label);
        if provisions.is_empty() {
            return self.law(label);
        }
        let unknown = provisions.iter().find(|one| {
            !is_allowed(one, self.policy) && self.known.index.hits(one, self.subject).is_empty()
        });
        let Some(one) = unknown else { return LegalBasisMatch::Known };
        match self.known.index.slip_for(one, self.subject) {
            Some((hit, other)) => LegalBasisMatch::Altered { hit, there: other.to_string() },
            None => LegalBasisMatch::Nowhere,
        }
    }

    /// A label that names a law or a document alone: its words must stand in the sources.
    fn law(&mut self, label: &str) -> LegalBasisMatch {
        let language = self.subject.language();
        let words = content_words(label, language);
        let bag = self.law_words.get_or_insert_with(|| {
            let mut bag = ContentWordBag::default();
            for hit in self.subject.hits() {
                let heads = [&hit.title, &hit.label, &hit.law, &hit.id].into_iter().flatten();
                heads.for_each(|head| bag.add(head, language));
                bag.add(&hit.text, language);
            }
            bag
        });
        if words.iter().all(|word| bag.has(word, language)) {
            return LegalBasisMatch::Known;
        }
        // `Lei 8.078/90` for `Lei 8.079/90`: the words are there, a number is not.
        let numbered = |word: &&String| word.bytes().any(|byte| byte.is_ascii_digit());
        let plain = words.iter().filter(|word| !numbered(word));
        let named =
            plain.clone().count() != 0 && plain.clone().all(|word| bag.has(word, language));
        let law = self
            .subject
            .hits()
            .iter()
            .position(|hit| is_named(hit, plain.clone()));
        match law.filter(|_| named && words.iter().any(|word| numbered(&word))) {
            Some(hit) => {
                let there = name(&self.subject.hits()[hit]).to_owned();
                LegalBasisMatch::Altered { hit, there }
            }
            None => LegalBasisMatch::Nowhere,
        }
    }

    fn url(&self, url: &str) -> LegalBasisMatch {
        if urls::is_known(url, self.subject, self.policy) {
            return LegalBasisMatch::Known;
        }
        let page = |url: &str| urls::normal(url).split(['#', '?']).next().map(str::to_owned);
        let wanted = page(url);
        let hits = self.subject.hits().iter().enumerate();
        let near = hits.filter_map(|(at, hit)| Some((at, hit.url.as_ref()?)));
        let mut near = near.filter(|(_, other)| {
            page(other) == wanted || is_slip(urls::normal(other), urls::normal(url))
        });
        match near.next() {
            Some((hit, there)) => LegalBasisMatch::Altered { hit, there: there.clone() },
            None => LegalBasisMatch::Nowhere,
        }
    }
}

fn name(hit: &AuditedHit) -> &str {
    let names = [&hit.law, &hit.title, &hit.label].into_iter().flatten();
    names.map(String::as_str).next().unwrap_or_default()
}

/// Whether the name of a source has all these words.
fn is_named<'w>(hit: &AuditedHit, mut words: impl Iterator<Item = &'w String>) -> bool {
    let name = name(hit).to_lowercase();
    !name.is_empty() && words.all(|word| name.contains(word.as_str()))
}

/// Whether two addresses differ in one short stretch alone.
fn is_slip(one: &str, two: &str) -> bool {
    const SHORT: usize = 3;
    let head = one.bytes().zip(two.bytes()).take_while(|(a, b)| a == b).count();
    let (one, two) = (&one.as_bytes()[head..], &two.as_bytes()[head..]);
    let tail = one
        .iter()
        .rev()
        .zip(two.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let longest = one.len().max(two.len()) - tail.min(one.len()).min(two.len());
    8 < head && longest <= SHORT
}
