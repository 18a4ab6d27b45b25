//! The stage functions: each decodes, does one small thing and returns a patch.

pub(super) mod appraise;
pub(super) mod compose;
pub(super) mod count;
pub(super) mod lab;
pub(super) mod note;
pub(super) mod rain;
pub(super) mod sell;
pub(super) mod ship;
pub(super) mod sort;
pub(super) mod taste;
