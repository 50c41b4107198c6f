//! Reports as the tools write them, with made-up figures.

use crate::script::Script;

/// What the kernels' clock is asked for, in MHz.
const MHZ: f64 = 300.0;

/// `csynth.xml`.
pub fn xml(kernel: &str) -> String {
    let count = |name: &str, value: u32| format!("<{name}>{value}</{name}>");
    let counts = [("BRAM_18K", 8), ("DSP", 5), ("FF", 2000), ("LUT", 3000), ("URAM", 0)]
        .map(|(name, value)| count(name, value));
    format!(
        "<profile><ReportVersion><Version>replay</Version></ReportVersion>\
         <UserAssignments><unit>ns</unit><TopModelName>{kernel}</TopModelName>\
         <TargetClockPeriod>3.33</TargetClockPeriod><ClockUncertainty>0.90</ClockUncertainty></UserAssignments>\
         <PerformanceEstimates><SummaryOfTimingAnalysis><unit>ns</unit>\
         <EstimatedClockPeriod>2.92</EstimatedClockPeriod></SummaryOfTimingAnalysis></PerformanceEstimates>\
         <AreaEstimates><Resources>{}</Resources></AreaEstimates></profile>\n",
        counts.concat()
    )
}

/// `csynth.rpt`: a row for each loop, and what became of each pragma of a source.
pub fn summary(kernel: &str, source: &str, text: &str, script: &Script) -> String {
    let mut rows = vec![loops_row(&format!("+ {kernel}"), ["2050", "-", "-", "-", "no"])];
    let mut dropped = Vec::new();
    let mut taken = Vec::new();
    let mut last_loop = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("for (") {
            last_loop = format!(" o VITIS_LOOP_{number}_1");
            rows.push(loops_row(&last_loop, ["2048", "8", "-", "256", "no"]));
        }
        let Some(pragma) = line.trim_start().strip_prefix("#pragma HLS ") else { continue };
        let (kind, options) = pragma.split_once(' ').unwrap_or((pragma, ""));
        let kind = kind.to_lowercase();
        let row = format!("| {kind} | {options} | {source}:{number} in {kernel} |");
        if script.drop.as_ref() == Some(&kind) {
            dropped.push(format!("{row} unknown pragma |"));
            continue;
        }
        taken.push(row);
        if kind == "pipeline" {
            rows.pop();
            let ii = script.ii.unwrap_or(1).to_string();
            rows.push(loops_row(&last_loop, ["1034", "11", &ii, "1024", "yes"]));
        }
    }
    let head = loops_row("& Loops", ["(cycles)", "Latency", "Interval", "Count", "Pipelined"]);
    format!(
        "\n== Synthesis Summary Report of '{kernel}'\n+ General Information: \n    * Version:        replay\n\n\
         + Performance & Resource Estimates: \n{}\n== Pragma Report\n{}{}",
        table(&head, &rows),
        if dropped.is_empty() { String::new() } else { ignored(&dropped) },
        valid(&taken)
    )
}

/// A row: its name, and cycles, iteration latency, interval, trip count and whether it is pipelined.
fn loops_row(name: &str, cells: [&str; 5]) -> String {
    format!("|{name}|{}|", cells.join("|"))
}

/// What kernels take, in the report that v++ asks Vivado for.
pub fn kernels_use(kernels: &[String]) -> String {
    let row = |name: &str, counts: [&str; 6]| format!("| {name} | {} |", counts.join(" | "));
    let own = ["3000 [ 0.3%]", "200 [ 0.4%]", "2000 [ 0.1%]", "4 [ 0.2%]", "0 [ 0.0%]", "5 [ 0.1%]"];
    let budget =
        ["1000000 [100%]", "57000 [100%]", "2000000 [100%]", "1849 [100%]", "960 [100%]", "6833 [100%]"];
    let mut rows = vec![row("User Budget", budget), row("   Used Resources", own)];
    for kernel in kernels {
        rows.extend([row(kernel, own), row(&format!("   {kernel}_1"), own)]);
    }
    table("| Name | LUT | LUTAsMem | REG | BRAM | URAM | DSP |", &rows)
}

/// What all of it takes of the device, and of its regions.
pub fn regions_use() -> String {
    let whole = ["| CLB LUTs* | 190631 | 1182240 |", "| CLB Registers | 284100 | 2364480 |"];
    let regions = ["| CLB LUTs | 90000 | 90631 | 22.84 | 23.00 |", "| DSPs | 10 | 7 | 0.44 | 0.31 |"];
    let owned = |rows: [&str; 2]| rows.map(str::to_owned);
    format!(
        "{}\n{}",
        table("| Site Type | Used | Available |", &owned(whole)),
        table("| Site Type | SLR0 | SLR1 | SLR0 % | SLR1 % |", &owned(regions))
    )
}

fn ignored(rows: &[String]) -> String {
    format!("* Ignored Pragmas\n{}\n", table("| Type | Options | Location | Messages |", rows))
}

fn valid(rows: &[String]) -> String {
    format!("* Valid Pragma Syntax\n{}\n", table("| Type | Options | Location |", rows))
}

fn table(head: &str, rows: &[String]) -> String {
    let columns = head.matches('|').count() - 1;
    let rule = format!("+{}", "-----+".repeat(columns));
    format!("{rule}\n{head}\n{rule}\n{}\n{rule}\n", rows.join("\n"))
}

/// `_new_clk_freq`: what the clocks were given.
pub fn frequencies(script: &Script) -> String {
    format!("kernel:0:clk_kernel_00_unbuffered_net:{:.1}\n", script.mhz.unwrap_or(MHZ))
}

/// The summary of timing behind routing.
pub fn timing(script: &Script) -> String {
    let slack = script.slack.unwrap_or(0.1);
    let met = if slack < 0.0 { "not met" } else { "met" };
    let total = if slack < 0.0 { "-1.000" } else { "0.000" };
    format!(
        "| Tool Version      : Vivado v.replay\n| Design State      : Routed\n\n| Design Timing Summary\n\
         | ---------------------\n\n    WNS(ns)      TNS(ns)  TNS Failing Endpoints  TNS Total Endpoints      WHS(ns)      \
         THS(ns)  THS Failing Endpoints  THS Total Endpoints     WPWS(ns)     TPWS(ns)  TPWS Failing Endpoints  \
         TPWS Total Endpoints  \n    -------      -------  ---------------------  -------------------      -------      \
         -------  ---------------------  -------------------     --------     --------  ----------------------  \
         --------------------  \n    {slack:7.3}    {total:>8}                      0               411223        \
         0.010        0.000                      0               411223        0.000        0.000                       \
         0                182000  \n\n\nTiming constraints are {met}.\n\n\n| Clock Summary\n| -------------\n\n\
         Clock                              Waveform(ns)         Period(ns)      Frequency(MHz)\n\
         -----                              ------------         ----------      --------------\n\
         clk_kernel_00_unbuffered_net     {{0.000 1.667}}        3.333           300.000         \n\n"
    )
}
