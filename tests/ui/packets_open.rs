#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;
    #[kernel]
    pub fn a(mut input: Receiver<u32>, mut output: Sender<Packet<u32, 4>>) {
        let p = Packet::new(input.recv());
        let last = p.last;
        if last {
            output.send(Packet::<u32, 4>::new(2));
        }
    }
    #[kernel]
    pub fn b(mut output: Sender<Packet<u32, 4>>, mut other: Sender<Packet<u16>>) {
        let p = Packet::new(3);
        output.send(p);
        other.send(p);
    }
    #[kernel]
    pub fn c(mut output: Sender<u32>) {
        output.send(Packet::new(3));
    }
    #[kernel]
    pub fn d(mut output: Sender<Packet<u32, 4>>) {
        output.send(Packet::new(3_u16));
        output.send(Packet::new(3).with_usr(3));
        output.send(Packet::new());
        output.send(Packet::new(3).with_user(true));
        output.send(Packet::default());
    }
}

fn main() {}
