//! What the compiler makes of the corpus, line by line: KIR, HLS C++ and the linker's configuration. `UPDATE_EXPECT=1
//! cargo test -p sycl-hls-tests golden::` writes the files anew. The C++ that is compared is also compiled: it has no
//! warnings. Every directive is somewhere in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect_file;
use sycl_hls_cli::sources::{SourceFile, translate_files};
use sycl_hls_compiler::{back::hls_cpp, link, pass};
use sycl_hls_ir::directive::DirectiveSet;
use sycl_hls_ir::{FuncDirectives, LoopDirectives, Module, ParamDirectives, ScopeDirectives, SlotDirectives};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn modules(source: &str) -> Vec<Module> {
    let file = SourceFile { path: root().join(source), shown_as: source.to_owned() };
    translate_files(&[file], None).expect("the file translates")
}

fn translated(source: &str) -> Module {
    let mut modules = modules(source);
    assert_eq!(modules.len(), 1, "one module in a file");
    modules.remove(0)
}

/// Warnings of the emitted C++ are errors. g++ before 13 ignores the text's own diagnostic pragma for `#pragma HLS`
/// (GCC bug 53431).
const COMPILERS: [(&str, &[&str]); 2] = [("g++", &["-Wno-unknown-pragmas"]), ("clang++", &[])];

fn compile(compiler: &str, flags: &[&str], cpp: &Path) {
    let mut command = Command::new(compiler);
    command.args(["-std=c++14", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]).args(flags).arg(cpp);
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{compiler}: {error}; `make test` installs it"));
    assert!(
        output.status.success(),
        "{compiler} {}:\n{}",
        cpp.display(),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn check(source: &str, name: &str) {
    let module = translated(source);
    let kir = sycl_hls_ir::print(&module);
    expect_file![root().join(format!("tests/golden/{name}.kir"))].assert_eq(&kir);
    let parsed = sycl_hls_ir::parse(&kir).expect("the text form can be read");
    assert_eq!(sycl_hls_ir::print(&parsed), kir, "nothing is lost");
    assert_eq!(sycl_hls_ir::check(&parsed), Ok(()));
    check_cpp(module, name);
}

fn check_cpp(mut module: Module, name: &str) {
    pass::run_all(&mut module, hls_cpp::LEGALIZE);
    let cpp = root().join(format!("tests/golden/{name}.cpp"));
    let emitted = hls_cpp::emit(&module);
    expect_file![&cpp].assert_eq(&emitted.text);
    for (compiler, flags) in COMPILERS {
        compile(compiler, flags, &cpp);
    }
    check_config(&link::config(&emitted.kernels, &module.links), name);
}

/// There is a file where there is something to tell the linker.
fn check_config(config: &str, name: &str) {
    let path = root().join(format!("tests/golden/{name}.cfg"));
    if config.is_empty() {
        assert!(!path.exists(), "{}: nothing is linked in a way of its own", path.display());
    } else {
        expect_file![path].assert_eq(config);
    }
}

#[test]
fn box_filter() {
    check("examples/box-filter/src/kernels.rs", "box_filter");
}

#[test]
fn algorithms() {
    check("tests/kernels/algorithms.rs", "algorithms");
}

#[test]
fn arithmetic() {
    check("tests/kernels/arithmetic.rs", "arithmetic");
}

#[test]
fn directives() {
    check("tests/kernels/directives.rs", "directives");
}

#[test]
fn instances() {
    check("tests/kernels/instances.rs", "instances");
}

#[test]
fn language() {
    check("tests/kernels/language.rs", "language");
}

/// Vitis gets linked kernels as they are, and the linker connects them.
#[test]
fn links() {
    let module = translated("tests/kernels/links.rs");
    let kir = sycl_hls_ir::print(&module);
    let parsed = sycl_hls_ir::parse(&kir).expect("the text form can be read");
    assert_eq!(sycl_hls_ir::print(&parsed), kir, "nothing is lost");
    let mut on_cards = module.without_groups();
    pass::run_all(&mut on_cards, hls_cpp::LEGALIZE);
    let emitted = hls_cpp::emit(&on_cards);
    assert!(emitted.text.contains("void load(") && !emitted.text.contains("linked_"), "{}", emitted.text);
    let (_, pairs) = emitted.text.split_once("void pairs(").expect("it is there");
    let (pairs, _) = pairs.split_once("\n}").expect("it ends");
    assert!(pairs.contains("#pragma HLS INTERFACE ap_ctrl_none port=return"), "{pairs}");
    assert!(!pairs.contains("s_axilite") && !pairs.contains("while"), "{pairs}");
    check_config(&link::config(&emitted.kernels, &module.links), "links");
}

/// Tasks are `hls::task` for Vitis, each with a function that has one run. AMD's code has checked none of it.
#[test]
fn tasks() {
    let mut module = translated("tests/kernels/streams.rs");
    pass::run_all(&mut module, hls_cpp::LEGALIZE);
    let text = hls_cpp::emit(&module).text;
    assert!(
        text.contains("#define TASK(function, ...) hls_thread_local hls::task function##_task("),
        "{text}"
    );
    let started: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("TASK(")).collect();
    assert_eq!(started.len(), 3, "{started:?}");
    for start in started {
        let (name, _) = start.split_once(',').expect("it has streams");
        let (_, function) = text.split_once(&format!("static void {name}(")).expect("its function");
        let (function, _) = function.split_once("\n}").expect("it ends");
        let (params, body) = function.split_once(") {").expect("its parameters");
        for param in params.split(',').filter(|param| !param.contains("hls::stream<")) {
            let name = param.rsplit(' ').next().unwrap_or_default();
            assert!(text.contains(&format!("#pragma HLS STABLE variable={name}\n")), "{param}: {text}");
        }
        assert!(body.contains("WHILE_MORE(") && !body.contains("while"), "{function}");
    }
}

/// What the emitted C++ uses of `hls_streamofblocks.h`, as UG1399 describes it: AMD's code has checked none of it.
const BLOCKS: &str = "#pragma once\n#ifndef EXPLICIT_ACQUIRE_RELEASE\n#error its classes are not there\n#endif\n\
    namespace hls { template <class T, int N = 2> struct stream_of_blocks {};\n\
    template <class T> struct buffer { template <int N> buffer(stream_of_blocks<T, N> &);\n\
    void acquire(); void release(); operator T &(); };\n\
    template <class T> using write_buf = buffer<T>; template <class T> using read_buf = buffer<T>; }\n";

/// What the emitted C++ uses of `hls_task.h`, as UG1399 describes it.
const TASK: &str = "#pragma once\n#define hls_thread_local static\nnamespace hls { struct task {\n\
    template <class F, class... A> task(F *function, A &&...) { (void)function; } }; }\n";

/// Streams of blocks are `hls::stream_of_blocks` for Vitis, and tasks take them.
#[test]
fn blocks() {
    let mut module = translated("tests/kernels/blocks.rs");
    pass::run_all(&mut module, hls_cpp::LEGALIZE);
    let text = hls_cpp::emit(&module).text;
    assert!(text.contains("hls::stream_of_blocks<int32_t[3][5], 3> tile;"), "{text}");
    assert!(text.contains("hls::write_buf<uint32_t[4]> there_block(there);"), "{text}");
    assert!(text.contains("#pragma HLS ARRAY_PARTITION variable=pair complete dim=1"), "{text}");
    assert!(text.contains("TASK(paired_pairs, pair, tx);"), "{text}");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    HEADERS.iter().for_each(|(name, text)| write(name, text));
    write("hls_streamofblocks.h", BLOCKS);
    write("hls_task.h", TASK);
    write("blocks.cpp", &text);
    let flags = ["-std=c++14", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-fsyntax-only"];
    let mut command = Command::new("g++");
    command.args(flags).arg(folder.path().join("blocks.cpp"));
    assert!(command.status().expect("g++ runs").success());
    // A stream of blocks each, and a task.
    let versions =
        [(hls_cpp::Version::V2021_1, 16), (hls_cpp::Version::V2021_2, 1), (hls_cpp::Version::V2022_1, 0)];
    for (version, problems) in versions {
        assert_eq!(hls_cpp::unavailable(&module, version).len(), problems, "{version:?}");
    }
}

/// What the emitted C++ uses of `hls_stream.h` and `ap_axi_sdata.h`, as UG1399 describes it: AMD's code has checked none of it.
const HEADERS: [(&str, &str); 2] = [
    (
        "hls_stream.h",
        "#pragma once\nnamespace hls { template <class T> struct stream {\n\
         explicit stream(const char *) {} T read(); void write(const T &); }; }",
    ),
    (
        "ap_axi_sdata.h",
        "#pragma once\nnamespace hls { template <class T, int U, int I, int D> struct axis {\n\
         T data; ap_uint<sizeof(T)> keep, strb; ap_uint<U> user; ap_uint<1> last; ap_uint<I> id; ap_uint<D> dest; }; }",
    ),
];

/// Calls the functions of a packet that is 113 bits wide.
const TRIED: &str = "
int main() {
    ap_uint<113> bits = 0;
    for (int i = 0; i < 113; i += 3) bits = bits | ap_uint<113>(1) << i;
    const packet_i64_16_8_8 packet = packet_i64_16_8_8_of(bits);
    const bool fits = packet.keep == ap_uint<8>(bits >> 64) && packet.strb == ap_uint<8>(bits >> 72)
        && packet.last == ap_uint<1>(bits >> 80) && packet.user == ap_uint<16>(bits >> 81)
        && packet.id == ap_uint<8>(bits >> 97) && packet.dest == ap_uint<8>(bits >> 105)
        && packet.data == ap_uint<64>(bits);
    return fits && packet_i64_16_8_8_bits(packet) == bits ? 0 : 1;
}
";

/// Ports of packets have the types of AMD's headers, and their functions find each signal's bits.
#[test]
fn packets() {
    let mut module = translated("tests/kernels/ports.rs");
    pass::run_all(&mut module, hls_cpp::LEGALIZE);
    let text = hls_cpp::emit(&module).text;
    let ports = ["packet_u32_8_0_0> &input_", "packet_f32_8_0_4> &sums", "packet_i64_16_8_8> &output_"];
    assert!(ports.iter().all(|port| text.contains(&format!("hls::stream<{port}"))), "{text}");
    assert!(text.contains("typedef hls::axis<ap_uint<32>, 8, 0, 4 > packet_f32_8_0_4;"), "{text}");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| std::fs::write(file(name), text).expect("a file can be written");
    HEADERS.iter().for_each(|(name, text)| write(name, text));
    let integers = root().join("hls/src/back/sw_emu/integers.hpp");
    write("ap_int.h", &format!("#include \"{}\"\n#undef SYCL_HLS_INTEGERS\n", integers.display()));
    write("packets.cpp", &(text + TRIED));
    // The functions of streams have no bodies: kernels are compiled, and thrown away.
    let flags = ["-std=c++14", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-ffunction-sections"];
    let mut command = Command::new("g++");
    command.args(flags).args(["-Wl,--gc-sections", "-o"]).args([file("packets"), file("packets.cpp")]);
    assert!(command.status().expect("g++ runs").success());
    assert!(Command::new(file("packets")).status().expect("it runs").success());
}

#[test]
fn traps() {
    check("tests/kernels/traps.rs", "traps");
}

const PORT: [&str; 5] = ["memory", "loops", "arrays", "records", "system"];
const SUITES: [&str; 6] = ["linear", "solvers", "stencils", "machine", "sorting", "graphs"];

/// Public examples: their C++ is what counts.
#[test]
fn port() {
    for name in PORT {
        check_cpp(translated(&format!("tests/kernels/port/{name}.rs")), &format!("port/{name}"));
    }
}

#[test]
fn suites() {
    for name in SUITES {
        check_cpp(translated(&format!("tests/kernels/suites/{name}.rs")), &format!("suites/{name}"));
    }
}

/// The files with kernels below a folder.
fn files_with_kernels(folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).expect("the folder is there") {
        let name = format!("{folder}/{}", entry.expect("its entry").file_name().display());
        match std::fs::read_to_string(root().join(&name)) {
            Ok(text) if text.contains("#[sycl_hls::kernels]") => files.push(name),
            Ok(_) => {}
            Err(_) => files.extend(files_with_kernels(&name)),
        }
    }
    files
}

/// What an engineer would not have written, in code without comments and pragmas.
#[derive(Debug, Default)]
struct Figures {
    lines: usize,
    characters: usize,
    casts: usize,
    /// Variables of 64 bits.
    wide: usize,
    longest: usize,
}

impl Figures {
    fn add(&mut self, cpp: &str) {
        const INTEGERS: [&str; 8] =
            ["uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t", "int16_t", "int32_t", "int64_t"];
        for line in cpp.lines().filter(|line| !line.starts_with("#pragma")) {
            self.longest = self.longest.max(line.chars().count());
            let code = line.trim_start();
            if code.is_empty() || code.starts_with("//") {
                continue;
            }
            self.lines += 1;
            self.characters += code.len();
            self.casts += INTEGERS.iter().map(|ty| code.matches(&format!("({ty})")).count()).sum::<usize>();
            let declared = ["", "const ", "for (", "const static "].map(|start| code.strip_prefix(start));
            let is_wide = |code: &str| code.starts_with("uint64_t ") || code.starts_with("int64_t ");
            self.wide += usize::from(declared.into_iter().flatten().any(is_wide) && code.contains(" = "));
        }
    }
}

/// The figures of docs/vitis.md: `--nocapture` prints them.
#[test]
fn cpp_reads_as_if_written_by_hand() {
    let mut figures = Figures::default();
    for mut module in files_with_kernels("tests/kernels").iter().flat_map(|file| modules(file)) {
        pass::run_all(&mut module, hls_cpp::LEGALIZE);
        figures.add(&hls_cpp::emit(&module).text);
    }
    println!("{figures:?}");
    assert!(figures.longest <= hls_cpp::COLUMNS, "{figures:?}");
    assert!(figures.lines > 10_000, "{figures:?}");
    assert!(figures.casts * 8 < figures.lines, "{figures:?}");
    assert!(figures.wide * 12 < figures.lines, "{figures:?}");
}

/// Each option of a directive as `pipeline.ii`, and the directive itself.
fn named<S: DirectiveSet>() -> impl Iterator<Item = String> {
    S::NAMES.iter().flat_map(|name| {
        let options = S::schema(name).into_iter().flatten();
        options.map(move |option| format!("{name}.{}", option.name)).chain([(*name).to_owned()])
    })
}

/// Wherever a directive is emitted wrongly, a text that was read by people changes.
///
/// Rows: F365.
#[test]
fn every_directive_with_every_option_is_in_a_golden_text() {
    let port = PORT.iter().map(|name| format!("port/{name}"));
    let suites = SUITES.iter().map(|name| format!("suites/{name}"));
    let mut found = BTreeSet::new();
    for name in port.chain(suites).chain(["directives", "instances", "links"].map(str::to_owned)) {
        let module = translated(&format!("tests/kernels/{name}.rs"));
        for entry in module.funcs.iter().flat_map(|(_, func)| func.directive_entries()) {
            found.extend(entry.options.iter().map(|(option, _)| format!("{}.{option}", entry.name)));
            found.insert(entry.name.to_owned());
        }
    }
    let all = named::<LoopDirectives>()
        .chain(named::<ScopeDirectives>())
        .chain(named::<SlotDirectives>())
        .chain(named::<ParamDirectives>())
        .chain(named::<FuncDirectives>());
    let missing: BTreeSet<String> = all.filter(|name| !found.contains(name)).collect();
    assert!(missing.is_empty(), "no kernel has {missing:?}");
}
