//! The names that imported types have in the host code of the module that imports them.

use crate::front::{Front, Item, USER};
use crate::ids::AdtId;
use crate::ty::{GenericArg, Ty};

impl Front<'_> {
    /// Gives the types that are written into the host code the names that they have in the module; one that has none is not
    /// written, and rustc infers it.
    pub(crate) fn name_imported_types(&mut self) {
        if !(0..self.units.len()).any(|unit| self.is_imported(unit)) {
            return;
        }
        let mut lets = std::mem::take(&mut self.typings.lets);
        lets.retain(|_, ty| self.name_types(ty));
        self.typings.lets = lets;
    }

    /// False if a type has no name in the module.
    fn name_types(&self, ty: &mut Ty) -> bool {
        match ty {
            Ty::Tuple(parts) => parts.iter_mut().all(|part| self.name_types(part)),
            Ty::Option(inner)
            | Ty::Array(inner, _)
            | Ty::Slice(inner)
            | Ty::End(_, inner)
            | Ty::Block(inner) => self.name_types(inner),
            Ty::Ref { inner, .. } => self.name_types(inner),
            Ty::Adt(adt) => {
                if self.is_imported(self.adts[adt.id.0].unit) {
                    let Some(local) = self.local_name(adt.id) else { return false };
                    adt.name = local.into();
                }
                let mut args = adt.args.to_vec();
                let named = args.iter_mut().all(|arg| match arg {
                    GenericArg::Ty(ty) => self.name_types(ty),
                    GenericArg::Const(_) => true,
                });
                adt.args = args.into();
                named
            }
            _ => true,
        }
    }

    fn local_name(&self, id: AdtId) -> Option<&str> {
        let mut names = self.units[USER].names.iter();
        names.find(|(_, item)| **item == Item::Adt(id)).map(|(name, _)| name.as_str())
    }
}
