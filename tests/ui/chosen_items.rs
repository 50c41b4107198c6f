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
        let ended = x.iter().scan(0, |n, _| if *n > 3 { None } else { Some(*n) }).sum();
        for (a, b) in x.iter().scan(0.0, |sum, v| Some(*sum + v)).zip(y) {
            *b = a as i32;
        }
        let alone = y.iter().scan(1).last();
    }
}

fn main() {}
