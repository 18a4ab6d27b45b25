//! The scale that a rubric declares, and its numbers turned into scores from 1 to 5.

use serde_json::Value;

use super::{
    fields::{RubricFields, RubricValue, child, hundredths},
    metadata::{RubricMetadata, SCALES},
};
use crate::model::{RubricScale, RubricScore};

/// The scale of every score here.
pub(super) const OURS: RubricScale = RubricScale { min: 1, max: 5 };

/// The highest score that a scale may have.
const MOST: u32 = 1000;

/// As it is declared, or as the thresholds betray it.
pub(super) fn read_scale<'v>(
    fields: &mut RubricFields<'v>,
    metadata: &RubricMetadata<'v>,
    config: Option<&RubricFields<'v>>,
) -> RubricScale {
    let declared = metadata.scale.clone().or_else(|| fields.take(SCALES)).or_else(|| {
        let config = config?;
        let (key, value) = config.rest().find(|(key, _)| SCALES.contains(&key.as_str()))?;
        let at = child(&config.at, key);
        Some(RubricValue { value, at, reading: config.reading })
    });
    if let Some(given) = declared {
        let Some(scale) = written(given.value) else {
            given.wrong_type("a scale such as \"1-5\" or {\"min\": 0, \"max\": 10}");
            return OURS;
        };
        if scale != OURS {
            let RubricScale { min, max } = scale;
            given.note(format!("scores from {min} to {max} are mapped to 1 to 5"));
        }
        return scale;
    }
    let high = config.is_some_and(|config| {
        let pass = config.rest().find(|(key, _)| *key == "score_threshold_pass");
        pass.and_then(|(_, value)| value.as_u64())
            .is_some_and(|pass| 5 < pass)
    });
    if high {
        let at = "$.synthesis_config.score_threshold_pass";
        let message = "more than 5: taken to be on a scale from 0 to 10, mapped to 1 to 5";
        fields.reading.note(at, message);
        return RubricScale { min: 0, max: 10 };
    }
    OURS
}

/// `"0-10"`, `[0, 10]`, `{"min": 0, "max": 10}`.
fn written(value: &Value) -> Option<RubricScale> {
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let (min, max) = match value {
        Value::Object(map) => (number(map.get("min")?)?, number(map.get("max")?)?),
        Value::Array(ends) => match ends.as_slice() {
            [min, max] => (number(min)?, number(max)?),
            _ => return None,
        },
        Value::String(text) => {
            let numbers: Vec<&str> = text
                .split(|c: char| !c.is_ascii_digit())
                .filter(|part| !part.is_empty())
                .collect();
            match numbers.as_slice() {
                [min, max] => (min.parse().ok()?, max.parse().ok()?),
                _ => return None,
            }
        }
        _ => return None,
    };
    (min < max && max <= MOST).then_some(RubricScale { min, max })
}

/// A number on the scale, as a score. Halves go up.
pub(super) fn score(value: &Value, scale: RubricScale) -> Option<RubricScore> {
    let given = u64::from(hundredths(value.as_number()?)?);
    if u64::from(scale.max) * 100 < given {
        return None;
    }
    let above = given.saturating_sub(u64::from(scale.min) * 100);
    let width = u64::from(scale.max - scale.min) * 100;
    let found = (2 * (width + above * 4) + width) / (2 * width);
    u8::try_from(found).ok().map(RubricScore::nearest)
}

/// A spread on the scale, as one between scores: never less than it was.
pub(super) fn spread(given: u32, scale: RubricScale) -> u8 {
    let width = u64::from(scale.max - scale.min).max(1);
    let found = (u64::from(given) * 4).div_ceil(width);
    u8::try_from(found.clamp(1, 5)).unwrap_or(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &Value, scale: RubricScale, expected: u8) {
        assert_eq!(score(given, scale).map(RubricScore::get), Some(expected), "{given}");
    }

    #[test]
    fn a_score_is_mapped_and_halves_go_up() {
        let ten = RubricScale { min: 0, max: 10 };
        for (given, expected) in [(0, 1), (1, 1), (4, 3), (5, 3), (6, 3), (7, 4), (10, 5)] {
            check(&given.into(), ten, expected);
        }
        for given in 1..=5 {
            check(&given.into(), OURS, given);
        }
        check(&serde_json::json!(3.5), OURS, 4);
        assert_eq!(score(&11.into(), ten), None);
    }

    #[test]
    fn a_spread_is_never_less_than_it_was() {
        assert_eq!(
            [1, 3, 5, 10].map(|given| spread(given, RubricScale { min: 0, max: 10 })),
            [1, 2, 2, 4]
        );
        assert_eq!([2, 3].map(|given| spread(given, OURS)), [2, 3]);
    }
}
