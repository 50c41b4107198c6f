//! Accessors and buffers (S20 §4.7.2, §4.7.6): what is kept, what is ordered, sizes.

use std::collections::BTreeSet;

use crate::common::gate::Gate;
use crate::common::{affine, gated_write, host, kernels};
use sycl_hls::access::Read;
use sycl_hls::{Accessor, Buffer, Error, Id, Range, Status};

/// Rows: F131.
#[test]
fn what_a_writing_kernel_leaves_out_keeps_its_value() {
    let (q, y) = (host(), Buffer::from_vec(vec![7_u32, 8, 9]));
    q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernels::store::args(1, y))
    })
    .unwrap();
    let y = y.into_vec().unwrap();
    assert_eq!((y[0], y[2]), (7, 9));
    assert_ne!(y[1], 8);
}

/// Rows: F067, F139.
#[test]
fn parts_of_one_buffer_are_ordered_as_the_whole() {
    let (q, gate, y) = (host(), Gate::closed(), Buffer::from_vec(vec![0_u32; 4]));
    let first = q.submit(|h| {
        let y = y.write(h).ranged(2, 0)?;
        h.single_task(kernels::gated_write::args(gate.id(), y))
    });
    let first = first.unwrap();
    let second = q.submit(|h| {
        let y = y.write(h).ranged(2, 2)?;
        h.single_task(kernels::affine::args(1, 5, y))
    });
    let second = second.unwrap();
    affine(&q, &Buffer::from_vec(vec![0]), 1, 1).wait().unwrap();
    assert_eq!(second.status(), Status::Submitted);
    gate.open();
    second.wait().unwrap();
    assert_eq!(first.status(), Status::Complete);
    assert_eq!(y.into_vec().unwrap()[2..], [5, 5]);
}

/// Rows: F145.
#[test]
fn an_accessor_has_the_size_of_its_part() {
    let b = Buffer::from_vec_with_range(vec![0_u16; 12], [3, 4]).unwrap();
    let sizes = host().submit(|h| {
        let whole = b.read(h);
        assert_eq!((whole.len(), whole.byte_size(), whole.is_empty()), (12, 24, false));
        assert_eq!((whole.range(), whole.offset()), (Range::from([3, 4]), Id::from([0, 0])));
        let part = whole.ranged([2, 3], [1, 1])?;
        assert_eq!((part.len(), part.byte_size()), (6, 12));
        assert_eq!((part.range(), part.offset()), (Range::from([2, 3]), Id::from([1, 1])));
        assert!(part.ranged([0, 3], [0, 0])?.is_empty());
        Ok::<(), Error>(())
    });
    sizes.unwrap().wait().unwrap();
}

/// Rows: F147.
#[test]
fn what_reads_and_writes_also_reads() {
    let (q, x) = (host(), Buffer::from_vec(vec![3_u32, 4]));
    let y = Buffer::from_vec(vec![0_u32; 2]);
    q.submit(|h| {
        let (x, y) = (x.read_write(h), y.write(h));
        let x: Accessor<'_, u32, Read> = x.ranged([1], [1])?.into();
        assert_eq!((x.len(), x.offset().to_array()), (1, [1]));
        h.copy(x, y)
    })
    .unwrap();
    assert_eq!(y.into_vec().unwrap(), [4, 0]);
    // On the host, what is written is a slice like what is read.
    fn sum(elements: &[u32]) -> u32 {
        elements.iter().sum()
    }
    assert_eq!(sum(&x.host_write().unwrap()), 7);
    assert_eq!(sum(&x.host_read().unwrap()), 7);
}

/// Rows: F146.
#[test]
fn elements_on_the_host_are_in_the_order_of_memory() {
    let image = Buffer::from_vec_with_range((0..6_u8).collect(), [2, 3]).unwrap();
    {
        let mut elements = image.host_write().unwrap();
        elements.iter_mut().for_each(|element| *element *= 10);
        elements[[1, 0]] += 1;
        assert_eq!((elements.len(), elements.is_empty(), elements.range().to_array()), (6, false, [2, 3]));
    }
    let elements = image.host_read().unwrap();
    assert_eq!(elements.iter().copied().collect::<Vec<u8>>(), [0, 10, 20, 31, 40, 50]);
    assert_eq!(elements.iter().rev().copied().collect::<Vec<u8>>(), [50, 40, 31, 20, 10, 0]);
    assert_eq!((elements.first(), elements.last(), elements[[1, 2]]), (Some(&0), Some(&50), 50));
}

/// Rows: F102, F105.
#[test]
fn buffers_are_made_of_vectors_and_iterators() {
    let source = BTreeSet::from([3_u32, 1, 2]);
    let b: Buffer<u32> = source.iter().copied().collect();
    affine(&host(), &b, 10, 1).wait().unwrap();
    assert_eq!(b.into_vec().unwrap(), [11, 21, 31]);
    assert_eq!(source, BTreeSet::from([1, 2, 3]));
    assert_eq!(Buffer::from(vec![1.5_f32, 2.5]).into_vec().unwrap(), [1.5, 2.5]);
}

/// Rows: F098.
#[test]
fn dropping_a_buffer_does_not_wait_for_its_kernel() {
    let (q, gate, y) = (host(), Gate::closed(), Buffer::<u32>::zeroed(2).unwrap());
    let pending = gated_write(&q, &gate, &y);
    drop(y);
    assert_ne!(pending.status(), Status::Complete);
    gate.open();
    pending.wait().unwrap();
}

/// Rows: F080.
#[test]
fn copies_and_fills_need_no_group() {
    let (q, a, b) = (host(), Buffer::from(vec![0_u32; 3]), Buffer::from(vec![1_u32; 3]));
    q.fill(&a, 9).unwrap();
    q.copy(&a, &b).unwrap();
    q.update_host(&b).unwrap().wait().unwrap();
    q.copy(vec![4, 5, 6], &a).unwrap();
    assert_eq!((a.into_vec().unwrap(), b.into_vec().unwrap()), (vec![4, 5, 6], vec![9; 3]));
}
