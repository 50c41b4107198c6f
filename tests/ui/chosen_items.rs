#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Point {
        x: i32,
    }

    #[kernel]
    pub fn items(x: &[f32], y: &mut [i32]) {
        if let Some(v) = y.iter_mut().find(|v| **v > 3) {
            *v = 1;
        }
        let part = x.chunks_exact(2).max_by_key(|part| part.len());
        let pair = y.iter().zip(x.windows(2)).last();
        let largest = x.iter().max_by_key(|v| **v);
        let keyed = y.iter().min_by_key(|v| Point { x: **v });
        let wrong = y.iter().find(|v| **v);
        let arity = y.iter().max_by(|v| 1);
        let none = y.iter().last(|v| 1);
        let first = y.iter().find();
    }
}

fn main() {}
