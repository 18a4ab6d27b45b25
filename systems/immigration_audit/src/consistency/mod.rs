//! What documents say against each other, against the calendar and against themselves.
