//! Functions on symbols: the kernel itself, and helpers where they are called.

use la_arena::ArenaMap;
use rustc_hash::FxHashMap;

use crate::{CallArg, Func, FuncId, ParamKind, Root, Span};

use super::super::alias::Symbol;
use super::super::{MemoryKind, Poly};
use super::{Frame, Walk};

/// The widest word that a port makes of elements unless it is told otherwise, in bits (UG1399,
/// `m_axi_max_widen_bitwidth` of the kernel flow).
const WIDEST: u64 = 512;

impl<'m> Walk<'m> {
    pub(super) fn kernel_frame(&mut self, func: &'m Func) -> Frame<'m> {
        let mut frame =
            Frame { func, values: ArenaMap::default(), views: FxHashMap::default(), returned: None };
        for (index, param) in func.params.iter().enumerate() {
            let kind = match &param.kind {
                ParamKind::Scalar(value) => {
                    let integer = func.ty(*value).is_integer();
                    let index = integer.then(|| Poly::atom(self.atoms.fresh(0, false)));
                    frame.values.insert(*value, Symbol::invariant(index));
                    continue;
                }
                ParamKind::Slice { element, bundle, .. } => {
                    let widest = param.directives.m_axi.as_ref().and_then(|m_axi| m_axi.max_widen_bitwidth);
                    MemoryKind::Port {
                        param: index,
                        bundle: bundle.clone().unwrap_or_default(),
                        bits: element.layout().size().saturating_mul(8),
                        widest: widest.map_or(WIDEST, u64::from),
                        cached: param.directives.cache.is_some(),
                    }
                }
                ParamKind::Stream { .. } => continue,
                ParamKind::Ref { .. } | ParamKind::Output { .. } => MemoryKind::Registers,
            };
            let view = self.new_object(&param.name, param.span, kind);
            frame.views.insert(Root::Param(index), view);
        }
        frame
    }

    /// Runs a helper; gives what it returns.
    pub(super) fn call(&mut self, caller: &Frame<'m>, func: FuncId, args: &[CallArg]) -> Option<Symbol> {
        let func = &self.module.funcs[func];
        if let Some(result) = self.of_library(caller, func, args) {
            return Some(result);
        }
        let mut frame =
            Frame { func, values: ArenaMap::default(), views: FxHashMap::default(), returned: None };
        for (index, (param, arg)) in func.params.iter().zip(args).enumerate() {
            match (arg, &param.kind) {
                (CallArg::Value(value), ParamKind::Scalar(inside)) => {
                    frame.values.insert(*inside, self.value(caller, *value));
                }
                (CallArg::Value(_), _) => {}
                (CallArg::Place(place), _) => {
                    if let Some(view) = self.part(caller, place) {
                        frame.views.insert(Root::Param(index), view);
                    }
                }
                (CallArg::Slice { place, lo, len }, _) => {
                    if let Some(mut view) = self.part(caller, place) {
                        let lo = self.value(caller, *lo).index;
                        view.offset = match (view.offset.take(), lo) {
                            (Some(offset), Some(lo)) => offset.plus(&lo),
                            (offset, lo) => offset.or(lo),
                        };
                        view.len = Some(self.value(caller, *len));
                        frame.views.insert(Root::Param(index), view);
                    }
                }
            }
        }
        self.region(&mut frame, func.body);
        frame.returned
    }

    /// What a function of the library gives that is not worth running: no place of the user's is in it, and no earlier
    /// iteration waits for it.
    fn of_library(&mut self, caller: &Frame<'m>, func: &Func, args: &[CallArg]) -> Option<Symbol> {
        if func.span != Span::NONE || self.is_pipelined() {
            return None;
        }
        let mut result = Symbol::default();
        for arg in args {
            let CallArg::Value(value) = arg else { return None };
            result.depend_on(&self.value(caller, *value));
        }
        if !result.flow.is_empty() {
            return None;
        }
        if func.ret?.is_integer() {
            result.index = Some(Poly::atom(self.atoms.fresh(result.level, result.fetched)));
        }
        Some(result)
    }
}
