//! The report of kernels with processes that do the same for a long time.

use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::report::{Assumed, Given, Kernel, kernel};

use crate::hardware::subject::rust;

/// The report of a kernel whose slices have this many elements.
fn report(code: &str, elements: u64) -> Kernel {
    let mut module = rust(code);
    run_all(&mut module, HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    let given = vec![Given::Length(elements); func.params.len()];
    kernel(&module, func, 300, Assumed { given: &given, memory: None }).unwrap()
}

/// An element in each cycle.
const SUMS: &str = "#[kernel] pub fn sums(
    a: &[u32], #[m_axi(bundle = \"b\")] b: &[u32], #[m_axi(bundle = \"out\")] out: &mut [u32]
) {
    let (mut a_tx, mut a_rx) = stream::<u32, 16>();
    let (mut b_tx, mut b_rx) = stream::<u32, 16>();
    let (mut s_tx, mut s_rx) = stream::<u32, 2>();
    #[dataflow]
    {
        for v in a { a_tx.send(*v); }
        for v in b { b_tx.send(*v); }
        for _ in 0..a.len() { s_tx.send(a_rx.recv().wrapping_add(b_rx.recv())); }
        for v in out.iter_mut() { *v = s_rx.recv(); }
    }
}";

/// The consumer takes two elements, one after the other, so that the producer waits every other cycle.
const PAIRS: &str = "#[kernel] pub fn pairs(a: &[u32], #[m_axi(bundle = \"out\")] out: &mut [u32]) {
    let (mut tx, mut rx) = stream::<u32, 2>();
    #[dataflow]
    {
        for v in a { tx.send(*v); tx.send(*v); }
        for v in out.iter_mut() { *v = rx.recv().wrapping_add(rx.recv()); }
    }
}";

/// 2^40 elements would take days, one after the other.
#[test]
fn what_is_repeated_is_counted() {
    const FEW: u64 = 200;
    const MANY: u64 = 1 << 40;
    for (code, each) in [(SUMS, 1), (PAIRS, 2)] {
        let [few, more, many] = [FEW, FEW + 1, MANY].map(|elements| report(code, elements));
        let grown = |of: &dyn Fn(&Kernel) -> u64| {
            let (few, more, many) = (of(&few), of(&more), of(&many));
            assert_eq!(many, few + (more - few) * (MANY - FEW), "{code}");
            more - few
        };
        assert_eq!(grown(&|kernel| kernel.cycles.exact().unwrap()), each);
        for position in 0..few.processes.len() {
            let process = |kernel: &Kernel| kernel.processes[position].clone();
            grown(&|kernel| process(kernel).cycles.exact().unwrap());
            grown(&|kernel| process(kernel).waiting());
            grown(&|kernel| process(kernel).last.unwrap());
            assert_eq!(grown(&|kernel| process(kernel).loops[0].iterations.exact().unwrap()), 1);
            assert_eq!(grown(&|kernel| process(kernel).loops[0].cycles.exact().unwrap()), each);
            grown(&|kernel| process(kernel).activity.parts.iter().flatten().sum());
        }
        for position in 0..few.channels.len() {
            assert_eq!(
                grown(&|kernel| kernel.channels[position].elements.exact().unwrap()),
                if each == 1 { 1 } else { 2 }
            );
        }
        let most = |kernel: &Kernel| kernel.channels.iter().map(|it| it.most).collect::<Vec<_>>();
        assert_eq!(most(&few), most(&many));
    }
}

/// A process that has ended takes no part in what is left of the run.
#[test]
fn what_has_ended_is_at_rest() {
    const FIRST: &str = "#[kernel] pub fn first(a: &[u32], #[m_axi(bundle = \"out\")] out: &mut [u32]) {
        let (mut tx, mut rx) = stream::<u32, 16>();
        #[dataflow]
        {
            for v in 0..8_usize { tx.send(a[v]); }
            for i in 0..out.len() { out[i] = if i < 8 { rx.recv() } else { 0 }; }
        }
    }";
    let report = report(FIRST, 1000);
    assert!(report.cycles.exact().unwrap() > 1000);
    let sender = report.processes.iter().find(|it| it.loops[0].iterations.exact() == Some(8)).unwrap();
    let cycles = sender.cycles.exact().unwrap();
    assert!(cycles < 100 && sender.last.unwrap() < 100, "{cycles} {:?}", sender.last);
}
