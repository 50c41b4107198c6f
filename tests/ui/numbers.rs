#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], n: i32, u: u8, flag: bool, y: &mut [f32]) {
        let a = 3.pow(2);
        let b = 1.5.floor();
        let c = n.is_power_of_two();
        let d = u.abs();
        let e = flag.min(true);
        let f = x[0].leading_zeros();
        let g = u.sqrt();
        let h = n.sin();
        let i = x[0].ln();
        let j = u.pow(n);
        let k = n.clamp(0, 1.0);
        let l = u.checked_add(300);
        let m = n.to_string();
        let o = u.rotate_left(1_u8);
        let p = x[0].total_cmp(&x[1]);
        let r = f32::from_bits(x[0]);
        let v = u8::max_value();
        let w = (-5).abs();
        let z = u8::from_str_radix(n);
        let aa: u32 = n.into();
        let bb = n.div_ceil(2);
        let cc = u.wrapping_addd(1);
    }
}

fn main() {}
