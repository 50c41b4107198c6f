//! `cargo test` runs this on the host, `sycl-hls test` on the emulated board.

use sycl_hls::{Queue, Selector};

#[test]
fn sums_are_those_of_the_host() {
    let a: Vec<f32> = (0..1000_u16).map(|i| f32::from(i) * 0.1).collect();
    let b: Vec<f32> = (0..1000_u16).map(|i| 1.0 / f32::from(i + 1)).collect();
    let expected: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    let queue = Queue::new(Selector::from_env()).unwrap();
    let sums = {{crate}}::add(&queue, &a, &b).unwrap();
    assert_eq!(sums.len(), expected.len());
    for (i, (sum, expected)) in sums.iter().zip(&expected).enumerate() {
        assert_eq!(sum, expected, "element {i}");
    }
}

#[test]
#[should_panic = "one length"]
fn vectors_of_different_lengths_are_refused() {
    let queue = Queue::new(Selector::from_env()).unwrap();
    let _ = {{crate}}::add(&queue, &[1.0, 2.0], &[1.0]);
}
