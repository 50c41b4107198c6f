//! The suites, one module for each: `docs/tests.md` says what they prove.
#![allow(missing_docs)]

mod architecture;
mod backends;
mod benchmarks;
mod board_memory;
mod box_filter;
mod bursts;
mod cache;
mod cards;
mod conformance;
mod corners;
mod corpus;
mod documents;
mod golden;
mod hardware;
mod hw_emu;
mod instances;
mod language;
mod memories;
mod named;
mod outputs;
mod port;
mod pragmas;
mod processes;
mod published;
mod runs;
mod streams_page;
mod structs;
mod tour_page;
mod ui;
mod units;
mod verilog;
mod wide;
mod xrt;
