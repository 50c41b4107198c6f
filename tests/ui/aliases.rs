#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct State {
        a: [f32; 4],
        b: [f32; 4],
        sum: f32,
    }

    impl State {
        fn add(&mut self, x: &[f32; 4]) {
            self.sum += x[0];
        }

        fn both(&mut self, other: &State) {
            self.sum += other.sum;
        }
    }

    fn copy(to: &mut [f32; 4], from: &[f32; 4]) {
        to[0] = from[0];
    }

    fn swap(a: &mut [f32], b: &mut [f32]) {
        a[0] = b[0];
    }

    fn scalars(a: &mut f32, b: &f32, c: &mut f32) {
        *a = *b + *c;
    }

    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        let mut state = State { a: [0.0; 4], b: [1.0; 4], sum: 0.0 };
        copy(&mut state.a, &state.b);
        copy(&mut state.a, &state.a);
        state.add(&state.a);
        state.both(&state);
        swap(&mut y[0..4], &mut y[4..8]);
        let mut rows = [[0.0; 4]; 4];
        copy(&mut rows[0], &rows[1]);
        let mut n = 1.0;
        scalars(&mut n, &n, &mut n);
        let mut m = 2.0;
        scalars(&mut m, &state.sum, &mut state.sum);
    }
}

fn main() {}
