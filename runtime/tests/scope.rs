//! Buffers over borrowed memory (S20 §4.7.2.3, paragraph 2).

use std::panic::{self, AssertUnwindSafe};

use crate::common::gate::Gate;
use crate::common::{affine, host, kernels};
use sycl_hls::{Buffer, Error, Queue, ScopedBuffer, scope};

fn scoped_affine(q: &Queue, y: &ScopedBuffer<'_, u32>, m: u32, c: u32) {
    q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(m, c, y))
    })
    .unwrap();
}

/// Rows: F099, F101.
#[test]
fn results_are_there_when_the_scope_ends() {
    let (q, mut a, mut b, mut sum) = (host(), [1_u32, 2], vec![10_u32, 20], [0_u32; 2]);
    let answer = scope(|s| {
        let (x, y, z) = (s.buffer(&mut a), s.buffer(&mut b), s.buffer(&mut sum));
        assert_eq!((x.len(), x.is_empty()), (2, false));
        assert!(s.buffer::<u32>(&mut []).is_empty());
        scoped_affine(&q, &y, 2, 0);
        q.submit(|h| {
            let (x, y, z) = (x.read(h), y.read(h), z.write(h));
            h.single_task(kernels::add::args(x, y, z))
        })
        .unwrap();
        42
    });
    assert_eq!(answer.unwrap(), 42);
    assert_eq!((a, b, sum), ([1, 2], vec![20, 40], [21, 42]));
}

#[test]
fn the_end_waits_for_commands() {
    let (q, gate, mut data) = (host(), Gate::closed(), [1_u32]);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            gate.await_arrivals(1);
            gate.open();
        });
        scope(|s| {
            let y = s.buffer(&mut data);
            q.submit(|h| {
                let y = y.write(h);
                h.single_task(kernels::gated_write::args(gate.id(), y))
            })
            .unwrap();
        })
        .unwrap();
    });
    assert_eq!(data, [2]);
}

#[test]
fn a_panic_goes_on_after_the_results_are_back() {
    let (q, mut data) = (host(), [1_u32]);
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        scope(|s| {
            let y = s.buffer(&mut data);
            scoped_affine(&q, &y, 2, 5);
            panic!("mine");
        })
    }));
    assert_eq!(result.unwrap_err().downcast_ref(), Some(&"mine"));
    assert_eq!(data, [7]);
}

#[test]
fn poisoned_buffers_keep_the_old_contents_and_the_others_get_theirs() {
    let (q, mut bad, mut good, mut worse) = (host(), [1_u32], [1_u32], [1_u32, 1]);
    let fail = |y: &ScopedBuffer<'_, u32>| {
        q.submit(|h| {
            let y = y.write(h);
            h.single_task(kernels::store::args(9, y))
        })
        .unwrap();
    };
    let result = scope(|s| {
        let (x, y, z) = (s.buffer(&mut bad), s.buffer(&mut good), s.buffer(&mut worse));
        scoped_affine(&q, &x, 2, 0);
        fail(&x);
        scoped_affine(&q, &y, 2, 0);
        fail(&z);
    });
    let Err(Error::Several(errors)) = result else { panic!("{result:?}") };
    let lengths = ["the len is 1", "the len is 2"];
    for (error, length) in errors.iter().zip(lengths) {
        assert!(matches!(error, Error::Poisoned(_)) && error.to_string().contains(length), "{error:?}");
    }
    assert_eq!((bad, good, worse), ([1], [2], [1, 1]));
}

#[test]
fn leaking_a_scoped_buffer_changes_nothing() {
    let (q, mut data) = (host(), [1_u32]);
    scope(|s| {
        let y = s.buffer(&mut data);
        scoped_affine(&q, &y, 2, 5);
        std::mem::forget(y);
    })
    .unwrap();
    assert_eq!(data, [7]);
}

#[test]
fn scopes_nest_and_an_empty_one_is_fine() {
    let (q, mut outer) = (host(), [1_u32]);
    scope(|s| {
        let y = s.buffer(&mut outer);
        let mut inner = [2_u32];
        scope(|s| scoped_affine(&q, &s.buffer(&mut inner), 3, 0)).unwrap();
        assert_eq!(inner, [6]);
        scoped_affine(&q, &y, inner[0], 0);
    })
    .unwrap();
    assert_eq!(outer, [6]);
    scope(|_| ()).unwrap();
    affine(&q, &Buffer::from_vec(vec![1]), 1, 1).wait().unwrap();
}
