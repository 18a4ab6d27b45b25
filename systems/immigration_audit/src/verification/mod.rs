//! Every citation through the five layers, and what goes back.
