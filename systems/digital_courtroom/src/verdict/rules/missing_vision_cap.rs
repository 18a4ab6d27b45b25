//! Pictures that could not be looked at: what rests on them has a ceiling.

use jurat_model::court::{Availability, Target, rules as forms};

use super::{Applied, Rule, fact_supremacy::overruled};
use crate::verdict::hearing::{Act, Fired, Hearing};

pub(super) const RULE: Rule = Rule {
    form: forms::MISSING_VISION_CAP,
    about: "Where pictures could not be looked at, what rests on them has a ceiling.",
    hear,
    whole: None,
};

fn hear(hearing: &Hearing<'_>, rule: &Applied<'_>) -> Vec<Fired> {
    let rests_on_them = rule.is_for_some() || hearing.criterion.target == Target::Images;
    let saw = match &hearing.case.submission.vision {
        Availability::Read => return Vec::new(),
        Availability::NotGiven => "no pictures were given".to_owned(),
        Availability::Unreadable(why) => format!("the pictures could not be read: {why}"),
    };
    if !rests_on_them {
        return Vec::new();
    }
    let cap = rule.score("cap");
    let did = format!("at most {cap}{}", overruled(hearing, cap));
    vec![Fired { saw, did, acts: vec![Act::Cap(cap)] }]
}
