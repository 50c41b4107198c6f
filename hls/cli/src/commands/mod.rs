//! The commands, one a file: its arguments and what it does.

pub mod boards;
pub mod build;
pub mod bundle;
pub mod call;
pub mod check;
pub mod clean;
pub mod cluster;
pub mod completions;
pub mod deploy;
pub mod devices;
pub mod doctor;
pub mod emit;
pub mod exec;
pub mod explain;
pub mod fifo;
pub mod import;
pub mod man;
pub mod new;
pub mod report;
pub mod run;
pub mod test;
pub mod test_program;
pub mod verify;
pub mod xclbin;
pub mod xclbinutil;
pub mod xrt;
