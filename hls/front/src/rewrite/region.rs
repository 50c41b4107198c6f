//! Dataflow regions as host code: each process is a future, and the region gives them turns.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, Ident, Stmt, parse_quote};

use crate::typings::HostProcess;

/// Makes the statements of a region, which are host code already, its processes. `in_turn`: the region is a part of a
/// process itself.
pub(super) fn rewrite(block: &mut Block, processes: &[HostProcess], in_turn: bool) {
    let mut stmts: Vec<Option<Stmt>> = std::mem::take(&mut block.stmts).into_iter().map(Some).collect();
    let region = Ident::new("__sycl_hls_region", Span::call_site());
    let mut rest = TokenStream::new();
    let mut number = 0;
    for group in processes.chunk_by(|_, process| process.linked) {
        if let [process] = group
            && process.each
            && let Some(stmt) = stmts.get_mut(process.position).and_then(Option::take)
        {
            rest.extend(each(&region, process, stmt));
            continue;
        }
        let mut body = TokenStream::new();
        for process in group {
            let name = format_ident!("__sycl_hls_process{number}");
            number += 1;
            let memory = process.memory.iter().filter_map(|position| stmts.get_mut(*position)?.take());
            let memory: Vec<Stmt> = memory.collect();
            let Some(stmt) = stmts.get_mut(process.position).and_then(Option::take) else { continue };
            rest.extend(declaration(&region, &name, process, &stmt));
            let run = run(&name, stmt);
            body.extend(quote!(#(#memory)* #run));
        }
        rest.extend(quote!(#region.start(async { #body });));
    }
    let end = if in_turn { quote!(#region.await;) } else { quote!(#region.run();) };
    let others = stmts.into_iter().flatten();
    let tokens = if processes.is_empty() {
        quote!({ #(#others)* })
    } else {
        quote!({
            #(#others)*
            let mut #region = ::sycl_hls::__private::Region::new();
            #rest
            #end
        })
    };
    let made: Block = parse_quote!(#tokens);
    block.stmts = made.stmts;
}

/// A loop whose iterations are processes.
fn each(region: &Ident, process: &HostProcess, stmt: Stmt) -> TokenStream {
    let Stmt::Expr(Expr::ForLoop(each), _) = stmt else { return stmt.into_token_stream() };
    let name = Ident::new("__sycl_hls_process", Span::call_site());
    let declaration = declaration(region, &name, process, &each);
    let (pat, iter, body) = (&each.pat, &each.expr, &each.body);
    quote!(for #pat in #iter {
        #declaration
        #region.start(async move { #name.run(async move #body).await; });
    })
}

/// The process and its ends. Reports have the place of the statement.
fn declaration(region: &Ident, name: &Ident, process: &HostProcess, stmt: &impl Spanned) -> TokenStream {
    let at = stmt.span();
    let title = &process.name;
    let declared = quote_spanned!(at=> process(#title));
    let ends = process.ends.iter().map(|end| {
        let end = syn::parse_str(end).unwrap_or_else(|_| Ident::new_raw(end, Span::call_site()));
        quote!(#region.give(&#name, &#end);)
    });
    quote!(let #name = #region.#declared; #(#ends)*)
}

/// The statement as what the process runs.
fn run(name: &Ident, stmt: Stmt) -> TokenStream {
    match stmt {
        Stmt::Local(mut local) => {
            if let Some(init) = &mut local.init {
                let value = &init.expr;
                init.expr = parse_quote!(#name.run(async { #value }).await);
            }
            local.into_token_stream()
        }
        stmt => quote!(#name.run(async { #stmt }).await;),
    }
}
