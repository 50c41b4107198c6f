//! Directives of functions.

use sycl_hls_ir::directive::{At, ControlBundle};
use sycl_hls_ir::{Diagnostic, FuncDirectives};

use super::Directive;
use super::param::CONTROL_BUNDLE;
use crate::codes;
use crate::front::Front;

impl Front<'_> {
    /// The directives of a function.
    pub fn function_directives(&mut self, directives: &[Directive<'_>]) -> FuncDirectives {
        let apart = ["kernel", "s_axilite", "compute_units", "reqd_work_group_size", "slr"];
        let (special, others): (Vec<Directive<'_>>, Vec<Directive<'_>>) =
            directives.iter().partition(|directive| apart.contains(&directive.name()));
        let mut set: FuncDirectives = self.directive_set(&others);
        for directive in &special {
            match directive.name() {
                "kernel" => {
                    set.auto_restart = self.auto_restart(directive);
                    set.ap_ctrl_none = self.free_running(directive);
                }
                "s_axilite" => set.control = self.control_bundle(directive),
                "reqd_work_group_size" => set.work_group = self.work_group_size(directive),
                "compute_units" => set.compute_units = self.compute_units(directive),
                _ => set.slrs = self.slrs(directive),
            }
        }
        self.rewound(&set);
        self.strict(&set);
        self.protocols(&set);
        self.restarts(&set);
        set
    }

    /// `#[s_axilite(bundle = "control")]` of a kernel.
    fn control_bundle(&mut self, directive: &Directive<'_>) -> Option<At<ControlBundle>> {
        let mut options = self.options(directive, &[CONTROL_BUNDLE])?;
        match options.given.take("bundle") {
            Some(sycl_hls_ir::directive::OptionValue::Text(name)) => {
                Some(At::new(ControlBundle { name }, directive.span))
            }
            _ => {
                let message = "`#[s_axilite]` of a kernel lacks its bundle";
                let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, message);
                self.report(error.help("write `#[s_axilite(bundle = \"control\")]`"));
                None
            }
        }
    }

    /// Reports `pipeline(rewind)` on a function: Vitis has it for loops (UG1399).
    fn rewound(&mut self, set: &FuncDirectives) {
        let Some(pipeline) = set.pipeline.as_ref().filter(|pipeline| pipeline.rewind) else { return };
        let message = "a function has nothing to rewind";
        let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, pipeline.span, message);
        let note = "`rewind` starts a loop again when it has ended; Vitis has it for loops only (UG1399)";
        self.report(error.note(note).help("put it on the only loop of the kernel, or leave it away"));
    }

    /// Reports `pipeline(strict)` on a function: our RTL pipelines loops.
    fn strict(&mut self, set: &FuncDirectives) {
        let Some(pipeline) = set.pipeline.as_ref().filter(|pipeline| pipeline.strict) else { return };
        let message = "`strict` is about a loop";
        let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, pipeline.span, message);
        let note = "our own hardware overlaps the iterations of loops, and calls of no function";
        self.report(error.note(note).help("put it on the loop, or leave it away"));
    }

    /// Reports two control protocols.
    fn protocols(&mut self, set: &FuncDirectives) {
        let started =
            set.ap_ctrl_hs.as_ref().map(|it| it.span).or(set.ap_ctrl_chain.as_ref().map(|it| it.span));
        if let (Some(none), Some(started)) = (&set.ap_ctrl_none, started) {
            let message = "a kernel has one control protocol";
            let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, started, message);
            self.report(error.related(none.span, "nobody starts it").help("remove one of them"));
            return;
        }
        let (Some(hs), Some(chain)) = (&set.ap_ctrl_hs, &set.ap_ctrl_chain) else { return };
        let message = "a kernel has one control protocol";
        let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, chain.span, message);
        let note =
            "with `ap_ctrl_hs` a run ends before the next one starts, with `ap_ctrl_chain` they may overlap";
        self.report(error.related(hs.span, "the other one").note(note).help("remove one of them"));
    }

    /// Reports `ap_ctrl_hs` on a kernel that starts itself again, which has `ap_ctrl_chain`.
    fn restarts(&mut self, set: &FuncDirectives) {
        let (Some(hs), Some(restart)) = (&set.ap_ctrl_hs, &set.auto_restart) else { return };
        let message = "a kernel that starts itself again has the protocol `ap_ctrl_chain`";
        let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, hs.span, message);
        let error = error.related(restart.span, "it starts itself again");
        self.report(error.help("remove `#[ap_ctrl_hs]`"));
    }
}
