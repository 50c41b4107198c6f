//! `mbox_autorestart` of the host that changes arguments of a kernel which runs for ever.

#[sycl_hls::kernels]
mod kernels {
    #[kernel(auto_restart, mailbox)]
    pub fn mbox_autorestart(in1: i32, in2: i32, add: &mut i32, mult: &mut i32) {
        *add = in1 + in2;
        *mult = in1 * in2;
    }
}
