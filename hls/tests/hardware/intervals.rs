//! How often the iterations of pipelined loops start: what limits it, and what does not.

use sycl_hls_compiler::pass::HARDWARE;
use sycl_hls_compiler::rtl::design::{Block, Design, MadeOf, NodeKind};
use sycl_hls_compiler::rtl::{Clock, Plan, hardware};
use sycl_hls_compiler::sched::check;

use crate::hardware::subject::{after, rust};

/// None of them.
const NONE: [u32; 0] = [];

/// The first kernel's hardware, with schedules that keep to all that they have to.
fn built(code: &str) -> (Design, Plan) {
    let module = after(&rust(code), HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    let (design, plan) = hardware(&module, func, Clock { mhz: 300.0, uncertainty: 0.27 }).unwrap();
    for (_, block) in plan.root().blocks.iter() {
        assert_eq!(check(&block.problem, &block.schedule), []);
    }
    (design, plan)
}

/// The intervals of the pipelined loops of the first kernel, in cycles.
pub(crate) fn intervals(code: &str) -> Vec<u32> {
    let (design, plan) = built(code);
    design.root().blocks.iter().filter_map(|(id, _)| plan.root().blocks[id].schedule.ii).collect()
}

pub(crate) fn kernel(params: &str, body: &str) -> Vec<u32> {
    intervals(&format!("use sycl_hls::device::*; #[kernel] pub fn k({params}) {{ {body} }}"))
}

#[test]
fn independent_iterations_start_every_cycle() {
    let axpy = "for i in 0..y.len() { y[i] = a * x[i] + y[i]; }";
    assert_eq!(kernel("a: f32, x: &[f32], y: &mut [f32]", axpy), [1]);
    assert_eq!(kernel("a: f64, x: &[f64], y: &mut [f64]", axpy), [1]);
}

/// The latency of an addition, and the register between two iterations.
#[test]
fn sums_wait_for_their_latency() {
    let sum = |ty: &str| {
        let body =
            format!("let mut sum: {ty} = 0 as {ty}; for i in 0..x.len() {{ sum += x[i]; }} y[0] = sum;");
        kernel(&format!("x: &[{ty}], y: &mut [{ty}]"), &body)
    };
    assert_eq!(sum("u32"), [1]);
    assert_eq!(sum("f32"), [7]);
}

#[test]
fn accesses_of_one_bundle_take_turns() {
    let body = "for i in 0..y.len() { y[i] = a[i] + b[i]; }";
    assert_eq!(kernel("a: &[i32], b: &[i32], y: &mut [i32]", body), [1]);
    let shared = "#[m_axi(bundle = \"g\")] a: &[i32], #[m_axi(bundle = \"g\")] b: &[i32], y: &mut [i32]";
    assert_eq!(kernel(shared, body), [2]);
}

#[test]
fn ports_of_an_array_take_turns() {
    let body = |directive: &str, count: usize| {
        let reads: Vec<String> = (0..count).map(|index| format!("t[(i + {index}) % 64]")).collect();
        format!(
            "{directive} let mut t = [0_u32; 64]; for i in 0..64 {{ t[i] = x[i]; }} \
             for i in 0..64_usize {{ y[i] = {}; }}",
            reads.join(" ^ ")
        )
    };
    let last = |directive, count| kernel("x: &[u32], y: &mut [u32]", &body(directive, count)).pop();
    let asked = |count| last("#[bind_storage(type = ram_t2p, impl = bram)]", count);
    assert_eq!([2, 3, 4, 5].map(asked), [Some(1), Some(2), Some(2), Some(3)]);
    // Where nobody says what the array is, there are as many copies as are read at once.
    assert_eq!([2, 3, 9, 10].map(|count| last("", count)), [Some(1), Some(1), Some(1), Some(2)]);
}

/// How many copies an array has is what its loop needs, and no other loop suffers.
#[test]
fn arrays_are_copied_for_loops_that_gain() {
    let ports = |body: &str| {
        let code = "use sycl_hls::device::*; #[kernel] pub fn k(x: &[u32], y: &mut [u32]) \
                    { let mut t = [0_u32; 256]; for i in 0..256 { t[i] = x[i]; }";
        let (design, _) = built(&format!("{code} {body} for i in 0..256 {{ y[i] = t[i]; }} }}"));
        design.memories.iter().next().unwrap().1.ports.len()
    };
    let three = "{ let at = x[i]; t[(at % 256) as usize] ^ t[(at / 7 % 256) as usize] ^ t[255 - i] }";
    assert_eq!(ports(""), 2);
    assert_eq!(ports(&format!("for i in 0..256_usize {{ y[i] = {three}; }}")), 4);
    assert_eq!(ports(&format!("#[pipeline(ii = 2)] for i in 0..256_usize {{ y[i] = {three}; }}")), 2);
    // Two elements that are written at once have no place in copies.
    let pairs = "for i in 0..128_usize { t[2 * i] = i as u32; t[2 * i + 1] = 7; }";
    assert_eq!(ports(&format!("{pairs} for i in 0..256_usize {{ y[i] = {three}; }}")), 2);
}

/// What an iteration reads of an array at constant distances is in different banks, which together have no more elements than the
/// array; and no loop has a longer interval.
#[test]
fn arrays_are_split_where_reads_never_meet() {
    let banks = |size: &str, fill: &str, body: &str| {
        let code = "use sycl_hls::device::*; #[kernel] pub fn k(x: &[u32], y: &mut [u32]) {";
        let (design, plan) = built(&format!("{code} let mut t = [{size}]; {fill} {body} }}"));
        assert!(design.memories.iter().all(|(_, memory)| memory.ports.len() == 2), "copies: {body}");
        let intervals = plan.root().blocks.iter().filter_map(|(_, block)| block.schedule.ii).max();
        let elements: u64 = design.memories.iter().map(|(_, memory)| memory.depth).sum();
        (design.memories.len(), elements, intervals)
    };
    let rows = "for i in 0..32_usize { for j in 0..64_usize { t[i][j] = x[64 * i + j]; } }";
    let window = "for i in 0..30_usize { for j in 0..62_usize { let mut sum = 0_u32; \
                  for p in 0..3_usize { for q in 0..3_usize { sum = sum * 3 + t[i + p][j + q]; } } \
                  y[62 * i + j] = sum; } }";
    assert_eq!(banks("[0_u32; 64]; 32", rows, window), (8, 32 * 64, Some(1)));
    let line = "for i in 0..1024_usize { t[i] = x[i]; }";
    let cross = "for i in 30..900_usize { y[i] = t[i] ^ t[i - 1] ^ t[i + 1] ^ t[i - 30] ^ t[i + 30]; }";
    // Of three elements side by side, two come from registers.
    assert_eq!(banks("0_u32; 1024", line, cross), (2, 1024, Some(1)));
    let unrolled =
        "let mut sum = 0_u32; #[unroll(factor = 8)] for i in 0..1024_usize { sum ^= t[i]; } y[0] = sum;";
    assert_eq!(banks("0_u32; 1024", line, unrolled), (4, 1024, Some(1)));
}

/// Where the choice among banks costs more than copies, there are copies.
#[test]
fn arrays_are_copied_where_banks_cost_more() {
    let (design, _) = built(
        "use sycl_hls::device::*; #[kernel] pub fn k(x: &[u32], y: &mut [u32]) { let mut t = [0_u32; 512]; \
         for i in 0..512_usize { t[i] = x[i]; } \
         for i in 60..400_usize { y[i] = t[i] ^ t[i - 7] ^ t[i + 11] ^ t[i - 30] ^ t[i + 30] ^ t[i - 60]; } }",
    );
    let ports: Vec<usize> = design.memories.iter().map(|(_, memory)| memory.ports.len()).collect();
    assert_eq!(ports, [7]);
}

/// The cycles in which the accesses of the loop that loads or stores `t` so often start, in the order of the program.
fn starts(body: &str, accesses: usize) -> Vec<u32> {
    let params = "x: &[f32], c: &[u32], y: &mut [f32]";
    let (design, plan) = built(&format!(
        "use sycl_hls::device::*; #[kernel] pub fn k({params}) {{ let mut t = [0.0_f32; 128]; {body} \
         for i in 0..64_usize {{ y[i] = t[i]; }} }}"
    ));
    let of_block = |(id, block): (_, &Block)| {
        let is_access = |kind: &NodeKind| matches!(kind, NodeKind::Load(_) | NodeKind::Store(_));
        let nodes = block.nodes.iter().filter(|(_, node)| is_access(&node.kind));
        nodes.map(|(node, _)| plan.root().blocks[id].start(node)).collect::<Vec<_>>()
    };
    design.root().blocks.iter().map(of_block).find(|starts| starts.len() == accesses).unwrap()
}

/// The value of the first one is there late, that of the second one at once.
#[test]
fn stores_of_an_element_keep_their_order() {
    let stores = starts("for i in 0..64_usize { t[i] = x[i] * 3.0 + 1.0; if c[i] > 2 { t[i] = 0.5; } }", 2);
    assert!(stores[0] < stores[1], "{stores:?}");
}

/// An iteration starts every cycle, and a load sees what was stored nine iterations before.
#[test]
fn loads_come_behind_stores_of_earlier_iterations() {
    let nest = "for i in 0..8_usize { for j in 0..8_usize { \
                t[8 * i + j + 9] = x[j] * 3.0 + 1.0; y[8 * i + j] = t[8 * i + j]; } }";
    let [store, load] = starts(nest, 2)[..] else { panic!("two accesses") };
    assert!(store < load + 9, "{store} and {load}");
}

/// Copies of an unrolled loop each have their bank: nothing is chosen.
#[test]
fn unrolled_loops_choose_no_bank() {
    let code = "use sycl_hls::device::*; #[kernel] pub fn k(x: &[u32], y: &mut [u32]) { let mut t = [0_u32; 1024]; \
                for i in 0..1024_usize { t[i] = x[i]; } let mut sum = 0_u32; \
                #[unroll(factor = 8)] for i in 0..1024_usize { sum ^= t[i]; } y[0] = sum; }";
    let (design, _) = built(code);
    let count = |is: fn(&NodeKind) -> bool| {
        let of = |block: &Block| block.nodes.iter().filter(|(_, node)| is(&node.kind)).count();
        let blocks = design.root().blocks.iter();
        blocks
            .filter(|(_, block)| block.nodes.iter().any(|(_, it)| matches!(it.kind, NodeKind::Load(_))))
            .map(|(_, block)| of(block))
            .sum::<usize>()
    };
    assert_eq!(count(|kind| matches!(kind, NodeKind::Load(_))), 8);
    assert_eq!(count(|kind| matches!(kind, NodeKind::Select)), 0);
}

/// Reading, adding and writing back takes three cycles at this clock. What is read sees by itself what the iterations
/// before have written, and where the user promises that no two of them meet it need not.
#[test]
fn loads_do_not_wait_for_stores() {
    let update = |ty: &str, promise: &str, body: &str| {
        let body = format!(
            "let mut table = [0 as {ty}; 256]; {promise} \
             for i in 0..data.len() {{ let at = data[i] as usize; {body} }} \
             for i in 0..256 {{ y[i] = table[i]; }}"
        );
        kernel(&format!("data: &[u8], y: &mut [{ty}]"), &body)[1]
    };
    let promise = "#[dependence(variable = table, type = inter, dependent = false)]";
    assert_eq!(update("u32", "", "table[at] += 1;"), 1);
    assert_eq!(update("u32", promise, "table[at] += 1;"), 1);
    assert_eq!(update("u32", "", "if i & 1 == 0 { table[at] += 3; }"), 1);
    // A sum's latency, and the choice of what it adds to.
    assert_eq!(update("f32", "", "table[at] += 1.0;"), 8);
    assert_eq!(update("f32", promise, "table[at] += 1.0;"), 1);
    // Two elements: two ports, of which each is used twice.
    assert_eq!(update("u32", "", "table[at] += 1; table[at ^ 1] += 2;"), 2);
    assert_eq!(update("u32", "", "table[i] = table[i.wrapping_sub(1)] + 1;"), 1);
}

/// Where nothing is gained, nothing is compared.
#[test]
fn only_loops_that_gain_have_bypasses() {
    let bypasses = |body: &str| {
        let code = "use sycl_hls::device::*; #[kernel] pub fn k(x: &[u32], y: &mut [u32]) \
                    { let mut t = [0_u32; 256]; ";
        let (design, _) = built(&format!("{code}{body} for i in 0..256 {{ y[i] = t[i]; }} }}"));
        let repeats = design.root().blocks.iter().filter_map(|(_, block)| block.repeat.as_ref());
        repeats.flat_map(|repeat| repeat.bypassed.iter().map(|(_, window)| *window)).collect::<Vec<_>>()
    };
    assert_eq!(bypasses("for i in 0..x.len() { t[x[i] as usize] += 1; }"), [2]);
    assert_eq!(bypasses("for i in 0..x.len() { t[x[i] as usize] = i as u32; }"), NONE);
    assert_eq!(bypasses("for i in 0..256_usize { t[i] = t[i] + x[i]; }"), NONE);
    assert_eq!(bypasses("#[pipeline(ii = 3)] for i in 0..x.len() { t[x[i] as usize] += 1; }"), NONE);
}

/// What is written through AXI and read again by the next iteration has not arrived yet: such iterations do not overlap.
#[test]
fn iterations_that_meet_in_memory_do_not_overlap() {
    let sums =
        |index: &str| kernel("y: &mut [u32]", &format!("for i in 4..y.len() {{ y[i] += y[{index}]; }}"));
    assert_eq!(sums("i - 1"), NONE);
    assert_eq!(sums("i - 4"), NONE);
    assert_eq!(kernel("y: &mut [u32]", "for i in 4..y.len() { y[i - 4] = y[i]; }"), [1]);
    assert_eq!(kernel("y: &mut [u32]", "for i in 0..y.len() / 2 { y[2 * i] = y[2 * i + 1]; }"), [1]);
    assert_eq!(kernel("y: &mut [u32]", "for i in 0..y.len() { y[i] = y[i] + 1; }"), [1]);
}

#[test]
fn users_choose() {
    let with = |directive: &str| {
        let body = format!("{directive} for i in 0..y.len() {{ y[i] = x[i]; }}");
        kernel("x: &[u32], y: &mut [u32]", &body)
    };
    assert_eq!(with("#[pipeline(ii = 4)]"), [4]);
    assert_eq!(with("#[pipeline]"), [1]);
    assert_eq!(with("#[pipeline(off)]"), NONE);
}

/// Whether there is a next iteration is known when the element has come and was compared.
#[test]
fn exits_that_depend_on_data_are_waited_for() {
    let body = "let mut n = 0_usize; while n < x.len() && x[n] != 0 { n += 1; } y[0] = n as u64;";
    let interval = kernel("x: &[u32], y: &mut [u64]", body);
    assert!(interval.iter().all(|ii| (67..72).contains(ii)), "{interval:?}");
}

/// The memories of arrays: how many elements each has, by name.
fn depths(code: &str) -> Vec<u64> {
    let (design, _) =
        built(&format!("use sycl_hls::device::*; #[kernel] pub fn k(y: &mut [u32]) {{ {code} }}"));
    design.memories.iter().map(|(_, memory)| memory.depth).collect()
}

/// Copies of an unrolled loop access memories of their own.
#[test]
fn split_arrays_have_more_ports() {
    let sums = |split: &str, factor: usize, index: &str| {
        let body = format!(
            "{split} let mut t = [0_u32; 120]; for i in 0..120 {{ t[i] = y[i]; }} \
             #[unroll(factor = {factor})] for i in 0..{} {{ t[{index}] += 1; }} \
             for i in 0..120 {{ y[i] = t[i]; }}",
            120 / factor * factor
        );
        kernel("y: &mut [u32]", &body)[1]
    };
    assert_eq!(sums("", 4, "i"), 4);
    for (split, factor) in [("cyclic, factor = 2", 2), ("cyclic, factor = 4", 4), ("cyclic, factor = 3", 3)] {
        assert_eq!(sums(&format!("#[array_partition({split})]"), factor, "i"), 1, "{split}");
        assert_eq!(sums(&format!("#[array_reshape({split})]"), factor, "i"), 1, "{split}");
    }
    assert_eq!(sums("#[array_partition(cyclic, factor = 2)]", 4, "i"), 2);
    // Six copies of three memories: two each, a load and a store each.
    assert_eq!(sums("#[array_partition(cyclic, factor = 3)]", 6, "i"), 2);
    assert_eq!(sums("#[array_partition(cyclic, factor = 4)]", 4, "119 - i"), 1);
    // What is not known asks all of them.
    assert_eq!(sums("#[array_partition(cyclic, factor = 4)]", 4, "i % 120"), 4);
}

#[test]
fn blocks_of_arrays_are_memories() {
    let body = "#[array_partition(block, factor = 3)] let mut t = [0_u32; 100]; \
                for i in 0..100 { t[i] = y[i]; } \
                for i in 0..32_usize { t[i] += 1; t[i + 34] += 2; t[i + 68] += 3; } \
                for i in 0..100 { y[i] = t[i]; }";
    assert_eq!(kernel("y: &mut [u32]", body)[1], 1);
    let fill = "for i in 0..100 { t[i] = y[i]; } for i in 0..100 { y[i] = t[i]; }";
    let split =
        |split: &str| depths(&format!("#[array_partition({split})] let mut t = [0_u32; 100]; {fill}"));
    assert_eq!(split("block, factor = 3"), [34; 3]);
    assert_eq!(split("cyclic, factor = 8"), [13; 8]);
    assert_eq!(split("complete"), [0_u64; 0]);
}

#[test]
fn dimensions_are_split_alone_or_together() {
    let split = |split: &str| {
        depths(&format!(
            "#[array_partition({split})] let mut t = [[0_u32; 8]; 10]; \
             for i in 0..10 {{ for j in 0..8 {{ t[i][j] = y[8 * i + j]; }} }} \
             for i in 0..80 {{ y[i] = t[i % 10][i % 8]; }}"
        ))
    };
    assert_eq!(split("complete, dim = 2"), [10; 8]);
    assert_eq!(split("cyclic, factor = 3"), [4 * 8; 3]);
    assert_eq!(split("block, factor = 2, dim = 0"), [5 * 4; 4]);
}

/// What is bound has the ports of its kind: a load and a store, or two loads, in each iteration.
#[test]
fn bound_memories_have_their_ports() {
    let interval = |kind: &str, body: &str| {
        let body = format!(
            "#[bind_storage(type = {kind}, impl = bram)] let mut t = [0_u32; 512]; for i in 0..512 {{ t[i] = y[i]; }} \
             for i in 0..256_usize {{ {body} }}"
        );
        kernel("y: &mut [u32]", &body)[1]
    };
    let (update, sum) = ("t[i] = y[i]; y[i] = t[i + 256];", "y[i] = t[i] + t[i + 256];");
    let swap = "t[i] = y[i]; t[i + 256] = i as u32; y[i] = t[i ^ 5];";
    let all = ["ram_1p", "ram_2p", "ram_s2p", "ram_t2p", "ram_1wnr"];
    assert_eq!(all.map(|kind| interval(kind, update)), [2, 1, 1, 1, 1]);
    assert_eq!(all.map(|kind| interval(kind, sum)), [2, 1, 2, 1, 1]);
    assert_eq!(all.map(|kind| interval(kind, swap)), [3, 2, 2, 2, 2]);
}

#[test]
fn memories_are_made_of_what_fits() {
    let made_of = |bind: &str, len: u64| {
        let code = format!(
            "use sycl_hls::device::*; #[kernel] pub fn k(y: &mut [u32]) {{ {bind} let mut t = [0_u32; {len}]; \
             for i in 0..{len} {{ t[i] = y[i]; }} for i in 0..{len} {{ y[i] = t[i] + 1; }} }}"
        );
        let (_, plan) = built(&code);
        plan.root().memories.iter().map(|(_, memory)| memory.made_of).collect::<Vec<_>>()
    };
    assert_eq!(made_of("", 64), [MadeOf::Luts]);
    assert_eq!(made_of("", 1024), [MadeOf::Block]);
    assert_eq!(made_of("", 65536), [MadeOf::Ultra]);
    assert_eq!(made_of("#[bind_storage(type = ram_2p, impl = lutram)]", 1024), [MadeOf::Luts]);
    assert_eq!(made_of("#[bind_storage(type = ram_t2p, impl = uram, latency = 2)]", 1024), [MadeOf::Ultra]);
}

/// Also where loops in loops are one block.
#[test]
fn nests_access_split_arrays() {
    let body = "#[array_partition(cyclic, factor = 2)] let mut t = [0_u32; 64]; for i in 0..64 { t[i] = y[i]; } \
                for i in 0..9_u32 { #[unroll(factor = 2)] for j in 0..64 { t[j] += i; } } \
                for i in 0..64 { y[i] = t[i]; }";
    assert_eq!(kernel("y: &mut [u32]", body), [1, 1, 1]);
}

/// Two products of matrices run abreast, each as one block of its three loops: the first one's 2,048 iterations, and what the
/// second one has more.
#[test]
fn products_run_abreast() {
    let product = |to: &str, of: &str, terms: u32| {
        format!(
            "for i in 0..16 {{ for j in 0..16 {{ {to}[i][j] = 0.0; for k in 0..{terms} {{ \
             {to}[i][j] += {of}[i][k] * {of}[k][j]; }} }} }} "
        )
    };
    let array = |name: &str| format!("let mut {name} = [[0.5_f32; 16]; 16]; {name}[3][4] = x[0]; ");
    let arrays = ["a", "b", "c", "d"].map(array).concat();
    let body = [&arrays, product("c", "a", 8).as_str(), &product("d", "b", 12), "y[0] = c[5][6] + d[7][8];"]
        .concat();
    let (design, plan) =
        built(&format!("#[kernel] pub fn k(#[len(1)] x: &[f32], #[len(1)] y: &mut [f32]) {{ {body} }}"));
    let trip_count = design.root().blocks.iter().filter_map(|(id, block)| {
        plan.root().blocks[id]
            .schedule
            .ii
            .map(|interval| (interval, block.repeat.as_ref().and_then(|it| it.trip_count)))
    });
    let long: Vec<_> =
        trip_count.filter(|(_, trip_count)| trip_count.is_some_and(|trip_count| trip_count > 256)).collect();
    assert_eq!(long, [(1, Some(16 * 16 * 8 - 256)), (1, Some(16 * 16 * 4 + 256))]);
}

/// Requests of streams, of reads and of writes.
fn streams(code: &str) -> [usize; 2] {
    let (design, _) = built(&format!("use sycl_hls::device::*; #[kernel] pub fn k({code}"));
    let nodes = || design.root().blocks.iter().flat_map(|(_, block)| block.nodes.iter());
    let reads = nodes().filter(|(_, node)| matches!(node.kind, NodeKind::AxiRead(_)) && node.args.len() == 3);
    let writes =
        nodes().filter(|(_, node)| matches!(node.kind, NodeKind::AxiWrite(_)) && node.args.len() == 4);
    [reads.count(), writes.count()]
}

/// Only where every iteration accesses the element behind the last one, and no other access is among them.
#[test]
fn neighbours_are_asked_for_at_once() {
    let with = |body: &str| streams(&format!("x: &[u32], y: &mut [u32]) {{ {body} }}"));
    assert_eq!(with("for i in 0..y.len() { y[i] = x[i] + 1; }"), [1, 1]);
    assert_eq!(with("for i in 0..y.len() { y[i] += x[i + 5]; }"), [2, 1]);
    assert_eq!(with("for i in 0..y.len() { y[2 * i] = x[i]; }"), [1, 0]);
    assert_eq!(with("for i in (0..y.len()).rev() { y[i] = x[i]; }"), [0, 0]);
    assert_eq!(with("for i in 0..y.len() { if x[i] > 3 { y[i] = 1; } }"), [1, 0]);
    assert_eq!(with("for i in 0..y.len() { y[i] = x[i]; if i == 9 { break; } }"), [0, 0]);
    assert_eq!(with("for i in 0..y.len() { y[i] = x[x[i] as usize]; }"), [0, 1]);
    let shared = "#[m_axi(bundle = \"g\")] x: &[u32], #[m_axi(bundle = \"g\")] y: &mut [u32]";
    assert_eq!(streams(&format!("{shared}) {{ for i in 0..y.len() {{ y[i] = x[i]; }} }}")), [1, 1]);
    assert_eq!(streams(&format!("{shared}) {{ for i in 0..y.len() {{ y[i] += x[i]; }} }}")), [0, 1]);
}

/// The intervals of loops, with the bits of the kernel's ports.
fn ports(params: &str, body: &str) -> (Vec<u32>, Vec<u32>) {
    let (design, plan) =
        built(&format!("use sycl_hls::device::*; #[kernel] pub fn k({params}) {{ {body} }}"));
    let intervals =
        design.root().blocks.iter().filter_map(|(id, _)| plan.root().blocks[id].schedule.ii).collect();
    (intervals, design.bundles.iter().map(|bundle| bundle.data_bits).collect())
}

/// Ports are as wide as what an iteration accesses in a row, up to 512 bits.
#[test]
fn elements_in_a_row_are_accessed_at_once() {
    let add = |ty: &str, factor: u32, option: &str| {
        let params = format!("{option} x: &[{ty}], y: &mut [{ty}]");
        ports(
            &params,
            &format!("#[unroll(factor = {factor})] for i in 0..x.len() {{ y[i] = x[i] + 1 as {ty}; }}"),
        )
    };
    assert_eq!(add("i32", 4, ""), (vec![1], vec![128, 128]));
    assert_eq!(add("i32", 16, ""), (vec![1], vec![512, 512]));
    assert_eq!(add("f32", 3, ""), (vec![1], vec![128, 128]));
    assert_eq!(add("u8", 2, ""), (vec![1], vec![32, 32]));
    assert_eq!(add("f64", 8, ""), (vec![1], vec![512, 512]));
    // In several cycles, one behind the other.
    assert_eq!(add("f64", 16, ""), (vec![2], vec![512, 512]));
    assert_eq!(add("u32", 4, "#[m_axi(max_widen_bitwidth = 64)]"), (vec![2], vec![64, 128]));
    // Where one has no wide port, the other one has no use for it.
    assert_eq!(add("u32", 4, "#[m_axi(max_widen_bitwidth = 0)]"), (vec![4], vec![32, 32]));
}

#[test]
fn groups_are_streams_that_no_other_access_meets() {
    let with = |body: &str| ports("a: usize, x: &[u32], y: &mut [u32]", body);
    let both = |interval: u32, x: u32, y: u32| (vec![interval], vec![x, y]);
    let unrolled = |body: &str| with(&format!("#[unroll(factor = 4)] for i in a..y.len() {{ {body} }}"));
    assert_eq!(unrolled("y[i] = y[i] + x[i + a];"), both(1, 128, 128));
    assert_eq!(unrolled("y[2 * i] = x[i];"), both(4, 32, 32));
    assert_eq!(unrolled("if x[i] > 3 { y[i] = 1; }"), both(4, 32, 32));
    assert_eq!(with("#[unroll(factor = 4)] for i in (0..a).rev() { y[i] = x[i]; }"), both(4, 32, 32));
    assert_eq!(
        with("for i in (0..y.len()).step_by(2) { y[i] = x[i]; y[i + 1] = x[i + 1]; }"),
        both(1, 64, 64)
    );
    assert_eq!(with("for i in 0..a { y[i] = x[3 * i] + x[3 * i + 1] + x[3 * i + 2]; }"), both(1, 128, 32));
    assert_eq!(with("for i in 0..a { y[i] = x[4 * i] + x[4 * i + 1]; }"), both(2, 32, 32));
    // What was asked for is reached without.
    assert_eq!(
        with("#[pipeline(ii = 4)] #[unroll(factor = 4)] for i in 0..a { y[i] = x[i]; }"),
        both(4, 32, 32)
    );
}

/// What an address adds that is the same in all iterations need not be a sum.
#[test]
fn rows_of_any_width_are_accessed_at_once() {
    let body = "for row in 0..h { #[unroll(factor = 4)] for i in 0..w { y[row * w + i] = x[row * w + i]; } }";
    assert_eq!(ports("w: usize, h: usize, x: &[u32], y: &mut [u32]", body), (vec![1], vec![128, 128]));
    let varying = "for row in 0..h { #[unroll(factor = 4)] for i in 0..w { y[row * i + i] = x[i]; } }";
    assert_eq!(ports("w: usize, h: usize, x: &[u32], y: &mut [u32]", varying), (vec![4], vec![32, 32]));
}

/// Loops in loops and loops abreast are blocks of several counters, which have no groups.
#[test]
fn loops_with_groups_stay_apart() {
    let rows = "for row in 0..9_usize { #[unroll(factor = 8)] for i in 0..1024_usize { y[1024 * row + i] = x[1024 * row + i]; } }";
    assert_eq!(ports("x: &[u32], y: &mut [u32]", rows), (vec![1], vec![256, 256]));
    let two = "#[unroll(factor = 8)] for i in 0..64 { y[i] = x[i]; } #[unroll(factor = 8)] for i in 0..64 { w[i] = v[i]; }";
    let params = "x: &[u32], y: &mut [u32], v: &[u32], w: &mut [u32]";
    assert_eq!(ports(params, two), (vec![1, 1], vec![256; 4]));
}

/// What an iteration has read later ones need not read again.
#[test]
fn neighbours_are_read_once() {
    let over = |body: &str| kernel("w: usize, x: &[i32], y: &mut [i32]", body);
    assert_eq!(over("for i in 1..y.len() - 1 { y[i] = x[i - 1] + x[i] + x[i + 1]; }"), [1]);
    assert_eq!(over("for i in (1..y.len() - 1).rev() { y[i] = x[i - 1] + x[i] + x[i + 1]; }"), [1]);
    // A row each.
    let rows =
        "for i in 1..w { y[i] = x[i - 1] + x[i] + x[i + 1] + x[w + i - 1] + x[w + i] + x[w + i + 1]; }";
    assert_eq!(over(rows), [2]);
    // Farther than is kept, and what the loop itself writes.
    assert_eq!(over("for i in 0..w { y[i] = x[i] + x[i + 17]; }"), [2]);
    assert_eq!(over("for i in 0..w { if x[i] > x[i + 1] { y[i] = 1; } }"), [1]);
    let filter = |split: &str| {
        let body = format!(
            "{split} let mut t = [0_i32; 130]; for i in 0..130 {{ t[i] = x[i]; }} \
             for i in 0..128 {{ y[i] = t[i] + t[i + 1] + t[i + 2]; }}"
        );
        over(&body)[1]
    };
    assert_eq!(filter(""), 1);
    assert_eq!(filter("#[array_partition(cyclic, factor = 2)]"), 1);
    assert_eq!(filter("#[array_partition(block, factor = 4)]"), 1);
    assert_eq!(over("for i in 0..w { y[i] = x[i] + x[i + 1]; if y[i ^ 1] == 7 { return; } }"), NONE);
}
