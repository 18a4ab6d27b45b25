//! What sentences do: each row is a force and sentences that have it. All are invented.

use jurat_text::{
    Language::{self, English, French, Portuguese},
    deontic::{
        DeonticForce::{self, Condition, Obligation, Other, Permission, Prohibition},
        DeonticStrength, read_demand,
    },
};

#[track_caller]
fn check(language: Language, expected: DeonticForce, sentences: &[&str]) {
    for sentence in sentences {
        assert_eq!(read_demand(sentence, &[], language).force, expected, "{sentence}");
    }
}

#[track_caller]
fn check_item(lead_ins: &[&str], item: &str, expected: DeonticForce) {
    assert_eq!(read_demand(item, lead_ins, English).force, expected, "{lead_ins:?} {item}");
}

#[test]
fn english_duties() {
    check(
        English,
        Obligation,
        &[
            "A warden shall keep the keys.",
            "Each boat must be dry before dusk.",
            "The baker is required to post the price.",
            "Bakers are obliged to post the price.",
            "A person who sails at night shall light a lamp.",
            "A warden that the mayor appoints must swear an oath.",
            "If a boat leaks, the owner shall mend it.",
            "The owner shall, on request, show the papers.",
            "It is the duty of the warden to ring the bell.",
            "Training is mandatory for wardens.",
            "The clerk may refer the case, and in that event must tell the owner.",
            "An officer shall apply the rules of the harbour.",
        ],
    );
}

#[test]
fn english_duties_in_other_words_are_weaker() {
    for sentence in [
        "The warden is responsible for the keys.",
        "Staff are expected to greet each guest.",
        "A guest needs to sign the book.",
        "Guests have to sign the book.",
        "The oath is to be taken before noon.",
        "The book should be signed at the door.",
        "A fee of nine pounds is payable at the gate.",
        "The owner remains liable for the toll.",
        "Ensure that the door is locked.",
    ] {
        let reading = read_demand(sentence, &[], English);
        assert_eq!(
            (reading.force, reading.strength),
            (Obligation, DeonticStrength::Implicit),
            "{sentence}"
        );
    }
}

#[test]
fn english_prohibitions() {
    check(
        English,
        Prohibition,
        &[
            "No person shall feed the swans.",
            "No boat may leave after dark.",
            "In no event shall the mayor keep the fee.",
            "A guest must not smoke.",
            "Visitors may not bring dogs.",
            "A warden cannot be a baker.",
            "Smoking is prohibited.",
            "The clerk is not authorized to open letters.",
            "An entry may be corrected, but it may not be erased.",
            "It is unlawful to feed the swans.",
        ],
    );
}

#[test]
fn english_limits() {
    check(
        English,
        Condition,
        &[
            "A box may leave the house only in the arms of the clerk.",
            "A permit may only be given to a resident.",
            "A plan shall only be approved if it is complete.",
        ],
    );
}

#[test]
fn english_leave() {
    check(
        English,
        Permission,
        &[
            "A guest may stay the night.",
            "The clerk may open any letter that must be answered.",
            "A person who is required to report may do so by letter.",
            "A guest need not say why.",
            "A guest may say why the fee should be lower.",
            "Guests are not required to sign.",
            "The mayor may make such rules as the council shall approve.",
        ],
    );
}

#[test]
fn english_that_binds_nobody() {
    check(
        English,
        Other,
        &[
            "“Boat” means anything that must float.",
            "“Boat” shall include a raft.",
            "A raft shall be deemed to be a boat.",
            "This rule shall be known as the Raft Rule.",
            "This rule shall be construed broadly.",
            "Nothing in this rule shall require a warden to swim.",
            "This rule shall take effect in May.",
            "Section 4 shall apply to rafts.",
            "The order of the mayor shall be final.",
            "The council shall have the power to fine.",
            "The harbour is old.",
            "The purpose of this rule is to be fair.",
            "Should any of this fail, the swans will be glad.",
            "Guests get the towels they need to dry themselves.",
            "",
        ],
    );
}

#[test]
fn items_are_read_with_what_leads_into_them() {
    check_item(&["A warden shall:"], "ring the bell; and", Obligation);
    check_item(&["A warden shall not:"], "ring the bell; and", Prohibition);
    check_item(&["A warden may:"], "ring the bell; and", Permission);
    check_item(&["A warden shall ring the bell if:"], "there is fog; or", Other);
    check_item(
        &["The fee must be paid unless any of the following applies:"],
        "it rains",
        Other,
    );
    check_item(&["In this rule:"], "“boat” means a raft;", Other);
    check_item(&["A warden shall:", "keep a book with:"], "the names of guests;", Obligation);
    check_item(&["It is the intent of the council that:"], "Boats shall be dry.", Other);
    check_item(&["A warden may:"], "The warden must ring twice.", Obligation);
}

#[test]
fn french() {
    check(
        French,
        Obligation,
        &[
            "Le gardien doit fermer la porte.",
            "Les gardiens sont tenus de fermer la porte.",
            "Il incombe au gardien de fermer la porte.",
            "Le ministre informe le public de sa décision.",
            "L’agent qui reçoit la clé doit la rendre.",
            "La clé est restituée sans délai.",
        ],
    );
    check(
        French,
        Prohibition,
        &[
            "Il est interdit de fumer.",
            "Le gardien ne peut pas ouvrir les lettres.",
            "Nul ne peut entrer sans clé.",
        ],
    );
    check(French, Condition, &["Le permis ne peut viser qu’un seul bateau."]);
    check(
        French,
        Permission,
        &[
            "Le gardien peut ouvrir la porte.",
            "L’agent peut arrêter la personne qui est interdite de territoire.",
            "Un permis peut être délivré à la personne si elle ne peut payer.",
        ],
    );
    check(French, Other, &["Bateau s’entend de tout ce qui flotte.", "Le port est vieux."]);
}

#[test]
fn portuguese() {
    check(
        Portuguese,
        Obligation,
        &[
            "O guarda deve fechar o portão.",
            "Os guardas são obrigados a fechar o portão.",
            "Fica obrigado a pagar a taxa o dono do barco.",
            "Compete ao guarda fechar o portão.",
            "Cabe à casa oferecer água.",
        ],
    );
    check(
        Portuguese,
        Prohibition,
        &[
            "É vedado colher flores.",
            "É proibido fumar.",
            "O guarda não pode abrir cartas.",
            "Nenhum hóspede pode ser expulso.",
        ],
    );
    check(Portuguese, Condition, &["O portão só pode ser aberto pelo guarda."]);
    check(Portuguese, Permission, &["O hóspede pode ficar."]);
    check(Portuguese, Other, &["O porto é velho.", "Entende-se por barco o que flutua."]);
}

#[test]
fn languages_without_a_grammar_are_left_alone() {
    check(Language::German, Other, &["Der Hafenmeister muss läuten."]);
}
