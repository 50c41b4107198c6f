use sycl_hls::scope;

fn main() {
    let mut data = [1.0_f32];
    let mut kept = None;
    scope(|s| kept = Some(s.buffer(&mut data))).unwrap();
    drop(kept);

    scope(|s| {
        let mut inner = [1.0_f32];
        s.buffer(&mut inner);
    })
    .unwrap();

    scope(|s| {
        s.buffer(&mut data);
        data[0] = 2.0;
    })
    .unwrap();
}
