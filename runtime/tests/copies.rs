//! Explicit copies and fills (S20 §4.9.4.3, §4.6.5.3).

use std::sync::Arc;
use std::thread;

use crate::common::gate::Gate;
use crate::common::{affine, failing, host, kernels};
use sycl_hls::{Buffer, Download, Errc, Error, Event, Queue, Status, scope};

fn numbers(count: u32) -> Vec<u32> {
    (0..count).collect()
}

fn invalid(result: Result<Event, Error>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.code(), Errc::Invalid);
    error.to_string()
}

/// Rows: F141, F318.
#[test]
fn parts_of_any_shape_are_copied_in_the_order_of_memory() {
    let q = host();
    let x = Buffer::from_vec_with_range(numbers(12), [3, 4]).unwrap();
    let y = Buffer::<u32, 3>::zeroed([2, 2, 3]).unwrap();
    q.submit(|h| {
        let x = x.read(h).ranged([2, 2], [1, 1])?; // 5 6 9 10
        let y = y.write(h).ranged([2, 1, 2], [0, 1, 1])?;
        h.copy(x, y)
    })
    .unwrap();
    assert_eq!(y.into_vec().unwrap(), [0, 0, 0, 0, 5, 6, 0, 0, 0, 0, 9, 10]);
    // Runs of one side end within those of the other.
    let (columns, line) = (Buffer::<u32, 2>::zeroed([4, 3]).unwrap(), Buffer::from_vec(numbers(8)));
    q.submit(|h| {
        let columns = columns.write(h).ranged([4, 2], [0, 1])?;
        h.copy(&line, columns)
    })
    .unwrap();
    assert_eq!(columns.into_vec().unwrap(), [0, 0, 1, 0, 2, 3, 0, 4, 5, 0, 6, 7]);
}

/// Rows: F318.
#[test]
fn memory_of_the_host_is_copied_from_and_to() {
    let q = host();
    let b = Buffer::<u32, 2>::zeroed([2, 2]).unwrap();
    let copied = [(); 4].map(|()| Download::new());
    let shared: Arc<[u32]> = Arc::from(vec![5, 6, 7, 8]);
    q.copy(vec![1, 2, 3, 4], &b).unwrap();
    q.copy(&b, &copied[0]).unwrap();
    q.copy(Arc::clone(&shared), &b).unwrap();
    q.copy(&b, &copied[1]).unwrap();
    q.copy(Box::from(&[9, 9, 9, 9][..]), &b).unwrap();
    q.submit(|h| {
        let column = b.read(h).ranged([2, 1], [0, 1])?;
        h.copy(column, &copied[2])
    })
    .unwrap();
    q.copy(vec![3], &copied[3]).unwrap();
    q.wait().unwrap();
    assert_eq!(
        copied.each_ref().map(Download::take).map(Option::unwrap),
        [vec![1, 2, 3, 4], vec![5, 6, 7, 8], vec![9, 9], vec![3]]
    );
    assert_eq!((copied[0].take(), &shared[..]), (None, &[5, 6, 7, 8][..]));
}

/// Rows: F321.
#[test]
fn a_fill_sets_its_part_and_nothing_else() {
    let (q, b) = (host(), Buffer::from_vec_with_range(numbers(12), [3, 4]).unwrap());
    q.submit(|h| {
        let part = b.write(h).ranged([2, 2], [0, 2])?;
        h.fill(part, 77)
    })
    .unwrap();
    assert_eq!(*b.host_read().unwrap(), [0, 1, 77, 77, 4, 5, 77, 77, 8, 9, 10, 11]);
    q.fill(&b, 5).unwrap();
    assert_eq!(b.into_vec().unwrap(), [5; 12]);
}

/// Rows: F319.
#[test]
fn the_destination_is_at_least_as_large_as_the_source() {
    let (q, three, four) = (host(), Buffer::from_vec(numbers(3)), Buffer::from_vec(vec![9; 4]));
    for result in [q.copy(&four, &three), q.copy(numbers(4), &three)] {
        let text = invalid(result);
        assert!(text.starts_with("copy: the source has 4 elements and the destination 3;"), "{text}");
    }
    q.copy(&three, &four).unwrap().wait().unwrap();
    assert_eq!(*four.host_read().unwrap(), [0, 1, 2, 9]);
    q.copy(vec![5, 6], &four).unwrap().wait().unwrap();
    assert_eq!(four.into_vec().unwrap(), [5, 6, 2, 9]);
    // The first elements of a part, in the order of memory.
    let square = Buffer::<u32, 2>::zeroed([3, 3]).unwrap();
    q.submit(|h| {
        let square = square.write(h).ranged([2, 2], [1, 1])?;
        h.copy(vec![7, 8, 9], square)
    })
    .unwrap();
    assert_eq!(square.into_vec().unwrap(), [0, 0, 0, 0, 7, 8, 0, 9, 0]);
}

/// All pairs of parts of a small buffer: those that have no common element are copied, the others refused.
#[test]
fn parts_of_one_buffer_are_copied_unless_they_overlap() {
    let q = host();
    let parts = || (0..3_usize).flat_map(|y| (0..3_usize).map(move |x| [y, x]));
    for (from, to) in parts().flat_map(|from| parts().map(move |to| (from, to))) {
        for (from_range, to_range) in [([2, 2], [2, 2]), ([2, 1], [1, 2]), ([1, 2], [2, 2])] {
            let b = Buffer::from_vec_with_range(numbers(16), [4, 4]).unwrap();
            let cells = |[y, x]: [usize; 2], [h, w]: [usize; 2]| {
                let cells = (y..y + h).flat_map(move |y| (x..x + w).map(move |x| 4 * y + x));
                cells.collect::<Vec<_>>()
            };
            let (sources, targets) = (cells(from, from_range), cells(to, to_range));
            let targets = &targets[..sources.len()];
            let result = q.submit(|h| {
                let source = b.read(h).ranged(from_range, from)?;
                let target = b.write(h).ranged(to_range, to)?;
                h.copy(source, target)
            });
            if sources.iter().any(|cell| targets.contains(cell)) {
                assert!(invalid(result).contains("overlap in one buffer"));
                continue;
            }
            result.unwrap().wait().unwrap();
            let mut expected = numbers(16);
            sources.iter().zip(targets).for_each(|(&from, &to)| expected[to] = from as u32);
            assert_eq!(b.into_vec().unwrap(), expected, "{from:?} {to:?}");
        }
    }
}

#[test]
fn nothing_is_copied_between_empty_buffers() {
    let (q, empty) = (host(), Buffer::from_vec(numbers(0)));
    q.copy(&empty, &Buffer::<u32, 3>::zeroed([2, 0, 2]).unwrap()).unwrap().wait().unwrap();
    q.copy(vec![], &empty).unwrap().wait().unwrap();
    q.fill(&empty, 1).unwrap().wait().unwrap();
    let copied = Download::new();
    q.copy(&empty, &copied).unwrap().wait().unwrap();
    assert_eq!(copied.take(), Some(vec![]));
}

#[test]
fn a_copy_is_a_command_like_any_other() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let twice = q.submit(|h| {
        let y = y.write(h);
        h.copy(vec![5], y)?;
        h.single_task(kernels::empty::args())
    });
    assert!(invalid(twice).contains("takes one command"));
    let fill = q.submit(|h| {
        h.single_task(kernels::empty::args())?;
        let y = y.write(h);
        h.fill(y, 5)
    });
    assert!(invalid(fill).contains("takes one command"));
    let update = q.submit(|h| {
        let y = y.read(h);
        h.update_host(y)?;
        h.single_task(kernels::empty::args())
    });
    assert!(invalid(update).contains("takes one command"));
    assert_eq!(y.into_vec().unwrap(), [1]);
}

/// Checks that a command waits for a kernel at the gate that writes its buffer.
fn check_order(command: impl Fn(&Queue, &Buffer<u32>) -> Event) -> u32 {
    let (q, other, gate) = (host(), host(), Gate::closed());
    let b = Buffer::from_vec(vec![1_u32]);
    let kernel = crate::common::gated_write(&q, &gate, &b);
    let waiting = kernel.clone();
    thread::spawn(move || waiting.wait());
    gate.await_arrivals(1);
    let event = command(&other, &b);
    affine(&other, &Buffer::from_vec(vec![0]), 1, 1).wait().unwrap();
    assert_eq!((kernel.status(), event.status()), (Status::Running, Status::Submitted));
    gate.open();
    event.wait().unwrap();
    assert_eq!(kernel.status(), Status::Complete);
    affine(&q, &b, 10, 0);
    b.into_vec().unwrap()[0]
}

/// Rows: F322, F323.
#[test]
fn copies_and_fills_are_ordered_like_kernels() {
    let (target, copied) = (Buffer::from_vec(vec![0]), Download::new());
    assert_eq!(check_order(|q, b| q.copy(b, &target).unwrap()), 20);
    assert_eq!(target.into_vec().unwrap(), [2]);
    assert_eq!(check_order(|q, b| q.copy(b, &copied).unwrap()), 20);
    assert_eq!(copied.take(), Some(vec![2]));
    assert_eq!(check_order(|q, b| q.copy(vec![7], b).unwrap()), 70);
    assert_eq!(check_order(|q, b| q.fill(b, 3).unwrap()), 30);
    assert_eq!(check_order(|q, b| q.update_host(b).unwrap()), 20);
}

#[test]
fn what_is_not_valid_is_not_copied() {
    let (q, bad, target) = (host(), Buffer::from_vec(vec![0_u32]), Buffer::from_vec(vec![0]));
    let copied = Download::new();
    failing(&q, &bad);
    for event in [q.copy(&bad, &target), q.copy(&bad, &copied), q.update_host(&bad)] {
        assert!(matches!(event.unwrap().wait(), Err(Error::Poisoned(fault)) if fault.kernel == "store"));
    }
    assert!(matches!(target.into_vec(), Err(Error::Poisoned(_))));
    assert_eq!(copied.take(), None);
    assert!(q.wait().is_err());
}

#[test]
fn a_copy_that_fails_poisons_its_destination() {
    let (q, target) = (host(), Buffer::from_vec(vec![0_u32]));
    let mut slot = Some(Buffer::from_vec(vec![1_u32]));
    let event = q.submit(|h| {
        let x = slot.as_ref().unwrap().read(h);
        slot.take().unwrap().into_vec()?;
        h.copy(x, &target)
    });
    let error = event.unwrap().wait().unwrap_err();
    assert!(error.to_string().contains("moved out by `into_vec`"), "{error}");
    assert!(matches!(target.into_vec(), Err(Error::Poisoned(_))));
}

#[test]
fn borrowed_memory_comes_in_through_a_scope() {
    let (q, mut data, mut out) = (host(), [1_u32, 2], [0_u32; 2]);
    scope(|s| {
        let (x, y) = (s.buffer(&mut data), s.buffer(&mut out));
        q.copy(&x, &y)
    })
    .unwrap()
    .unwrap();
    assert_eq!(out, [1, 2]);
}
