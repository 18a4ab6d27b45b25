//! Conditions in three values, packs held against folders that are whole and empty, and faults of packs.
#![expect(clippy::unwrap_used)]

use std::collections::BTreeMap;

use jurat_canon::Hash;
use jurat_model::{DocumentMetadata, ReaderIdentity, SourceExhibit};

use super::{
    ALL_NAMES, ConditionFacts, FaultWeight, PackCondition, TruthValue, assess, lint, load,
    load_text, text_of,
};
use crate::model::{
    FactPlace, FieldReading, FieldValue, FileStanding, Finding, FindingCategory,
    FindingSeverity, FindingStanding, FormIdentity, MatterFile, MatterProfile, PartialDate,
    ReadingMethod, RequirementStanding as Standing,
};

pub(super) fn date(text: &str) -> PartialDate {
    text.parse().unwrap()
}

const TODAY: &str = "2026-11-18";

/// A folder that a test fills.
#[derive(Default)]
pub(super) struct Folder {
    pub(super) files: Vec<MatterFile>,
    pub(super) exhibits: Vec<SourceExhibit>,
}

impl Folder {
    pub(super) fn add(&mut self, kind: &str) -> &mut MatterFile {
        let number = self.files.len() + 1;
        self.files.push(MatterFile {
            id: format!("F{number:02}"),
            path: format!("{kind}-{number}.pdf"),
            source: Hash::of(kind.as_bytes()),
            bytes: 1,
            standing: FileStanding::Whole,
            rendition: None,
            pages: Some(1),
            language: Some("en".into()),
            kind: kind.into(),
            kind_certainty: 1.0,
            kind_reason: "a test says so".into(),
            about: None,
            dated: Some(date("2026-11-01")),
            form: None,
            form_fields: Vec::new(),
            warnings: Vec::new(),
            suspect_orders: Vec::new(),
        });
        self.files.last_mut().unwrap()
    }

    fn form(&mut self, number: &str) {
        self.add("form").form = Some(FormIdentity {
            number: number.into(),
            edition: None,
            filled: true,
            validated: None,
            signed: Some(true),
            signed_on: None,
        });
    }

    pub(super) fn letter(&mut self, kind: &str, path: &str, dated: &str, text: &str) {
        let rendition = Hash::of(text.as_bytes());
        let file = self.add(kind);
        file.path = path.into();
        file.dated = Some(date(dated));
        file.rendition = Some(rendition);
        self.exhibits.push(SourceExhibit {
            name: path.into(),
            source: Hash::of(path.as_bytes()),
            media: "application/pdf".into(),
            rendition,
            reader: ReaderIdentity {
                name: "pdf".into(),
                version: 1,
                options: String::new(),
            },
            metadata: DocumentMetadata::default(),
            text: text.into(),
        });
    }
}

/// A profile out of lines such as `sponsor.status = citizen`; days, numbers and yes or no by their look.
fn profile(lines: &str) -> MatterProfile {
    let mut fields = BTreeMap::new();
    for line in lines.lines().filter(|line| line.contains('=')) {
        let (name, value) = line.split_once('=').unwrap();
        let (name, value) = (name.trim(), value.trim());
        let read = match value.strip_suffix(" CAD") {
            Some(units) => FieldValue::Money {
                cents: units.parse::<i64>().unwrap() * 100,
                currency: "CAD".into(),
            },
            None if value == "yes" || value == "no" => FieldValue::Flag(value == "yes"),
            None => match (value.parse::<PartialDate>(), value.parse::<f64>()) {
                (Ok(day), Err(_)) => FieldValue::Date(day),
                (_, Ok(number)) => FieldValue::Number(number),
                _ => FieldValue::Text(value.into()),
            },
        };
        let place = FactPlace {
            file: "F01".into(),
            page: None,
            form_path: Some(name.into()),
            span: None,
            words: value.into(),
        };
        let method = ReadingMethod::FormField;
        let reading = FieldReading { value: read, place, method, certainty: 0.9 };
        fields.insert(name.to_owned(), vec![reading]);
    }
    MatterProfile { fields, ..MatterProfile::default() }
}

fn value(condition: &str, lines: &str) -> TruthValue {
    let compiled = PackCondition::compile(condition).unwrap();
    let minima: Vec<&str> = compiled.minima().collect();
    let facts = ConditionFacts::of(&[], &profile(lines), &[], date(TODAY), &minima);
    compiled.reading(&facts).value
}

#[test]
fn conditions_have_three_values() {
    use TruthValue::{False, True, Unknown};
    let table = [
        ("matter.removal_order == true", "", Unknown),
        ("matter.removal_order == true", "matter.removal_order = no", False),
        ("matter.removal_order == true", "matter.removal_order = Yes", True),
        ("!(matter.removal_order == true)", "", Unknown),
        ("matter.removal_order != true", "", Unknown),
        ("matter.minor == true || matter.quebec == true", "matter.quebec = yes", True),
        ("matter.quebec == true || matter.minor == true", "matter.quebec = yes", True),
        ("matter.minor == true || matter.quebec == true", "matter.quebec = no", Unknown),
        ("matter.minor == true && matter.quebec == true", "matter.quebec = no", False),
        ("matter.quebec == true && matter.minor == true", "matter.quebec = no", False),
        ("matter.minor == true && matter.quebec == true", "matter.quebec = yes", Unknown),
        ("sponsor.status == 'citizen'", "sponsor.status = Citizen", True),
        ("sponsor.status.contains('citizen')", "sponsor.status = Canadian citizen", True),
        ("sponsor.status.contains('matter.quebec')", "sponsor.status = x", False),
        ("sponsor.age >= 18", "sponsor.birth_date = 2008-11-19", False),
        ("sponsor.age >= 18", "sponsor.birth_date = 2008-11-18", True),
        ("sponsor.age >= 18", "sponsor.birth_date = 2008", Unknown),
        ("sponsor.age >= 18", "sponsor.birth_date = 1990-05", True),
        ("sponsor.age >= minimum.sponsor_age", "sponsor.birth_date = 1990-05-02", True),
        (
            "applicant.passport_expires_days_since > 0",
            "applicant.passport_expires = 2026-11-17",
            True,
        ),
        (
            "applicant.passport_expires_days_since > 0",
            "applicant.passport_expires = 2026-11",
            Unknown,
        ),
        ("derived.funds_cad < least_known.study_funds", "matter.funds = 900 CAD", True),
        ("derived.funds_cad < least_known.study_funds", "matter.funds = 90000", Unknown),
        ("documents.lease > 0", "", Unknown),
        ("findings.DATE_CONFLICT > 0", "", Unknown),
    ];
    for (condition, lines, expected) in table {
        assert_eq!(value(condition, lines), expected, "{condition} with {lines:?}");
    }
}

#[test]
fn a_condition_names_what_it_did_not_see() {
    let condition = "matter.minor == true && sponsor.age > 3";
    let compiled = PackCondition::compile(condition).unwrap();
    let lines = profile("matter.minor = yes");
    let facts = ConditionFacts::of(&[], &lines, &[], date(TODAY), &[]);
    let reading = compiled.reading(&facts);
    assert_eq!(reading.missing, ["sponsor.age"]);
    assert_eq!(reading.seen, ["matter.minor = true"]);
    assert_eq!(reading.places.len(), 1);
}

#[test]
fn an_empty_folder_has_nothing_met_and_nothing_unmet() {
    for name in ALL_NAMES {
        let made =
            assess(&load(name).unwrap(), &[], &MatterProfile::default(), &[], date(TODAY));
        let requirements = made.requirements.iter().map(|it| (&it.id, it.standing, &it.reason));
        let rules = made.rules.iter().map(|it| (&it.id, it.standing, &it.reason));
        let triggers = made.triggers.iter().map(|it| (&it.id, it.standing, &it.reason));
        for (id, standing, reason) in requirements.chain(rules).chain(triggers) {
            let open = matches!(standing, Standing::NotSeen | Standing::Unknown);
            assert!(open, "{name} {id}: {standing:?} {reason}");
            assert!(!reason.is_empty(), "{name} {id}");
        }
        assert!(!made.questions.is_empty());
    }
}

const SOUND: &str = "
    sponsor.status = citizen
    sponsor.birth_date = 1988-02-11
    sponsor.lives_in_canada = yes
    sponsor.sponsored_self = no
    sponsor.prior_sponsorship = no
    sponsor.undertaking_default = no
    sponsor.removal_order = no
    sponsor.detained = no
    sponsor.convicted_of_violence = no
    sponsor.bankruptcy = no
    sponsor.social_assistance = no
    sponsor.support_default = no
    applicant.birth_date = 1990-07-30
    applicant.passport_expires = 2031-01-05
    relationship.type = spouse
    relationship.first_met = 2019-03-02
    relationship.courtship_start = 2019-05-01
    relationship.marriage_date = 2023-06-17
    relationship.prior_marriage = no
    relationship.proxy_marriage = no
    relationship.convenience_found = no
    relationship.convenience_admitted = no
    relationship.living_together = yes
    matter.application_place = outside
    matter.family_size = 2
    matter.accompanying_family_declared = no
    matter.all_family_declared = yes
    matter.represented = no
    matter.security_concern = no
    matter.human_rights_concern = no
    matter.serious_criminality = no
    matter.criminal_record = no
    matter.organized_crime_concern = no
    matter.misrepresentation_finding = no
    matter.overstay = no
    matter.unauthorised_work = no
    matter.family_inadmissible = no
    matter.removal_order = no
    matter.public_health_danger = no
";

fn sound_folder() -> Folder {
    let mut folder = Folder::default();
    for number in ["IMM 1344", "IMM 0008", "IMM 5532", "IMM 5669", "IMM 5406", "IMM 5533"] {
        folder.form(number);
    }
    let kinds = "passport birth_certificate marriage_certificate police_certificate medical_exam photo photo photo lease \
        utility_bill bank_statement tax_assessment chat_log ticket travel_record relationship_letter relationship_letter \
        statement statement employment_letter invitation_letter identity_card";
    for kind in kinds.split_whitespace() {
        folder.add(kind);
    }
    folder
}

#[test]
fn a_sound_sponsorship_is_met_and_triggers_nothing() {
    let folder = sound_folder();
    let pack = load("spousal").unwrap();
    let made = assess(&pack, &folder.files, &profile(SOUND), &[], date(TODAY));
    let fine = |it: Standing| matches!(it, Standing::Met | Standing::NotApplicable);
    for it in &made.requirements {
        assert!(fine(it.standing), "{}: {:?} {}", it.id, it.standing, it.reason);
        assert!(it.standing != Standing::Met || !it.places.is_empty(), "{}", it.id);
    }
    // That nothing is withheld is what no document can show.
    let never_shown = ["misrepresentation_file", "truthful_answers"];
    for it in made.rules.iter().filter(|it| !never_shown.contains(&it.id.as_str())) {
        assert!(fine(it.standing), "{}: {:?} {}", it.id, it.standing, it.reason);
    }
    for it in &made.triggers {
        assert!(it.standing != Standing::Met, "{}: {}", it.id, it.reason);
    }
}

fn standing(
    folder: &Folder,
    lines: &str,
    findings: &[Finding],
    id: &str,
) -> (Standing, String) {
    let pack = load("spousal").unwrap();
    let made = assess(&pack, &folder.files, &profile(lines), findings, date(TODAY));
    let requirements = made.requirements.iter().map(|it| (&it.id, it.standing, &it.reason));
    let rules = made.rules.iter().map(|it| (&it.id, it.standing, &it.reason));
    let triggers = made.triggers.iter().map(|it| (&it.id, it.standing, &it.reason));
    let mut all = requirements.chain(rules).chain(triggers);
    let (_, standing, reason) = all.find(|(known, ..)| *known == id).unwrap();
    (standing, reason.clone())
}

#[test]
fn one_fault_changes_what_it_should() {
    let more = |line: &str| format!("{SOUND}\n{line}");
    let table = [
        ("matter.removal_order = yes", "removal_order", Standing::Met),
        ("sponsor.undertaking_default = yes", "undertaking_bar", Standing::Met),
        ("sponsor.undertaking_default = yes", "undertaking_kept", Standing::Unmet),
        ("sponsor.birth_date = 2010-01-01", "sponsor_age", Standing::Unmet),
        ("relationship.convenience_admitted = yes", "convenience", Standing::Met),
        ("relationship.marriage_date = 2019-06-17", "short_courtship", Standing::Met),
        ("relationship.marriage_date = 2019-06-17", "quick_marriage_story", Standing::Met),
        ("applicant.passport_expires = 2026-01-05", "passport_valid", Standing::Unmet),
        ("relationship.type = common_law", "marriage_proof", Standing::NotApplicable),
        ("relationship.type = common_law", "common_law_declaration", Standing::NotSeen),
        ("relationship.type = common_law", "common_law_year", Standing::NotSeen),
    ];
    for (line, id, expected) in table {
        let (found, reason) = standing(&sound_folder(), &more(line), &[], id);
        assert_eq!(found, expected, "{line}: {id}: {reason}");
    }
    let bar = "matter.misrepresentation_finding = yes\nmatter.misrepresentation_finding_date =";
    for (day, expected) in [("2023-01-01", Standing::Met), ("2019-01-01", Standing::Unmet)] {
        let lines = more(&format!("{bar} {day}"));
        let id = "misrepresentation_five_years";
        assert_eq!(standing(&sound_folder(), &lines, &[], id).0, expected, "{day}");
    }
}

#[test]
fn documents_are_judged_by_what_they_show() {
    let mut folder = sound_folder();
    let police = folder
        .files
        .iter()
        .position(|it| it.kind == "police_certificate")
        .unwrap();
    folder.files[police].dated = Some(date("2024-01-01"));
    assert_eq!(standing(&folder, SOUND, &[], "police_certificate").0, Standing::Unmet);
    folder.files[police].dated = None;
    assert_eq!(standing(&folder, SOUND, &[], "police_certificate").0, Standing::Unknown);
    let path = folder.files[police].path.clone();
    folder.files[police].standing = FileStanding::NotRead { reason: "damaged".into() };
    let (found, reason) = standing(&folder, SOUND, &[], "police_certificate");
    // It may be the certificate: that it is missing cannot be told.
    assert!(found == Standing::Unknown && reason.contains(&path), "{reason}");
    let mut police = folder.files.remove(police);
    police.standing = FileStanding::Whole;
    assert_eq!(standing(&folder, SOUND, &[], "police_certificate").0, Standing::NotSeen);
    folder.add("unknown");
    let (found, reason) = standing(&folder, SOUND, &[], "police_certificate");
    assert!(found == Standing::Unknown && reason.contains("among 1 file"), "{reason}");
    folder.files.pop();
    folder.files.push(police);
    let form = folder.files[0].form.as_mut().unwrap();
    form.signed = None;
    assert_eq!(standing(&folder, SOUND, &[], "imm1344_signed").0, Standing::Unknown);
    folder.files[0].form.as_mut().unwrap().signed = Some(false);
    assert_eq!(standing(&folder, SOUND, &[], "imm1344_signed").0, Standing::Unmet);
    folder.add("chat_log").language = Some("zh".into());
    assert_eq!(standing(&folder, SOUND, &[], "translations").0, Standing::NotSeen);
}

#[test]
fn a_finding_counts_where_documents_show_it_alone() {
    let mut finding = Finding {
        id: "x".into(),
        code: "DATE_CONFLICT".into(),
        category: FindingCategory::Background,
        severity: FindingSeverity::High,
        standing: FindingStanding::Shown,
        message: String::new(),
        places: Vec::new(),
        fields: Vec::new(),
        action: String::new(),
    };
    let read = |finding: &Finding| {
        standing(&sound_folder(), SOUND, std::slice::from_ref(finding), "contradicting_dates").0
    };
    assert_eq!(read(&finding), Standing::Met);
    finding.standing =
        FindingStanding::NotSeen { looked_for: String::new(), unread: Vec::new() };
    assert_eq!(read(&finding), Standing::NotSeen);
}

#[test]
fn faults_of_a_pack_are_named_with_their_place() {
    let text = text_of("study").unwrap();
    let table = [
        ("\"weight\": 30.0", "\"weight\": 31.0", "dimensions: the weights come to 101"),
        (
            "matter.prior_refusal == true",
            "matter.prior_refusl == true",
            "did you mean `matter.prior_refusal`?",
        ),
        (
            "\"acceptance_letter\"]}",
            "\"acceptance_leter\"]}",
            "did you mean `acceptance_letter`?",
        ),
        ("\"dimension\": \"funds\"", "\"dimension\": \"fund\"", "unknown dimension `fund`"),
        ("\"id\": \"imm1294\"", "\"id\": \"family_form\"", "have this id"),
        ("applicant.age < 18", "applicant.age = 18", "when: condition cannot be read"),
        ("applicant.age < 18", "has(applicant.age)", "never false"),
        ("\"as_of\": \"2026-07-23\"", "\"as_of\": \"soon\"", "is no day"),
        ("\"source\": \"study_kit\"", "\"source\": \"\"", "it has no source"),
        ("\"required\": true", "\"requird\": true", "unknown field `requird`"),
        ("minimum.restoration", "minimum.restorations", "unknown name `minimum.restorations`"),
    ];
    for (good, bad, expected) in table {
        assert!(text.contains(good), "{good}");
        let faults = lint(&text.replacen(good, bad, 1));
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|it| it.contains(expected)), "{bad}: {}", told.join("\n"));
        assert!(faults.iter().all(|it| !it.place.is_empty()), "{bad}");
        assert!(faults.iter().any(|it| it.weight == FaultWeight::Error), "{bad}");
    }
}

#[test]
fn a_field_that_nothing_fills_and_nobody_is_asked_for_is_named() {
    let text = text_of("study").unwrap();
    let dead =
        text.replacen("matter.prior_refusal == true", "applicant.owns_property == true", 1);
    let told: Vec<String> = lint(&dead).iter().map(ToString::to_string).collect();
    let found = told
        .iter()
        .any(|it| it.contains("nothing fills `applicant.owns_property`"));
    assert!(found, "{}", told.join("\n"));
}

#[test]
fn what_would_settle_a_grave_check_is_asked_of_the_client() {
    let pack = load("visitor").unwrap();
    let made = assess(&pack, &[], &MatterProfile::default(), &[], date(TODAY));
    let criminality = "If there is a conviction or charge anywhere";
    assert!(
        made.questions.iter().any(|it| it.starts_with(criminality)),
        "{:?}",
        made.questions
    );
    let clean = profile("matter.serious_criminality = no");
    let made = assess(&pack, &[], &clean, &[], date(TODAY));
    assert!(!made.questions.iter().any(|it| it.starts_with(criminality)));
}

#[test]
fn papers_of_somebody_else_do_not_meet_what_is_asked_of_the_applicant() {
    let mut folder = Folder::default();
    folder.add("passport");
    let mut lines = profile(SOUND);
    let pack = load("spousal").unwrap();
    let read = |lines: &MatterProfile| {
        let made = assess(&pack, &folder.files, lines, &[], date(TODAY));
        let of = |id: &str| made.requirements.iter().find(|it| it.id == id).unwrap().standing;
        (of("passport"), of("sponsor_status_proof"))
    };
    let mut told = |about: &str| {
        lines.people.insert("F01".into(), about.into());
        read(&lines)
    };
    assert_eq!(told("applicant"), (Standing::Met, Standing::NotSeen));
    assert_eq!(told("sponsor"), (Standing::NotSeen, Standing::Met));
    assert_eq!(told("other"), (Standing::NotSeen, Standing::NotSeen));
}

#[test]
fn a_grave_yes_counts_although_another_paper_says_no() {
    let mut lines = profile("matter.criminal_record = no");
    let mut yes = lines.fields["matter.criminal_record"][0].clone();
    yes.value = FieldValue::Flag(true);
    yes.certainty = 0.5;
    lines.fields.get_mut("matter.criminal_record").unwrap().push(yes);
    let compiled = PackCondition::compile("matter.criminal_record == true").unwrap();
    let facts = ConditionFacts::of(&[], &lines, &[], date(TODAY), &[]);
    assert_eq!(compiled.reading(&facts).value, TruthValue::True);
}

#[test]
fn a_new_kind_needs_no_code() {
    let text = r#"{"id":"parents","title":"Parents","version":"1","as_of":"2026-11-18","sources":[],"bands_reason":"ours",
        "dimensions":[{"id":"all","words":"All","weight":100,"basis":"evidence"}],"bands":[{"from":0,"word":"any"}],
        "requirements":[{"id":"birth","words":"Birth record","required":true,"documents":[{"kinds":["birth_certificate"]}],
        "dimension":"all","worth":1,"obtain":{"where":"Registry","days":3},"source":"IRPR 117(1)","as_of":"2026-07-23",
        "tier":"baseline"}],"rules":[],"triggers":[],"questions":[]}"#;
    let faults = lint(text);
    assert!(faults.iter().all(|it| it.weight == FaultWeight::Warning), "{faults:?}");
    let mut folder = Folder::default();
    folder.add("birth_certificate");
    let pack = load_text(text).unwrap();
    let made = assess(&pack, &folder.files, &MatterProfile::default(), &[], date(TODAY));
    assert_eq!(made.requirements[0].standing, Standing::Met);
    assert_eq!(made.pack_hash, pack.hash);
}
