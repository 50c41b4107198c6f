//! Blocks that processes hand over: the same values on all targets, and the predicted cycles in hardware.

use sycl_hls_tests::subject;
use sycl_hls_tests::value::{scalar, slice, slice_mut, stream};
use sycl_hls_types::{Fault, FaultKind};

use super::{everywhere, stops, values};

subject!(blocks, "blocks.rs", sycl_hls_tests::kernels::blocks::blocks);

#[test]
fn a_public_example_of_four_processes() {
    let x: Vec<u8> = (0..40).map(|i| 29 * i % 251).collect::<Vec<u32>>().iter().map(|x| *x as u8).collect();
    let expected: Vec<u8> = x
        .iter()
        .map(|x| {
            let value = x.wrapping_mul(3);
            value.wrapping_add(25).wrapping_add(value.wrapping_mul(2).wrapping_mul(2))
        })
        .collect();
    let args = [stream(x), stream(Vec::<u8>::new()), scalar(4_usize)];
    let (result, _) = everywhere(blocks(), "diamond", &args);
    assert_eq!(result[1], values(&expected));
}

/// Elements are read in another order than they were written in, through a function that takes the array.
#[test]
fn blocks_have_several_dimensions() {
    let x: Vec<i32> = (0..75).map(|i| i * i - 7).collect();
    let tile = |tile: &[i32]| (0..15).map(|i| tile[5 * (i % 3) + i / 3]).collect::<Vec<i32>>();
    let expected: Vec<i32> = x.chunks(15).flat_map(tile).collect();
    let args = [slice(x), slice_mut(vec![0_i32; 75]), scalar(5_usize)];
    let (result, _) = everywhere(blocks(), "transposed", &args);
    assert_eq!(result[1], values(&expected));
}

/// A task runs once for each block, and who leaves a loop or a function hands over the block that it has.
#[test]
fn tasks_take_blocks_and_returns_hand_them_over() {
    let mut x: Vec<u32> = (0..64).map(|i| i * 13 % 50 + 1).collect();
    x[20] = 1500;
    (x[40], x[41]) = (0, 0);
    let mut expected: Vec<u32> = x.chunks(8).map(|block| block.iter().sum()).collect();
    expected[2] = x[16..20].iter().sum();
    expected[5..].fill(0);
    let args = [slice(x), slice_mut(vec![0_u32; 8])];
    let (result, _) = everywhere(blocks(), "paired", &args);
    assert_eq!(result[1], values(&expected));
}

/// Arrays of ends: a loop over them is a process for each, or is unrolled.
#[test]
fn several_streams_of_blocks() {
    let x: Vec<u16> = (0..30).map(|i| 7 * i + 1).collect();
    let work = |(number, block): (usize, &[u16])| {
        block.iter().rev().map(|x| x + number as u16 % 3).collect::<Vec<u16>>()
    };
    let expected: Vec<u16> = x.chunks(5).enumerate().flat_map(work).collect();
    let args = [slice(x), slice_mut(vec![0_u16; 30]), scalar(2_usize)];
    let (result, _) = everywhere(blocks(), "workers", &args);
    assert_eq!(result[1], values(&expected));
}

/// `drop` hands a block over in a branch, and `continue` and `break` leave its scope.
#[test]
fn blocks_are_handed_over_early() {
    let x: Vec<u32> = (0..40)
        .map(|i| {
            if i % 16 == 0 {
                0
            } else if i == 28 {
                1000
            } else {
                i
            }
        })
        .collect();
    let sum = |block: &[u32]| match block[0] {
        0 => 0,
        _ => block.iter().take_while(|x| **x != 1000).sum::<u32>(),
    };
    let expected: Vec<u32> = x.chunks(8).map(sum).collect();
    let args = [slice(x), slice_mut(vec![0_u32; 5])];
    let (result, _) = everywhere(blocks(), "sums", &args);
    assert_eq!(result[1], values(&expected));
}

/// One block in each direction: nobody has two.
#[test]
fn blocks_go_in_a_circle() {
    let x: Vec<u32> = (0..24).collect();
    let mut last = 0;
    let expected: Vec<u32> = x
        .chunks(4)
        .map(|x| {
            let sum = 2 * (x[1] + x[2] + x[3] + 3 * last);
            last = 2 * (x[0] + last);
            sum
        })
        .collect();
    let args = [slice(x), slice_mut(vec![0_u32; 6]), scalar(6_usize)];
    let (result, _) = everywhere(blocks(), "circle", &args);
    assert_eq!(result[1], values(&expected));
}

#[test]
fn a_region_with_blocks_is_entered_again() {
    let x: Vec<u32> = (0..54).map(|i| i * 5).collect();
    let expected: Vec<u32> = x.chunks(6).flat_map(|block| block.iter().rev().copied()).collect();
    let args = [slice(x), slice_mut(vec![0_u32; 54]), scalar(3_usize)];
    let (result, _) = everywhere(blocks(), "entered_again", &args);
    assert_eq!(result[1], values(&expected));
}

#[test]
fn blocks_that_are_left_or_missing_are_told_in_the_same_words() {
    let args = |sent: usize, taken: usize| [slice_mut(vec![0_u32; 6]), scalar(sent), scalar(taken)];
    let (result, _) = everywhere(blocks(), "counted", &args(6, 6));
    assert_eq!(result[0], values(&[1_u32, 2, 3, 4, 5, 6]));
    let left = stops(blocks(), "counted", &args(4, 3), FaultKind::Dataflow);
    assert!(left.contains("1 of the elements in channel `tx` are left"), "{left}");
    let missing = stops(blocks(), "counted", &args(2, 3), FaultKind::Dataflow);
    let reads = "process `first_of_each` reads from channel `tx` more than process `numbered`, which has ended, wrote: 2 written, 3 read";
    assert!(missing.contains(reads), "{missing}");
}

/// The message of the interpreter has the number of blocks that would be enough.
#[test]
fn a_deadlock_of_blocks_names_the_number_that_frees_it() {
    let args = |count: usize| [slice_mut(vec![9_u32; 4]), scalar(count)];
    let (result, _) = everywhere(blocks(), "late", &args(3));
    assert_eq!(result[0], values(&[0_u32, 1, 2, 9]));
    let outcomes = blocks().run("late", &args(4));
    let full = "process `prepare` waits to write to channel `tx`, which is full: depth 3, 3 written, 0 read";
    let tells = |fault: &Fault| fault.message.contains(full);
    assert!(outcomes.host.as_ref().is_err_and(tells), "{outcomes:?}");
    assert!(outcomes.others.iter().all(|(_, outcome)| outcome.as_ref().is_err_and(tells)), "{outcomes:?}");
    let mut interpreters = outcomes.others.iter().filter(|(target, _)| *target == "interpreter");
    let depth = "help: depth 4 instead of 3 for channel `tx` (";
    let helps = |fault: &Fault| fault.message.contains(depth);
    assert!(interpreters.all(|(_, outcome)| outcome.as_ref().is_err_and(helps)), "{outcomes:?}");
}
