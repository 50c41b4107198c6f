//! Arrays as arguments: `&[T; N]` and `&mut [T; N]`.

#[sycl_hls::kernels]
pub mod array_arguments {
    use sycl_hls::device::*;

    type Taps = [f32; 5];

    #[derive(Clone, Copy, PartialEq, Element)]
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }

    fn dot<const N: usize>(a: &[i32; N], b: &[i32; N]) -> i32 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    fn bump(counts: &mut [u32; 16], at: u32) {
        counts[(at % 16) as usize] += 1;
    }

    /// Coefficients in registers.
    #[kernel]
    pub fn fir(taps: &Taps, x: &[f32], y: &mut [f32]) {
        let taps = *taps;
        let mut line = [0.0; 5];
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            line.copy_within(0..4, 1);
            line[0] = x[i];
            y[i] = taps.iter().zip(line).fold(0.0, |sum, (tap, x)| tap.mul_add(x, sum));
        }
    }

    /// Rows, lent to functions.
    #[kernel]
    pub fn product(a: &[[i32; 4]; 3], #[m_axi(bundle = "vectors")] v: &[i32; 4], y: &mut [i32; 3]) {
        for (y, row) in y.iter_mut().zip(a) {
            *y = dot(row, v);
        }
        let [first, .., last] = *y;
        y[1] ^= first - last + a.len() as i32 + v.map(|v| v * v).iter().sum::<i32>();
    }

    /// Read and written, whole and by elements.
    #[kernel]
    pub fn counted(x: &[u32], counts: &mut [u32; 16], points: &mut [Point; 2]) {
        let before = *counts;
        for x in x {
            bump(counts, *x);
        }
        counts.swap(0, 15);
        if *counts == before {
            *counts = [7; 16];
        }
        points[1] = Point { x: before[3] as i32 + points[0].y, ..points[1] };
        *points = [points[1], points[0]];
    }

    fn send(values: &[u32; 8], mut to: Sender<u32>) {
        for value in values {
            to.send(*value);
        }
    }

    fn collect(mut from: Receiver<u32>, to: &mut [u32; 8]) {
        for to in to.iter_mut() {
            *to = from.recv() * 3;
        }
    }

    /// Through processes.
    #[kernel]
    pub fn streamed(x: &[u32; 8], y: &mut [u32; 8]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            send(x, tx);
            collect(rx, y);
        }
    }

    /// Of a length that the instance decides.
    #[kernel(instances(N = [3, 6]))]
    pub fn reversed<const N: usize>(x: &[i16; N], y: &mut [i16; N]) {
        for i in 0..N {
            y[N - 1 - i] = x[i];
        }
    }
}
