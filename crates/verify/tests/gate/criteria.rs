//! The three criteria, one table each. All texts are invented.

use crate::sample_documents::{self, exhibit};
use jurat_model::{
    ByteSpan, NormModality, PointsTo, RejectionReason, Requirement, SourceExhibit,
};
use jurat_verify::{GatePolicy, admit};

use NormModality::{Obligation, Permission, Prohibition};
use RejectionReason::{DoesNotAddressQuestion, IncompleteQuote, RequiresInference};

/// A requirement of pieces of a text, each of which stands in it.
fn made(
    exhibit: &SourceExhibit,
    pieces: &[&str],
    modality: NormModality,
    language: &str,
) -> Requirement {
    let mut from = 0;
    let spans: Vec<ByteSpan> = pieces
        .iter()
        .map(|piece| {
            let start = from + exhibit.text[from..].find(piece).unwrap();
            from = start + piece.len();
            ByteSpan::from(start..from)
        })
        .collect();
    let statute = jurat_model::SourceType::Statute;
    let mut made = sample_documents::of_spans(exhibit, &spans, modality, statute, 1);
    language.clone_into(&mut made.language);
    made
}

/// What becomes of a quote that is all of a text or the given pieces of it.
#[track_caller]
fn verdict(
    question: &str,
    text: &str,
    pieces: &[&str],
    claimed: NormModality,
    language: &str,
) -> Result<String, RejectionReason> {
    let exhibit = exhibit("Code of the Isle", text);
    let requirement = made(&exhibit, pieces, claimed, language);
    admit(question, &requirement, &[exhibit], GatePolicy::seed())
        .map(|(_, rationale)| rationale)
        .map_err(|rejection| rejection.reason)
}

const LANTERNS: &str = "Must a keeper light the lanterns of the pier?";

#[track_caller]
fn quote(text: &str, pieces: &[&str], expected: Option<RejectionReason>) {
    let found = verdict(LANTERNS, text, pieces, Obligation, "en");
    assert_eq!(found.clone().err(), expected, "{pieces:?}: {found:?}");
}

#[test]
fn a_quote_may_not_leave_out_what_it_depends_on() {
    let whole = "Each keeper must light the lanterns of the long pier at dusk, unless the moon is full.";
    let cut = "Each keeper must light the lanterns of the long pier at dusk";
    quote(whole, &[whole], None);
    quote(whole, &[cut], Some(RequiresInference));
    let before =
        "If the moon is hidden, each keeper must light the lanterns of the long pier at dusk.";
    quote(
        before,
        &["each keeper must light the lanterns of the long pier at dusk."],
        Some(RequiresInference),
    );
    let gap = "Each keeper of a light must not in a storm or when it rains light the lanterns of the long pier.";
    quote(
        gap,
        &["Each keeper of a light must", "light the lanterns of the long pier."],
        Some(RequiresInference),
    );
    let next = "Each keeper must light the lanterns of the long pier at dusk, and must rest if it rains.";
    quote(next, &[cut], None);
}

#[track_caller]
fn modality(text: &str, language: &str, fitting: &[NormModality]) {
    let question = text.trim_end_matches('.');
    for claimed in [Obligation, Prohibition, Permission] {
        let found = verdict(question, text, &[text], claimed, language);
        let told = found != Err(RequiresInference);
        assert_eq!(told, fitting.contains(&claimed), "{claimed:?} {text}: {found:?}");
    }
}

#[test]
fn the_modality_is_what_the_words_say() {
    modality(
        "The keeper shall light every lantern of the long pier at dusk.",
        "en",
        &[Obligation],
    );
    modality(
        "The keeper is responsible for every lantern of the long pier at dusk.",
        "en",
        &[Obligation],
    );
    modality(
        "The keeper has to light every lantern of the long pier at dusk.",
        "en",
        &[Obligation],
    );
    modality(
        "The keeper may not light any lantern of the long pier at noon.",
        "en",
        &[Prohibition],
    );
    modality(
        "No keeper of the pier shall light any lantern of it at noon.",
        "en",
        &[Prohibition],
    );
    modality(
        "The keeper cannot light any lantern of the long pier at noon.",
        "en",
        &[Prohibition],
    );
    modality("The keeper may light any lantern of the long pier at noon.", "en", &[Permission]);
    modality(
        "The keeper is not required to light any lantern of the pier.",
        "en",
        &[Permission],
    );
    modality(
        "Le gardien doit allumer toutes les lanternes du quai chaque soir.",
        "fr",
        &[Obligation],
    );
    modality(
        "Le gardien est tenu de surveiller toutes les lanternes du quai.",
        "fr",
        &[Obligation],
    );
    modality(
        "Le gardien ne peut pas éteindre les lanternes du quai avant minuit.",
        "fr",
        &[Prohibition],
    );
    modality(
        "Il est interdit de déplacer les lanternes du quai après minuit.",
        "fr",
        &[Prohibition],
    );
    modality("Le gardien peut laisser une lanterne du quai aux pêcheurs.", "fr", &[Permission]);
    modality("O guarda deve acender todas as lanternas do cais à noite.", "pt", &[Obligation]);
    modality(
        "É vedado ao guarda apagar as lanternas do cais antes da meia-noite.",
        "pt",
        &[Prohibition],
    );
    modality(
        "Nenhum guarda pode apagar as lanternas do cais antes da meia-noite.",
        "pt",
        &[Prohibition],
    );
    modality(
        "O guarda pode emprestar uma lanterna do cais aos pescadores.",
        "pt",
        &[Permission],
    );
}

#[test]
fn a_word_says_what_it_says_in_its_language_and_place() {
    // `no` is `in the` here.
    modality(
        "No cais da vila, o guarda deve acender todas as lanternas à noite.",
        "pt",
        &[Obligation],
    );
    modality(
        "The holder of a work permit must light every lantern of the long pier.",
        "en",
        &[Obligation],
    );
    modality(
        "No other keeper of the harbour may light the lanterns of the long pier.",
        "en",
        &[Prohibition],
    );
    modality(
        "In no event shall the keeper light the lanterns of the long pier.",
        "en",
        &[Prohibition],
    );
}

#[track_caller]
fn complete(text: &str, language: &str, whole: bool) {
    let found = verdict(text, text, &[text], Obligation, language);
    assert_eq!(found != Err(IncompleteQuote), whole, "{text}: {found:?}");
}

#[test]
fn a_quote_is_understood_alone() {
    complete("Each keeper must light the lanterns of the pier at dusk.", "en", true);
    complete("It is the duty of each keeper to light the lanterns of the pier.", "en", true);
    complete(
        "This Act requires that each keeper must light the lanterns of the pier.",
        "en",
        true,
    );
    complete("Il est obligatoire d'allumer les lanternes du quai avant la nuit.", "fr", true);
    complete("Keepers must light lanterns.", "en", false);
    complete("It shall be sent to the keeper of the pier within ten days.", "en", false);
    complete(
        "Such notice shall be sent to the keeper of the pier within ten days.",
        "en",
        false,
    );
    complete("They must light the lanterns of the pier at dusk each day.", "en", false);
    complete("The foregoing shall be read aloud by the keeper of the pier.", "en", false);
    complete("And the keeper must light the lanterns of the pier at dusk.", "en", false);
    complete("(b) light the lanterns of the long pier at dusk on each day;", "en", false);
    complete("Il doit allumer les lanternes du quai avant la tombée de la nuit.", "fr", false);
    complete("Ces lanternes doivent être allumées avant la tombée de la nuit.", "fr", false);
    complete("Ele deve acender as lanternas do cais antes do fim da tarde.", "pt", false);
    complete("Each keeper of the pier must, before the fall of dusk:", "en", false);
    complete("Each keeper of the pier must light the lanterns of it and", "en", false);
    complete("Each keeper of the pier must light the lanterns (those that", "en", false);
    complete("O guarda do cais deve acender as lanternas do cais e", "pt", false);
    let long = format!("Each keeper must light {}.", ["the lantern"; 30].join(" and "));
    complete(&long, "en", false);
}

#[test]
fn an_earlier_stretch_resolves_a_pronoun() {
    let text = "Each keeper of the pier: they must light the lanterns of the pier at dusk.";
    quote(
        text,
        &["Each keeper of the pier", "they must light the lanterns of the pier at dusk."],
        None,
    );
}

#[track_caller]
fn reference(text: &str, written: &str, expected: Result<&str, RejectionReason>) {
    let exhibit = exhibit("Code of the Isle", text);
    let mut requirement = made(&exhibit, &[text], Obligation, "en");
    requirement.points_to = vec![PointsTo { reference: written.to_owned(), target: None }];
    let found = admit(text, &requirement, &[exhibit], GatePolicy::seed());
    match expected {
        Ok(note) => assert!(found.unwrap().1.contains(note), "{text}"),
        Err(reason) => assert_eq!(found.unwrap_err().reason, reason, "{text}"),
    }
}

#[test]
fn a_duty_may_not_lie_in_a_reference_alone() {
    reference(
        "The records of each keeper of the pier must be kept as provided in § 12.99.010.",
        "§ 12.99.010",
        Err(IncompleteQuote),
    );
    reference(
        "Each keeper of the long pier shall in all things comply with § 12.99.010.",
        "§ 12.99.010",
        Err(IncompleteQuote),
    );
    reference(
        "Each keeper of the long pier must light the signal lamps listed in § 12.99.010.",
        "§ 12.99.010",
        Ok("`§ 12.99.010`, which is not among the sources"),
    );
}

#[track_caller]
fn addresses(question: &str, text: &str, language: &str, expected: bool) {
    let modality = if ["not", "No ", "interdit", "vedado"]
        .iter()
        .any(|word| text.contains(word))
    {
        Prohibition
    } else {
        Obligation
    };
    let found = verdict(question, text, &[text], modality, language);
    let addressed = match &found {
        Ok(_) => true,
        Err(reason) => {
            assert_eq!(*reason, DoesNotAddressQuestion, "{text}");
            false
        }
    };
    assert_eq!(addressed, expected, "{question} {text}: {found:?}");
}

#[test]
fn synonyms_and_sorts_of_answers_count() {
    let kept = "Each keeper of the pier shall retain the lantern log for six years.";
    addresses("How long must the lantern log be kept?", kept, "en", true);
    addresses("How much does a copy of the lantern log cost?", kept, "en", false);
    let undated = "Each keeper of the pier shall retain the lantern log in a dry place.";
    addresses("How long must the lantern log be kept?", undated, "en", false);
    addresses("Where must the lantern log be kept?", undated, "en", true);
    let fee = "The keeper of the pier must charge a fee of $12 for each mooring.";
    addresses("What is the fee for a mooring at the pier?", fee, "en", true);
}

#[test]
fn what_speaks_of_another_does_not_address() {
    let swim = "A fisher must complete ten hours of swimming lessons in each year.";
    addresses("How many hours of swimming lessons must a fisher complete?", swim, "en", true);
    addresses("How many hours of swimming lessons must a keeper complete?", swim, "en", false);
    let other = "A fisher other than a keeper must complete ten hours of swimming lessons.";
    addresses(
        "How many hours of swimming lessons must the keeper complete?",
        other,
        "en",
        false,
    );
    let everyone = "No person shall feed the seals of the pier at any hour.";
    addresses("May a fisher feed the seals of the pier?", everyone, "en", true);
    let passive = "The lanterns of the pier must be cleaned on each Friday at noon.";
    addresses("Must a keeper clean the lanterns of the pier?", passive, "en", true);
}

#[test]
fn french_and_portuguese_questions_are_read() {
    let lantern = "Le gardien du quai doit conserver le journal des lanternes pendant six ans.";
    addresses(
        "Combien de temps le gardien doit-il garder le journal des lanternes ?",
        lantern,
        "fr",
        true,
    );
    addresses("Le gardien doit-il nourrir les phoques du port ?", lantern, "fr", false);
    let seals = "É vedado alimentar as focas do cais durante a noite toda.";
    addresses("O pescador pode alimentar as focas do cais durante a noite?", seals, "pt", true);
    addresses("O pescador pode vender peixe no mercado?", seals, "pt", false);
}

#[test]
fn a_rationale_names_what_is_shared_and_what_is_missing() {
    let text = "## Lantern log\n\nEach keeper of the pier shall retain the log for six years.";
    let words = "Each keeper of the pier shall retain the log for six years.";
    let exhibit = exhibit("Code of the Isle", text);
    let requirement = made(&exhibit, &[words], Obligation, "en");
    let admitted = |question| {
        admit(question, &requirement, std::slice::from_ref(&exhibit), GatePolicy::seed())
    };
    assert_eq!(
        admitted("How long must the lantern log be kept?").unwrap().1,
        "Shares `log`, `kept` with the question, under the heading `Lantern log`."
    );
    assert_eq!(
        admitted("Must a keeper feed the seals at noon?")
            .unwrap_err()
            .rationale,
        "Says nothing of `feed`, `seals`, `noon`."
    );
}

#[test]
fn a_heading_that_does_not_stand_there_counts_for_nothing() {
    let words = "Each keeper of the pier shall retain the log for six years.";
    let exhibit = exhibit("Code of the Isle", words);
    let mut requirement = made(&exhibit, &[words], Obligation, "en");
    "Feeding seals at noon".clone_into(&mut requirement.section_heading);
    let question = "Must a keeper feed seals at noon?";
    let found = admit(question, &requirement, &[exhibit], GatePolicy::seed());
    assert_eq!(found.unwrap_err().reason, DoesNotAddressQuestion);
}
