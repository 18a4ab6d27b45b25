//! Facts are bound to their anchors and not to the closeness of a sentence: lightly reworded answers that are wrong in one fact
//! are stopped, and sound ones in as many other words pass. All laws are made up.

use jurat_model::audit::IssueSeverity;

use crate::support::{drafted, issues};

const GRANTS: &str = "(a) (1) The office may award grants to the guilds for the building of signal towers. No single grant made \
    under this section may exceed forty thousand dollars ($40,000).\n(2) The office shall keep a list of the grants.";
const SEALS: &str = "14 (1) Every keeper who breaks any seal, bar or chain put on under subsection 12(1) is guilty of an offence \
    and liable on conviction to a fine not exceeding five thousand dollars or to confinement for a term not exceeding six months or \
    to both.";
const REPORTS: &str = "The warden shall send to the Council in February and September of each year a report on the state of the \
    Lamp Fund and the Rope Fund. Each report shall show the balances and the losses of both funds.";
const CHARTS: &str = "31 A chart drawn for use by a party at a hearing must be in ink, in a script not smaller than 9 point, on one \
    or both sides of 300 mm by 420 mm sheets.";
const PILOTS: &str = "12 (1) If a party other than the Registrar wants to dismiss their pilot of record, they must give the Board, \
    their pilot of record and the Registrar a written notice dismissing the pilot.\n(2) A pilot ceases to be pilot of record when \
    the Board receives the notice.";
const MATES: &str = "85 A mate who sails with the holder of a coastal licence shall become a licensed pilot if, following a trial, \
    it is established that\n(a) the holder of the coastal licence has become a master; and\n(b) the mate is not disqualified.";
const HEARINGS: &str = "50 (1) The Harbour Court may, in its discretion, put off a hearing\n(a) on the ground that the quarrel is \
    being heard in another port; or\n(b) where for any other reason it is in the interest of peace that the hearing be put off.";
const STORMS: &str = "If the Governor declares a storm season, the warden may lengthen the times for paying dues, tolls and levies \
    required by this chapter. The extension granted by the warden under this section shall only apply to owners prevented by the \
    hardships of the storm season from paying their dues in time.";
const BERTHS: &str = "141 (1) A berth shall be kept for a crew member who does not sail with the owner if, following a survey, it is \
    established that\n(a) the crew member was named in the owner’s application for a berth;\n(b) the crew member hands their request \
    to an officer outside the harbour within two years from the day on which the berth was granted to the owner; and\n(c) the crew \
    member is not banned.";
const WARDENS: &str = "5.4 At least seven of the wardens of the Outer Harbour Board and at least 12 of the wardens of the Harbour \
    Board must be persons who have been masters of a ship of the Northern Province.";
const OBJECTIONS: &str = "20 An objection to a survey must reach the clerk no later than 20 days before the day fixed for the \
    survey.";
const AGES: &str = "7 A person may hold a licence of a pilot if the person is 21 years of age or older and lives within 40 \
    kilometres of the harbour.";
const TOWERS: &str = "4 A keeper may leave the tower if\n(a) the lamp has been trimmed; and\n(b) the relief keeper has signed the \
    log.";
const DEPOSITS: &str = "9 The clerk must return the deposit to the owner, unless the berth was damaged by the crew of the owner.";
const DUES: &str = "3 The dues of a vessel shall be not less than 8 per cent of its value and shall be paid before June 30 of each \
    year.";

/// Answers that are wrong in one fact, with the code that says in which.
const WRONG: [(&str, &str, &str); 34] = [
    (
        GRANTS,
        "Each grant made for a signal tower must be at least $40,000.",
        "COMPARATOR_CHANGED",
    ),
    (GRANTS, "A guild gets a minimum of $40,000 for each single grant.", "COMPARATOR_CHANGED"),
    (GRANTS, "A single grant for a signal tower can be $40,000 or more.", "COMPARATOR_CHANGED"),
    (SEALS, "A keeper who breaks a seal pays a fine of at least $5,000.", "COMPARATOR_CHANGED"),
    (
        SEALS,
        "The confinement of a keeper who breaks a seal is for no less than six months.",
        "COMPARATOR_CHANGED",
    ),
    (
        SEALS,
        "A keeper who breaks a seal may be put in confinement for up to six years.",
        "NUMBER_MISMATCH",
    ),
    (
        SEALS,
        "The keeper who breaks a seal is liable to confinement for up to six weeks.",
        "NUMBER_MISMATCH",
    ),
    (
        REPORTS,
        "The warden must report to the Council on the state of the Lamp Fund and the Rope Fund in April and September of each year.",
        "DATE_MISMATCH",
    ),
    (
        REPORTS,
        "Every February and October the Council gets a report of the warden on the Lamp Fund and the Rope Fund.",
        "DATE_MISMATCH",
    ),
    (
        CHARTS,
        "A chart drawn for a hearing must be in ink and on sheets of 300 cm by 420 cm.",
        "NUMBER_MISMATCH",
    ),
    (
        CHARTS,
        "The sheets of a chart for use at a hearing measure 300 mm by 420 inches.",
        "NUMBER_MISMATCH",
    ),
    (
        CHARTS,
        "A chart for a hearing is written in a script of at most 9 point.",
        "COMPARATOR_CHANGED",
    ),
    (
        PILOTS,
        "If the Registrar wants to dismiss their pilot of record, the Registrar must give the Board and the other party a written notice.",
        "PARTY_SWAPPED",
    ),
    (
        PILOTS,
        "The Registrar may dismiss a pilot of record with a written notice to the Board.",
        "PARTY_SWAPPED",
    ),
    (
        PILOTS,
        "When the Registrar wants to dismiss a pilot of record, a written notice must go to the Board.",
        "PARTY_SWAPPED",
    ),
    (
        MATES,
        "A mate who sails with the holder of a coastal licence shall become a licensed pilot if, following a trial, it is established that the holder of the coastal licence has become a master.",
        "CONDITION_DROPPED",
    ),
    (
        MATES,
        "A mate becomes a licensed pilot if the holder of the coastal licence has become a master.",
        "CONDITION_DROPPED",
    ),
    (
        MATES,
        "When the holder of the coastal licence becomes a master, the mate who sails with the holder becomes a licensed pilot.",
        "CONDITION_DROPPED",
    ),
    (
        TOWERS,
        "A keeper may leave the tower if the lamp has been trimmed or the relief keeper has signed the log.",
        "CONJUNCTION_CHANGED",
    ),
    (
        HEARINGS,
        "The court may put off a hearing only if the quarrel is being heard in another port and it is in the interest of peace that the hearing be put off.",
        "CONJUNCTION_CHANGED",
    ),
    (
        HEARINGS,
        "A hearing is put off when the quarrel is heard in another port and the interest of peace is served for another reason.",
        "CONJUNCTION_CHANGED",
    ),
    (
        STORMS,
        "In a storm season the warden may lengthen the times, and the extension applies to all owners whether or not the hardships prevented them from paying in time.",
        "CONDITION_DROPPED",
    ),
    (
        STORMS,
        "The extension granted by the warden shall apply to all owners.",
        "CONDITION_DROPPED",
    ),
    (
        STORMS,
        "An extension granted by the warden applies to every owner of a vessel.",
        "CONDITION_DROPPED",
    ),
    (
        BERTHS,
        "A crew member who does not sail with the owner may hand their request to an officer inside or outside the harbour within two years from the day on which the berth was granted.",
        "CONDITION_DROPPED",
    ),
    (
        BERTHS,
        "A crew member may hand their request to an officer outside the harbour at any time after the berth was granted to the owner.",
        "CONDITION_DROPPED",
    ),
    (
        BERTHS,
        "The crew member hands the request to an officer outside the harbour no earlier than two years from the day on which the berth was granted to the owner.",
        "COMPARATOR_CHANGED",
    ),
    (
        BERTHS,
        "The request of the crew member goes to an officer outside the harbour within two months from the day the berth was granted to the owner.",
        "NUMBER_MISMATCH",
    ),
    (
        OBJECTIONS,
        "An objection must reach the clerk at most 20 days before the survey.",
        "COMPARATOR_CHANGED",
    ),
    (
        OBJECTIONS,
        "The clerk must have an objection no later than 20 weeks before the day of the survey.",
        "NUMBER_MISMATCH",
    ),
    (
        AGES,
        "To hold a licence a pilot must be at most 21 years of age and live within 40 kilometres of the harbour.",
        "COMPARATOR_CHANGED",
    ),
    (
        AGES,
        "A person who holds a licence of a pilot lives within 40 metres of the harbour.",
        "NUMBER_MISMATCH",
    ),
    (DEPOSITS, "The clerk must always return the deposit to the owner.", "CONDITION_DROPPED"),
    (
        DUES,
        "The dues of a vessel are at most 8 per cent of its value and are paid before June 30.",
        "COMPARATOR_CHANGED",
    ),
];

/// Sound answers, in as many other words.
const SOUND: [(&str, &str); 32] = [
    (GRANTS, "A single grant for a signal tower may be up to $40,000."),
    (GRANTS, "Each grant to a guild is at most $40,000."),
    (GRANTS, "The maximum of a single grant is forty thousand dollars."),
    (
        SEALS,
        "Breaking a seal, bar or chain put on under subsection 12(1) is an offence punishable on conviction by a fine of up to $5,000, confinement for up to six months, or both.",
    ),
    (SEALS, "The confinement is for no longer than six months, the fine at most $5,000."),
    (SEALS, "The maximum fine for a keeper who breaks a seal is $5,000."),
    (
        REPORTS,
        "Each February and September, the warden must report to the Council on the state of the Lamp Fund and the Rope Fund.",
    ),
    (
        REPORTS,
        "The Council gets a report on both funds in September, and another in February of each year.",
    ),
    (CHARTS, "A chart drawn for a hearing must be in ink, on sheets of 300 mm by 420 mm."),
    (CHARTS, "The script of a chart for a hearing must be at least 9 point."),
    (
        PILOTS,
        "If a party other than the Registrar wants to dismiss their pilot of record, they must give written notice to the Board, the pilot and the Registrar.",
    ),
    (
        PILOTS,
        "A party who wants to dismiss a pilot of record gives the Board and the Registrar a written notice. This does not hold for the Registrar.",
    ),
    (
        PILOTS,
        "The Registrar must be given a written notice when a party dismisses their pilot of record.",
    ),
    (
        MATES,
        "A mate who sails with the holder of a coastal licence becomes a licensed pilot if the holder has become a master and the mate is not disqualified.",
    ),
    (
        MATES,
        "A mate becomes a licensed pilot if the holder of the coastal licence has become a master. The mate must not be disqualified.",
    ),
    (
        HEARINGS,
        "The court may put off a hearing if the quarrel is being heard in another port, or where for any other reason it is in the interest of peace that the hearing be put off.",
    ),
    (
        HEARINGS,
        "The Harbour Court has two options. It may put off a hearing on the ground that the quarrel is being heard in another port. Or it may do so where it is in the interest of peace.",
    ),
    (
        STORMS,
        "If the Governor declares a storm season, the warden may lengthen the times for paying dues; the extension only applies to owners whom the hardships of the storm season prevented from paying in time.",
    ),
    (
        STORMS,
        "The extension applies to all owners prevented by the hardships of the storm season from paying their dues in time, and only to them.",
    ),
    (
        BERTHS,
        "The crew member must hand their request to an officer outside the harbour within two years from the day on which the berth was granted to the owner.",
    ),
    (
        BERTHS,
        "The request must be handed to an officer outside the harbour, at any time within two years from the day on which the berth was granted to the owner.",
    ),
    (
        WARDENS,
        "At least 12 Harbour Board wardens and at least seven Outer Harbour Board wardens must have been masters of a ship of the Northern Province.",
    ),
    (
        WARDENS,
        "At least 12 of the wardens of the Harbour Board and at least seven of the wardens of the Outer Harbour Board must be persons who have been masters of a ship of the Northern Province.",
    ),
    (
        OBJECTIONS,
        "An objection must reach the clerk at least 20 days before the day fixed for the survey.",
    ),
    (OBJECTIONS, "The clerk must have an objection no later than 20 days before the survey."),
    (
        AGES,
        "To hold a licence, a pilot must be at least 21 years of age and live within 40 kilometres of the harbour.",
    ),
    (
        TOWERS,
        "A keeper may leave the tower once the lamp has been trimmed and the relief keeper has signed the log.",
    ),
    (
        AGES,
        "A person who is at least 21 years of age and lives within 40 kilometres of the harbour may hold a licence of a pilot.",
    ),
    (
        DEPOSITS,
        "The clerk must return the deposit to the owner, unless the crew of the owner damaged the berth.",
    ),
    (
        DUES,
        "The dues are at least 8 per cent of the value of the vessel and must be paid before June 30 of each year.",
    ),
    (
        DUES,
        "Before June 30 of each year, dues of no less than 8 per cent of the value of a vessel are paid.",
    ),
    (DUES, "The dues are a minimum of 8 per cent of the value of the vessel."),
];

fn errors(source: &str, answer: &str) -> Vec<String> {
    let found = issues(&drafted(answer, &[("Section 7", source)]));
    let grave = found.iter().filter(|issue| issue.severity == IssueSeverity::Error);
    grave.map(|issue| format!("{}: {}", issue.code, issue.msg)).collect()
}

#[test]
fn a_fact_that_is_wrong_is_stopped_in_whatever_words() {
    let missed: Vec<String> = WRONG
        .iter()
        .map(|(source, answer, code)| (*answer, *code, errors(source, answer)))
        .filter(|(_, code, found)| !found.iter().any(|one| one.starts_with(code)))
        .map(|(answer, code, found)| format!("{code}: {answer} {found:?}"))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_fact_in_other_words_is_no_error() {
    let charged: Vec<String> = SOUND
        .iter()
        .map(|(source, answer)| (*answer, errors(source, answer)))
        .filter(|(_, found)| !found.is_empty())
        .map(|(answer, found)| format!("{answer} {found:?}"))
        .collect();
    assert!(charged.is_empty(), "{charged:#?}");
}

#[test]
fn a_stand_in_is_no_other_word() {
    let source = "You can hold 2 berths at the same time. You must keep to the rules listed for each mooring berth.";
    let said = "You can hold 2 berths at the same time, but you must keep to the rules listed for each one.";
    assert_eq!(errors(source, said), [""; 0]);
}
