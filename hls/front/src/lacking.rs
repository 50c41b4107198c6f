//! Messages distinguish constructs that are not implemented yet from those that hardware cannot have.

use sycl_hls_ir::{Code, Diagnostic, Span};

use crate::codes;
use crate::ty::Prim;

/// The kernel language has it, this version of the tool does not.
pub(crate) fn not_yet(code: Code, at: Span, what: &str) -> Diagnostic {
    Diagnostic::error(code, at, format!("{what} is not supported yet"))
}

/// Hardware cannot have it, or not as Rust means it.
pub(crate) fn never(code: Code, at: Span, what: &str) -> Diagnostic {
    Diagnostic::error(code, at, format!("{what} is not in the kernel language"))
}

/// A primitive type of Rust that is no [`Prim`].
pub(crate) fn primitive(code: Code, at: Span, name: &str) -> Option<Diagnostic> {
    let what = format!("the type `{name}`");
    Some(match name {
        "f16" => not_yet(code, at, &what).help("use `f32`"),
        "f128" => never(code, at, &what).help("use `f64`"),
        "char" => never(code, at, &what).help("use `u8` or `u32`"),
        _ => return None,
    })
}

/// The advice for a type of Rust's library, by its name.
fn library_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "String" | "str" => "there is no text on the device: use arrays or slices of `u8`",
        "Vec" | "VecDeque" | "Box" | "Rc" | "Arc" | "FxHashMap" | "BTreeMap" => {
            "there is no heap on the device: use an array, whose length is a constant"
        }
        "Option" => "say of what: `Option<u32>`",
        "Result" => "say of what, and with which error: `Result<u32, u8>`",
        _ => return None,
    })
}

/// A type that is not known. `path` is how the user wrote it.
pub(crate) fn unknown_type(at: Span, path: &str, of_module: Vec<String>) -> Diagnostic {
    let last = path.rsplit("::").next().unwrap_or(path);
    if let Some(error) = primitive(codes::TYPE, at, path) {
        return error;
    }
    if last == "Stream" {
        return not_yet(codes::TYPE, at, "a stream").help("pass the data through an array");
    }
    if let Some(help) = library_type(last) {
        return never(codes::TYPE, at, &format!("the type `{path}`")).help(help);
    }
    if path == "Self" {
        return Diagnostic::error(codes::TYPE, at, "`Self` is the type of an `impl` block").help(TYPES);
    }
    let prims = Prim::ALL.iter().map(|prim| prim.name().to_owned());
    let names: Vec<String> = prims.chain(of_module).collect();
    let error =
        Diagnostic::error(codes::TYPE, at, format!("there is no type `{path}` in the kernel language"));
    match nearest(path, names.iter()) {
        Some(other) => error.help(format!("there is `{other}`")),
        None => error.help(TYPES),
    }
}

/// A function that is not known, of a type that is.
pub(crate) fn library_function(at: Span, path: &str) -> Option<Diagnostic> {
    let (ty, _) = path.rsplit_once("::")?;
    let last = ty.rsplit("::").next().unwrap_or(ty);
    Some(never(codes::FUNCTION, at, &format!("the function `{path}`")).help(library_type(last)?))
}

/// All types, for those who look for one.
pub(crate) const TYPES: &str = "the types are bool, the integers up to 128 bits, `Int`, `Uint`, f32, f64, arrays, tuples, `Option`, `Result`, and the module's structs and enums";

/// The name most like `name`, if one is like it at all.
pub(crate) fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n String>) -> Option<String> {
    let name = name.to_lowercase();
    candidates
        .map(|candidate| (strsim::jaro_winkler(&name, &candidate.to_lowercase()), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate.clone())
}

/// A macro. Its name decides what to do instead.
pub(crate) fn macro_call(at: Span, path: &syn::Path) -> Diagnostic {
    let name = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let help = match name.as_str() {
        "print" | "println" | "eprint" | "eprintln" | "dbg" => {
            "there is no output on the device: write values into a slice, and print them on the host"
        }
        "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" => {
            "write a condition, or two values, and a text without values: `assert!(n < 8, \"n is below 8\")`"
        }
        "panic" | "todo" | "unimplemented" | "unreachable" => {
            "write a text without values: `panic!(\"no such code\")`"
        }
        "matches" => "write a value and a pattern: `matches!(x, 1..=5)`",
        "vec" => "there is no heap on the device: use an array, `[value; LENGTH]`",
        "macro_rules" => "write a function or a `const`",
        _ => "write out what the macro would expand to",
    };
    Diagnostic::error(codes::MACRO, at, format!("the macro `{name}!` cannot be used in a kernels module"))
        .note("the compiler sees the module before any macro in it is expanded")
        .help(help)
}
