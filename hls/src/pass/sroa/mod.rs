//! Scalar replacement of aggregates (SROA) splits locals into parts: a struct into its fields, an array of structs into an array for each field, and a
//! dimension of an array into its elements, if all its indices are constant and it is small or partitioned completely.
//!
//! ```text
//! slot $0.p: mut [@Pair; 8]          slot $0.p_x: mut [i32; 8]
//!                                    slot $1.p_y: mut [i32; 8]
//! copy $0[%i], &0[%j]                %1 = read &0[%j, .0.x]   write $0[%i], %1
//!                                    %2 = read &0[%j, .1.y]   write $1[%i], %2
//! %3 = read $0[%k, .1.y]             %3 = read $1[%k]
//! ```
//! Each local is a scalar or an array of scalars then. Parameters and constants keep their types. Locals that a call is
//! given stay whole.
//!
//! A scalar that is copied from another local stays a `copy`: what was never written may be copied, and is not read.
//!
//! Partitions, reshapes and storage of a local become those of its parts, as far as they are about dimensions that are
//! left; `aggregate` and `disaggregate` are dropped.

mod aggregate_copy;
mod declare;
mod expand;
mod plan;
mod shape;

use sycl_hls_ir::directive::At;
use sycl_hls_ir::{Constants, Func, Module, Root};

use super::rewrite::each_func;
use expand::Expander;
use plan::Shapes;

/// A dimension whose indices are all known is split if it is at most as long as this.
const SMALL: u64 = 64;
/// A local becomes at most so many parts for each scalar in its structs.
const MOST_PARTS: u64 = 1024;

pub(super) fn run(module: &mut Module) {
    each_func(module, |module, func| {
        let mut constants = Constants::default();
        for op in func.ops_in_order() {
            constants.learn(module, func, &func.ops[op]);
        }
        let shapes = plan::shapes(func, &constants);
        if shapes.is_empty() {
            return;
        }
        name_parts(func, &shapes);
        Expander { module, shapes: &shapes, constants }.run(func);
        for slot in shapes.keys() {
            func.slots[*slot].directives = Default::default();
        }
    });
}

/// Dependences of a local become those of its parts.
fn name_parts(func: &mut Func, shapes: &Shapes) {
    for op in func.ops_in_order() {
        let Some(directives) = func.ops[op].kind.loop_directives_mut() else { continue };
        let all = std::mem::take(&mut directives.dependences);
        for dependence in all {
            let parts = match dependence.variable {
                Some(Root::Slot(slot)) => shapes.get(&slot),
                _ => None,
            };
            let Some(shape) = parts else {
                directives.dependences.push(dependence);
                continue;
            };
            for part in &shape.parts {
                let mut value = dependence.value.clone();
                value.variable = Some(Root::Slot(part.slot));
                directives.dependences.push(At::new(value, dependence.span));
            }
        }
    }
}
