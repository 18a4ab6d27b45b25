//! Pages of a list: where the next one begins, and for which request.

use jurat_canon::{Hash, canonical_json};
use serde_json::Value as Json;

use crate::{ToolFailure, packs::PackBasis};

/// Which results of a list are asked for.
pub(crate) struct PageRequest {
    offset: usize,
    limit: usize,
    mark: String,
}

impl PageRequest {
    /// Reads a cursor, which goes with the request and the packs that gave it and no other.
    pub(crate) fn read(
        request: &Json,
        basis: &PackBasis,
        (cursor, limit): (Option<&str>, usize),
    ) -> Result<Self, ToolFailure> {
        let mark = mark(request, basis)?;
        let offset = match cursor {
            None => 0,
            Some(cursor) => {
                let own =
                    cursor.strip_suffix(mark.as_str()).and_then(|it| it.strip_suffix('.'));
                own.and_then(|offset| offset.parse().ok()).ok_or_else(|| {
                    let allowed = ["the `next_cursor` of the same request on the same packs"];
                    ToolFailure::bad("cursor", format!("{cursor:?}"), allowed)
                })?
            }
        };
        Ok(Self { offset, limit, mark })
    }

    /// How many results must be known for this page, and to say whether another follows.
    pub(crate) const fn needed(&self) -> usize {
        self.offset.saturating_add(self.limit).saturating_add(1)
    }

    /// The results of this page, and the cursor of the next.
    pub(crate) fn cut<T>(&self, all: Vec<T>) -> (Vec<T>, Option<String>) {
        let total = all.len();
        let page = all.into_iter().skip(self.offset).take(self.limit);
        let end = self.offset.saturating_add(self.limit);
        (page.collect(), (end < total).then(|| format!("{end}.{}", self.mark)))
    }
}

fn mark(request: &Json, basis: &PackBasis) -> Result<String, ToolFailure> {
    let versions = serde_json::to_value(&basis.packs).unwrap_or_default();
    let text = canonical_json(&Json::Array(vec![request.clone(), versions]))
        .map_err(|error| ToolFailure::ours("canonical JSON", &error))?;
    Ok(Hash::of(&text).to_string().chars().take(12).collect())
}
