//! `stream::<T, DEPTH>()`: a FIFO between two processes.

use sycl_hls_ir::{Diagnostic, Span};

use super::Resolver;
use crate::codes;
use crate::hir::{ExprKind, GenericArg};
use crate::names::plain_name;
use crate::typings::NodeKey;

const EXAMPLE: &str =
    "write `let (tx, rx) = stream::<u32, 16>();`, with the type of an element and their number";

/// Elements of a FIFO above which it is no FIFO of any device: 2^24 bytes is more than all memory blocks of a large one.
const MAX_DEPTH: u64 = 1 << 24;

impl Resolver<'_, '_> {
    /// True if the path names the function `stream`, and not one of the module.
    pub(super) fn is_stream(&self, path: &syn::Path) -> bool {
        let names: Vec<String> = path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
        match names.as_slice() {
            [name] => name == "stream" && self.front.item(name).is_none(),
            [.., module, name] => module == "device" && name == "stream",
            [] => false,
        }
    }

    pub(super) fn stream(&mut self, path: &syn::Path, call: &syn::ExprCall, at: Span) -> ExprKind {
        let arguments = path.segments.last().and_then(|segment| match &segment.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        });
        let errors = self.front.diagnostics.len();
        let generics = self.turbofish(arguments, &[]);
        if self.front.diagnostics.len() > errors {
            return ExprKind::Error;
        }
        let [Some(GenericArg::Ty(element)), Some(GenericArg::Const(depth))] = generics.as_slice() else {
            let error = Diagnostic::error(codes::STREAM, at, "a stream lacks its element type and its depth");
            let note = "a FIFO is made of registers or memory, whose size is known when the kernel is built";
            return self.error(error.note(note).help(EXAMPLE));
        };
        if !call.args.is_empty() {
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, "`stream` takes no arguments");
            return self.error(error.help(EXAMPLE));
        }
        if !self.front.is_stream_element(element, at) {
            return ExprKind::Error;
        }
        match depth.bits() {
            Some(depth @ 1..=MAX_DEPTH) => {
                ExprKind::Stream { element: element.clone(), depth, node: NodeKey::of(call) }
            }
            depth => {
                let depth = depth.map_or_else(|| "that many".to_owned(), |depth| depth.to_string());
                let message = format!("a stream cannot hold {depth} elements");
                let error = Diagnostic::error(codes::STREAM, at, message);
                self.error(error.help(format!("give it a depth from 1 to {MAX_DEPTH}")))
            }
        }
    }
}
