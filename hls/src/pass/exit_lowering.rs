//! Exit lowering: makes every `break` and `continue` leave the innermost loop or block only, because C++ has no labels for them.
//!
//! ```text
//! for i { for j { if c { break 1 } } .. }
//!
//! for i { exit = false; for j { if c { exit = true; break 0 } } if exit { break 0 } .. }
//! ```
//! A `while` whose condition has exits tests its condition in its body, where they are exits like all others.

use sycl_hls_ir::{Func, Init, Module, OpId, OpKind, Place, Region, RegionId, Root, Slot, SlotId, Span};
use sycl_hls_types::{Scalar, ScalarValue};

use super::rewrite::{Emit, each_func};

pub(super) fn run(module: &mut Module) {
    each_func(module, |_, func| region(func, func.body, false));
}

/// Where an exit goes, as seen from a loop or block that it leaves: how many levels around that are skipped.
#[derive(Clone, Copy, PartialEq)]
enum Exit {
    Break(u32),
    Continue(u32),
}

impl Exit {
    /// An exit of something at the top of the body of a loop or block, if it goes further than out of that.
    fn beyond(kind: &OpKind, is_block: bool) -> Option<Self> {
        match kind {
            OpKind::Break(levels) => levels.checked_sub(1).map(Self::Break),
            OpKind::Continue(0) if !is_block => None,
            OpKind::Continue(levels) => levels.checked_sub(1).map(Self::Continue),
            _ => None,
        }
    }

    const fn kind(self) -> OpKind {
        match self {
            Self::Break(levels) => OpKind::Break(levels),
            Self::Continue(levels) => OpKind::Continue(levels),
        }
    }
}

/// Rewrites a region, the inner ones first. `of_loop`: it is the body of a loop.
fn region(func: &mut Func, id: RegionId, of_loop: bool) {
    let ops = std::mem::take(&mut func.regions[id].ops);
    let count = ops.len();
    let mut out = Vec::with_capacity(count);
    for (index, op) in ops.into_iter().enumerate() {
        test_inside(func, op);
        let body = body_of(func, op);
        for inner in func.ops[op].kind.regions() {
            region(func, inner, Some(inner) == body && !matches!(func.ops[op].kind, OpKind::Block { .. }));
        }
        let ends_iteration = of_loop && index + 1 == count;
        let ended = match body {
            Some(body) => leave(func, op, body, ends_iteration, &mut out),
            None => {
                out.push(op);
                false
            }
        };
        if ended {
            break;
        }
    }
    func.regions[id].ops = out;
}

/// The body of a loop or block.
fn body_of(func: &Func, op: OpId) -> Option<RegionId> {
    match &func.ops[op].kind {
        OpKind::For(for_loop) => Some(for_loop.body),
        OpKind::While { body, .. } | OpKind::Block { body } => Some(*body),
        _ => None,
    }
}

/// Appends a loop or block from which exits go one level, and what takes them further. True if control surely leaves
/// there.
fn leave(func: &mut Func, op: OpId, body: RegionId, ends_iteration: bool, out: &mut Vec<OpId>) -> bool {
    let endless = func.never_goes_on(op);
    let span = func.ops[op].span;
    let mut exits = Vec::new();
    let is_block = matches!(func.ops[op].kind, OpKind::Block { .. });
    collect(func, body, is_block, &mut exits);
    // At the end of an iteration there is nothing left for `continue` to skip.
    let plain = Some(Exit::Continue(0)).filter(|exit| ends_iteration && exits.contains(exit));
    // Control that comes out of what is endless took an exit; if no other, then this one.
    let certain = exits.last().copied().filter(|_| endless && plain.is_none());
    let mut flags: Vec<(Exit, Option<SlotId>)> = Vec::new();
    for &exit in &exits {
        let needs_flag = Some(exit) != plain && Some(exit) != certain;
        flags.push((exit, needs_flag.then(|| declare(func, span, out))));
    }
    replace(func, body, is_block, &flags);
    out.push(op);
    for &(exit, flag) in &flags {
        let Some(flag) = flag else { continue };
        let mut emit = Emit { func: &mut *func, into: &mut *out, span };
        let cond = emit.compute(OpKind::Read(Place::whole(Root::Slot(flag))), Scalar::Bool);
        let then = emit.region(|emit| emit.effect(exit.kind()));
        let otherwise = emit.region(|_| ());
        emit.effect(OpKind::If { cond, then, otherwise });
    }
    if let Some(exit) = certain {
        Emit { func, into: out, span }.effect(exit.kind());
    }
    certain.is_some()
}

/// The exits in a region, outside of inner loops and blocks, that go beyond the loop or block it belongs to. Inner ones
/// have none left that do.
fn collect(func: &Func, id: RegionId, is_block: bool, exits: &mut Vec<Exit>) {
    for &op in &func.regions[id].ops {
        let kind = &func.ops[op].kind;
        if let Some(exit) = Exit::beyond(kind, is_block)
            && !exits.contains(&exit)
        {
            exits.push(exit);
        }
        for (inner, level) in kind.inner_regions() {
            if level == 0 {
                collect(func, inner, is_block, exits);
            }
        }
    }
}

/// Notes each exit in its flag and leaves one level.
fn replace(func: &mut Func, id: RegionId, is_block: bool, flags: &[(Exit, Option<SlotId>)]) {
    let ops = std::mem::take(&mut func.regions[id].ops);
    let mut out = Vec::with_capacity(ops.len());
    for op in ops {
        let inner: Vec<(RegionId, u32)> = func.ops[op].kind.inner_regions().collect();
        for (inner, level) in inner {
            if level == 0 {
                replace(func, inner, is_block, flags);
            }
        }
        let exit = Exit::beyond(&func.ops[op].kind, is_block);
        if let Some((_, flag)) = flags.iter().find(|(known, _)| Some(*known) == exit) {
            let span = func.ops[op].span;
            let mut emit = Emit { func: &mut *func, into: &mut out, span };
            if let Some(flag) = *flag {
                let yes = emit.constant(true.into());
                emit.effect(OpKind::Write(Place::whole(Root::Slot(flag)), yes));
            }
            func.ops[op].kind = OpKind::Break(0);
        }
        out.push(op);
    }
    func.regions[id].ops = out;
}

fn declare(func: &mut Func, span: Span, out: &mut Vec<OpId>) -> SlotId {
    let slot = func.slots.alloc(Slot::variable("exit", Scalar::Bool));
    let mut emit = Emit { func, into: out, span };
    let no = emit.constant(false.into());
    emit.effect(OpKind::Declare { slot, init: Init::Fill(no) });
    slot
}

/// `while c { .. }` becomes `while true { if c { .. } else { break } }` if there are exits in `c`.
fn test_inside(func: &mut Func, op: OpId) {
    let OpKind::While { cond, body, directives } = func.ops[op].kind.clone() else { return };
    if !has_exits(func, cond) {
        return;
    }
    let span = func.ops[op].span;
    deepen(func, cond, 0);
    let mut tests = std::mem::take(&mut func.regions[cond].ops);
    if let Some(&last) = tests.last()
        && let OpKind::Yield(value) = func.ops[last].kind
    {
        tests.pop();
        let mut emit = Emit { func: &mut *func, into: &mut tests, span };
        let otherwise = emit.region(|emit| emit.effect(OpKind::Break(0)));
        emit.effect(OpKind::If { cond: value, then: body, otherwise });
    }
    let mut always = Vec::new();
    let mut emit = Emit { func: &mut *func, into: &mut always, span };
    let yes = emit.constant(ScalarValue::from(true));
    emit.effect(OpKind::Yield(yes));
    func.regions[cond].ops = always;
    let body = func.regions.alloc(Region { params: Vec::new(), ops: tests });
    func.ops[op].kind = OpKind::While { cond, body, directives };
}

fn has_exits(func: &Func, id: RegionId) -> bool {
    func.regions[id].ops.iter().any(|&op| {
        let kind = &func.ops[op].kind;
        matches!(kind, OpKind::Break(_) | OpKind::Continue(_))
            || kind.regions().any(|inner| has_exits(func, inner))
    })
}

/// Exits out of a region have one more level around them from now on. `level`: how many there are inside of it.
fn deepen(func: &mut Func, id: RegionId, level: u32) {
    for op in func.regions[id].ops.clone() {
        if let OpKind::Break(levels) | OpKind::Continue(levels) = &mut func.ops[op].kind
            && *levels >= level
        {
            *levels += 1;
        }
        let inner: Vec<(RegionId, u32)> = func.ops[op].kind.inner_regions().collect();
        for (inner, deeper) in inner {
            deepen(func, inner, level + deeper);
        }
    }
}
