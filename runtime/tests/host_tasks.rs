//! Host tasks (S20 §4.10): functions of the host as commands.

use std::io;
use std::sync::mpsc;
use std::thread;

use crate::common::gate::Gate;
use crate::common::{affine, failing, host, kernels};
use sycl_hls::{Buffer, Errc, Error, Event, Queue, Status};

/// A host task that fails.
fn failing_task(q: &Queue, y: &Buffer<u32>) -> Event {
    q.submit(|h| {
        let y = y.write(h);
        h.host_task(y, |mut y| {
            y[0] = 9;
            Err(io::Error::other("the file is not there"))
        })
    })
    .unwrap()
}

/// `y += x`, by a host task.
fn add(q: &Queue, x: &Buffer<u32>, y: &Buffer<u32>) -> Event {
    q.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        h.host_task((x, y), |(x, mut y)| {
            y.iter_mut().zip(&*x).for_each(|(y, x)| *y += x);
            Ok::<(), Error>(())
        })
    })
    .unwrap()
}

/// Rows: F148, F301.
#[test]
fn a_task_runs_between_kernels() {
    let (q, y) = (host(), Buffer::from_vec(vec![13_u32]));
    for _ in 0..2 {
        affine(&q, &y, 3, 0);
        let task = q.submit(|h| {
            let y = y.read_write(h);
            h.host_task(y, |mut y| {
                y[0] += 3;
                Ok::<(), Error>(())
            })
        });
        task.unwrap();
    }
    assert_eq!(y.into_vec().unwrap(), [((13 * 3 + 3) * 3) + 3]);
}

#[test]
fn a_task_waits_for_earlier_commands_and_later_ones_for_it() {
    let (q, gate) = (host(), Gate::closed());
    let (x, y) = (Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![10_u32]));
    let first = crate::common::gated_write(&q, &gate, &x);
    let (task, last) = (add(&host(), &x, &y), affine(&q, &y, 2, 0));
    affine(&q, &Buffer::from_vec(vec![0]), 1, 1).wait().unwrap();
    assert_eq!((task.status(), last.status()), (Status::Submitted, Status::Submitted));
    gate.open();
    last.wait().unwrap();
    assert_eq!((first.status(), task.status()), (Status::Complete, Status::Complete));
    assert_eq!(y.into_vec().unwrap(), [24]);
}

/// Rows: F089, F302.
#[test]
fn a_task_is_over_when_its_function_has_returned() {
    let (q, (arrived, at_task), (go_on, told)) = (host(), mpsc::channel(), mpsc::channel());
    let event = q.submit(|h| {
        h.host_task((), move |()| {
            arrived.send(()).unwrap();
            told.recv()
        })
    });
    let event = event.unwrap();
    let awaited = event.clone();
    let waiting = thread::spawn(move || awaited.wait());
    at_task.recv().unwrap();
    assert_eq!(event.status(), Status::Running);
    go_on.send(()).unwrap();
    waiting.join().unwrap().unwrap();
    assert_eq!(event.status(), Status::Complete);
}

#[test]
fn elements_come_in_dimensions_and_parts() {
    let (q, x) = (host(), Buffer::from_vec_with_range((0..12).collect(), [3, 4]).unwrap());
    let y = Buffer::<u32, 3>::zeroed([1, 2, 2]).unwrap();
    q.submit(|h| {
        let (x, y) = (x.read(h).ranged([2, 4], [1, 0])?, y.write(h));
        h.host_task((x, y), |(x, mut y)| {
            assert_eq!((x.range().to_array(), x.len(), x[[1, 1]], x[0][3]), ([2, 4], 8, 9, 7));
            y[[0, 1, 0]] = x[[0, 0]];
            Ok::<(), Error>(())
        })
    })
    .unwrap()
    .wait()
    .unwrap();
    assert_eq!(y.into_vec().unwrap(), [0, 0, 4, 0]);
    q.submit(|h| {
        let part = x.write(h).ranged([1, 2], [2, 1])?;
        h.host_task(part, |mut part| {
            part[0].reverse();
            part.iter_mut().for_each(|x| *x += 100);
            Ok::<(), Error>(())
        })
    })
    .unwrap();
    assert_eq!(x.host_read().unwrap()[2], [8, 110, 109, 11]);
    let refused = q.submit(|h| {
        let column = x.read(h).ranged([3, 1], [0, 0])?;
        h.host_task(column, |_| Ok::<(), Error>(()))
    });
    let error = refused.unwrap_err();
    assert!(error.to_string().contains("not contiguous in memory"), "{error}");
    assert_eq!(error.code(), Errc::Invalid);
}

#[test]
fn a_task_that_fails_is_an_error_of_its_event_and_poisons_nothing() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let (failed, later) = (failing_task(&q, &y), affine(&q, &y, 2, 0));
    let error = failed.wait().unwrap_err();
    assert!(matches!(error, Error::HostTask(_)));
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        (Errc::Runtime, "a host task failed: the file is not there")
    );
    later.wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [18]);
    assert!(matches!(q.wait(), Err(Error::HostTask(_))));
}

/// Rows: F304.
#[test]
fn tasks_that_depend_on_each_other_fail_each_for_itself() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    failing_task(&q, &y);
    failing_task(&q, &y);
    assert!(matches!(q.wait(), Err(Error::Several(errors)) if errors.len() == 2));
}

/// Rows: F302.
#[test]
fn a_panic_is_an_error_with_its_text_and_place() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let line = line!() + 4;
    let event = q.submit(|h| {
        let y = y.write(h);
        h.host_task(y, |y| -> Result<(), Error> {
            panic!("no {}", y[0]);
        })
    });
    let text = event.unwrap().wait().unwrap_err().to_string();
    assert!(text.starts_with("a host task failed: panicked: no 1, at "), "{text}");
    assert!(text.contains(&format!("host_tasks.rs:{line}:")), "{text}");
    affine(&q, &y, 2, 0).wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [2]);
    assert!(q.wait().is_err());
}

#[test]
fn a_task_whose_input_is_not_valid_does_not_run() {
    let (q, x, y) = (host(), Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![1_u32]));
    failing(&q, &x);
    assert!(matches!(add(&q, &x, &y).wait(), Err(Error::Poisoned(_))));
    assert!(matches!(y.into_vec(), Err(Error::Poisoned(_))), "it has not got what the task should have made");
    assert!(q.wait().is_err());
}

#[test]
fn a_task_is_the_one_command_of_its_group() {
    let q = host();
    let twice = q.submit(|h| {
        h.host_task((), |()| Ok::<(), Error>(()))?;
        h.single_task(kernels::empty::args())
    });
    assert!(twice.unwrap_err().to_string().contains("takes one command"));
}

#[test]
fn a_task_may_submit_and_wait_for_other_commands() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let (inner, seen) = (q.clone(), y.clone());
    let event = q.submit(|h| {
        h.host_task((), move |()| {
            affine(&inner, &seen, 5, 0).wait()?;
            seen.host_write()?[0] += 1;
            Ok::<(), Error>(())
        })
    });
    event.unwrap().wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [6]);
}

#[test]
fn every_number_of_accessors_is_taken() {
    let q = host();
    let b: Vec<Buffer<u32>> = (0..6).map(|i| Buffer::from_vec(vec![1 << i])).collect();
    q.submit(|h| {
        let (r0, r1, r2) = (b[0].read(h), b[1].read(h), b[2].read(h));
        let (r3, r4, w) = (b[3].read(h), b[4].read(h), b[5].read_write(h));
        h.host_task((r0, r1, r2, r3, r4, w), |(r0, r1, r2, r3, r4, mut w)| {
            w[0] += r0[0] + r1[0] + r2[0] + r3[0] + r4[0];
            Ok::<(), Error>(())
        })
    })
    .unwrap();
    assert_eq!(b[5].host_read().unwrap()[0], 63);
}

#[test]
fn a_buffer_that_is_written_is_passed_once() {
    let (q, x, y) = (host(), Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![1_u32]));
    let event = q.submit(|h| {
        let (x, y, again) = (x.read(h), y.read(h), y.write(h));
        h.host_task((x, y, again), |_| Ok::<(), Error>(()))
    });
    assert!(event.unwrap_err().to_string().contains("elements of a buffer twice and writes them"));
    let event = q.submit(|h| {
        let (x, again) = (x.read(h), x.read(h));
        h.host_task((x, again), |(x, again)| {
            assert_eq!(*x, *again);
            Ok::<(), Error>(())
        })
    });
    event.unwrap().wait().unwrap();
}
