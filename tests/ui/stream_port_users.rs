#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn without_waiting(mut a: Receiver<u32>, mut b: Sender<u32>) {
        let _full = b.is_full();
        let _sent = b.try_send(1);
        let _next = a.peek();
    }
}

#[sycl_hls::kernels]
mod two_users {
    use sycl_hls::device::*;

    #[kernel]
    pub fn two_users(mut a: Receiver<u32>, y: &mut [u32]) {
        #[dataflow]
        {
            first(&mut a, &mut y[..1]);
        }
        y[1] = a.recv();
    }

    fn first(a: &mut Receiver<u32>, y: &mut [u32]) {
        y[0] = a.recv();
    }
}

fn main() {}
