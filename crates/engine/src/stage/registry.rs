//! The table from stage name to function.

use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::{Patch, StageCtx, StageError};
use crate::StageDef;

/// A future that the engine may move between threads.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

type ComputeFunction = dyn Fn(&StageCtx) -> Result<Patch, StageError> + Send + Sync;
type WaitFunction = dyn Fn(StageCtx) -> BoxFuture<Result<Patch, StageError>> + Send + Sync;
type StageFactory = dyn Fn(Option<&Json>) -> Result<StageFn, String> + Send + Sync;
type SchemeFactory = dyn Fn(&str, &StageDef) -> Result<StageFn, String> + Send + Sync;

/// A stage function, its settings built in.
#[derive(Clone)]
pub enum StageFn {
    /// Runs on a bounded pool of plain threads.
    Compute(Arc<ComputeFunction>),
    /// Waits for others; must not compute.
    Wait(Arc<WaitFunction>),
}

#[derive(Clone)]
pub struct StageSpec {
    name: &'static str,
    make: Arc<StageFactory>,
}

impl StageSpec {
    /// A function that computes. `W` is the type of its `with` settings.
    pub fn compute<W, F>(name: &'static str, run: F) -> Self
    where
        W: DeserializeOwned + Send + Sync + 'static,
        F: Fn(&StageCtx, &W) -> Result<Patch, StageError> + Send + Sync + 'static,
    {
        let run = Arc::new(run);
        let make = move |with: Option<&Json>| {
            let (with, run) = (settings::<W>(with)?, Arc::clone(&run));
            Ok(StageFn::Compute(Arc::new(move |ctx| run(ctx, &with))))
        };
        Self { name, make: Arc::new(make) }
    }

    /// A function that waits. `W` is the type of its `with` settings.
    pub fn wait<W, F, R>(name: &'static str, run: F) -> Self
    where
        W: DeserializeOwned + Send + Sync + 'static,
        F: Fn(StageCtx, Arc<W>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Patch, StageError>> + Send + 'static,
    {
        let run = Arc::new(run);
        let make = move |with: Option<&Json>| {
            let (with, run) = (Arc::new(settings::<W>(with)?), Arc::clone(&run));
            let wait = move |ctx| -> BoxFuture<_> { Box::pin(run(ctx, Arc::clone(&with))) };
            Ok(StageFn::Wait(Arc::new(wait)))
        };
        Self { name, make: Arc::new(make) }
    }
}

/// Functions that are not ours: those named `scheme:…`, each made of what stands behind the colon.
#[derive(Clone)]
pub struct StageScheme {
    name: &'static str,
    make: Arc<SchemeFactory>,
}

impl StageScheme {
    pub fn new<F>(name: &'static str, make: F) -> Self
    where
        F: Fn(&str, &StageDef) -> Result<StageFn, String> + Send + Sync + 'static,
    {
        Self { name, make: Arc::new(make) }
    }
}

fn settings<W: DeserializeOwned>(with: Option<&Json>) -> Result<W, String> {
    let with = with.cloned().unwrap_or_else(|| Json::Object(serde_json::Map::new()));
    serde_json::from_value(with).map_err(|error| error.to_string())
}

#[derive(Clone, Default)]
pub struct StageRegistry {
    specs: BTreeMap<&'static str, StageSpec>,
    schemes: BTreeMap<&'static str, StageScheme>,
}

impl StageRegistry {
    /// A registry of these functions; of two with one name the last counts.
    pub fn of(specs: impl IntoIterator<Item = StageSpec>) -> Self {
        let specs = specs.into_iter().map(|spec| (spec.name, spec));
        Self { specs: specs.collect(), schemes: BTreeMap::new() }
    }

    /// The same with functions that are named `scheme:…`.
    #[must_use]
    pub fn with_schemes(mut self, schemes: impl IntoIterator<Item = StageScheme>) -> Self {
        self.schemes
            .extend(schemes.into_iter().map(|scheme| (scheme.name, scheme)));
        self
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.specs.keys().copied()
    }

    /// What a stage names, with its settings built in; nothing where there is no such function.
    pub(super) fn make(&self, run: &str, def: &StageDef) -> Option<Result<StageFn, String>> {
        if let Some(spec) = self.specs.get(run) {
            return Some((spec.make)(def.with.as_ref()));
        }
        let (scheme, rest) = run.split_once(':')?;
        Some((self.schemes.get(scheme)?.make)(rest, def))
    }

    /// How functions can be named that are not ours.
    pub(super) fn schemes(&self) -> impl Iterator<Item = &'static str> {
        self.schemes.keys().copied()
    }
}
