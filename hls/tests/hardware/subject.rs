//! Modules, and their runs before and after passes.

use sycl_hls_compiler::pass::{CHECKS, Pass, run_all};
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::interp::{self, Arg, Options};
use sycl_hls_ir::{Module, OpKind, PrintOptions, Source, check, parse, print, print_with};
use sycl_hls_types::{Scalar, ScalarValue};

/// The module of this Rust.
pub fn rust(code: &str) -> Module {
    let text = format!("#[sycl_hls::kernels] mod m {{ {code} }}");
    let mut item = find_modules(&text).unwrap().remove(0);
    let translation = translate(&mut item, Source::new("m.rs", None));
    assert_eq!(translation.errors().next(), None);
    translation.module.unwrap()
}

/// The module of this KIR.
pub fn kir(text: &str) -> Module {
    let module = parse(&format!("module m\n{text}")).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(check(&module), Ok(()), "{text}");
    module
}

pub fn after(module: &Module, passes: &[Pass]) -> Module {
    let mut module = module.clone();
    run_all(&mut module, passes);
    assert_eq!(check(&module), Ok(()), "{}", print(&module));
    assert_eq!(print(&parse(&print(&module)).unwrap()), print(&module));
    module
}

/// Without its first lines.
pub fn text(module: &Module) -> String {
    print_with(module, PrintOptions::READABLE).lines().skip(2).collect::<Vec<_>>().join("\n")
}

/// How many operations there are of a kind.
pub fn count(module: &Module, is: impl Fn(&OpKind) -> bool) -> usize {
    let of = |func: &sycl_hls_ir::Func| {
        func.ops_in_order().into_iter().filter(|op| is(&func.ops[*op].kind)).count()
    };
    module.funcs.iter().map(|(_, func)| of(func)).sum()
}

pub fn slice<T: Copy + Into<ScalarValue>>(values: &[T]) -> Arg {
    Arg::Slice(values.iter().map(|value| (*value).into()).collect())
}

pub fn scalar(value: impl Into<ScalarValue>) -> Arg {
    Arg::Scalar(value.into())
}

/// The arguments after a run of the first kernel.
pub fn run(module: &Module, args: &[Arg]) -> Result<Vec<Arg>, interp::Error> {
    let mut args = args.to_vec();
    let (kernel, _) = module.kernels().next().unwrap();
    let options = Options { steps: 10_000_000, ..Options::default() };
    interp::call(module, kernel, &mut args, options).map(|_| args)
}

/// The first kernel does the same before and after the passes, with checks and without; gives the module after them,
/// without checks.
pub fn same(module: &Module, passes: &[Pass], arguments: &[Vec<Arg>]) -> Module {
    let lowered = after(module, passes);
    let checked = after(module, &[CHECKS]);
    let both = after(&checked, passes);
    for args in arguments {
        let expected = run(&checked, args);
        let is_fault = matches!(expected, Ok(_) | Err(interp::Error::Fault(_)));
        assert!(is_fault, "{expected:?}");
        assert_eq!(run(&both, args), expected, "{args:?} with checks in\n{}", text(&both));
        if expected.is_ok() {
            assert_eq!(run(&lowered, args), expected, "{args:?} in\n{}", text(&lowered));
        }
    }
    lowered
}

/// True if every local is a scalar, or an array of scalars.
pub fn has_plain_slots(module: &Module) -> bool {
    let plain = |ty: &sycl_hls_ir::Type| ty.leaf().is_some_and(|leaf: Scalar| leaf.bits() > 0);
    module.kernels().all(|(_, func)| {
        func.ops_in_order().into_iter().all(|op| match &func.ops[op].kind {
            OpKind::Declare { slot, .. } => plain(&func.slots[*slot].ty),
            _ => true,
        })
    })
}
