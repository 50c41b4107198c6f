//! Ctrl-C: the work stops, what it started is ended, and nothing half-made is taken for finished.

use anyhow::Context as _;
use sycl_hls_compiler::tool::Cancel;

/// A flag that Ctrl-C (and SIGTERM) raises. To be called once in a process.
pub fn on_interrupt() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    let raised = cancel.clone();
    ctrlc::set_handler(move || raised.cancel()).context("cannot listen to interrupts")?;
    Ok(cancel)
}
