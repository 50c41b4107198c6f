//! `--on slurm` with the daemons of Slurm on this machine, and a replay in the place of Vitis.
//!
//! Where Slurm is not installed, the tests say so and pass. `make test` runs a sample; `make test-cluster` installs Slurm and
//! runs all, those that wait for minutes, too.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unwrap_used)]

mod builds;
mod campaigns;
mod cluster;
mod evictions;
mod faults;
mod interruptions;
mod others;
#[path = "../project/mod.rs"]
mod project;
mod shards;
mod site;
mod store;
