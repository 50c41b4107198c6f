//! `hello` of the hosts that measure runs in a second.

#[sycl_hls::kernels]
mod kernels {
    const TEXT: [u8; 13] = [b'H', b'e', b'l', b'l', b'o', b' ', b'W', b'o', b'r', b'l', b'd', b'\n', 0];

    #[kernel]
    pub fn hello(#[len(13)] buf: &mut [u8]) {
        for i in 0..13 {
            buf[i] = TEXT[i];
        }
    }
}
