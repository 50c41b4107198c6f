//! `sycl-hls report`: the table, the JSON, the page, and strict pipelines.

use sycl_hls_compiler::report::{LimitKind, Report};
use sycl_hls_compiler::rtl::predict::Count;

use crate::cli::help;
use crate::cli::support::Folder;

const KERNELS: &str = r#"#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn scale(a: f32, x: &[f32], #[m_axi(bundle = "out")] y: &mut [f32]) {
        #[pipeline(ii = 1)]
        for i in 0..y.len() {
            y[i] = a * x[i];
        }
    }

    #[kernel]
    #[hls_allow(serial_accumulation, pipeline_recurrence)]
    pub fn sums(n: usize, x: &[f32], y: &mut [f32]) {
        'rows: for i in 0..n {
            let mut sum = 0.0;
            for j in 0..n {
                if x[i * n + j] < 0.0 {
                    continue 'rows;
                }
                sum += x[i * n + j];
            }
            y[i] = sum;
        }
    }
}
"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("k.rs", KERNELS);
    folder
}

#[test]
fn the_table_says_what_limits_loops() {
    let text = folder().run(["report", "k.rs", "--kernel", "scale", "--args", "y.len=4096"]).success().stdout;
    let [name, head, row, outside, rest @ ..] = &text.lines().collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    assert_eq!(*name, "scale (k.rs:4): 4177 cycles");
    let columns: Vec<&str> = head.split_whitespace().take(8).collect();
    assert_eq!(columns, ["loop", "line", "trips", "II", "depth", "iterations", "cycles", "bursts"], "{text}");
    let cells: Vec<&str> = row.split_whitespace().skip(4).take(9).collect();
    assert_eq!(cells, ["6", "4096", "1", "(1)", "71", "4096", "4166", "2", "of"], "{text}");
    let cells: Vec<&str> = outside.split_whitespace().collect();
    assert_eq!(
        cells[..9],
        ["outside", "of", "loops", "-", "-", "-", "-", "-", "11"],
        "no row is missing: {text}"
    );
    let operators = "  operators: 1 x 16-bit add, 1 x 16-bit compare, 1 x 16-bit logic, 1 x 32-bit select, 4 x 64-bit add, \
                     3 x 64-bit compare, 1 x f32 multiply";
    assert!(rest.contains(&operators), "{text}");
}

/// What is accessed under a condition sends a request for each element; a large operator has its line.
#[test]
fn single_requests_and_large_operators_have_their_lines() {
    let folder = Folder::new();
    let kernel = "#[kernel]
        #[hls_allow(missed_burst)]
        pub fn k(on: bool, d: usize, x: &[usize], y: &mut [usize]) {
            for i in 0..64 {
                y[i] = if on { x[i] } else { 0 };
            }
            y[0] = d / (d + 3);
        }";
    folder.write("k.rs", format!("#[sycl_hls::kernels] mod m {{ use sycl_hls::device::*; {kernel} }}"));
    let text = folder.run(["report", "k.rs"]).success().stdout;
    assert!(text.contains("  1 of 2  "), "{text}");
    assert!(text.contains("  a request for each element: read `x` (line 5)\n"), "{text}");
    assert!(text.contains("1 x 64-bit divide (line 7, as wide as `d`)"), "{text}");
}

/// With `--kernel`, and in `call`, what is said of other kernels does not matter.
#[test]
fn lints_are_those_of_the_kernel() {
    let folder = Folder::new();
    folder
        .write("k.rs", KERNELS.replace("sum += x[i * n + j];", "sum += (x[i * n + j] as f64 * 0.5) as f32;"));
    let said = |args: &[&str]| folder.run(args).success().stderr;
    let of_sums = "warning[SH0607]";
    assert!(said(&["report", "k.rs"]).contains(of_sums), "{}", said(&["report", "k.rs"]));
    assert!(said(&["report", "k.rs", "--kernel", "sums"]).contains(of_sums));
    assert_eq!(said(&["report", "k.rs", "--kernel", "scale"]), "");
    folder.write("x.npy", help::array());
    folder.write("y.npy", help::array());
    assert_eq!(said(&["call", "k.rs", "scale", "a=1", "x=@x.npy", "y=@y.npy:out.npy"]), "");
}

/// What two loops compute after each other one operator computes.
#[test]
fn operators_with_several_results_say_so() {
    let folder = Folder::new();
    let loops = "for i in 0..x.len() { x[i] = x[i] * a; } for i in 0..x.len() { x[i] = a * x[i]; }";
    let kernel = format!("#[kernel] pub fn twice(a: f32, x: &mut [f32]) {{ {loops} }}");
    folder.write("k.rs", format!("#[sycl_hls::kernels] mod m {{ use sycl_hls::device::*; {kernel} }}"));
    let text = folder.run(["report", "k.rs"]).success().stdout;
    assert!(text.contains("1 x f32 multiply (for 2 results)"), "{text}");
}

#[test]
fn areas_are_shares_of_a_board() {
    let folder = folder();
    let text = folder.run(["report", "k.rs", "--kernel", "scale", "--board", "u200"]).success().stdout;
    for part in ["of it interfaces", "of u200", "of its largest SLR", "not Vivado"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let json = folder.run(["report", "k.rs", "--json", "--board", "u55c"]).success().stdout;
    let report: Report = serde_json::from_str(&json).unwrap();
    let budget = report.budget.unwrap();
    assert_eq!((budget.board.as_str(), budget.all.dsps, budget.region), ("u55c", 8204, None));
    let scale = &report.kernels[0];
    assert_eq!((scale.area.dsps, scale.loops[0].area.dsps), (Some(2), Some(2)));
    let interfaces = scale.interfaces.unwrap().ffs.unwrap();
    assert!(interfaces > 0 && scale.loops[0].area.ffs < scale.area.ffs, "{json}");
}

/// With a board, cycles have bounds for its memory; ports have bursts, and what they use of their bandwidth.
#[test]
fn ports_and_the_memory_of_a_board() {
    let folder = folder();
    let report = |args: &[&str]| {
        let always = ["report", "k.rs", "--kernel", "scale", "--args", "y.len=4096"];
        folder.run([&always, args].concat()).success().stdout
    };
    let text = report(&["--board", "u280"]);
    let first = text.lines().next().unwrap();
    assert!(first.starts_with("scale (k.rs:4): 4177 cycles, with the memory of u280 4177 to "), "{text}");
    let row = "  gmem0 reads  HBM[0]  16384  256 to 260  1 to 16, mean 15.8 to 16.0  0.";
    assert!(text.contains(row), "{text}");
    // At 300 MHz a port of 4 bytes moves 1.2 GB/s.
    let text = report(&[]);
    let row = "  out writes   16384  256 to 260  1 to 16, mean 15.8 to 16.0  1.18         98 %";
    assert!(text.contains(row) && !text.contains("with the memory"), "{text}");
    let report: Report = serde_json::from_str(&report(&["--board", "u280", "--json"])).unwrap();
    let [scale] = &report.kernels[..] else { panic!("{report:?}") };
    let run = scale.on_board.as_ref().unwrap();
    assert_eq!((run.board.as_str(), run.cycles.least), ("u280", 4177));
    assert!(run.cycles.most.unwrap() > 2 * 4177, "{run:?}");
    let [x, out] = &scale.ports[..] else { panic!("{scale:?}") };
    assert_eq!((x.writes.is_none(), out.reads.is_none(), out.peak_gb_per_s), (true, true, 1.2));
    let writes = out.writes.as_ref().unwrap();
    assert_eq!((writes.beats, writes.bytes), (Count::exactly(4096), Count::exactly(16384)));
    folder.run(["report", "k.rs", "--board", "u280", "--args", "y.len=64", "--html", "k.html"]).success();
    let page = String::from_utf8(folder.read("k.html")).unwrap();
    assert!(page.contains("<dt>memory of u280</dt><dd>"), "{page}");
    assert!(page.contains("<th class=\"number\">beats per burst</th>"), "{page}");
}

#[test]
fn json_is_the_report() {
    let folder = folder();
    let json = folder.run(["report", "k.rs", "--json", "--args", "n=10"]).success().stdout;
    let report: Report = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string_pretty(&report).unwrap(), json.trim_end());
    let [scale, sums] = &report.kernels[..] else { panic!("{json}") };
    assert_eq!((scale.name.as_str(), sums.line, sums.clock_mhz), ("scale", 13, Some(300)));
    assert_eq!(scale.cycles.most, None);
    let rows = &sums.loops[0];
    assert_eq!(
        (rows.label.as_deref(), rows.interval, rows.trips),
        (Some("'rows"), None, Some(Count::exactly(10)))
    );
    let inner = &rows.loops[0];
    assert!(inner.interval > Some(1) && inner.depth > inner.interval, "{inner:?}");
    let limit = inner.limit.as_ref().unwrap();
    assert!(matches!(limit.kind, LimitKind::Recurrence | LimitKind::Exit), "{limit}");
    assert!(limit.places.iter().any(|place| (17..=20).contains(&place.line)), "{limit}");
}

#[test]
fn the_page_stands_alone() {
    let folder = folder();
    folder.run(["report", "k.rs", "--html", "k.html"]).success();
    let page = String::from_utf8(folder.read("k.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"), "{page}");
    for part in
        ["f32 multiply", "read `x`", "data-line=\"20\"", "x[i * n + j] &lt; 0.0", "prefers-color-scheme"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("http"), "nothing comes from elsewhere");
    let (_, sums) = page.split_once("<h2>sums</h2>").unwrap();
    let limit = sums.find("<p class=\"limit\" data-line=").expect("a limit of the inner loop");
    assert!(limit < sums.find("<figure>").unwrap(), "limits stand between the loops and the schedules");
    assert!(sums.find("<figure>") < sums.find("<p class=\"operators\">"), "schedules stand above areas");
    assert_eq!(page.matches("<section>").count(), 2);
    let summary = sums.find("<dl class=\"summary\">").expect("a summary");
    assert!(summary < sums.find("<table>").unwrap(), "the summary comes first");
    assert!(page.contains("<dt>missed intervals</dt><dd>none</dd>"), "{page}");
    let (_, scale) = page.split_once("<h2>scale</h2>").unwrap();
    assert!(scale.find("<details>") < scale.find("<figure>"), "a block of one cycle is folded");
}

#[test]
fn what_is_given_is_checked() {
    let folder = folder();
    let run = |args: &str| folder.run(["report", "k.rs", "--args", args]);
    run("n").fails(2, &["`n` is not of the form NAME=VALUE"]);
    run("n=1,n=2").fails(2, &["`n` is given twice"]);
    run("n=-1").fails(2, &["`-1` is no value of `n`", "u64 goes from 0"]);
    run("z=1").fails(2, &["called `z`", "NAME.len=VALUE"]);
    folder
        .run(["report", "k.rs", "--kernel", "no"])
        .fails(2, &["there is no kernel `no`", "the kernels are "]);
}

#[test]
fn strict_pipelines_fail_the_build() {
    let folder = Folder::new();
    folder.write("k.rs", KERNELS.replace("for j in 0..n", "#[pipeline(strict)]\n            for j in 0..n"));
    let said = [
        "error[SH0518]: in our own hardware iterations start every",
        "#[pipeline(strict)]",
        "what limits them: ",
    ];
    folder.run(["report", "k.rs"]).fails(1, &said);
    folder.run(["emit", "--as", "verilog", "k.rs"]).fails(1, &said);
    // Vitis is told nothing of it.
    let cpp = folder.run(["emit", "--as", "hls-cpp", "k.rs"]).success().stdout;
    assert!(cpp.contains("#pragma HLS PIPELINE\n") && !cpp.contains("strict)"), "{cpp}");
}

#[test]
fn strict_is_about_loops_that_are_pipelined() {
    let folder = Folder::new();
    let on_function = KERNELS
        .replace("#[kernel]\n    pub fn scale", "#[kernel]\n    #[pipeline(strict)]\n    pub fn scale");
    folder.write("k.rs", on_function);
    folder.run(["report", "k.rs"]).fails(1, &["`strict` is about a loop", "#[pipeline(strict)]"]);
    folder.write("k.rs", KERNELS.replace("#[pipeline(ii = 1)]", "#[pipeline(off, strict)]"));
    folder.run(["report", "k.rs"]).fails(1, &["#[pipeline(off, strict)]", "error[SH0510]"]);
}
