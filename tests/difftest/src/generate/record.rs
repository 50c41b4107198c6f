//! Structs that kernels can take, by value and in slices.

use super::Generator;
use crate::ast::{Fields, Prim, Ty};

impl Generator {
    /// Fields without padding between them.
    pub fn record_fields(&mut self) -> Fields {
        let count = 1 + self.dice.below(4);
        let types: Vec<Ty> = (0..count).map(|_| self.record_part()).collect();
        let fields = padded(types);
        if self.dice.percent(25) {
            return Fields::Tuple(fields.into_iter().map(|(_, ty)| ty).collect());
        }
        Fields::Named(fields)
    }

    fn record_part(&mut self) -> Ty {
        match self.dice.below(10) {
            0 | 1 => {
                let len = self.dice.between(1, 3).unsigned_abs() as u64;
                self.any_element_leaf().array(len)
            }
            2 | 3 => self.any_record().unwrap_or_else(|| self.any_element_leaf()),
            _ => self.any_element_leaf(),
        }
    }

    fn any_element_leaf(&mut self) -> Ty {
        self.dice.of(Prim::ELEMENTS).into()
    }

    /// One of the structs that kernels can take.
    pub fn any_record(&mut self) -> Option<Ty> {
        let is_record = |ty: &&Ty| ty.element_scalars().is_some();
        let records: Vec<Ty> = self.adts.iter().filter(is_record).cloned().collect();
        self.dice.pick(&records).cloned()
    }

    /// A type of elements of a slice.
    pub fn any_element(&mut self) -> Ty {
        if self.dice.percent(50)
            && let Some(ty) = self.parameter_type(false)
        {
            return ty;
        }
        match self.dice.below(10) {
            0..=3 => self.any_record().unwrap_or_else(|| self.any_element_leaf()),
            4 => {
                let len = self.dice.between(1, 4).unsigned_abs() as u64;
                self.any_element_leaf().array(len)
            }
            _ => self.any_element_leaf(),
        }
    }
}

/// Fields with these types, and bytes wherever C's layout would leave some out. No type has such bytes inside.
fn padded(types: Vec<Ty>) -> Vec<(String, Ty)> {
    let names = ["a", "b", "int", "this", "x", "len"];
    let (mut fields, mut end, mut most) = (Vec::new(), 0, 1);
    let pad = |fields: &mut Vec<(String, Ty)>, end: &mut usize, align: usize| {
        let missing = end.next_multiple_of(align) - *end;
        if missing > 0 {
            fields.push((format!("_pad{}", fields.len()), Ty::Prim(Prim::U8).array(missing as u64)));
            *end += missing;
        }
    };
    for (name, ty) in names.into_iter().zip(types) {
        let sizes: Vec<usize> =
            ty.element_scalars().unwrap_or_default().iter().map(|scalar| scalar.bytes()).collect();
        let align = sizes.iter().copied().max().unwrap_or(1);
        pad(&mut fields, &mut end, align);
        end += sizes.iter().sum::<usize>();
        most = most.max(align);
        fields.push((name.to_owned(), ty));
    }
    pad(&mut fields, &mut end, most);
    fields
}
