#[sycl_hls::kernels]
mod kernels {
    use std::ops::{Index, IndexMut};

    struct Line {
        values: [u32; 4],
    }

    impl Index<usize> for Line {
        type Output = u32;
        fn index(&self, at: usize) -> &u32 {
            &self.values[at]
        }
    }

    struct Table {
        values: [u32; 4],
    }

    impl Index<usize> for Table {
        type Output = u32;
        fn index(&self, at: usize) -> &u32 {
            if at > 3 {
                return &self.values[0];
            }
            &self.values[at]
        }
    }

    impl IndexMut<usize> for Table {
        fn index_mut(&mut self, at: usize) -> &mut u32 {
            &mut self.values[at]
        }
    }

    impl Table {
        fn larger(&self) -> &u32 {
            if self[0] > self[1] { &self.values[0] } else { &self.values[1] }
        }
    }

    fn set(table: &Table) {
        table[0] = 1;
    }

    #[kernel]
    pub fn kernel(x: &[u32], y: &mut [u32]) {
        let mut line = Line { values: [1; 4] };
        line[0] = x[0];
        line[1] += 1;
        let last = &mut line[3];
        *last = 7;
        y[0] = line[2_u8];
        let table = Table { values: [1; 4] };
        table[0] = 2;
        set(&table);
        y[1] = *table.larger() + table["a"];
        y[2] = table[1][2];
    }
}

fn main() {}
