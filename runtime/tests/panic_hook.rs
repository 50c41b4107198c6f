//! Panic hooks: one test, alone in its process, as there is one hook for all threads.
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

mod common;

use std::panic;
use std::sync::{Arc, Mutex};

use common::{failing, host};
use sycl_hls::{Buffer, Error, Failed, Fault};

type Log = Arc<Mutex<Vec<String>>>;

/// Makes a hook that logs what it gets.
fn install() -> Log {
    let log = Log::default();
    let seen = Arc::clone(&log);
    panic::set_hook(Box::new(move |info| seen.lock().unwrap().push(info.to_string())));
    log
}

fn fault() -> Failed<Fault> {
    match failing(&host(), &Buffer::from_vec(vec![0_u32])).wait() {
        Err(Error::Kernel(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn hooks_see_panics_of_the_host_and_not_those_of_kernels() {
    let before = install();
    assert!(fault().at.is_some());
    // This thread runs a kernel now and then, too, and its own panics are its own.
    for number in 0..100 {
        fault();
        drop(panic::catch_unwind(|| panic!("panic {number} of the host")));
        let seen = std::mem::take(&mut *before.lock().unwrap());
        assert!(seen.len() == 1 && seen[0].contains(&format!("panic {number} of the host")), "{seen:?}");
    }

    // One that replaces the runtime's sees both, and the fault does without the place.
    let after = install();
    let fault = fault();
    assert_eq!(
        (fault.message.as_str(), &fault.at),
        ("index out of bounds: the len is 1 but the index is 1000000", &None)
    );
    assert_eq!((after.lock().unwrap().len(), before.lock().unwrap().len()), (1, 0));
}
