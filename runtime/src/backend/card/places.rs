//! In which memories the buffers of an image's compute units lie.

use sycl_hls_backend::MemoryInfo;
use xclbin_tools::section::{Connectivity, IpLayout, MemTopology};
use xclbin_tools::{Section, Xclbin};

use super::error::ImageError;

/// What an image says of compute units and memories.
pub(super) struct Places {
    units: IpLayout,
    connectivity: Connectivity,
    /// Of each memory of the image, the position in those of the card.
    memories: Vec<Option<usize>>,
}

impl Places {
    /// Those of an image for a card with these memories.
    ///
    /// # Errors
    /// When a section cannot be read.
    pub fn of(image: &Xclbin, memories: &[MemoryInfo]) -> Result<Self, ImageError> {
        let topology: MemTopology = section(image)?;
        let position = |tag: &str| memories.iter().position(|memory| memory.name == tag);
        Ok(Self {
            units: section(image)?,
            connectivity: section(image)?,
            memories: topology.banks.iter().map(|bank| position(&bank.tag)).collect(),
        })
    }

    /// The arguments of a compute unit that are buffers, each with the position of its memory. The first one counts where an
    /// argument reaches several, as it does for XRT.
    pub fn arguments(&self, kernel: &str, unit: &str) -> Vec<(u32, usize)> {
        let name = format!("{kernel}:{unit}");
        let Some(unit) = self.units.ips.iter().position(|ip| ip.name == name) else { return Vec::new() };
        let mut arguments: Vec<(u32, usize)> = Vec::new();
        for connection in &self.connectivity.connections {
            let number = |index: i32| usize::try_from(index).ok();
            let memory = number(connection.mem_data_index).and_then(|index| *self.memories.get(index)?);
            let (Some(memory), Ok(argument)) = (memory, u32::try_from(connection.arg_index)) else {
                continue;
            };
            let is_first = arguments.iter().all(|(known, _)| *known != argument);
            if number(connection.ip_layout_index) == Some(unit) && is_first {
                arguments.push((argument, memory));
            }
        }
        arguments
    }
}

/// A section; an empty one where there is none.
fn section<S: Section + Default>(image: &Xclbin) -> Result<S, ImageError> {
    Ok(image.parse()?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use xclbin_tools::section::{Connection, Ip, IpControl, MemBank, MemKind};

    #[test]
    fn arguments_lie_where_the_image_connects_them() {
        let unit = |name, base| Ip::compute_unit("k", name, base, IpControl::ApCtrlHs);
        let bank =
            |tag: &str| MemBank { kind: MemKind::Ddr4, used: true, size_kib: 1, base: 0, tag: tag.into() };
        let connection = |arg_index, ip_layout_index, mem_data_index| Connection {
            arg_index,
            ip_layout_index,
            mem_data_index,
        };
        let memory = |name: &str| MemoryInfo { name: name.into(), bytes: 1024, is_global: true };
        let card = ["DDR[0]", "DDR[1]"].map(memory);
        let position = |tag: &str| card.iter().position(|memory| memory.name == tag);
        let places = Places {
            units: IpLayout { ips: vec![unit("k_1", 0x1000), unit("k_2", 0x2000)] },
            connectivity: Connectivity {
                connections: vec![
                    connection(0, 1, 2),
                    connection(2, 0, 1),
                    connection(2, 1, 0),
                    connection(2, 1, 2),
                    connection(4, 1, 1),
                    connection(5, -1, 0),
                ],
            },
            memories: [bank("DDR[1]"), bank("HOST[0]"), bank("DDR[0]")]
                .iter()
                .map(|bank| position(&bank.tag))
                .collect(),
        };
        assert_eq!(places.arguments("k", "k_2"), [(0, 0), (2, 1)]);
        assert!(places.arguments("k", "k_1").is_empty() && places.arguments("k", "k_3").is_empty());
    }
}
