#[sycl_hls::kernels(board = "u200")]
mod kernels {}

fn main() {}
