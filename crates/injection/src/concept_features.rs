//! What is spoken of, as numbers: each group of phrases, groups that stand together, and how many.
//!
//! Crime, weapons or abuse alone raise nothing much: they count beside words that lift limits or
//! give a role.

use crate::concepts::{
    ASIDE, AUTHORITY, COMPLY, CONFIRM, ConceptCounts, DETAIL, EVIL, EXCLUSIVE, FALLING,
    FICTION, HARM, HARM_HOW, INJECT, INVENTED, LIMITS, MODE, MODEL, NOWARN, OBFUSCATE, PENALTY,
    PERSIST, PERSONA, REVEAL, RISING, SECRET, TWO_VOICES, VULGAR,
};

/// How many numbers tell what is spoken of.
pub(crate) const TOLD: usize =
    2 * RISING + PAIRS.len() + BREADTHS.len() + DENSE.len() + 1 + LOWERING;

/// How many of them speak against an attack: the last ones.
pub(crate) const LOWERING: usize = 2 * FALLING;

const FREES: &[usize] = &[ASIDE, LIMITS, NOWARN, COMPLY];
const ROLE: &[usize] = &[PERSONA, INVENTED, MODE];
const WRONG: &[usize] = &[HARM, HARM_HOW, EVIL, VULGAR];
const DRILL: &[usize] = &[TWO_VOICES, PENALTY, CONFIRM, PERSIST, EXCLUSIVE];
const KEPT: &[usize] = &[REVEAL, SECRET];
const READER: &[usize] = &[MODEL];
const FRAME: &[usize] = &[FICTION];
const EXACT: &[usize] = &[DETAIL];
const CODED: &[usize] = &[OBFUSCATE];
const ORDER: &[usize] = &[AUTHORITY, INJECT];

/// Kinds of groups that say more together.
const PAIRS: [(&[usize], &[usize]); 22] = [
    (ROLE, FREES),
    (ROLE, WRONG),
    (ROLE, DRILL),
    (ROLE, READER),
    (ROLE, KEPT),
    (ROLE, FRAME),
    (FREES, WRONG),
    (FREES, DRILL),
    (FREES, READER),
    (FREES, KEPT),
    (FREES, FRAME),
    (FREES, EXACT),
    (DRILL, WRONG),
    (DRILL, READER),
    (DRILL, KEPT),
    (FRAME, WRONG),
    (FRAME, KEPT),
    (FRAME, READER),
    (WRONG, EXACT),
    (CODED, KEPT),
    (CODED, DRILL),
    (ORDER, KEPT),
];

/// Kinds of groups that say more in few words.
const DENSE: [&[usize]; 6] = [FREES, ROLE, DRILL, KEPT, READER, WRONG];

/// Numbers of groups beyond which each further one counts.
const BREADTHS: [u32; 4] = [0, 2, 4, 7];

/// Numbers for what is met among so many words.
#[expect(clippy::cast_precision_loss, reason = "counts of words fit")]
pub(crate) fn push_concept_features(
    counts: &ConceptCounts,
    words: usize,
    shape: &mut Vec<f32>,
) {
    let there = |group: usize| f32::from(counts[group] != 0);
    let often = |group: usize| (counts[group].max(1) as f32).ln().min(3.0) / 2.0;
    for group in 0..RISING {
        shape.push(there(group));
        shape.push(often(group));
    }
    let any = |groups: &[usize]| groups.iter().any(|group| counts[*group] != 0);
    for (one, other) in PAIRS {
        shape.push(f32::from(any(one) && any(other)));
    }
    let speaking = |group: &usize| {
        !WRONG.contains(group) && !FRAME.contains(group) && !EXACT.contains(group)
    };
    let broad: u32 = (0..RISING).filter(speaking).map(|group| counts[group].min(1)).sum();
    for least in BREADTHS {
        shape.push(broad.saturating_sub(least) as f32 / 4.0);
    }
    let share = |count: u32| count as f32 / words.max(8) as f32;
    for kind in DENSE {
        let count = kind.iter().map(|group| counts[*group]).sum();
        shape.push((share(count) * 10.0).min(1.0));
    }
    let all: u32 = (0..RISING).filter(speaking).map(|group| counts[group]).sum();
    shape.push((share(all) * 4.0).min(2.0));
    for group in RISING..RISING + FALLING {
        shape.push(there(group));
        shape.push(often(group));
    }
}

#[cfg(test)]
mod tests {
    use super::{HARM, LIMITS, PERSONA, TOLD, push_concept_features};
    use crate::concepts::GROUPS;

    #[test]
    fn groups_say_more_together() {
        let sum = |groups: &[usize]| {
            let mut counts = [0; GROUPS];
            for group in groups {
                counts[*group] = 1;
            }
            let mut shape = Vec::new();
            push_concept_features(&counts, 100, &mut shape);
            assert_eq!(shape.len(), TOLD);
            shape.iter().sum::<f32>()
        };
        let apart = sum(&[HARM]) + sum(&[LIMITS]) + sum(&[PERSONA]);
        assert!(apart + 2.0 < sum(&[HARM, LIMITS, PERSONA]));
    }
}
