#[sycl_hls::kernels]
mod kernels {
    const SIZE: usize = COUNT;

    struct Point {
        x: Flaot,
    }

    impl Point {
        fn length(&self) -> f32 {
            self.x * missing
        }
    }

    fn area(p: &Point) -> f32 {
        p.width * p.length()
    }

    #[kernel]
    pub fn kernel(n: u32, x: &[f32], y: &mut [f32]) {
        let line = [0.0; SIZE];
        let p = Point { x: 1.0 };
        let q = undefined + 1;
        y[0] = area(&p) + line[0] + q;
        y[1] = p.x + p.z;
        for i in 0..n {
            y[i] = q;
        }
        let Point { x: a } = p;
        match a {
            b => y[2] = b,
        }
        let c = clamp(q);
        y[3] = c + c.wrapping_sub(d);
    }
}

fn main() {}
