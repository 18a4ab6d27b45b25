//! The layers. Texts lie end to end in one matrix, so no token is spent on padding.

use pulp::Arch;
use rten_gemm::GemmError;

use super::{
    attention::{AttentionInput, attention},
    kernels::{self, LayerNorm},
    matrix::{ProductScratch, WeightMatrix, bent_product},
    quantized_rows::MatrixRows,
    tensors::{EmbeddingTable, WeightTensors},
};

pub(super) struct BertEncoder {
    shape: BertShape,
    arch: Arch,
    /// One row a token of the vocabulary.
    words: EmbeddingTable,
    /// One row a position, the row of the first segment added.
    positions: Vec<f32>,
    /// Its bias is zero.
    norm: LayerNorm,
    layers: Vec<BertLayer>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct BertShape {
    pub(super) wide: usize,
    pub(super) heads: usize,
    pub(super) layers: usize,
    pub(super) positions: usize,
    pub(super) epsilon: f32,
}

struct BertLayer {
    /// Query, key and value side by side: one product instead of three.
    qkv: WeightMatrix,
    qkv_bias: Vec<f32>,
    out: WeightMatrix,
    out_norm: LayerNorm,
    up: WeightMatrix,
    up_bias: Vec<f32>,
    down: WeightMatrix,
    down_norm: LayerNorm,
}

/// Room that the layers use one after the other.
#[derive(Default)]
struct LayerScratch {
    room: ProductScratch,
    qkv: Vec<f32>,
    mixed: Vec<f32>,
    out: Vec<f32>,
}

/// Texts end to end.
pub(super) struct PackedBatch {
    tokens: Vec<u32>,
    lengths: Vec<usize>,
}

impl PackedBatch {
    pub(super) fn new(texts: &[&[u32]]) -> Self {
        Self {
            tokens: texts.concat(),
            lengths: texts.iter().map(|text| text.len()).collect(),
        }
    }
}

impl BertEncoder {
    pub(super) fn new(
        shape: BertShape,
        tensors: &WeightTensors<'_>,
        arch: Arch,
    ) -> Result<Self, String> {
        let wide = shape.wide;
        let words = tensors.table("embeddings.word_embeddings.weight", wide)?;
        let mut positions = tensors.floats("embeddings.position_embeddings.weight")?;
        let segments = tensors.floats("embeddings.token_type_embeddings.weight")?;
        if positions.len() != shape.positions * wide || segments.len() < wide {
            return Err("the embeddings have another shape than was said".into());
        }
        for row in positions.chunks_exact_mut(wide) {
            row.iter_mut()
                .zip(&segments)
                .for_each(|(value, segment)| *value += segment);
        }
        let norm = norm(tensors, "embeddings.LayerNorm", vec![0.0; wide], shape)?;
        let layers = (0..shape.layers)
            .map(|at| BertLayer::new(tensors, &format!("encoder.layer.{at}"), shape));
        let layers = layers.collect::<Result<Vec<_>, String>>()?;
        Ok(Self { shape, arch, words, positions, norm, layers })
    }

    /// One vector of length one for each text, end to end.
    pub(super) fn forward(&self, texts: &PackedBatch) -> Result<Vec<f32>, String> {
        Ok(kernels::pool(&self.tokens(texts)?, &texts.lengths, self.shape.wide))
    }

    /// What the last layer gives for each token, end to end.
    pub(super) fn tokens(&self, texts: &PackedBatch) -> Result<Vec<f32>, String> {
        let mut x = self.embed(texts)?;
        let mut desk = LayerScratch::default();
        for layer in &self.layers {
            let done = self.layer(layer, &mut x, &texts.lengths, &mut desk);
            done.map_err(|error| error.to_string())?;
        }
        Ok(x)
    }

    fn layer(
        &self,
        layer: &BertLayer,
        x: &mut [f32],
        lengths: &[usize],
        desk: &mut LayerScratch,
    ) -> Result<(), GemmError> {
        let (BertShape { wide, heads, .. }, arch) = (self.shape, self.arch);
        let LayerScratch { room, qkv, mixed, out } = desk;
        layer.qkv.product(&MatrixRows { numbers: x, wide }, room, qkv, arch)?;
        let heads = AttentionInput {
            rows: qkv,
            lengths,
            count: heads,
            wide: wide / heads,
            bias: &layer.qkv_bias,
        };
        attention(heads, mixed, arch);
        layer
            .out
            .product(&MatrixRows { numbers: mixed, wide }, room, out, arch)?;
        kernels::add_norm(out, x, &layer.out_norm, arch);
        let (matrices, rows) = ([&layer.up, &layer.down], MatrixRows { numbers: x, wide });
        bent_product(matrices, &layer.up_bias, &rows, room, out, arch)?;
        kernels::add_norm(out, x, &layer.down_norm, arch);
        Ok(())
    }

    fn embed(&self, texts: &PackedBatch) -> Result<Vec<f32>, String> {
        let wide = self.shape.wide;
        let mut out = vec![0.0; texts.tokens.len() * wide];
        let positions = texts.lengths.iter().flat_map(|length| 0..*length);
        let each = texts.tokens.iter().zip(positions);
        for (out, (token, position)) in out.chunks_exact_mut(wide).zip(each) {
            let position =
                self.positions.get(position * wide..).and_then(|row| row.get(..wide));
            let Some(position) = position else { return Err("a text is too long".into()) };
            if !self.words.read(*token as usize, out) {
                return Err(format!("token {token} is not in the vocabulary"));
            }
            for (out, position) in out.iter_mut().zip(position) {
                *out += position;
            }
            kernels::normalise(out, &self.norm);
        }
        Ok(out)
    }
}

impl BertLayer {
    fn new(tensors: &WeightTensors<'_>, name: &str, shape: BertShape) -> Result<Self, String> {
        let wide = shape.wide;
        let parts =
            ["query", "key", "value"].map(|part| format!("{name}.attention.self.{part}"));
        let mut qkv_bias = Vec::new();
        for part in &parts {
            qkv_bias.extend(tensors.floats(&format!("{part}.bias"))?);
        }
        let weights = parts.each_ref().map(|part| format!("{part}.weight"));
        let weights = weights.each_ref().map(String::as_str);
        let (out, up, down) = (
            format!("{name}.attention.output"),
            format!("{name}.intermediate.dense"),
            format!("{name}.output"),
        );
        let bias = |of: &str| tensors.floats(&format!("{of}.bias"));
        let up_bias = bias(&up)?;
        let (out_bias, down_bias) =
            (bias(&format!("{out}.dense"))?, bias(&format!("{down}.dense"))?);
        let layer = Self {
            qkv: tensors.matrix(&weights, wide)?,
            qkv_bias,
            out: tensors.matrix(&[&format!("{out}.dense.weight")], wide)?,
            out_norm: norm(tensors, &format!("{out}.LayerNorm"), out_bias, shape)?,
            up: tensors.matrix(&[&format!("{up}.weight")], wide)?,
            down: tensors.matrix(&[&format!("{down}.dense.weight")], up_bias.len())?,
            up_bias,
            down_norm: norm(tensors, &format!("{down}.LayerNorm"), down_bias, shape)?,
        };
        let fits = layer.qkv.columns() == 3 * wide
            && layer.qkv_bias.len() == 3 * wide
            && layer.out.columns() == wide
            && layer.up.columns() == layer.up_bias.len()
            && layer.down.columns() == wide;
        if fits { Ok(layer) } else { Err(format!("`{name}` has another shape than was said")) }
    }
}

fn norm(
    tensors: &WeightTensors<'_>,
    name: &str,
    bias: Vec<f32>,
    shape: BertShape,
) -> Result<LayerNorm, String> {
    let gain = tensors.floats(&format!("{name}.weight"))?;
    let shift = tensors.floats(&format!("{name}.bias"))?;
    if [bias.len(), gain.len(), shift.len()] != [shape.wide; 3] {
        return Err(format!("`{name}` has another shape than its layer"));
    }
    Ok(LayerNorm { bias, gain, shift, epsilon: shape.epsilon })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::{
        super::{bundled_law, tokenizer::WordPieceTokenizer},
        *,
    };

    const TEXTS: [&str; 4] = [
        "An employer must give written notice before it ends the employment.",
        "L’employeur donne un préavis écrit avant de mettre fin à l’emploi.",
        "",
        "2019 CSC 65 — s. 25(1)(a), ≥ 40 hours; naïve café № 7",
    ];

    fn bits(arch: Arch, plainly: bool) -> Vec<u32> {
        let mut tensors = WeightTensors::read(bundled_law::WEIGHTS).unwrap();
        tensors.plainly = plainly;
        let bert = BertEncoder::new(bundled_law::SHAPE, &tensors, arch).unwrap();
        let pieces = WordPieceTokenizer::listed(bundled_law::PIECES).unwrap();
        let tokens = TEXTS.map(|text| pieces.of(text));
        let tokens = tokens.each_ref().map(Vec::as_slice);
        let vectors = bert.forward(&PackedBatch::new(&tokens)).unwrap();
        vectors.into_iter().map(f32::to_bits).collect()
    }

    /// The narrowest registers and plain multiplication against the widest that there are.
    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        let plain = bits(Arch::Scalar, true);
        assert_eq!(plain.len(), TEXTS.len() * bundled_law::SHAPE.wide);
        assert!(plain == bits(Arch::new(), false), "the widest registers differ");
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            assert!(plain == bits(Arch::V3(simd), false), "AVX2 differs");
        }
    }
}
