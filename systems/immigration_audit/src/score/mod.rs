//! The defensibility score as a sum of points, each with what it rests on.
