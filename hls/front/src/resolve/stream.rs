//! `stream::<T, DEPTH>()`: a FIFO between two processes. `streams::<T, DEPTH, COUNT>()`: several. `blocks` and `streams_of_blocks`: of
//! arrays that processes hand over.

use sycl_hls_ir::{Diagnostic, Span};

use super::Resolver;
use crate::codes;
use crate::hir::ExprKind;
use crate::names::plain_name;
use crate::ty::{GenericArg, Ty};
use crate::typings::NodeKey;

/// A function that makes streams.
struct Maker {
    name: &'static str,
    /// It makes several streams, and gives two arrays of ends.
    several: bool,
    /// Of blocks.
    of_blocks: bool,
    /// The message where its parameters lack.
    lacks: &'static str,
    example: &'static str,
}

const MAKERS: [Maker; 4] = [
    Maker {
        name: "stream",
        several: false,
        of_blocks: false,
        lacks: "a stream lacks its element type and its depth",
        example: "write `let (tx, rx) = stream::<u32, 16>();`, with the type of an element and their number",
    },
    Maker {
        name: "streams",
        several: true,
        of_blocks: false,
        lacks: "streams lack their element type, depth or number",
        example: "write `let (txs, rxs) = streams::<u32, 16, 4>();`, with the type of an element, their number and that of the streams",
    },
    Maker {
        name: "blocks",
        several: false,
        of_blocks: true,
        lacks: "a stream of blocks lacks its array type and its depth",
        example: "write `let (tx, rx) = blocks::<[u32; 64], 2>();`, with the type of a block and their number",
    },
    Maker {
        name: "streams_of_blocks",
        several: true,
        of_blocks: true,
        lacks: "streams of blocks lack their array type, depth or number",
        example: "write `let (txs, rxs) = streams_of_blocks::<[u32; 64], 2, 4>();`, with the type of a block, their number and that of the streams",
    },
];

/// Streams that one call makes at most: each has logic of its own.
const MAX_STREAMS: u64 = 256;

/// Blocks of a stream at most: each is a memory of its own.
const MAX_BLOCKS: u64 = 64;

/// Elements of a FIFO above which it is no FIFO of any device: 2^24 bytes is more than all memory blocks of a large one.
const MAX_DEPTH: u64 = 1 << 24;

impl Resolver<'_, '_> {
    /// True if the path names a function that makes streams, and not one of the module.
    pub(super) fn is_stream(&self, path: &syn::Path) -> bool {
        let names: Vec<String> = path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
        match names.as_slice() {
            [name] => is_maker(name) && self.front.item(name).is_none(),
            [.., module, name] => module == "device" && is_maker(name),
            [] => false,
        }
    }

    /// `stream::<T, DEPTH>()` and its like.
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
        let maker = path.segments.last().and_then(|last| maker(&plain_name(&last.ident)));
        let Some(maker) = maker else { return ExprKind::Error };
        let (element, depth, count) = match generics.as_slice() {
            [Some(GenericArg::Ty(element)), Some(GenericArg::Const(depth))] if !maker.several => {
                (element, depth, None)
            }
            [
                Some(GenericArg::Ty(element)),
                Some(GenericArg::Const(depth)),
                Some(GenericArg::Const(count)),
            ] if maker.several => (element, depth, Some(count.bits())),
            _ => {
                let error = Diagnostic::error(codes::STREAM, at, maker.lacks);
                let note =
                    "a FIFO is made of registers or memory, whose size is known when the kernel is built";
                return self.error(error.note(note).help(maker.example));
            }
        };
        if !call.args.is_empty() {
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, "a stream takes no arguments");
            return self.error(error.help(maker.example));
        }
        let count = match count {
            None => None,
            Some(Some(count @ 1..=MAX_STREAMS)) => Some(count),
            Some(_) => {
                let error = Diagnostic::error(codes::STREAM, at, "there cannot be so many streams");
                return self.error(error.help(format!("give their number, from 1 to {MAX_STREAMS}")));
            }
        };
        if maker.of_blocks {
            return self.blocks(element, depth.bits(), count, call, at);
        }
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

    /// `blocks::<[T; N], DEPTH>()`, and several of them.
    fn blocks(
        &mut self,
        array: &Ty,
        depth: Option<u64>,
        count: Option<u64>,
        call: &syn::ExprCall,
        at: Span,
    ) -> ExprKind {
        if !self.front.is_block(array, at) {
            return ExprKind::Error;
        }
        match depth {
            Some(depth @ 1..=MAX_BLOCKS) => {
                let element = Ty::Block(Box::new(array.clone()));
                ExprKind::Stream { element, depth, count, node: NodeKey::of(call) }
            }
            _ => {
                let error = Diagnostic::error(codes::STREAM, at, "a stream of blocks cannot have so many")
                    .note("each block is memory of its own, those that are written and read at the time among them");
                self.error(error.help(format!("give it a depth from 1 to {MAX_BLOCKS}")))
            }
        }
    }
}

/// The function that makes streams with this name.
fn maker(name: &str) -> Option<&'static Maker> {
    MAKERS.iter().find(|maker| maker.name == name)
}

/// True for the functions that make streams.
fn is_maker(name: &str) -> bool {
    maker(name).is_some()
}
