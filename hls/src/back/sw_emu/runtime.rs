//! What emulation needs around the kernels' C++: processes that take turns before it, and behind it the entry points, with
//! what a trap does to come back to them.

use std::fmt::Write as _;

use sycl_hls_types::{DataflowLines, sw_emu_entry_symbol};

use crate::abi::{AbiKernel, AbiParam, AbiParamKind, type_name};

/// Processes as coroutines, and `hls::stream` with the depth of its declaration: C++ headers.
pub(super) const PROCESSES: &str = concat!(include_str!("coroutine.hpp"), include_str!("processes.hpp"));

/// `ap_int` and `ap_uint`: a C++ header.
pub(super) const INTEGERS: &str = include_str!("integers.hpp");

/// How a run ends early: at the entry point that it was started from. The emitted code has no destructors that this would
/// skip, but those of channels and processes, whose memory is given back.
pub(super) struct Runtime<'r> {
    /// The number of the first check: they are numbered through the whole shared object.
    pub first_site: usize,
    /// True if there are checks.
    pub checked: bool,
    /// The number of these lines in the manifest, if there are processes.
    pub dataflow: Option<(usize, &'r DataflowLines)>,
}

impl Runtime<'_> {
    pub fn text(&self) -> String {
        let mut text = "
// ---- software emulation: entry points ----
#include <csetjmp>

static thread_local std::jmp_buf trap_exit;
static thread_local uint64_t trap_words[3];
static thread_local int32_t trap_status;
"
        .to_owned();
        if let Some((number, lines)) = self.dataflow {
            text += &dataflow(number, lines);
        }
        if self.checked {
            let stop = match self.dataflow {
                Some(_) => "hls::stop(*hls::scheduler, hls::FAILED);",
                None => "trap_status = 1;\n    std::longjmp(trap_exit, 1);",
            };
            let first_site = self.first_site;
            _ = write!(
                text,
                "
__attribute__((cold, noinline)) static void trap(uint32_t site, uint64_t a, uint64_t b) {{
    trap_words[0] = {first_site} + site;
    trap_words[1] = a;
    trap_words[2] = b;
    {stop}
}}
"
            );
        }
        text
    }

    pub fn entry_point(&self, kernel: &AbiKernel) -> EntryPoint {
        let args: Vec<String> =
            kernel.params.iter().enumerate().map(|(index, param)| argument(index, param)).collect();
        let unused = if args.is_empty() { "    (void)args;\n" } else { "" };
        let args = args.join(", ");
        let symbol = &kernel.symbol;
        let (begin, end) = match self.dataflow {
            Some(_) => ("    hls::Scheduler all{};\n    hls::begin(all);\n", "    hls::release(all);\n"),
            None => ("", ""),
        };
        let (opened, closed) = ports(kernel);
        // No variable of the kernel lives in the function that is returned to.
        let text = format!(
            "
__attribute__((noinline)) static void sycl_hls_sw_emu_call_{symbol}(const void *const *args) {{
{unused}{begin}{opened}    {symbol}({args});
{closed}{end}}}

extern \"C\" __attribute__((visibility(\"default\"))) int32_t {}(
    const void *const *args,
    uint64_t *trapped) {{
    if (setjmp(trap_exit) != 0) {{
        for (int i = 0; i < 3; ++i) {{
            trapped[i] = trap_words[i];
        }}
        return trap_status;
    }}
    sycl_hls_sw_emu_call_{symbol}(args);
    return 0;
}}
",
            sw_emu_entry_symbol(symbol),
        );
        let lines = |what: &'static str| {
            (1_u32..).zip(text.lines()).filter(move |(_, line)| line.starts_with(what)).map(|(line, _)| line)
        };
        let (begin, ports) =
            (lines("    hls::begin").next().unwrap_or(0), lines("    hls::stream<").collect());
        EntryPoint { text, begin, ports }
    }
}

/// The entry point of a kernel.
pub(super) struct EntryPoint {
    pub text: String,
    /// The line of it, from 1, that starts the kernel's own process, if there are processes.
    pub begin: u32,
    /// Those that declare its ports.
    pub ports: Vec<u32>,
}

/// What opens the ports of a kernel, which have its parameters' names, and what closes them.
fn ports(kernel: &AbiKernel) -> (String, String) {
    let (mut opened, mut closed) = (String::new(), String::new());
    for (index, param) in kernel.params.iter().enumerate() {
        if let AbiParamKind::Stream { scalar, input, .. } = param.kind {
            let (name, ty) = (&param.name, type_name(scalar));
            _ = writeln!(opened, "    hls::stream<{ty}> {name}(*(hls::Port *)args[{index}], {input});");
            _ = writeln!(closed, "    {name}.close(*(hls::Port *)args[{index}], {input});");
        }
    }
    (opened, closed)
}

/// What `processes.hpp` leaves open.
fn dataflow(number: usize, lines: &DataflowLines) -> String {
    let mut cases = String::new();
    for (line, channel) in &lines.channels {
        let (writer, reader) = (channel.writer.unwrap_or(0), channel.reader.unwrap_or(0));
        _ = writeln!(cases, "    case {line}: return {{{}, {writer}, {reader}}};", channel.depth);
    }
    format!(
        "
namespace hls {{
namespace {{
Declared declared_in(unsigned line) {{
    switch (line) {{
{cases}    default: return {{1, 0, 0}};
    }}
}}

void leave(int status) {{
    trap_status = status;
    release(*scheduler);
    std::longjmp(trap_exit, 1);
}}

void report(Count a, Count b) {{
    trap_words[0] = {number};
    trap_words[1] = a;
    trap_words[2] = b;
}}
}} // namespace
}} // namespace hls
"
    )
}

fn argument(index: usize, param: &AbiParam) -> String {
    match &param.kind {
        AbiParamKind::Scalar(scalar) => format!("*(const {} *)args[{index}]", type_name(*scalar)),
        AbiParamKind::Struct { name, .. } => format!("*(const {name} *)args[{index}]"),
        AbiParamKind::Length => format!("*(const uint64_t *)args[{index}]"),
        AbiParamKind::Output { scalar, .. } => format!("({} *)args[{index}]", type_name(*scalar)),
        AbiParamKind::Pointer { ty, .. } => format!("({ty})args[{index}]"),
        AbiParamKind::Stream { .. } => param.name.clone(),
    }
}
