//! `#[array_partition(..)]`

use sycl_hls_ir::{ArrayPartition, Diagnostic, PartitionKind, Span};
use syn::Expr;

use super::Directive;
use crate::codes;
use crate::front::Front;
use crate::span::span_of;
use crate::ty::Ty;

impl Front<'_> {
    /// `array_partition` as written, with its place.
    pub fn array_partition(&mut self, directive: &Directive<'_>) -> Option<(ArrayPartition, Span)> {
        let example = "#[array_partition(kind = cyclic, factor = 4, dim = 1)]";
        let arguments = self.arguments(directive, &["kind", "factor", "dim"], example)?;
        let named = |name: &str| arguments.iter().find(|argument| argument.name == name);
        let Some(kind) = named("kind") else {
            let message = "`#[array_partition]` lacks its kind";
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, message);
            self.report(error.help(format!("write `{example}`; the kinds are block, cyclic and complete")));
            return None;
        };
        let kind = self.partition_kind(&kind.value)?;
        let factor = match named("factor") {
            Some(argument) => Some(self.count(&argument.value, "factor", 1)?),
            None => None,
        };
        let dim = match named("dim") {
            Some(argument) => self.count(&argument.value, "dim", 0)?,
            None => 1,
        };
        Some((ArrayPartition { kind, factor, dim }, directive.span))
    }

    fn partition_kind(&mut self, value: &Expr) -> Option<PartitionKind> {
        let word = match value {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let kind = PartitionKind::ALL.into_iter().find(|kind| Some(kind.name()) == word.as_deref());
        if kind.is_none() {
            let message = "there is no such kind of partition";
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span_of(value), message).note(
                "Vitis drops a pragma with an option that it does not know, with no more than a warning",
            );
            self.report(error.help("the kinds are block, cyclic and complete, without quotes"));
        }
        kind
    }

    /// Can an array of the type `ty` be partitioned so?
    pub fn check_partition(&mut self, partition: ArrayPartition, ty: &Ty, at: Span) -> bool {
        let Some(dims) = self.ir_type(ty).map(|ty| ty.dims()) else { return false };
        if dims.is_empty() {
            let error = Diagnostic::error(
                codes::PARTITION,
                at,
                format!("`#[array_partition]` has no effect on a variable of type `{ty}`"),
            );
            self.report(error.help("remove it: a scalar is a register anyway"));
            return false;
        }
        let kind = partition.kind.name();
        let complaint = match (partition.kind, partition.factor) {
            (PartitionKind::Complete, Some(_)) => Some((
                "a `complete` partition has no factor".to_owned(),
                "every element becomes a register of its own, and Vitis ignores the factor",
                "leave the factor away, or split into this many memories with `cyclic` or `block`",
            )),
            (PartitionKind::Block | PartitionKind::Cyclic, None) => Some((
                format!("a `{kind}` partition needs a factor"),
                "it is the number of memories, and Vitis drops the pragma without one",
                "add the number of elements that are needed in one cycle: `factor = 4`",
            )),
            _ => None,
        };
        if let Some((message, note, help)) = complaint {
            self.report(Diagnostic::error(codes::PARTITION, at, message).note(note).help(help));
            return false;
        }
        if partition.dim as usize > dims.len() {
            let message = format!("a `{ty}` has no dimension {}", partition.dim);
            let help = "dimensions count from 1, the outermost first, and 0 means all of them";
            self.report(Diagnostic::error(codes::PARTITION, at, message).help(help));
            return false;
        }
        let chosen = match partition.dim {
            0 => dims.as_slice(),
            dim => &dims[dim as usize - 1..dim as usize],
        };
        let too_small =
            chosen.iter().find(|len| partition.factor.is_some_and(|factor| u64::from(factor) > **len));
        if let (Some(len), Some(factor)) = (too_small, partition.factor) {
            let message = format!("a dimension of {len} element(s) cannot be split into {factor} memories");
            self.report(
                Diagnostic::error(codes::PARTITION, at, message)
                    .help(format!("use a factor of at most {len}")),
            );
            return false;
        }
        true
    }
}
