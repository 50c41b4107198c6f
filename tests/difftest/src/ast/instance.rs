//! Generic kernels: each instance is a kernel of its own.

use std::fmt;

use super::{Func, Len, Prim, Ty};

/// What the parameters of a generic kernel stand for in one of the kernels that become of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Names and what they stand for, in the order of the parameters.
    pub args: Vec<(String, InstanceArg)>,
}

/// What a parameter stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum InstanceArg {
    Type(Prim),
    Number(i128),
    Bool(bool),
}

impl InstanceArg {
    /// As a part of the kernel's name.
    fn word(self) -> String {
        match self {
            Self::Number(number) if number < 0 => format!("m{}", number.unsigned_abs()),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for InstanceArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(ty) => write!(f, "{ty}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Bool(value) => write!(f, "{value}"),
        }
    }
}

impl Instance {
    /// The name of the kernel that this is.
    #[must_use]
    pub fn kernel(&self, func: &str) -> String {
        self.args.iter().fold(func.to_owned(), |name, (_, arg)| format!("{name}_{}", arg.word()))
    }

    /// The number that a parameter stands for.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        self.args.iter().find_map(|(known, arg)| match arg {
            InstanceArg::Number(number) if known == name => u64::try_from(*number).ok(),
            _ => None,
        })
    }

    /// A type without parameters.
    #[must_use]
    pub fn apply(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Param(_) => self.ty().map_or(Ty::Unit, Ty::Prim),
            Ty::Array(element, len) => self.apply(element).array(match &len.name {
                Some(name) if len.is_open() => Len::from(self.number(name).unwrap_or(len.count)),
                _ => len.clone(),
            }),
            other => other.clone(),
        }
    }

    fn ty(&self) -> Option<Prim> {
        self.args.iter().find_map(|(_, arg)| match arg {
            InstanceArg::Type(ty) => Some(*ty),
            _ => None,
        })
    }
}

impl Func {
    /// The kernels that become of it: their names, and the instances that they are.
    #[must_use]
    pub fn kernels(&self) -> Vec<(String, Option<&Instance>)> {
        if self.instances.is_empty() {
            return vec![(self.name.clone(), None)];
        }
        self.instances.iter().map(|instance| (instance.kernel(&self.name), Some(instance))).collect()
    }

    /// The attribute that makes it a kernel.
    #[must_use]
    pub fn kernel_attribute(&self) -> String {
        let single = |instance: &Instance| instance.args.len() == 1;
        let named = |(name, arg): &(String, InstanceArg)| format!("{name} = {arg}");
        let rows: Vec<String> = match self.instances.first() {
            None => return "#[kernel]".to_owned(),
            Some(first) if single(first) => {
                let values = self.instances.iter().flat_map(|instance| &instance.args);
                let values: Vec<String> = values.map(|(_, arg)| arg.to_string()).collect();
                vec![format!("{} = [{}]", first.args[0].0, values.join(", "))]
            }
            Some(_) => {
                let row =
                    |instance: &Instance| instance.args.iter().map(named).collect::<Vec<_>>().join(", ");
                self.instances.iter().map(|instance| format!("({})", row(instance))).collect()
            }
        };
        format!("#[kernel(instances({}))]", rows.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_types_are_those_of_the_compiler() {
        let args = [("N", InstanceArg::Number(-4)), ("T", InstanceArg::Type(Prim::U8))];
        let instance = Instance { args: args.map(|(name, arg)| (name.to_owned(), arg)).to_vec() };
        assert_eq!(instance.kernel("k"), "k_m4_u8");
        let len = Len::open("M", [2, 5]);
        let other = Instance { args: vec![("M".to_owned(), InstanceArg::Number(5))] };
        let ty = Ty::Prim(Prim::I8).array(len);
        assert_eq!(ty.to_string(), "[i8; M]");
        assert_ne!(ty, Ty::Prim(Prim::I8).array(2));
        assert_eq!(other.apply(&ty), Ty::Prim(Prim::I8).array(5));
    }
}
