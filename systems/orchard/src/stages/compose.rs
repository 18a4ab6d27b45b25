//! Puts the harvest report together. It computes nothing but sums.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;
use serde_json::json;

use crate::{
    channels::{
        APPROVAL, BEST_KG, BRUISED, COUNTS, NOTES, PASSES, PRICES, REPORT, SALE, SHIPMENT,
        SOILS, TASTES, UNCHECKED, VARIETIES, WEATHER, YIELD_KG,
    },
    pause::pause,
};

pub(crate) fn compose(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    pause(ctx)?;
    let (counts, prices) = (ctx.get(COUNTS)?, ctx.get(PRICES)?);
    let price = |variety: &String| prices.get(variety).copied().unwrap_or(0);
    let value: u32 = counts.iter().map(|count| count.kg * price(&count.variety)).sum();
    let report = json!({
        "orchard": "Windfall Orchard (fictional)",
        "tier": ctx.param::<String>("tier")?,
        "trees": counts.iter().map(|count| count.trees).sum::<u32>(),
        "yield_kg": ctx.get(YIELD_KG)?,
        "best_block_kg": ctx.get(BEST_KG)?,
        "varieties": ctx.get(VARIETIES)?,
        "taste": ctx.get(TASTES)?,
        "rain_mm": ctx.get(WEATHER)?.rain_mm,
        "soil": ctx.get(SOILS)?,
        "soil_not_checked": ctx.get(UNCHECKED)?,
        "passes": ctx.get(PASSES)?,
        "bruised_percent": ctx.get(BRUISED)?,
        "sold_as": ctx.get(SALE)?.sold_as,
        "pence_per_kg": prices,
        "gross_value_pence": value,
        "approved_by": ctx.get(APPROVAL)?.map(|approval| approval.author),
        "crates_shipped": ctx.get(SHIPMENT)?.map_or(0, |shipment| shipment.crates),
        "notes": ctx.get(NOTES)?,
    });
    Ok(Patch::of(REPORT, report))
}
