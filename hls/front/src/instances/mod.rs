//! The instances of kernels with generic parameters, which a program lists: an image must know its kernels when it is
//! built.

mod listed;

use std::ops::Range;

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use sycl_hls_ir::{Diagnostic, Span};

use crate::adt::instance_name;
use crate::codes;
use crate::front::{Front, Item, ListedInstance, USER};
use crate::ids::FnId;
use crate::names::plain_name;
use crate::ty::GenericArg;
use crate::typed::Instance;
use listed::Listed;

/// Instances of one kernel above which the list is refused: XRT knows 128 compute units of a card.
const MAX_LISTED: usize = 128;

/// An instance of a kernel that has generic parameters.
#[derive(Clone, Debug)]
pub struct KernelInstance {
    /// The function's name.
    pub function: String,
    /// The kernel's name in KIR and images.
    pub kernel: String,
    /// What its parameters stand for, in order.
    pub arguments: Vec<InstanceArgument>,
}

/// What a generic parameter stands for in an instance.
#[derive(Clone, Debug)]
pub struct InstanceArgument {
    /// The value or the type, as Rust: `16`, `f32`.
    pub value: String,
    /// The expression or the type in the list.
    pub written: TokenStream,
}

impl Front<'_> {
    /// The instances with their names, which nothing else may have.
    fn named_instances(&mut self, id: FnId, listed: Vec<Listed<'_>>) -> Vec<ListedInstance> {
        let mut instances: Vec<ListedInstance> = Vec::new();
        for Listed { arguments, at } in listed {
            let written = arguments.iter().map(|(_, written)| written.to_token_stream()).collect();
            let generics: Vec<GenericArg> = arguments.into_iter().map(|(argument, _)| argument).collect();
            let name = instance_name(&self.funcs[id.0].name, &generics);
            if let Some(first) = instances.iter().find(|first| first.generics == generics) {
                let message = format!("this instance of `{}` is listed twice", self.fn_title(id));
                let error = Diagnostic::error(codes::INSTANCES, at, message);
                self.report(error.related(first.span, "first here").help("remove one of them"));
            } else if let Some(other) = self.place_of(&name) {
                let message =
                    format!("this instance is the kernel `{name}`, and something else has that name");
                let note = "an instance is named after its function and the values of its parameters";
                let error = Diagnostic::error(codes::DUPLICATE, at, message).related(other, "the other one");
                self.report(error.note(note).help("give one of them another name"));
            } else {
                instances.push(ListedInstance { name, generics, written, span: at });
            }
        }
        if let Some(first) = instances.get(MAX_LISTED) {
            let message = format!("a kernel with more than {MAX_LISTED} instances is too many for a card");
            let error = Diagnostic::error(codes::INSTANCES, first.span, message);
            self.report(error.help("pass what differs as an argument"));
            instances.truncate(MAX_LISTED);
        }
        instances
    }

    /// Where the module defines what has this name in C++, if it does.
    fn place_of(&self, name: &str) -> Option<Span> {
        if let Some(Item::Adt(id)) = self.units[USER].names.get(name) {
            return Some(self.adts[id.0].span);
        }
        let funcs = || self.funcs.iter().filter(|func| func.unit == USER);
        let plain = funcs().filter(|func| func.generics.is_empty()).map(|func| (&func.name, func.span));
        let listed = funcs().flat_map(|func| &func.instances).map(|instance| (&instance.name, instance.span));
        let consts = self.consts.iter().filter(|item| item.env.unit == USER);
        let mut all = plain.chain(listed).chain(consts.map(|item| (&item.name, item.span)));
        all.find(|(other, _)| *other == name).map(|(_, span)| span)
    }

    /// Says in which instance of a kernel something is wrong, unless that was reported of others, too. `messages` are the
    /// positions of what was reported of this instance first.
    pub fn name_instance(&mut self, instance: &Instance, messages: Range<usize>) {
        let listed = &self.funcs[instance.func.0].instances;
        let own = listed.iter().find(|other| other.generics == instance.generics);
        let Some(at) = own.filter(|_| listed.len() > 1).map(|own| own.span) else { return };
        for position in messages.filter(|position| !self.repeated.contains(position)) {
            self.diagnostics[position].related.push((at, "in this instance".to_owned()));
        }
    }

    /// All listed instances, for the host code.
    pub fn kernel_instances(&self) -> Vec<KernelInstance> {
        let listed = self.funcs.iter().flat_map(|func| func.instances.iter().map(move |it| (func, it)));
        let instances = listed.map(|(func, instance)| KernelInstance {
            function: plain_name(&func.sig.ident),
            kernel: instance.name.clone(),
            arguments: instance.generics.iter().zip(&instance.written).map(argument).collect(),
        });
        instances.collect()
    }
}

fn argument((value, written): (&GenericArg, &TokenStream)) -> InstanceArgument {
    InstanceArgument { value: value.to_string(), written: written.clone() }
}
