//! The examples of docs/bundle-format.md come out as the page says.

use jurat_canon::{Hash, canonical_json, hex};
use jurat_engine::ChainHead;
use jurat_model::Quote;
use jurat_proof::BundleManifest;
use serde::de::DeserializeOwned;

use crate::asked_run::RUN;

const PAGE: &str = include_str!("../../../../docs/bundle-format.md");

/// The page has this line, however it is set in.
#[track_caller]
fn said(words: &str, value: &str) {
    let is = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = format!("{words} {value}");
    assert!(PAGE.lines().any(|it| is(it) == line.trim()), "`{line}` is not on the page");
}

/// The JSON examples of the page, in their order.
fn example<T: DeserializeOwned>(number: usize) -> (T, &'static str) {
    let mut blocks = PAGE.split("```json\n").skip(1);
    let (text, _) = blocks.nth(number).unwrap().split_once("\n```").unwrap();
    (serde_json::from_str(text).unwrap(), text)
}

#[test]
fn hashes_are_those_of_the_page() {
    said("BLAKE3(\"oath\")", &Hash::of(b"oath").to_string());
    said("", &Hash::of_parts(&[b"ab", b"c"]).to_string());
}

#[test]
fn an_event_is_sealed_as_the_page_says() {
    let payload = br#"{"kind":"released"}"#;
    let names = ("released".into(), "".into());
    let mut chain = ChainHead::START;
    let event = chain.seal(RUN, names, 1_700_000_000_000, payload[..].into());
    said("payload_hash", &event.payload_hash.to_string());
    said("hash", &event.hash.to_string());
    let (_, after) = PAGE.split_once("hashed, in turn").unwrap();
    let (hashed, _) = after.split_once("hash ").unwrap();
    let digits: String = hashed.split_whitespace().collect();
    let bytes: Vec<u8> = (0..digits.len() / 2)
        .map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    assert_eq!(hex(&bytes), digits);
    assert_eq!(Hash::of(&bytes), event.hash);
}

#[test]
fn the_manifest_of_the_page_is_canonical_and_its_root_is_right() {
    let (manifest, text) = example::<BundleManifest>(0);
    assert_eq!(canonical_json(&manifest).unwrap(), text.as_bytes());
    assert_eq!(manifest.computed_root().unwrap(), manifest.root);
}

#[test]
fn the_quote_of_the_page_stands() {
    let text = "A holder must report; and must pay.";
    let (quote, _) = example::<Quote>(1);
    assert!(PAGE.contains(text) && quote.holds(text));
    assert_eq!(quote.rendition, Hash::of(text.as_bytes()));
}
