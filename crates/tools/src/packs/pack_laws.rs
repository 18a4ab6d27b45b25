//! The acts of all packs by everything they are cited as, and the provisions in them.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use jurat_citator::{
    CaseCoverage, CaseIndex, CourtTable, KnownCase, KnownProvision, KnownTreatment,
    MissingProvision, NumberedParagraph, ProvisionLookup, ProvisionStanding, ProvisionTwin,
    act_and_provision,
};
use jurat_model::{InForceStatus, Rendition, RenditionPart};
use jurat_pack::{CoverageExtent, PackManifest, PackPartKind};
use jurat_retrieve::CorpusEntry;

use crate::{
    ToolFailure,
    packs::{LoadedPacks, OpenPart},
};

/// An act with fewer numbered provisions is not known by their numbers.
const LEAST_NUMBERED: usize = 3;

/// An act in one language.
struct HeldAct {
    /// The part among those with acts, and its name there.
    part: usize,
    name: String,
    title: String,
    language: Option<String>,
    keys: BTreeSet<String>,
    whole: bool,
    known_until: String,
    source: String,
    /// Provisions of which nothing but a note of repeal is left.
    repealed: BTreeMap<Vec<String>, String>,
}

/// The acts of all packs.
pub(crate) struct PackLaws {
    acts: Vec<HeldAct>,
}

impl PackLaws {
    pub(super) fn read(packs: &LoadedPacks) -> Result<Self, ToolFailure> {
        let parts = packs.parts_if_any(PackPartKind::Act)?;
        let courts = CourtTable::canada();
        let mut acts = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            acts.extend(part.entries().map(|entry| held(at, part, &entry, &courts)));
        }
        Ok(Self { acts })
    }

    /// The titles of all acts, in every language, each once.
    pub(crate) fn titles(&self) -> Vec<&str> {
        let titles: BTreeSet<&str> = self.acts.iter().map(|act| act.title.as_str()).collect();
        titles.into_iter().collect()
    }

    /// The acts that a normal form names, in every language there is.
    fn of(&self, key: &str) -> Vec<&HeldAct> {
        let key = folded(key);
        let own: Vec<&HeldAct> =
            self.acts.iter().filter(|act| act.keys.contains(&key)).collect();
        let keys: BTreeSet<&String> = own.iter().flat_map(|act| &act.keys).collect();
        let twin = |act: &&HeldAct| act.keys.iter().any(|key| keys.contains(key));
        let mut all: Vec<&HeldAct> = self.acts.iter().filter(twin).collect();
        // English first: normal forms are English.
        all.sort_by_key(|act| (act.language.as_deref() != Some("en"), act.name.clone()));
        all
    }
}

fn held(at: usize, part: &OpenPart, entry: &CorpusEntry, courts: &CourtTable) -> HeldAct {
    let metadata = &entry.metadata;
    let manifest = &part.record().manifest;
    let title = metadata.title.clone().unwrap_or_else(|| entry.name.clone());
    let mut keys = BTreeSet::from([folded(&title)]);
    let mut add = |written: &str| {
        keys.insert(folded(written));
        let found = courts.extract(written, None);
        keys.extend(found.iter().flat_map(|one| &one.normal).map(|normal| folded(normal)));
    };
    add(&title);
    if let Some(number) = metadata.get("number") {
        add(number);
        // A consolidated number is the chapter of the Revised Statutes.
        add(&format!("RSC 1985, c {number}"));
    }
    for statute in &manifest.statutes {
        let titles = [Some(&statute.title), statute.title_fr.as_ref()];
        if titles.into_iter().flatten().any(|it| folded(it) == folded(&title)) {
            titles.into_iter().flatten().for_each(|it| add(it));
            add(&statute.key);
            statute.citation.iter().for_each(|it| add(it));
        }
    }
    let current = metadata.get("current_to").unwrap_or(part.as_of());
    let repealed = metadata
        .values
        .iter()
        .filter_map(|(key, note)| Some((steps(key.strip_prefix("repealed:")?), note.clone())));
    HeldAct {
        part: at,
        name: entry.name.clone(),
        language: metadata.get("language").map(|it| it.chars().take(2).collect()),
        whole: is_whole(manifest, part, &keys),
        known_until: current.min(part.as_of()).to_owned(),
        source: part.record().corpus_version(),
        repealed: repealed.collect(),
        title,
        keys,
    }
}

/// Whether the pack says that all of the act is in it.
fn is_whole(manifest: &PackManifest, part: &OpenPart, keys: &BTreeSet<String>) -> bool {
    part.part().coverage.iter().any(|claim| {
        let named = |key: &String| {
            keys.contains(&folded(key))
                && manifest.statutes.iter().all(|it| it.key != *key || it.in_pack)
        };
        claim.extent == CoverageExtent::Whole && claim.statute.as_ref().is_none_or(named)
    })
}

fn folded(words: &str) -> String {
    let plain = words.to_lowercase().replace('’', "'");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a label may call a provision before its number.
const PROVISION_WORDS: [&str; 6] = ["section", "sec", "s", "article", "art", "rule"];

/// `40(1)(a)`, `40(1)a)` and `Section 40(1)(a)` have the same steps.
fn steps(label: &str) -> Vec<String> {
    let mut steps: Vec<String> = label
        .split(|c: char| !c.is_alphanumeric() && c != '.')
        .map(|step| step.trim_matches('.').to_lowercase())
        .filter(|step| !step.is_empty())
        .collect();
    if 1 < steps.len() && PROVISION_WORDS.contains(&steps[0].as_str()) {
        steps.remove(0);
    }
    steps
}

/// Whether its provisions have labels with numbers: only then does it say anything that one is not there.
fn is_numbered(rendition: &Rendition) -> bool {
    let labels = rendition.parts.iter().filter_map(|part| part.label.as_deref());
    let numbered = labels.filter(|label| {
        let first = steps(label).into_iter().next();
        first.is_some_and(|step| step.starts_with(|c: char| c.is_ascii_digit()))
    });
    LEAST_NUMBERED <= numbered.count()
}

/// The acts with the corpora they lie in.
pub(crate) struct ActShelf<'p> {
    pub(crate) parts: Vec<&'p OpenPart>,
    pub(crate) laws: &'p PackLaws,
}

impl ActShelf<'_> {
    fn rendition(&self, act: &HeldAct) -> Option<Rendition> {
        let part = self.parts.get(act.part)?;
        part.rendition(&part.entry(&act.name)?).ok()
    }

    fn in_act(&self, act: &HeldAct, label: Option<&str>) -> Option<KnownProvision> {
        let rendition = self.rendition(act)?;
        let known = |text: String, part: Option<&RenditionPart>| KnownProvision {
            source: act.source.clone(),
            act: act.title.clone(),
            label: label.map(str::to_owned),
            heading: part.and_then(|part| part.title.clone()),
            text,
            standing: part.map_or(ProvisionStanding::InForce, standing),
            in_force: part.and_then(|part| in_force(&rendition, part)),
            known_until: act.known_until.clone(),
            twin: None,
        };
        let Some(label) = label else { return Some(known(rendition.text.clone(), None)) };
        let wanted = steps(label);
        if let Some(part) = labelled(&rendition, &wanted) {
            let text = part.span.of(&rendition.text).unwrap_or_default().to_owned();
            return Some(known(text, Some(part)));
        }
        if let Some(note) = act.repealed.get(&wanted) {
            let gone = ProvisionStanding::Repealed;
            return Some(KnownProvision { standing: gone, ..known(note.clone(), None) });
        }
        // Subdivisions that are not marked as parts still stand in the words of theirs.
        (1..wanted.len()).rev().find_map(|length| {
            let part = labelled(&rendition, &wanted[..length])?;
            let text = part.span.of(&rendition.text)?;
            holds_steps(text, &wanted[length..]).then(|| known(text.to_owned(), Some(part)))
        })
    }
}

impl CaseIndex for ActShelf<'_> {
    fn find(&self, _: &str) -> Option<KnownCase> {
        None
    }

    fn coverage(&self, _: Option<&str>, _: Option<u16>) -> CaseCoverage {
        CaseCoverage::Outside
    }

    fn treatments(&self, _: &str) -> Option<Vec<KnownTreatment>> {
        None
    }

    fn knows_all_later(&self, _: &str, _: Option<&str>) -> bool {
        false
    }

    fn text(&self, _: &str) -> Option<(Cow<'_, str>, &[NumberedParagraph])> {
        None
    }

    fn provision(&self, normal: &str) -> ProvisionLookup {
        let (key, label) = act_and_provision(normal);
        let acts = self.laws.of(key);
        let found: Vec<(&HeldAct, Option<KnownProvision>)> =
            acts.iter().map(|act| (*act, self.in_act(act, label))).collect();
        let mut held = found.iter().filter_map(|(act, one)| Some((act, one.as_ref()?)));
        if let Some((own, first)) = held.next() {
            let other = held.find(|(act, _)| act.language != own.language);
            let twin = other.map(|(act, one)| ProvisionTwin {
                language: act.language.clone().unwrap_or_default(),
                act: act.title.clone(),
                heading: one.heading.clone(),
            });
            return ProvisionLookup::Found(Box::new(KnownProvision { twin, ..first.clone() }));
        }
        match acts.first() {
            None => ProvisionLookup::NoAct,
            Some(act) => ProvisionLookup::NoProvision(MissingProvision {
                source: act.source.clone(),
                act: act.title.clone(),
                label: label.unwrap_or_default().to_owned(),
                whole: act.whole && self.rendition(act).as_ref().is_some_and(is_numbered),
                known_until: act.known_until.clone(),
            }),
        }
    }
}

/// The part of these steps; a range such as `2(2) and (3)` or `11.1 to 11.3` holds what lies in it.
fn labelled<'r>(rendition: &'r Rendition, wanted: &[String]) -> Option<&'r RenditionPart> {
    let labelled = || {
        rendition
            .parts
            .iter()
            .filter_map(|part| Some((part, part.label.as_deref()?)))
    };
    let exact = labelled().find(|(_, label)| steps(label) == wanted);
    let range = || labelled().find(|(_, label)| in_range(label, wanted));
    exact.or_else(range).map(|(part, _)| part)
}

fn in_range(label: &str, wanted: &[String]) -> bool {
    let words = [" to ", " and ", " à ", " et "];
    let Some((first, last)) = words.iter().find_map(|word| label.split_once(word)) else {
        return false;
    };
    let first = steps(first);
    let mut last = steps(last);
    // `2(2) and (3)`: what the second leaves out is as in the first.
    if last.len() < first.len() {
        last = [&first[..first.len() - last.len()], &last[..]].concat();
    }
    let number = |steps: &[String]| -> Option<Vec<u32>> {
        steps
            .iter()
            .flat_map(|step| step.split('.'))
            .map(|it| it.parse().ok())
            .collect()
    };
    match (number(&first), number(&last), number(wanted)) {
        (Some(first), Some(last), Some(wanted)) => first <= wanted && wanted <= last,
        _ => false,
    }
}

/// Whether each step stands in the text at the head of a line, one after the other.
fn holds_steps(text: &str, steps: &[String]) -> bool {
    let mut rest = text;
    steps.iter().all(|step| {
        let marks = [format!("({step})"), format!("{step})")];
        let mut at = 0;
        let found = rest.split_inclusive('\n').find_map(|line| {
            let begins = marks.iter().any(|mark| line.trim_start().starts_with(mark.as_str()));
            at += line.len();
            begins.then_some(at)
        });
        found.is_some_and(|end| {
            rest = &rest[end..];
            true
        })
    })
}

const fn standing(part: &RenditionPart) -> ProvisionStanding {
    match part.standing {
        InForceStatus::InForce | InForceStatus::Later => ProvisionStanding::InForce,
        InForceStatus::NotInForce => ProvisionStanding::NotYet,
        InForceStatus::Related => ProvisionStanding::Elsewhere,
        InForceStatus::Repealed => ProvisionStanding::Repealed,
    }
}

/// The day of the part, or of the smallest part around it that has one.
fn in_force(rendition: &Rendition, part: &RenditionPart) -> Option<String> {
    let around = rendition
        .parts
        .iter()
        .filter(|one| one.span.start <= part.span.start && part.span.end <= one.span.end);
    let dated = around.filter_map(|one| Some((one.span, one.in_force.clone()?)));
    let smallest = dated.min_by_key(|(span, _)| span.end - span.start);
    part.in_force.clone().or_else(|| smallest.map(|(_, day)| day))
}

#[cfg(test)]
mod tests {
    use super::{holds_steps, in_range, steps};

    #[test]
    fn labels_of_both_languages_have_the_same_steps() {
        assert_eq!(steps("40(1)(a)"), steps("40(1)a)"));
        assert_eq!(steps("Section 40(1)"), steps("40(1)"));
        assert_eq!(steps("94.1(2)"), ["94.1", "2"]);
        assert!(in_range("2(2) and (3)", &steps("2(3)")));
        assert!(
            in_range("11.1 to 11.3", &steps("11.2")) && !in_range("11 to 13", &steps("14"))
        );
    }

    #[test]
    fn a_subdivision_stands_at_the_head_of_a_line() {
        let text = "4 Children\n(1) First (2) in passing\n(a) one\n";
        assert!(holds_steps(text, &steps("(1)(a)")) && !holds_steps(text, &steps("(2)")));
    }
}
