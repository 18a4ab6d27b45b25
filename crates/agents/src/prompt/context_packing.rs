//! As much evidence into one request as its model takes.

/// Cuts a row of pieces into groups, in order, each within the room; a piece that is larger than
/// the room goes alone. `size` is a piece's tokens.
pub fn packed<T>(pieces: Vec<T>, room: u64, size: impl Fn(&T) -> u64) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    let mut left = 0;
    for piece in pieces {
        let needed = size(&piece);
        match groups.last_mut() {
            Some(group) if needed <= left => {
                left -= needed;
                group.push(piece);
            }
            _ => {
                left = room.saturating_sub(needed);
                groups.push(vec![piece]);
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::packed;

    #[test]
    fn groups_keep_the_order_and_the_room() {
        let groups = |room| packed(vec![3_u64, 3, 5, 1, 9, 2], room, |size| *size);
        assert_eq!(groups(6), [vec![3, 3], vec![5, 1], vec![9], vec![2]]);
        assert_eq!(groups(100), [vec![3, 3, 5, 1, 9, 2]]);
        assert_eq!(groups(0).len(), 6);
        assert!(packed(Vec::<u64>::new(), 6, |size| *size).is_empty());
    }
}
