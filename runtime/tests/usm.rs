//! Memory without an order (USM, S20 §4.8).

use crate::common::gate::Gate;
use crate::common::{host, kernels};
use sycl_hls::access::{Read, ReadWrite};
use sycl_hls::{
    Accessor, Aspect, Buffer, Context, Device, Download, Errc, Error, Event, Handler, Queue, Selector, Usm,
    usm,
};

type Shared = Usm<u32, usm::Shared>;

fn shared(q: &Queue, values: &[u32]) -> Shared {
    let memory = Shared::zeroed(q, values.len()).unwrap();
    memory.host_write().unwrap().copy_from_slice(values);
    memory
}

fn gated_write(q: &Queue, gate: &Gate, y: &Shared) -> Event {
    let event = q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernels::gated_write::args(gate.id(), y))
    });
    event.unwrap()
}

/// `y = 2 * y + 1`, after events.
fn affine(q: &Queue, y: &Shared, after: &[Event]) -> Event {
    let event = q.submit(|h| {
        after.iter().for_each(|after| h.depends_on(after));
        let y: Accessor<'_, u32, ReadWrite> = y.read_write(h);
        h.single_task(kernels::affine::args(2, 1, y))
    });
    event.unwrap()
}

/// Rows: F179.
#[test]
fn nothing_orders_kernels_but_what_they_depend_on() {
    let (q, gate, x) = (host(), Gate::closed(), shared(&host(), &[1, 2]));
    // Both are there at the same time, although a kernel that was submitted before them has not ended.
    let read = |h: &mut Handler<'_>| {
        let x: Accessor<'_, u32, Read> = x.read(h);
        h.single_task(kernels::gated_read::args(gate.id(), x))
    };
    let reads = [(); 2].map(|()| q.submit(|h| read(h)).unwrap());
    gate.await_arrivals(2);
    // A writer does not wait for them, and fails as it would change what they read.
    let fault = affine(&q, &x, &[]).wait().unwrap_err();
    assert_eq!(
        fault.to_string(),
        "kernel `affine`: it uses memory that kernel `gated_read` uses at the same time, and one of both writes; \
         nothing orders them: let one depend on the event of the other"
    );
    let after = affine(&q, &x, &reads);
    gate.open();
    Event::wait_all(&reads).unwrap();
    after.wait().unwrap();
    assert_eq!(*x.host_read().unwrap(), [3, 5], "what has failed has changed nothing");
    let in_order = Queue::builder(Selector::host()).in_order().build().unwrap();
    (0..3).for_each(|_| drop(affine(&in_order, &x, &[])));
    in_order.wait().unwrap();
    assert_eq!(*x.host_read().unwrap(), [31, 47]);
}

#[test]
fn uses_conflict_where_they_have_an_element_and_one_writes() {
    let (q, gate, x) = (host(), Gate::closed(), shared(&host(), &[0; 4]));
    let [first, second] = [x.part(0, 2), x.part(2, 2)].map(Result::unwrap);
    let writes = [&first, &second].map(|part| gated_write(&q, &gate, part));
    gate.await_arrivals(2);
    let message = |result: Result<(), Error>| result.unwrap_err().to_string();
    let (copied, target) = (Download::new(), Buffer::from_vec(vec![7_u32; 4]));
    let copy = q.submit(|h| {
        let part = x.part(1, 2)?.read(h);
        h.copy(part, &copied)
    });
    assert!(
        message(copy.unwrap().wait())
            .contains("`copy or fill`: it uses memory that kernel `gated_write` uses")
    );
    let task = q.submit(|h| {
        let (x, target) = (x.read(h), target.write(h));
        h.host_task((x, target), |(x, mut target)| {
            target.copy_from_slice(&x);
            Ok::<(), Error>(())
        })
    });
    assert!(message(task.unwrap().wait()).contains("`host_task`: it uses memory"));
    for refused in [x.host_read().map(drop), second.host_write().map(drop)] {
        let message = message(refused);
        assert!(
            message.contains("runtime/tests/usm.rs:") && message.contains("kernel `gated_write`"),
            "{message}"
        );
    }
    assert_eq!(copied.take(), None);
    gate.open();
    Event::wait_all(&writes).unwrap();
    let guards = (first.host_read().unwrap(), first.host_read().unwrap(), second.host_write().unwrap());
    let fault = message(affine(&q, &x, &[]).wait());
    assert!(fault.contains("it uses memory that the host at runtime/tests/usm.rs:"), "{fault}");
    drop(guards);
    affine(&q, &x, &[]).wait().unwrap();
    assert_eq!(*x.host_read().unwrap(), [3; 4]);
}

/// Rows: F039.
#[test]
fn devices_have_the_memory_that_their_aspects_tell_of() {
    for device in Device::all() {
        let q = Queue::new(Selector::device(&device)).unwrap();
        let allocated = [
            (Aspect::UsmDeviceAllocations, Usm::<u8, usm::Device>::zeroed(&q, 1).map(drop)),
            (Aspect::UsmHostAllocations, Usm::<u8, usm::Host>::zeroed(&q, 1).map(drop)),
            (Aspect::UsmSharedAllocations, Usm::<u8, usm::Shared>::zeroed(&q, 1).map(drop)),
        ];
        for (aspect, result) in allocated {
            assert_eq!(result.is_ok(), device.has(aspect), "{device:?} {aspect}");
        }
        let none = [
            Aspect::UsmAtomicHostAllocations,
            Aspect::UsmAtomicSharedAllocations,
            Aspect::UsmSystemAllocations,
        ];
        assert!(none.iter().all(|&aspect| !device.has(aspect)));
    }
}

#[test]
fn copies_and_fills_use_it_and_a_forgotten_guard_is_an_error() {
    let q = Queue::builder(Selector::host()).in_order().build().unwrap();
    let x = shared(&q, &[1, 2, 3, 4]);
    let filled = q.submit(|h| {
        let first = x.part(0, 1)?.write(h);
        h.fill(first, 9)
    });
    filled.unwrap();
    let copied = q.submit(|h| {
        let (from, to) = (x.part(0, 2)?.read(h), x.part(2, 2)?.write(h));
        h.copy(from, to)
    });
    copied.unwrap().wait().unwrap();
    assert_eq!(*x.host_read().unwrap(), [9, 2, 9, 2]);
    let forgets = q.submit(|h| {
        let last = x.part(3, 1)?.read_write(h);
        h.host_task(last, |last| {
            std::mem::forget(last);
            Ok::<(), Error>(())
        })
    });
    forgets.unwrap().wait().unwrap();
    let error = x.host_read().map(drop).unwrap_err();
    assert!(error.to_string().contains("has forgotten (`mem::forget`) a guard"), "{error}");
    assert_eq!(*x.part(0, 3).unwrap().host_write().unwrap(), [9, 2, 9]);
    affine(&q, &x, &[]).wait().unwrap_err();
}

/// Rows: F178.
#[test]
fn memory_knows_its_kind_and_its_device() {
    let cards = ["sw_emu/u200", "sw_emu/u50"].map(|name| Device::new(Selector::by_name(name)).unwrap());
    let context = Context::new(&cards).unwrap();
    let second = Queue::builder(Selector::device(&cards[1])).context(&context).build().unwrap();
    let memory = Usm::<u8, usm::Device>::zeroed(&second, 4).unwrap();
    let part = memory.part(1, 2).unwrap();
    assert_eq!((memory.alloc(), memory.device()), (usm::Alloc::Device, &cards[1]));
    // A part of it is in the same place.
    assert_eq!((part.alloc(), part.device(), part.context()), (usm::Alloc::Device, &cards[1], &context));
    let q = host();
    let of_host = Usm::<u8, usm::Host>::zeroed(&q, 4).unwrap();
    assert_eq!((of_host.alloc(), Some(of_host.device())), (usm::Alloc::Host, q.context().devices().first()));
    let shared = Shared::zeroed(&q, 1).unwrap();
    assert_eq!((shared.alloc(), shared.device()), (usm::Alloc::Shared, q.device()));
}

/// Rows: F055, F174.
#[test]
fn memory_is_of_a_context_whose_device_has_such() {
    let q = host();
    let board = Queue::new(Selector::sw_emu("u200")).unwrap();
    let error = Shared::zeroed(&board, 1).unwrap_err();
    assert_eq!(
        (error.code(), Usm::<u8, usm::Host>::zeroed(&board, 1).is_err()),
        (Errc::FeatureNotSupported, true)
    );
    assert!(error.to_string().contains("`sw_emu/u200` lacks the aspect `usm_shared_allocations`"), "{error}");
    assert_eq!(Usm::<u8, usm::Device>::zeroed(&board, 3).unwrap().len(), 3);
    assert_eq!(Shared::zeroed(&q, usize::MAX / 8).unwrap_err().code(), Errc::MemoryAllocation);
    assert!(Shared::zeroed(&q, 0).unwrap().is_empty());
    let x = shared(&q, &[1, 2]);
    assert_eq!(x.context(), q.context());
    for part in [x.part(1, 2), x.part(3, 0), x.part(usize::MAX, 1)] {
        assert_eq!(part.unwrap_err().code(), Errc::Invalid);
    }
    assert!(x.part(2, 0).unwrap().is_empty());
    let other = Context::new(&[q.device().clone()]).unwrap();
    let other = Queue::builder(Selector::host()).context(&other).build().unwrap();
    let refused = other.submit(|h| {
        let x = x.read_write(h);
        h.single_task(kernels::affine::args(2, 1, x))
    });
    let error = refused.unwrap_err();
    assert!(error.code() == Errc::Invalid && error.to_string().contains("of another context"), "{error}");
    assert_eq!(format!("{x:?}"), "Usm { element: u32, kind: \"usm_shared_allocations\", len: 2, .. }");
}

/// Rows: F177.
#[test]
fn memory_lives_as_long_as_a_command_or_a_handle_has_it() {
    let (q, gate, x) = (host(), Gate::closed(), shared(&host(), &[1, 2, 3]));
    let (last, y) = (x.part(2, 1).unwrap(), Buffer::from_vec(vec![0_u32]));
    let write = gated_write(&q, &gate, &x);
    let copy = q.submit(|h| {
        h.depends_on(&write);
        let (last, y) = (last.read(h), y.write(h));
        h.copy(last, y)
    });
    copy.unwrap();
    drop((x, last));
    gate.open();
    assert_eq!(y.into_vec().unwrap(), [4]);
}
