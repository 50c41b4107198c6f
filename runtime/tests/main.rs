//! The integration tests of the package, one module for each subject: one program is linked faster than many.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod accessors;
mod api;
mod bundles;
mod common;
mod contexts;
mod copies;
mod dimensions;
mod errors;
mod events;
mod final_data;
mod groups;
mod host_guards;
mod host_tasks;
mod host_write;
#[path = "../../emulation/tests/common/mod.rs"]
mod images;
mod no_init;
mod ordering;
mod queues;
mod random_orders;
mod reductions;
mod scope;
mod selection;
mod several_devices;
mod sub_buffers;
mod sw_emu;
mod throwing;
mod ui;
mod usm;
