//! The status of a citation: does it parse, exist, carry the right name, say what is quoted, and
//! still hold? Pure: what is known comes as an index, the date as a parameter.

mod index;
mod name;
mod status;

pub use index::{Index, IndexError, Row, Treatment, read_index};
pub use name::same_name;
pub use status::{Anchoring, Asked, Quoted, Terms, World, status};
