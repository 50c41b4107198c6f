//! AXI ports of a kernel of several processes. One process at a time uses a direction of a port, so that a port that several have
//! follows the one that asks.

use std::fmt::Write as _;

use super::channel::process;
use super::control::any;
use super::memory::choose;
use super::process::Pin;
use super::{Emitter, axi, range};
use crate::rtl::design::{Bundle, Design, ProcessId};

/// The signals of a direction of a port, and what of them says that a process uses them.
struct Side {
    users: Vec<ProcessId>,
    signals: [axi::Signal; 8],
    used: &'static [&'static str],
}

fn sides(design: &Design, number: usize) -> [Side; 2] {
    let bundle = &design.bundles[number];
    let (read, write) = (axi::read_signals(bundle), axi::write_signals(bundle));
    [
        Side { users: design.readers(number), signals: read, used: &["req_valid"] },
        Side { users: design.writers(number), signals: write, used: &["cmd_valid", "dat_valid"] },
    ]
}

/// The wire of a process to a port: one of its own, if others drive the port as well.
fn wire(side: &Side, user: ProcessId, bundle: &Bundle, (output, _, what): axi::Signal) -> String {
    let own = output && side.users.len() > 1;
    if own { format!("{}_{}_{what}", process(user), bundle.name) } else { format!("{}_{what}", bundle.name) }
}

/// The signals of a process to AXI ports.
pub(super) fn pins(emitter: &Emitter<'_>, pins: &mut Vec<Pin>) {
    let (design, id) = (emitter.design, emitter.process);
    for (number, bundle) in design.bundles.iter().enumerate() {
        for side in sides(design, number).iter().filter(|side| side.users.contains(&id)) {
            pins.extend(side.signals.map(|signal| {
                let (output, bits, what) = signal;
                Pin::new(output, bits, format!("{}_{what}", bundle.name), wire(side, id, bundle, signal))
            }));
        }
        let (output, bits, what) = axi::IDLE;
        let name = format!("{}_{what}", bundle.name);
        pins.extend(emitter.sees_idle(number).then(|| Pin::new(output, bits, &name, &name)));
    }
}

/// What drives the ports that several processes have.
pub(super) fn shared(text: &mut String, design: &Design) {
    for (number, bundle) in design.bundles.iter().enumerate() {
        for side in sides(design, number).iter().filter(|side| side.users.len() > 1) {
            let outputs = || side.signals.into_iter().filter(|(output, ..)| *output);
            for user in &side.users {
                for signal in outputs() {
                    let _ =
                        writeln!(text, "  wire {}{};", range(signal.1), wire(side, *user, bundle, signal));
                }
            }
            for signal in outputs() {
                let _ = writeln!(
                    text,
                    "  assign {}_{} = {};",
                    bundle.name,
                    signal.2,
                    driver(side, bundle, signal)
                );
            }
        }
    }
}

/// What drives a signal of a port that several processes have.
fn driver(side: &Side, bundle: &Bundle, signal: axi::Signal) -> String {
    let wire_of = |user: &ProcessId, signal| wire(side, *user, bundle, signal);
    let wires: Vec<String> = side.users.iter().map(|user| wire_of(user, signal)).collect();
    if signal.1 == 1 {
        return any(&wires);
    }
    let uses = |user: &ProcessId| {
        let used = side.used.iter().map(|what| wire_of(user, (true, 1, what)));
        any(&used.collect::<Vec<_>>())
    };
    let uses: Vec<String> = side.users.iter().map(uses).collect();
    choose(uses.iter().map(String::as_str).zip(wires.iter().map(String::as_str)), signal.1)
}
