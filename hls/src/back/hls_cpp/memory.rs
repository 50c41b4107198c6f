//! Places, and operations that write memory.

use sycl_hls_ir::analysis::Interval;
use sycl_hls_ir::{Init, Object, ParamKind, Place, Root, SlotId, Span, Step, Type, ValueId};
use sycl_hls_types::Scalar;

use super::declared::{self, Declared};
use super::expr::{Expr, Level};
use super::func::Emitter;
use super::number::is_class;
use super::pragma;
use super::stmt::{Stmt, StmtKind, braces};
use crate::abi::declarator;

impl Emitter<'_> {
    /// A place as an lvalue, without the read of its own memory.
    pub(super) fn place(&mut self, place: &Place) -> Expr {
        let is_output = self.is_output(place.root);
        let mut text = self.root(place.root);
        let mut reads = Vec::new();
        let mut object = self.module.object(self.func, place.root);
        for step in &place.path {
            match (step, object) {
                (Step::Index(index), _) => {
                    let index = self.operand(*index);
                    text += &format!("[{}]", index.text);
                    reads.extend(index.reads);
                }
                (Step::Field(field), Some(Object::Whole(Type::Struct(data)))) => {
                    text += &format!(".{}", self.names.field(data, *field));
                }
                // There is no such place (checked).
                (Step::Field(_), _) => {}
            }
            object = match object {
                Some(Object::Slice(element)) => Some(Object::Whole(element)),
                Some(Object::Whole(ty)) => ty.step(step).map(Object::Whole),
                None => None,
            };
        }
        if is_output {
            return Expr::new(format!("*{text}"), Level::Unary);
        }
        Expr::primary(text).reading(reads)
    }

    /// True for a scalar that the kernel has a pointer to.
    fn is_output(&self, root: Root) -> bool {
        let Root::Param(index) = root else { return false };
        self.func.param(index).is_some_and(|param| matches!(param.kind, ParamKind::Output { .. }))
    }

    /// The dimensions of the array in a place; none for anything else.
    pub(super) fn dims(&self, place: &Place) -> Vec<u64> {
        self.module.place_type(self.func, place).map(Type::dims).unwrap_or_default()
    }

    pub(super) fn write(&mut self, place: &Place, value: ValueId, span: Span) {
        let value = self.operand(value);
        let place_expr = self.place(place);
        self.flush(|root| root == place.root);
        // Compilers take `x = x` for a mistake.
        if value.text == place_expr.text {
            // Nor may they take its indices for unused.
            if place.indices().next().is_some() {
                self.line(format!("(void){};", place_expr.text), span);
            }
            return;
        }
        let text = match &value.compound {
            Some((lhs, op, rhs)) if *lhs == place_expr.text => format!("{lhs} {op}= {rhs};"),
            _ => format!("{} = {};", place_expr.text, value.text),
        };
        self.line(text, span);
    }

    pub(super) fn fill(&mut self, place: &Place, value: ValueId, span: Span) {
        let declared = self.declared(value);
        let dims = self.dims(place);
        self.settle_indices(place, &dims);
        let mut value = self.operand(value);
        let target = self.place(place);
        self.flush(|root| root == place.root);
        if !value.reads.is_empty() || value.level != Level::Primary {
            value = self.variable(&value, declared, None, span);
        }
        let stmt =
            self.element_loops(&dims, span, |indices| format!("{}{indices} = {};", target.text, value.text));
        self.out.push(stmt);
    }

    pub(super) fn copy(&mut self, to: &Place, from: &Place, span: Span) {
        let dims = self.dims(to);
        self.settle_indices(to, &dims);
        let (source, target) = (self.place(from), self.place(to));
        self.flush(|root| root == to.root);
        if source.text != target.text {
            self.assign(&target.text, &source, &dims, span);
        }
    }

    /// What is written element by element stands in a loop: an index that reads the memory at hand is computed before.
    fn settle_indices(&mut self, written: &Place, dims: &[u64]) {
        if !dims.is_empty() {
            self.flush(|root| root == written.root);
        }
    }

    /// Copies one object to another one, arrays element by element.
    fn assign(&mut self, target: &str, source: &Expr, dims: &[u64], span: Span) {
        let stmt = self
            .element_loops(dims, span, |indices| format!("{target}{indices} = {}{indices};", source.text));
        self.out.push(stmt);
    }

    /// A statement for each element of an array.
    fn element_loops(&mut self, dims: &[u64], span: Span, body: impl FnOnce(&str) -> String) -> Stmt {
        let scope = self.local.enter();
        let names: Vec<String> = dims.iter().map(|_| self.local.take("k")).collect();
        self.local.leave(scope);
        let indices: String = names.iter().map(|name| format!("[{name}]")).collect();
        let mut stmt = Stmt::line(body(&indices), span);
        for (name, &dim) in names.iter().zip(dims).rev() {
            let counter = Declared::of(Scalar::U64, Some(Interval { lo: 0, hi: dim.into() })).name;
            let head = format!("for ({counter} {name} = 0; {name} < {dim}; ++{name})");
            stmt = Stmt { kind: StmtKind::Loop { head, body: vec![stmt] }, span };
        }
        stmt
    }

    pub(super) fn declare(&mut self, slot: SlotId, init: &Init, span: Span) {
        let data = &self.func.slots[slot];
        let is_array = matches!(data.ty, Type::Array(..));
        let rom = self.is_rom(slot, init);
        let init = match init {
            // A copy of a struct reads all of its fields, whether they were written or not.
            Init::Uninit => matches!(data.ty, Type::Struct(_)).then(|| "{}".to_owned()),
            Init::Fill(value) => {
                let zero = self.is_zero(*value);
                let value = self.operand(*value);
                match (is_array, zero) {
                    (false, _) => Some(value.text),
                    (true, true) => Some("{}".to_owned()),
                    (true, false) if rom || data.persistent => {
                        Some(braces(&data.ty, &mut std::iter::repeat(&value.text)))
                    }
                    (true, false) => return self.declare_filled(slot, &value, span),
                }
            }
            Init::List(values) if values.iter().all(|value| self.is_zero(*value)) => Some("{}".to_owned()),
            Init::List(values) => {
                let values = values.iter().zip(data.ty.scalars());
                let values: Vec<String> =
                    values.map(|(value, ty)| self.operand(*value).in_braces(ty)).collect();
                Some(braces(&data.ty, &mut values.iter()))
            }
            Init::Copy(from) => {
                let source = self.place(from);
                if is_array {
                    return self.declare_copied(slot, &source, span);
                }
                Some(source.text)
            }
        };
        let name = self.name_slot(slot);
        let qualifier = match &init {
            // Its first value is part of the device's configuration, and no reset of the kernel is one of it (UG1399, "Controlling
            // Initialization and Reset").
            _ if data.persistent => "static ",
            _ if rom => "static const ",
            Some(_) if !data.mutable => "const ",
            _ => "",
        };
        let init = init.map_or_else(String::new, |init| format!(" = {init}"));
        self.declaration(slot, &name, [qualifier, &init], span);
    }

    /// True if it is bound to a memory that is only read. As a `static` its contents are part of the device's configuration; any
    /// other array is filled in each call (UG1399, "Implementing ROMs").
    fn is_rom(&self, slot: SlotId, init: &Init) -> bool {
        let data = &self.func.slots[slot];
        let is_constant = |value: &ValueId| self.constants.get(*value).is_some();
        let constant = match init {
            Init::Uninit | Init::Copy(_) => false,
            Init::Fill(value) => is_constant(value),
            Init::List(values) => values.iter().all(is_constant),
        };
        constant && !data.mutable && data.directives.storage.as_ref().is_some_and(|it| it.kind.is_rom())
    }

    /// True of what `{}` gives: the classes of integers of any width have no first value of their own.
    fn is_zero(&self, value: ValueId) -> bool {
        !is_class(self.func.ty(value)) && self.constants.get(value).is_some_and(|value| !value.is_true())
    }

    fn declaration(&mut self, slot: SlotId, name: &str, [qualifier, init]: [&str; 2], span: Span) {
        let ty = &self.func.slots[slot].ty;
        let base = declared::base(self.declared_slot(slot), ty, self.names);
        self.line(format!("{qualifier}{base} {}{init};", declarator(name, ty)), span);
        self.slot_pragmas(slot, name, span);
    }

    /// An array with one value everywhere that is not all zeros has no initializer in C++.
    fn declare_filled(&mut self, slot: SlotId, value: &Expr, span: Span) {
        let ty = &self.func.slots[slot].ty;
        let scalar = ty.leaf().filter(|_| value.level != Level::Primary || !value.reads.is_empty());
        let value =
            scalar.map_or_else(|| value.clone(), |it| self.variable(value, Declared::plain(it), None, span));
        let name = self.name_slot(slot);
        self.declaration(slot, &name, ["", ""], span);
        let stmt =
            self.element_loops(&ty.dims(), span, |indices| format!("{name}{indices} = {};", value.text));
        self.out.push(stmt);
    }

    fn declare_copied(&mut self, slot: SlotId, source: &Expr, span: Span) {
        let name = self.name_slot(slot);
        self.declaration(slot, &name, ["", ""], span);
        self.assign(&name, source, &self.func.slots[slot].ty.dims(), span);
    }

    /// The pragmas of a slot with this name.
    pub(super) fn slot_pragmas(&mut self, slot: SlotId, name: &str, span: Span) {
        let pragmas = pragma::of_slot(&self.func.slots[slot].directives, name, self.output.dialect);
        self.out.extend(pragmas.into_iter().map(|text| Stmt::pragma(text, span)));
    }
}
