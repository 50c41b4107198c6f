//! Command groups (S20 §4.9.3, §4.9.4): what is enqueued, and what is refused at once.

use std::panic::{self, AssertUnwindSafe};
use std::thread;

use crate::common::gate::Gate;
use crate::common::{affine, host, kernels};
use sycl_hls::{Buffer, Errc, Error, Queue, Selector, Status};

fn message(result: Result<sycl_hls::Event, Error>) -> String {
    let error = result.unwrap_err();
    assert!(matches!(error, Error::Invalid(_)), "{error:?}");
    assert_eq!(error.code(), Errc::Invalid);
    error.to_string()
}

/// Rows: F198, F209.
#[test]
fn a_kernel_runs_once_with_its_arguments() {
    let q = host();
    let (x, y) = (Buffer::from_slice(&[1.0, 2.0, 3.0]), Buffer::from_vec(vec![10.0, 20.0, 30.0]));
    let event = q.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        assert_eq!((x.len(), y.is_empty()), (3, false));
        h.single_task(kernels::axpy::args(2.0, x, y))
    });
    event.unwrap().wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [12.0, 24.0, 36.0]);
    assert_eq!(x.into_vec().unwrap(), [1.0, 2.0, 3.0]);
}

/// Rows: F200.
#[test]
fn every_type_of_argument_arrives() {
    let (q, image) = (host(), Buffer::from_vec(vec![7_u8; 8]));
    q.submit(|h| {
        let image = image.write(h);
        h.single_task(kernels::fill::args(3, 2, true, image))
    })
    .unwrap();
    // `write` keeps what the kernel does not write (S20 §4.7.6.4).
    assert_eq!(image.into_vec().unwrap(), [255, 254, 253, 252, 251, 250, 7, 7]);
}

/// Rows: F066.
#[test]
fn the_closure_runs_at_once_on_this_thread() {
    let mut ran_on = None;
    let event = host().submit(|_| {
        ran_on = Some(thread::current().id());
        Ok::<(), Error>(())
    });
    event.unwrap();
    assert_eq!(ran_on, Some(thread::current().id()));
}

/// Rows: F069.
#[test]
fn a_group_without_a_command_ends_after_what_it_requires() {
    let (q, gate, b) = (host(), Gate::closed(), Buffer::from_vec(vec![0_u32]));
    crate::common::gated_write(&q, &gate, &b);
    let event = crate::common::empty_group(&q, &b);
    affine(&q, &Buffer::from_vec(vec![0]), 1, 1).wait().unwrap();
    assert_eq!(event.status(), Status::Submitted);
    gate.open();
    event.wait().unwrap();
    assert_eq!(event.status(), Status::Complete);
}

/// Rows: F068.
#[test]
fn a_second_command_is_refused_with_the_whole_group() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let result = q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(1, 1, y))?;
        h.single_task(kernels::empty::args())
    });
    assert!(message(result).contains("takes one command"));
    assert_eq!(y.into_vec().unwrap(), [1]);
}

/// Rows: F339.
#[test]
fn an_error_of_single_task_counts_even_if_the_closure_ignores_it() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let result = q.submit(|h| {
        let y = y.read_write(h);
        let _ = h.single_task(kernels::affine::args(1, 1, y));
        let _ = h.single_task(kernels::empty::args());
        Ok(())
    });
    assert!(message(result).contains("takes one command"));
    assert_eq!(y.into_vec().unwrap(), [1]);
}

/// Rows: F070.
#[test]
fn an_error_of_the_closure_comes_back_and_nothing_is_enqueued() {
    #[derive(Debug, PartialEq)]
    enum Mine {
        Refused(u32),
        Runtime(String),
    }
    impl From<Error> for Mine {
        fn from(error: Error) -> Self {
            Self::Runtime(error.to_string())
        }
    }
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let refused = q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(1, 1, y))?;
        Err(Mine::Refused(7))
    });
    assert_eq!(refused.unwrap_err(), Mine::Refused(7));
    let runtime = q.submit(|h| {
        h.single_task(kernels::empty::args())?;
        Ok(h.single_task(kernels::empty::args())?)
    });
    assert!(matches!(runtime.unwrap_err(), Mine::Runtime(text) if text.contains("takes one command")));
    q.wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [1]);
}

#[test]
fn a_panic_in_the_closure_enqueues_nothing_and_leaves_the_queue_usable() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        let _ = q.submit(|h| {
            let y = y.read_write(h);
            h.single_task(kernels::affine::args(1, 1, y))?;
            if true {
                panic!("mine");
            }
            Ok::<(), Error>(())
        });
    }));
    assert_eq!(result.unwrap_err().downcast_ref(), Some(&"mine"));
    q.wait().unwrap();
    affine(&q, &y, 10, 0).wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [10]);
}

#[sycl_hls::kernels]
mod first {
    #[kernel]
    pub fn number(y: &mut [u32]) {
        y[0] = 1;
    }
}

#[sycl_hls::kernels]
mod second {
    #[kernel]
    pub fn number(y: &mut [u32]) {
        y[0] = 2;
    }
}

/// Rows: F204.
#[test]
fn kernels_of_two_modules_may_have_one_name() {
    let (q, one, two) = (host(), Buffer::from_vec(vec![0]), Buffer::from_vec(vec![0]));
    q.submit(|h| {
        let y = one.write(h);
        h.single_task(first::number::args(y))
    })
    .unwrap();
    q.submit(|h| {
        let y = two.write(h);
        h.single_task(second::number::args(y))
    })
    .unwrap();
    assert_eq!((one.into_vec().unwrap(), two.into_vec().unwrap()), (vec![1], vec![2]));
}

/// Rows: F136.
#[test]
fn a_written_buffer_is_bound_once() {
    let q = host();
    let (a, b) = (Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![2_u32]));
    let refused = message(q.submit(|h| {
        let (x, y, sum) = (a.read(h), b.read(h), a.clone().write(h));
        h.single_task(kernels::add::args(x, y, sum))
    }));
    assert!(refused.contains("kernel `add`: arguments `a` and `sum` are the same buffer"), "{refused}");
    let refused = message(q.submit(|h| {
        let (x, y, sum) = (a.read(h), b.read(h), b.write(h));
        h.single_task(kernels::add::args(x, y, sum))
    }));
    assert!(refused.contains("`b` and `sum`"), "{refused}");
    // Reading one buffer twice is fine.
    q.submit(|h| {
        let (x, y, sum) = (a.read(h), a.read(h), b.write(h));
        h.single_task(kernels::add::args(x, y, sum))
    })
    .unwrap();
    assert_eq!(b.into_vec().unwrap(), [2]);
}

#[test]
fn a_buffer_is_as_long_as_the_kernel_says() {
    let (q, image) = (host(), Buffer::from_vec(vec![0_u8; 12]));
    let fill = |w, h_, buffer: &Buffer<u8>| {
        q.submit(|h| {
            let image = buffer.write(h);
            h.single_task(kernels::fill::args(w, h_, false, image))
        })
    };
    fill(4, 3, &image).unwrap().wait().unwrap();
    fill(0, 3, &Buffer::from_vec(vec![])).unwrap().wait().unwrap();
    let refused = message(fill(13, 1, &image));
    assert_eq!(
        refused,
        "kernel `fill`: argument `image` has the length w * h = 13, but is bound to 12 elements; bind more"
    );
    assert!(message(fill(u32::MAX, u32::MAX, &image)).contains("= 18446744065119617025, but is bound to 12"));
    q.wait().unwrap();
}

#[test]
fn a_slice_is_exactly_as_long_as_the_kernel_says() {
    let (q, x, y) = (host(), Buffer::from_vec(vec![0_u32; 5]), Buffer::from_vec(vec![0_u32]));
    q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        h.single_task(kernels::count::args(3, x, y))
    })
    .unwrap();
    assert_eq!(y.into_vec().unwrap(), [3]);
}

#[test]
fn a_length_without_a_value_is_refused() {
    let (q, y) = (host(), Buffer::from_vec(vec![0_i32; 4]));
    let refused = message(q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernels::signed_length::args(-1, y))
    }));
    assert!(refused.contains("argument `y` has the length n, which has no value"), "{refused}");
    assert!(refused.contains("-1, which is no length"), "{refused}");
}

/// Rows: F112.
#[test]
fn buffers_may_be_empty() {
    let q = host();
    let (x, y) = (Buffer::<f32>::from_slice(&[]), Buffer::<f32>::from_vec(vec![]));
    q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        assert!(x.is_empty());
        h.single_task(kernels::axpy::args(1.0, x, y))
    })
    .unwrap();
    assert!(x.is_empty() && y.host_read().unwrap().is_empty());
    assert_eq!(y.into_vec().unwrap(), vec![0.0; 0]);
}

#[test]
fn groups_nest() {
    let (q, a, b) = (host(), Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![2_u32]));
    q.submit(|h| {
        let a = a.read_write(h);
        affine(&q, &b, 10, 0).wait()?;
        h.single_task(kernels::affine::args(10, 0, a))
    })
    .unwrap();
    assert_eq!((a.into_vec().unwrap(), b.into_vec().unwrap()), (vec![10], vec![20]));
}

#[test]
fn data_moved_out_under_an_accessor_is_an_error() {
    let q = host();
    let mut slot = Some(Buffer::from_vec(vec![1_u32]));
    let event = q.submit(|h| {
        let y = slot.as_ref().unwrap().read_write(h);
        assert_eq!(slot.take().unwrap().into_vec()?, [1]);
        h.single_task(kernels::affine::args(1, 1, y))
    });
    let error = event.unwrap().wait().unwrap_err();
    assert!(error.to_string().contains("moved out by `into_vec`"), "{error}");
}

#[test]
fn queues_refuse_devices_that_do_not_exist() {
    let error = Queue::new(Selector::by_name("gpu")).unwrap_err();
    assert!(matches!(error, Error::BadSelector { .. }));
    assert_eq!(error.code(), Errc::Invalid);
    assert!(matches!(Queue::new(Selector::sw_emu("u20")).unwrap_err(), Error::UnknownBoard(_)));
    let error = Queue::new(Selector::by_name("xrt")).unwrap_err();
    assert!(matches!(error, Error::Unavailable { .. }));
    assert_eq!(error.code(), Errc::Runtime);
    assert_eq!(host().device().info().id, "host");
}
