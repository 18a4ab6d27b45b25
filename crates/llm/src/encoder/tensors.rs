//! Weights by name, as a file of safetensors holds them: floats, or bytes with a scale a row.

use safetensors::{Dtype, SafeTensors, tensor::TensorView};

use super::matrix::WeightMatrix;

pub(super) struct WeightTensors<'a> {
    file: SafeTensors<'a>,
    /// Whether products of bytes are to be computed one multiplication after the other.
    #[cfg(test)]
    pub(super) plainly: bool,
}

/// Rows that are read one at a time.
pub(super) enum EmbeddingTable {
    Floats {
        numbers: Vec<f32>,
        wide: usize,
    },
    /// A byte a number, a scale a row.
    Bytes {
        numbers: Vec<i8>,
        scales: Vec<f32>,
        wide: usize,
    },
}

impl EmbeddingTable {
    /// Writes a row; false where there is no such row.
    pub(super) fn read(&self, at: usize, out: &mut [f32]) -> bool {
        match self {
            Self::Floats { numbers, wide } => {
                let row = numbers.get(at * wide..).and_then(|rest| rest.get(..*wide));
                row.is_some_and(|row| {
                    out.copy_from_slice(row);
                    true
                })
            }
            Self::Bytes { numbers, scales, wide } => {
                let row = numbers.get(at * wide..).and_then(|rest| rest.get(..*wide));
                let Some((row, scale)) = row.zip(scales.get(at)) else { return false };
                for (out, value) in out.iter_mut().zip(row) {
                    *out = f32::from(*value) * scale;
                }
                true
            }
        }
    }
}

impl<'a> WeightTensors<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let file = SafeTensors::deserialize(bytes).map_err(|error| error.to_string())?;
        Ok(Self {
            file,
            #[cfg(test)]
            plainly: false,
        })
    }

    fn tensor(&self, name: &str) -> Result<TensorView<'_>, String> {
        self.file
            .tensor(name)
            .map_err(|_| format!("the weights have no `{name}`"))
    }

    pub(super) fn floats(&self, name: &str) -> Result<Vec<f32>, String> {
        let tensor = self.tensor(name)?;
        if tensor.dtype() != Dtype::F32 {
            return Err(format!("`{name}` is not in 32-bit floats"));
        }
        let (numbers, _) = tensor.data().as_chunks();
        Ok(numbers.iter().map(|number| f32::from_le_bytes(*number)).collect())
    }

    /// Bytes, and the scale of each row.
    fn bytes(&self, name: &str) -> Result<(Vec<i8>, Vec<f32>), String> {
        let tensor = self.tensor(name)?;
        let scales = self.floats(&format!("{name}.scale"))?;
        if tensor.dtype() != Dtype::I8 || scales.len() != self.shape(name)?.0 {
            return Err(format!("`{name}` is not in bytes with a scale a row"));
        }
        let numbers = tensor.data().iter().map(|byte| byte.cast_signed()).collect();
        Ok((numbers, scales))
    }

    pub(super) fn table(&self, name: &str, wide: usize) -> Result<EmbeddingTable, String> {
        if self.shape(name)?.1 != wide {
            return Err(format!("`{name}` has another shape than was said"));
        }
        if self.tensor(name)?.dtype() != Dtype::I8 {
            return Ok(EmbeddingTable::Floats { numbers: self.floats(name)?, wide });
        }
        let (numbers, scales) = self.bytes(name)?;
        Ok(EmbeddingTable::Bytes { numbers, scales, wide })
    }

    /// Matrices of `wide` columns, one below the other.
    pub(super) fn matrix(&self, names: &[&str], wide: usize) -> Result<WeightMatrix, String> {
        for name in names {
            if self.shape(name)?.1 != wide {
                return Err(format!("`{name}` has another shape than was said"));
            }
        }
        if self.tensor(names.first().copied().unwrap_or_default())?.dtype() != Dtype::I8 {
            let parts: Result<Vec<_>, _> = names.iter().map(|name| self.floats(name)).collect();
            return Ok(WeightMatrix::of_floats(&parts?.concat(), wide));
        }
        let (mut numbers, mut scales) = (Vec::new(), Vec::new());
        for name in names {
            let (part, part_scales) = self.bytes(name)?;
            numbers.extend(part);
            scales.extend(part_scales);
        }
        #[cfg(test)]
        if self.plainly {
            return Ok(WeightMatrix::of_bytes_plainly(&numbers, scales));
        }
        Ok(WeightMatrix::of_bytes(&numbers, scales))
    }

    fn shape(&self, name: &str) -> Result<(usize, usize), String> {
        match self.tensor(name)?.shape() {
            [rows, columns] => Ok((*rows, *columns)),
            _ => Err(format!("`{name}` is no matrix")),
        }
    }
}
