//! `use` of variants that an enum does not have, or in another form.

#[sycl_hls::kernels]
pub mod kernels {
    #[derive(Clone, Copy)]
    pub enum Color {
        Red,
        Mixed(u8),
    }

    use Color::Read;

    #[kernel]
    pub fn kernel(x: &[u8], y: &mut [u8]) {
        use Color::{Green, Mixed, Red};
        use Shade::Dark;
        let color = Mixed(x[0]);
        y[0] = match color {
            Red => 1,
            Mixed => 2,
        };
    }

    #[kernel]
    pub fn elsewhere(y: &mut [u8]) {
        y[0] = match Color::Red {
            Mixed(by) => by,
            Color::Red => 1,
        };
    }
}

fn main() {}
