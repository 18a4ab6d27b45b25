//! What the report of an audit looks like.
