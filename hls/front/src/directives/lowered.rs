//! Checks of directives that need loops and ports, and so run on the lowered module.

use sycl_hls_ir::{
    Constants, Diagnostic, ForLoop, Func, Init, Module, OpId, OpKind, ParamKind, RegionId, Root, Slot,
};
use sycl_hls_types::ScalarValue;

use crate::codes;

/// Checks the directives of all loops of a module.
pub(crate) fn check_directives(module: &Module) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (_, func) in module.funcs.iter() {
        let mut constants = Constants::default();
        for op in func.ops_in_order() {
            constants.learn(module, func, &func.ops[op]);
        }
        for op in func.ops_in_order() {
            match &func.ops[op].kind {
                OpKind::For(for_loop) => {
                    diagnostics.extend(rewound(func, op, for_loop));
                    diagnostics.extend(unchecked_exit(for_loop, &constants));
                    diagnostics.extend(shared_ports(func, for_loop));
                }
                OpKind::Declare { slot, init } => {
                    diagnostics.extend(written_rom(&func.slots[*slot], init, &constants));
                }
                _ => {}
            }
        }
        occurrences(func, func.body, func.directives.is_pipelined(), &mut diagnostics);
    }
    diagnostics
}

/// Only the outermost loop of a kernel, with nothing beside it that has loops or conditions, can be rewound.
fn rewound(func: &Func, op: OpId, for_loop: &ForLoop) -> Option<Diagnostic> {
    let pipeline = for_loop.directives.pipeline.as_ref().filter(|pipeline| pipeline.rewind)?;
    let control = |op: &OpId| func.ops[*op].kind.regions().next().is_some();
    let outermost: Vec<OpId> = func.regions[func.body].ops.iter().copied().filter(control).collect();
    if func.is_kernel() && outermost == [op] {
        return None;
    }
    let message = "only the one outermost loop of a kernel can be rewound";
    let note = "`rewind` starts the next run of the kernel while this one ends; Vitis refuses it for inner loops, beside other \
                loops and after conditions (UG1399)";
    let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, pipeline.span, message);
    Some(error.note(note).help("leave `rewind` away"))
}

/// Without a test for the end, the number of iterations is a multiple of the factor.
fn unchecked_exit(for_loop: &ForLoop, constants: &Constants) -> Option<Diagnostic> {
    let unroll = for_loop.directives.unroll.as_ref().filter(|unroll| unroll.skip_exit_check)?;
    let factor = i128::from(unroll.factor?);
    let bound = |value| constants.get(value).and_then(ScalarValue::to_integer);
    let range = bound(for_loop.hi)? - bound(for_loop.lo)? + i128::from(for_loop.inclusive);
    let step = i128::from(for_loop.step);
    let count = (range + step - 1) / step;
    if count < 0 || count % factor == 0 {
        return None;
    }
    let message = format!("{count} iterations cannot be unrolled by {factor} without a test for the end");
    let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, unroll.span, message);
    let note = "hardware would run iterations that the program does not have";
    Some(
        error
            .note(note)
            .help("use a factor that divides the number of iterations, or leave `skip_exit_check` away"),
    )
}

/// What a memory that is only read holds is known when the kernels are translated.
fn written_rom(slot: &Slot, init: &Init, constants: &Constants) -> Option<Diagnostic> {
    let storage = slot.directives.storage.as_ref().filter(|storage| storage.kind.is_rom())?;
    let constant = match init {
        Init::Uninit | Init::Copy(_) => false,
        Init::Fill(value) => constants.get(*value).is_some(),
        Init::List(values) => values.iter().all(|value| constants.get(*value).is_some()),
    };
    if constant && !slot.mutable {
        return None;
    }
    let message =
        format!("a `{}` holds constants, and `{}` is written by the kernel", storage.kind.name(), slot.name);
    let error = Diagnostic::error(codes::BINDING, storage.span, message);
    let error = error.note("nothing writes such a memory after the device has been programmed");
    Some(error.help("use a `ram_1p`, `ram_2p` or `ram_t2p`, or list constants and leave `mut` away"))
}

/// Vitis knows no dependences in a port that several arguments share.
fn shared_ports(func: &Func, for_loop: &ForLoop) -> Option<Diagnostic> {
    let bundle = |index: usize| match &func.param(index)?.kind {
        ParamKind::Slice { bundle: Some(bundle), .. } => Some(bundle),
        _ => None,
    };
    for dependence in &for_loop.directives.dependences {
        let Some(Root::Param(index)) = dependence.variable else { continue };
        let Some(own) = bundle(index) else { continue };
        let other = (0..func.params.len()).find(|other| *other != index && bundle(*other) == Some(own));
        if let Some(other) = other.and_then(|other| func.param(other)) {
            let message =
                format!("`#[dependence]` has no effect on a slice of the bundle `{own}`, which others use");
            return Some(
                Diagnostic::error(codes::NO_EFFECT, dependence.span, message)
                    .related(other.span, "this argument shares the port")
                    .note("Vitis does not take it for a port of several arguments (UG1399)")
                    .help("give the slice a bundle of its own: `#[m_axi(bundle = \"gmem1\")]`"),
            );
        }
    }
    None
}

/// A block can occur less often than the iterations of a pipeline around it only.
fn occurrences(func: &Func, region: RegionId, pipelined: bool, diagnostics: &mut Vec<Diagnostic>) {
    for &op in &func.regions[region].ops {
        let kind = &func.ops[op].kind;
        let mut inner = pipelined;
        match kind {
            OpKind::For(for_loop) => inner |= for_loop.directives.is_pipelined(),
            OpKind::Scope { directives, .. } if !pipelined => {
                diagnostics.extend(directives.occurrence.as_ref().map(|occurrence| {
                    let message = "`#[occurrence]` has no effect outside of a pipeline";
                    Diagnostic::error(codes::NO_EFFECT, occurrence.span, message)
                        .note("it says in how many iterations of a pipelined loop the block is needed once (UG1399)")
                        .help("pipeline the loop around it: `#[pipeline(ii = 1)]`")
                }));
            }
            _ => {}
        }
        for region in kind.regions() {
            occurrences(func, region, inner, diagnostics);
        }
    }
}
