//! Failures of commands (S20 §4.13): what they say, what they poison, and who is told.

use std::sync::{Arc, Mutex};
use std::thread;

use crate::common::gate::Gate;
use crate::common::{affine, failing, host, kernels};
use sycl_hls::{Buffer, Errc, Error, Failed, Fault, FaultKind, Queue, Selector};

fn arithmetic(op: u8, a: i32, b: i32) -> Failed<Fault> {
    let out = Buffer::from_vec(vec![0_i32]);
    let event = host().submit(|h| {
        let out = out.write(h);
        h.single_task(kernels::arithmetic::args(op, a, b, out))
    });
    match event.unwrap().wait() {
        Err(Error::Kernel(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

/// Rows: F223.
#[test]
fn a_fault_names_kernel_reason_and_place() {
    let error = failing(&host(), &Buffer::from_vec(vec![0; 4])).wait().unwrap_err();
    assert_eq!(error.code(), Errc::Runtime);
    let Error::Kernel(fault) = &error else { panic!("{error:?}") };
    assert_eq!((fault.kernel.as_str(), fault.kind), ("store", FaultKind::Index));
    assert_eq!(fault.message, "index out of bounds: the len is 4 but the index is 1000000");
    let at = fault.at.as_ref().unwrap();
    assert!(at.file.ends_with("tests/common/kernels.rs"), "{at}");
    assert_eq!((at.line, at.column), (kernels::STORE_LINE, 5));
    assert_eq!(error.to_string(), fault.to_string());
}

#[test]
fn faults_have_the_class_of_the_failed_check() {
    let kind = |op, a, b| arithmetic(op, a, b).kind;
    if cfg!(debug_assertions) {
        assert_eq!(kind(b'+', i32::MAX, 1), FaultKind::Overflow);
        assert_eq!(kind(b'-', i32::MIN, 0), FaultKind::Overflow);
        assert_eq!(kind(b'<', 1, 32), FaultKind::Shift);
    }
    assert_eq!(kind(b'/', i32::MIN, -1), FaultKind::Overflow);
    assert_eq!(kind(b'%', i32::MIN, -1), FaultKind::Overflow);
    assert_eq!(kind(b'/', 1, 0), FaultKind::Division);
    assert_eq!(kind(b'%', 1, 0), FaultKind::Division);
    let other = arithmetic(b'?', 1, 0);
    assert_eq!((other.kind, other.message.as_str()), (FaultKind::Other, "no operation 63"));
}

#[test]
fn a_failure_poisons_what_the_command_could_write_and_nothing_else() {
    let q = host();
    let [read, written, output, clean] = [1, 2, 3, 4].map(|value| Buffer::from_vec(vec![value; 1]));
    let failed = q.submit(|h| {
        let (_, y) = (read.read(h), written.read_write(h));
        h.single_task(kernels::store::args(9, y))
    });
    assert!(matches!(failed.unwrap().wait(), Err(Error::Kernel(_))));

    // A command that needs it ends unrun, and what it should have written is poisoned too.
    let gate = Gate::closed();
    gate.open();
    let dependent = q.submit(|h| {
        let (_, x) = (output.write(h), written.read(h));
        h.single_task(kernels::gated_read::args(gate.id(), x))
    });
    for result in [
        dependent.unwrap().wait(),
        written.host_read().map(drop),
        output.host_read().map(drop),
        written.into_vec().map(drop),
        output.clone().into_vec().map(drop),
    ] {
        let error = result.unwrap_err();
        assert!(matches!(&error, Error::Poisoned(fault) if fault.kernel == "store"), "{error:?}");
        assert!(error.to_string().contains("kernel `store`: index out of bounds"), "{error}");
        assert_eq!(error.code(), Errc::Runtime);
    }
    assert_eq!(gate.arrived(), 0);
    affine(&q, &clean, 2, 0).wait().unwrap();
    assert_eq!((read.into_vec().unwrap(), clean.into_vec().unwrap()), (vec![1], vec![8]));
}

#[test]
fn a_reader_that_fails_poisons_nothing() {
    let (q, x) = (host(), Buffer::from_vec(vec![5_u32]));
    let out = Buffer::from_vec(vec![0_u32; 2]);
    let event = q.submit(|h| {
        let (a, b, sum) = (x.read(h), x.read(h), out.write(h));
        h.single_task(kernels::add::args(a, b, sum))
    });
    assert!(event.unwrap().wait().is_err());
    assert_eq!(x.into_vec().unwrap(), [5]);
    assert!(matches!(out.into_vec(), Err(Error::Poisoned(_))));
}

#[test]
fn a_wait_of_the_queue_reports_its_commands_in_order_and_only_once() {
    let q = host();
    q.wait().unwrap();
    failing(&q, &Buffer::from_vec(vec![0; 1])).wait().unwrap_err();
    failing(&q, &Buffer::from_vec(vec![0; 2]));
    let Err(Error::Several(errors)) = q.wait() else { panic!("two commands failed") };
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(texts[0].contains("the len is 1") && texts[1].contains("the len is 2"), "{texts:?}");
    q.wait().unwrap();

    // The queue goes on, and later failures are reported in their turn, of other queues never.
    let y = Buffer::from_vec(vec![1_u32]);
    affine(&q, &y, 5, 0);
    q.wait().unwrap();
    failing(&host(), &Buffer::from_vec(vec![0])).wait().unwrap_err();
    q.wait().unwrap();
    failing(&q, &y);
    let error = q.wait().unwrap_err();
    assert!(matches!(error, Error::Kernel(_)), "{error:?}");
    q.wait().unwrap();
}

#[test]
fn several_errors_print_as_one_and_have_the_code_of_the_first() {
    let (q, y) = (host(), Buffer::from_vec(vec![0_u32]));
    failing(&q, &y);
    failing(&q, &y);
    let error = q.wait().unwrap_err();
    assert_eq!(error.code(), Errc::Runtime);
    let text = error.to_string();
    assert_eq!(format!("{error:?}"), text, "`unwrap` shows the message");
    assert!(text.starts_with("2 commands failed: kernel `store`: index out of bounds"), "{text}");
    assert!(
        text.contains("; a buffer's contents are not valid because an earlier command failed: "),
        "{text}"
    );
}

/// A queue whose handler writes down what it gets, and on which thread.
fn with_handler() -> (Queue, Arc<Mutex<Vec<String>>>) {
    let log = Arc::new(Mutex::new(vec![]));
    let (handled, thread) = (Arc::clone(&log), thread::current().id());
    let handler = move |error: Error| {
        assert_eq!(thread::current().id(), thread);
        handled.lock().unwrap().push(error.to_string());
    };
    (Queue::builder(Selector::host()).async_handler(handler).build().unwrap(), log)
}

/// Rows: F075, F076, F341, F346.
#[test]
fn the_handler_gets_each_failure_once_whoever_has_seen_it() {
    let (q, log) = with_handler();
    q.wait_and_throw().unwrap();
    let event = failing(&q, &Buffer::from_vec(vec![0; 1]));
    event.wait().unwrap_err();
    q.wait().unwrap_err();
    failing(&q, &Buffer::from_vec(vec![0; 2]));
    assert!(log.lock().unwrap().is_empty(), "only `wait_and_throw` calls it");
    q.wait_and_throw().unwrap();
    let texts = log.lock().unwrap().clone();
    assert_eq!(texts.len(), 2);
    assert!(texts[0].contains("the len is 1") && texts[1].contains("the len is 2"), "{texts:?}");
    q.wait_and_throw().unwrap();
    q.wait().unwrap();
    event.wait().unwrap_err();
    drop(q);
    assert_eq!(log.lock().unwrap().len(), 2);
}

/// Rows: F078.
#[test]
fn the_handler_gets_the_rest_when_the_last_handle_is_dropped() {
    let (q, log) = with_handler();
    let clone = q.clone();
    failing(&q, &Buffer::from_vec(vec![0])).wait().unwrap_err();
    drop(q);
    assert_eq!(log.lock().unwrap().len(), 0);
    drop(clone);
    assert_eq!(log.lock().unwrap().len(), 1);
}

/// Rows: F347.
#[test]
fn a_handler_that_panics_has_had_its_error_and_the_queue_goes_on() {
    let calls = Arc::new(Mutex::new(0));
    let count = Arc::clone(&calls);
    let handler = move |error: Error| {
        *count.lock().unwrap() += 1;
        assert!(!error.to_string().contains("the len is 1"), "as the test wants it");
    };
    let q = Queue::builder(Selector::host()).async_handler(handler).build().unwrap();
    failing(&q, &Buffer::from_vec(vec![0; 1]));
    failing(&q, &Buffer::from_vec(vec![0; 2]));
    thread::scope(|s| s.spawn(|| q.wait_and_throw()).join().unwrap_err());
    q.wait_and_throw().unwrap();
    assert_eq!(*calls.lock().unwrap(), 2);
}

#[test]
fn without_a_handler_wait_and_throw_returns_the_failures() {
    let q = host();
    failing(&q, &Buffer::from_vec(vec![0]));
    assert!(matches!(q.wait_and_throw(), Err(Error::Kernel(_))));
    q.wait_and_throw().unwrap();
}

/// Rows: F338.
#[test]
fn codes_have_the_numbers_of_the_table() {
    assert_eq!((Errc::Success as i32, Errc::Runtime as i32), (0, 1));
    assert_eq!((Errc::Invalid as i32, Errc::BackendMismatch as i32), (8, 14));
}
