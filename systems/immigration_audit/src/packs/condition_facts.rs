//! What conditions see of a matter: fields as plain values, days told as times past, documents and findings counted.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value as Json, json};

use super::{
    legal_minimum,
    pack_names::{NamedValue, PackNames, names},
};
use crate::model::{
    FactPlace, FieldReading, FieldValue, FileStanding, Finding, FindingStanding, HistoryKind,
    MatterFile, MatterProfile, PartialDate,
};

/// Values by root and name, with the places that show them. What is not there was not seen.
#[derive(Debug, Clone, Default)]
pub struct ConditionFacts {
    roots: BTreeMap<String, Arc<Json>>,
    places: BTreeMap<String, Vec<FactPlace>>,
}

impl ConditionFacts {
    /// The facts of a matter on a day; minima that are asked for are looked up for that day.
    pub fn of(
        files: &[MatterFile],
        profile: &MatterProfile,
        findings: &[Finding],
        as_of: PartialDate,
        minima: &[&str],
    ) -> Self {
        let mut made = FactCollector {
            as_of,
            values: BTreeMap::new(),
            places: BTreeMap::new(),
        };
        if let Some(names) = names() {
            made.fields(profile, names);
        }
        made.derived(profile);
        made.files(files);
        made.findings(findings);
        made.histories(profile);
        made.minima(minima, profile);
        let roots = made.values.into_iter();
        Self {
            roots: roots
                .map(|(root, values)| (root, Arc::new(Json::Object(values))))
                .collect(),
            places: made.places,
        }
    }

    pub(super) fn under(&self, root: &str) -> Arc<Json> {
        self.roots
            .get(root)
            .cloned()
            .unwrap_or_else(|| Arc::new(Json::Object(Map::new())))
    }

    /// A value in words; nothing where it was not seen.
    pub(super) fn told(&self, root: &str, name: &str) -> Option<String> {
        match self.roots.get(root)?.get(name)? {
            Json::String(text) => Some(text.clone()),
            value => Some(value.to_string()),
        }
    }

    pub(super) fn places(&self, root: &str, name: &str) -> &[FactPlace] {
        self.places.get(&format!("{root}.{name}")).map_or(&[], Vec::as_slice)
    }
}

struct FactCollector {
    as_of: PartialDate,
    values: BTreeMap<String, Map<String, Json>>,
    places: BTreeMap<String, Vec<FactPlace>>,
}

impl FactCollector {
    fn put(&mut self, root: &str, name: &str, value: Json, places: Vec<FactPlace>) {
        self.values
            .entry(root.to_owned())
            .or_default()
            .insert(name.to_owned(), value);
        self.places.insert(format!("{root}.{name}"), places);
    }

    fn fields(&mut self, profile: &MatterProfile, names: &PackNames) {
        for (field, readings) in &profile.fields {
            let Some((role, name)) = field.split_once('.') else { continue };
            let graver = || {
                let counts = names.yes_counts.iter().any(|it| it == name);
                let yes = |it: &&FieldReading| flag_of(&it.value.to_string()) == Some(true);
                counts.then(|| readings.iter().find(yes)).flatten()
            };
            let Some(reading) = graver().or(readings.first()) else { continue };
            let kind = names.field(role, name);
            self.field(role, name, reading, kind);
        }
    }

    fn field(
        &mut self,
        role: &str,
        name: &str,
        reading: &FieldReading,
        kind: Option<NamedValue>,
    ) {
        let place = || vec![reading.place.clone()];
        match &reading.value {
            FieldValue::Date(date) => self.day(role, name, *date, &reading.place),
            FieldValue::Number(number) => self.put(role, name, json!(number), place()),
            FieldValue::Flag(flag) => self.put(role, name, json!(flag), place()),
            FieldValue::Money { cents, currency } => {
                self.put(role, name, json!(units(*cents)), place());
                let currency = currency.to_lowercase();
                self.put(role, &format!("{name}_currency"), json!(currency), place());
            }
            FieldValue::Text(text) | FieldValue::Choice { label: text, .. } => {
                let text = text.trim().to_lowercase();
                match kind {
                    Some(NamedValue::Flag) => {
                        if let Some(flag) = flag_of(&text) {
                            self.put(role, name, json!(flag), place());
                        }
                    }
                    Some(NamedValue::Date) => {
                        if let Ok(date) = text.parse::<PartialDate>() {
                            self.day(role, name, date, &reading.place);
                        }
                    }
                    Some(NamedValue::Number | NamedValue::Money) => {
                        if let Ok(number) = text.replace(',', "").parse::<f64>() {
                            self.put(role, name, json!(number), place());
                        }
                    }
                    _ if text.is_empty() => {}
                    _ => self.put(role, name, json!(text), place()),
                }
            }
        }
    }

    /// A day and the times past since; those that depend on what was left open of it are left out.
    fn day(&mut self, role: &str, name: &str, date: PartialDate, place: &FactPlace) {
        let place = || vec![place.clone()];
        self.put(role, name, json!(date.to_string()), place());
        if date.is_whole() && self.as_of.is_whole() {
            let days = date.days_until(self.as_of);
            self.put(role, &format!("{name}_days_since"), json!(days), place());
        }
        if let Some(months) = months_between(date, self.as_of) {
            self.put(role, &format!("{name}_months_since"), json!(months), place());
        }
        if let Some(years) = years_between(date, self.as_of) {
            self.put(role, &format!("{name}_years_since"), json!(years), place());
            if name == "birth_date" {
                self.put(role, "age", json!(years), place());
            }
        }
    }

    fn files(&mut self, files: &[MatterFile]) {
        if files.is_empty() {
            return;
        }
        let is_read =
            |file: &&MatterFile| !matches!(file.standing, FileStanding::NotRead { .. });
        // A form is in the language of the office, whatever is filled in.
        let foreign = |file: &&MatterFile| {
            file.form.is_none()
                && file.kind != "translation"
                && file.language.as_deref().is_some_and(|it| it != "en" && it != "fr")
        };
        let all = files.len();
        let read = files.iter().filter(is_read).count();
        let in_part = |file: &&MatterFile| !matches!(file.standing, FileStanding::Whole);
        let orders = files.iter().filter(|file| !file.suspect_orders.is_empty());
        self.put("files", "total", json!(all), Vec::new());
        self.put("files", "read", json!(read), Vec::new());
        let unread = files.iter().filter(in_part).map(place_of).collect::<Vec<_>>();
        self.put("files", "not_whole", json!(unread.len()), unread);
        let foreign = files.iter().filter(foreign).map(place_of).collect::<Vec<_>>();
        self.put("files", "foreign_language", json!(foreign.len()), foreign);
        let orders = orders.map(place_of).collect::<Vec<_>>();
        self.put("files", "with_orders", json!(orders.len()), orders);
        for file in files.iter().filter(is_read) {
            self.count("documents", &file.kind, place_of(file));
            if let Some(form) = file.form.as_ref().filter(|form| form.filled) {
                let number = form.number.to_lowercase().replace(' ', "_");
                self.count("forms", &number, place_of(file));
            }
        }
    }

    fn count(&mut self, root: &str, name: &str, place: FactPlace) {
        let places = self.places.entry(format!("{root}.{name}")).or_default();
        places.push(place);
        let count = places.len();
        let values = self.values.entry(root.to_owned()).or_default();
        values.insert(name.to_owned(), json!(count));
    }

    fn findings(&mut self, findings: &[Finding]) {
        for finding in findings.iter().filter(|it| it.standing == FindingStanding::Shown) {
            let values = self.values.entry("findings".to_owned()).or_default();
            let before = values.get(&finding.code).and_then(Json::as_u64).unwrap_or(0);
            values.insert(finding.code.clone(), json!(before + 1));
            let places = self.places.entry(format!("findings.{}", finding.code)).or_default();
            places.extend(finding.places.iter().cloned());
        }
    }

    fn histories(&mut self, profile: &MatterProfile) {
        for row in &profile.histories {
            let kind = match row.kind {
                HistoryKind::Residence => "residence",
                HistoryKind::Employment => "employment",
                HistoryKind::Education => "education",
                HistoryKind::Travel => "travel",
                HistoryKind::Relationship => "relationship",
                HistoryKind::Application => "application",
                HistoryKind::Family => "family",
            };
            self.count("history", &format!("{}_{kind}", row.person), row.place.clone());
        }
    }

    fn minima(&mut self, minima: &[&str], profile: &MatterProfile) {
        let day = self.as_of.first_day().to_string();
        let size = match profile.best("matter.family_size").map(|it| &it.value) {
            Some(FieldValue::Number(size)) => format!("{size:.0}").parse::<u32>().ok(),
            Some(FieldValue::Text(text)) => text.trim().parse::<u32>().ok(),
            _ => None,
        };
        for id in minima {
            // One that is known to be in force carries a verdict; a shortfall may also be shown by the last that is known.
            if let Some(found) = legal_minimum::amount(id, &day, size) {
                self.put("minimum", id, json!(found), Vec::new());
            }
            if let Some(found) = legal_minimum::least_known(id, &day, size) {
                self.put("least_known", id, json!(found), Vec::new());
            }
        }
    }

    fn derived(&mut self, profile: &MatterProfile) {
        let months: [(&str, &str, &str); 6] = [
            ("met_to_marriage_months", "relationship.first_met", "relationship.marriage_date"),
            ("courtship_months", "relationship.courtship_start", "relationship.marriage_date"),
            (
                "cohabitation_before_marriage_months",
                "relationship.cohabitation_start",
                "relationship.marriage_date",
            ),
            ("stay_months", "matter.stay_from", "matter.stay_to"),
            ("entry_to_claim_months", "matter.entry_date", "matter.claim_date"),
            (
                "divorce_to_marriage_months",
                "relationship.prior_divorce_date",
                "relationship.marriage_date",
            ),
        ];
        for (name, from, to) in months {
            self.between(profile, (name, from, to), months_between);
        }
        let years: [(&str, &str, &str); 6] = [
            ("applicant_age_at_marriage", "applicant.birth_date", "relationship.marriage_date"),
            ("sponsor_age_at_marriage", "sponsor.birth_date", "relationship.marriage_date"),
            (
                "applicant_age_at_cohabitation",
                "applicant.birth_date",
                "relationship.cohabitation_start",
            ),
            (
                "sponsor_age_at_cohabitation",
                "sponsor.birth_date",
                "relationship.cohabitation_start",
            ),
            ("sponsor_pr_to_filing_years", "sponsor.permanent_resident_since", ""),
            ("graduation_gap_years", "applicant.last_studies_end", ""),
        ];
        for (name, from, to) in years {
            self.between(profile, (name, from, to), years_between);
        }
        self.age_gap(profile);
        self.funds(profile);
    }

    fn between(
        &mut self,
        profile: &MatterProfile,
        (name, from, to): (&str, &str, &str),
        span: fn(PartialDate, PartialDate) -> Option<i64>,
    ) {
        let end = if to.is_empty() { Some(self.as_of) } else { profile.date(to) };
        let (Some(start), Some(end)) = (profile.date(from), end) else { return };
        if let Some(time) = span(start, end) {
            self.put("derived", name, json!(time), places_of(profile, &[from, to]));
        }
    }

    fn age_gap(&mut self, profile: &MatterProfile) {
        let born = |role: &str| profile.date(&format!("{role}.birth_date"));
        // A sponsor of whom a form tells as the spouse is one person.
        let partner = if born("sponsor").is_some() { "sponsor" } else { "spouse" };
        let (Some(one), Some(other)) = (born("applicant"), born(partner)) else { return };
        let gap = (one.year() - other.year()).abs();
        let places =
            places_of(profile, &["applicant.birth_date", &format!("{partner}.birth_date")]);
        self.put("derived", "age_gap_years", json!(gap), places);
    }

    /// Funds in Canadian dollars, where they are told in them.
    fn funds(&mut self, profile: &MatterProfile) {
        for (name, field) in [("funds_cad", "matter.funds"), ("tuition_cad", "matter.tuition")]
        {
            if let Some(FieldReading {
                value: FieldValue::Money { cents, currency },
                place,
                ..
            }) = profile.best(field)
                && currency.eq_ignore_ascii_case("CAD")
            {
                self.put("derived", name, json!(units(*cents)), vec![place.clone()]);
            }
        }
    }
}

/// A document as a place: the file itself.
pub(super) fn place_of(file: &MatterFile) -> FactPlace {
    FactPlace {
        file: file.id.clone(),
        page: None,
        form_path: None,
        span: None,
        words: file.path.clone(),
    }
}

/// Where the surest readings of fields stand.
pub(super) fn places_of(profile: &MatterProfile, fields: &[&str]) -> Vec<FactPlace> {
    let places = fields.iter().filter_map(|field| profile.best(field));
    places.map(|reading| reading.place.clone()).collect()
}

fn units(cents: i64) -> f64 {
    // Amounts of files are far below 2^53 hundredths; text keeps the conversion exact.
    let told = format!(
        "{}{}.{:02}",
        if cents < 0 { "-" } else { "" },
        cents.abs() / 100,
        cents.abs() % 100
    );
    told.parse().unwrap_or(0.0)
}

fn flag_of(text: &str) -> Option<bool> {
    match text {
        "yes" | "true" | "y" | "1" | "oui" => Some(true),
        "no" | "false" | "n" | "0" | "non" => Some(false),
        _ => None,
    }
}

/// Months of the calendar from one month to another; nothing where either was given as a year alone.
fn months_between(from: PartialDate, to: PartialDate) -> Option<i64> {
    let months =
        |date: PartialDate| Some(i64::from(date.year()) * 12 + i64::from(date.month()?));
    let whole = months(to)? - months(from)?;
    // A month is over on its day; where a day was left open, the calendar's months are told.
    let short = match (from.day(), to.day()) {
        (Some(first), Some(last)) if last < first => 1,
        _ => 0,
    };
    Some(whole - short)
}

/// Whole years, where what was left open makes no difference.
fn years_between(from: PartialDate, to: PartialDate) -> Option<i64> {
    let whole = |from: PartialDate, to: PartialDate| {
        let years = i64::from(to.year()) - i64::from(from.year());
        let before = (to.month(), to.day()) < (from.month(), from.day());
        years - i64::from(before)
    };
    let least = whole(from.last_day(), to.first_day());
    let most = whole(from.first_day(), to.last_day());
    (least == most).then_some(least)
}
