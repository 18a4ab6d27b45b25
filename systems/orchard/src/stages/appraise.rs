//! Asks the appraiser for the price of a variety: a paid call, simulated, that reaches nobody.

use std::collections::BTreeMap;

use jurat_engine::{PaidCall, PaidReply, Patch, StageCtx, StageError, UnitAmounts};
use serde::Deserialize;
use serde_json::json;

use crate::{channels::PRICES, ledger, pause::pause};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AppraiseWith {
    /// What the appraiser takes for one answer.
    fee_pence: u64,
}

pub(crate) fn appraise(ctx: &StageCtx, with: &AppraiseWith) -> Result<Patch, StageError> {
    let variety: String = ctx.item()?;
    let fee = UnitAmounts::from([("pence".to_owned(), with.fee_pence)]);
    let call = PaidCall {
        provider: "simulated".into(),
        model: "appraiser".into(),
        request: json!({ "price_of": variety }),
        sample: 0,
        reserve: fee.clone(),
    };
    let reply = ctx.paid(&call, |call| {
        let hash = call.hash()?;
        ledger::note(ctx, &format!("paid {hash}"))?;
        pause(ctx)?;
        let pence = 80 + u32::from(hash.as_bytes()[0] % 40);
        Ok(PaidReply { reply: json!(pence), spend: fee })
    })?;
    let pence = u32::deserialize(&*reply);
    let pence = pence.map_err(|error| StageError::permanent(error.to_string()))?;
    Ok(Patch::of(PRICES, BTreeMap::from([(variety, pence)])))
}
