#[sycl_hls::kernels]
pub mod outputs {
    use sycl_hls::device::*;

    #[kernel]
    pub fn kinds(
        x: i64,
        a: &mut u8,
        b: &mut i8,
        c: &mut u16,
        d: &mut i16,
        e: &mut u32,
        f: &mut i32,
        g: &mut u64,
        h: &mut i64,
        i: &mut f32,
        j: &mut f64,
    ) {
        *a = x as u8;
        *b = x as i8;
        *c = x as u16;
        *d = x as i16;
        *e = x as u32;
        *f = x as i32;
        *g = x as u64;
        *h = x;
        *i = x as f32;
        *j = x as f64;
    }

    #[kernel]
    pub fn doubled(a: &mut u8, b: &mut i16, c: &mut i64, d: &mut f32, e: &mut f64, n: usize) {
        for _ in 0..n {
            *a = a.wrapping_mul(2);
            *b = b.wrapping_mul(2);
            *c = c.wrapping_mul(2);
            *d *= 2.0;
            *e *= 2.0;
        }
    }

    fn divide(a: u32, b: u32, quotient: &mut u32, remainder: &mut u32) {
        *quotient = a / b;
        *remainder = a - *quotient * b;
    }

    fn add_to(sum: &mut u32, x: u32) {
        *sum = sum.wrapping_add(x);
    }

    #[kernel]
    pub fn division(a: u32, b: u32, quotient: &mut u32, remainder: &mut u32, times: &mut u32) {
        divide(a, b, quotient, remainder);
        add_to(times, 1);
    }

    #[kernel]
    pub fn find(x: &[u32], wanted: u32, at: &mut usize, found: &mut u32) {
        *found = 0;
        for i in 0..x.len() {
            *at = i;
            if x[i] == wanted {
                *found = 1;
                break;
            }
        }
    }

    #[kernel]
    pub fn bits(n: u32, bits: &mut u32) {
        let mut left = n;
        let mut count = 0;
        loop {
            if left == 0 {
                *bits = count;
                break;
            }
            left >>= 1;
            count += 1;
        }
    }

    #[kernel]
    pub fn last_of_four(#[len(4)] x: &[u32], y: &mut u32) {
        #[pipeline]
        for i in 0..4_usize {
            *y = x[i];
        }
    }

    /// Through a stream: the sum is of the process that receives.
    #[kernel]
    pub fn streamed(x: &[u32], sum: &mut u32, #[len(1)] copy: &mut [u32]) {
        let (tx, rx) = stream::<u32, 4>();
        #[dataflow]
        {
            load(x, tx);
            collect(rx, sum, x.len());
        }
        copy[0] = *sum;
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn collect(mut rx: Receiver<u32>, sum: &mut u32, n: usize) {
        *sum = 0;
        for _ in 0..n {
            *sum = sum.wrapping_add(rx.recv());
        }
    }

    #[kernel]
    pub fn checked(x: &[u32], i: usize, y: &mut u32) {
        *y = x[i];
    }
}
