//! Taking times.

use std::time::{Duration, Instant};

/// The median of several runs of each candidate, run in turn: what slows the machine for a while slows them all.
pub fn in_turn<const N: usize>(
    rounds: usize,
    candidates: [&mut dyn FnMut() -> anyhow::Result<()>; N],
) -> anyhow::Result<[Duration; N]> {
    in_turn_after(|| Ok(()), rounds, candidates)
}

/// As [`in_turn`], with something before each run that is not part of its time: what one leaves behind is not for the next
/// one to clear away.
pub fn in_turn_after<const N: usize>(
    mut before: impl FnMut() -> anyhow::Result<()>,
    rounds: usize,
    mut candidates: [&mut dyn FnMut() -> anyhow::Result<()>; N],
) -> anyhow::Result<[Duration; N]> {
    let mut times = [const { Vec::new() }; N];
    for candidate in &mut candidates {
        before()?;
        candidate()?;
    }
    for _ in 0..rounds {
        for (candidate, times) in candidates.iter_mut().zip(&mut times) {
            before()?;
            let start = Instant::now();
            candidate()?;
            times.push(start.elapsed());
        }
    }
    Ok(times.map(median))
}

/// The median of several runs after one that does not count.
pub fn alone(rounds: usize, mut candidate: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<Duration> {
    let [median] = in_turn(rounds, [&mut candidate])?;
    Ok(median)
}

/// The one in the middle; zero if there is none.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// How many times as long.
pub fn ratio(time: Duration, other: Duration) -> f64 {
    time.as_secs_f64() / other.as_secs_f64()
}

/// A time with a unit that leaves few digits.
pub fn shown(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}
