#[sycl_hls::kernels]
mod kernels {
    #[kernel(mailbox)]
    pub fn mailbox_alone(n: u32, y: &mut u32) {
        *y = n;
    }

    #[kernel(auto_restart, mailbox)]
    pub fn nothing_to_exchange() {}

    #[kernel(auto_restart)]
    #[ap_ctrl_hs]
    pub fn handshake(n: u32, y: &mut u32) {
        *y = n;
    }

    #[kernel(auto_restart, mailbox)]
    pub fn register_of_a_mailbox(#[s_axilite(offset = 0x18)] n: u32, y: &mut u32) {
        *y = n;
    }

    #[kernel(auto_restart, auto_restart)]
    pub fn twice(n: u32, y: &mut u32) {
        *y = n;
    }

    #[kernel(auto_restart, autostart)]
    pub fn unknown(n: u32, y: &mut u32) {
        *y = n;
    }

    #[kernel(auto_restart mailbox)]
    pub fn no_comma(n: u32, y: &mut u32) {
        *y = n;
    }
}

fn main() {}
