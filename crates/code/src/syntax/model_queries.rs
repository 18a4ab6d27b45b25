//! Queries for what has to do with asking a model: answered at the end, when it is known what does.

use jurat_model::LocatedValue;
use tree_sitter::Node;

use super::{
    ast_queries::{AstQueryMatcher, CompiledAstQuery},
    model_calls::ModelReach,
    query_budget::MOST_KEPT,
    source::SourceFile,
};
use crate::facts::{AstKind, SyntaxFact};

/// Classes of which it is known at the end whether they are handed to a model.
const MOST_PENDING: usize = 5000;

impl AstQueryMatcher {
    /// Whether any query asks for what has to do with asking a model.
    pub(super) fn asks_of_models(&self) -> bool {
        self.queries.iter().any(|want| want.reaches_model)
    }

    pub(super) fn take_reaching(&mut self, reach: &ModelReach) {
        let texts = &self.texts;
        for want in self.queries.iter_mut().filter(|want| want.reaches_model) {
            let found: Vec<LocatedValue<SyntaxFact>> = match want.find {
                Some(AstKind::Call) => reach.calls.clone(),
                Some(AstKind::Text) => {
                    let told =
                        texts.iter().filter(|(holder, text)| reach.is_told(holder, text));
                    told.map(|(_, text)| text.clone()).collect()
                }
                Some(AstKind::Class) => {
                    let named = |one: &LocatedValue<SyntaxFact>| match &one.value {
                        SyntaxFact::Class { name, .. } => {
                            let last = name.rsplit('.').next().unwrap_or(name);
                            reach.handed.contains(last)
                        }
                        _ => false,
                    };
                    want.pending.drain(..).filter(named).collect()
                }
                _ => Vec::new(),
            };
            want.take_found(found);
        }
    }
}

impl CompiledAstQuery {
    pub(super) fn pend(
        &mut self,
        fact: Option<&SyntaxFact>,
        source: &SourceFile<'_>,
        node: Node<'_>,
    ) {
        if let Some(fact) = fact.filter(|_| self.pending.len() < MOST_PENDING) {
            self.pending.push(source.located(fact.clone(), node));
        }
    }

    fn take_found(&mut self, mut found: Vec<LocatedValue<SyntaxFact>>) {
        found.retain(|one| self.fits(&one.value));
        found.sort_by(|a, b| a.at.cmp(&b.at));
        found.dedup_by(|a, b| a.at == b.at && a.value == b.value);
        self.selected.total += found.len() as u64;
        found.truncate(MOST_KEPT);
        self.selected.facts.extend(found);
    }
}
