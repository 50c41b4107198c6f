//! Hardware emulation as the environment wants it.

use std::sync::Arc;
use std::time::Duration;

use sycl_hls_backend::{Backend, BackendKind};
use sycl_hls_emulation::HwEmulation;
use sycl_hls_emulation::hw_emu::{KernelRun, MemoryChoice, Observer, Options, WaveFile};

use super::log::Log;
use super::missing::Missing;
use crate::boards;
use crate::environment::{Environment, Malformed, malformed};

/// The backend; without devices when the environment is malformed.
pub(super) fn backend(environment: &Environment) -> Box<dyn Backend> {
    match options(environment) {
        Ok(options) => Box::new(HwEmulation { boards: boards::all(), options }),
        Err(malformed) => Box::new(Missing { kind: BackendKind::HwEmu, reason: malformed.to_string() }),
    }
}

fn options(environment: &Environment) -> Result<Options, Malformed> {
    let memory = |name: &String| {
        let choice = MemoryChoice::named(name);
        choice.ok_or_else(|| malformed("SYCL_HLS_MEMORY", name, "`board` or `ideal`"))
    };
    let wave = |path: &std::path::PathBuf| {
        let help = "a file's name that ends in `.fst` or `.vcd`";
        WaveFile::new(path).ok_or_else(|| malformed("SYCL_HLS_WAVE", &path.to_string_lossy(), help))
    };
    Ok(Options {
        timeout: environment.timeout()?,
        memory: environment.memory.as_ref().map(memory).transpose()?.unwrap_or_default(),
        wave: environment.wave.as_ref().map(wave).transpose()?,
        // Where there is no log, the backend says why.
        observer: Some(Arc::new(Runs { log: Log::of_process().ok().flatten() })),
    })
}

/// Speaks of runs.
struct Runs {
    log: Option<&'static Log>,
}

impl Observer for Runs {
    fn progress(&self, kernel: &str, cycles: u64, time: Duration) {
        tracing::trace!(kernel, cycles, ?time, "simulating");
    }

    fn ended(&self, run: &KernelRun<'_>) {
        let KernelRun { kernel, unit, clock_mhz, time, report, .. } = run;
        tracing::info!(kernel, unit, cycles = report.cycles, ?time, status = ?report.status, "simulated");
        if let Some(log) = self.log {
            let cycles = report.cycles;
            log.line(
                BackendKind::HwEmu.name(),
                &format!("{unit} ran for {cycles} cycles at {clock_mhz} MHz"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(environment: &Environment) -> String {
        backend(environment).unavailable().unwrap_or_default()
    }

    #[test]
    fn the_environment_decides_how_it_is_simulated() {
        let text = |text: &str| Some(text.to_owned());
        let none = Environment::default();
        assert_eq!(said(&none), "");
        let good = Environment { timeout: text("2.5"), memory: text("ideal"), ..none.clone() };
        let options = options(&good).unwrap();
        assert_eq!(
            (options.timeout, options.memory),
            (Some(Duration::from_millis(2500)), MemoryChoice::Ideal)
        );
        for (bad, message) in [
            (
                Environment { timeout: text("soon"), ..none.clone() },
                "SYCL_HLS_TIMEOUT is `soon`; write a number",
            ),
            (Environment { timeout: text("-1"), ..none.clone() }, "SYCL_HLS_TIMEOUT is `-1`; write a number"),
            (
                Environment { memory: text("fast"), ..none.clone() },
                "SYCL_HLS_MEMORY is `fast`; write `board`",
            ),
            (
                Environment { wave: Some("out".into()), ..none.clone() },
                "SYCL_HLS_WAVE is `out`; write a file's",
            ),
        ] {
            assert!(said(&bad).starts_with(message), "{}", said(&bad));
            assert!(backend(&bad).devices().is_empty());
        }
    }
}
