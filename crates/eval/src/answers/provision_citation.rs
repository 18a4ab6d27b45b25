//! Places as people cite them, `IRPA 40(1)(a)`, held against provisions.

use super::CitedProvision;

/// A document by its name or initials, and a path of numbers and letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProvisionCitation {
    document: String,
    path: Vec<String>,
}

impl ProvisionCitation {
    /// Nothing where there is no number.
    pub(super) fn read(text: &str) -> Option<Self> {
        let at = text
            .char_indices()
            .find(|(at, c)| c.is_ascii_digit() && text[..*at].ends_with([' ', '*', '§']))
            .map(|(at, _)| at);
        let at = at.or_else(|| text.starts_with(|c: char| c.is_ascii_digit()).then_some(0))?;
        let document = text[..at].trim_end_matches([' ', '*', '§', ',']);
        Some(Self {
            document: document.to_owned(),
            path: steps(&text[at..]),
        })
    }

    /// Whether a provision holds the place, or lies in it.
    pub(super) fn is(&self, shown: &CitedProvision) -> bool {
        if !shown.names.iter().any(|name| is_called(name, &self.document)) {
            return false;
        }
        shown.labels.iter().any(|label| {
            let path = steps(label);
            let shared = path.len().min(self.path.len());
            0 < shared && path[..shared] == self.path[..shared]
        })
    }
}

/// `40(1)(a)`, `*40(1)a)`, `Section 40(1)(a)` as 40, 1, a.
fn steps(label: &str) -> Vec<String> {
    let label = label.to_lowercase();
    let start = label.find(|c: char| c.is_ascii_digit()).unwrap_or(label.len());
    let mut steps: Vec<String> = Vec::new();
    let mut step = String::new();
    for c in label[start..].chars() {
        if c.is_alphabetic() && step.ends_with(|last: char| last.is_ascii_digit()) {
            // French: `40a)`.
            steps.push(std::mem::take(&mut step));
            step.push(c);
        } else if c.is_alphanumeric() || c == '.' {
            step.push(c);
        } else if !step.is_empty() {
            steps.push(std::mem::take(&mut step));
        }
    }
    steps.push(step);
    let bare = |step: String| step.trim_matches('.').to_owned();
    steps.into_iter().map(bare).filter(|step| !step.is_empty()).collect()
}

/// Whether a document is called so: by the initials of its title, or by words of it.
fn is_called(title: &str, called: &str) -> bool {
    let called = called.to_lowercase();
    if called.is_empty() {
        return true;
    }
    let small = title.to_lowercase().replace('_', " ");
    if called.contains(' ') || 6 < called.len() {
        return small.contains(&called);
    }
    let initials = initials(title);
    initials == called || is_short_for(&called, &initials)
}

/// First letters of the words that say something: those of three letters and fewer do not, unless they
/// are written large.
fn initials(title: &str) -> String {
    let title = title.rsplit('/').next().unwrap_or(title);
    let words = title.split(|c: char| !c.is_alphanumeric());
    let says = |word: &&str| {
        4 < word.chars().count() || word.starts_with(char::is_uppercase) && 2 < word.len()
    };
    let first = |word: &str| word.chars().next();
    let letters = words.filter(says).filter_map(first).filter(|c| c.is_alphabetic());
    letters.flat_map(char::to_lowercase).collect()
}

/// `FCIR` for the Federal Courts Citizenship, Immigration and Refugee Protection Rules: four or more
/// letters in order, the first and the last among them.
fn is_short_for(called: &str, initials: &str) -> bool {
    let mut rest = initials.chars();
    let in_order = called.chars().all(|c| rest.any(|other| other == c));
    4 <= called.len()
        && in_order
        && called.chars().next() == initials.chars().next()
        && called.chars().last() == initials.chars().last()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::{CitedProvision, ProvisionCitation};

    #[track_caller]
    fn check(place: &str, title: &str, label: &str, expected: bool) {
        let shown = CitedProvision {
            names: [title.to_owned(), "acts/f.xml".to_owned()],
            labels: vec![label.to_owned()],
            text: String::new(),
        };
        assert_eq!(
            ProvisionCitation::read(place).unwrap().is(&shown),
            expected,
            "{place} {title} {label}"
        );
    }

    #[test]
    fn a_provision_holds_a_place_or_lies_in_it() {
        let act = "Ferry and Raft Safety Act";
        check("FRSA 40(1)(a)", act, "40(1)", true);
        check("FRSA 40(1)", act, "40(1)(a)", true);
        check("FRSA 40", act, "*40", true);
        check("FRSA 40(1)(a)", act, "40(2)", false);
        check("FRSA 40", act, "40.1", false);
        check("FSA 40", act, "40", false);
        check("Raft Safety Act 40", act, "40", true);
    }

    #[test]
    fn french_and_file_names_have_initials_too() {
        let loi = "Loi d’immigration et de protection des réfugiés";
        check("LIPR 40(1)a)", loi, "40(1)a)", true);
        check("LIPR 50b)", loi, "50", true);
        check("LIPR 20.1(2)b.1)", loi, "20.1(2)b.1)", true);
        check("FLC 1253.3(b)", "codes/Ferry_Lamp_Code.txt", "1253.3", true);
        check("FRPR 3", "Ferry, Raft and Pontoon Protection of Passengers Rules", "3", true);
    }
}
