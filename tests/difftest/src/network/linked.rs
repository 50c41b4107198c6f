//! Linked kernels: one that reads the input, one that writes the output, and between them free-running ones and such as are started.

use std::fmt::Write as _;

use sycl_hls_tests::job::{Arg, ArgKind, ArgTy, Job};
use sycl_hls_types::Scalar;

use super::{Channel, Network, ends};
use crate::case::Case;

/// The kernels so far.
#[derive(Default)]
struct Kernels {
    text: String,
    /// `link(producer.port -> consumer.port, depth = 4)`
    links: String,
    /// What the kernels between the first and the last one take: how many elements there are.
    counts: usize,
    number: usize,
}

/// What a kernel has besides its ports.
#[derive(Clone, Copy)]
struct Shape {
    /// Behind `#[kernel`.
    control: &'static str,
    /// Parameters before the ports, and behind them.
    first: &'static str,
    last: &'static str,
}

const PLAIN: Shape = Shape { control: "", first: "", last: "" };

/// A channel that no kernel reads yet, with the kernel that writes it.
struct Open {
    channel: Channel,
    writer: String,
}

/// A random network of linked kernels, and a run of it.
pub(super) fn case(network: &mut Network, module: String, elements: i128) -> Case {
    let mut kernels = Kernels::default();
    let mut open: Vec<Open> = Vec::new();
    let to = channels(network, &kernels, 1);
    let sends: String = to.iter().map(|it| format!("{}_tx.send(v as {});\n", it.name, it.ty)).collect();
    let body = format!("let mut v = x[i] as u64;\n{}{sends}", network.computed());
    let loops = network.counted("x.len()", &body);
    open.extend(kernels.add(network, Shape { first: "x: &[u32], ", ..PLAIN }, (Vec::new(), to), &loops));
    for _ in 0..1 + network.dice.below(3) {
        let from: Vec<Open> = (0..=network.dice.below(2)).filter_map(|_| pick(network, &mut open)).collect();
        let to = channels(network, &kernels, 2);
        let taken: Vec<Channel> = from.iter().map(|it| it.channel.clone()).collect();
        if network.dice.percent(70) {
            let run = network.run(&taken, &to, None);
            open.extend(kernels.add(
                network,
                Shape { control: "(control = none)", ..PLAIN },
                (from, to),
                &run,
            ));
        } else {
            let loops = network.over_all(&taken, &to, "n");
            open.extend(kernels.add(network, Shape { last: ", n: usize", ..PLAIN }, (from, to), &loops));
            kernels.counts += 1;
        }
    }
    let from = std::mem::take(&mut open);
    let taken: Vec<Channel> = from.iter().map(|it| it.channel.clone()).collect();
    let body =
        format!("let mut v: u64 = 1;\n{}out[i] = v as u32;\n", network.iteration(&ends(&taken, "rx"), &[]));
    let loops = network.counted("out.len()", &body);
    kernels.add(network, Shape { first: "out: &mut [u32], ", ..PLAIN }, (from, Vec::new()), &loops);
    let Kernels { text, links, counts, .. } = kernels;
    let text = format!(
        "#[sycl_hls::kernels(\n{links})]\n#[allow(unused_mut, unused_variables)]\npub mod {module} {{\nuse sycl_hls::device::*;\n{text}}}\n"
    );
    let mut args = network.slices(elements);
    let last = args.split_off(1);
    let count = u64::try_from(elements).unwrap_or(0);
    let count = Arg { kind: ArgKind::Scalar, ty: ArgTy::Scalar(Scalar::U64), bits: vec![count] };
    args.extend((0..counts).map(|_| count.clone()));
    args.extend(last);
    let jobs = vec![Job { kernel: "linked_k0".to_owned(), args, seed: network.dice.bits() }];
    Case { module, text, jobs }
}

/// New channels, at most so many more than one.
fn channels(network: &mut Network, kernels: &Kernels, more: usize) -> Vec<Channel> {
    let count = 1 + network.dice.below(more + 1);
    let mut channel = |index| Channel {
        name: format!("c{}_{index}", kernels.number),
        ty: network.dice.of(["u32", "u32", "u8", "u64", "i16"]),
    };
    (0..count).map(&mut channel).collect()
}

/// One of the channels that no kernel reads.
fn pick(network: &mut Network, open: &mut Vec<Open>) -> Option<Open> {
    let position = network.dice.below(open.len().max(1));
    (!open.is_empty()).then(|| open.swap_remove(position))
}

impl Kernels {
    /// A kernel with these ports and this body; gives the channels that it writes.
    fn add(
        &mut self,
        network: &mut Network,
        Shape { control, first, last }: Shape,
        (from, to): (Vec<Open>, Vec<Channel>),
        body: &str,
    ) -> Vec<Open> {
        let name = format!("k{}", self.number);
        self.number += 1;
        for Open { channel, writer } in &from {
            let depth = 1 + network.dice.weighted([(3, 0), (3, 1), (1, 4), (1, 15)]);
            let port = &channel.name;
            let _ = writeln!(self.links, "link({writer}.{port}_tx -> {name}.{port}_rx, depth = {depth}),");
        }
        let receivers =
            from.iter().map(|it| format!("mut {0}_rx: Receiver<{1}>", it.channel.name, it.channel.ty));
        let senders = to.iter().map(|it| format!("mut {0}_tx: Sender<{1}>", it.name, it.ty));
        let ports: Vec<String> = receivers.chain(senders).collect();
        let _ = write!(
            self.text,
            "\n#[kernel{control}]\npub fn {name}({first}{}{last}) {{\n{body}}}\n",
            ports.join(", ")
        );
        to.into_iter().map(|channel| Open { channel, writer: name.clone() }).collect()
    }
}
