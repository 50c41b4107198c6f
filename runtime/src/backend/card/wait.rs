//! Waiting for the end of a run: XRT's own waits do not return when a kernel stops.

use std::thread;
use std::time::{Duration, Instant};

use sycl_hls_emulation::xrt::status::{Trouble, Watch};
use sycl_hls_types::{Fault, FaultKind};
use xrt_sys::State;

use super::Unit;

/// Pauses between looks grow from the first to the second.
const FIRST_PAUSE: Duration = Duration::from_micros(20);
const LAST_PAUSE: Duration = Duration::from_millis(1);

/// Waits for the end of a run.
///
/// # Errors
/// Why it does not end as it should: the device says so, or it takes longer than `timeout`.
pub(super) fn wait(
    run: &mut dyn Unit,
    kernel: &str,
    unit: &str,
    watch: Option<&Watch>,
    timeout: Option<Duration>,
) -> Result<(), Fault> {
    let fault = |kind, message: String| Fault { kernel: kernel.to_owned(), kind, message, at: None };
    let start = Instant::now();
    let mut pause = FIRST_PAUSE;
    loop {
        let state = run.state().map_err(|error| fault(FaultKind::Lost, error.to_string()))?;
        match state {
            State::Completed => return Ok(()),
            State::Failed(how) => {
                return Err(fault(FaultKind::Other, format!("XRT says that its run failed: {how}")));
            }
            State::Running => {}
        }
        // A run that is quick need not be asked after elsewhere.
        if pause == LAST_PAUSE {
            match watch.and_then(|watch| watch.trouble(unit)) {
                Some(Trouble::Stopped(fault)) => return Err(Fault { kernel: kernel.to_owned(), ..fault }),
                Some(Trouble::Lost) => {
                    return Err(fault(FaultKind::Lost, "the emulated card has died".to_owned()));
                }
                None => {}
            }
        }
        if let Some(limit) = timeout.filter(|limit| start.elapsed() > *limit) {
            let message = format!("it has not ended within {} s (SYCL_HLS_TIMEOUT)", limit.as_secs_f64());
            return Err(fault(FaultKind::Lost, message));
        }
        thread::sleep(pause);
        pause = (2 * pause).min(LAST_PAUSE);
    }
}
