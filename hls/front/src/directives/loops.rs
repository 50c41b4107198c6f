//! Directives of loops and blocks.

use sycl_hls_ir::{LoopDirectives, Root, ScopeDirectives};
use syn::Attribute;

use super::{Directive, Site};
use crate::codes;
use crate::front::Front;
use crate::hir::{LocalId, LoopItems};
use crate::names::plain_name;
use crate::span::span;
use crate::ty::Ty;
use sycl_hls_ir::Diagnostic;

impl LoopItems {
    /// The directives with variables replaced by memories. Dependences of variables that are no memory are dropped.
    pub fn lowered(&self, mut place: impl FnMut(LocalId) -> Option<Root>) -> LoopDirectives {
        let mut set = self.set.clone();
        set.dependences.clear();
        for (dependence, variable) in self.set.dependences.iter().zip(&self.variables) {
            let mut dependence = dependence.clone();
            if let Some((local, _)) = variable {
                let Some(root) = place(*local) else { continue };
                dependence.value.variable = Some(root);
            }
            set.dependences.push(dependence);
        }
        set
    }

    /// Errors for dependences of variables that are not in memory; `ty` gives a variable's type.
    pub fn check<'t>(&self, ty: impl Fn(LocalId) -> &'t Ty) -> Vec<Diagnostic> {
        let named = self.variables.iter().flatten();
        let wrong = named.filter(|(local, _)| {
            !matches!(
                ty(*local).deref(),
                Ty::Array(..) | Ty::Slice(_) | Ty::Global(_) | Ty::Local(..) | Ty::Error
            )
        });
        let errors = wrong.map(|(local, at)| {
            let message =
                format!("a variable of type `{}` has no accesses that wait for each other", ty(*local));
            Diagnostic::error(codes::NO_EFFECT, *at, message)
                .note("a dependence is between accesses to the elements of an array or slice")
                .help("name an array or a slice, or leave the directive away")
        });
        errors.collect()
    }
}

impl Front<'_> {
    /// The directives of a loop; `lookup` finds variables.
    pub fn loop_directives(
        &mut self,
        attrs: &[Attribute],
        lookup: impl Fn(&str) -> Option<LocalId>,
    ) -> LoopItems {
        let directives = self.directives(attrs, Site::Loop);
        let (dependences, others): (Vec<Directive<'_>>, Vec<Directive<'_>>) =
            directives.into_iter().partition(|directive| directive.name() == "dependence");
        let mut items = LoopItems { set: self.directive_set(&others), variables: Vec::new() };
        for directive in &dependences {
            self.dependence(directive, &lookup, &mut items);
        }
        self.set_problems(&LoopDirectives {
            dependences: items.set.dependences.clone(),
            ..LoopDirectives::default()
        });
        self.loop_contradictions(&items.set);
        items
    }

    /// `dependence` on a loop, with the variable that it names.
    fn dependence(
        &mut self,
        directive: &Directive<'_>,
        lookup: &impl Fn(&str) -> Option<LocalId>,
        items: &mut LoopItems,
    ) {
        use sycl_hls_ir::directive::{At, Dependence, Directive as _};
        let Some(mut options) = self.options(directive, Dependence::OPTIONS) else { return };
        let variable = match &options.variable {
            Some(ident) => match lookup(&plain_name(ident)) {
                Some(local) => Some((local, span(ident.span()))),
                None => {
                    let message = format!("there is no variable `{ident}` before the loop");
                    let error = Diagnostic::error(codes::NAME, span(ident.span()), message);
                    self.report(error.help("name an array or a slice that is declared before the loop"));
                    return;
                }
            },
            None => None,
        };
        if let Some(dependence) = Dependence::read(&mut options.given) {
            items.set.dependences.push(At::new(dependence, directive.span));
            items.variables.push(variable);
        }
    }

    /// Reports options of a loop that exclude each other.
    fn loop_contradictions(&mut self, set: &LoopDirectives) {
        let off = set.pipeline.as_ref().filter(|pipeline| pipeline.off);
        if let (Some(goal), Some(off)) = (&set.performance, off) {
            let message = "`#[performance]` has no effect on a loop that is not pipelined";
            let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, goal.span, message);
            let error = error.related(off.span, "pipelining is turned off here");
            let note = "Vitis gives `off` the last word (HLS 214-344)";
            self.report(error.note(note).help("remove one of them"));
        }
    }

    /// The directives of a block, if it has any.
    pub fn block_directives(&mut self, attrs: &[Attribute]) -> Option<Box<ScopeDirectives>> {
        let directives = self.directives(attrs, Site::Block);
        let set: ScopeDirectives = self.directive_set(&directives);
        (!set.is_empty()).then(|| Box::new(set))
    }
}
