//! Kernels in KIR text, compiled as C++ by two compilers with UBSan, run, and compared with the interpreter.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use sycl_hls_compiler::back::{hls_cpp, sw_emu};
use sycl_hls_compiler::pass::{Pass, run_all};
use sycl_hls_ir::interp::{self, Arg, Options};
use sycl_hls_ir::{Func, Module, ParamKind, check, parse, print};
use sycl_hls_types::{EmulationManifest, Fault, Scalar, ScalarValue, sw_emu_entry_symbol};

use crate::emitted::headers::headers;
use crate::emitted::ranges::guarded;
use crate::is_all;

/// A kernel to run, with its arguments.
pub type Job = (&'static str, Vec<Arg>);

/// What a run gave: its memory afterwards, or why it stopped.
type Outcome = Result<Vec<Vec<ScalarValue>>, Fault>;

/// Undefined behaviour ends a run; clang++ comes without the library that would say which it was.
/// The text without checks is also compiled as synthesis reads it.
pub const COMPILERS: [Compiler; 3] = [
    ("g++", &["-Wno-unknown-pragmas", "-fno-sanitize-recover=all"]),
    (
        "g++",
        &["-Wno-unknown-pragmas", "-Wno-unused-parameter", "-fno-sanitize-recover=all", "-D__SYNTHESIS__"],
    ),
    ("clang++", &["-fsanitize-trap=undefined"]),
];
/// A compiler with flags.
pub type Compiler = (&'static str, &'static [&'static str]);
const FLAGS: [&str; 8] = [
    "-std=c++14",
    "-O1",
    "-Wall",
    "-Wextra",
    "-pedantic",
    "-Werror",
    "-ffp-contract=off",
    "-fsanitize=undefined",
];

pub fn scalar(value: impl Into<ScalarValue>) -> Arg {
    Arg::Scalar(value.into())
}

pub fn slice<T: Into<ScalarValue>>(values: impl IntoIterator<Item = T>) -> Arg {
    Arg::Slice(values.into_iter().map(Into::into).collect())
}

/// All ways to run these kernels agree: the interpreter on the text as it stands and after each list of passes, and
/// the emitted C++ with checks and without. Gives what they agree on.
pub fn agree(text: &str, jobs: &[Job]) -> Vec<Outcome> {
    agree_with(&COMPILERS, text, jobs)
}

/// As [`agree`], with these compilers.
pub fn agree_with(compilers: &[Compiler], text: &str, jobs: &[Job]) -> Vec<Outcome> {
    let module = parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(check(&module), Ok(()), "{text}");
    let printed = print(&module);
    assert_eq!(print(&parse(&printed).unwrap()), printed);
    let panics = Options { panics: true, ..Options::default() };
    let expected: Vec<Outcome> = jobs.iter().map(|job| interpret(&module, job, panics)).collect();
    for (passes, checked) in [(sw_emu::CHECKED, true), (sw_emu::UNCHECKED, false), (hls_cpp::LEGALIZE, false)]
    {
        let legal = after(&module, passes);
        let guarded = guarded(&legal);
        for (job, expected) in jobs.iter().zip(&expected).filter(|(_, expected)| checked || expected.is_ok())
        {
            let outcome = interpret(&legal, job, Options::default());
            assert_same(&outcome, expected, &format!("{} interpreted:\n{}", job.0, print(&legal)));
            let outcome = interpret(&guarded, job, Options::default());
            assert_same(&outcome, expected, &format!("{} with its ranges:\n{}", job.0, print(&guarded)));
        }
    }
    for (passes, checked) in [(sw_emu::CHECKED, true), (sw_emu::UNCHECKED, false)] {
        let legal = after(&module, passes);
        let chosen: Vec<usize> =
            (0..jobs.len()).filter(|index| checked || expected[*index].is_ok()).collect();
        let runnable: Vec<&Job> = chosen.iter().map(|index| &jobs[*index]).collect();
        let mut manifest = sw_emu::new_manifest();
        let cpp = sw_emu::emit(&legal, &mut manifest).text;
        for &(compiler, flags) in compilers {
            let is_synthesis = flags.contains(&"-D__SYNTHESIS__");
            // In a sample clang++ has the text with checks, and g++ the one without.
            let is_left_out = checked != (compiler == "clang++") && !is_all();
            if checked && is_synthesis || is_left_out {
                continue;
            }
            let outcomes = compiled(&legal, &cpp, &manifest, &runnable, compiler, flags);
            for (index, outcome) in chosen.iter().zip(outcomes) {
                let place = format!("{} with {compiler}, checks {checked}:\n{cpp}", jobs[*index].0);
                assert_same(&outcome, &expected[*index], &place);
            }
        }
    }
    expected
}

/// As [`agree`], and the text with AMD's headers in the place of our own integers gives the same.
pub fn agree_with_amd(text: &str, jobs: &[Job]) -> Vec<Outcome> {
    let expected = agree(text, jobs);
    let legal = after(&parse(text).unwrap(), sw_emu::UNCHECKED);
    let mut manifest = sw_emu::new_manifest();
    let cpp = sw_emu::emit(&legal, &mut manifest).text;
    let (ours, kernels) = cpp.split_once("// The kernels of").expect("the kernels");
    assert!(ours.contains("SYCL_HLS_INTEGERS"), "{cpp}");
    let headers = format!("-isystem{}", headers().display());
    let runnable: Vec<&Job> = jobs.iter().collect();
    // Their warnings and undefined shifts are their own.
    let flags = ["-w", "-O0", "-DNDEBUG", "-fno-sanitize=all", &headers];
    let outcomes = compiled(&legal, &format!("//{kernels}"), &manifest, &runnable, "g++", &flags);
    for (outcome, expected) in outcomes.iter().zip(&expected) {
        assert_same(outcome, expected, &format!("AMD's headers:\n{cpp}"));
    }
    expected
}

/// The C++ for Vitis.
pub fn cpp(text: &str) -> String {
    hls_cpp::emit(&after(&parse(text).unwrap(), hls_cpp::LEGALIZE)).text
}

pub fn after(module: &Module, passes: &[Pass]) -> Module {
    let mut module = module.clone();
    run_all(&mut module, passes);
    assert_eq!(check(&module), Ok(()));
    module
}

fn kernel<'m>(module: &'m Module, name: &str) -> &'m Func {
    let (_, func) = module.kernels().find(|(_, func)| func.name == name).unwrap();
    func
}

fn interpret(module: &Module, (name, args): &Job, options: Options) -> Outcome {
    let mut args = args.clone();
    match interp::call(module, module.func(name).unwrap(), &mut args, options) {
        Ok(_) => Ok(memory(&args)),
        Err(interp::Error::Fault(fault)) => Err(fault),
        Err(interp::Error::Dataflow(error)) => Err(error.fault(name)),
        Err(other) => panic!("{name}: {other}"),
    }
}

fn memory(args: &[Arg]) -> Vec<Vec<ScalarValue>> {
    let slice = |arg: &Arg| match arg {
        Arg::Slice(values) => Some(values.clone()),
        Arg::Scalar(_) | Arg::Stream(_) => None,
    };
    args.iter().filter_map(slice).collect()
}

fn assert_same(outcome: &Outcome, expected: &Outcome, place: &str) {
    let same = match (outcome, expected) {
        (Ok(a), Ok(b)) => a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| a.same_result(b)),
        // The interpreter alone searches for depths that free a deadlock.
        (Err(a), Err(b)) => (a.kind, a.reason(), &a.at) == (b.kind, b.reason(), &b.at),
        _ => false,
    };
    assert!(same, "{outcome:?}\ninstead of\n{expected:?}\nby {place}");
}

fn compiled(
    module: &Module,
    cpp: &str,
    manifest: &EmulationManifest,
    jobs: &[&Job],
    compiler: &str,
    flags: &[&str],
) -> Vec<Outcome> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("kernels.cpp"), cpp).unwrap();
    std::fs::write(path("driver.cpp"), driver(module, manifest, jobs)).unwrap();
    let mut command = Command::new(compiler);
    command
        .args(FLAGS)
        .args(flags)
        .arg(path("kernels.cpp"))
        .arg(path("driver.cpp"))
        .arg("-o")
        .arg(path("run"));
    output(&mut command, cpp);
    // A loop without an end is a failure, too.
    let mut run = Command::new("timeout");
    run.args(["--signal=KILL", "60"]).arg(path("run")).env("ASAN_OPTIONS", "detect_stack_use_after_return=1");
    let output = output(&mut run, cpp);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), jobs.len());
    jobs.iter().zip(lines).map(|(job, line)| outcome(module, manifest, job, line)).collect()
}

fn output(command: &mut Command, cpp: &str) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}\n{cpp}", Path::new(command.get_program()).display());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A program that runs the jobs and prints a line for each: the result, the trap's words, and the memory.
fn driver(module: &Module, manifest: &EmulationManifest, jobs: &[&Job]) -> String {
    let mut text = String::from("#include <cstdint>\n#include <cstdio>\n");
    for kernel in &manifest.kernels {
        let entry = sw_emu_entry_symbol(&kernel.symbol);
        writeln!(text, "extern \"C\" int32_t {entry}(const void *const *, uint64_t *);").unwrap();
    }
    text += "static void show(const unsigned char *bytes, unsigned long count) {\n\
             std::printf(\" \");\nfor (unsigned long i = 0; i < count; ++i) std::printf(\"%02x\", bytes[i]);\n}\n\
             int main() {\n";
    for job in jobs {
        text += &call(module, manifest, job);
    }
    text + "}\n"
}

fn call(module: &Module, manifest: &EmulationManifest, (name, args): &Job) -> String {
    let symbol = &manifest.kernels.iter().find(|kernel| kernel.interface.name == *name).unwrap().symbol;
    let (mut text, mut pointers, mut shown) = (String::from("{\n"), Vec::new(), String::new());
    for (index, (arg, param)) in args.iter().zip(&kernel(module, name).params).enumerate() {
        let values = match arg {
            Arg::Scalar(value) => std::slice::from_ref(value),
            Arg::Slice(values) | Arg::Stream(values) => values,
        };
        let bytes: Vec<String> =
            values.iter().flat_map(|value| value.to_le_bytes()).map(|byte| byte.to_string()).collect();
        writeln!(
            text,
            "alignas(16) unsigned char a{index}[] = {{{}}};",
            [bytes.join(", "), "0".into()].join(",")
        )
        .unwrap();
        pointers.push(format!("a{index}"));
        if let Arg::Slice(_) = arg {
            writeln!(shown, "show(a{index}, {});", bytes.len()).unwrap();
        }
        if let ParamKind::Slice { element, .. } = &param.kind {
            let len = values.len() as u64 / element.leaves();
            writeln!(text, "const uint64_t n{index} = {len};").unwrap();
            pointers.push(format!("&n{index}"));
        }
    }
    let text = text.replace("{,0}", "{0}");
    format!(
        "{text}const void *args[] = {{{}}};\nuint64_t words[3] = {{}};\n\
         const int stopped = {}(args, words);\n\
         std::printf(\"%d %llu %llu %llu\", stopped, (unsigned long long)words[0], (unsigned long long)words[1], \
         (unsigned long long)words[2]);\n\
         if (stopped == 2) for (uint64_t i = 0; i < words[2]; ++i) \
         std::printf(\" %llu\", ((const unsigned long long *)words[1])[i]);\n{shown}std::printf(\"\\n\");\n}}\n",
        [pointers.join(", "), "nullptr".to_owned()].join(", "),
        sw_emu_entry_symbol(symbol)
    )
}

fn outcome(module: &Module, manifest: &EmulationManifest, (name, args): &Job, line: &str) -> Outcome {
    let mut parts = line.split(' ');
    let mut word = || parts.next().unwrap().parse::<u64>().unwrap();
    let (stopped, number, words) = (word(), word() as usize, [word(), word()]);
    match stopped {
        0 => {}
        1 => return Err(manifest.sites[number].fault(name, words)),
        2 => {
            let words: Vec<u64> = (0..words[1]).map(|_| word()).collect();
            return Err(manifest.dataflow[number].stuck(&words).unwrap().fault(name));
        }
        _ => return Err(manifest.dataflow[number].left(words[0], words[1]).unwrap().fault(name)),
    }
    let params = kernel(module, name).params.iter().zip(args);
    let types = params.filter_map(|(param, _)| match &param.kind {
        ParamKind::Slice { element: ty, .. }
        | ParamKind::Ref { pointee: ty, .. }
        | ParamKind::Output { pointee: ty, .. } => Some(ty),
        ParamKind::Scalar(_) | ParamKind::Stream { .. } => None,
    });
    Ok(types.zip(parts).map(|(ty, hex)| values(&ty.scalars().collect::<Vec<_>>(), hex)).collect())
}

/// The scalars in bytes, whose types are these over and over again.
fn values(types: &[Scalar], hex: &str) -> Vec<ScalarValue> {
    let mut bytes = hex
        .as_bytes()
        .chunks(2)
        .map(|digits| u64::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap());
    let mut values = Vec::new();
    for ty in types.iter().cycle() {
        let word: Vec<u64> = bytes.by_ref().take(ty.bytes()).collect();
        if word.is_empty() {
            break;
        }
        let bits = word.iter().rev().fold(0, |bits, byte| bits << 8 | byte);
        values.push(ScalarValue::from_bits(*ty, bits));
    }
    values
}
