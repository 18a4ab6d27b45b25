//! What is left of people in a report that was anonymised.
#![expect(clippy::unwrap_used)]

use super::{
    AnonymiseLevel::{self, Aggressive, Conservative, Minimal},
    anonymise,
};
use crate::page::{fixtures::report, render};

fn pages(level: AnonymiseLevel) -> String {
    let mut report = report();
    report.letters.insert(
        "en".to_owned(),
        "Dear Mira Velasko, write to mira@velasko.example or call +1 613 555 0142. Ilsa is well. The mirage stays."
            .to_owned(),
    );
    let bare = anonymise(&report, level).unwrap();
    let page = render(&bare, "markdown").unwrap();
    let json = render(&bare, "json").unwrap();
    String::from_utf8([page, json].concat()).unwrap()
}

#[test]
fn no_level_leaves_a_name_or_a_number() {
    for level in [Minimal, Conservative, Aggressive] {
        let page = pages(level);
        let small = page.to_lowercase();
        for left in ["velasko", "ardell", "tomas", "ilsa", "qx4471902", "555 0142", "1122-3344"]
        {
            assert!(!small.contains(left), "{level:?} {left}");
        }
        for placeholder in [
            "[APPLICANT]",
            "[SPONSOR]",
            "[DEPENDENT_1]",
            "[PASSPORT]",
            "[EMAIL]",
            "[PHONE]",
            "[UCI]",
        ] {
            assert!(page.contains(placeholder), "{level:?} {placeholder}");
        }
        assert!(page.contains("passport_[APPLICANT].pdf"), "{level:?}");
        assert!(page.contains("mirage") && page.contains("2019 FC 0"), "{level:?}");
    }
}

#[test]
fn higher_levels_take_addresses_and_dates() {
    let (minimal, conservative, aggressive) =
        (pages(Minimal), pages(Conservative), pages(Aggressive));
    assert!(minimal.contains("14 Larch Lane") && minimal.contains("K9Z 4X1"));
    assert!(!conservative.contains("Larch") && !conservative.contains("K9Z"));
    assert!(minimal.contains("1991-04-02") && !conservative.contains("1991-04-02"));
    assert!(!conservative.contains("02 APR 1991"));
    assert!(conservative.contains("2019-08-17"));
    assert!(!aggressive.contains("2019-08-17") && aggressive.contains("[DATE]"));
    assert!(aggressive.contains("2026-01-09"));
}

#[test]
fn a_level_is_one_of_three() {
    assert_eq!("minimal".parse(), Ok(Minimal));
    assert!("some".parse::<AnonymiseLevel>().is_err());
}
