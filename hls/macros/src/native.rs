//! Kernels as the host backend runs them: functions that read the arguments of a run.

use std::iter;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use sycl_hls_types::{Param, ParamKind};
use syn::{GenericArgument, GenericParam, Ident, Type};

use crate::expand::Launched;
use crate::instances::value;
use crate::signature::{
    WorkItem, count_local, instance_params, is_array, is_shared, param_name, range_and_params, reduction,
    types,
};

/// The kernel as the host backend runs it. A constant of the module with the name of a variable here would be a
/// pattern, so these are names that nobody writes. What types the arguments have follows from the function: the less
/// rustc has to check, the less the macro costs.
pub(crate) fn native(launched: &Launched<'_>) -> TokenStream {
    let Launched { func, kernel, own, .. } = launched;
    let name = &kernel.name;
    let (items, function) = instance(launched);
    let (range, params) = range_and_params(func, kernel);
    let extents = numbered("extent", range.len());
    let names = numbered("arg", params.len());
    let written: Vec<&Type> = types(func).skip(types(func).count() - params.len()).collect();
    let of_range = range.iter().map(|param| read(param, false));
    let owns = own.iter().skip(1).copied().chain(iter::repeat(None));
    let is_single = written.iter().zip(owns.clone()).map(|(ty, own)| is_array(ty) && own.is_none());
    let reads = of_range.chain(params.iter().zip(is_single).map(|(param, is_single)| read(param, is_single)));
    let values = extents.iter().chain(&names);
    let reading = (!kernel.params.is_empty()).then(|| {
        quote! {
            let mut __sycl_hls_args = ::sycl_hls::__private::ArgReader::new(__sycl_hls_args);
            let (#(::core::option::Option::Some(#values),)*) = (#(#reads,)*) else {
                return __sycl_hls_args.refused();
            };
        }
    });
    let shared = names.iter().zip(&written);
    let shared: Vec<&Ident> = shared.filter(|(_, ty)| is_shared(ty)).map(|(name, _)| name).collect();
    let owned: Vec<&Ident> = names.iter().zip(owns).filter_map(|(name, own)| own.map(|_| name)).collect();
    let reduced: Vec<Reduced<'_>> = names.iter().zip(&written).filter_map(Reduced::of).collect();
    let passed = names.iter().zip(params).map(|(name, param)| match param.kind {
        _ if let Some(reduced) = reduced.iter().find(|reduced| reduced.result == name) => {
            let reducer = &reduced.reducer;
            quote!(&mut #reducer)
        }
        ParamKind::Stream { .. } => quote!(#name.end()),
        _ if shared.contains(&name) => quote!(&#name),
        _ => quote!(#name),
    });
    let passed: Vec<TokenStream> = passed.collect();
    let run = match WorkItem::of(func) {
        None => quote!(#function(#(#passed),*)),
        Some(item) => {
            let extents = all_extents(&extents, &kernel.work_group);
            let items = Items { item, extents, owned, reduced, is_shared: !shared.is_empty() };
            items.run(launched, &function, &passed)
        }
    };
    quote! {
        ::sycl_hls::__private::NativeKernel {
            name: #name,
            run: |__sycl_hls_args| {
                #items
                #reading
                #(let #shared = ::sycl_hls::device::Global::new(#shared);)*
                #run;
                ::core::result::Result::Ok(())
            },
        }
    }
}

/// Reads the next argument, which is this one.
fn read(param: &Param, is_array: bool) -> TokenStream {
    match param.kind {
        ParamKind::Scalar { .. } => quote!(__sycl_hls_args.scalar()),
        ParamKind::Struct { .. } => quote!(__sycl_hls_args.structure()),
        ParamKind::Output { .. } => quote!(__sycl_hls_args.output()),
        ParamKind::Slice { mutable: false, .. } if is_array => quote!(__sycl_hls_args.array()),
        ParamKind::Slice { mutable: true, .. } if is_array => quote!(__sycl_hls_args.output()),
        ParamKind::Slice { mutable: false, .. } => quote!(__sycl_hls_args.slice()),
        ParamKind::Slice { mutable: true, .. } => quote!(__sycl_hls_args.slice_mut()),
        ParamKind::Stream { input, .. } => {
            let (reader, name) =
                (format_ident!("{}", if input { "receiver" } else { "sender" }), &param.name);
            quote!(__sycl_hls_args.#reader(#name))
        }
    }
}

/// The extents of a range of items, or of groups and then of the items in a group, unless these are a constant `work_group`.
fn all_extents(extents: &[Ident], work_group: &[u32]) -> Vec<TokenStream> {
    let sizes = work_group.iter().map(|size| Literal::u32_unsuffixed(*size).into_token_stream());
    extents.iter().map(ToTokens::to_token_stream).chain(sizes).collect()
}

/// An argument to which items combine values.
struct Reduced<'n> {
    /// The argument.
    result: &'n Ident,
    /// The types of the values and of the operation.
    types: [&'n GenericArgument; 2],
    /// What all items have combined.
    partials: Ident,
    /// As an item adds to it.
    lanes: Ident,
    /// What an item has combined.
    reducer: Ident,
}

impl<'n> Reduced<'n> {
    fn of((result, ty): (&'n Ident, &&'n Type)) -> Option<Self> {
        let (value, operation) = reduction(ty)?;
        let named = |what| format_ident!("{result}_{what}");
        let (partials, lanes, reducer) = (named("partials"), named("lanes"), named("reducer"));
        Some(Self { result, types: [value, operation], partials, lanes, reducer })
    }
}

/// Who combines values at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Combining {
    /// There is nothing to combine.
    Nothing,
    /// Items, each of which gives what it has combined.
    Items,
    /// Groups, whose items add to what their group is given.
    Groups,
    /// Nobody: one item runs after the other.
    InOrder,
}

/// A kernel that runs for each item of a range.
struct Items<'n> {
    item: WorkItem<'n>,
    /// The extents of the range: of items, or of groups and then of the items in a group.
    extents: Vec<TokenStream>,
    /// The slices of which each item has an element.
    owned: Vec<&'n Ident>,
    /// What the items combine.
    reduced: Vec<Reduced<'n>>,
    /// Whether the items write memory that they share.
    is_shared: bool,
}

impl Items<'_> {
    /// Runs a function with these arguments, after the item, for each one.
    fn run(&self, launched: &Launched<'_>, function: &TokenStream, passed: &[TokenStream]) -> TokenStream {
        let Self { extents, reduced, .. } = self;
        let each = self.each(launched, function, passed);
        if reduced.is_empty() {
            return each;
        }
        let partials = reduced.iter().map(|Reduced { types: [value, operation], partials, .. }| {
            quote!(let mut #partials = ::sycl_hls::device::Partials::<#value, #operation>::new(&[#(#extents),*]);)
        });
        let in_order = self.combining() == Combining::InOrder;
        let lanes = reduced.iter().filter(|_| in_order).map(|Reduced { lanes, partials, .. }| {
            quote!(let #lanes = ::sycl_hls::device::PartialBlocks::in_order(#partials.blocks(), 0);)
        });
        let finish =
            reduced.iter().map(|Reduced { result, partials, .. }| quote!(#partials.finish(#result);));
        quote! {
            #(#partials)*
            {
                #(#lanes)*
                #each;
            }
            #(#finish)*
        }
    }

    fn combining(&self) -> Combining {
        match (self.reduced.is_empty(), self.is_shared, self.item.is_of_group, self.owned.is_empty()) {
            (true, ..) => Combining::Nothing,
            (_, false, false, _) => Combining::Items,
            (_, false, true, true) => Combining::Groups,
            _ => Combining::InOrder,
        }
    }

    fn each(&self, launched: &Launched<'_>, function: &TokenStream, passed: &[TokenStream]) -> TokenStream {
        let Self { item, owned, reduced, is_shared, .. } = self;
        let combining = self.combining();
        let locals = numbered("local", count_local(launched.func));
        let takes_turns = launched.in_turns.is_some();
        let call = self.call(takes_turns, function, passed, &locals);
        // Items that combine have something of their own in any case.
        let nothing = || (combining == Combining::Items).then(|| quote!(()));
        let own: Vec<TokenStream> = pairs(owned).or_else(nothing).into_iter().collect();
        let kernel = quote!(|__sycl_hls_item #(, #own)*| #call);
        let by_group = takes_turns || combining == Combining::Groups || item.is_of_group && !owned.is_empty();
        let kernel = if by_group {
            let each = format_ident!("{}", if takes_turns { "run" } else { "each" });
            let lanes: Vec<&Ident> = reduced.iter().map(|reduced| &reduced.lanes).collect();
            let lanes = pairs(&lanes).into_iter().filter(|_| combining == Combining::Groups);
            quote! {
                |__sycl_hls_group #(, #lanes)*| {
                    #(let #locals = ::sycl_hls::device::Local::new();)*
                    __sycl_hls_group.#each(#kernel);
                }
            }
        } else {
            kernel
        };
        let each = format_ident!(
            "{}",
            match (combining, owned.is_empty(), by_group) {
                (Combining::Items | Combining::Groups, ..) => "each_reduced",
                (_, true, false) => "each",
                (_, true, true) => "each_group",
                (Combining::Nothing, false, _) if !is_shared => "each_own",
                (_, false, _) => "each_own_in_order",
            }
        );
        let ty = format_ident!("{}", if item.is_of_group { "NdItem" } else { "Item" });
        let range = self.range();
        let blocks: Vec<TokenStream> =
            reduced.iter().map(|Reduced { partials, .. }| quote!(#partials.blocks())).collect();
        let blocks = pairs(&blocks).filter(|_| each == "each_reduced");
        let arguments = own.into_iter().chain(blocks);
        quote!(::sycl_hls::device::#ty::#each(#range, #(#arguments,)* #kernel))
    }

    /// The function called for an item, which then adds what it has combined.
    fn call(
        &self,
        takes_turns: bool,
        function: &TokenStream,
        passed: &[TokenStream],
        locals: &[Ident],
    ) -> TokenStream {
        if self.reduced.is_empty() {
            return quote!(#function(__sycl_hls_item, #(#passed,)* #(&#locals),*));
        }
        let reducers: Vec<&Ident> = self.reduced.iter().map(|reduced| &reduced.reducer).collect();
        let wait = takes_turns.then(|| quote!(.await));
        let result = if self.combining() == Combining::Items {
            pairs(&reducers)
        } else {
            let lanes = self.reduced.iter().map(|reduced| &reduced.lanes);
            Some(quote!(#(#lanes.take(__sycl_hls_item.position(), #reducers);)*))
        };
        let body = quote! {{
            #(let mut #reducers = ::sycl_hls::device::Reducer::new();)*
            #function(__sycl_hls_item, #(#passed,)* #(#locals),*) #wait;
            #result
        }};
        let body = if takes_turns { quote!(async move #body) } else { body };
        quote! {{
            #(let #locals = &#locals;)*
            #body
        }}
    }

    /// The range, as arguments.
    fn range(&self) -> TokenStream {
        let extents = &self.extents;
        if !self.item.is_of_group {
            return quote!([#(#extents),*]);
        }
        let (groups, local) = extents.split_at(extents.len() / 2);
        quote!([#(#groups),*], [#(#local),*])
    }
}

/// Pairs of pairs: `(a, (b, c))`.
fn pairs(parts: &[impl ToTokens]) -> Option<TokenStream> {
    let parts = parts.iter().rev().map(ToTokens::to_token_stream);
    parts.reduce(|last, part| quote!((#part, #last)))
}

fn numbered(what: &str, count: usize) -> Vec<Ident> {
    (0..count).map(|index| format_ident!("__sycl_hls_{what}{index}")).collect()
}

/// What generic parameters stand for in this instance, as items, and the function for them. rustc has the values from
/// the front end, and looks whether they are its own as well.
fn instance(launched: &Launched<'_>) -> (TokenStream, TokenStream) {
    let ident = &launched.in_turns.unwrap_or(launched.func).sig.ident;
    let Some(instance) = launched.instance else { return (TokenStream::new(), quote!(#ident)) };
    let params = instance_params(launched.func).zip(&instance.arguments);
    let items = params.map(|(param, argument)| {
        let value = value(argument);
        let written = &argument.written;
        match param {
            GenericParam::Const(param) => {
                let (ident, ty) = (&param.ident, &param.ty);
                quote! {
                    #[allow(non_upper_case_globals)]
                    const #ident: #ty = #value;
                    const _: () = ::core::assert!(#ident == #written);
                }
            }
            GenericParam::Type(param) => {
                let ident = &param.ident;
                quote!(#[allow(non_camel_case_types)] type #ident = #value;)
            }
            GenericParam::Lifetime(_) => TokenStream::new(),
        }
    });
    let names = instance_params(launched.func).map(param_name);
    (items.collect(), quote!(#ident::<#(#names),*>))
}
