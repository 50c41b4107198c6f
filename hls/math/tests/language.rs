//! The sources keep to the kernel language, so that the front end can translate them as they are.

use std::collections::BTreeSet;

use sycl_hls_math::SOURCES;
use syn::visit::{self, Visit};
use syn::{Expr, Item, Pat, Type};

const SCALARS: [&str; 12] =
    ["bool", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "usize", "f32", "f64"];

/// Those whose results are exact, so the same everywhere.
const METHODS: [&str; 10] = [
    "abs",
    "is_nan",
    "leading_zeros",
    "max",
    "min",
    "to_bits",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_shl",
    "wrapping_sub",
];

/// Finds what is outside of the language.
struct Checker {
    module: &'static str,
    functions: BTreeSet<String>,
    wrong: Vec<String>,
}

impl Checker {
    fn expect(&mut self, holds: bool, what: &str) {
        if !holds {
            self.wrong.push(format!("{}: {what}", self.module));
        }
    }

    fn called(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let known = match names[..] {
            [name] => self.functions.contains(name),
            ["f32" | "f64", name] => name == "from_bits",
            ["super", module, name] => SOURCES
                .iter()
                .any(|(title, text)| *title == module && text.contains(&format!("pub fn {name}("))),
            _ => false,
        };
        self.expect(known, &format!("a call of {names:?}"));
    }
}

impl Visit<'_> for Checker {
    fn visit_item(&mut self, item: &Item) {
        self.expect(
            matches!(item, Item::Const(_) | Item::Fn(_)),
            "an item that is neither a constant nor a function",
        );
        visit::visit_item(self, item);
    }

    fn visit_signature(&mut self, signature: &syn::Signature) {
        let name = &signature.ident;
        self.expect(signature.generics.params.is_empty(), &format!("`{name}` is generic"));
        visit::visit_signature(self, signature);
    }

    fn visit_attribute(&mut self, attribute: &syn::Attribute) {
        self.expect(attribute.path().is_ident("doc"), "an attribute");
    }

    fn visit_macro(&mut self, _: &syn::Macro) {
        self.expect(false, "a macro");
    }

    fn visit_type(&mut self, ty: &Type) {
        match ty {
            Type::Path(path) => {
                let scalar = SCALARS.iter().any(|name| path.path.is_ident(name));
                self.expect(scalar, "a type that is no scalar");
            }
            Type::Array(array) => self.visit_type(&array.elem),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|element| self.visit_type(element)),
            _ => self.expect(false, "a type that is neither scalar, array nor tuple"),
        }
    }

    fn visit_local(&mut self, local: &syn::Local) {
        if let Pat::Tuple(_) = local.pat {
            let called = local.init.as_ref().is_some_and(|init| matches!(*init.expr, Expr::Call(_)));
            self.expect(called, "a tuple taken apart that is not the result of a call");
        } else {
            self.expect(matches!(local.pat, Pat::Type(_)), "a variable without a type");
        }
        visit::visit_local(self, local);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Call(call) => {
                match &*call.func {
                    Expr::Path(path) => self.called(&path.path),
                    _ => self.expect(false, "a call of a computed function"),
                }
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                return;
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let known = METHODS.iter().any(|method| *method == name);
                self.expect(known, &format!("the method `{name}`"));
            }
            Expr::Path(path) => self.expect(path.path.get_ident().is_some(), "a path"),
            Expr::Macro(_)
            | Expr::Array(_)
            | Expr::Assign(_)
            | Expr::Binary(_)
            | Expr::Block(_)
            | Expr::Cast(_) => {}
            Expr::ForLoop(_) | Expr::If(_) | Expr::Index(_) | Expr::Lit(_) | Expr::Paren(_) => {}
            Expr::Range(_) | Expr::Return(_) | Expr::Tuple(_) | Expr::Unary(_) | Expr::While(_) => {}
            _ => self.expect(false, "an expression of another kind"),
        }
        visit::visit_expr(self, expr);
    }
}

fn what_is_wrong(module: &'static str, text: &str) -> Vec<String> {
    let file = syn::parse_file(text).unwrap();
    let functions = file.items.iter().filter_map(|item| match item {
        Item::Fn(function) => Some(function.sig.ident.to_string()),
        _ => None,
    });
    let mut checker = Checker { module, functions: functions.collect(), wrong: Vec::new() };
    checker.visit_file(&file);
    checker.wrong
}

#[test]
fn sources_are_in_the_kernel_language() {
    for (module, text) in SOURCES {
        assert_eq!(what_is_wrong(module, text), Vec::<String>::new());
        assert!(text.lines().all(|line| line.len() <= 120), "{module}: lines are short");
    }
}

#[test]
fn what_is_outside_of_the_language_is_found() {
    for text in [
        "use std::f32;",
        "fn f<T>(x: f32) {}",
        "fn f(x: &f32) {}",
        "fn f(x: f32) -> f32 { x.sin() }",
        "fn f(x: f32) -> f32 { x.mul_add(x, x) }",
        "fn f(x: f32) -> f32 { g(x) }",
        "fn f(x: f32) -> f32 { super::f64::none(x) }",
        "fn f(x: f32) -> f32 { f32::INFINITY }",
        "fn f() { let x = 1; }",
        "fn f() { let (x, y) = (1, 2); }",
        "fn f() { panic!() }",
        "fn f() { loop {} }",
        "fn f(x: u128) {}",
        "#[inline] fn f() {}",
    ] {
        assert_eq!(what_is_wrong("sample", text).len(), 1, "{text}: {:?}", what_is_wrong("sample", text));
    }
}
