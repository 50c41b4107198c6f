//! Attributes in front of expressions, most of which take none.

use syn::{Attribute, Expr, ExprGroup, ExprParen};

use super::Resolver;
use crate::attribute::Site;

impl Resolver<'_, '_> {
    /// Complains about directives that have no effect on an expression, or on what it has in parentheses.
    pub(super) fn attributes(&mut self, expr: &Expr) {
        let (attrs, site): (&[Attribute], Site) = match expr {
            Expr::If(expr) => (&expr.attrs, Site::If),
            Expr::Array(expr) => (&expr.attrs, Site::Expression),
            Expr::Assign(expr) => (&expr.attrs, Site::Expression),
            Expr::Binary(expr) => (&expr.attrs, Site::Expression),
            Expr::Call(expr) => (&expr.attrs, Site::Expression),
            Expr::Cast(expr) => (&expr.attrs, Site::Expression),
            Expr::Group(expr) => (&expr.attrs, Site::Expression),
            Expr::Index(expr) => (&expr.attrs, Site::Expression),
            Expr::Match(expr) => (&expr.attrs, Site::Expression),
            Expr::Field(expr) => (&expr.attrs, Site::Expression),
            Expr::Struct(expr) => (&expr.attrs, Site::Expression),
            Expr::Return(expr) => (&expr.attrs, Site::Expression),
            Expr::Break(expr) => (&expr.attrs, Site::Expression),
            Expr::Continue(expr) => (&expr.attrs, Site::Expression),
            Expr::Range(expr) => (&expr.attrs, Site::Expression),
            Expr::Closure(expr) => (&expr.attrs, Site::Expression),
            Expr::Lit(expr) => (&expr.attrs, Site::Expression),
            Expr::MethodCall(expr) => (&expr.attrs, Site::Expression),
            Expr::Paren(expr) => (&expr.attrs, Site::Expression),
            Expr::Path(expr) => (&expr.attrs, Site::Expression),
            Expr::Reference(expr) => (&expr.attrs, Site::Expression),
            Expr::Repeat(expr) => (&expr.attrs, Site::Expression),
            Expr::Tuple(expr) => (&expr.attrs, Site::Expression),
            Expr::Unary(expr) => (&expr.attrs, Site::Expression),
            // A loop and a block look at their own; everything else is refused as a whole.
            _ => return,
        };
        self.front.directives(attrs, site);
        if let Expr::Paren(ExprParen { expr: inner, .. }) | Expr::Group(ExprGroup { expr: inner, .. }) = expr
        {
            self.attributes(inner);
        }
    }
}
