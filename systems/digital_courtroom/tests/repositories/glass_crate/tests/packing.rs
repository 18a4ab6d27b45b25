//! Packing from outside.

use glass::{packed, GlassError};

#[test]
fn batches_share_a_crate() {
    assert_eq!(packed(12, &[4, 4, 4]), Ok(1));
}

#[test]
fn what_does_not_fit_opens_another() {
    assert_eq!(packed(12, &[8, 8]), Ok(2));
}

#[test]
fn order_is_kept() {
    assert_eq!(packed(10, &[6, 6, 4]), Ok(2));
}

#[test]
fn a_batch_too_large_is_refused() {
    assert_eq!(packed(3, &[4]), Err(GlassError::TooMany(4)));
}

#[test]
fn no_room_is_refused() {
    assert_eq!(packed(0, &[1]), Err(GlassError::NoRoom));
}
