//! Links between kernels: `#[kernels(link(producer.out -> consumer.input, depth = 64))]`.
//!
//! Kernels that are linked run together. For all targets where nothing runs beside them, each group of them is made one more
//! kernel of the module, whose processes they are: see [`made`]. Nobody starts those of them that are free-running: see [`free`].

mod free;
mod made;

use proc_macro2::Ident;
use rustc_hash::FxHashMap;
use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::{Link, LinkGroup, PortName};
use syn::{FnArg, GenericArgument, Item, ItemFn, ItemMod, Meta, Pat, PatType, PathArguments, Type};

use crate::attribute::marks_kernel;
use crate::attribute_of_module::{Argument, WrittenLink, WrittenPort, arguments};
use crate::codes;
use crate::lacking::nearest;
use crate::names::plain_name;
use crate::span::span;
use crate::ty::Prim;
pub(crate) use made::{process_title, unseen};

/// Elements that a link holds at most, as every FIFO.
const MAX_DEPTH: u32 = 1 << 24;

/// The links of a module.
#[derive(Default)]
pub(crate) struct Links {
    pub groups: Vec<LinkGroup>,
    pub errors: Vec<Diagnostic>,
}

/// A link between ports that there are.
struct Known<'m> {
    producer: Port<'m>,
    consumer: Port<'m>,
    depth: u32,
    at: proc_macro2::Span,
}

/// A stream of a kernel.
#[derive(Clone, Copy)]
struct Port<'m> {
    kernel: &'m ItemFn,
    name: &'m Ident,
    /// True for a `Receiver`.
    input: bool,
    element: &'m Type,
    at: Span,
}

impl Links {
    /// Reads the links of a module, and adds to it what is made of them: nothing if one of them is wrong.
    pub fn read(module: &mut ItemMod) -> Self {
        let written = match arguments(module) {
            Ok(written) => written.into_iter(),
            Err(error) => return Self { groups: Vec::new(), errors: vec![syntax_error(&error)] },
        };
        let written = written.filter_map(|argument| match argument {
            Argument::Link(link) => Some(link),
            Argument::Import(_) => None,
        });
        let written: Vec<WrittenLink> = written.collect();
        let Some((_, items)) = &module.content else { return Self::default() };
        let kernels: Vec<&ItemFn> = items.iter().filter_map(kernel).collect();
        let (mut known, mut errors) = (Vec::new(), Vec::new());
        for link in &written {
            match known_link(&kernels, link, &known) {
                Ok(link) => known.push(link),
                Err(error) => errors.push(*error),
            }
        }
        if errors.is_empty() {
            errors = free::check(&kernels, &known);
        }
        if errors.is_empty() {
            errors.extend(joined(&kernels, &known).iter().filter_map(|(members, _)| free::idle(members)));
        }
        if !errors.is_empty() {
            return Self { groups: Vec::new(), errors };
        }
        let (mut groups, mut made) = (Vec::new(), Vec::new());
        for (members, links) in joined(&kernels, &known) {
            let group = made::group(&members, &links);
            made.extend(members.iter().filter_map(|kernel| made::process(kernel)));
            made.extend(made::kernel(&members, &links, &group.kernel));
            groups.push(group);
        }
        if let Some((_, items)) = &mut module.content {
            items.extend(made.into_iter().map(Item::Fn));
        }
        Self { groups, errors }
    }
}

fn kernel(item: &Item) -> Option<&ItemFn> {
    match item {
        Item::Fn(func) if marks_kernel(&func.attrs) => Some(func),
        _ => None,
    }
}

/// The groups of kernels that are linked, in the order of the source, each with its links.
fn joined<'m, 'k>(
    kernels: &[&'m ItemFn],
    known: &'k [Known<'m>],
) -> Vec<(Vec<&'m ItemFn>, Vec<&'k Known<'m>>)> {
    let number: FxHashMap<&Ident, usize> =
        kernels.iter().enumerate().map(|(index, kernel)| (&kernel.sig.ident, index)).collect();
    // Of each kernel, the first one of its group.
    let mut first: Vec<usize> = (0..kernels.len()).collect();
    for link in known {
        let [one, other] = [link.producer, link.consumer].map(|port| first[number[&port.kernel.sig.ident]]);
        first.iter_mut().filter(|it| **it == one.max(other)).for_each(|it| *it = one.min(other));
    }
    let groups = (0..kernels.len()).map(|of| {
        let in_group = |index: usize| first[index] == of;
        let members: Vec<&ItemFn> =
            (0..kernels.len()).filter(|index| in_group(*index)).map(|index| kernels[index]).collect();
        let links = known.iter().filter(|link| in_group(number[&link.producer.kernel.sig.ident]));
        (members, links.collect::<Vec<_>>())
    });
    groups.filter(|(_, links)| !links.is_empty()).collect()
}

fn known_link<'m>(
    kernels: &[&'m ItemFn],
    link: &WrittenLink,
    earlier: &[Known<'m>],
) -> Result<Known<'m>, Box<Diagnostic>> {
    let (producer, consumer) = (port(kernels, &link.producer)?, port(kernels, &link.consumer)?);
    for (port, input, end) in [(producer, false, "Sender"), (consumer, true, "Receiver")] {
        if port.input != input {
            let message = format!("`{port}` is not a `{end}`");
            return Err(error(port.at, message)
                .note("elements go from the left of `->` to the right")
                .help("write the kernel that sends first: `link(producer.out -> consumer.input, depth = 64)`")
                .into());
        }
        let links = earlier.iter().flat_map(|it| [it.producer, it.consumer]);
        if let Some(first) = links.into_iter().find(|it| it.is(port)) {
            return Err(error(port.at, format!("`{port}` is linked twice"))
                .related(first.at, "first here")
                .note("a stream has one producer and one consumer")
                .help("let a kernel between them pass elements on to several streams")
                .into());
        }
    }
    if producer.kernel.sig.ident == consumer.kernel.sig.ident {
        let name = plain_name(&producer.kernel.sig.ident);
        return Err(error(producer.at, format!("`{name}` is linked to itself"))
            .note("a kernel is one process of its group, which has one end of a stream")
            .help("use `stream` and a `#[dataflow]` region in the kernel")
            .into());
    }
    same_element(producer, consumer)?;
    let at = span(link.depth.span());
    let depth = link.depth.base10_parse::<u32>().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    let depth = depth.ok_or_else(|| {
        error(at, "a link cannot hold so many elements").help(format!("give a depth from 1 to {MAX_DEPTH}"))
    })?;
    Ok(Known { producer, consumer, depth, at: link.producer.kernel.span() })
}

/// Complains about two numbers of different types. Names of other types are compared when it is known what they are.
fn same_element(producer: Port<'_>, consumer: Port<'_>) -> Result<(), Box<Diagnostic>> {
    let prim = |ty: &Type| match ty {
        Type::Path(path) => path.path.get_ident().and_then(|name| Prim::from_name(&plain_name(name))),
        _ => None,
    };
    let (Some(sent), Some(received)) = (prim(producer.element), prim(consumer.element)) else {
        return Ok(());
    };
    if sent == received {
        return Ok(());
    }
    let (sent, received) = (sent.name(), received.name());
    Err(error(consumer.at, format!("`{producer}` sends `{sent}`, and `{consumer}` receives `{received}`"))
        .related(span(producer.name.span()), "sent here")
        .related(span(consumer.name.span()), "received here")
        .help(format!("let both be of one type, or link a kernel between them that converts `{sent}`"))
        .into())
}

/// The port of a kernel that may be linked.
fn port<'m>(kernels: &[&'m ItemFn], written: &WrittenPort) -> Result<Port<'m>, Box<Diagnostic>> {
    let (name, at) = (plain_name(&written.kernel), span(written.kernel.span()));
    let names: Vec<String> = kernels.iter().map(|kernel| plain_name(&kernel.sig.ident)).collect();
    let Some(kernel) = kernels.iter().find(|kernel| plain_name(&kernel.sig.ident) == name) else {
        let help = match nearest(&name, names.iter()) {
            Some(other) => format!("there is `{other}`"),
            None => "name a function of this module that is marked `#[kernel]`".to_owned(),
        };
        return Err(error(at, format!("there is no kernel `{name}` to be linked")).help(help).into());
    };
    single(kernel, &name, at)?;
    let ports = || kernel.sig.inputs.iter().filter_map(|input| stream(kernel, input));
    let port_name = plain_name(&written.port);
    if let Some(port) = ports().find(|port| plain_name(port.name) == port_name) {
        return Ok(Port { at, ..port });
    }
    let names: Vec<String> = ports().map(|port| format!("`{}`", plain_name(port.name))).collect();
    let help = match names.as_slice() {
        [] => "links join arguments of the types `Sender<T>` and `Receiver<T>`".to_owned(),
        names => format!("its streams are {}", names.join(", ")),
    };
    let message = format!("the kernel `{name}` has no stream `{port_name}`");
    Err(error(span(written.port.span()), message).help(help).into())
}

/// Complains about a kernel that is several on a card.
fn single(kernel: &ItemFn, name: &str, at: Span) -> Result<(), Box<Diagnostic>> {
    let several = kernel.attrs.iter().any(|attr| match &attr.meta {
        Meta::List(list) => list.path.is_ident("compute_units") && list.tokens.to_string() != "1",
        _ => false,
    });
    let (message, note, help) = if kernel.sig.generics.type_params().next().is_some()
        || kernel.sig.generics.const_params().next().is_some()
    {
        (
            format!("`{name}` has generic parameters, and cannot be linked"),
            "each of its instances is a kernel of its own",
            "write a kernel without parameters that calls a generic helper function",
        )
    } else if several {
        (
            format!("`{name}` has several compute units, and cannot be linked"),
            "each unit has ports of its own, of which a link would reach those of one",
            "leave `#[compute_units]` away, or write a kernel for each unit",
        )
    } else {
        return Ok(());
    };
    Err(error(at, message).note(note).help(help).into())
}

/// The stream that a parameter is.
fn stream<'m>(kernel: &'m ItemFn, input: &'m FnArg) -> Option<Port<'m>> {
    let FnArg::Typed(PatType { pat, ty, .. }) = input else { return None };
    let (Pat::Ident(pat), Type::Path(path)) = (&**pat, &**ty) else { return None };
    let last = path.path.segments.last()?;
    let input = match last.ident.to_string().as_str() {
        "Receiver" => true,
        "Sender" => false,
        _ => return None,
    };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let Some(GenericArgument::Type(element)) = arguments.args.first() else { return None };
    Some(Port { kernel, name: &pat.ident, input, element, at: Span::NONE })
}

impl Port<'_> {
    fn is(&self, other: Self) -> bool {
        self.kernel.sig.ident == other.kernel.sig.ident && self.name == other.name
    }

    fn port_name(&self) -> PortName {
        PortName { kernel: plain_name(&self.kernel.sig.ident), port: plain_name(self.name) }
    }
}

impl std::fmt::Display for Port<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.port_name().fmt(f)
    }
}

impl Known<'_> {
    fn link(&self) -> Link {
        Link { producer: self.producer.port_name(), consumer: self.consumer.port_name(), depth: self.depth }
    }
}

fn error(at: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::LINK, at, message)
}

/// What is no link.
fn syntax_error(error: &syn::Error) -> Diagnostic {
    let message = format!("`#[sycl_hls::kernels]` takes links and imports only: {error}");
    Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span(error.span()), message)
        .note("boards are chosen when the kernels are built: `sycl-hls build --board`")
        .help("write `#[sycl_hls::kernels(link(producer.out -> consumer.input, depth = 64))]`, or `import(crate::shapes)`")
}
