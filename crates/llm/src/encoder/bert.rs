//! The layers. Texts lie end to end in one matrix, so no token is spent on padding.

use std::collections::HashMap;

use candle_core::{
    CpuStorage, Device, Error, InplaceOp1, Layout, Result, Storage, Tensor, bail,
};

use super::{
    config::Config,
    kernels::{self, Heads, Norm},
};

/// A BERT encoder.
pub(super) struct Bert {
    hidden: usize,
    heads: usize,
    /// One row a token of the vocabulary.
    words: Vec<f32>,
    /// One row a position, the row of the first segment added.
    positions: Vec<f32>,
    /// Its bias is zero.
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    /// Query, key and value side by side: one product instead of three.
    qkv: Tensor,
    qkv_bias: Vec<f32>,
    out: Tensor,
    out_norm: Norm,
    up: Tensor,
    up_bias: Vec<f32>,
    down: Tensor,
    down_norm: Norm,
}

/// Texts end to end.
pub(super) struct Packed {
    tokens: Vec<u32>,
    lengths: Vec<usize>,
}

impl Packed {
    pub(super) fn new(texts: &[Vec<u32>]) -> Self {
        Self {
            tokens: texts.concat(),
            lengths: texts.iter().map(Vec::len).collect(),
        }
    }
}

impl Bert {
    pub(super) fn new(config: &Config, tensors: HashMap<String, Tensor>) -> Result<Self> {
        let mut named = Named { tensors };
        let hidden = config.hidden_size;
        let words = named.numbers("embeddings.word_embeddings.weight")?;
        let mut positions = named.numbers("embeddings.position_embeddings.weight")?;
        let segments = named.numbers("embeddings.token_type_embeddings.weight")?;
        for row in positions.chunks_exact_mut(hidden) {
            row.iter_mut()
                .zip(&segments)
                .for_each(|(value, segment)| *value += segment);
        }
        let whole = words.len().is_multiple_of(hidden)
            && positions.len() == config.max_position_embeddings * hidden;
        if !whole {
            bail!("the embeddings have another shape than config.json says");
        }
        let epsilon = config.layer_norm_eps;
        let norm = named.norm("embeddings.LayerNorm", vec![0.0; hidden], epsilon)?;
        let layers = (0..config.num_hidden_layers)
            .map(|layer| named.layer(&format!("encoder.layer.{layer}"), config));
        let layers = layers.collect::<Result<Vec<_>>>()?;
        let heads = config.num_attention_heads;
        Ok(Self { hidden, heads, words, positions, norm, layers })
    }

    /// One vector of length one for each text, end to end.
    pub(super) fn forward(&self, texts: &Packed) -> Result<Vec<f32>> {
        let mut x = self.matrix(self.embed(texts)?)?;
        for layer in &self.layers {
            let qkv = x.matmul(&layer.qkv)?;
            let heads = Heads {
                count: self.heads,
                wide: self.hidden / self.heads,
                bias: &layer.qkv_bias,
            };
            let mixed = read(&qkv, |qkv| kernels::attention(qkv, &texts.lengths, heads))?;
            x = self.added(&self.matrix(mixed)?.matmul(&layer.out)?, &x, &layer.out_norm)?;
            let up = x.matmul(&layer.up)?;
            up.inplace_op1(&BiasGelu { bias: &layer.up_bias })?;
            x = self.added(&up.matmul(&layer.down)?, &x, &layer.down_norm)?;
        }
        read(&x, |x| kernels::pool(x, &texts.lengths, self.hidden))
    }

    fn embed(&self, texts: &Packed) -> Result<Vec<f32>> {
        let hidden = self.hidden;
        let mut out = vec![0.0; texts.tokens.len() * hidden];
        let positions = texts.lengths.iter().flat_map(|length| 0..*length);
        let each = texts.tokens.iter().zip(positions);
        for (out, (token, position)) in out.chunks_exact_mut(hidden).zip(each) {
            let (word, position) = (row(&self.words, *token as usize, hidden), position);
            let position = row(&self.positions, position, hidden);
            let (Some(word), Some(position)) = (word, position) else {
                bail!("token {token} is not in the vocabulary");
            };
            for ((out, word), position) in out.iter_mut().zip(word).zip(position) {
                *out = word + position;
            }
            kernels::normalise(out, &self.norm);
        }
        Ok(out)
    }

    fn added(&self, rows: &Tensor, residual: &Tensor, norm: &Norm) -> Result<Tensor> {
        let sum = read(rows, |rows| {
            read(residual, |residual| kernels::add_norm(rows, residual, norm))
        })?;
        self.matrix(sum?)
    }

    fn matrix(&self, numbers: Vec<f32>) -> Result<Tensor> {
        let rows = numbers.len() / self.hidden;
        Tensor::from_vec(numbers, (rows, self.hidden), &Device::Cpu)
    }
}

fn row(table: &[f32], at: usize, wide: usize) -> Option<&[f32]> {
    table.get(at * wide..)?.get(..wide)
}

/// Lends the numbers of a contiguous tensor.
fn read<T>(tensor: &Tensor, with: impl FnOnce(&[f32]) -> T) -> Result<T> {
    let (storage, layout) = tensor.storage_and_layout();
    match &*storage {
        Storage::Cpu(storage) => Ok(with(numbers(storage, layout)?)),
        _ => bail!("not on the processor"),
    }
}

fn numbers<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    let (start, end) = contiguous(layout)?;
    Ok(&storage.as_slice::<f32>()?[start..end])
}

fn contiguous(layout: &Layout) -> Result<(usize, usize)> {
    layout
        .contiguous_offsets()
        .ok_or_else(|| Error::Msg("not contiguous".into()))
}

struct BiasGelu<'a> {
    bias: &'a [f32],
}

impl InplaceOp1 for BiasGelu<'_> {
    fn name(&self) -> &'static str {
        "bias-gelu"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let (start, end) = contiguous(layout)?;
        let CpuStorage::F32(numbers) = storage else { bail!("not f32") };
        kernels::bias_gelu(&mut numbers[start..end], self.bias);
        Ok(())
    }
}

/// The tensors of the file, by name.
struct Named {
    tensors: HashMap<String, Tensor>,
}

impl Named {
    fn tensor(&mut self, name: &str) -> Result<Tensor> {
        let found = self.tensors.remove(name);
        found.ok_or_else(|| Error::Msg(format!("model.safetensors has no `{name}`")))
    }

    fn numbers(&mut self, name: &str) -> Result<Vec<f32>> {
        self.tensor(name)?.flatten_all()?.to_vec1()
    }

    /// A matrix as a product wants it: one row an input.
    fn matrix(&mut self, name: &str, from: usize) -> Result<Tensor> {
        let matrix = self.tensor(&format!("{name}.weight"))?;
        if matrix.dims2()?.1 != from {
            bail!("`{name}` has another shape than config.json says");
        }
        matrix.t()?.contiguous()
    }

    fn norm(&mut self, name: &str, bias: Vec<f32>, epsilon: f32) -> Result<Norm> {
        let gain = self.numbers(&format!("{name}.weight"))?;
        let shift = self.numbers(&format!("{name}.bias"))?;
        if gain.len() != bias.len() || shift.len() != bias.len() {
            bail!("`{name}` has another shape than its layer");
        }
        Ok(Norm { bias, gain, shift, epsilon })
    }

    fn layer(&mut self, name: &str, config: &Config) -> Result<Layer> {
        let hidden = config.hidden_size;
        let epsilon = config.layer_norm_eps;
        let mut three = Vec::new();
        let mut qkv_bias = Vec::new();
        for part in ["query", "key", "value"] {
            let part = format!("{name}.attention.self.{part}");
            three.push(self.matrix(&part, hidden)?);
            qkv_bias.extend(self.numbers(&format!("{part}.bias"))?);
        }
        let out = format!("{name}.attention.output");
        let out_bias = self.numbers(&format!("{out}.dense.bias"))?;
        let up = format!("{name}.intermediate.dense");
        let up_bias = self.numbers(&format!("{up}.bias"))?;
        let down = format!("{name}.output");
        let down_bias = self.numbers(&format!("{down}.dense.bias"))?;
        let layer = Layer {
            qkv: Tensor::cat(&three, 1)?.contiguous()?,
            qkv_bias,
            out: self.matrix(&format!("{out}.dense"), hidden)?,
            out_norm: self.norm(&format!("{out}.LayerNorm"), out_bias, epsilon)?,
            up: self.matrix(&up, hidden)?,
            down: self.matrix(&format!("{down}.dense"), up_bias.len())?,
            up_bias,
            down_norm: self.norm(&format!("{down}.LayerNorm"), down_bias, epsilon)?,
        };
        let fits = layer.qkv_bias.len() == 3 * hidden
            && layer.qkv.dims() == [hidden, 3 * hidden]
            && layer.out_norm.bias.len() == hidden
            && layer.down_norm.bias.len() == hidden
            && layer.up.dims() == [hidden, layer.up_bias.len()]
            && layer.out.dims() == [hidden, hidden]
            && layer.down.dims() == [layer.up_bias.len(), hidden];
        if fits { Ok(layer) } else { bail!("`{name}` has another shape than config.json says") }
    }
}
