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
}
