//! What queues do, whatever runs their kernels.

use std::sync::{Arc, Mutex, mpsc};

use sycl_hls::{
    Buffer, BundleState, Download, Errc, Error, Event, KernelBundle, NdRange, Queue, QueueBuilder, Status,
    scope,
};

use crate::backends::kernels;

/// Makes queues on one device.
pub type Queues<'q> = &'q dyn Fn() -> QueueBuilder;

/// All of it. What fails comes last: a card's compute unit does not run again.
pub fn all(queues: Queues<'_>) {
    let q = queues().build().unwrap();
    commands_are_ordered_by_their_buffers(&q, &queues().build().unwrap());
    queues_can_be_in_order(&queues().in_order().build().unwrap());
    events_tell_of_their_command(&queues().enable_profiling().build().unwrap());
    elements_are_copied_and_filled(&q);
    parts_are_buffers(&q);
    host_tasks_and_guards_take_their_turns(&q);
    borrowed_memory_is_given_back(&q);
    indices_are_in_the_order_of_sycl(&q);
    items_have_elements_of_their_own(&q);
    kernels_are_known_by_their_ids(&q);
    wrong_groups_are_refused(&q);
    failures_are_told_to_all(queues);
}

fn affine(q: &Queue, m: u32, c: u32, y: &Buffer<u32>) -> Event {
    let event = q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(m, c, y))
    });
    event.unwrap()
}

/// `sum = a + b`, of two elements.
fn add(q: &Queue, a: &Buffer<u32>, b: &Buffer<u32>, sum: &Buffer<u32>) -> Result<Event, Error> {
    q.submit(|h| {
        let (a, b, sum) = (a.read(h), b.read(h), sum.write(h));
        h.single_task(kernels::add::args(a, b, sum))
    })
}

fn commands_are_ordered_by_their_buffers(q: &Queue, other: &Queue) {
    let buffers: Vec<_> = (0..3_u32).map(|i| Buffer::from_vec(vec![i, 10 * i])).collect();
    let mut model: Vec<[u32; 2]> = (0..3).map(|i| [i, 10 * i]).collect();
    for step in 0..24_usize {
        let (q, m, [a, b, sum]) =
            ([q, other][step % 2], step as u32 % 5, [step % 3, (step / 2 + 1) % 3, (step / 3 + 2) % 3]);
        affine(q, m, 1, &buffers[a]);
        model[a] = model[a].map(|y| y * m + 1);
        if sum != a && sum != b {
            add(q, &buffers[a], &buffers[b], &buffers[sum]).unwrap();
            model[sum] = [0, 1].map(|i| model[a][i] + model[b][i]);
        }
    }
    let found: Vec<Vec<u32>> = buffers.into_iter().map(|buffer| buffer.into_vec().unwrap()).collect();
    assert_eq!(found, model);
}

fn queues_can_be_in_order(q: &Queue) {
    let [x, y] = [1, 2].map(|value| Buffer::from_vec(vec![value; 2]));
    let events = [&x, &y, &x].map(|buffer| affine(q, 3, 1, buffer));
    events[2].wait().unwrap();
    assert!(q.is_in_order() && events.iter().all(|event| event.status() == Status::Complete));
    assert_eq!((x.into_vec().unwrap(), y.into_vec().unwrap()), (vec![13; 2], vec![7; 2]));
}

fn events_tell_of_their_command(q: &Queue) {
    let [x, y] = [1, 2].map(|value| Buffer::from_vec(vec![value; 2]));
    let first = affine(q, 2, 0, &x);
    let second = q.submit(|h| {
        h.depends_on(&first);
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(2, 0, y))
    });
    let second = second.unwrap();
    second.wait().unwrap();
    assert_eq!((first.status(), second.status()), (Status::Complete, Status::Complete));
    let [first, second] = [first, second].map(|event| event.profiling().unwrap());
    assert!(first.submit <= first.start && first.start < first.end && first.end <= second.start);
    q.wait_and_throw().unwrap();
}

fn elements_are_copied_and_filled(q: &Queue) {
    // A window of a block, to another place of a block of another shape.
    let from = Buffer::from_vec_with_range((0..24_u32).collect(), [2, 3, 4]).unwrap();
    let to = Buffer::<u32, 3>::zeroed([3, 3, 3]).unwrap();
    let copied = q.submit(|h| {
        let from = from.read(h).ranged([2, 2, 2], [0, 1, 1])?;
        let to = to.write(h).ranged([2, 2, 2], [1, 0, 1])?;
        h.copy(from, to)
    });
    copied.unwrap();
    let mut expected = [[[0; 3]; 3]; 3];
    for (i, plane) in expected[1..].iter_mut().enumerate() {
        for (j, row) in plane[..2].iter_mut().enumerate() {
            (1..3).for_each(|k| row[k] = (12 * i + 4 * (j + 1) + k) as u32);
        }
    }
    assert_eq!(to.into_vec().unwrap(), expected.as_flattened().as_flattened());

    let (y, download) = (Buffer::from_vec(vec![0_u32; 3]), Download::new());
    q.fill(&y, 5).unwrap();
    affine(q, 2, 1, &y);
    q.copy(&y, &download).unwrap().wait().unwrap();
    assert_eq!(download.take().unwrap(), [11; 3]);
    q.copy(vec![7], &y).unwrap();
    affine(q, 1, 1, &y);
    assert_eq!(y.into_vec().unwrap(), [8, 12, 12]);
}

fn parts_are_buffers(q: &Queue) {
    let whole = Buffer::from_vec((0..8_u32).collect());
    let parts = [0, 5].map(|start| whole.sub_buffer(start, 3).unwrap());
    parts.iter().for_each(|part| drop(affine(q, 10, 1, part)));
    affine(q, 2, 0, &whole);
    let middle = q.submit(|h| {
        let y = whole.read_write(h).ranged(2, 3)?;
        h.single_task(kernels::affine::args(0, 9, y))
    });
    middle.unwrap();
    affine(q, 1, 1, &parts[0]);
    assert_eq!(whole.into_vec().unwrap(), [3, 23, 43, 9, 9, 102, 122, 142]);
}

fn host_tasks_and_guards_take_their_turns(q: &Queue) {
    let y = Buffer::from_vec(vec![1_u32, 2]);
    affine(q, 3, 0, &y);
    let task = q.submit(|h| {
        let y = y.read_write(h);
        h.host_task(y, |mut y| {
            y.reverse();
            Ok::<(), Error>(())
        })
    });
    task.unwrap();
    affine(q, 2, 1, &y);
    assert_eq!(*y.host_read().unwrap(), [13, 7]);
    y.host_write().unwrap()[0] = 4;
    affine(q, 5, 0, &y);
    let (sender, receiver) = mpsc::channel();
    y.set_final_data(move |elements: Vec<u32>| sender.send(elements).unwrap());
    drop(y);
    assert_eq!(receiver.recv().unwrap(), [20, 35]);
}

fn borrowed_memory_is_given_back(q: &Queue) {
    let mut borrowed = [1_u32, 2, 3];
    scope(|s| {
        let y = s.buffer(&mut borrowed);
        q.submit(|h| {
            let y = y.read_write(h);
            h.single_task(kernels::affine::args(4, 1, y))
        })
        .unwrap();
    })
    .unwrap();
    assert_eq!(borrowed, [5, 9, 13]);
}

/// The last dimension is the one whose items are neighbours.
fn indices_are_in_the_order_of_sycl(q: &Queue) {
    let y = Buffer::from_vec(vec![0_u32; 24]);
    let event = q.submit(|h| {
        let y = y.write(h);
        h.parallel_for([2, 3, 4], kernels::items::args(y))
    });
    event.unwrap();
    let expected = (0..24_u32).map(|i| 2000 + i / 12 * 100 + i / 4 % 3 * 10 + i % 4);
    assert_eq!(y.into_vec().unwrap(), expected.collect::<Vec<_>>());

    let y = Buffer::from_vec(vec![0_u32; 12]);
    let event = q.submit(|h| {
        let y = y.write(h);
        h.parallel_for(NdRange::new([3, 4], [1, 2]), kernels::groups::args(y))
    });
    event.unwrap();
    let expected = (0..12_u32).map(|i| i / 4 * 1000 + i % 4 / 2 * 10 + i % 2);
    assert_eq!(y.into_vec().unwrap(), expected.collect::<Vec<_>>());
    // Over nothing.
    let none = Buffer::from_vec(vec![7_u32]);
    let event = q.submit(|h| {
        let none = none.write(h);
        h.parallel_for([2, 0, 4], kernels::items::args(none))
    });
    event.unwrap().wait().unwrap();
    assert_eq!(none.into_vec().unwrap(), [7]);
}

/// An argument with `#[each]` has as many elements, or blocks, as the range has items.
fn items_have_elements_of_their_own(q: &Queue) {
    let [x, y] = [6, 12].map(|len| Buffer::from_vec((0..len).collect::<Vec<u32>>()));
    let own = |range: [usize; 2]| {
        q.submit(|h| {
            let (x, y) = (x.read(h), y.read_write(h));
            h.parallel_for(range, kernels::own::args(x, y))
        })
    };
    for (range, text) in [
        ([2, 4], "argument `x` has 6 parts for [2, 4] items"),
        ([0, 3], "argument `x` has 6 parts for [0, 3] items"),
        ([usize::MAX, 3], "argument `x` has 6 parts for"),
    ] {
        let error = own(range).unwrap_err();
        assert!(error.code() == Errc::NdRange && error.to_string().contains(text), "{error}");
    }
    own([2, 3]).unwrap();
    let expected = (0..6_u32).flat_map(|i| [2 * i + 10 * i + i % 3, i]);
    assert_eq!(y.into_vec().unwrap(), expected.collect::<Vec<_>>());

    let y = Buffer::from_vec((0..16).collect::<Vec<u32>>());
    let sums = |range: [usize; 2]| {
        q.submit(|h| {
            let y = y.read_write(h);
            h.parallel_for(NdRange::new(range, [2, 2]), kernels::sums::args(y))
        })
    };
    assert_eq!(sums([2, 4]).unwrap_err().code(), Errc::NdRange);
    sums([4, 4]).unwrap();
    let sum = |row: u32, column: u32| 4 * (row / 2 * 8 + column / 2 * 2) + 10;
    assert_eq!(y.into_vec().unwrap(), (0..16).map(|i| sum(i / 4, i % 4)).collect::<Vec<_>>());
}

fn kernels_are_known_by_their_ids(q: &Queue) {
    let (devices, ids) = ([q.device().clone()], [kernels::affine::id(), kernels::add::id()]);
    let exists = KernelBundle::exists(q.context(), &devices, &ids, BundleState::Executable);
    assert!(!exists.unwrap() || devices[0].can_run(&ids));
    assert!(!KernelBundle::exists(q.context(), &devices, &ids, BundleState::Input).unwrap());
}

fn wrong_groups_are_refused(q: &Queue) {
    let [x, short] = [2, 1].map(|len| Buffer::from_vec(vec![1_u32; len]));
    let aliased = add(q, &x, &short, &x).unwrap_err();
    let too_short = add(q, &x, &x, &short).unwrap_err();
    let twice = q.submit(|h| {
        let (x, short) = (x.write(h), short.write(h));
        h.fill(x, 1)?;
        h.fill(short, 1)
    });
    for error in [aliased, too_short, twice.unwrap_err()] {
        assert_eq!(error.code(), Errc::Invalid, "{error}");
    }
    let odd = q.submit(|h| {
        let x = x.write(h);
        h.parallel_for(NdRange::new([1, 3], [1, 2]), kernels::groups::args(x))
    });
    assert_eq!(odd.unwrap_err().code(), Errc::NdRange);
    assert_eq!((x.into_vec().unwrap(), short.into_vec().unwrap()), (vec![1; 2], vec![1]), "nothing has run");
}

fn failures_are_told_to_all(queues: Queues<'_>) {
    let handled = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&handled);
    let q = queues().async_handler(move |error| log.lock().unwrap().push(error)).build().unwrap();
    let [short, x, sum, after, clean] = [1, 2, 2, 2, 2].map(|len| Buffer::from_vec(vec![1_u32; len]));
    let failed = add(&q, &short, &x, &sum).unwrap();
    let dependent = q.submit(|h| {
        let (sum, after) = (sum.read(h), after.read_write(h));
        drop(sum);
        h.single_task(kernels::affine::args(1, 1, after))
    });
    let clean_event = affine(&q, 2, 0, &clean);
    for _ in 0..2 {
        let error = failed.wait().unwrap_err();
        assert!(matches!(&error, Error::Kernel(fault) if fault.kernel == "add"), "{error}");
        assert_eq!(error.context().unwrap(), q.context());
    }
    assert!(matches!(dependent.unwrap().wait(), Err(Error::Poisoned(fault)) if fault.kernel == "add"));
    clean_event.wait().unwrap();
    assert!(matches!(sum.host_read().map(drop), Err(Error::Poisoned(_))));
    q.wait_and_throw().unwrap();
    assert_eq!(handled.lock().unwrap().len(), 2);
    q.fill(&sum, 6).unwrap();
    affine(&q, 2, 0, &sum);
    assert_eq!((sum.into_vec().unwrap(), clean.into_vec().unwrap()), (vec![12; 2], vec![2; 2]));
    assert_eq!(
        (x.into_vec().unwrap(), short.into_vec().unwrap()),
        (vec![1; 2], vec![1]),
        "they are only read"
    );
    q.wait_and_throw().unwrap();
    assert_eq!(handled.lock().unwrap().len(), 2, "each failure once");
}
