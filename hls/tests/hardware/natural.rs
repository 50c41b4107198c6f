//! Natural source at full speed: what people write, each at the interval that the best form of it has.

use sycl_hls_compiler::pass::HARDWARE;
use sycl_hls_compiler::report::{self, Interval, LimitKind};
use sycl_hls_compiler::rtl::design::{Block, Design, NodeKind};
use sycl_hls_compiler::rtl::predict::{Inputs, predict};
use sycl_hls_compiler::rtl::{Clock, Plan, area, hardware};
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::{Func, Module, Source};

use crate::hardware::intervals::kernel;
use crate::hardware::subject::{after, rust};
use crate::rtl::dataflow::simulated;

/// The first kernel's hardware at a clock.
fn built(code: &str, mhz: f64) -> (Module, Design, Plan) {
    let module = after(&rust(&format!("use sycl_hls::device::*; {code}")), HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    let (design, plan) = hardware(&module, func, Clock { mhz, uncertainty: 0.27 }).unwrap();
    (module, design, plan)
}

fn intervals_at(code: &str, mhz: f64) -> Vec<u32> {
    let (_, design, plan) = built(code, mhz);
    design.root().blocks.iter().filter_map(|(id, _)| plan.root().blocks[id].schedule.ii).collect()
}

fn intervals(code: &str) -> Vec<u32> {
    intervals_at(code, 300.0)
}

/// What a helper declares is its own in each iteration, wherever it returns.
#[test]
fn an_early_return_carries_nothing() {
    let each = "#[kernel] pub fn k(x: &[u32], y: &mut [u32]) \
                { #[pipeline(ii = 1)] for i in 0..y.len() { y[i] = f(x[i]); } }";
    let horner = "const C: [u32; 4] = [3, 5, 7, 11]; fn f(x: u32) -> u32 { if x & 1 == 0 { return 7; } \
                  let mut acc = 0_u32; for c in C { acc = acc * x + c; } acc }";
    assert_eq!(intervals(&format!("{horner} {each}")), [1]);
    let array = "fn f(x: u32) -> u32 { if x > 9 { return 1; } let mut a = [0_u32; 4]; a[(x & 3) as usize] = x; \
                 if a[1] == 1 { return a[2]; } a[(x >> 1 & 3) as usize] += 2; a[0] ^ a[3] }";
    assert_eq!(intervals(&format!("{array} {each}")), [1]);
    // What lives longer is carried.
    let longer = "#[kernel] pub fn k(x: &[u32], y: &mut [u32]) { let mut acc = 1_u32; \
                  for i in 0..y.len() { if x[i] == 0 { continue; } acc = acc * x[i]; y[i] = acc; } }";
    assert!(intervals(longer)[0] > 1);
}

/// The functions of `math` with so many arguments.
fn functions(arguments: &str) -> Vec<&'static str> {
    let listed = include_str!("../../math/src/real.rs").split_once("\nreal! {\n").unwrap().1;
    let (unary, binary) = listed.split_once("\n    binary {\n").unwrap();
    let section = if arguments == "a[i]" { unary } else { binary };
    let lines = section.lines().take_while(|line| *line != "    }").map(str::trim);
    let functions = lines.filter_map(|line| line.strip_suffix(';'));
    functions.filter_map(|function| function.split('(').next()).collect()
}

/// The intervals of every function of `math` for a type, by the calls.
fn of_functions(ty: &str) -> Vec<(String, Vec<u32>)> {
    let unary = functions("a[i]").into_iter().map(|name| format!("math::{name}(a[i])"));
    // Its loop has as many iterations as the quotient has bits.
    let binary = functions("a[i], b[i]").into_iter().filter(|name| *name != "fmod");
    let binary = binary.map(|name| format!("math::{name}(a[i], b[i])"));
    let others = ["{ let (s, c) = math::sin_cos(a[i]); s * c }", "math::powi(a[i], n[i])"].map(str::to_owned);
    let calls: Vec<String> = unary.chain(binary).chain(others).collect();
    assert_eq!(calls.len(), 27, "{calls:?}");
    let of = |call: String| {
        let body = format!("#[pipeline(ii = 1)] for i in 0..y.len() {{ y[i] = {call}; }}");
        let found = kernel(&format!("a: &[{ty}], b: &[{ty}], n: &[i32], y: &mut [{ty}]"), &body);
        (call, found)
    };
    calls.into_iter().map(of).collect()
}

#[test]
fn functions_of_f32_start_every_cycle() {
    for (call, intervals) in of_functions("f32") {
        assert_eq!(intervals, [1], "{call}");
    }
}

#[test]
fn functions_of_f64_start_every_cycle() {
    for (call, intervals) in of_functions("f64") {
        assert_eq!(intervals, [1], "{call}");
    }
}

/// What has as many steps as a quotient has bits can be no part of a pipeline, and that is said.
#[test]
fn a_remainder_is_refused() {
    let text = "#[sycl_hls::kernels] mod m { use sycl_hls::device::*; #[kernel] pub fn k(a: &[f32], y: &mut [f32]) \
                { #[pipeline] for i in 0..y.len() { y[i] = math::fmod(a[i], 3.0); } } }";
    let mut item = find_modules(text).unwrap().remove(0);
    let translation = translate(&mut item, Source::new("m.rs", None));
    let error = translation.errors().next().unwrap();
    assert!(error.message.contains("loop with variable bounds"), "{error:?}");
}

/// The number of accesses of slices and memories in the pipelined loops, and the flip-flops of the core.
fn cost(params: &str, body: &str) -> (Vec<u32>, usize, u32) {
    let (_, design, plan) = built(&format!("#[kernel] pub fn k({params}) {{ {body} }}"), 300.0);
    let nodes = design
        .root()
        .blocks
        .iter()
        .filter(|(_, block)| block.repeat.is_some())
        .flat_map(|(_, it)| it.nodes.iter());
    let accesses = nodes.filter(|(_, node)| matches!(node.kind, NodeKind::AxiRead(_) | NodeKind::Load(_)));
    let intervals =
        design.root().blocks.iter().filter_map(|(id, _)| plan.root().blocks[id].schedule.ii).collect();
    let area = area::area(&design, &plan);
    (intervals, accesses.count(), area.total().ffs)
}

/// What was read under a condition, or for one, is not read again.
#[test]
fn an_element_is_read_once() {
    let params = "x: &[u32], y: &mut [u32]";
    let each = |body: &str| format!("#[pipeline(ii = 1)] for i in 0..y.len() {{ {body} }}");
    let (best, reads, registers) =
        cost(params, &each("let v = x[i]; y[i] = if v > 7 { v - 7 } else { 7 - v };"));
    assert_eq!((best, reads), (vec![1], 1));
    for body in [
        each("y[i] = if x[i] > 7 { x[i] - 7 } else { 7 - x[i] };"),
        "#[pipeline(ii = 1)] for (o, v) in y.iter_mut().zip(x) { *o = if *v > 7 { *v - 7 } else { 7 - *v }; }".to_owned(),
    ] {
        let (intervals, reads, own) = cost(params, &body);
        assert_eq!((intervals, reads), (vec![1], 1), "{body}");
        assert!(own < registers + registers / 10, "{body}: {own} flip-flops, and {registers} where it is read once");
    }
    // Another branch or an earlier iteration may have written it.
    assert_eq!(cost(params, &each("if x[i] > 7 { y[i ^ 1] = 1; } y[i] = x[i];")).1, 1);
    let written = "let mut t = [0_u32; 256]; for i in 0..256_usize { let v = t[i]; if x[i] > v { t[(x[i] & 255) as usize] = 5; } \
                   y[i] = t[i]; }";
    assert_eq!(cost(params, written).1, 3);
    // What was written is known.
    let kept =
        "let mut t = [0_u32; 256]; for i in 0..256_usize { t[i] = x[i]; y[i] = t[i] + t[i]; } y[0] = t[3];";
    assert_eq!(cost(params, kept).1, 1);
}

/// A window of registers keeps what neighbouring iterations read of a slice.
#[test]
fn a_stencil_of_a_slice_reads_each_element_once() {
    for range in ["1..1023_usize", "1..y.len() - 1"] {
        let body =
            format!("#[pipeline(ii = 1)] for i in {range} {{ y[i] = x[i - 1] + 2 * x[i] + x[i + 1]; }}");
        let (intervals, reads, _) = cost("x: &[u32], y: &mut [u32]", &body);
        assert_eq!((intervals, reads), (vec![1], 1), "{range}");
        assert_eq!(
            bursts(&body),
            (vec![1], 2),
            "what the prologue does not write is in the burst of the loop"
        );
    }
}

/// A window of three by three is unrolled, so that one of them starts in each cycle.
#[test]
fn a_window_starts_every_cycle() {
    let code = |pipeline: &str| {
        format!(
            "#[kernel] pub fn k(#[len(256)] x: &[i32], #[len(9)] w: &[i32], #[len(256)] y: &mut [i32]) {{
                 let mut a = [0_i32; 256]; for i in 0..256_usize {{ a[i] = x[i]; }}
                 let mut f = [0_i32; 9]; for i in 0..9_usize {{ f[i] = w[i]; }}
                 for r in 0..14_usize {{ for c in 0..14_usize {{
                     let mut sum = 0; {pipeline}
                     for j in 0..3_usize {{ for k in 0..3_usize {{ sum += f[3 * j + k] * a[16 * (r + j) + c + k]; }} }}
                     y[16 * r + c] = sum; }} }} }}"
        )
    };
    assert_eq!(longest_interval(&code("")), Some(1));
    assert!(cycles(&code("")) + 5 * 14 * 14 < cycles(&code("#[unroll(off)]")));
}

/// Two elements that are compared and swapped: two reads, two writes, two ports.
#[test]
fn a_swap_reads_each_element_once() {
    let sorted = |swap: &str| {
        let body = format!(
            "let mut a = [0_u32; 256]; for i in 0..256_usize {{ a[i] = x[i]; }} \
             for i in 0..128_usize {{ let (p, q) = (2 * i, 2 * i + 1); {swap} }} \
             for i in 0..256_usize {{ y[i] = a[i]; }}"
        );
        cost("x: &[u32], y: &mut [u32]", &body)
    };
    let best = "let (u, v) = (a[p], a[q]); a[p] = u.min(v); a[q] = u.max(v);";
    let (intervals, reads, _) = sorted("if a[p] > a[q] { a.swap(p, q); }");
    let (wanted, fewest, _) = sorted(best);
    assert_eq!((intervals, reads), (wanted, fewest));
    assert_eq!(fewest, 4);
}

/// Blocks of elements that functions take and give by value.
#[test]
fn blocks_are_pipelined() {
    let mix = "fn mix(block: [u8; 16]) -> [u8; 16] { let mut s = block; \
               for r in 0..3 { let t = s; for i in 0..16 { s[i] = t[(i * 5 + r) % 16].wrapping_add(3) ^ t[i]; } } s }";
    let with = |line: &str| {
        let code = format!(
            "{mix} #[kernel] pub fn k(x: &[[u8; 16]], y: &mut [[u8; 16]]) {{ #[pipeline(ii = 1)] {line} }}"
        );
        intervals(&code)
    };
    let indexed = with("for i in 0..y.len() { y[i] = mix(x[i]); }");
    assert_eq!(with("for (o, i) in y.iter_mut().zip(x) { *o = mix(*i); }"), indexed);
    assert_eq!(indexed, [1]);
}

/// Copies within a slice: iterations never read what others have written, if there are no more of them than the distance.
#[test]
fn copies_within_a_slice_are_pipelined() {
    let of = |body: &str| {
        intervals(&format!(
            "#[kernel] pub fn k(i: usize, j: usize, y: &mut [[u16; 16]], z: &mut [u16]) {{ {body} }}"
        ))
    };
    assert_eq!(of("y[j] = y[i];"), [1]);
    assert_eq!(of("#[pipeline(ii = 1)] for k in 0..16_usize { z[k + 16] = z[k]; }"), [1]);
    assert_eq!(of("#[pipeline(ii = 1)] for k in 0..17_usize { z[k + 16] = z[k]; }"), [0_u32; 0]);
    assert_eq!(
        of(
            "#[pipeline(ii = 1)] #[dependence(variable = z, inter, false)] for k in 0..j { z[k + 16] = z[k]; }"
        ),
        [1]
    );
}

/// What the report says of each pipeline that misses its interval.
fn reasons(code: &str) -> Vec<(Option<u32>, String)> {
    let (module, design, plan) = built(code, 300.0);
    let func: &Func = module.kernels().next().unwrap().1;
    let all = report::intervals(func, &design, &plan).into_iter().filter(Interval::is_missed);
    all.map(|it| (it.reached, it.limit.map(|limit| limit.to_string()).unwrap_or_default())).collect()
}

#[test]
fn a_loop_that_is_no_pipeline_has_a_reason() {
    let of = |body: &str| reasons(&format!("#[kernel] pub fn k(x: &[u32], y: &mut [u32]) {{\n{body}\n}}"));
    let apart = |what: &str| vec![(None, format!("iterations do not overlap: {what}"))];
    assert_eq!(
        of("#[pipeline]\nfor i in 1..y.len() {\ny[i] =\ny[i - 1] + x[i]; }"),
        apart("a read of `y`, which waits for the write in line 4 to arrive in memory (line 5)")
    );
    assert_eq!(
        of("#[pipeline]\nfor i in 0..y.len() {\nlet mut t = [0_u32; 100];\nt[x[i] as usize] = 1;\n\
            y[i] = t[i % 100]; }"),
        apart("the initial values of `t`, 100 elements (line 4)")
    );
    assert_eq!(of("#[pipeline(off)]\nfor i in 1..y.len() { y[i] = y[i - 1] + x[i]; }"), []);
    assert_eq!(of("#[pipeline]\nfor i in 1..y.len() { y[i] = x[i]; }"), []);
    // Loops that became one.
    let nest = "let mut s = 0.0_f32; for i in 0..8_usize {\n#[pipeline(ii = 1)]\nfor j in 0..8_usize {\n\
                s += x[8 * i + j] as f32; } }\ny[0] = s as u32;";
    assert_eq!(of(nest), [(Some(7), "recurrence: f32 add (line 5)".to_owned())]);
    let limit = LimitKind::Apart;
    assert_eq!(serde_json::to_string(&limit).unwrap(), "\"apart\"");
}

/// Of an array whose ports limit a loop: why no banks help.
#[test]
fn an_array_that_stays_whole_has_a_reason() {
    let of = |body: &str| {
        let code = format!(
            "#[kernel] pub fn k(#[len(256)] x: &[u32], y: &mut [u32]) {{ let mut t = [0_u32; 256];\n\
             for i in 0..256_usize {{ t[i] = x[i]; }}\n{body}\nfor i in 0..y.len() {{ y[i] = t[i % 256]; }} }}"
        );
        let mut found = reasons(&code);
        assert_eq!(found.len(), 1, "{found:?}");
        let (_, reason) = found.remove(0);
        assert!(reason.starts_with("ports of `t`, "), "{reason}");
        reason.split_once("; not in banks: ").map(|(_, why)| why.to_owned()).unwrap_or_default()
    };
    let sums = |terms: &str| {
        of(&format!(
            "#[pipeline(ii = 1)] for i in 0..y.len() {{ let j = x[i % 256] as usize;\ny[i] =\n{terms}; }}"
        ))
    };
    let gathered: Vec<String> = (0..11).map(|k| format!("t[(j >> {k}) % 256]")).collect();
    assert_eq!(sums(&gathered.join("\n^ ")), "indices differ by no constants (line 9)");
    let row: Vec<String> = (0..20).map(|k| format!("t[20 * i + {k}]")).collect();
    assert_eq!(
        of(&format!("#[pipeline(ii = 1)] for i in 0..12_usize {{\ny[i] =\n{}; }}", row.join("\n^ "))),
        "banks and the choice among them would cost more than copies (line 5)"
    );
    let update = "t[(i * 3) % 256] = i as u32; t[(i * 3 + 1) % 256] =\nt[(i * 3 + 2) % 256];";
    assert_eq!(
        of(&format!("#[pipeline(ii = 1)] for i in 0..80_usize {{\n{update} }}")),
        "banks are for loads, and it has several stores (line 4)"
    );
}

/// Counters are no wider than their loops need: at 400 MHz a sum of 64 bits and a choice take two cycles.
#[test]
fn counters_are_as_wide_as_their_loops() {
    let copied = |ty: &str, index: fn(&str) -> String| {
        let (i, j) = (index("i"), index("j"));
        let flat = index("(i * 16 + j)");
        let loops = format!("for i in 0..16_{ty} {{ for j in 0..16_{ty} {{");
        intervals_at(
            &format!(
                "#[kernel] pub fn k(x: &[u32], y: &mut [u32]) {{ let mut a = [[0_u32; 16]; 16]; \
                 {loops} a[{i}][{j}] = x[{flat}]; }} }} {loops} y[{flat}] = a[{i}][{j}]; }} }} }}"
            ),
            400.0,
        )
    };
    assert!(copied("u32", |name| format!("{name} as usize")).into_iter().all(|interval| interval == 1));
    assert_eq!(copied("usize", str::to_owned), [1, 1]);
}

/// Numbers of `usize` cost what those of the type cost that they fit: intervals, cycles of an iteration, DSPs, and LUTs within a tenth.
#[test]
fn numbers_are_as_wide_as_what_they_hold() {
    let of = |ty: &str, body: &str| {
        let body = body.replace("TY", ty);
        let code = format!("#[kernel] pub fn k(x: &[u32], y: &[u32], z: &mut [u32]) {{ {body} }}");
        let (_, design, plan) = built(&code, 300.0);
        let loops = plan.root().blocks.iter().filter(|(_, block)| block.schedule.ii.is_some());
        let loops: Vec<_> = loops.map(|(_, block)| (block.schedule.ii, block.depth)).collect();
        let area = area::area(&design, &plan).core();
        (loops, area.dsps, area.luts)
    };
    let each = |value: &str| {
        format!(
            "for i in 0..1024_usize {{ let (a, b) = ((x[i] & 0xfff) as TY, (y[i] & 0xff) as TY); z[i] = ({value}) as u32; }}"
        )
    };
    for body in [
        each("a * b / 3"),
        each("a / (b | 1) + a % (b | 1)"),
        each("if a * 3 > b { a } else { b }"),
        "let mut hash = 7_TY; for i in 0..x.len() { hash = (hash * 31 + (x[i] & 255) as TY) % 4096; } z[0] = hash as u32;"
            .to_owned(),
        "let mut at = [0_TY; 256]; for i in 0..256_usize { at[i] = (x[i] & 255) as TY; }
         for i in 0..256_usize { z[i] = at[at[i] as usize] as u32; }"
            .to_owned(),
    ] {
        let (loops, dsps, luts) = of("u32", &body);
        let (wide_loops, wide_dsps, wide_luts) = of("usize", &body);
        assert_eq!((wide_loops, wide_dsps), (loops, dsps), "{body}");
        assert!(wide_luts <= luts + luts / 10, "{body}: {wide_luts} LUTs, {luts} with u32");
    }
    // Nobody looks at the upper bits.
    let product =
        |ty: &str| of(ty, "for i in 0..1024_usize { z[i] = (x[i] as TY).wrapping_mul(y[i] as TY) as u32; }");
    assert_eq!(product("u64"), product("u32"));
}

/// The table of scores of two sequences, row by row, with this array for the row before, and this cell.
fn smith_waterman(row: &str, before: &str, cell: &str) -> String {
    format!(
        "#[kernel] pub fn k(#[len(20)] a: &[i32], #[len(16)] b: &[i32], #[len(18)] y: &mut [i32]) {{
            let mut q = [0_i32; 16]; for j in 0..16_usize {{ q[j] = b[j]; }}
            {row} let mut h = [0_i32; 16]; let mut f = [-99_i32; 16]; let mut best = 0_i32;
            for i in 0..a.len() {{
                let c = a[i]; let mut left = 0_i32; let mut diagonal = 0_i32; {before}
                #[pipeline(ii = 1)]
                for j in 0..16_usize {{
                    let up = h[j];
                    let matched: i32 = diagonal + if c == q[j] {{ 2 }} else {{ -1 }};
                    {cell}
                    diagonal = up; left = v; h[j] = v; best = best.max(v);
                }}
            }}
            for j in 0..16_usize {{ y[j] = h[j]; }}
            y[16] = best; y[17] = f[3];
        }}"
    )
}

/// The same with all cells of an anti-diagonal at once.
const ANTI_DIAGONALS: &str =
    "#[kernel] pub fn k(#[len(20)] a: &[i32], #[len(16)] b: &[i32], #[len(16)] y: &mut [i32]) {
        #[array_partition(complete)] let mut p1 = [0_i32; 17];
        #[array_partition(complete)] let mut p2 = [0_i32; 17];
        #[array_partition(complete)] let mut q = [0_i32; 16];
        #[array_partition(complete)] let mut w = [-1_i32; 16];
        #[array_partition(complete)] let mut best = [0_i32; 16];
        for j in 0..16_usize { q[j] = b[j]; }
        #[pipeline(ii = 1)]
        for d in 0..a.len() {
            for k in 0..15_usize { w[15 - k] = w[14 - k]; }
            w[0] = a[d];
            #[array_partition(complete)] let mut now = [0_i32; 17];
            for k in 0..16_usize {
                let matched: i32 = p2[k] + if w[k] == q[k] { 2 } else { -1 };
                now[k + 1] = matched.max(p1[k] - 1).max(p1[k + 1] - 1).max(0);
                best[k] = best[k].max(now[k + 1]);
            }
            for k in 0..17_usize { p2[k] = p1[k]; p1[k] = now[k]; }
        }
        for k in 0..16_usize { y[k] = best[k]; }
    }";

/// The longest interval of the first kernel, whose Verilog does what the interpreter does in as many cycles as predicted.
fn longest_interval(code: &str) -> Option<u32> {
    let simulated = simulated(code, &rust(&format!("use sycl_hls::device::*; {code}")));
    assert!(simulated.is_some(), "{code}");
    intervals(code).into_iter().max()
}

/// Maxima are exact in each order: what comes around the recurrence is taken in last.
#[test]
fn smith_waterman_starts_a_cell_every_cycle() {
    let linear = "let v = matched.max(up - 1).max(left - 1).max(0);";
    for row in ["", "#[array_partition(complete)]"] {
        assert_eq!(longest_interval(&smith_waterman(row, "", linear)), Some(1), "{row}");
    }
    let affine = "e = (e - 1).max(left - 3); let g = (f[j] - 1).max(up - 3); f[j] = g;
                  let v = matched.max(e).max(g).max(0);";
    let affine = smith_waterman("", "let mut e = -99_i32;", affine);
    assert_eq!(longest_interval(&affine), Some(2));
    assert_eq!(longest_interval(ANTI_DIAGONALS), Some(1));
}

/// Sums and products wrap, so each order has the same bits; floats keep theirs.
#[test]
fn chains_take_in_last_what_is_carried() {
    let carried = |ty: &str, update: &str| {
        longest_interval(&format!(
            "#[kernel] pub fn k(#[len(40)] x: &[i32], #[len(4)] y: &mut [i32]) {{
                let mut s = 5 as {ty}; #[pipeline(ii = 1)]
                for i in 0..40_usize {{ let v = x[i] as {ty}; s = {update}; }} y[0] = s as i32; }}"
        ))
    };
    assert_eq!(carried("i32", "s.wrapping_mul(v).wrapping_mul(v ^ 3)"), carried("i32", "s.wrapping_mul(v)"));
    assert_eq!(carried("u32", "(s ^ v) ^ (v >> 1) ^ (v << 3) ^ (v << 5) ^ (v << 7) ^ (v << 9)"), Some(1));
    assert_eq!(carried("i32", "s.wrapping_add(v).wrapping_add(v & 5).wrapping_add(v & 9)"), Some(1));
    assert_eq!(carried("f32", "s + v + v"), Some(14));
}

/// Registers that only variables index are a memory, of which it is known which iterations access one element.
#[test]
fn a_complete_partition_has_the_interval_of_a_memory() {
    let updated = |directive: &str, update: &str| {
        let code = format!(
            "#[kernel] pub fn k(#[len(128)] x: &[i32], #[len(16)] y: &mut [i32]) {{
                {directive} let mut t = [3_i32; 16];
                for r in 0..8_usize {{ #[pipeline(ii = 1)] for i in 0..16_usize {{ {update} }} }}
                for i in 0..16_usize {{ y[i] = t[i]; }} }}"
        );
        (longest_interval(&code), built(&code, 300.0).1.memories.len())
    };
    let partitioned = |update: &str| updated("#[array_partition(complete)]", update);
    let update = "t[i] = t[i] + x[r * 16 + i];";
    assert_eq!(partitioned(update), (Some(1), 1));
    assert_eq!(updated("", update), (Some(1), 1));
    // What has more accesses, or fixed ones, is split as the directive says.
    assert_eq!(partitioned("t[i] = t[i] + x[r * 16 + i]; t[(i + 5) % 16] = t[(i + 9) % 16];").1, 0);
    assert_eq!(partitioned("t[0] = t[i]; t[i] = x[i];").1, 0);
}

/// The cycles of the first kernel at 300 MHz, which depend on no data.
fn cycles(code: &str) -> u64 {
    let (_, design, plan) = built(code, 300.0);
    let inputs = Inputs::of_registers(vec![None; design.args.len()]);
    predict(&design, &plan, &inputs).cycles.exact().unwrap()
}

/// An FFT of so many elements, radix 2, with this function for its stages and this body behind the input.
fn fft(size: usize, stage: &str, body: &str) -> String {
    let root = |k: usize| (k as f64 * -std::f64::consts::TAU / size as f64).sin_cos();
    let roots = (0..size / 2).map(root);
    let roots: String = roots.map(|(im, re)| format!("Complex {{ re: {re:?}, im: {im:?} }}, ")).collect();
    format!(
        "const N: usize = {size}; const STAGES: usize = {}; const W: [Complex; N / 2] = [{roots}];
         #[derive(Clone, Copy)] struct Complex {{ re: f32, im: f32 }}
         {stage}
         #[kernel] pub fn fft(re: &[f32], im: &[f32], out_re: &mut [f32], out_im: &mut [f32]) {{
             let mut x = [Complex {{ re: 0.0, im: 0.0 }}; N];
             for i in 0..N {{ x[i] = Complex {{ re: re[i], im: im[i] }}; }}
             {body}
             for i in 0..N {{ out_re[i] = x[i].re; out_im[i] = x[i].im; }}
         }}",
        size.ilog2()
    )
}

/// Two ports, four accesses: what is in the way of an iteration in every cycle.
fn fft_in_place(size: usize) -> String {
    let body = "for s in 0..STAGES {
            let half = (N / 2) >> s;
            #[pipeline(ii = 1)]
            #[dependence(variable = x, type = inter, dependent = false)]
            for k in 0..N / 2 {
                let j = k & (half - 1);
                let a = ((k - j) << 1) | j;
                let b = a + half;
                let t = W[j << s];
                let (p, q) = (x[a], x[b]);
                let (dr, di) = (p.re - q.re, p.im - q.im);
                x[a] = Complex { re: p.re + q.re, im: p.im + q.im };
                x[b] = Complex { re: dr * t.re - di * t.im, im: dr * t.im + di * t.re };
            }
        }";
    fft(size, "", body)
}

/// Buffers that alternate (Stockham), each with two reads or two writes in a cycle.
fn fft_alternating(size: usize) -> String {
    let stage = "fn stage(s: usize, from: &[Complex; N], to: &mut [Complex; N]) {
            #[pipeline(ii = 1)]
            for k in 0..N / 2 {
                let (p, q) = (from[k], from[k + N / 2]);
                let t = W[(k >> s) << s];
                let (dr, di) = (p.re - q.re, p.im - q.im);
                to[2 * k] = Complex { re: p.re + q.re, im: p.im + q.im };
                to[2 * k + 1] = Complex { re: dr * t.re - di * t.im, im: dr * t.im + di * t.re };
            }
        }";
    let body = "let mut y = [Complex { re: 0.0, im: 0.0 }; N];
        for s in 0..STAGES / 2 { stage(2 * s, &x, &mut y); stage(2 * s + 1, &y, &mut x); }";
    fft(size, stage, body)
}

/// Arrays of structs are filled by loops, and not at all where they are overwritten.
#[test]
fn an_fft_begins_with_its_input() {
    assert_eq!(cycles(&fft_in_place(1024)), 12_588);
    let ports = "ports of `x_re`, 4 accesses where a cycle has 2";
    let whole = "; not in banks: banks are for loads, and it has several stores";
    let [(reached, reason)] = &reasons(&fft_in_place(1024))[..] else {
        panic!("one loop misses its interval")
    };
    assert!(*reached == Some(2), "{reached:?}");
    assert!(reason.starts_with(ports) && reason.contains(whole), "{reason}");
    assert_eq!(cycles(&fft_alternating(1024)), 7455);
    assert_eq!(reasons(&fft_alternating(1024)), []);
    // Fields that begin otherwise are filled, too.
    let (_, design, _) = built(
        "#[derive(Clone, Copy)] struct P { a: u32, b: u16 } #[kernel] pub fn k(i: usize, y: &mut [u32]) { \
         let mut t = [P { a: 5, b: 7 }; 500]; t[i].a = 1; for j in 0..500 { y[j] = t[j].a + t[j].b as u32; } }",
        300.0,
    );
    let stores = |(_, block): (_, &Block)| {
        block.nodes.iter().filter(|(_, it)| matches!(it.kind, NodeKind::Store(_))).count()
    };
    assert!(design.root().blocks.iter().map(stores).all(|stores| stores <= 2));
}

/// The intervals of the pipelined loops of a kernel, and its reads and writes of slices that are bursts.
fn bursts(body: &str) -> (Vec<u32>, usize) {
    let (_, design, plan) =
        built(&format!("#[kernel] pub fn k(x: &[u32], y: &mut [u32]) {{ {body} }}"), 300.0);
    let blocks = || design.root().blocks.iter();
    let is_burst = |kind: &NodeKind, operands: usize| match kind {
        NodeKind::AxiRead(_) => operands == 3,
        NodeKind::AxiWrite(_) => operands == 4,
        _ => false,
    };
    let bursts =
        blocks().flat_map(|(_, it)| it.nodes.iter()).filter(|(_, it)| is_burst(&it.kind, it.args.len()));
    let intervals = blocks().filter_map(|(id, _)| plan.root().blocks[id].schedule.ii).collect();
    (intervals, bursts.count())
}

/// Loops are flattened where requests go on across the rows, not where elements that came in bursts would come one by one.
#[test]
fn nests_keep_their_bursts() {
    let rows = |before: &str, body: &str| {
        format!("for i in 0..16_usize {{ {before} for j in 0..16_usize {{ y[16 * i + j] = {body}; }} }}")
    };
    assert_eq!(bursts(&rows("", "x[16 * i + j]")), (vec![1], 2));
    assert_eq!(bursts(&rows("", "x[20 * i + j]")), (vec![1], 2));
    // Neither form has bursts of its columns.
    assert_eq!(bursts(&rows("", "x[16 * j + i]")), (vec![1], 1));
    let twice = rows("let first = x[16 * i];", "x[16 * i + j] ^ first");
    assert_eq!(bursts(&twice), (vec![1], 2));
    assert_eq!(bursts(&format!("#[loop_flatten] {twice}")), (vec![2], 1));
    assert_eq!(
        cycles(&format!("#[kernel] pub fn k(x: &[u32], y: &mut [u32]) {{ {} }}", rows("", "x[16 * i + j]"))),
        334
    );
}

/// The interval of the loop that adds up `v` in this way, in parts of a circular buffer.
fn of_partial_sums(ty: &str, parts: usize, each: &str) -> u32 {
    let code = format!(
        "#[kernel] pub fn k(#[len(100)] x: &[i32], #[len({parts})] y: &mut [i32]) {{
            let mut parts = [0 as {ty}; {parts}]; let mut turn = 0_u32;
            #[pipeline(ii = 1)] for i in 0..100_usize {{ let v = x[i] as {ty}; {each} turn += 1; }}
            for k in 0..{parts}_usize {{ y[k] = parts[k] as i32; }} }}"
    );
    longest_interval(&code).unwrap()
}

/// Sums that are made in turn in a circular buffer do not wait for each other.
#[test]
fn partial_sums_of_a_circular_buffer_start_every_cycle() {
    for ty in ["f32", "f64"] {
        assert_eq!(of_partial_sums(ty, 16, "parts[i % 16] += v;"), 1, "{ty}");
        assert_eq!(of_partial_sums(ty, 16, "parts[(turn % 16) as usize] += v;"), 1, "{ty}");
        assert_eq!(of_partial_sums(ty, 16, "if x[i] > 90 { parts[i & 15] += v; }"), 1, "{ty}");
    }
    assert_eq!(of_partial_sums("f32", 16, "parts[3 * i % 16] += v;"), 1, "all are used in turn");
    assert!(of_partial_sums("f32", 16, "parts[4 * i % 16] += v;") > 1, "four are");
    assert!(of_partial_sums("f32", 16, "parts[(i + 1) % 16] = parts[i % 16] + v;") > 1, "the one before");
    assert!(of_partial_sums("f32", 4, "parts[i % 4] += v;") > 1, "an addition takes longer");
}
