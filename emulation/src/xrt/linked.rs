//! Kernels that are linked to each other, and the kernel that is made of them: a run of it is one of each of theirs.

use serde::{Deserialize, Serialize};
use sycl_hls_types::{KernelInterface, Length, LinkGroup, ParamKind};

/// Linked kernels of an image.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Linked {
    /// Their names.
    pub group: LinkGroup,
    /// The name in the image of what is made of them.
    pub symbol: String,
    /// What that takes: the arguments of all members, in their order, without the ports that are linked.
    pub interface: KernelInterface,
    /// The members, in their order.
    pub members: Vec<Member>,
}

/// A kernel of several that are linked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Member {
    /// Its name in the image.
    pub symbol: String,
    /// Of each argument with a register whether it is one of the group's, too. A slice's hidden length follows it.
    pub arguments: Vec<bool>,
}

impl Linked {
    /// Those of these groups whose kernels the image has. `kernel` knows what a kernel takes, and its name in the image.
    pub fn of<'k>(
        groups: &[LinkGroup],
        kernel: impl Fn(&str) -> Option<(&'k KernelInterface, &'k str)>,
    ) -> Vec<Self> {
        let linked = groups.iter().filter_map(|group| {
            let (interface, symbol) = kernel(&group.kernel)?;
            let member = |name: &String| {
                let (interface, symbol) = kernel(name)?;
                Some(Member { symbol: symbol.to_owned(), arguments: arguments(group, interface) })
            };
            let members = group.members.iter().map(member).collect::<Option<_>>()?;
            Some(Self {
                group: group.clone(),
                symbol: symbol.to_owned(),
                interface: interface.clone(),
                members,
            })
        });
        linked.collect()
    }

    /// Why a run waits that some members have begun and others have not; none if all have, or none has.
    pub fn waits(&self, begun: &[bool]) -> Option<String> {
        let has_begun = |kernel: &str| {
            let mut members = self.group.members.iter().zip(begun);
            members.any(|(member, begun)| member == kernel && *begun)
        };
        let (here, there) = self.group.missing(has_begun)?;
        Some(format!(
            "deadlock: `{here}` is linked to `{there}`, and the host has started no run of `{}`: the run of `{}` waits for it; \
             start all kernels that are linked to each other before you wait for one of them",
            there.kernel, here.kernel
        ))
    }
}

fn arguments(group: &LinkGroup, kernel: &KernelInterface) -> Vec<bool> {
    let registers = kernel.params.iter().flat_map(|param| {
        let count = match &param.kind {
            ParamKind::Slice { length: Length::Argument, .. } => 2,
            _ => 1,
        };
        std::iter::repeat_n(!group.has_port(&kernel.name, &param.name), count)
    });
    registers.collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use sycl_hls_types::{Link, Param, PortName, Scalar};

    /// `load(x: &[u32], output)`, linked to `store(input, n: u32)`.
    pub fn load_and_store() -> Linked {
        let stream = |input| ParamKind::Stream { scalar: Scalar::U32, input, packet: None };
        let slice =
            ParamKind::Slice { element: Scalar::U32.into(), mutable: false, length: Length::Argument };
        let scalar = ParamKind::Scalar { scalar: Scalar::U32 };
        let kernel = |name: &str, params: &[(&str, &ParamKind)]| {
            KernelInterface::new(
                name,
                params
                    .iter()
                    .map(|(name, kind)| Param { name: (*name).into(), kind: (*kind).clone() })
                    .collect(),
            )
        };
        let port = |kernel: &str, port: &str| PortName { kernel: kernel.into(), port: port.into() };
        let link = Link { producer: port("load", "output"), consumer: port("store", "input"), depth: 4 };
        let group = LinkGroup {
            kernel: "linked_load".into(),
            members: vec!["load".into(), "store".into()],
            free: Vec::new(),
            links: vec![link],
        };
        let kernels = [
            kernel("load", &[("x", &slice), ("output", &stream(false))]),
            kernel("store", &[("input", &stream(true)), ("n", &scalar)]),
            kernel("linked_load", &[("load_x", &slice), ("store_n", &scalar)]),
        ];
        let find = |name: &str| {
            let kernel = kernels.iter().find(|kernel| kernel.name == name)?;
            Some((kernel, kernel.name.as_str()))
        };
        Linked::of(&[group], find).remove(0)
    }

    #[test]
    fn a_group_has_the_arguments_of_its_members_without_links() {
        let linked = load_and_store();
        let members: Vec<&[bool]> = linked.members.iter().map(|member| &member.arguments[..]).collect();
        assert_eq!(members, [&[true, true, false][..], &[false, true]]);
        assert_eq!((linked.symbol.as_str(), linked.interface.params.len()), ("linked_load", 2));
    }

    #[test]
    fn who_waits_for_whom_is_told() {
        let linked = load_and_store();
        assert_eq!((linked.waits(&[true, true]), linked.waits(&[false, false])), (None, None));
        let said = linked.waits(&[false, true]).unwrap();
        let expected =
            "deadlock: `store.input` is linked to `load.output`, and the host has started no run of `load`";
        assert!(said.starts_with(expected), "{said}");
    }
}
