//! Compliance, refusal triggers, banned promises and the quality checklist, as checks with codes.
