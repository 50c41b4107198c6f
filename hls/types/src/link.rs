//! Links: streams from kernel to kernel.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kernels that are linked to each other, directly or through others: they run together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkGroup {
    /// The kernel that is made of them for emulation: one dataflow region, whose processes they are and whose channels are the
    /// links. Its parameters are those of the members, in their order, without the ports that are linked.
    pub kernel: String,
    /// The kernels that hosts start, in source order.
    pub members: Vec<String>,
    /// Those that nobody starts, in source order: they are free-running, and all their ports are linked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
    /// The links, in source order.
    pub links: Vec<Link>,
}

/// A FIFO between two kernels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Link {
    /// The port that writes it.
    pub producer: PortName,
    /// The port that reads it.
    pub consumer: PortName,
    /// How many elements it holds.
    pub depth: u32,
}

/// A port of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PortName {
    /// The kernel's name.
    pub kernel: String,
    /// The parameter's name.
    pub port: String,
}

impl LinkGroup {
    /// True if this is one of the linked kernels.
    #[must_use]
    pub fn has(&self, kernel: &str) -> bool {
        self.is_free(kernel) || self.members.iter().any(|member| member == kernel)
    }

    /// True if this is one of those that nobody starts.
    #[must_use]
    pub fn is_free(&self, kernel: &str) -> bool {
        self.free.iter().any(|free| free == kernel)
    }

    /// True if this port of one of the kernels is linked.
    #[must_use]
    pub fn has_port(&self, kernel: &str, port: &str) -> bool {
        let is_it = |name: &PortName| name.kernel == kernel && name.port == port;
        self.links.iter().any(|link| is_it(&link.producer) || is_it(&link.consumer))
    }

    /// A port of a kernel that is here, and the one of a kernel that is not to which it is linked, directly or through free-running
    /// kernels; none if all are here or none is, because the kernels of a group hang together.
    #[must_use]
    pub fn missing(&self, is_here: impl Fn(&str) -> bool) -> Option<(&PortName, &PortName)> {
        let is_started = |name: &PortName| !self.is_free(&name.kernel);
        let ends = self.links.iter().map(|link| (&link.producer, &link.consumer));
        let ends: Vec<_> = ends.flat_map(|(one, other)| [(one, other), (other, one)]).collect();
        let between = |(here, there): &(&PortName, &PortName)| {
            is_here(&here.kernel) && !is_here(&there.kernel) && is_started(there)
        };
        let direct = ends.iter().find(|ends| between(ends)).copied();
        direct.or_else(|| {
            let (here, _) = ends.iter().find(|(here, _)| is_here(&here.kernel))?;
            let (there, _) = ends.iter().find(|(there, _)| is_started(there) && !is_here(&there.kernel))?;
            Some((*here, *there))
        })
    }
}

impl fmt::Display for PortName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.kernel, self.port)
    }
}
