#[sycl_hls::kernels]
mod module_without_body_file;

fn main() {}
