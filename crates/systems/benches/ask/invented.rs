//! A code of a county that does not exist, as long as is wanted and always the same.

use crate::corpus::Row;

const BOOKS: usize = 40;
const ROWS: usize = 13_000;

const ACTORS: [&str; 12] = [
    "ferry master",
    "bell keeper",
    "market warden",
    "orchard owner",
    "lamp lighter",
    "bridge clerk",
    "mill tenant",
    "school steward",
    "well inspector",
    "quarry operator",
    "harbour pilot",
    "archive keeper",
];

const DUTIES: [&str; 10] = [
    "keep a written record of every",
    "report to the county office each",
    "inspect without delay the",
    "notify the council in writing of a",
    "obtain a licence before the",
    "display a notice about the",
    "pay the prescribed fee for each",
    "refuse the",
    "test in daylight the",
    "appoint a deputy for the",
];

const MATTERS: [&str; 14] = [
    "night crossing",
    "broken bell",
    "sale of cider",
    "repair of a wall",
    "change of tenant",
    "shipment of stone",
    "visit of a stranger",
    "loss of a key",
    "flooded cellar",
    "public dance",
    "transfer of seed",
    "burial at sea",
    "delivery of lamp oil",
    "copy of a deed",
];

const EVENTS: [&str; 8] = [
    "the end of the month",
    "the first frost",
    "the discovery",
    "the complaint",
    "the inspection",
    "the signing of the lease",
    "the arrival of the barge",
    "the change of the tide",
];

pub(crate) fn rows() -> Vec<Row> {
    let mut dice = Dice(7);
    (0..ROWS).map(|number| row(number, &mut dice)).collect()
}

/// Questions that the code answers, no two of them the same.
pub(crate) fn questions(count: usize) -> Vec<String> {
    let question = |number: usize| {
        let actor = ACTORS[number % ACTORS.len()];
        let matter = MATTERS[(number / ACTORS.len() + number) % MATTERS.len()];
        format!("What must the {actor} do about the {matter}?")
    };
    (0..count).map(question).collect()
}

fn row(number: usize, dice: &mut Dice) -> Row {
    let book = format!("Title {:02}", number * BOOKS / ROWS + 1);
    let label = format!("{}.{}.{}", number * BOOKS / ROWS + 1, number / 20, number % 20 + 1);
    let mut text = sentence(dice);
    for _ in 0..dice.below(4) {
        text = format!("{text} {}", sentence(dice));
    }
    Row { id: format!("{book}|{label}"), book, label, text }
}

fn sentence(dice: &mut Dice) -> String {
    let (actor, matter) = (dice.of(&ACTORS), dice.of(&MATTERS));
    let (days, event) = (dice.below(60) + 1, dice.of(&EVENTS));
    match dice.below(4) {
        0 => format!("The {actor} may ask the council for advice about the {matter}."),
        1 => format!(
            "Where the {actor} learns of the {matter}, the {actor} must not wait longer than {days} days after {event}, unless the council agrees."
        ),
        _ => {
            let duty = dice.of(&DUTIES);
            format!("The {actor} must {duty} {matter} within {days} days of {event}.")
        }
    }
}

/// Throws that are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn of(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len())]
    }
}
