//! The rules of the three Express Entry classes: which fact of the table of minima is held against which argument.

use serde_json::Value;

use crate::{
    ToolFailure, ToolServices,
    immi_tools::program_eligibility::{
        EligibilityRequest, EligibilityRule, LevelSet, ProgramName, RuleOutcome,
    },
    language_tests::ABILITIES,
    legal_minima::FactInForce,
    table::TableStamp,
};

/// All rules of the class asked for, and the tables that they rest on.
pub(super) fn tried(
    services: &ToolServices,
    asked: &EligibilityRequest,
) -> Result<(Vec<EligibilityRule>, Vec<TableStamp>), ToolFailure> {
    let mut sheet = RuleSheet {
        services,
        asked,
        rules: Vec::new(),
        stamps: Vec::new(),
    };
    match asked.program {
        ProgramName::Cec => {
            sheet.skilled_occupation("experience_cec")?;
            sheet.experience("experience_cec")?;
            sheet.language("language_cec")?;
        }
        ProgramName::Fsw => {
            sheet.skilled_occupation("experience_fsw")?;
            sheet.experience("experience_fsw")?;
            sheet.language("language_fsw")?;
            sheet.credential()?;
            sheet.points()?;
            sheet.funds()?;
        }
        ProgramName::Fst => {
            sheet.trade()?;
            sheet.experience("experience_fst")?;
            sheet.language("language_fst")?;
            sheet.certificate_or_offer()?;
            sheet.funds()?;
        }
    }
    Ok((sheet.rules, sheet.stamps))
}

struct RuleSheet<'a> {
    services: &'a ToolServices,
    asked: &'a EligibilityRequest,
    rules: Vec<EligibilityRule>,
    stamps: Vec<TableStamp>,
}

impl<'a> RuleSheet<'a> {
    fn fact(&mut self, id: &str) -> Result<FactInForce<'a>, ToolFailure> {
        let fact = self.services.minima.fact(id, self.asked.as_of, "program")?;
        self.stamps.push(fact.stamp.clone());
        Ok(fact)
    }

    /// A rule: none where what it asks for was not given.
    fn add(
        &mut self,
        (id, needs): (&str, String),
        fact: &FactInForce<'_>,
        tried: Option<(bool, String)>,
    ) {
        self.rules.push(EligibilityRule {
            id: id.to_owned(),
            outcome: match &tried {
                Some((true, _)) => RuleOutcome::Met,
                Some((false, _)) => RuleOutcome::Unmet,
                None => RuleOutcome::NotSeen,
            },
            needs,
            given: tried.map(|(_, given)| given),
            provision: fact.fact.provision.clone(),
            table_of: Some(fact.stamp.from),
        });
    }

    /// A rule that the table does not have for the day: nobody can tell here, and the others still hold.
    fn not_covered(&mut self, id: &str, covers: &str) {
        self.rules.push(EligibilityRule {
            id: id.to_owned(),
            outcome: RuleOutcome::NotSeen,
            needs: format!("an amount that is not known for this day: the table has {covers}"),
            given: None,
            provision: Vec::new(),
            table_of: None,
        });
    }

    /// The second digit of the code.
    fn teer(&self) -> Option<u64> {
        self.asked.noc.as_ref()?.chars().nth(1)?.to_digit(10).map(u64::from)
    }

    fn skilled_occupation(&mut self, id: &str) -> Result<(), ToolFailure> {
        let fact = self.fact(id)?;
        let allowed: Vec<u64> = fact.value["teer"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .collect();
        let shown: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        let tried = self
            .teer()
            .map(|teer| (allowed.contains(&teer), format!("TEER {teer}")));
        self.add(("occupation", format!("TEER {}", shown.join(", "))), &fact, tried);
        Ok(())
    }

    fn trade(&mut self) -> Result<(), ToolFailure> {
        let fact = self.fact("fst_occupations")?;
        let begins = |list: &str, code: &str| {
            let groups = fact.value[list].as_array().into_iter().flatten();
            groups.filter_map(Value::as_str).any(|group| code.starts_with(group))
        };
        let tried = self.asked.noc.as_ref().map(|code| {
            let major = begins("major_groups", code) && !begins("except_submajor_groups", code);
            let met = major || begins("minor_groups", code) || begins("unit_groups", code);
            (met, code.clone())
        });
        let needs = format!("a trade of {}", fact.fact.title);
        self.add(("occupation", needs), &fact, tried);
        Ok(())
    }

    fn experience(&mut self, id: &str) -> Result<(), ToolFailure> {
        let fact = self.fact(id)?;
        let years = fact.number("years").unwrap_or_default();
        let within = fact.number("within_years").unwrap_or_default();
        let tried = self
            .asked
            .work_months
            .map(|it| (years * 12 <= it, format!("{it} months")));
        let needs = format!("{} months of work within {within} years", years * 12);
        self.add(("experience", needs), &fact, tried);
        if fact.value["continuous"].as_bool() == Some(true) {
            let tried = self.asked.continuous_year.map(|it| (it, it.to_string()));
            let needs = "twelve months without a break in the primary occupation".to_owned();
            self.add(("continuous_experience", needs), &fact, tried);
        }
        Ok(())
    }

    fn language(&mut self, id: &str) -> Result<(), ToolFailure> {
        let fact = self.fact(id)?;
        let teer = self.teer();
        for ability in ABILITIES {
            let by_teer =
                teer.and_then(|teer| fact.value["by_teer"][teer.to_string()].as_u64());
            let least = fact.value["by_ability"][ability].as_u64().or(by_teer);
            let needs = least.map_or_else(
                || "a level that goes by the occupation".to_owned(),
                |least| format!("{ability} {least} or more"),
            );
            let level = self.asked.levels.map(|levels| level_of(levels, ability));
            let tried = least.zip(level).map(|(least, level)| {
                (least <= u64::from(level), format!("{ability} {level}"))
            });
            self.add((&format!("language_{ability}"), needs), &fact, tried);
        }
        Ok(())
    }

    fn credential(&mut self) -> Result<(), ToolFailure> {
        let fact = self.fact("eca_validity")?;
        let tried = self.asked.has_credential.map(|it| (it, it.to_string()));
        let needs = "a Canadian credential, or a foreign one with its assessment".to_owned();
        self.add(("education", needs), &fact, tried);
        Ok(())
    }

    fn points(&mut self) -> Result<(), ToolFailure> {
        let grid = &self.services.fsw;
        let stamp = grid.stamp(self.asked.as_of)?;
        let Some(mark) = grid.pass_mark(self.asked.as_of)? else { return Ok(()) };
        let tried = self.asked.points.map(|it| (mark <= it, format!("{it} points")));
        self.rules.push(EligibilityRule {
            id: "points".to_owned(),
            outcome: match &tried {
                Some((true, _)) => RuleOutcome::Met,
                Some((false, _)) => RuleOutcome::Unmet,
                None => RuleOutcome::NotSeen,
            },
            needs: format!("{mark} points of the selection grid"),
            given: tried.map(|(_, given)| given),
            provision: vec!["IRPR 76(1)(a)".to_owned(), "IRPR 76(2)".to_owned()],
            table_of: Some(stamp.from),
        });
        self.stamps.push(stamp);
        Ok(())
    }

    fn certificate_or_offer(&mut self) -> Result<(), ToolFailure> {
        let fact = self.fact("fst_extra")?;
        let months = fact.number("offer_years").unwrap_or_default() * 12;
        let certificate = self.asked.certificate_of_qualification;
        let offer = self.asked.offer_months.map(|it| months <= it);
        let tried = match (certificate, offer) {
            (Some(true), _) => Some((true, "a certificate".to_owned())),
            (_, Some(true)) => Some((true, "an offer".to_owned())),
            (Some(false), Some(false)) => Some((false, "neither".to_owned())),
            _ => None,
        };
        let needs = format!("a certificate of qualification, or an offer of {months} months");
        self.add(("certificate_or_offer", needs), &fact, tried);
        Ok(())
    }

    fn funds(&mut self) -> Result<(), ToolFailure> {
        let fact = match self.fact("settlement_funds") {
            Err(ToolFailure::OutsideCoverage { covers, .. }) => {
                self.not_covered("funds", &covers);
                return Ok(());
            }
            fact => fact?,
        };
        let least = self.asked.family_size.and_then(|size| fact.for_family(size));
        let needs = least.map_or_else(
            || "funds that go by the size of the family".to_owned(),
            |least| format!("{least} CAD"),
        );
        let tried = if self.asked.funds_exempt == Some(true) {
            Some((true, "exempt: arranged employment and authorised to work".to_owned()))
        } else {
            least
                .zip(self.asked.funds)
                .map(|(least, it)| (least <= it, format!("{it} CAD")))
        };
        self.add(("funds", needs), &fact, tried);
        Ok(())
    }
}

fn level_of(levels: LevelSet, ability: &str) -> u32 {
    match ability {
        "listening" => levels.listening,
        "reading" => levels.reading,
        "speaking" => levels.speaking,
        _ => levels.writing,
    }
}
