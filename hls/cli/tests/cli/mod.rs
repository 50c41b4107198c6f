//! The program as users start it.

mod build;
mod bundle;
mod call;
mod call_structs;
mod check;
mod ci;
mod clean;
mod config;
mod exit_codes;
mod full_disk;
mod help;
mod hw_emu;
mod images;
mod in_place;
mod memory;
mod new;
mod output;
mod own_boards;
mod pages;
mod placed;
mod project;
mod queries;
mod report;
mod signatures;
pub(crate) mod support;
mod test;
mod xclbin;
