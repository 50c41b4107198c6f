//! Directives as pragmas (UG1399, "HLS Pragmas"), without `#pragma HLS`.
//!
//! Words are spelled as every version from 2020.2 on takes them: an option that a version does not know makes it drop
//! the whole pragma.

use sycl_hls_ir::Root;
use sycl_hls_ir::directive::{
    Aggregate, Allocation, ArrayPartition, ArrayReshape, BindOp, BindStorage, Compact, Dependence,
    ExpressionBalance, FuncDirectives, Latency, LoopDirectives, LoopMerge, PartitionKind, Performance,
    Pipeline, ScopeDirectives, SlotDirectives, Unroll,
};

use super::dialect::{Dialect, Version};

/// The C++ names that pragmas need.
pub(super) struct Context<'c> {
    pub dialect: Dialect,
    /// The C++ name of memory.
    pub root: &'c dyn Fn(Root) -> String,
    /// The C++ name of a function.
    pub func: &'c dyn Fn(&str) -> String,
}

/// A pragma of a name and words; empty words are left away.
fn pragma(name: &str, words: &[String]) -> String {
    let words = words.iter().filter(|word| !word.is_empty()).map(|word| format!(" {word}"));
    format!("{name}{}", words.collect::<String>())
}

fn number(name: &str, value: Option<u32>) -> String {
    value.map_or_else(String::new, |value| format!("{name}={value}"))
}

fn flag(name: &str, given: bool) -> String {
    if given { name.to_owned() } else { String::new() }
}

/// Pragmas of a loop, which are directly in its body.
pub(super) fn of_loop(set: &LoopDirectives, context: &Context<'_>) -> Vec<String> {
    let mut pragmas = Vec::new();
    pragmas.extend(set.pipeline.as_ref().map(|it| pipeline(it)));
    pragmas.extend(set.unroll.as_ref().map(|it| unroll(it, context.dialect)));
    pragmas.extend(set.tripcount.as_ref().map(|it| {
        pragma("LOOP_TRIPCOUNT", &[number("min", it.min), number("max", Some(it.max)), number("avg", it.avg)])
    }));
    pragmas.extend(set.flatten.as_ref().map(|it| pragma("LOOP_FLATTEN", &[flag("off", it.off)])));
    pragmas.extend(set.latency.as_ref().map(|it| latency(it)));
    pragmas.extend(set.performance.as_ref().map(|it| performance(it)));
    pragmas.extend(
        set.dependences
            .iter()
            .map(|it| dependence(it, it.variable.map(|root| (context.root)(root)).as_deref())),
    );
    pragmas.extend(set.allocations.iter().map(|it| allocation(it, context)));
    pragmas
}

/// Pragmas of the region that a loop's body is.
pub(super) fn of_loop_region(set: &LoopDirectives) -> Vec<String> {
    let merge = set.merge.as_ref().map(|it| loop_merge(it));
    let balance = set.expression_balance.as_ref().map(|it| expression_balance(it));
    merge.into_iter().chain(balance).collect()
}

pub(super) fn of_scope(set: &ScopeDirectives, context: &Context<'_>) -> Vec<String> {
    let mut pragmas = Vec::new();
    pragmas
        .extend(set.occurrence.as_ref().map(|it| pragma("OCCURRENCE", &[number("cycle", Some(it.cycle))])));
    pragmas.extend(
        set.protocol
            .as_ref()
            .map(|it| pragma("PROTOCOL", &[it.mode.map_or("", |mode| mode.name()).to_owned()])),
    );
    pragmas.extend(set.merge.as_ref().map(|it| loop_merge(it)));
    pragmas.extend(set.latency.as_ref().map(|it| latency(it)));
    pragmas.extend(set.expression_balance.as_ref().map(|it| expression_balance(it)));
    pragmas.extend(set.allocations.iter().map(|it| allocation(it, context)));
    pragmas
}

/// Pragmas of a function's body that are not about its interface.
pub(super) fn of_func(set: &FuncDirectives, context: &Context<'_>) -> Vec<String> {
    let mut pragmas = Vec::new();
    // Headers of Vitis define a macro `INLINE`, and macros in pragmas are expanded.
    pragmas.extend(
        set.inline
            .as_ref()
            .map(|it| pragma("inline", &[flag("recursive", it.recursive), flag("off", it.off)])),
    );
    pragmas.extend(set.pipeline.as_ref().map(|it| pipeline(it)));
    pragmas.extend(set.latency.as_ref().map(|it| latency(it)));
    pragmas.extend(set.performance.as_ref().map(|it| performance(it)));
    pragmas.extend(set.merge.as_ref().map(|it| loop_merge(it)));
    pragmas.extend(set.expression_balance.as_ref().map(|it| expression_balance(it)));
    pragmas.extend(set.allocations.iter().map(|it| allocation(it, context)));
    pragmas
}

/// Pragmas after the declaration of a variable.
pub(super) fn of_slot(set: &SlotDirectives, name: &str, dialect: Dialect) -> Vec<String> {
    let mut pragmas = Vec::new();
    pragmas.extend(set.partitions.iter().map(|it| {
        let ArrayPartition { kind, factor, dim } = it.value;
        split("ARRAY_PARTITION", name, kind, factor, dim)
    }));
    pragmas.extend(set.reshapes.iter().map(|it| {
        let ArrayReshape { kind, factor, dim } = it.value;
        split("ARRAY_RESHAPE", name, kind, factor, dim)
    }));
    pragmas.extend(set.storage.as_ref().map(|it| bind_storage(it, name)));
    pragmas.extend(set.bind_ops.iter().filter_map(|it| bind_op(it, name)));
    pragmas.extend(set.aggregate.as_ref().map(|it| aggregate(it, name, dialect)));
    pragmas.extend(set.disaggregate.as_ref().map(|_| format!("DISAGGREGATE variable={name}")));
    pragmas.extend(set.stable.as_ref().map(|_| stable(name)));
    pragmas.extend(set.dependences.iter().map(|it| dependence(it, Some(name))));
    pragmas
}

fn pipeline(it: &Pipeline) -> String {
    let style = it.style.map_or_else(String::new, |style| format!("style={}", style.name()));
    pragma("PIPELINE", &[number("II", it.ii), style, flag("rewind", it.rewind), flag("off", it.off)])
}

/// `off=true` is newer than 2020.2; one copy of the body is the same, and all versions know it.
fn unroll(it: &Unroll, dialect: Dialect) -> String {
    if it.off {
        let word = if dialect.has(Version::V2021_1) { "off=true" } else { "factor=1" };
        return pragma("UNROLL", &[word.to_owned()]);
    }
    pragma("UNROLL", &[number("factor", it.factor), flag("skip_exit_check", it.skip_exit_check)])
}

fn loop_merge(it: &LoopMerge) -> String {
    pragma("LOOP_MERGE", &[flag("force", it.force)])
}

fn latency(it: &Latency) -> String {
    pragma("LATENCY", &[number("min", it.min), number("max", it.max)])
}

fn performance(it: &Performance) -> String {
    pragma("PERFORMANCE", &[number("target_ti", it.target_ti), number("target_tl", it.target_tl)])
}

fn expression_balance(it: &ExpressionBalance) -> String {
    pragma("EXPRESSION_BALANCE", &[flag("off", it.off)])
}

fn allocation(it: &Allocation, context: &Context<'_>) -> String {
    let what = match (&it.function, it.operation) {
        (Some(function), _) => format!("function instances={}", (context.func)(&function.0)),
        (None, operation) => {
            format!("operation instances={}", operation.map_or("", |operation| operation.name()))
        }
    };
    pragma("ALLOCATION", &[what, number("limit", Some(it.limit))])
}

fn dependence(it: &Dependence, variable: Option<&str>) -> String {
    let word = |word: Option<&'static str>| word.unwrap_or_default().to_owned();
    pragma(
        "DEPENDENCE",
        &[
            variable.map_or_else(String::new, |name| format!("variable={name}")),
            word(it.class.map(|class| class.name())),
            word(it.kind.map(|kind| kind.name())),
            word(it.direction.map(|direction| direction.name())),
            number("distance", it.distance),
            it.dependent.name().to_owned(),
        ],
    )
}

fn split(
    pragma_name: &str,
    name: &str,
    kind: PartitionKind,
    factor: Option<u32>,
    dim: Option<u32>,
) -> String {
    let variable = format!("variable={name}");
    let dim = number("dim", Some(dim.unwrap_or(1)));
    pragma(pragma_name, &[variable, kind.name().to_owned(), number("factor", factor), dim])
}

fn bind_storage(it: &BindStorage, name: &str) -> String {
    let made = it.implementation.map_or_else(String::new, |made| format!("impl={}", made.name()));
    let kind = format!("type={}", it.kind.name());
    pragma("BIND_STORAGE", &[format!("variable={name}"), kind, made, number("latency", it.latency)])
}

/// `None` for a binding that names no operation, which the verifier refuses.
pub(super) fn bind_op(it: &BindOp, name: &str) -> Option<String> {
    let made = it.implementation.map_or_else(String::new, |made| format!("impl={}", made.name()));
    let op = format!("op={}", it.op?.name());
    Some(pragma("BIND_OP", &[format!("variable={name}"), op, made, number("latency", it.latency)]))
}

/// `compact=auto` is what the tool does without the option. 2020.2 has the other values as bare words
/// (`HandleXlxAggregatePragma` in its `ParseXlxPragma.cpp`).
fn aggregate(it: &Aggregate, name: &str, dialect: Dialect) -> String {
    let compact = it.compact.filter(|compact| *compact != Compact::Auto).map(|compact| compact.name());
    let compact = match compact {
        Some(word) if dialect.version == Some(Version::V2020_2) => word.to_owned(),
        Some(word) => format!("compact={word}"),
        None => String::new(),
    };
    pragma("AGGREGATE", &[format!("variable={name}"), compact])
}

pub(super) fn stable(name: &str) -> String {
    format!("STABLE variable={name}")
}
