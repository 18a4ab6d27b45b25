//! What kind of provision words are: a label to rank and tell by, never a reason to leave them out.
//!
//! Phrases that only one kind of provision uses come first, from a file for each language; then the one reading of
//! what a sentence demands. What neither knows is a fact.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::{
    Language,
    deontic::{self, DeonticForce},
    fold::fold,
    sentences::sentences,
    word_file,
};

/// What a provision does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProvisionLabel {
    Duty,
    Prohibition,
    Permission,
    Right,
    /// A word means something.
    Definition,
    /// What a breach brings.
    Penalty,
    /// Something is or becomes so.
    Effect,
    /// Something holds only if.
    Condition,
    /// A rule does not hold for something.
    Exception,
    /// How something is done.
    Procedure,
    /// Something is taken to be so.
    Presumption,
    /// What a rule is about.
    Scope,
    Fact,
}

/// Phrases of a language that give a provision away, in the order in which they are looked for.
#[derive(Deserialize)]
struct LabelLexicon(Vec<(ProvisionLabel, Vec<String>)>);

fn lexicon(language: Language) -> Option<&'static LabelLexicon> {
    static READ: [OnceLock<Option<LabelLexicon>>; 3] = [const { OnceLock::new() }; 3];
    let (at, text) = match language {
        Language::English => (0, word_file!("provision_label", en)),
        Language::French => (1, word_file!("provision_label", fr)),
        Language::Portuguese => (2, word_file!("provision_label", pt)),
        _ => return None,
    };
    READ[at].get_or_init(|| serde_json::from_str(text).ok()).as_ref()
}

/// Bytes of a provision that are read for its label.
const READ: usize = 4_000;

/// The label of a provision.
pub fn label(provision: &str, language: Language) -> ProvisionLabel {
    let text = &provision[..provision.floor_char_boundary(READ)];
    let folded = format!(" {} ", fold(text));
    let known = lexicon(language).and_then(|LabelLexicon(lists)| {
        let given = |(label, phrases): &(ProvisionLabel, Vec<String>)| {
            phrases
                .iter()
                .any(|phrase| folded.contains(phrase.as_str()))
                .then_some(*label)
        };
        lists.iter().find_map(given)
    });
    known.unwrap_or_else(|| by_force(text, language))
}

/// By the strongest of what its sentences demand.
fn by_force(text: &str, language: Language) -> ProvisionLabel {
    let forces = sentences(text)
        .into_iter()
        .map(|sentence| deontic::read_demand(&text[sentence.range], &[], language).force);
    match forces.min() {
        Some(DeonticForce::Obligation) => ProvisionLabel::Duty,
        Some(DeonticForce::Prohibition) => ProvisionLabel::Prohibition,
        Some(DeonticForce::Condition) => ProvisionLabel::Condition,
        Some(DeonticForce::Permission) => ProvisionLabel::Permission,
        Some(DeonticForce::Other) | None => ProvisionLabel::Fact,
    }
}

#[cfg(test)]
mod tests {
    use super::{ProvisionLabel, label};
    use crate::Language::{self, English, French, Portuguese};

    #[track_caller]
    fn check(words: &str, language: Language, expected: ProvisionLabel) {
        assert_eq!(label(words, language), expected, "{words}");
    }

    #[test]
    fn provisions_have_labels() {
        check(
            "Wages are due and payable on the day of discharge.",
            English,
            ProvisionLabel::Effect,
        );
        check(
            "A ferryman is inadmissible for having sunk a ferry.",
            English,
            ProvisionLabel::Effect,
        );
        check(
            "A person who sinks a ferry is guilty of an offence and liable to a fine.",
            English,
            ProvisionLabel::Penalty,
        );
        check("A passenger is entitled to a lamp.", English, ProvisionLabel::Right);
        check("In this Act, ferry means a boat.", English, ProvisionLabel::Definition);
        check("A raft is deemed to be a ferry.", English, ProvisionLabel::Presumption);
        check("This Part does not apply to rafts.", English, ProvisionLabel::Exception);
        check("This Part applies to ferries.", English, ProvisionLabel::Scope);
        check("A ferry must carry a lamp.", English, ProvisionLabel::Duty);
        check("No person shall board a raft.", English, ProvisionLabel::Prohibition);
        check("The ferryman may wait.", English, ProvisionLabel::Permission);
        check("Applicant files: 2 years", English, ProvisionLabel::Fact);
    }

    #[test]
    fn french_and_portuguese_have_their_own_words() {
        check("Commet une infraction quiconque coule un bac.", French, ProvisionLabel::Penalty);
        check("Le passager a droit à une lampe.", French, ProvisionLabel::Right);
        check("Le radeau est réputé être un bac.", French, ProvisionLabel::Presumption);
        check(
            "La présente partie ne s’applique pas aux radeaux.",
            French,
            ProvisionLabel::Exception,
        );
        check(
            "Emporte interdiction de territoire le fait de couler un bac.",
            French,
            ProvisionLabel::Effect,
        );
        check("Considera-se barco toda embarcação.", Portuguese, ProvisionLabel::Definition);
    }
}
