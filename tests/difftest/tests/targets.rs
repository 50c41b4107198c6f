//! Random programs on every target.
