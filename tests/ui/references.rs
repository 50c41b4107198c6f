#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[f32], z: &[f32], y: &mut [f32]) {
        let chosen = if n > 1 { x } else { z };
        let other = match n {
            0 => &x[0..4],
            _ => &z[0..4],
        };
        let mut moving = x;
        moving = z;
        let twice = &&n;
        let pair = (x, z);
        let both = [x, z];
        let maybe = Some(x);
        let nothing = &();
        let looped = loop {
            break x;
        };
        y[0] = chosen[0] + other[0] + moving[0];
    }
}

fn main() {}
