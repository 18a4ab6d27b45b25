//! What is learned from, for each setting: rows of features with their share of the whole.

use std::{ops::Range, path::Path};

use jurat_injection::{InjectionFeatures, RAISES, RULED, ScreenedTextKind, features};

use crate::{
    grammar::Dice,
    regression::Row,
    training_texts::{
        ATTACKS, EVERYDAY, LONG_ATTACKS, LONG_EVERYDAY, NOTICES, Patterns, QUESTIONS, TASKS,
        Text, benign_passages, benign_questions, families, own_passages, own_stories,
    },
};

/// Texts with the number of the line or text that they were made from.
type Numbered = Vec<(usize, String)>;

/// How orders begin that only a passage gives: one who asks may say what the answer is like.
const FROM_OUTSIDE: [&str; 24] = [
    "Respond",
    "Reply",
    "Answer",
    "Réponds",
    "Répondez",
    "Responda",
    "Diga sempre",
    "Diga apenas",
    "Diga somente",
    "Use",
    "Call",
    "Run your",
    "Run the",
    "Invoke",
    "Insert",
    "Render",
    "Add",
    "Show this",
    "Show an",
    "Tell the user",
    "Inform",
    "Convince",
    "When",
    "Once",
];

/// Rows that belong to no measured set.
pub(crate) fn own_questions(data: &Path) -> Vec<Row> {
    let patterns = Patterns::read();
    let mut attacks = patterns.sentences(ATTACKS, 30);
    attacks.retain(|(_, text)| !FROM_OUTSIDE.iter().any(|start| text.starts_with(start)));
    let benign = patterns.sentences(QUESTIONS, 40);
    let mut tasks = patterns.sentences(TASKS, 12);
    tasks.retain(|(_, task)| !task.contains("your") && !task.contains("example"));
    let mut dice = Dice::new(3);
    let joined_attacks = joined(&attacks, &attacks, &mut dice);
    let joined_benign = joined(&tasks, &benign, &mut dice);
    let (stories, mut passages) = (own_stories(), own_passages());
    let mixed = mixed(&stories, &mut dice);
    let others = benign_passages(data);
    let others = others.iter().enumerate().step_by(9);
    passages.extend(others.map(|(at, (_, text))| (at, cut(text, 1_500))));
    let questions = benign_questions(data).into_iter().enumerate().collect();
    let everyday = patterns.sentences(EVERYDAY, 40);
    let (long, long_everyday) =
        (patterns.sentences(LONG_ATTACKS, 60), patterns.sentences(LONG_EVERYDAY, 60));
    // Together, attacks and the rest weigh about the same.
    let sets: [(&'static str, Numbered, bool, f64); 12] = [
        ("attacks", attacks, true, 400.0),
        ("attacks, joined", joined_attacks, true, 150.0),
        ("attacks, long", long, true, 300.0),
        ("legal questions", benign, false, 400.0),
        ("legal questions, joined", joined_benign, false, 150.0),
        ("everyday requests", everyday, false, 400.0),
        ("everyday requests, long", long_everyday, false, 300.0),
        ("stories", stories, false, 50.0),
        ("stories, joined", mixed, false, 150.0),
        ("tasks", tasks, false, 150.0),
        ("questions of other sets", questions, false, 250.0),
        ("passages", passages, false, 150.0),
    ];
    let rows = sets
        .iter()
        .flat_map(|(set, texts, attack, together)| whole(set, texts, *attack, *together));
    rows.chain(of_families(&patterns)).collect()
}

/// Rows of our families; each line weighs the same in its class.
fn of_families(patterns: &Patterns) -> Vec<Row> {
    let families = families();
    let lines = |attack: bool| {
        let of_class = families.iter().filter(|family| family.attack == attack);
        of_class.map(|family| family.patterns.len()).sum::<usize>()
    };
    let rows = families.iter().flat_map(|family| {
        let texts = patterns.sentences(&family.patterns.join("\n"), 40);
        let share = family.patterns.len() as f64 / lines(family.attack) as f64;
        let together = if family.attack { 500.0 } else { 700.0 };
        whole(family.name, &texts, family.attack, share * together)
    });
    let rows: Vec<Row> = rows.collect();
    rows.into_iter()
        .chain(whole(HARMLESS_JOINED, &harmless(patterns), false, 400.0))
        .collect()
}

/// The set that is joined of all harmless families.
pub(crate) const HARMLESS_JOINED: &str = "-harmless, joined";

/// Long harmless texts: several of our families in a row.
fn harmless(patterns: &Patterns) -> Numbered {
    let all = families();
    let lines: Vec<&str> = all
        .iter()
        .filter(|family| !family.attack)
        .flat_map(|family| family.patterns.clone())
        .collect();
    let texts = patterns.sentences(&lines.join("\n"), 12);
    let mut dice = Dice::new(19);
    [joined(&texts, &texts, &mut dice), joined(&texts, &texts, &mut dice)].concat()
}

/// Several texts in a row; what they are made from is told by the first.
fn joined(first: &Numbered, then: &Numbered, dice: &mut Dice) -> Numbered {
    let texts = (0..500).map(|_| {
        let (number, mut text) = dice.pick(first).clone();
        let same: Vec<&String> = then
            .iter()
            .filter(|(other, _)| other % 5 == number % 5)
            .map(|(_, text)| text)
            .collect();
        for _ in 0..=dice.roll(4) {
            text.push(' ');
            text.push_str(dice.pick::<&String>(&same));
        }
        (number, text)
    });
    texts.collect()
}

/// The ends of two stories, joined.
fn mixed(stories: &Numbered, dice: &mut Dice) -> Numbered {
    let end = |text: &str, dice: &mut Dice| -> String {
        let parts: Vec<&str> = text.split_inclusive(['.', '?']).collect();
        parts[dice.roll(parts.len())..].concat()
    };
    let texts = (0..300).map(|_| {
        let (number, one) = dice.pick(stories).clone();
        let same: Vec<&(usize, String)> =
            stories.iter().filter(|(other, _)| other % 5 == number % 5).collect();
        let other = dice.pick(&same).1.clone();
        (number, format!("{} {}", end(&one, dice), end(&other, dice)))
    });
    texts.collect()
}

/// An attack in which nothing speaks for one teaches only the style of its set: it counts little.
fn heard(features: &InjectionFeatures, attack: bool) -> f64 {
    let speaks = |range: Range<usize>| features.shape[range].iter().any(|one| *one != 0.0);
    if attack && !speaks(RAISES) && !speaks(RULED) { 0.1 } else { 1.0 }
}

/// Texts of one class, together of one weight.
fn whole(set: &'static str, texts: &Numbered, attack: bool, together: f64) -> Vec<Row> {
    let weight = together / texts.len() as f64;
    let rows = texts.iter().filter_map(|(number, text)| {
        let (_, features) = features(text, ScreenedTextKind::Question).into_iter().next()?;
        let weight = weight * heard(&features, attack);
        Some(Row { features, attack, weight, from: (set, number % 5) })
    });
    rows.collect()
}

/// The row of a measured question. The small sets weigh more.
pub(crate) fn question(text: &Text) -> Option<Row> {
    let (_, features) = features(&text.words, ScreenedTextKind::Question).into_iter().next()?;
    let small = ["purplellama", "notinject"].contains(&text.set.as_str());
    let weight = if small { 1.5 } else { 1.0 } * heard(&features, text.attack);
    Some(Row {
        features,
        attack: text.attack,
        weight,
        from: (text.known(), 0),
    })
}

/// Sentences of passages that belong to no measured set.
pub(crate) fn own_sentences(data: &Path) -> Vec<Row> {
    let patterns = Patterns::read();
    let attacks = patterns.sentences(ATTACKS, 12);
    let tasks = patterns.sentences(TASKS, 25);
    let own = own_passages();
    let others = benign_passages(data);
    let others = others.iter().enumerate().step_by(2);
    let others: Numbered = others.map(|(at, (_, text))| (at / 2, cut(text, 2_500))).collect();
    let mut dice = Dice::new(11);
    let mut put_into = |set, put: &Numbered| -> Vec<Row> {
        let rows = put.iter().flat_map(|(number, put)| {
            let hosts = if dice.roll(2) == 0 { &own } else { &others };
            let host = cut(&dice.pick(hosts).1, 900);
            inserted(&host, put, (set, number % 5), &mut dice)
        });
        rows.collect()
    };
    let mut rows = level(put_into("attacks put in", &attacks), 300.0);
    rows.extend(level(put_into("tasks put in", &tasks), 300.0));
    rows.extend(level(clean("our own passages", &own), 300.0));
    let notices = patterns.sentences(NOTICES, 30);
    let joined = joined(&notices, &notices, &mut dice);
    rows.extend(level(clean("notices", &notices), 100.0));
    rows.extend(level(clean("notices, joined", &joined), 100.0));
    rows.extend(level(clean("other passages", &others), 2_000.0));
    rows
}

fn clean(set: &'static str, texts: &Numbered) -> Vec<Row> {
    let rows = texts.iter().flat_map(|(number, text)| {
        let all = features(text, ScreenedTextKind::Passage).into_iter();
        let from = (set, number % 5);
        all.map(move |(_, features)| Row { features, attack: false, weight: 1.0, from })
    });
    rows.collect()
}

/// The sentences that were put between two sentences of a host.
fn inserted(host: &str, put: &str, from: (&'static str, usize), dice: &mut Dice) -> Vec<Row> {
    let starts = features(host, ScreenedTextKind::Passage)
        .into_iter()
        .map(|(span, _)| span.start);
    let borders: Vec<usize> = starts.chain([host.len()]).collect();
    let at = *dice.pick(&borders);
    let with = format!("{} {put} {}", &host[..at], &host[at..]);
    sentences_of(&with, at + 1..at + 1 + put.len(), from)
}

fn sentences_of(text: &str, range: Range<usize>, from: (&'static str, usize)) -> Vec<Row> {
    let all = features(text, ScreenedTextKind::Passage).into_iter();
    all.filter(|(span, features)| {
        // A stub of one or two words orders nothing by itself.
        range.start <= span.start && span.end <= range.end && 7 < features.grams.len()
    })
    .map(|(_, features)| Row { features, attack: true, weight: 1.0, from })
    .collect()
}

fn level(mut rows: Vec<Row>, together: f64) -> Vec<Row> {
    let weight = together / rows.len() as f64;
    for row in &mut rows {
        row.weight = weight;
    }
    rows
}

/// The rows of a measured passage: what was put into it, or all its sentences where it is clean.
pub(crate) fn passage(text: &Text) -> Vec<Row> {
    let from = (text.known(), 0);
    if let Some(put) = &text.injected {
        let Some(at) = text.words.find(put.as_str()) else { return Vec::new() };
        return sentences_of(&text.words, at..at + put.len(), from);
    }
    if text.attack {
        // Which of its words are the attack is not told.
        return Vec::new();
    }
    let all = features(&text.words, ScreenedTextKind::Passage).into_iter();
    all.map(|(_, features)| Row { features, attack: false, weight: 1.0, from })
        .collect()
}

fn cut(text: &str, most: usize) -> String {
    text[..text.floor_char_boundary(most)].to_owned()
}
