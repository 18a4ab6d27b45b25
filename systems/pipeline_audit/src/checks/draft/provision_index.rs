//! The provisions of all sources by number, and which of them another may be a slip for.

use std::collections::{BTreeMap, HashMap};

use crate::audit::{AuditSubject, ProvisionMention, provisions::same_law};

/// Distinct provisions among which a slip is looked for.
const MOST_DISTINCT: usize = 2000;
/// Sources noted for one provision.
const MOST_HITS: usize = 8;

/// Where the provisions of the sources stand: the source, then the place in its list.
type ProvisionPosition = (usize, usize);

/// The provisions of all sources.
#[derive(Debug, Default)]
pub(super) struct ProvisionIndex {
    by_number: HashMap<String, Vec<ProvisionPosition>>,
    ranges: Vec<ProvisionPosition>,
    distinct: BTreeMap<String, (ProvisionParts, ProvisionPosition)>,
}

impl ProvisionIndex {
    /// Reads the provisions of a subject's sources once.
    pub(super) fn of(subject: &AuditSubject) -> Self {
        let mut index = Self::default();
        for (hit, all) in subject.hit_provisions().iter().enumerate() {
            for (at, one) in all.iter().enumerate() {
                let parts = ProvisionParts::of(one);
                let number = parts.path.first().cloned().unwrap_or_default();
                if number.contains('–') {
                    index.ranges.push((hit, at));
                } else {
                    index.by_number.entry(number).or_default().push((hit, at));
                }
                if index.distinct.len() < MOST_DISTINCT {
                    index.distinct.entry(one.to_string()).or_insert((parts, (hit, at)));
                }
            }
        }
        index
    }

    /// Indices of the sources that have a provision, the first ones. A range of articles is there
    /// if its first is.
    pub(super) fn hits(&self, one: &ProvisionMention, subject: &AuditSubject) -> Vec<usize> {
        let parts = ProvisionParts::of(one);
        let number = parts.path.first().map_or("", String::as_str);
        let number = number.split('–').next().unwrap_or(number);
        let same = self.by_number.get(number).into_iter().flatten();
        let mut hits: Vec<usize> = Vec::new();
        for place in same.chain(&self.ranges).take(100_000) {
            let meets = || provision(subject, *place).is_some_and(|other| other.meets(one));
            if !hits.contains(&place.0) && meets() {
                hits.push(place.0);
            }
            if MOST_HITS <= hits.len() {
                break;
            }
        }
        hits.sort_unstable();
        hits
    }

    /// The provision of a source that one may be a slip for, and the source's index.
    pub(super) fn slip_for(
        &self,
        one: &ProvisionMention,
        subject: &AuditSubject,
    ) -> Option<(usize, ProvisionMention)> {
        let ours = ProvisionParts::of(one);
        let near = self.distinct.values().filter_map(|(parts, place)| {
            let far = ours.distance(parts)?;
            Some((far, *place))
        });
        let (_, place) = near.min()?;
        Some((place.0, provision(subject, place)?.clone()))
    }
}

fn provision(subject: &AuditSubject, place: ProvisionPosition) -> Option<&ProvisionMention> {
    subject.hit_provisions().get(place.0)?.get(place.1)
}

/// The parts of a provision, as it is printed: `Art. 49, único (CDC)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProvisionParts {
    pub(super) unit: String,
    pub(super) path: Vec<String>,
    pub(super) law: Option<String>,
}

impl ProvisionParts {
    pub(super) fn of(one: &ProvisionMention) -> Self {
        let printed = one.to_string();
        let (head, law) = match printed.split_once(" (") {
            Some((head, law)) => (head, Some(law.trim_end_matches(')').to_owned())),
            None => (printed.as_str(), None),
        };
        let (unit, path) = head.split_once(' ').unwrap_or((head, ""));
        let path = path.split(", ").map(ToOwned::to_owned).collect();
        Self { unit: unit.to_owned(), path, law }
    }

    /// How far two provisions are apart, where one may be a slip for the other: 1 is another part of the article, 2 a
    /// number with one digit changed or two swapped. What another law has is never meant.
    pub(super) fn distance(&self, other: &Self) -> Option<u8> {
        let laws = self.law.as_deref().zip(other.law.as_deref());
        if self.unit != other.unit || laws.is_some_and(|(one, two)| !same_law(one, two)) {
            return None;
        }
        let (one, two) = (self.path.first()?, other.path.first()?);
        if one == two {
            return Some(1);
        }
        (is_slip(one, two)).then_some(2)
    }
}

/// Whether two numbers have the same digits in another order, or differ in one digit.
fn is_slip(one: &str, two: &str) -> bool {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
    let (mut one, mut two) = (digits(one), digits(two));
    let longer = one.len().max(two.len());
    if longer < 2 || 1 < one.len().abs_diff(two.len()) {
        return false;
    }
    let replaced =
        one.len() == two.len() && one.iter().zip(&two).filter(|(a, b)| a != b).count() == 1;
    let (long, short) = if one.len() < two.len() { (&two, &one) } else { (&one, &two) };
    let dropped = long.len() != short.len()
        && (0..long.len()).any(|at| long[..at] == short[..at] && long[at + 1..] == short[at..]);
    one.sort_unstable();
    two.sort_unstable();
    replaced || dropped || one == two
}

#[cfg(test)]
mod tests {
    use super::{ProvisionParts, is_slip};
    use crate::audit::ProvisionMention;

    #[test]
    fn swapped_and_changed_digits_are_slips() {
        for (one, two) in
            [("49", "94"), ("49", "48"), ("49", "4"), ("150", "510"), ("15", "155")]
        {
            assert!(is_slip(one, two), "{one} {two}");
        }
        for (one, two) in [("49", "7"), ("5", "6"), ("49", "150"), ("12", "34")] {
            assert!(!is_slip(one, two), "{one} {two}");
        }
    }

    #[test]
    fn provisions_come_apart() {
        let one = ProvisionMention::of_label("Art. 49, parágrafo único, do CDC");
        let parts = one.as_ref().map(ProvisionParts::of);
        let expected = ProvisionParts {
            unit: "Art.".to_owned(),
            path: vec!["49".to_owned(), "único".to_owned()],
            law: Some("CDC".to_owned()),
        };
        assert_eq!(parts, Some(expected));
    }
}
