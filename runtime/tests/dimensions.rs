//! Buffers, accessors and host guards in 1 to 3 dimensions (S20 §3.11.1, §4.7.2, §4.7.6.8, §4.7.6.10).

use std::panic::{self, AssertUnwindSafe};

use crate::common::host;
use sycl_hls::{Buffer, Errc, Error, Id, Queue, Range, scope};

#[sycl_hls::kernels]
mod kernels {
    /// Turns rows into columns.
    #[kernel]
    pub fn transpose(rows: usize, columns: usize, x: &[u32], y: &mut [u32]) {
        for i in 0..rows {
            for j in 0..columns {
                y[j * rows + i] = x[i * columns + j];
            }
        }
    }

    /// Sets the first `n` to their number.
    #[kernel]
    pub fn first(n: usize, #[len(n)] y: &mut [u32]) {
        for i in 0..n {
            y[i] = n as u32;
        }
    }

    /// `y[i] += i + 1`.
    #[kernel]
    pub fn count(y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = y[i] + i as u32 + 1;
        }
    }
}

fn numbers(count: u32) -> Vec<u32> {
    (0..count).collect()
}

fn invalid<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.code(), Errc::Invalid);
    error.to_string()
}

/// Rows: F097.
#[test]
fn a_kernel_sees_the_elements_of_any_dimensions_in_the_order_of_memory() {
    let q = host();
    let x = Buffer::from_vec_with_range(numbers(6), [2, 3]).unwrap();
    let y = Buffer::<u32, 3>::zeroed([1, 3, 2]).unwrap();
    q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        h.single_task(kernels::transpose::args(2, 3, x, y))
    })
    .unwrap();
    let values = y.host_read().unwrap();
    assert_eq!((values[[0, 2, 0]], values[Id::from([0, 0, 1])]), (2, 3));
    assert_eq!(&*values, &[0, 3, 1, 4, 2, 5]);
    assert_eq!(values.range(), Range::from([1, 3, 2]));
}

/// Rows: F096.
#[test]
fn sizes_are_those_of_the_range() {
    let b = Buffer::from_slice_with_range(&[0.5_f64; 24], [2, 3, 4]).unwrap();
    assert_eq!((b.len(), b.byte_size(), b.range().to_array()), (24, 192, [2, 3, 4]));
    assert_eq!(Buffer::from_slice(&[1_u8, 2]).range(), Range::from(2));
    assert_eq!(format!("{b:?}"), "Buffer { element: f64, range: [2, 3, 4], .. }");
    let empty = Buffer::<u8, 2>::zeroed([7, 0]).unwrap();
    assert!(empty.is_empty() && empty.host_read().unwrap().is_empty());
    host()
        .submit(|h| {
            let x = b.read(h);
            assert_eq!((x.len(), x.byte_size(), x.range()), (24, 192, b.range()));
            assert_eq!((x.offset(), x.is_empty(), empty.read(h).is_empty()), (Id::default(), false, true));
            Ok::<(), Error>(())
        })
        .unwrap();
}

#[test]
fn a_zeroed_buffer_is_zero() {
    assert_eq!(Buffer::<f32>::zeroed(3).unwrap().into_vec().unwrap(), [0.0; 3]);
    assert_eq!(Buffer::<u64, 2>::zeroed([2, 2]).unwrap().clone().into_vec().unwrap(), [0; 4]);
}

#[test]
fn data_of_another_size_than_the_range_is_refused() {
    let text = invalid(Buffer::from_vec_with_range(numbers(5), [2, 3]));
    assert_eq!(text, "a buffer of range [2, 3] has 6 elements, and the data 5");
    assert!(invalid(Buffer::from_slice_with_range(&[0_u8], [usize::MAX, 3])).contains("the data 1"));
    let mut data = [0_u8; 4];
    scope(|s| assert!(s.buffer_with_range(&mut data, [5, 1]).is_err())).unwrap();
}

#[test]
fn more_than_memory_holds_is_an_error() {
    for range in [[usize::MAX, 2], [1 << 31, 1 << 31]] {
        let error = Buffer::<u64, 2>::zeroed(range).unwrap_err();
        assert_eq!(error.code(), Errc::MemoryAllocation);
        assert!(error.to_string().contains("elements of 8 bytes"), "{error}");
    }
}

/// What `count` makes of a part of 12 numbers in 3 rows.
fn counted(q: &Queue, range: [usize; 2], offset: [usize; 2]) -> Result<Vec<u32>, Error> {
    let y = Buffer::from_vec_with_range(vec![0; 12], [3, 4])?;
    q.submit(|h| {
        let y = y.read_write(h).ranged(range, offset)?;
        assert_eq!((y.range(), y.offset(), y.len()), (range.into(), offset.into(), range[0] * range[1]));
        h.single_task(kernels::count::args(y))
    })?;
    y.into_vec()
}

/// Rows: F140.
#[test]
fn a_kernel_gets_the_part_of_a_ranged_accessor() {
    let q = host();
    assert_eq!(counted(&q, [2, 4], [1, 0]).unwrap(), [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(counted(&q, [1, 2], [2, 1]).unwrap(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0]);
    assert_eq!(counted(&q, [3, 4], [0, 0]).unwrap(), numbers(13)[1..]);
    assert_eq!(counted(&q, [0, 4], [3, 0]).unwrap(), [0; 12]);
}

#[test]
fn a_stated_length_counts_from_the_beginning_of_the_part() {
    let (q, y) = (host(), Buffer::from_vec_with_range(vec![0_u32; 12], [3, 4]).unwrap());
    let first = |n| {
        q.submit(|h| {
            let y = y.write(h).ranged([1, 4], [1, 0])?;
            h.single_task(kernels::first::args(n, y))
        })
    };
    first(3).unwrap();
    assert!(invalid(first(5)).contains("has the length n = 5, but is bound to 4 elements"));
    assert_eq!(y.into_vec().unwrap(), [0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0]);
}

#[test]
fn a_part_that_is_not_contiguous_is_no_argument() {
    let text = invalid(counted(&host(), [2, 2], [0, 1]));
    assert!(text.starts_with("kernel `count`: argument `y` is a slice, and the elements of its"), "{text}");
    assert!(text.contains("bind whole rows or a part of one row"), "{text}");
}

/// Rows: F138.
#[test]
fn a_part_lies_within_the_buffer_and_within_the_part_it_is_of() {
    let q = host();
    let text = invalid(counted(&q, [3, 4], [1, 0]));
    assert_eq!(text, "the part [3, 4] at [1, 0] reaches out of an accessor of range [3, 4]");
    invalid(counted(&q, [1, 1], [0, 4]));
    invalid(counted(&q, [1, usize::MAX], [0, 2]));
    let y = Buffer::from_vec(vec![0_u32; 9]);
    q.submit(|h| {
        let half = y.write(h).ranged(5, 4)?;
        let quarter = half.ranged(3, 2)?;
        assert_eq!((quarter.offset(), quarter.range()), (6.into(), 3.into()));
        h.single_task(kernels::count::args(quarter))
    })
    .unwrap();
    assert_eq!(y.host_read().unwrap()[..], [0, 0, 0, 0, 0, 0, 1, 2, 3]);
    // Within the buffer, and yet out of the part.
    let beyond = q.submit(|h| {
        let half = y.write(h).ranged(5, 0)?;
        half.ranged(3, 4).map(drop)
    });
    assert!(invalid(beyond).contains("out of an accessor of range [5]"));
}

#[test]
fn host_guards_are_indexed_in_all_dimensions() {
    let flat = Buffer::from_vec(numbers(6));
    let guard = flat.host_read().unwrap();
    assert_eq!((guard[1], guard[[2]], guard[Id::from(3)], guard.len()), (1, 2, 3, 6));
    assert_eq!((&guard[1..3], &guard[4..], &guard[..1]), (&[1, 2][..], &[4, 5][..], &[0][..]));
    assert_eq!((&guard[1..=1], &guard[..=0], guard[..].len()), (&[1][..], &[0][..], 6));
    let rows = Buffer::from_vec_with_range(numbers(6), [2, 3]).unwrap();
    let guard = rows.host_read().unwrap();
    assert_eq!((guard[[1, 0]], guard[1][2], &guard[0]), (3, 5, &[0, 1, 2][..]));
    assert_eq!(guard.iter().sum::<u32>(), 15);
}

#[test]
fn an_index_outside_of_any_dimension_panics() {
    let rows = Buffer::from_vec_with_range(numbers(6), [2, 3]).unwrap();
    let guard = rows.host_read().unwrap();
    let panics = |read: &dyn Fn() -> u32| {
        let payload = panic::catch_unwind(AssertUnwindSafe(read)).unwrap_err();
        payload.downcast_ref::<String>().unwrap().clone()
    };
    let text = panics(&|| guard[[0, 3]]);
    assert_eq!(text, "index out of bounds: the range is [2, 3] but the index is [0, 3]");
    assert!(panics(&|| guard[2][0]).contains("there are 2 rows but the index is 2"));
    assert!(panics(&|| guard[Id::from([2, 0])]).contains("the index is [2, 0]"));
}

#[test]
fn a_buffer_of_a_scope_has_dimensions_too() {
    let (q, mut data) = (host(), numbers(6));
    let mut out = vec![0; 6];
    scope(|s| {
        let x = s.buffer_with_range(&mut data, [3, 2])?;
        let y = s.buffer(&mut out);
        assert_eq!((x.range().to_array(), x.len()), ([3, 2], 6));
        q.submit(|h| {
            let (x, y) = (x.read(h), y.write(h));
            h.single_task(kernels::transpose::args(3, 2, x, y))
        })
    })
    .unwrap()
    .unwrap();
    assert_eq!(out, [0, 2, 4, 1, 3, 5]);
}
