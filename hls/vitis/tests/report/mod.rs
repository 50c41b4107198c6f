//! Reports: files of our own, in the tools' formats, in `tests/data`.

mod data;
mod estimate;
mod harvest;
mod implementation;
mod synthesis;
