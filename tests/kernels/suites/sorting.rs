//! MachSuite: sorting.

/// Sorts.
#[sycl_hls::kernels]
pub mod sorting {
    use sycl_hls::device::*;

    const SIZE: usize = 64;

    /// Merges two sorted runs, `[start, middle)` and `[middle, end)`.
    fn merge<T: Number, const N: usize>(
        from: &[T; N],
        to: &mut [T; N],
        start: usize,
        middle: usize,
        end: usize,
    ) {
        let (mut left, mut right) = (start, middle);
        #[pipeline]
        for at in start..end {
            let take_left = left < middle && (right >= end || from[left] <= from[right]);
            to[at] = if take_left {
                left += 1;
                from[left - 1]
            } else {
                right += 1;
                from[right - 1]
            };
        }
    }

    fn merge_sort<T: Number, const N: usize>(values: &mut [T; N]) {
        let mut other = *values;
        let mut width = 1;
        while width < N {
            for start in (0..N).step_by(2) {
                if start * width < N {
                    let start = start * width;
                    merge(values, &mut other, start, (start + width).min(N), (start + 2 * width).min(N));
                }
            }
            *values = other;
            width *= 2;
        }
    }

    /// MachSuite sort/merge, of two kinds of numbers and two sizes.
    #[kernel]
    pub fn sort_merge(#[len(SIZE)] integers: &mut [i32], #[len(21)] floats: &mut [f32]) {
        let mut local = [0; SIZE];
        local.copy_from_slice(integers);
        merge_sort(&mut local);
        integers.copy_from_slice(&local);
        let mut few = [0.0_f32; 21];
        few.copy_from_slice(floats);
        merge_sort(&mut few);
        floats.copy_from_slice(&few);
    }

    const DIGIT_BITS: u32 = 4;
    const DIGITS: usize = 1 << DIGIT_BITS;

    fn digit(value: u32, shift: u32) -> usize {
        (value >> shift) as usize % DIGITS
    }

    /// Where the values with each digit begin.
    fn starts(values: &[u32; SIZE], shift: u32) -> [usize; DIGITS] {
        let mut counts = [0; DIGITS];
        for value in values {
            counts[digit(*value, shift)] += 1;
        }
        let mut sum = 0;
        for count in &mut counts {
            let before = sum;
            sum += *count;
            *count = before;
        }
        counts
    }

    /// MachSuite sort/radix: by digits of four bits, the lowest first.
    #[kernel]
    pub fn sort_radix(#[len(SIZE)] data: &mut [u32]) {
        let mut values = [0; SIZE];
        let mut sorted = [0; SIZE];
        values.copy_from_slice(data);
        for shift in (0..u32::BITS).step_by(DIGIT_BITS as usize) {
            let mut next = starts(&values, shift);
            for value in &values {
                let at = &mut next[digit(*value, shift)];
                sorted[*at] = *value;
                *at += 1;
            }
            values = sorted;
        }
        data.copy_from_slice(&values);
    }
}
