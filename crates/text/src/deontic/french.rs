//! What French words demand, forbid and allow.
//!
//! Statutes command in the present tense: `le ministre informe le public`. That is read as a
//! command where an office or a party is the subject and the verb is one of acts.

use super::{
    Force::{Condition, Obligation, Prohibition},
    Sense,
    Strength::{Explicit, Implicit},
    clause::Links,
    phrase::Phrase,
};

pub(super) static LINKS: Links = Links {
    relatives: &[
        "qui",
        "que",
        "qu",
        "dont",
        "où",
        "lequel",
        "laquelle",
        "lesquels",
        "lesquelles",
        "auquel",
    ],
    conditionals: &["si", "lorsque", "lorsqu", "quand", "puisque", "s", "comme"],
    determiners: &[
        "le", "la", "les", "l", "un", "une", "des", "il", "elle", "ils", "elles", "ce",
        "cette", "son", "sa", "ses", "leur", "tout", "toute", "on", "celui", "celle",
    ],
    prepositions: &[],
    finite: &[
        "est", "sont", "a", "ont", "peut", "peuvent", "doit", "doivent", "était", "fait",
        "sera",
    ],
    between: &["ne", "n", "se", "le", "la", "les", "lui", "leur", "en", "y", "l", "s", "pas"],
};

/// What the word at a place says.
pub(super) fn sense_at(phrase: Phrase<'_>, at: usize) -> Option<Sense> {
    match phrase.word(at) {
        "doit" | "doivent" | "devra" | "devront" => duty(phrase, at),
        "peut" | "peuvent" | "pourra" | "pourront" => Some(leave(phrase, at)),
        "est" | "sont" | "sera" | "seront" | "demeure" => state(phrase, at),
        "incombe" | "appartient" => impersonal(phrase, at),
        "entend" | "entendent" if phrase.before(at) == "'" => Some(Sense::Defines),
        "faut" | "devrait" | "devraient" => Some(Sense::Binds(Obligation, Implicit)),
        "veille" | "veillent" if phrase.is(at + 1, &["à"]) => {
            Some(Sense::Binds(Obligation, Implicit))
        }
        word if ACTS.binary_search(&word).is_ok() => act(phrase, at),
        _ => None,
    }
}

fn duty(phrase: Phrase<'_>, at: usize) -> Option<Sense> {
    if is_denied(phrase, at) {
        return Some(denial(phrase, at));
    }
    let construes = phrase
        .says(at + 1, &["être réputé", "être considéré", "s ' entendre", "être interprété"]);
    (!construes).then_some(Sense::Binds(Obligation, Explicit))
}

fn leave(phrase: Phrase<'_>, at: usize) -> Sense {
    if is_denied(phrase, at) { denial(phrase, at) } else { Sense::Allows }
}

/// `ne peut`, `n'y peut`.
fn is_denied(phrase: Phrase<'_>, at: usize) -> bool {
    (at.saturating_sub(3)..at)
        .any(|at| phrase.is(at, &["ne"]) || phrase.is(at, &["n"]) && phrase.is(at + 1, &["'"]))
}

/// `ne peut … que` limits; `ne peut pas` and `ne peut` forbid.
fn denial(phrase: Phrase<'_>, at: usize) -> Sense {
    let mut rest = (at + 1..phrase.len().min(at + 14))
        .take_while(|at| !phrase.stops(*at) && !phrase.is(*at, &[","]));
    let only = rest.any(|at| phrase.is(at, &["que"]) || phrase.is(at, &["qu"]));
    let force = if only && !phrase.is(at + 1, &["pas"]) { Condition } else { Prohibition };
    Sense::Binds(force, Explicit)
}

fn state(phrase: Phrase<'_>, at: usize) -> Option<Sense> {
    let denied = is_denied(phrase, at);
    let next = phrase.past(at + 1, &["pas", "alors", "aussi", "également", "en", "outre"]);
    let next = if phrase.word(next).ends_with("ment") { next + 1 } else { next };
    let word = phrase.word(next);
    let one_of = |stems: &[&str]| stems.iter().any(|stem| agrees(word, stem));
    if one_of(&["interdit", "défendu", "prohibé"]) {
        let inadmissible = phrase.says(next + 1, &["de territoire"]);
        return (!inadmissible && !denied).then_some(Sense::Binds(Prohibition, Explicit));
    }
    if one_of(&["tenu", "obligé"]) {
        let to = phrase.is(next + 1, &["de", "d", "à", "au"]);
        let sense = if denied { Sense::Allows } else { Sense::Binds(Obligation, Explicit) };
        return to.then_some(sense);
    }
    if matches!(word, "obligatoire" | "obligatoires") || one_of(&["exigé", "requis"]) {
        return (!denied).then_some(Sense::Binds(Obligation, Explicit));
    }
    if one_of(&["autorisé"]) {
        return Some(if denied { Sense::Binds(Prohibition, Explicit) } else { Sense::Allows });
    }
    if phrase
        .says(next, &["responsable de", "chargé de", "chargée de", "à payer", "responsable d"])
    {
        return (!denied).then_some(Sense::Binds(Obligation, Implicit));
    }
    let acted = DONE.iter().any(|stem| agrees(word, stem));
    (acted && !denied && !phrase.is(at + 1, &["réputé"]))
        .then_some(Sense::Binds(Obligation, Implicit))
}

/// Whether a participle is this one in some gender and number.
fn agrees(word: &str, stem: &str) -> bool {
    word.strip_prefix(stem)
        .is_some_and(|end| matches!(end, "" | "e" | "s" | "es"))
}

fn impersonal(phrase: Phrase<'_>, at: usize) -> Option<Sense> {
    (phrase.before(at) == "il" && !is_denied(phrase, at))
        .then_some(Sense::Binds(Obligation, Explicit))
}

/// A present-tense command: an office right before a verb of acts.
fn act(phrase: Phrase<'_>, at: usize) -> Option<Sense> {
    let low = at.saturating_sub(8);
    let subject = (low..at).rev().take_while(|at| {
        !phrase.stops(*at) && !phrase.is(*at, &[",", "de", "du", "des", "d", "par"])
    });
    let office = subject
        .into_iter()
        .any(|at| OFFICES.binary_search(&phrase.word(at)).is_ok());
    (office && !is_denied(phrase, at)).then_some(Sense::Binds(Obligation, Implicit))
}

/// Who is commanded, in the order of bytes.
static OFFICES: &[&str] = &[
    "administrateur",
    "agent",
    "avocat",
    "capitaine",
    "commissaire",
    "commission",
    "conseil",
    "cour",
    "demandeur",
    "directeur",
    "division",
    "employeur",
    "gouverneur",
    "greffe",
    "greffier",
    "juge",
    "ministre",
    "officier",
    "organisme",
    "personne",
    "président",
    "registraire",
    "répondant",
    "secrétaire",
    "section",
    "titulaire",
    "transporteur",
    "tribunal",
    "étranger",
];

/// Verbs of acts in the present tense, in the order of bytes.
static ACTS: &[&str] = &[
    "accorde",
    "affiche",
    "applique",
    "avise",
    "communique",
    "conserve",
    "convoque",
    "dépose",
    "désigne",
    "détruit",
    "effectue",
    "envoie",
    "examine",
    "expédie",
    "fait",
    "fixe",
    "fournit",
    "informe",
    "inscrit",
    "joint",
    "nomme",
    "notifie",
    "ordonne",
    "paie",
    "prend",
    "procède",
    "produit",
    "présente",
    "publie",
    "rembourse",
    "remet",
    "rend",
    "restitue",
    "signe",
    "signifie",
    "soumet",
    "tient",
    "transmet",
    "verse",
    "vérifie",
    "établit",
];

/// What is done to things by command.
static DONE: &[&str] = &[
    "restitué",
    "remboursé",
    "calculé",
    "nommé",
    "transmis",
    "versé",
    "payé",
    "communiqué",
    "déposé",
    "signifié",
    "présenté",
    "affiché",
    "conservé",
    "remis",
    "fourni",
    "accompagné",
    "joint",
    "consigné",
    "détruit",
    "envoyé",
    "notifié",
    "avisé",
    "informé",
    "établi",
    "effectué",
    "adressé",
    "signé",
    "publié",
    "exigible",
    "payable",
    "instruit",
    "tranché",
];

#[cfg(test)]
mod tests {
    use super::{ACTS, OFFICES};

    #[test]
    fn the_lists_are_sorted() {
        assert!(ACTS.is_sorted() && OFFICES.is_sorted());
    }
}
