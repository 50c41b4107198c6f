//! The parameters of a kernel: registers, ports to AXI memory, external memories.

use sycl_hls_ir::{ChannelEnd, ChannelId, Param, ParamKind, Type};
use sycl_hls_types::Length;

use super::storage::{Leaf, ParamStorage, memory};
use super::{Builder, Slices, Unsupported};
use crate::rtl::design::{Arg, Bundle, Channel, Direction, Memory, MemoryId, NodeKind};

/// The narrowest AXI master, in bits (UG1399, "AXI4 master interface").
const LEAST_WIDTH: u32 = 32;
/// The widest one that is made for several elements at once, if the user has not said otherwise (UG1399, `config_interface
/// -m_axi_max_widen_bitwidth` of the kernel flow).
const GREATEST_WIDTH: u32 = 512;
/// Beats of a burst, if the user has not said otherwise (UG1399, "pragma HLS interface", `max_read_burst_length`).
const BURST: u32 = 16;

impl Builder<'_> {
    pub(super) fn add_params(&mut self, slices: Slices) -> Result<(), Unsupported> {
        for (position, param) in self.func.params.iter().enumerate() {
            self.span = param.span;
            let storage = match (&param.kind, slices) {
                (ParamKind::Slice { element, length, .. }, Slices::Memories) => {
                    let external = Some(self.external_memory((position, param), element, length)?);
                    ParamStorage {
                        arg: self.design.args.len(),
                        length: None,
                        bundle: 0,
                        output: None,
                        external,
                    }
                }
                (ParamKind::Stream { channel, end, .. }, _) => self.add_port(*channel, *end),
                _ => self.add_registers(param)?,
            };
            self.params.push(storage);
        }
        self.span = self.func.span;
        Ok(())
    }

    /// The registers between a process and an AXI-stream port.
    fn add_port(&mut self, channel: ChannelId, end: ChannelEnd) -> ParamStorage {
        let data = &self.func.channels[channel];
        let port = self.design.channels.alloc(Channel {
            name: data.name.clone(),
            ty: data.element,
            depth: data.depth,
            opened: None,
            per_iteration: None,
            port: Some(end),
            span: data.span,
        });
        self.channels.insert(channel, port);
        ParamStorage { arg: self.design.args.len(), length: None, bundle: 0, output: None, external: None }
    }

    fn add_registers(&mut self, param: &Param) -> Result<ParamStorage, Unsupported> {
        let arg = self.design.args.len();
        let bits = match &param.kind {
            ParamKind::Scalar(value) => {
                let ty = self.func.ty(*value);
                let node = self.node(NodeKind::Arg(arg, 0), ty, Vec::new());
                self.values.insert(*value, (self.current, node));
                ty.bits()
            }
            ParamKind::Slice { .. } => 64,
            ParamKind::Stream { .. } => return Err(self.unsupported("a stream in registers")),
            ParamKind::Output { pointee, .. } => pointee.scalar().map_or(0, |ty| ty.in_memory().bits()),
            ParamKind::Ref { pointee, .. } => u32::try_from(pointee.layout().size() * 8)
                .map_err(|_| self.unsupported("so large a struct"))?,
        };
        let direction = match param.kind {
            ParamKind::Output { initial: true, .. } => Direction::InOut,
            ParamKind::Output { initial: false, .. } => Direction::Out,
            _ => Direction::In,
        };
        self.design.args.push(Arg { name: param.name.clone(), bits, direction });
        let output = match &param.kind {
            ParamKind::Output { pointee, .. } => pointee.scalar(),
            _ => None,
        };
        let output = output.map(|ty| self.new_var(param.name.clone(), ty));
        let mut length = None;
        if let ParamKind::Slice { length: Length::Argument, .. } = param.kind {
            length = Some(self.design.args.len());
            let (name, direction) = (format!("{}_len", param.name), Direction::In);
            self.design.args.push(Arg { name, bits: 64, direction });
        }
        Ok(ParamStorage { arg, length, bundle: self.bundle_of(param), output, external: None })
    }

    fn external_memory(
        &mut self,
        (position, param): (usize, &Param),
        element: &Type,
        length: &Length,
    ) -> Result<(Leaf, MemoryId), Unsupported> {
        let known = match length {
            Length::Expr(expr) => expr.eval(&|_| None).ok(),
            Length::Argument => None,
        };
        let Some(length) = known else {
            return Err(self.unsupported("a slice whose length is not known, as a memory"));
        };
        let Some(ty) = element.leaf() else {
            return Err(self.unsupported("a slice of structs, as a memory"));
        };
        let dims = std::iter::once(length).chain(element.dims()).collect();
        let leaf = Leaf { fields: Vec::new(), dims, ty };
        let memory = Memory { external: Some(position), ..memory(&param.name, ty, leaf.count(), None) };
        Ok((leaf, self.design.memories.alloc(memory)))
    }

    fn bundle_of(&mut self, param: &Param) -> usize {
        let ParamKind::Slice { bundle, element, .. } = &param.kind else { return 0 };
        let name = bundle.clone().unwrap_or_default();
        let sizes = || element.scalars().map(|scalar| scalar.bytes() as u32);
        let (narrowest, widest) = (sizes().min().unwrap_or(1), sizes().max().unwrap_or(1));
        let known = self.design.bundles.iter().position(|it| it.name == name);
        let index = known.unwrap_or_else(|| {
            self.design.bundles.push(Bundle {
                name,
                reads: false,
                writes: false,
                element_bytes: widest,
                narrowest_bytes: narrowest,
                data_bits: LEAST_WIDTH,
                widest_bits: GREATEST_WIDTH,
                widened: false,
                read_burst: BURST,
                write_burst: BURST,
            });
            self.design.bundles.len() - 1
        });
        let requested = param.directives.m_axi.as_deref();
        let requested_width = requested.and_then(|requested| requested.max_widen_bitwidth);
        let widened = requested_width.unwrap_or(0).max(1).ilog2();
        let bundle = &mut self.design.bundles[index];
        bundle.widest_bits = requested_width.unwrap_or(bundle.widest_bits);
        bundle.element_bytes = bundle.element_bytes.max(widest);
        bundle.narrowest_bytes = bundle.narrowest_bytes.min(narrowest);
        bundle.data_bits = bundle.data_bits.max(widest * 8).max(1 << widened);
        bundle.read_burst =
            requested.and_then(|requested| requested.max_read_burst_length).unwrap_or(bundle.read_burst);
        bundle.write_burst =
            requested.and_then(|requested| requested.max_write_burst_length).unwrap_or(bundle.write_burst);
        index
    }
}
