//! Arbitrary bytes and flipped bits: never a panic, never a pass.

use proptest::{prelude::*, sample::Index, test_runner::RngSeed};

use crate::{
    county_bundles::{BUNDLE, SIGNED, failed, meaning, verdict},
    forge::Members,
};
use jurat_evidence_first::lineage::lineage;
use jurat_proof::{
    BundleLayer, BundleStatus,
    fuzz::{forged, names},
};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(11),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn arbitrary_bytes_are_no_bundle(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let dressed = [b"PK\x03\x04\"format\":\"jurat-bundle\"".as_slice(), &bytes].concat();
        prop_assert_ne!(meaning(&bytes), BundleStatus::Holds);
        prop_assert_ne!(meaning(&dressed), BundleStatus::Holds);
        prop_assert!(lineage(&dressed, 1).is_err());
    }

    #[test]
    fn flipped_bits_are_found(flips in prop::collection::vec((any::<Index>(), 0_u32..8), 1..5)) {
        let mut bytes = SIGNED.clone();
        for (at, bit) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
        }
        // Two flips of one bit undo each other.
        prop_assert!(bytes == *SIGNED || meaning(&bytes) != BundleStatus::Holds);
        let _ = lineage(&bytes, 1);
    }

    #[test]
    fn pieces_of_a_bundle_are_none(cut in any::<Index>(), from in any::<Index>()) {
        let (from, to) = (from.index(BUNDLE.len()), cut.index(BUNDLE.len()));
        let piece = &BUNDLE[from.min(to)..from.max(to)];
        prop_assert_ne!(meaning(piece), BundleStatus::Holds);
    }

    #[test]
    fn members_scrambled_and_hashed_anew_never_stop_us(
        which in any::<Index>(),
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        at in any::<Index>(),
    ) {
        let mut members = Members::of(&BUNDLE);
        let names: Vec<String> =
            members.0.keys().filter(|name| *name != "manifest.json").cloned().collect();
        let name = &names[which.index(names.len())];
        let member = members.0.get_mut(name).unwrap();
        let at = at.index(member.len());
        let end = (at + bytes.len()).min(member.len());
        let same = member[at..end] == bytes;
        member.splice(at..end, bytes);
        let packed = members.rehash().pack();
        prop_assert!(same || meaning(&packed) != BundleStatus::Holds, "{name}");
    }
}

#[test]
fn the_forger_of_the_fuzz_targets_gets_past_every_hash() {
    for name in names(&BUNDLE) {
        let same = forged(&BUNDLE, &name, |_| ()).unwrap();
        assert_eq!(meaning(&same), BundleStatus::Holds, "{name}");
    }
    // One letter of a text, and all that is left to tell is what the run says of it.
    let texts = names(&BUNDLE).into_iter().find(|name| {
        let member = &Members::of(&BUNDLE).0[name];
        name.starts_with("blobs/") && member.starts_with(br#"[{"media""#)
    });
    let swapped = forged(&BUNDLE, &texts.unwrap(), |bytes| {
        let at = bytes.windows(5).position(|it| it == b"hills").unwrap();
        bytes[at] = b'b';
    });
    let failed = failed(&verdict(&swapped.unwrap(), None, None));
    assert!(failed.contains(&(BundleLayer::Content, "exhibit")), "{failed:?}");
    let known = |(layer, check): &(BundleLayer, &str)| {
        *layer == BundleLayer::Content
            || [(BundleLayer::Journal, "snapshot")].contains(&(*layer, *check))
    };
    assert!(failed.iter().all(known), "{failed:?}");
}
