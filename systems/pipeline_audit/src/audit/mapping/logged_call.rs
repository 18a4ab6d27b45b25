//! A logged call of a model: what was sent and what came back, each under a name of its own, as proxies and tracing tools
//! write it. A mapping of the two bodies is lifted over these names, so that its paths are those of the state.

use serde_json::Value;

use super::{MetaFields, SourceFields, StateMapping, StatePointer};

/// Where logs keep what was sent, and what came back; the first pair that a state has counts.
const PAIRS: [(&[&str], &[&str]); 5] = [
    (&["request", "body"], &["response", "body"]),
    (&["input", "inputBodyJson"], &["output", "outputBodyJson"]),
    (&["request"], &["response"]),
    (&["inputs"], &["outputs"]),
    (&["input"], &["output"]),
];

/// Where a body that came back may keep its words, whatever the mapping says of it.
const WORDS: [&str; 6] =
    ["/content", "/text", "/message/content", "/answer", "/output", "/generations/*/*/text"];

/// What messages stand under in a body.
const MESSAGES: &str = "messages";

/// The two bodies of a state that is a logged call.
#[derive(Debug, Clone, Copy)]
pub(super) struct LoggedCall<'v> {
    sent: CallBody<'v>,
    came: CallBody<'v>,
}

/// One of them.
#[derive(Debug, Clone, Copy)]
struct CallBody<'v> {
    keys: &'static [&'static str],
    value: &'v Value,
}

impl<'v> LoggedCall<'v> {
    /// The call that a state is; none where it has no such pair, or where both are plain words: then they are question and
    /// answer themselves.
    pub(super) fn of(state: &'v Value) -> Option<Self> {
        PAIRS.iter().find_map(|(sent, came)| {
            let sent = CallBody::at(state, sent)?;
            let came = CallBody::at(state, came)?;
            let nested = |body: CallBody<'_>| body.value.is_object() || body.value.is_array();
            (nested(sent) || nested(came)).then_some(Self { sent, came })
        })
    }

    /// Whether a pointer finds something in either body or beside them.
    pub(super) fn fits(self, pointer: &StatePointer, state: &Value) -> bool {
        let bodies = [self.sent, self.came];
        bodies.iter().any(|body| body.of(pointer).fits(state))
            || self.beside(pointer) && pointer.fits(state)
    }

    /// A mapping that looks for the question in what was sent, and for the answer in what came back.
    pub(super) fn lifted(self, mapping: &StateMapping) -> StateMapping {
        let Self { sent, came } = self;
        let mut draft = Self::of_each(&mapping.draft, &[came]);
        draft.extend(WORDS.iter().map(|words| came.below(words)));
        draft.extend(came.whole().filter(|_| came.value.is_string()));
        draft.extend(self.all_beside(&mapping.draft));
        let mut query = Self::of_each(&mapping.query, &[sent]);
        query.extend(sent.whole().filter(|_| sent.value.is_string()));
        query.extend(self.all_beside(&mapping.query));
        query.extend(Self::of_each(&mapping.query, &[came]));
        let mut blocks = mapping.blocks.clone();
        blocks.at = self.everywhere(&mapping.blocks.at, &[came]);
        StateMapping {
            about: format!(
                "{}; a logged call, sent at `{}` and answered at `{}`",
                mapping.about, sent, came
            ),
            fits: Vec::new(),
            query,
            sources: self.sources(&mapping.sources),
            draft,
            blocks,
            meta: self.meta(&mapping.meta),
            reference: self.everywhere(&mapping.reference, &[sent, came]),
            ..mapping.clone()
        }
    }

    fn sources(self, fields: &SourceFields) -> SourceFields {
        let bodies = [self.came, self.sent];
        let mut within = self.everywhere(&fields.within, &[self.sent]);
        within.extend(self.sent.whole().filter(|_| self.sent.value.is_string()));
        SourceFields {
            at: self.everywhere(&fields.at, &bodies),
            within,
            joined: self.everywhere(&fields.joined, &bodies),
            ..fields.clone()
        }
    }

    fn meta(self, fields: &MetaFields) -> MetaFields {
        let lifted = |pointers: &[StatePointer]| self.everywhere(pointers, &[self.came]);
        MetaFields {
            elapsed_ms: lifted(&fields.elapsed_ms),
            plan: lifted(&fields.plan),
            legal_basis: lifted(&fields.legal_basis),
            warnings: lifted(&fields.warnings),
            request: lifted(&fields.request),
        }
    }

    /// Each pointer in each of the bodies.
    fn of_each(pointers: &[StatePointer], bodies: &[CallBody<'_>]) -> Vec<StatePointer> {
        let of = |pointer| bodies.iter().map(move |body| body.of(pointer));
        pointers.iter().flat_map(of).collect()
    }

    /// Each pointer in each of the bodies, then beside them.
    fn everywhere(
        self,
        pointers: &[StatePointer],
        bodies: &[CallBody<'_>],
    ) -> Vec<StatePointer> {
        let one = std::slice::from_ref;
        let of = |pointer| {
            let mut all = Self::of_each(one(pointer), bodies);
            all.extend(self.all_beside(one(pointer)));
            all
        };
        pointers.iter().flat_map(of).collect()
    }

    /// Those pointers that do not point into the bodies.
    fn all_beside(self, pointers: &[StatePointer]) -> Vec<StatePointer> {
        pointers.iter().filter(|one| self.beside(one)).cloned().collect()
    }

    fn beside(self, pointer: &StatePointer) -> bool {
        let first = pointer.first_key();
        first.is_some_and(|key| key != self.sent.keys[0] && key != self.came.keys[0])
    }
}

impl<'v> CallBody<'v> {
    fn at(state: &'v Value, keys: &'static [&'static str]) -> Option<Self> {
        let value = keys.iter().try_fold(state, |value, key| value.get(key))?;
        (!value.is_null()).then_some(Self { keys, value })
    }

    /// The same pointer, from this body on. Messages may be the body itself, or lie in a list of lists.
    fn of(self, pointer: &StatePointer) -> StatePointer {
        let keys = self.keys.iter().copied();
        if pointer.first_key() != Some(MESSAGES) {
            return pointer.under(keys);
        }
        match self.value.get(MESSAGES) {
            Some(all) if all.get(0).is_some_and(Value::is_array) => {
                pointer.without_first().under(keys.chain([MESSAGES, "0"]))
            }
            Some(_) => pointer.under(keys),
            None => pointer.without_first().under(keys),
        }
    }

    fn below(self, pointer: &str) -> StatePointer {
        let pointer = StatePointer::try_from(pointer.to_owned()).unwrap_or_default();
        pointer.under(self.keys.iter().copied())
    }

    fn whole(self) -> impl Iterator<Item = StatePointer> {
        std::iter::once(StatePointer::default().under(self.keys.iter().copied()))
    }
}

impl std::fmt::Display for CallBody<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.keys.iter().try_for_each(|key| write!(f, "/{key}"))
    }
}
