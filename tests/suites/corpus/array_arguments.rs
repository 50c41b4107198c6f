//! Arrays as arguments, on all targets and from a host.

use sycl_hls::{Buffer, Queue, Selector};
use sycl_hls_tests::kernels::array_arguments::array_arguments::{fir, reversed};
use sycl_hls_tests::subject;
use sycl_hls_tests::value::{slice, slice_mut};

use super::{everywhere, values};

subject!(array_arguments, "array_arguments.rs", sycl_hls_tests::kernels::array_arguments::array_arguments);

const TAPS: [f32; 5] = [0.5, 0.25, -1.0, 2.0, 0.125];

/// What `fir` gives.
fn filtered(x: &[f32]) -> Vec<f32> {
    let at = |i: usize, tap: usize| if i < tap { 0.0 } else { x[i - tap] };
    let of = |i: usize| TAPS.iter().enumerate().fold(0.0, |sum, (tap, by)| by.mul_add(at(i, tap), sum));
    (0..x.len()).map(of).collect()
}

#[test]
fn coefficients_are_an_array() {
    let x: Vec<f32> = (0..40).map(|i| i as f32 * 0.75 - 9.0).collect();
    let args = [slice(TAPS.to_vec()), slice(x.clone()), slice_mut(vec![0.0_f32; 40])];
    let (result, _) = everywhere(array_arguments(), "fir", &args);
    assert_eq!(result[2], values(&filtered(&x)));
}

#[test]
fn functions_borrow_rows() {
    let a: Vec<i32> = (1..=12).collect();
    let args = [slice(a), slice(vec![2_i32, 0, -1, 3]), slice_mut(vec![0_i32; 3])];
    let (result, _) = everywhere(array_arguments(), "product", &args);
    assert_eq!(result[2], values(&[11_i32, 27 ^ (11 - 43 + 3 + 14), 43]));
}

#[test]
fn arrays_are_read_and_written() {
    let before: Vec<u32> = (0..16).collect();
    for x in [vec![3_u32, 18, 255, 2, 2], vec![]] {
        let args = [slice(x), slice_mut(before.clone()), slice_mut(vec![1_i32, 2, 3, 4])];
        everywhere(array_arguments(), "counted", &args);
    }
}

#[test]
fn processes_take_arrays() {
    let args = [slice((5..13_u32).collect::<Vec<_>>()), slice_mut(vec![0_u32; 8])];
    let (result, _) = everywhere(array_arguments(), "streamed", &args);
    assert_eq!(result[1], values(&[15_u32, 18, 21, 24, 27, 30, 33, 36]));
}

#[test]
fn an_instance_decides_the_length() {
    let x = vec![1_i16, 2, 3, 4, 5, 6];
    everywhere(array_arguments(), "reversed_6", &[slice(x.clone()), slice_mut(vec![0_i16; 6])]);
    everywhere(array_arguments(), "reversed_3", &[slice(x[..3].to_vec()), slice_mut(vec![0_i16; 3])]);
}

/// A host passes a buffer of one element, the array.
#[test]
fn a_host_passes_one_array() {
    let queues = [Queue::new(Selector::host()).unwrap()].into_iter().chain(array_arguments().queue());
    for q in queues {
        let x = vec![1.0_f32, -2.0, 8.0, 0.5];
        let (taps, y) = (Buffer::from_vec(vec![TAPS]), Buffer::from_vec(vec![0.0_f32; 4]));
        let samples = Buffer::from_vec(x.clone());
        q.submit(|h| {
            let args = fir::args(taps.read(h), samples.read(h), y.write(h));
            h.single_task(args)
        })
        .unwrap();
        assert_eq!(y.host_read().unwrap()[..], filtered(&x));
        let (one, none) = (Buffer::from_vec(vec![[1_i16, 2, 3]]), Buffer::<[i16; 3]>::from_vec(Vec::new()));
        let error = q.submit(|h| {
            let args = reversed::args::<3>(one.read(h), none.write(h));
            h.single_task(args)
        });
        let error = error.and_then(|event| event.wait()).unwrap_err().to_string();
        assert!(error.contains("`y`"), "{error}");
    }
}
