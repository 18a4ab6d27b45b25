//! Questions compared with the encoder that ships.
#![expect(clippy::unwrap_used)]

use std::sync::LazyLock;

use jurat_llm::{Encoder, EncoderOptions};
use jurat_retrieve::memory::{MemoryMatcher, MemoryQuestion, MemoryVerdict};

static ENCODER: LazyLock<Encoder> =
    LazyLock::new(|| Encoder::law(EncoderOptions { threads: 1 }).unwrap());

#[track_caller]
fn check(one: &str, other: &str, is_hit: bool) {
    let matcher = MemoryMatcher { meaning: Some(&*ENCODER) };
    let [a, b] = [one, other].map(|text| MemoryQuestion::read(text, None));
    for verdict in [matcher.verdict(&a, &b).unwrap(), matcher.verdict(&b, &a).unwrap()] {
        assert_eq!(
            matches!(verdict, MemoryVerdict::Hit { .. }),
            is_hit,
            "{verdict:?}: {one} / {other}"
        );
    }
}

#[test]
fn one_question_in_other_words_is_a_hit() {
    check(
        "Can the landlord keep the deposit for faded paint?",
        "Is a lessor allowed to hold on to the security deposit because the paint has faded?",
        true,
    );
    check(
        "Does the seller of a used car in Ontario have to disclose an accident?",
        "In Ontario, must the vendor of a second-hand vehicle tell the buyer about a crash?",
        true,
    );
}

#[test]
fn one_wording_with_another_word_is_none() {
    check(
        "May the mother of a child move abroad?",
        "May the father of a child move abroad?",
        false,
    );
    check("Can the grantor revoke the gift?", "Can the grantee revoke the gift?", false);
    check(
        "Can a surgeon sue a nurse for slander?",
        "Can a nurse sue a surgeon for slander?",
        false,
    );
    check("Can a contractor claim the price?", "Can a subcontractor claim the price?", false);
    check("Can Dana sue Omar over the oven?", "Can Omar sue Dana over the oven?", false);
    check(
        "A company paid a dividend to a shareholder abroad and withheld no tax. Is the company liable for it?",
        "A company paid a dividend to a shareholder abroad and withheld no tax. Is the shareholder liable for it?",
        false,
    );
    check(
        "What data may an insurer collect?",
        "What health data may an insurer collect?",
        false,
    );
}

#[test]
fn another_number_date_place_or_denial_is_none_in_any_words() {
    check(
        "Is a notice of two weeks enough to end the lease?",
        "Does 30 days' notice suffice to terminate a tenancy?",
        false,
    );
    check(
        "Can the landlord keep the deposit in Ontario?",
        "Is a lessor in Quebec allowed to hold on to the security deposit?",
        false,
    );
    check(
        "Can I return the goods with a receipt?",
        "Is it possible to send merchandise back without proof of purchase?",
        false,
    );
}
