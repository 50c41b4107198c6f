//! Makes a failing program small.
