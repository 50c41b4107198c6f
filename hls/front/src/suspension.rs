//! Which calls of a process wait for other ones, and what the processes of regions are: for the host code.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{Diagnostic, FuncKind, Span};

use crate::builtin::Builtin;
use crate::codes;
use crate::front::Front;
use crate::hir::{Body, ExprId, ExprKind, LocalId, Region, RegionStmt, Stmt, StmtRole};
use crate::typed::{Callee, Instance, Types};
use crate::typings::{HostProcess, NodeKey, Suspension};

impl Front<'_> {
    /// Complains about operations on streams in closures, which the host's processes cannot leave half-way.
    pub fn no_suspension_in_closures(&mut self, body: &Body, types: &Types) {
        for closure in &body.closures {
            let exprs = body.exprs.iter().skip(closure.start).take(closure.len());
            let ids: Vec<ExprId> = exprs.map(|(id, _)| id).collect();
            for id in ids {
                if self.suspension(types, id).is_some() {
                    let at = match &body.exprs[id].kind {
                        ExprKind::Method(call) => call.at,
                        _ => body.exprs[id].span,
                    };
                    self.no_suspension_in(at, is_barrier(types, id));
                }
            }
        }
    }

    /// Reports what waits for a stream or a barrier where the host cannot let others go on: in a closure.
    fn no_suspension_in(&mut self, at: Span, is_barrier: bool) {
        let (code, what, who) = match is_barrier {
            true => (codes::BARRIER, "a barrier is in a closure", "an item"),
            false => (codes::STREAM_END, "a stream is used in a closure", "a process"),
        };
        let error = Diagnostic::error(code, at, what).note(format!(
            "while {who} waits, others have their turns, which a closure on the host cannot wait for",
        ));
        self.report(error.help("write a `for` loop in place of the method that takes the closure"));
    }

    /// What a call lets others do, if it is one in which a process may wait.
    fn suspension(&mut self, types: &Types, id: ExprId) -> Option<Suspension> {
        match types.callee(id)? {
            Callee::Fn(instance) => {
                let suspension =
                    self.module_of_streams(instance.func).map_or(Suspension::Function, Suspension::Library);
                self.signature(instance).takes_end().then_some(suspension)
            }
            Callee::Builtin(
                Builtin::Send
                | Builtin::TrySend
                | Builtin::Recv
                | Builtin::TryRecv
                | Builtin::Peek
                | Builtin::More
                | Builtin::CannotGoOn
                | Builtin::Acquire,
            ) => Some(Suspension::Operation),
            Callee::Builtin(builtin) if builtin.is_of_all_items() => Some(Suspension::Operation),
            Callee::Builtin(_) => None,
        }
    }

    /// Notes for the host code which calls wait, the names of streams, and the processes of regions.
    pub fn record_suspensions(&mut self, instance: &Instance, body: &Body, types: &Types) {
        let takes_turns = match self.funcs[instance.func.0].kind {
            FuncKind::Helper => self.signature(instance).takes_end(),
            FuncKind::Kernel => self.is_cooperative(instance, types),
        };
        if takes_turns {
            self.refuse_turns(instance);
            self.typings.in_turns.insert(NodeKey::of(self.funcs[instance.func.0].block));
        }
        for (id, expr) in body.exprs.iter() {
            let node = match &expr.kind {
                ExprKind::Call { node, .. } => *node,
                ExprKind::Method(call) => call.node,
                _ => continue,
            };
            if let Some(suspension) = self.suspension(types, id) {
                self.typings.suspensions.insert(node, suspension);
            }
        }
        self.record_streams(body);
        for region in &body.regions {
            let processes = self.processes(region, body, types);
            self.typings.regions.insert(region.node, processes);
        }
    }

    /// Reports an end of a stream in a function that has no second form on the host.
    fn refuse_turns(&mut self, instance: &Instance) {
        let item = &self.funcs[instance.func.0];
        let what = match (item.of_trait, &item.scope) {
            (true, _) => "a function of a trait",
            (_, Some(_)) => "a function in a function",
            _ => return,
        };
        let error =
            Diagnostic::error(codes::STREAM_END, item.span, format!("{what} takes an end of a stream"));
        let error = error.note("on the host it would be called by processes that have their turns, which needs a second form of it");
        self.report(error.help("write a function of the module, or one of an `impl` block without a trait"));
    }

    /// True of a kernel whose items depend on the others of their group: by barriers, or by local memory.
    fn is_cooperative(&mut self, instance: &Instance, types: &Types) -> bool {
        self.signature(instance).has_local_memory() || types.is_cooperative()
    }

    /// Notes the names of streams for the macro's rewriting.
    fn record_streams(&mut self, body: &Body) {
        for stmt in body.blocks().into_iter().flat_map(|block| &block.stmts) {
            if let Stmt::Let(stmt) = stmt
                && let Some(ExprKind::Stream { node, .. }) = stmt.init.map(|init| &body.exprs[init].kind)
                && let Some((_, name)) = body.stream_name(stmt.pat)
            {
                self.typings.streams.insert(*node, name);
            }
        }
    }

    /// The processes of a region, as the macro's rewriting needs them for the host.
    fn processes(&self, region: &Region, body: &Body, types: &Types) -> Vec<HostProcess> {
        let memory = region.stmts.iter().filter_map(|stmt| match stmt.role {
            StmtRole::Memory(local) => Some((local, stmt)),
            _ => None,
        });
        let mut unused: FxHashMap<LocalId, &RegionStmt> = memory.collect();
        let mut shared: FxHashSet<LocalId> = unused.keys().copied().collect();
        let (mut processes, mut named) = (Vec::new(), Vec::new());
        for stmt in &region.stmts {
            let StmtRole::Process(root, result) = stmt.role else { continue };
            let own: Vec<LocalId> = stmt.named(body).collect();
            let items = match &body.exprs[root].kind {
                ExprKind::For(each) if types.ends_given(&each.iter).is_some() => Some(each.pat),
                _ => None,
            };
            let ends = match items {
                Some(items) => {
                    let mut given = Vec::new();
                    body.variables(items, &mut given);
                    ends(&given, body, types)
                }
                None => ends(&own, body, types),
            };
            let mut pending: Vec<LocalId> = own.into_iter().chain(result).collect();
            shared.extend(result);
            let (mut all, mut memory) = (FxHashSet::default(), Vec::new());
            while let Some(local) = pending.pop() {
                all.insert(local);
                if let Some(first_use) = unused.remove(&local) {
                    memory.push(first_use.position);
                    pending.extend(first_use.named(body));
                }
            }
            memory.sort_unstable();
            named.push(all);
            let name = self.called(body, types, root);
            processes.push(HostProcess {
                position: stmt.position,
                name,
                ends,
                memory,
                linked: false,
                each: items.is_some(),
            });
        }
        for local in shared {
            let mut users = (0..named.len()).filter(|process| named[*process].contains(&local));
            if let Some(first) = users.next()
                && let Some(last) = users.next_back()
            {
                processes[first + 1..=last].iter_mut().for_each(|process| process.linked = true);
            }
        }
        processes
    }

    /// The name of the function that a process calls; empty for a loop. Iterations of a loop over ends are processes.
    pub fn called(&self, body: &Body, types: &Types, root: ExprId) -> String {
        let root = match &body.exprs[root].kind {
            ExprKind::For(each) if types.ends_given(&each.iter).is_some() => {
                match (each.body.stmts.as_slice(), each.body.tail) {
                    ([Stmt::Expr(only)], None) => *only,
                    ([], Some(only)) => only,
                    _ => root,
                }
            }
            _ => root,
        };
        match types.callee(root) {
            Some(Callee::Fn(instance)) => self.fn_title(instance.func),
            _ => String::new(),
        }
    }
}

/// True of a call that waits for the other items of a group.
fn is_barrier(types: &Types, id: ExprId) -> bool {
    matches!(types.callee(id), Some(Callee::Builtin(builtin)) if builtin.is_of_all_items())
}

/// The names of the ends among variables, each once.
fn ends(named: &[LocalId], body: &Body, types: &Types) -> Vec<String> {
    let mut ends: Vec<String> = Vec::new();
    for local in
        named.iter().filter(|local| types.local(**local).is_end() || types.local(**local).is_array_of_ends())
    {
        let name = &body.locals[*local].name;
        if !ends.contains(name) {
            ends.push(name.clone());
        }
    }
    ends
}
