//! The encoder for law that the program carries. `tools/encoder` made it and says how.

use super::bert::BertShape;

/// It names the vectors too: other weights must have another name.
pub(super) const NAME: &str = "law-26f5f15cfe93";
/// Weights of a byte with a scale a row.
pub(super) static WEIGHTS: &[u8] = include_bytes!("../../law/model.safetensors");
/// Word pieces, one a line.
pub(super) static PIECES: &str = include_str!("../../law/pieces.txt");
pub(super) const SHAPE: BertShape = BertShape {
    wide: 384,
    heads: 12,
    layers: 6,
    positions: 256,
    epsilon: 1e-12,
};

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::{NAME, PIECES, WEIGHTS};
    use jurat_canon::hex;

    #[test]
    fn its_name_holds_the_sum_of_its_weights() {
        let sum = Sha256::new().chain_update(WEIGHTS).chain_update(PIECES);
        assert_eq!(NAME, format!("law-{}", &hex(&sum.finalize())[..12]));
    }
}
