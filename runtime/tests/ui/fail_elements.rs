use sycl_hls::Buffer;

#[derive(Clone, Copy)]
struct Pair(u32, u32);

fn main() {
    Buffer::from_slice(&[true]);
    Buffer::from_vec(vec!['a']);
    Buffer::from_slice(&[Pair(1, 2)]);
}
// Rows: F201.
