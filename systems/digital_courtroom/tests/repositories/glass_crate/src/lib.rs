//! How many panes fit into a crate.
#![deny(missing_docs)]

/// Why something does not fit.
#[derive(Debug, PartialEq, Eq)]
pub enum GlassError {
    /// A crate without room.
    NoRoom,
    /// More panes than a crate holds.
    TooMany(u32),
}

/// A crate with room for so many panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlassCrate {
    room: u32,
}

impl GlassCrate {
    /// With room for at least one.
    pub fn new(room: u32) -> Result<Self, GlassError> {
        if room == 0 { Err(GlassError::NoRoom) } else { Ok(Self { room }) }
    }

    /// How many more fit.
    pub fn left(self, panes: u32) -> Result<u32, GlassError> {
        self.room.checked_sub(panes).ok_or(GlassError::TooMany(panes))
    }
}

/// How many crates it takes, in the order in which the panes come.
pub fn packed(room: u32, batches: &[u32]) -> Result<usize, GlassError> {
    let whole = GlassCrate::new(room)?;
    let (mut crates, mut used) = (0, room);
    for batch in batches {
        whole.left(*batch)?;
        if room - used < *batch {
            crates += 1;
            used = 0;
        }
        used += batch;
    }
    Ok(crates)
}

#[cfg(test)]
mod tests {
    use super::{packed, GlassCrate, GlassError};

    #[test]
    fn a_crate_has_room() {
        assert_eq!(GlassCrate::new(0), Err(GlassError::NoRoom));
    }

    #[test]
    fn what_is_left_is_told() {
        assert_eq!(GlassCrate::new(12).and_then(|one| one.left(5)), Ok(7));
    }

    #[test]
    fn too_many_are_refused() {
        assert_eq!(GlassCrate::new(2).and_then(|one| one.left(3)), Err(GlassError::TooMany(3)));
    }

    #[test]
    fn nothing_needs_no_crate() {
        assert_eq!(packed(12, &[]), Ok(0));
    }

    #[test]
    fn one_batch_needs_one() {
        assert_eq!(packed(12, &[12]), Ok(1));
    }
}
