#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
    }

    impl Point {
        const ZERO: Point = Point { x: 0.0 };

        fn set(&mut self, x: f32) {
            self.x = x;
        }

        fn wrong(&self) {
            self.x = 1.0;
            self.set(2.0);
        }

        fn by_value(self) {
            self.x = 3.0;
        }
    }

    fn through(p: &Point, q: &mut Point, r: Point, mut s: Point) {
        p.x = 1.0;
        q.x = 2.0;
        r.x = 3.0;
        s.x = 4.0;
        p.set(5.0);
        q.set(6.0);
        r.set(7.0);
        s.set(8.0);
        q = &mut s;
    }

    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let point = Point { x: 0.0 };
        point.x = 1.0;
        point.set(1.0);
        Point::ZERO.x = 2.0;
        Point::ZERO.set(2.0);
        Point { x: 1.0 }.set(2.0);
        let (a, mut b) = (1.0, 2.0);
        a = 3.0;
        b += 4.0;
        let line = [0.0; 4];
        line[0] = 1.0;
        line.fill(1.0);
        line.swap(0, 1);
        x.fill(0.0);
        for v in line.iter_mut() {
            *v = 1.0;
        }
        if let Some(n) = Some(1) {
            n = 2;
        }
        1 = 2;
        x[0] + 1.0 = 2.0;
        for v in x {
            *v = 1.0;
        }
        let closure = x.iter().map(|v| {
            v = 1.0;
            1.0
        }).sum::<f32>();
    }
}

fn main() {}
