//! Units of the operators' library that have several things to do.

#[sycl_hls::kernels]
pub mod units {
    use sycl_hls::device::*;

    /// Loops after each other, in all of which the same is computed.
    #[kernel]
    pub fn sequence(a: f32, x: &[f32], y: &mut [f32], z: &mut [f32]) {
        for i in 0..x.len() {
            y[i] = a * x[i] + y[i];
        }
        for i in 0..x.len() {
            z[i] = x[i] * y[i] - z[i] / a;
        }
        for i in 0..x.len() {
            let product = z[i] * z[i];
            if y[i] > 0.0 {
                y[i] = (product - x[i]).abs().sqrt() / y[i];
            }
        }
    }

    /// Iterations that start so seldom that a unit can do several things for each of them, also longer than to the next one.
    #[kernel]
    pub fn intervals(a: f64, n: u64, x: &[f64], y: &mut [f64], z: &mut [u64]) {
        #[pipeline(ii = 2)]
        for i in 0..x.len() {
            y[i] = (x[i] * a - y[i]) * (x[i] + a) * y[i];
        }
        #[pipeline(ii = 5)]
        for i in 0..x.len() {
            let product = z[i].wrapping_mul(n);
            let other = (z[i] ^ n).wrapping_mul(product);
            if other & 1 == 0 {
                z[i] = product.wrapping_mul(other) ^ (other / (n | 1));
            } else {
                z[i] = other % (n | 1) + product / 3;
            }
        }
        #[pipeline(ii = 7)]
        for i in 0..x.len() {
            let square = x[i] * x[i];
            y[i] = (square * x[i] + y[i]) * (square - y[i]) + x[i].mul_add(a, y[i]).mul_add(square, a);
        }
    }

    /// One iteration after the other, and what is around them.
    #[kernel]
    pub fn steps(a: i32, x: &[i32], y: &mut [i32]) {
        let mut sum = x[0].wrapping_mul(a);
        #[pipeline(off)]
        for i in 0..x.len() {
            let by = x[i] | 1;
            y[i] = sum.wrapping_div(by) ^ sum.wrapping_rem(by);
            sum = sum.wrapping_mul(by).wrapping_mul(y[i]);
            for j in 0..3 {
                sum = sum.wrapping_add(x[i].wrapping_mul(j)).wrapping_rem(1000);
            }
        }
        y[0] = sum.wrapping_mul(y[0]);
    }

    /// Operators that are asked for, beside those that are not.
    #[kernel]
    pub fn bound(scale: f32, x: &[f32], k: &[u32], y: &mut [f32], z: &mut [u32]) {
        #[bind_op(op = fadd, impl = fulldsp)]
        #[bind_op(op = fsub, impl = fulldsp, latency = 8)]
        let mut sum = 0.5_f32;
        for i in 0..x.len() {
            #[bind_op(impl = maxdsp, latency = 5)]
            let product = scale * x[i];
            sum += product;
            y[i] = sum - x[i];
            if k[i] & 1 == 0 {
                sum -= x[i];
            }
            #[bind_op(impl = fabric)]
            let square = k[i].wrapping_mul(k[i]);
            #[bind_op(impl = dsp, latency = 4)]
            let cube = square.wrapping_mul(k[i]);
            z[i] = square ^ cube;
        }
    }
}
