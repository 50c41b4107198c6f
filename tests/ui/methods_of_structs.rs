#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Counter {
        count: u32,
    }

    impl Counter {
        const START: u32 = 1;

        fn new(count: u32) -> Self {
            Self { count }
        }

        fn get(&self) -> u32 {
            self.count
        }

        fn add(&mut self, n: u32) {
            self.count += n;
        }

        fn reset(&self) {
            self.count = 0;
        }

        fn again(self) -> u32 {
            self.again()
        }
    }

    #[kernel]
    pub fn kernel(out: &mut [u32]) {
        let counter = Counter::new();
        let other = Counter::new(1);
        other.add(1);
        out[0] = other.gett();
        out[1] = other.get(1);
        out[2] = other.new(2);
        out[3] = Counter::strat;
        out[4] = Counter::add;
        out[5] = Counter::get(&other) + Counter::get(other);
        out[6] = Counter::lost(1);
        let mut third = Counter::new(1.0);
        third.add(true);
        third.count();
    }
}

fn main() {}
