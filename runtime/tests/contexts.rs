//! Contexts (S20 §4.6.3), default devices, and who gets the failures of a queue (S20 §4.13.1.3).

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::gate::{Gate, eventually};
use crate::common::{failing, gated_write, handler, host, kernels};
use sycl_hls::{
    BackendKind, Buffer, Context, Device, DeviceInfo, Errc, Error, Event, MemoryOrder, MemoryScope, Platform,
    Queue, Selector, Status,
};

fn device(name: &str) -> Device {
    Device::new(Selector::by_name(name)).unwrap()
}

/// Rows: F009, F010, F027.
#[test]
fn the_default_platform_has_the_default_device() {
    let platform = Platform::new(Selector::default()).unwrap();
    let device = Device::new(Selector::default()).unwrap();
    assert!(platform.devices().contains(&device));
    assert_eq!((platform.backend(), device.info().id.as_str()), (BackendKind::Host, "host"));
    let other = Platform::new(Selector::sw_emu("u50")).unwrap();
    assert_eq!(other.backend(), BackendKind::SwEmu);
    assert_eq!(Platform::of_backend(BackendKind::SwEmu), Some(other));
    for backend in BackendKind::ALL {
        assert_eq!(Platform::of_backend(backend).map(|platform| platform.backend()), Some(backend));
    }
    assert!(Platform::new(Selector::by_name("nonsense")).is_err());
}

/// Rows: F057.
#[test]
fn a_context_tells_of_its_devices() {
    let cards = [device("sw_emu/u200"), device("sw_emu/u50")];
    let context = Context::new(&cards).unwrap();
    assert_eq!((context.devices(), context.platform()), (&cards[..], &cards[0].platform()));
    // All devices order alike, so that what they have in common is what each of them has.
    assert_eq!(Context::ATOMIC_ORDERS, DeviceInfo::ATOMIC_ORDERS);
    assert_eq!(Context::FENCE_ORDERS, DeviceInfo::FENCE_ORDERS);
    assert_eq!(Context::SCOPES, DeviceInfo::SCOPES);
    assert!(Context::ATOMIC_ORDERS.contains(&MemoryOrder::Relaxed));
    assert!(Context::SCOPES.contains(&MemoryScope::WorkGroup));
}

/// Rows: F015.
#[test]
fn queues_without_a_context_are_of_the_platforms_default_context() {
    let (one, two) = (host(), host());
    assert_eq!(one.context(), two.context());
    for platform in Platform::all() {
        assert_eq!(platform.default_context().devices(), platform.devices());
        assert_eq!(platform.default_context().platform(), &platform);
    }
    let board = Queue::new(Selector::sw_emu("u50")).unwrap();
    assert_ne!(board.context(), one.context());
    assert_eq!(board.context(), device("sw_emu/u280").platform().default_context());
}

/// Rows: F054.
#[test]
fn a_context_has_devices_of_one_platform() {
    let [u50, u280, host] = ["sw_emu/u50", "sw_emu/u280", "host"].map(device);
    let context = Context::new(&[u280.clone(), u50.clone(), u280.clone()]).unwrap();
    assert_eq!(context.devices(), [u280.clone(), u50.clone()]);
    assert_eq!((context.platform(), context.backend()), (&u50.platform(), BackendKind::SwEmu));
    assert_ne!(context, Context::new(&[u280, u50.clone()]).unwrap());
    assert_eq!(context, context.clone());
    let error = Context::new(&[u50, host]).unwrap_err();
    assert_eq!(error.code(), Errc::Invalid);
    assert!(error.to_string().contains("`sw_emu/u50` and `host` are not"), "{error}");
    assert_eq!(Context::new(&[]).unwrap_err().code(), Errc::Invalid);
}

/// Rows: F060, F061, F081.
#[test]
fn a_queue_is_of_a_device_of_its_context() {
    let [u50, u280] = ["sw_emu/u50", "sw_emu/u280"].map(device);
    let context = Context::new(&[u50.clone(), u280.clone()]).unwrap();
    let build = |selector| Queue::builder(selector).context(&context).build();
    let q = build(Selector::device(&u280)).unwrap();
    assert_eq!((q.device(), q.context()), (&u280, &context));
    assert_eq!(build(Selector::by_name("sw_emu/u50")).unwrap().device(), &u50);
    for selector in [Selector::host(), Selector::sw_emu("u200"), Selector::device(&device("host"))] {
        let error = build(selector).unwrap_err();
        assert_eq!(error.code(), Errc::Invalid);
        assert!(error.to_string().contains("which has sw_emu/u50, sw_emu/u280"), "{error}");
    }
    // A rating asks for the context's devices alone.
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let last = Selector::by_score(move |_| count.fetch_add(1, Ordering::Relaxed) as i32);
    assert_eq!(build(last).unwrap().device(), &u280);
    assert_eq!(asked.load(Ordering::Relaxed), 2);
    let error = build(Selector::by_score(|_| -1)).unwrap_err();
    assert!(error.to_string().ends_with("there are sw_emu/u50, sw_emu/u280"), "{error}");
}

/// Rows: F056, F342.
#[test]
fn failures_go_to_the_queues_handler_or_to_that_of_its_context() {
    let ((of_context, handle), (of_queue, handle_too)) = (handler(), handler());
    let context = Context::builder(&[device("host")]).async_handler(handle).build().unwrap();
    let plain = Queue::builder(Selector::host()).context(&context).build().unwrap();
    let own = Queue::builder(Selector::host()).context(&context).async_handler(handle_too).build().unwrap();
    let counts = || (of_context.lock().unwrap().len(), of_queue.lock().unwrap().len());
    for q in [&plain, &plain, &own] {
        failing(q, &Buffer::from_vec(vec![0]));
    }
    plain.wait_and_throw().unwrap();
    assert_eq!(counts(), (2, 0));
    own.wait_and_throw().unwrap();
    assert_eq!(counts(), (2, 1));
    failing(&plain, &Buffer::from_vec(vec![0])).wait_and_throw().unwrap();
    assert_eq!(counts(), (3, 1));
    // Without a handler, an error is returned.
    assert!(failing(&host(), &Buffer::from_vec(vec![0])).wait_and_throw().is_err());
}

/// Rows: F337.
#[test]
fn errors_of_commands_have_the_context_of_their_queue() {
    let context = Context::builder(&[device("host")]).async_handler(|_| ()).build().unwrap();
    let ((log, handle), y) = (handler(), Buffer::from_vec(vec![0_u32]));
    let q = Queue::builder(Selector::host()).context(&context).async_handler(handle).build().unwrap();
    let failed = failing(&q, &y);
    let followed = q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(1, 1, y))
    });
    let task = q.submit(|h| h.host_task((), |()| Err::<(), _>("no")));
    let errors = [failed, followed.unwrap(), task.unwrap()].map(|event| event.wait().unwrap_err());
    let all = q.wait().unwrap_err();
    q.throw_asynchronous();
    let handled = log.lock().unwrap();
    for error in errors.iter().chain(&*handled).chain([&all]) {
        assert!(error.context().unwrap() == &context && error.code() == Errc::Runtime, "{error}");
    }
    assert_eq!(handled.len(), 3);
    assert!(matches!(&all, Error::Several(errors) if errors.iter().all(|error| error.context().is_ok())));
    assert!(all.to_string().contains(&errors[0].to_string()));
    let default = failing(&host(), &Buffer::from_vec(vec![0])).wait().unwrap_err();
    assert_eq!(default.context().unwrap(), host().context());
    let read = y.host_read().map(drop).unwrap_err();
    assert!(matches!(&read, Error::Poisoned(_)), "{read}");
    for error in [read, Error::Invalid("a call".to_owned())] {
        assert_eq!(error.context().unwrap_err().code(), Errc::Invalid);
    }
}

/// Rows: F059, F340.
#[test]
fn dropping_a_context_waits_for_nothing() {
    let ((log, handle), gate, y) = (handler(), Gate::closed(), Buffer::from_vec(vec![0_u32]));
    let context = Context::builder(&[device("host")]).async_handler(handle).build().unwrap();
    let q = Queue::builder(Selector::host()).context(&context).build().unwrap();
    let pending = gated_write(&q, &gate, &y);
    let failed = failing(&q, &Buffer::from_vec(vec![0]));
    eventually("it fails", || failed.status() == Status::Complete);
    drop(context);
    assert_eq!((pending.status() == Status::Complete, log.lock().unwrap().len()), (false, 0));
    drop(q);
    assert_eq!((pending.status() == Status::Complete, log.lock().unwrap().len()), (false, 1));
    gate.open();
    pending.wait().unwrap();
}

/// Rows: F083.
#[test]
fn an_event_of_no_command_is_complete() {
    let event = Event::default();
    assert_eq!(event.status(), Status::Complete);
    event.wait().unwrap();
    event.wait_and_throw().unwrap();
    assert!(event.profiling().is_err());
    assert_eq!(event.backend(), Device::new(Selector::default()).unwrap().platform().backend());
    assert!(event == event.clone() && event != Event::default());
    let after = host().submit(|h| {
        h.depends_on(&event);
        Ok::<(), Error>(())
    });
    after.unwrap().wait().unwrap();
}

/// Rows: F084.
#[test]
fn waiting_for_events_waits_for_each_and_gives_all_failures() {
    let (q, gate) = (host(), Gate::closed());
    let held = gated_write(&q, &gate, &Buffer::from_vec(vec![0]));
    let failed = [(); 2].map(|()| failing(&q, &Buffer::from_vec(vec![0])));
    let events = [held.clone(), failed[0].clone(), Event::default(), failed[1].clone()];
    let waiting = std::thread::spawn(move || Event::wait_all(&events));
    gate.await_arrivals(1);
    eventually("the others are over", || failed.iter().all(|event| event.status() == Status::Complete));
    assert!(!waiting.is_finished());
    gate.open();
    assert!(matches!(waiting.join().unwrap(), Err(Error::Several(errors)) if errors.len() == 2));
    assert_eq!(held.status(), Status::Complete);
    Event::wait_all(&[held]).unwrap();
    Event::wait_all(&[]).unwrap();
    assert!(matches!(Event::wait_all(&failed[..1]), Err(Error::Kernel(_))));
}

const ABORTS: &str = "SYCL_HLS_TEST_ABORTS";

/// Runs this test program anew with this word, which says what is done.
fn child(word: &str) -> std::process::Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "contexts::the_child_of_aborts", "--ignored", "--nocapture"]).env(ABORTS, word);
    command.output().unwrap()
}

#[test]
#[ignore = "what `child` runs"]
fn the_child_of_aborts() {
    let word = std::env::var(ABORTS).unwrap();
    let q = Queue::builder(Selector::host()).abort_on_unhandled().build().unwrap();
    let failed = [(); 2].map(|()| failing(&q, &Buffer::from_vec(vec![0])));
    match word.as_str() {
        "throw" => q.wait_and_throw().unwrap(),
        "drop" => {
            eventually("both fail", || failed.iter().all(|event| event.status() == Status::Complete));
            drop(q);
        }
        _ => {
            assert!(q.wait().is_err());
            drop(q);
        }
    }
    eprintln!("goes on");
}

/// Rows: F343.
#[test]
fn a_queue_can_end_the_process_when_nobody_takes_a_failure() {
    use std::os::unix::process::ExitStatusExt as _;

    for word in ["throw", "drop"] {
        let output = child(word);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.signal(), Some(6), "{said}");
        assert_eq!(said.matches("a command failed and its queue has no handler: ").count(), 2, "{said}");
        assert!(!said.contains("goes on"), "{said}");
    }
    let output = child("taken");
    assert!(
        output.status.success() && String::from_utf8_lossy(&output.stderr).contains("goes on"),
        "{output:?}"
    );
}
