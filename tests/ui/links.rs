#[sycl_hls::kernels(
    link(load.output -> missing.input, depth = 4),
    link(load.out -> store.input, depth = 4),
    link(store.input -> load.output, depth = 4),
    link(load.output -> store.input, depth = 0),
    link(load.output -> floats.input, depth = 4),
    link(load.output -> pass.input, depth = 4),
    link(load.output -> store.input, depth = 4),
    link(echo.output -> echo.input, depth = 4),
    link(each.output -> store.input, depth = 4),
    link(units.output -> store.input, depth = 4),
    link(numbers.output -> store.input, depth = 4),
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn load(x: &[u32], mut output: Sender<u32>) {
        for i in 0..x.len() {
            output.send(x[i]);
        }
    }

    #[kernel]
    pub fn pass(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(input.recv());
    }

    #[kernel]
    pub fn echo(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(input.recv());
    }

    #[kernel]
    pub fn store(mut input: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = input.recv();
        }
    }

    #[kernel]
    pub fn floats(mut input: Receiver<f32>, y: &mut f32) {
        *y = input.recv();
    }

    #[kernel(instances(N = [1, 2]))]
    pub fn each<const N: usize>(mut output: Sender<u32>) {
        for _ in 0..N {
            output.send(1);
        }
    }

    #[kernel]
    #[compute_units(2)]
    pub fn units(mut output: Sender<u32>) {
        output.send(1);
    }

    fn numbers(mut output: Sender<u32>) {
        output.send(1);
    }
}

fn main() {}
