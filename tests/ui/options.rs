#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[f32], y: &mut [f32]) {
        let a = n.checked_add(1);
        let b = a + 1;
        let c: u32 = a;
        let d: Option<u32> = 1;
        let e = None;
        let f = a.map(|v| v + 1);
        let g = a.expect("a value");
        let h = a.unwrap_or(1.0);
        let i = a?;
        let j = Some();
        let k = Some(1, 2);
        let l = a.is_somee();
        let m: Option<u32> = Some(1.0);
        let o = a.value;
        if a {
            y[0] = 1.0;
        }
        let p = x.get(0);
        let q = x.first().unwrap();
        let r = a > Some(1);
        let s = Ok(1);
    }
}

fn main() {}
