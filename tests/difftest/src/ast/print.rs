//! Programs as Rust text.

use std::fmt::Write as _;

use super::{
    BinaryOp, Block, Const, Expr, ExprKind, For, Func, If, Item, LenExpr, Let, Param, ParamTy, Partition,
    Piece, Program, Stmt, Template, Ty,
};

/// The program's module as a Rust file.
#[must_use]
pub fn module_text(program: &Program) -> String {
    let mut printer = Printer::default();
    printer.line("#[sycl_hls::kernels]");
    printer.open(&format!("pub mod {} {{", program.name));
    for item in &program.items {
        match item {
            Item::Const(item) => printer.constant(item),
            Item::Func(func) => printer.func(func),
            Item::Use(path) => printer.line(&format!("use {path};")),
            Item::Adt(adt) => {
                let element = if adt.element { ", Element" } else { "" };
                printer.line(&format!("#[derive(Clone, Copy, PartialEq, PartialOrd{element})]"));
                printer.line(&adt.to_string());
                if adt.is_generic() {
                    printer.line(&adt.generic_impl());
                }
            }
        }
    }
    printer.close("}");
    printer.text
}

/// An expression in one line, for messages and for deciding whether two are alike.
#[must_use]
pub fn expr_text(expr: &Expr) -> String {
    Printer::default().expr(expr, Level::Whole)
}

/// How tightly an expression binds; the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// A block or an `if`: an operand of nothing.
    Whole,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Add,
    Mul,
    Cast,
    Unary,
    Postfix,
}

impl Level {
    const fn of(op: BinaryOp) -> Self {
        match op {
            BinaryOp::Or => Self::Or,
            BinaryOp::And => Self::And,
            BinaryOp::BitOr => Self::BitOr,
            BinaryOp::BitXor => Self::BitXor,
            BinaryOp::BitAnd => Self::BitAnd,
            BinaryOp::Shl | BinaryOp::Shr => Self::Shift,
            BinaryOp::Add | BinaryOp::Sub => Self::Add,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => Self::Mul,
            _ => Self::Compare,
        }
    }

    /// The next tighter level: what a right operand needs, and both operands of a comparison.
    const fn tighter(self) -> Self {
        match self {
            Self::Whole => Self::Or,
            Self::Or => Self::And,
            Self::And => Self::Compare,
            Self::Compare => Self::BitOr,
            Self::BitOr => Self::BitXor,
            Self::BitXor => Self::BitAnd,
            Self::BitAnd => Self::Shift,
            Self::Shift => Self::Add,
            Self::Add => Self::Mul,
            Self::Mul => Self::Cast,
            Self::Cast => Self::Unary,
            Self::Unary | Self::Postfix => Self::Postfix,
        }
    }
}

#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    fn constant(&mut self, item: &Const) {
        let value = self.expr(&item.value, Level::Whole);
        self.line(&format!("const {}: {} = {value};", item.name, item.ty));
    }

    fn func(&mut self, func: &Func) {
        let params: Vec<String> = func.params.iter().map(param).collect();
        let ret = func.ret.as_ref().map_or_else(String::new, |ret| format!(" -> {ret}"));
        if let Some(name) = &func.of_trait {
            let plain = func.params.iter().map(|it| param(&Param { mutable: false, ..it.clone() }));
            let plain = plain.collect::<Vec<_>>().join(", ");
            self.line(&format!("trait {name} {{ fn {}({plain}){ret}; }}", func.name));
        }
        if let Some(owner) = &func.owner {
            let of_trait = func.of_trait.as_ref().map_or_else(String::new, |name| format!("{name} for "));
            let of_trait = func.operator.map_or(of_trait, |operator| {
                let right = func.params.last().map_or(Ty::Unit, |param| param.ty.target());
                format!("std::ops::{}<{right}> for ", operator.name)
            });
            self.open(&format!("impl {of_trait}{owner} {{"));
            if let (Some(_), Some(ret)) = (func.operator, &func.ret) {
                self.line(&format!("type Output = {ret};"));
            }
        }
        if func.kernel {
            self.line(&func.kernel_attribute());
        }
        if func.flushes {
            self.line("#[flush_denormals]");
        }
        let visibility = match (func.kernel, func.constant) {
            (true, _) => "pub ",
            (_, true) => "const ",
            _ => "",
        };
        let head = format!("{visibility}fn {}{}", func.name, func.generics);
        self.open(&format!("{head}({}){ret} {{", params.join(", ")));
        self.stmts(&func.body);
        if let Some(tail) = &func.body.tail {
            let tail = self.expr(tail, Level::Whole);
            self.line(&if func.returns { format!("return {tail};") } else { tail });
        }
        self.close("}");
        if func.owner.is_some() {
            self.close("}");
        }
    }

    fn stmts(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(declaration) => self.let_stmt(declaration),
            Stmt::Assign { place, op, value } => {
                let (place, value) = (self.expr(place, Level::Unary), self.expr(value, Level::Whole));
                let op = op.map_or("", BinaryOp::symbol);
                self.line(&format!("{place} {op}= {value};"));
            }
            Stmt::If(branch) => {
                let text = self.if_text(branch);
                self.line(&text);
            }
            Stmt::For(for_loop) => self.for_loop(for_loop),
            Stmt::Block(block) => {
                let text = self.block_text(block);
                self.line(&text);
            }
            Stmt::Expr(expr) => {
                let text = self.expr(expr, Level::Or);
                self.line(&format!("{text};"));
            }
            Stmt::Template(template) => {
                let text = self.template(template);
                self.line(&text);
            }
        }
    }

    fn let_stmt(&mut self, declaration: &Let) {
        for partition in &declaration.partitions {
            self.line(&partition_text(partition));
        }
        let mutable = if declaration.mutable { "mut " } else { "" };
        let ty = if declaration.annotated { format!(": {}", declaration.init.ty) } else { String::new() };
        let init = self.expr(&declaration.init, Level::Whole);
        self.line(&format!("let {mutable}{}{ty} = {init};", declaration.name));
    }

    fn for_loop(&mut self, for_loop: &For) {
        for directive in &for_loop.directives {
            self.line(&format!("#[{directive}]"));
        }
        let mutable = if for_loop.mutable { "mut " } else { "" };
        let dots = if for_loop.inclusive { "..=" } else { ".." };
        let (lo, hi) = (self.expr(&for_loop.lo, Level::Or), self.expr(&for_loop.hi, Level::Or));
        // `1...x` would be another token.
        let lo = if lo.ends_with('.') { format!("({lo})") } else { lo };
        let label = for_loop.label.as_ref().map_or_else(String::new, |label| format!("{label}: "));
        self.open(&format!("{label}for {mutable}{} in {lo}{dots}{hi} {{", for_loop.name));
        self.stmts(&for_loop.body);
        self.close("}");
    }

    /// The text of something that spans lines, the first of which is indented by who uses it.
    fn nested(&mut self, head: &str, block: &Block) -> String {
        let outer = std::mem::take(&mut self.text);
        self.depth += 1;
        self.stmts(block);
        if let Some(tail) = &block.tail {
            let tail = self.expr(tail, Level::Whole);
            self.line(&tail);
        }
        self.depth -= 1;
        let body = std::mem::replace(&mut self.text, outer);
        format!("{head}{{\n{body}{}}}", "    ".repeat(self.depth))
    }

    fn block_text(&mut self, block: &Block) -> String {
        self.nested("", block)
    }

    fn if_text(&mut self, branch: &If) -> String {
        let cond = self.expr(&branch.cond, Level::Or);
        let mut text = self.nested(&format!("if {cond} "), &branch.then);
        if let Some(otherwise) = &branch.otherwise {
            let rest = match (branch.chained, otherwise.stmts.as_slice(), &otherwise.tail) {
                (true, [Stmt::If(inner)], None) => self.if_text(inner),
                (true, [], Some(Expr { kind: ExprKind::If(inner), .. })) => self.if_text(inner),
                _ => self.block_text(otherwise),
            };
            let _ = write!(text, " else {rest}");
        }
        text
    }

    /// An expression that must bind at least as tightly as `level`.
    fn expr(&mut self, expr: &Expr, level: Level) -> String {
        let (text, own) = self.bare(expr);
        if own < level { format!("({text})") } else { text }
    }

    fn bare(&mut self, expr: &Expr) -> (String, Level) {
        let text = match &expr.kind {
            ExprKind::Literal(literal) => {
                let level = if literal.is_negative() { Level::Unary } else { Level::Postfix };
                return (literal.to_string(), level);
            }
            ExprKind::Path(name) | ExprKind::Var(name) => name.clone(),
            ExprKind::Index(base, index) => {
                let (base, index) = (self.expr(base, Level::Postfix), self.expr(index, Level::Whole));
                format!("{base}[{index}]")
            }
            ExprKind::Len(place) => format!("{}.len()", self.expr(place, Level::Postfix)),
            ExprKind::Method(name, receiver, arg) => {
                let receiver = self.expr(receiver, Level::Postfix);
                let arg = arg.as_ref().map_or_else(String::new, |arg| self.expr(arg, Level::Whole));
                // `1.wrapping_..` would be a float; a suffix or parentheses are needed.
                format!("{receiver}.{name}({arg})")
            }
            ExprKind::Unary(op, arg) => {
                return (format!("{op}{}", self.expr(arg, Level::Unary)), Level::Unary);
            }
            ExprKind::Cast(value) => {
                return (format!("{} as {}", self.expr(value, Level::Cast), expr.ty), Level::Cast);
            }
            ExprKind::Binary(op, lhs, rhs) => return self.binary(*op, lhs, rhs),
            ExprKind::If(branch) => return (self.if_text(branch), Level::Whole),
            ExprKind::Block(block) => return (self.block_text(block), Level::Whole),
            ExprKind::Call(name, args) => format!("{name}({})", self.list(args)),
            ExprKind::List(elements) => format!("[{}]", self.list(elements)),
            ExprKind::Repeat(element, len) => format!("[{}; {len}]", self.expr(element, Level::Whole)),
            ExprKind::Ref(mutable, place) => {
                let mutable = if *mutable { "mut " } else { "" };
                format!("&{mutable}{}", self.expr(place, Level::Postfix))
            }
            ExprKind::Paren(inner) => format!("({})", self.expr(inner, Level::Whole)),
            ExprKind::Template(template) => {
                let level = if template.loose { Level::Whole } else { Level::Postfix };
                return (self.template(template), level);
            }
        };
        (text, Level::Postfix)
    }

    fn template(&mut self, template: &Template) -> String {
        let mut text = String::new();
        for piece in &template.pieces {
            text += &match piece {
                Piece::Text(piece) => piece.clone(),
                Piece::Operand(expr) => self.expr(expr, Level::Postfix),
                Piece::Head(expr) => self.expr(expr, Level::Or),
                Piece::Expr(expr) => self.expr(expr, Level::Whole),
                Piece::Block(block) => self.block_text(block),
            };
        }
        text
    }

    fn binary(&mut self, op: BinaryOp, lhs: &Expr, rhs: &Expr) -> (String, Level) {
        let level = Level::of(op);
        // Comparisons do not chain.
        let left = if level == Level::Compare { level.tighter() } else { level };
        let mut lhs_text = self.expr(lhs, left);
        // `x as u8 < y` would begin a list of generic arguments.
        if matches!(op, BinaryOp::Lt | BinaryOp::Shl) && ends_in_cast(lhs) && !lhs_text.ends_with(')') {
            lhs_text = format!("({lhs_text})");
        }
        (format!("{lhs_text} {} {}", op.symbol(), self.expr(rhs, level.tighter())), level)
    }

    fn list(&mut self, exprs: &[Expr]) -> String {
        let texts: Vec<String> = exprs.iter().map(|expr| self.expr(expr, Level::Whole)).collect();
        texts.join(", ")
    }
}

fn ends_in_cast(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast(_) => true,
        ExprKind::Binary(_, _, rhs) => ends_in_cast(rhs),
        ExprKind::Unary(_, arg) => ends_in_cast(arg),
        _ => false,
    }
}

fn param(param: &Param) -> String {
    let mut text = String::new();
    if let Some(len) = &param.len {
        let _ = write!(text, "#[len({})] ", len_text(len));
    }
    if let Some(bundle) = &param.bundle {
        let _ = write!(text, "#[m_axi(bundle = \"{bundle}\")] ");
    }
    if param.mutable {
        text.push_str("mut ");
    }
    match &param.ty {
        ParamTy::Value(_) if param.name == "self" => return text + "self",
        ParamTy::Ref { mutable, .. } if param.name == "self" => {
            return text + if *mutable { "&mut self" } else { "&self" };
        }
        _ => {}
    }
    let _ = write!(text, "{}: ", param.name);
    match &param.ty {
        ParamTy::Value(ty) => format!("{text}{ty}"),
        ParamTy::Ref { mutable, ty } => format!("{text}&{}{ty}", if *mutable { "mut " } else { "" }),
    }
}

fn len_text(len: &LenExpr) -> String {
    match len {
        LenExpr::Number(number) => number.to_string(),
        LenExpr::Param(name) => name.clone(),
        LenExpr::Binary(lhs, op, rhs) => {
            let side = |expr: &LenExpr| match expr {
                LenExpr::Binary(..) => format!("({})", len_text(expr)),
                _ => len_text(expr),
            };
            format!("{} {op} {}", side(lhs), side(rhs))
        }
    }
}

fn partition_text(partition: &Partition) -> String {
    let factor = partition.factor.map_or_else(String::new, |factor| format!(", factor = {factor}"));
    let dim = partition.dim.map_or_else(String::new, |dim| format!(", dim = {dim}"));
    format!("#[array_partition(kind = {}{factor}{dim})]", partition.kind)
}
