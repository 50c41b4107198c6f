//! `stream::<T, DEPTH>()`: a FIFO between two processes. `streams::<T, DEPTH, COUNT>()`: several.

use sycl_hls_ir::{Diagnostic, Span};

use super::Resolver;
use crate::codes;
use crate::hir::ExprKind;
use crate::names::plain_name;
use crate::ty::{GenericArg, Ty};
use crate::typings::NodeKey;

const EXAMPLE: &str =
    "write `let (tx, rx) = stream::<u32, 16>();`, with the type of an element and their number";

const EXAMPLE_OF_BLOCKS: &str =
    "write `let (tx, rx) = blocks::<[u32; 64], 2>();`, with the type of a block and their number";

const EXAMPLE_OF_SEVERAL: &str = "write `let (txs, rxs) = streams::<u32, 16, 4>();`, with the type of an element, their number and that of the streams";

/// Streams that one call makes at most: each has logic of its own.
const MAX_STREAMS: u64 = 256;

/// Blocks of a stream at most: each is a memory of its own.
const MAX_BLOCKS: u64 = 64;

/// Elements of a FIFO above which it is no FIFO of any device: 2^24 bytes is more than all memory blocks of a large one.
const MAX_DEPTH: u64 = 1 << 24;

impl Resolver<'_, '_> {
    /// True if the path names the function `stream` or `streams`, and not one of the module.
    pub(super) fn is_stream(&self, path: &syn::Path) -> bool {
        let names: Vec<String> = path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
        match names.as_slice() {
            [name] => is_maker(name) && self.front.item(name).is_none(),
            [.., module, name] => module == "device" && is_maker(name),
            [] => false,
        }
    }

    /// `stream::<T, DEPTH>()` and `streams::<T, DEPTH, N>()`.
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
        let is_called = |name: &str| path.segments.last().is_some_and(|last| plain_name(&last.ident) == name);
        let (several, of_blocks) = (is_called(SEVERAL), is_called(BLOCKS));
        let (element, depth, count) = match (generics.as_slice(), several) {
            ([Some(GenericArg::Ty(element)), Some(GenericArg::Const(depth))], false) => {
                (element, depth, None)
            }
            (
                [
                    Some(GenericArg::Ty(element)),
                    Some(GenericArg::Const(depth)),
                    Some(GenericArg::Const(count)),
                ],
                true,
            ) => (element, depth, Some(count)),
            _ => {
                let (message, help) = match several {
                    false if of_blocks => {
                        ("a stream of blocks lacks its array type and its depth", EXAMPLE_OF_BLOCKS)
                    }
                    false => ("a stream lacks its element type and its depth", EXAMPLE),
                    true => ("streams lack their element type, depth or number", EXAMPLE_OF_SEVERAL),
                };
                let error = Diagnostic::error(codes::STREAM, at, message);
                let note =
                    "a FIFO is made of registers or memory, whose size is known when the kernel is built";
                return self.error(error.note(note).help(help));
            }
        };
        if !call.args.is_empty() {
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, "a stream takes no arguments");
            return self.error(error.help(match several {
                true => EXAMPLE_OF_SEVERAL,
                false if of_blocks => EXAMPLE_OF_BLOCKS,
                false => EXAMPLE,
            }));
        }
        if of_blocks {
            return self.blocks(element, depth.bits(), call, at);
        }
        let count = match count.map(|count| count.bits()) {
            None => None,
            Some(Some(count @ 1..=MAX_STREAMS)) => Some(count),
            Some(_) => {
                let error = Diagnostic::error(codes::STREAM, at, "there cannot be so many streams");
                return self.error(error.help(format!("give their number, from 1 to {MAX_STREAMS}")));
            }
        };
        if !self.front.is_stream_element(element, at) {
            return ExprKind::Error;
        }
        match depth.bits() {
            Some(depth @ 1..=MAX_DEPTH) => {
                ExprKind::Stream { element: element.clone(), depth, count, node: NodeKey::of(call) }
            }
            depth => {
                let depth = depth.map_or_else(|| "that many".to_owned(), |depth| depth.to_string());
                let message = format!("a stream cannot hold {depth} elements");
                let error = Diagnostic::error(codes::STREAM, at, message);
                self.error(error.help(format!("give it a depth from 1 to {MAX_DEPTH}")))
            }
        }
    }

    /// `blocks::<[T; N], DEPTH>()`.
    fn blocks(&mut self, array: &Ty, depth: Option<u64>, call: &syn::ExprCall, at: Span) -> ExprKind {
        if !self.front.is_block(array, at) {
            return ExprKind::Error;
        }
        match depth {
            Some(depth @ 1..=MAX_BLOCKS) => {
                let element = Ty::Block(Box::new(array.clone()));
                ExprKind::Stream { element, depth, count: None, node: NodeKey::of(call) }
            }
            _ => {
                let error = Diagnostic::error(codes::STREAM, at, "a stream of blocks cannot have so many")
                    .note("each block is memory of its own, those that are written and read at the time among them");
                self.error(error.help(format!("give it a depth from 1 to {MAX_BLOCKS}")))
            }
        }
    }
}

/// The function that makes several streams.
const SEVERAL: &str = "streams";

/// The function that makes a stream of blocks.
const BLOCKS: &str = "blocks";

/// True for the functions that make streams.
fn is_maker(name: &str) -> bool {
    name == "stream" || name == SEVERAL || name == BLOCKS
}
