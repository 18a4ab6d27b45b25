//! What each kind of application asks for, as data, held against a matter.
