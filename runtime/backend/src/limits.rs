//! What devices can do at most: the descriptors of S20 §4.6.4.4 that follow from others, or are equal for all devices.
//!
//! No device has images, samplers or parts, prints from kernels, or compiles while a program runs: the descriptors of these are not
//! there. Nor is what nobody knows of emulated boards: whether their memory corrects errors.

use sycl_hls_types::{Scalar, Target};

use crate::{Aspect, DeviceInfo, DeviceKind};

/// What floating-point arithmetic has (`info::fp_config`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FpConfig {
    /// Denormal numbers.
    Denorm,
    /// Infinities and NaNs.
    InfNan,
    /// Rounding to the nearest number, to even where two are.
    RoundToNearest,
    /// Multiplication and addition with one rounding: `mul_add`.
    Fma,
    /// Divisions and square roots as IEEE 754 rounds them.
    CorrectlyRoundedDivideSqrt,
}

/// How accesses of memory are ordered (`memory_order`, S20 §3.8.3.1), from weak to strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum MemoryOrder {
    /// Of one element alone.
    Relaxed,
    /// Nothing behind it comes before it.
    Acquire,
    /// Nothing before it comes behind it.
    Release,
    /// Both.
    AcqRel,
}

/// Among whom accesses of memory are ordered (`memory_scope`, S20 §3.8.3.2), from narrow to wide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum MemoryScope {
    /// An item.
    WorkItem,
    /// A sub-group, which has one item.
    SubGroup,
    /// A work-group.
    WorkGroup,
}

/// Where local memory is (`info::local_mem_type`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalMemoryKind {
    /// In a memory of its own: block RAM and UltraRAM.
    Local,
    /// In global memory.
    Global,
}

impl DeviceInfo {
    /// The most dimensions that a range of items has (`info::device::max_work_item_dimensions`).
    pub const MAX_WORK_ITEM_DIMENSIONS: u32 = 3;

    /// The most items of a work-group, in each dimension too (`info::device::max_work_group_size`, `max_work_item_sizes`).
    pub const MAX_WORK_GROUP_SIZE: u64 = u32::MAX as u64;

    /// The sizes that sub-groups can have (`info::device::sub_group_sizes`): an item is one, so that a work-group has as many as items
    /// (`info::device::max_num_sub_groups`).
    pub const SUB_GROUP_SIZES: &[usize] = &[1];

    /// Bits of an address (`info::device::address_bits`).
    pub const ADDRESS_BITS: u32 = u64::BITS;

    /// How many bytes of arguments any kernel can take (`info::device::max_parameter_size`). This is what is promised; kernels with more
    /// run, too.
    pub const MAX_PARAMETER_BYTES: usize = 1024;

    /// At multiples of how many bits buffers begin in memory (`info::device::mem_base_addr_align`).
    pub const MEMORY_ALIGNMENT_BITS: u32 = u64::BITS;

    /// What a step of the clock is that [`crate::Aspect::QueueProfiling`] is about, in nanoseconds
    /// (`info::device::profiling_timer_resolution`): the host's.
    pub const PROFILING_TIMER_RESOLUTION: u64 = 1;

    /// Into how many parts the device can be divided (`info::device::partition_max_sub_devices`).
    pub const MAX_SUB_DEVICES: u32 = 0;

    /// How accesses of what items share can be ordered (`info::device::atomic_memory_order_capabilities`). Kernels have no other
    /// atomic operations.
    pub const ATOMIC_ORDERS: &[MemoryOrder] = &[MemoryOrder::Relaxed];

    /// How fences order accesses (`info::device::atomic_fence_order_capabilities`): barriers are fences.
    pub const FENCE_ORDERS: &[MemoryOrder] =
        &[MemoryOrder::Relaxed, MemoryOrder::Acquire, MemoryOrder::Release, MemoryOrder::AcqRel];

    /// Among whom accesses and fences order (`info::device::atomic_memory_scope_capabilities`, `atomic_fence_scope_capabilities`).
    pub const SCOPES: &[MemoryScope] =
        &[MemoryScope::WorkItem, MemoryScope::SubGroup, MemoryScope::WorkGroup];

    /// The device's type (`info::device::device_type`): the first of the aspects [`Aspect::Cpu`], [`Aspect::Gpu`],
    /// [`Aspect::Accelerator`] that it has, [`Aspect::Custom`] otherwise.
    #[must_use]
    pub fn device_type(&self) -> Aspect {
        let types = [Aspect::Cpu, Aspect::Gpu, Aspect::Accelerator];
        types.into_iter().find(|&aspect| self.has(aspect)).unwrap_or(Aspect::Custom)
    }

    /// The number of its maker (`info::device::vendor_id`): that of PCI for boards, 0 for the host.
    #[must_use]
    pub const fn vendor_id(&self) -> u32 {
        match self.kind {
            DeviceKind::Host => 0,
            DeviceKind::Board(_) => 0x10ee,
        }
    }

    /// How many scalars of a type it computes with at once (`info::device::preferred_vector_width_*`, `native_vector_width_*`): 1, as
    /// kernels have no vectors, and 0 for what it lacks.
    #[must_use]
    pub fn vector_width(&self, scalar: Scalar) -> u32 {
        u32::from(scalar != Scalar::F64 || self.has(Aspect::Fp64))
    }

    /// The largest buffer in bytes (`info::device::max_mem_alloc_size`): as large as its largest global memory.
    #[must_use]
    pub fn max_allocation(&self) -> u64 {
        let global = self.memories.iter().filter(|memory| memory.is_global);
        global.map(|memory| memory.bytes).max().unwrap_or_default()
    }

    /// What `f32` has (`info::device::single_fp_config`). AMD's operators, which Vitis puts on cards, have no denormal numbers.
    #[must_use]
    pub fn single_fp_config(&self) -> &'static [FpConfig] {
        let all = &[
            FpConfig::Denorm,
            FpConfig::InfNan,
            FpConfig::RoundToNearest,
            FpConfig::Fma,
            FpConfig::CorrectlyRoundedDivideSqrt,
        ];
        match &self.kind {
            DeviceKind::Board(board) if board.target == Target::Hw => &all[1..],
            _ => all,
        }
    }

    /// What `f64` has (`info::device::double_fp_config`): as [`Self::single_fp_config`], if the device has it at all. There is one
    /// rounding, as in Rust.
    #[must_use]
    pub fn double_fp_config(&self) -> &'static [FpConfig] {
        if self.has(Aspect::Fp64) { self.single_fp_config() } else { &[] }
    }

    /// Where local memory is (`info::device::local_mem_type`).
    #[must_use]
    pub const fn local_memory_kind(&self) -> LocalMemoryKind {
        match self.kind {
            DeviceKind::Host => LocalMemoryKind::Global,
            DeviceKind::Board(_) => LocalMemoryKind::Local,
        }
    }
}
