//! Loops and functions, as they are and as they pipeline best.

/// Shapes of loops, and functions for them.
#[sycl_hls::kernels]
pub mod loops {
    const SIDE: usize = 20;

    /// Introductory, Modeling/variable_bound_loops: the number of steps is an argument. The example asks to unroll the
    /// loop fully, which no loop of this kind can be.
    #[kernel]
    pub fn variable_bound(width: u8, #[len(32)] values: &[i16], #[len(1)] sum: &mut [i32]) {
        let mut total = 0;
        #[loop_tripcount(max = 32)]
        for x in 0..width as usize {
            total += values[x] as i32;
        }
        sum[0] = total;
    }

    /// Introductory, Pipelining/Loops/imperfect_loop: statements around the inner loop.
    #[kernel]
    pub fn imperfect_loop(#[len(SIDE)] a: &[i8], #[len(SIDE)] b: &mut [i16]) {
        for i in 0..SIDE {
            let mut sum = 0_i32;
            #[pipeline]
            for j in 0..SIDE {
                sum += i32::from(a[j]) * j as i32;
            }
            b[i] = if i % 2 == 0 { (sum / 20) as i16 } else { 0 };
        }
    }

    /// Introductory, Pipelining/Loops/perfect_loop: the same with all statements in the inner loop.
    #[kernel]
    pub fn perfect_loop(#[len(SIDE)] a: &[i8], #[len(SIDE)] b: &mut [i16]) {
        let mut sum = 0_i32;
        for i in 0..SIDE {
            #[pipeline]
            for j in 0..SIDE {
                if j == 0 {
                    sum = 0;
                }
                sum += i32::from(a[j]) * j as i32;
                if j == SIDE - 1 {
                    b[i] = if i % 2 == 0 { (sum / 20) as i16 } else { 0 };
                }
            }
        }
    }

    /// Introductory, Pipelining/Loops/pipelined_loop (solution 1): one accumulator for both loops.
    #[kernel]
    pub fn pipelined_loop(#[len(SIDE)] a: &[i8], #[len(1)] sum: &mut [i32]) {
        let mut total = 0;
        for i in 0..SIDE {
            #[pipeline(ii = 1)]
            for j in 0..SIDE {
                total += a[j] as i32 * i as i32;
            }
        }
        sum[0] = total;
    }

    /// Introductory, Pipelining/Loops/pipelined_loop (solution 2): twenty products in each step.
    #[kernel]
    pub fn pipelined_outer_loop(#[len(SIDE)] a: &[i8], #[len(1)] sum: &mut [i32]) {
        let mut total = 0;
        #[pipeline]
        for i in 0..SIDE {
            for j in 0..SIDE {
                total += a[j] as i32 * i as i32;
            }
        }
        sum[0] = total;
    }

    /// Introductory, Pipelining/Loops/pipelined_loop (solution 3): all products side by side.
    #[kernel]
    #[pipeline]
    pub fn pipelined_function(#[len(SIDE)] a: &[i8], #[len(1)] sum: &mut [i32]) {
        #[array_partition(kind = complete, dim = 0)]
        let mut values = [0; SIDE];
        values.copy_from_slice(a);
        let mut total = 0;
        for i in 0..SIDE {
            for j in 0..SIDE {
                total += values[j] as i32 * i as i32;
            }
        }
        sum[0] = total;
    }

    const K: usize = 11;
    const COLUMNS: usize = 512;
    const COEFFICIENTS: [i32; K] = [1, 3, -5, 7, 9, 11, -9, 7, 5, -3, 1];

    /// Accel, cpp_kernels/dependence_inter: a vertical convolution, whose line buffer is written and read in each step
    /// at one column only. The promise holds where rows are longer than the pipeline.
    #[kernel]
    pub fn vertical_convolution(
        height: usize,
        width: usize,
        #[len(height * width)] image: &[i32],
        #[len(height * width)] out: &mut [i32],
    ) {
        #[array_partition(kind = complete, dim = 1)]
        let mut lines = [[0; COLUMNS]; K - 1];
        #[loop_tripcount(min = 256, max = 256)]
        for row in 0..height {
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = 256, max = 256)]
            #[dependence(variable = lines, inter, false)]
            for column in 0..width {
                let newest = image[row * width + column];
                let mut sum = 0;
                for i in 0..K {
                    let value = if i < K - 1 { lines[i][column] } else { newest };
                    sum += value * COEFFICIENTS[i];
                    if i > 0 {
                        lines[i - 1][column] = value;
                    }
                }
                out[row * width + column] = sum;
            }
        }
    }

    #[inline(off)]
    fn incremented(value: i8, #[function_instantiate] by: i8) -> i8 {
        value.wrapping_add(by)
    }

    /// Introductory, Pipelining/Functions/function_instantiate: one function, each call with a constant of its own.
    #[kernel]
    pub fn function_instantiate(a: i8, b: i8, c: i8, #[len(3)] out: &mut [i8]) {
        out[0] = incremented(a, 0);
        out[1] = incremented(b, 1);
        out[2] = incremented(c, 100);
    }

    fn sum_and_difference(a: i32, b: i32) -> (i32, i32) {
        (a + b, a - b)
    }

    fn shifted(pair: (i32, i32)) -> (i32, i32) {
        (pair.0 >> 1, pair.1 >> 2)
    }

    /// Introductory, Pipelining/Functions/hier_func: functions that give two results, in a chain.
    #[kernel]
    pub fn hierarchy(a: i32, b: i32, #[len(2)] out: &mut [i32]) {
        let (c, d) = shifted(sum_and_difference(a, b));
        out[0] = c;
        out[1] = d;
    }

    fn fibonacci<const N: usize>(a: u32, b: u32) -> u32 {
        let (mut previous, mut current) = (a, b);
        #[unroll]
        for _ in 1..N {
            let next = previous + current;
            previous = current;
            current = next;
        }
        current
    }

    /// Introductory, Modeling/using_cpp_templates: the number is a parameter of the function, not of the hardware.
    #[kernel]
    pub fn templates(a: u32, b: u32, #[len(3)] out: &mut [u32]) {
        out[0] = fibonacci::<1>(a, b);
        out[1] = fibonacci::<10>(a, b);
        out[2] = fibonacci::<{ SIDE + 1 }>(a, b);
    }

    #[inline(off)]
    fn accumulated<const STEP: i32>(state: &mut i32, input: i32) -> i32 {
        *state += input * STEP;
        *state
    }

    /// Introductory, Modeling/cpp_templates_for_multiple_instances: instances that differ in a constant, each with
    /// state of its own.
    #[kernel]
    pub fn instances(inputs: &[i32], sums: &mut [i32]) {
        let mut states = [0; 3];
        #[loop_tripcount(max = 1024)]
        for (input, sum) in inputs.iter().zip(sums) {
            *sum = accumulated::<1>(&mut states[0], *input)
                + accumulated::<2>(&mut states[1], *input)
                + accumulated::<-5>(&mut states[2], *input);
        }
    }

    const PAIRS: usize = 16;

    /// Introductory, Modeling/conditional_control_of_pragmas/using_defines (version 3): four products at a time, which
    /// start in every second cycle.
    #[kernel]
    pub fn dot_product(#[len(PAIRS)] a: &[i32], #[len(PAIRS)] b: &[i32], #[len(1)] result: &mut [i32]) {
        let mut sum = 0;
        #[unroll(factor = 4)]
        #[pipeline(ii = 2)]
        for i in 0..PAIRS {
            sum += a[i] * b[i];
        }
        result[0] = sum;
    }

    const TERMS: usize = 10;

    fn added_fast<const II: usize, const FACTOR: usize>(a: &[i32], b: &[i32], sums: &mut [i32; TERMS]) {
        #[unroll(factor = FACTOR)]
        #[pipeline(ii = II)]
        for i in 0..TERMS {
            sums[i] = a[i] + b[i];
        }
    }

    fn added_slowly<const FACTOR: usize>(a: &[i32], b: &[i32; TERMS], sums: &mut [i32]) {
        #[unroll(factor = FACTOR)]
        #[pipeline(off)]
        for i in 0..TERMS {
            sums[i] = a[i] + b[i];
        }
    }

    /// Introductory, Modeling/conditional_control_of_pragmas/using_template_function: numbers of directives that are
    /// parameters.
    #[kernel]
    pub fn adders(
        #[len(TERMS)] a: &[i32],
        #[len(TERMS)] b: &[i32],
        #[len(TERMS)] c: &[i32],
        #[len(TERMS)] z: &mut [i32],
    ) {
        let mut sums = [0; TERMS];
        added_fast::<1, 4>(a, b, &mut sums);
        added_slowly::<5>(c, &sums, z);
    }
}
