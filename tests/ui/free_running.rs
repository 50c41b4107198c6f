#[sycl_hls::kernels(
    link(load.output -> scale.input, depth = 4),
    link(scale.output -> open.input, depth = 4),
    link(clock.output -> store.input, depth = 4)
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn load(x: &[u32], mut output: Sender<u32>) {
        for i in 0..x.len() {
            output.send(x[i]);
        }
    }

    #[kernel(control = none)]
    pub fn scale(mut input: Receiver<u32>, mut output: Sender<u32>, a: u32) {
        output.send(a * input.recv());
    }

    #[kernel(control = none)]
    pub fn open(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(input.recv());
    }

    #[kernel(control = none)]
    pub fn clock(mut output: Sender<u32>) {
        output.send(1);
    }

    #[kernel]
    pub fn store(mut input: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = input.recv();
        }
    }
}

#[sycl_hls::kernels(link(first.output -> second.input, depth = 4), link(second.output -> first.input, depth = 4))]
mod idle {
    use sycl_hls::device::*;

    #[kernel(control = none)]
    pub fn first(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(input.recv());
    }

    #[kernel(control = none)]
    pub fn second(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(input.recv());
    }
}

#[sycl_hls::kernels(link(load.output -> delay.input, depth = 4), link(delay.output -> store.input, depth = 4))]
mod order {
    use sycl_hls::device::*;

    #[kernel(control = auto)]
    pub fn load(x: &[u32], mut output: Sender<u32>) {
        for i in 0..x.len() {
            output.send(x[i]);
        }
    }

    #[kernel(control = none)]
    #[ap_ctrl_hs]
    pub fn delay(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(0);
        output.send(input.recv());
    }

    #[kernel(control = none, auto_restart)]
    pub fn store(mut input: Receiver<u32>) {
        let _ = input.recv();
    }
}

#[sycl_hls::kernels(link(load.output -> delay.input, depth = 4), link(delay.output -> store.input, depth = 4))]
mod first {
    use sycl_hls::device::*;

    #[kernel]
    pub fn load(x: &[u32], mut output: Sender<u32>) {
        for i in 0..x.len() {
            output.send(x[i]);
        }
    }

    #[kernel(control = none)]
    pub fn delay(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(0);
        output.send(input.recv());
    }

    #[kernel]
    pub fn store(mut input: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = input.recv();
        }
    }
}

#[sycl_hls::kernels]
mod alone {
    use sycl_hls::device::*;

    #[kernel(control = none)]
    pub fn echo(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(input.recv());
    }
}

fn main() {}
