//! The grid against the official page, cell by cell, where the data folder has it.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::{call, sums};

const DAY: &str = "2026-01-15";
const EDUCATION: [&str; 8] = [
    "less_than_secondary",
    "secondary",
    "one_year",
    "two_year",
    "bachelor_or_three_year",
    "two_or_more_one_three_year",
    "master_or_professional",
    "doctoral",
];

fn tables() -> Option<Vec<Vec<Vec<String>>>> {
    let text = jurat_testdata::text("ircc_help_centre/crs_tables.json")?;
    let data: Json = serde_json::from_str(&text).unwrap();
    let list = data.as_array().or_else(|| data["tables"].as_array()).unwrap();
    let cell = |cell: &Json| cell.as_str().unwrap().replace('\u{a0}', " ");
    let row = |row: &Json| row.as_array().unwrap().iter().map(cell).collect();
    let rows = |table: &Json| table["rows"].as_array().unwrap().iter().map(row).collect();
    Some(list.iter().map(rows).collect())
}

/// The rows below the heading of the table whose first heading begins so and that has the words in some heading.
fn rows<'t>(tables: &'t [Vec<Vec<String>>], first: &str, words: &str) -> &'t [Vec<String>] {
    let found = tables.iter().find(|table| {
        let head = &table[0];
        head[0].starts_with(first) && head.iter().any(|cell| cell.contains(words))
    });
    &found.unwrap_or_else(|| panic!("no table {first:?} with {words:?}"))[1..]
}

/// Every whole number that a label of the page names.
fn named(label: &str) -> Vec<i64> {
    let numbers: Vec<i64> = label
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|it| it.parse().ok())
        .collect();
    match (numbers.first(), numbers.last()) {
        (None, _) => vec![0],
        (Some(first), _) if label.starts_with("None") || label.starts_with("No ") => {
            assert!(0 <= *first);
            vec![0]
        }
        (Some(first), _) if label.starts_with("Less than CLB") => (0..*first).collect(),
        (Some(first), _) if label.contains("or less") => (0..=*first).collect(),
        (Some(first), _) if label.contains("or more") => (*first..*first + 3).collect(),
        (Some(first), Some(last)) => (*first..=*last).collect(),
        (Some(_), None) => unreachable!(),
    }
}

fn profile(spouse: bool) -> Json {
    json!({
        "spouse_accompanying": spouse, "age": 50, "education": "less_than_secondary", "first_official": "en",
        "english": levels(0), "french": levels(0),
    })
}

fn levels(level: i64) -> Json {
    let level = level.min(12);
    json!({ "listening": level, "reading": level, "speaking": level, "writing": level })
}

fn points(profile: &Json) -> BTreeMap<String, u64> {
    let answer = call("crs_compute", json!({ "as_of": DAY, "profile": profile })).unwrap();
    let mut found = BTreeMap::new();
    sums(&answer["steps"], &mut found);
    found
}

/// Holds the two columns of a row against a factor; `times` where the page has points for each of four abilities.
fn check(factor: &str, row: &[String], times: u64, set: impl Fn(&mut Json)) {
    for (column, spouse) in [(1, true), (2, false)] {
        let mut profile = profile(spouse);
        set(&mut profile);
        let expected = row[column].parse::<u64>().unwrap_or(0) * times;
        let found = points(&profile)[&format!("{factor}_uncapped")];
        assert_eq!(found, expected, "{factor} {} {}", row[0], row[column]);
    }
}

#[test]
fn numbers_are_the_cells_of_the_page() {
    let Some(tables) = tables() else { return };
    let clb = "Canadian Language Benchmark (CLB) level per ability";
    for (factor, first, words, name) in [
        ("age", "Age", "Maximum 100", "age"),
        ("canadian_work", "Canadian work experience", "70", "canadian_work_years"),
        ("spouse_canadian_work", "Spouse's Canadian work", "", "spouse_canadian_work_years"),
    ] {
        for row in rows(&tables, first, words) {
            for number in named(&row[0]) {
                check(factor, row, 1, |profile| profile[name] = json!(number));
            }
        }
    }
    for (factor, words, name) in [
        ("first_language", "128", "english"),
        ("second_language", "Maximum 22", "french"),
        ("spouse_language", "20", "spouse_language"),
    ] {
        let first = if factor == "spouse_language" {
            "Canadian Language Benchmark (CLB) level per ability (reading"
        } else {
            clb
        };
        for row in rows(&tables, first, words) {
            for level in named(&row[0]).into_iter().filter(|level| *level <= 12) {
                check(factor, row, 4, |profile| profile[name] = levels(level));
            }
        }
    }
}

#[test]
fn education_is_the_cells_of_the_page() {
    let Some(tables) = tables() else { return };
    for (factor, first, words) in [
        ("education", "Level of Education", "140"),
        ("spouse_education", "Spouse’s or common-law partner’s level", ""),
    ] {
        let rows = rows(&tables, first, words);
        assert_eq!(rows.len(), EDUCATION.len());
        for (row, education) in rows.iter().zip(EDUCATION) {
            check(factor, row, 1, |profile| profile[factor] = json!(education));
        }
    }
}

#[test]
fn transferability_is_the_cells_of_the_page() {
    let Some(tables) = tables() else { return };
    let language = rows(&tables, "With good official language", "");
    let work = rows(&tables, "With Canadian work experience and a post", "+ 1 year");
    let classes: [&[&str]; 5] = [
        &EDUCATION[..2],
        &EDUCATION[2..5],
        &EDUCATION[5..6],
        &EDUCATION[6..7],
        &EDUCATION[7..],
    ];
    for (at, class) in classes.iter().enumerate() {
        for education in *class {
            for (column, level, years) in [(1, 7, 1), (1, 8, 1), (2, 9, 2), (2, 10, 5)] {
                let mut profile = profile(false);
                profile["education"] = json!(education);
                profile["english"] = levels(level);
                profile["canadian_work_years"] = json!(years);
                let found = points(&profile);
                let cell = |rows: &[Vec<String>]| rows[at][column].parse::<u64>().unwrap();
                assert_eq!(
                    found["education_and_language"],
                    cell(language),
                    "{education} {level}"
                );
                assert_eq!(
                    found["education_and_canadian_work"],
                    cell(work),
                    "{education} {years}"
                );
            }
        }
    }
}
