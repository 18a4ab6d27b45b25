//! What a bundle that holds proves, and what no bundle can prove.

use std::borrow::Cow;

use serde::Serialize;

use crate::BundleStatus;

/// Something that a reader may want to be sure of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScopeClaim {
    /// Its name for programs, such as `origin`.
    pub claim: &'static str,
    /// The same in words.
    pub words: Cow<'static, str>,
}

impl ScopeClaim {
    pub const fn new(claim: &'static str, words: &'static str) -> Self {
        Self { claim, words: Cow::Borrowed(words) }
    }

    /// That a run was asked with the parameters of these names, which nothing was held against; nothing where there are none.
    pub fn of_params(names: &[String]) -> Option<Self> {
        let words = format!("that it was asked with the {} recorded", quoted(names));
        (!names.is_empty()).then(|| Self { claim: "asked", words: words.into() })
    }

    /// That files which could not be rendered again say what the run says; nothing where there are none.
    pub(crate) fn of_files(names: &[String]) -> Option<Self> {
        let words = format!("that {} says what the run says", quoted(names));
        (!names.is_empty()).then(|| Self { claim: "files", words: words.into() })
    }

    /// That what was decided from an event on follows from the definition.
    pub(crate) fn of_decisions(from: u64) -> Self {
        let words =
            format!("that what was decided from event {from} on follows from the definition");
        Self { claim: "decisions", words: words.into() }
    }
}

/// What a run comes to, what is proven of it, and what is not. A kind of run says it for bundles that hold; of one that
/// does not, nothing is proven.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ProofScope {
    /// What the run came to, such as `answered` or `refused`; nothing where that cannot be read.
    pub result: Option<&'static str>,
    /// That and why no answer is given, where the run refuses one.
    pub refusal: Option<&'static str>,
    /// The same where the run came to no answer: nobody refused it.
    pub incomplete: Option<&'static str>,
    pub proven: Vec<ScopeClaim>,
    pub not_proven: Vec<ScopeClaim>,
}

impl ProofScope {
    /// What is left of it under a verdict: what could not be checked is not proven.
    pub(crate) fn under(mut self, meaning: BundleStatus) -> Self {
        if meaning != BundleStatus::Holds {
            let proven = std::mem::take(&mut self.proven);
            self.not_proven.splice(0..0, proven);
        }
        self
    }

    /// All of it in one line; nothing where the kind of run is not known.
    pub(crate) fn line(&self) -> Option<String> {
        if self.proven.is_empty() && self.not_proven.is_empty() {
            return None;
        }
        let refusal = self.refusal.map(|why| format!("a refusal: {why}; "));
        let incomplete = self.incomplete.map(|why| format!("incomplete: {why}; "));
        let first = refusal.or(incomplete).unwrap_or_default();
        let proven =
            if self.proven.is_empty() { "nothing".to_owned() } else { listed(&self.proven) };
        let open = listed(&self.not_proven);
        Some(format!("{first}proven: {proven}; not proven: {open}"))
    }
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn listed(claims: &[ScopeClaim]) -> String {
    let claims: Vec<String> = claims
        .iter()
        .map(|it| format!("{} ({})", it.words, it.claim))
        .collect();
    claims.join(", ")
}
