#[sycl_hls::kernels]
pub mod registers {
    #[kernel]
    pub fn total(x: &[i32], sum: &mut i64, largest: &mut i32) {
        *sum = 0;
        *largest = i32::MIN;
        for i in 0..x.len() {
            *sum += x[i] as i64;
            if x[i] > *largest {
                *largest = x[i];
            }
        }
    }

    /// Counts on, and keeps `last` unless `n` is large.
    #[kernel]
    pub fn count(n: u32, counter: &mut u32, last: &mut u8) {
        *counter = counter.wrapping_add(n);
        if n > 100 {
            *last = n as u8;
            return;
        }
        if n == 7 {
            *counter = 0;
        }
    }

    /// Hosts may start it once for many runs, and change its arguments meanwhile.
    #[kernel(auto_restart, mailbox)]
    pub fn exchanged(#[len(1)] runs: &mut [u32], a: i32, b: i32, sum: &mut i32, product: &mut i32) {
        runs[0] = runs[0].wrapping_add(1);
        *sum = a.wrapping_add(b);
        *product = a.wrapping_mul(b);
    }

    /// It has no memory, and its first result is there as soon as the run ends.
    #[kernel(auto_restart, mailbox)]
    pub fn combined(a: i32, b: i32, sum: &mut i32, product: &mut i32) {
        *sum = a.wrapping_add(b);
        *product = a.wrapping_mul(b);
    }
}
