//! The shape of the model, as `config.json` has it, held within what we can compute.

use serde::Deserialize;

use super::{bert::BertShape, kernels};

#[derive(Debug, Clone, Deserialize)]
pub(super) struct BertConfig {
    hidden_size: usize,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    max_position_embeddings: usize,
    layer_norm_eps: f32,
    hidden_act: String,
    position_embedding_type: Option<String>,
}

impl BertConfig {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let config: Self =
            serde_json::from_slice(bytes).map_err(|error| format!("config.json: {error}"))?;
        let position = config.position_embedding_type.as_deref().unwrap_or("absolute");
        let heads = config.num_attention_heads;
        let known = config.hidden_act == "gelu"
            && position == "absolute"
            && 0 < heads
            && config.hidden_size.is_multiple_of(heads * kernels::LANES)
            && config.num_hidden_layers <= 48
            && super::MOST_TOKENS <= config.max_position_embeddings;
        if known { Ok(config) } else { Err("config.json: not a shape that we compute".into()) }
    }

    pub(super) fn shape(&self) -> BertShape {
        BertShape {
            wide: self.hidden_size,
            heads: self.num_attention_heads,
            layers: self.num_hidden_layers,
            positions: self.max_position_embeddings,
            epsilon: self.layer_norm_eps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(act: &str, heads: usize, known: bool) {
        let text = format!(
            r#"{{"hidden_size": 384, "num_attention_heads": {heads}, "num_hidden_layers": 6,
            "max_position_embeddings": 512, "layer_norm_eps": 1e-12, "hidden_act": "{act}"}}"#
        );
        assert_eq!(BertConfig::read(text.as_bytes()).is_ok(), known);
    }

    #[test]
    fn other_shapes_are_refused() {
        check("gelu", 12, true);
        check("relu", 12, false);
        check("gelu", 0, false);
        check("gelu", 7, false);
        assert!(BertConfig::read(b"{}").is_err());
    }
}
