//! What a clause demands, allows or forbids, and who acts, held against the clause of the sources that it is about, in words
//! that share little with it. All laws are made up. The second half of the pairs was written with the first and not looked at
//! while the rules were made.

use jurat_model::audit::{IssueSeverity, PipelineStage, StageOutcome};
use jurat_pipeline_audit::audit::AuditPolicy;

use crate::support::{audited, drafted};

/// A source, an answer that is wrong in words of its own, and a sound one.
const TUNED: [[&str; 3]; 10] = [
    [
        "8 (1) The Harbourmaster may, on request in writing from the owner of a moored vessel, extend the time within which the owner shall remove it.",
        "Once the owner asks in writing, the Harbourmaster has to grant more time for taking the vessel away.",
        "An owner who asks in writing can be given more time by the Harbourmaster for taking the vessel away.",
    ],
    [
        "12 Every keeper of a beacon shall send the Beacon Office a report on the state of the lamp by the end of each quarter.",
        "Each quarter the Beacon Office must submit a report on the state of the lamp.",
        "At the end of each quarter the Beacon Office has to be given a report on the lamp by its keeper.",
    ],
    [
        "15 The Ferry Commission shall publish the tariff of each crossing before the season opens.",
        "The Ferry Commission is free to decide whether it publishes the tariff of a crossing before the season.",
        "Before a season begins, the tariff of every crossing has to be made public by the Ferry Commission.",
    ],
    [
        "20 A tenant of a boathouse shall give the landlord notice in writing at least 60 days before leaving.",
        "The landlord of a boathouse must give the tenant written notice 60 days before the tenant leaves.",
        "Someone renting a boathouse has to tell the landlord in writing no later than 60 days before moving out.",
    ],
    [
        "23 The clerk must answer an application for a mooring within 10 working days after it was received.",
        "An application for a mooring has to be answered by the clerk within 10 days of its receipt.",
        "The clerk has 10 business days from receipt to answer someone who applies for a mooring.",
    ],
    [
        "27 The fee for a day berth is $12. The fee for a night berth is $30. The fee for a winter berth is $400.",
        "For a night berth you pay a fee of $12.",
        "A berth for the night costs $30.",
    ],
    [
        "31 A person who is 21 years of age or more and under 50 years of age may join the lifeboat crew.",
        "The lifeboat crew takes people aged 21 to 55.",
        "People aged 21 to 49 can join the lifeboat crew.",
    ],
    [
        "35 The owner of a wreck shall pay the salvor the cost of lifting it.",
        "The salvor must pay the cost of lifting a wreck to its owner.",
        "The salvor is entitled to be paid the cost of lifting a wreck by its owner.",
    ],
    [
        "40 The Harbour Court shall not hear an appeal unless the appellant has deposited the fee.",
        "The Harbour Court can hear an appeal even if the appellant has not paid the fee in.",
        "An appeal can only be heard once the appellant has deposited the fee.",
    ],
    [
        "44 An inspector may enter a chandlery during business hours and examine the ropes that are for sale.",
        "Inspectors are required to go into a chandlery during business hours and look at the ropes on sale.",
        "During business hours inspectors are allowed to go into a chandlery and look at the ropes on sale.",
    ],
];

/// The same, kept apart.
const HELD_OUT: [[&str; 3]; 10] = [
    [
        "3 The Tide Board may appoint a deputy warden where the warden is absent for more than one month.",
        "If the warden is away for over a month, the Tide Board is bound to name a deputy.",
        "When the warden is away for over a month, the Tide Board can name a deputy.",
    ],
    [
        "6 The Registrar shall cancel the licence of a pilot who has been convicted of a second offence.",
        "A pilot's licence may be cancelled after a second conviction if the Registrar thinks it right.",
        "After a second conviction, a pilot's licence has to be cancelled by the Registrar.",
    ],
    [
        "9 The Minister shall lay the annual report of the Fund before the Assembly within 30 days after receiving it.",
        "The Fund's board must lay its annual report before the Assembly within 30 days.",
        "Within 30 days of getting the Fund's annual report, the Minister has to put it before the Assembly.",
    ],
    [
        "14 A skipper need not carry a flare if the vessel does not leave the inner harbour.",
        "A skipper who stays in the inner harbour must have a flare on board.",
        "No flare is required of a skipper whose vessel stays in the inner harbour.",
    ],
    [
        "18 The employer shall provide each diver with a suit that has been tested within the last 12 months.",
        "Divers have to provide their employer with a suit tested in the past 12 months.",
        "Each diver has to be given a suit by the employer that was tested in the past year.",
    ],
    [
        "22 An objection must be filed within 15 working days after the notice is posted.",
        "You have 15 calendar days from the posting of the notice to file an objection.",
        "Objections have to be filed no more than 15 working days after the notice goes up.",
    ],
    [
        "26 The toll is $5 for a rowing boat, $9 for a sailing boat and $20 for a barge.",
        "A sailing boat pays a toll of $20.",
        "The toll for a barge is $20.",
    ],
    [
        "33 No person shall dive in the channel between sunset and sunrise.",
        "Diving in the channel is allowed at night.",
        "You may not dive in the channel at night, from sunset to sunrise.",
    ],
    [
        "37 The Lighthouse Council shall keep at least 4 lamps in reserve at each station.",
        "The Lighthouse Council keeps no more than 4 spare lamps at a station.",
        "Each station has to have four or more lamps in reserve.",
    ],
    [
        "41 Where a cargo is damaged, the carrier shall compensate the shipper for the loss.",
        "If cargo is damaged, the shipper has to compensate the carrier.",
        "The shipper is entitled to be compensated by the carrier if cargo is damaged.",
    ],
];

fn outcome(source: &str, answer: &str) -> StageOutcome {
    let found = audited(&drafted(answer, &[("Section 7", source)]), &AuditPolicy::default());
    let issues = found.issues(PipelineStage::Draft);
    if issues.iter().any(|issue| issue.severity == IssueSeverity::Error) {
        return StageOutcome::NotOk;
    }
    found.redator.map_or(StageOutcome::NotChecked, |draft| draft.outcome)
}

fn wrong_that_pass(pairs: &[[&'static str; 3]]) -> Vec<&'static str> {
    let passes =
        |[source, wrong, _]: &&[&'static str; 3]| outcome(source, wrong) == StageOutcome::Ok;
    pairs.iter().filter(passes).map(|[_, wrong, _]| *wrong).collect()
}

fn sound_that_are_charged(pairs: &[[&'static str; 3]]) -> Vec<&'static str> {
    let charged =
        |[source, _, sound]: &&[&'static str; 3]| outcome(source, sound) == StageOutcome::NotOk;
    pairs.iter().filter(charged).map(|[_, _, sound]| *sound).collect()
}

#[test]
fn what_is_wrong_in_its_own_words_is_not_ok() {
    assert_eq!(wrong_that_pass(&TUNED), [""; 0]);
}

#[test]
fn what_is_sound_in_its_own_words_is_not_charged() {
    assert_eq!(sound_that_are_charged(&TUNED), [""; 0]);
}

#[test]
fn of_pairs_kept_apart_as_many_are_told_as_were_measured() {
    let (wrong, sound) = (wrong_that_pass(&HELD_OUT), sound_that_are_charged(&HELD_OUT));
    assert!(wrong.len() <= 3, "{wrong:#?}");
    assert!(sound.len() <= 1, "{sound:#?}");
}

/// Rules that are told from their other side, and the clause that one of them is.
#[test]
fn the_other_side_of_a_rule_is_no_other_rule() {
    let source = "35 The owner of a wreck shall pay the salvor the cost of lifting it.";
    for sound in [
        "The salvor must be paid the cost of lifting a wreck by its owner.",
        "The cost of lifting a wreck has to be paid to the salvor by the owner.",
        "The salvor has the right to be paid by the owner for lifting the wreck.",
    ] {
        assert_ne!(outcome(source, sound), StageOutcome::NotOk, "{sound}");
    }
}

#[test]
fn a_reply_denies_nothing_of_what_follows() {
    let source = "6 Every keeper must ring the bell at dusk and log the hour.";
    assert_eq!(
        outcome(source, "No, every keeper must ring the bell at dusk and log the hour."),
        StageOutcome::Ok
    );
}

#[test]
fn a_numbered_ban_is_a_ban() {
    let source = "18 No person shall use lamp oil as bait in the harbour.";
    assert_ne!(
        outcome(source, "You cannot use lamp oil as bait in the harbour."),
        StageOutcome::NotOk
    );
}
