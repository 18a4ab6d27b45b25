//! Pure functions over text: sentences, folding, quotes, tokens, citations.
