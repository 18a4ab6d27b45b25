//! Encoders: our own, which must give the same bits everywhere, and the published one against
//! numbers from a plain forward pass in double precision, written in numpy.
//!
//! The published one needs its weights: `JURAT_MODELS` names the folder that `jurat models fetch
//! minilm` filled.
#![cfg(feature = "encoder")]
#![expect(clippy::unwrap_used)]

use std::path::PathBuf;

use jurat_llm::{Embedder, Encoder, EncoderOptions};

#[expect(clippy::disallowed_methods, reason = "tests are told where the weights are")]
fn model(threads: usize) -> Option<Encoder> {
    let Some(folder) = std::env::var_os("JURAT_MODELS") else {
        skipped();
        return None;
    };
    let folder = PathBuf::from(folder).join("minilm");
    Some(Encoder::open(&folder, EncoderOptions { threads }).unwrap())
}

#[expect(clippy::print_stderr, reason = "a test that does nothing must say so")]
fn skipped() {
    eprintln!("skipped: JURAT_MODELS names no folder of models");
}

/// The first eight numbers, the last, and all of them weighed by their place.
struct Expected {
    first: [f32; 8],
    last: f32,
    weighed: f32,
}

#[track_caller]
fn check(vector: &[f32], expected: &Expected) {
    let close = |a: f32, b: f32, most: f32| assert!((a - b).abs() <= most, "{a}, expected {b}");
    let pairs = vector.iter().zip(&expected.first);
    pairs.for_each(|(found, expected)| close(*found, *expected, 2e-6));
    close(vector[383], expected.last, 2e-6);
    let weighed: f32 = vector.iter().zip(1..).map(|(v, n): (_, u16)| v * f32::from(n)).sum();
    close(weighed, expected.weighed, 2e-2);
    let length: f32 = vector.iter().map(|v| v * v).sum();
    close(length, 1.0, 1e-5);
}

const KEEPER: &str = "The orchard keeper must water every tree before noon.";
const CLOSED: &str = "Le verger est fermé le lundi; § 25(1) s'applique — voir 2019 CSC 65.";

fn reference() -> [(String, Expected); 4] {
    let of = |first, last, weighed| Expected { first, last, weighed };
    [
        (
            KEEPER.into(),
            of(
                [
                    0.049_155, 0.105_676, 0.032_703, 0.050_055, 0.049_095, -0.025_488,
                    0.061_269, -0.073_369,
                ],
                -0.007_611,
                230.108_28,
            ),
        ),
        (
            String::new(),
            of(
                [
                    -0.118_838, 0.048_299, -0.002_548, -0.011_011, 0.051_951, 0.010_292,
                    0.115_433, 0.000_701,
                ],
                -0.015_717,
                232.497_98,
            ),
        ),
        (
            CLOSED.into(),
            of(
                [
                    -0.061_253, 0.038_149, 0.010_015, 0.013_487, 0.055_327, 0.038_727,
                    -0.053_16, 0.183_889,
                ],
                -0.034_423,
                105.340_23,
            ),
        ),
        (
            // Longer than the model reads.
            "plum ".repeat(600),
            of(
                [
                    -0.010_554, -0.115_177, 0.023_183, 0.002_304, -0.093_788, 0.022_029,
                    0.004_815, -0.060_548,
                ],
                -0.035_708,
                -138.278_56,
            ),
        ),
    ]
}

#[test]
fn vectors_agree_with_the_reference() {
    let Some(model) = model(2) else { return };
    assert_eq!(model.name(), "minilm-53aa51172d14");
    assert_eq!(model.dimensions(), 384);
    let reference = reference();
    let texts: Vec<&str> = reference.iter().map(|(text, _)| text.as_str()).collect();
    let vectors = model.embed(&texts).unwrap();
    assert_eq!(vectors.len(), texts.len());
    vectors
        .iter()
        .zip(&reference)
        .for_each(|(vector, (_, expected))| check(vector, expected));
}

#[test]
fn company_and_threads_do_not_change_a_vector() {
    let Some(one) = model(1) else { return };
    let Some(two) = model(2) else { return };
    let many: Vec<&str> = [KEEPER, CLOSED, ""].into_iter().cycle().take(200).collect();
    let (one, two) = (one.embed(&many).unwrap(), two.embed(&many).unwrap());
    for ((one, two), first) in one.iter().zip(&two).zip(one.iter().cycle().take(3).cycle()) {
        let cosine = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        assert!(0.999_999 < cosine(one, two) && 0.999_999 < cosine(one, first));
    }
}

#[test]
fn a_folder_without_weights_is_an_error() {
    let error = Encoder::open(&PathBuf::from("nowhere"), EncoderOptions { threads: 1 });
    let error = error.err().unwrap().to_string();
    assert!(error.starts_with("cannot embed with minilm: cannot read nowhere"), "{error}");
}

fn law(threads: usize) -> Encoder {
    Encoder::law(EncoderOptions { threads }).unwrap()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The bits of each vector, as one hash.
fn sum_of(vectors: &[Vec<f32>]) -> String {
    let bytes: Vec<u8> = vectors
        .iter()
        .flatten()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    jurat_canon::Hash::of(&bytes).to_string()
}

/// The hash was taken on an Intel processor with AVX-512; another machine must find the same.
#[test]
fn our_own_encoder_gives_the_same_bits_on_every_machine() {
    let long = "La requérante doit présenter sa demande. ".repeat(90);
    let texts = [KEEPER, CLOSED, "", &long, "Who may appeal?"];
    let alone: Vec<Vec<f32>> = texts
        .iter()
        .map(|text| law(1).embed(&[text]).unwrap().remove(0))
        .collect();
    assert_eq!(
        sum_of(&alone),
        "77254aeec71d17febc4291a82f0beb4a120803c06a6b8dff7fa3ad5776d6ef2c"
    );
    let many: Vec<&str> = texts.into_iter().cycle().take(60).collect();
    for threads in [1, 3] {
        let found = law(threads).embed(&many).unwrap();
        assert!(
            found.chunks(texts.len()).all(|some| some == alone),
            "{threads} threads differ"
        );
    }
}

#[test]
fn meaning_crosses_from_one_language_to_the_other() {
    let question = "My boss fired me without any warning. Is that allowed?";
    let near = "L’employeur qui licencie un employé lui donne un préavis écrit.";
    let far = "Le navire est immatriculé au port de son propriétaire.";
    let found = law(2).embed(&[question, near, far]).unwrap();
    let (near, far) = (cosine(&found[0], &found[1]), cosine(&found[0], &found[2]));
    assert!(far + 0.2 < near, "near {near}, far {far}");
}

/// Both rules are about lodgers; only one speaks of the thing that is asked about.
#[test]
fn late_interaction_sees_the_word_that_is_not_met() {
    let question = "May a lodger keep a dog in the room?";
    let met = "A lodger may keep one dog or one cat in the room with the landlord's leave.";
    let other = "A lodger must pay for the room on the first day of each month.";
    let filler = "The ferry leaves at noon. ".repeat(60);
    let late = format!("{filler}{met}");
    let found = |threads| {
        let found = law(threads).late_interaction(question, &[met, other, "", &late]);
        found.unwrap().unwrap()
    };
    let met = found(1);
    assert!(met[1] + 0.05 < met[0] && met[0] <= 1.0, "{met:?}");
    assert!(met[2] <= -1.0, "nothing meets a question in an empty text: {met:?}");
    assert!(met[1] < met[3], "words in the second window count: {met:?}");
    assert_eq!(found(3), met, "the number of threads changes nothing");
}
