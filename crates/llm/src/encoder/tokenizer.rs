//! Word pieces: from the file of a published model, or from a list of our own.

use tokenizers::{
    AddedToken, Tokenizer, TruncationParams, models::wordpiece::WordPiece,
    normalizers::BertNormalizer, pre_tokenizers::bert::BertPreTokenizer,
    processors::bert::BertProcessing,
};

use super::MOST_TOKENS;

/// More than the tokens of any text that could fill them; spares us from splitting whole books.
const MOST_BYTES: usize = 1 << 16;
/// Pieces that frame a text, and the one for what no piece fits.
const SPECIAL: [&str; 3] = ["[CLS]", "[SEP]", "[UNK]"];

pub(super) struct WordPieceTokenizer(Tokenizer);

impl WordPieceTokenizer {
    /// As `tokenizer.json` of a published model says.
    pub(super) fn published(bytes: &[u8]) -> Result<Self, String> {
        let tokenizer = Tokenizer::from_bytes(bytes);
        Self::cut(tokenizer.map_err(|error| format!("tokenizer.json: {error}"))?)
    }

    /// Of a list with one piece a line, numbered from zero; case and accents count nothing.
    pub(super) fn listed(list: &str) -> Result<Self, String> {
        let pieces = list.lines().map(str::to_owned).zip(0..);
        let pieces: std::collections::HashMap<String, u32> = pieces.collect();
        let frame = |piece: &str| {
            let number = pieces.get(piece).copied();
            let number = number.ok_or_else(|| format!("the list of pieces has no {piece}"))?;
            Ok::<_, String>((piece.to_owned(), number))
        };
        let framed = BertProcessing::new(frame("[SEP]")?, frame("[CLS]")?);
        let model =
            WordPiece::builder().vocab(pieces.into_iter().collect::<ahash::AHashMap<_, _>>());
        let model = model.build().map_err(|error| error.to_string())?;
        let mut tokenizer = Tokenizer::new(model);
        let normal = BertNormalizer::new(true, true, None, true);
        tokenizer
            .with_normalizer(Some(normal))
            .map_err(|error| error.to_string())?;
        tokenizer
            .with_pre_tokenizer(Some(BertPreTokenizer))
            .with_post_processor(Some(framed));
        let special = SPECIAL.map(|piece| AddedToken::from(piece, true));
        tokenizer
            .add_special_tokens(special)
            .map_err(|error| error.to_string())?;
        Self::cut(tokenizer)
    }

    fn cut(mut tokenizer: Tokenizer) -> Result<Self, String> {
        let truncation = TruncationParams {
            max_length: MOST_TOKENS,
            ..TruncationParams::default()
        };
        let truncated = tokenizer.with_truncation(Some(truncation));
        truncated.map_err(|error| error.to_string())?;
        tokenizer.with_padding(None);
        Ok(Self(tokenizer))
    }

    /// The numbers of a text's pieces, framed, no more than the encoder reads.
    pub(super) fn of(&self, text: &str) -> Result<Vec<u32>, String> {
        let text = &text[..text.floor_char_boundary(MOST_BYTES)];
        let encoded = self.0.encode_fast(text, true).map_err(|error| error.to_string())?;
        Ok(encoded.get_ids().to_vec())
    }
}
