//! Names in C++: of kernels, types, constants and ports, which are also free in Verilog and VHDL, and of local variables.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{Func, GlobalId, Module, OpKind, RegionId, Struct, Type, c_identifier};

use super::reserved::{is_reserved, is_reserved_in_cpp};
use super::type_name;

/// The names of a module's items, and what is taken.
pub(crate) struct Names {
    taken: FxHashSet<String>,
    globals: FxHashMap<GlobalId, String>,
    funcs: FxHashMap<String, String>,
    /// Of what becomes a function of its own: processes and regions of them, by function and body.
    processes: FxHashMap<(String, RegionId), String>,
    structs: FxHashMap<String, StructNames>,
}

/// The names of a struct and its fields.
struct StructNames {
    own: String,
    fields: Vec<String>,
}

impl Names {
    pub fn new(module: &Module) -> Self {
        let mut names = Self {
            taken: FxHashSet::default(),
            globals: FxHashMap::default(),
            funcs: FxHashMap::default(),
            processes: FxHashMap::default(),
            structs: FxHashMap::default(),
        };
        // Kernels first: their names are what the host and the card know.
        let (kernels, helpers): (Vec<_>, Vec<_>) =
            module.funcs.iter().partition(|(_, func)| func.is_kernel());
        for (_, func) in kernels.into_iter().chain(helpers) {
            let name = names.take(&func.name);
            names.funcs.insert(func.name.clone(), name);
        }
        for data in &module.structs {
            let own = names.take(&data.name);
            names.structs.insert(data.name.clone(), StructNames { own, fields: Vec::new() });
        }
        for data in &module.structs {
            let fields = names.fields_of(data);
            if let Some(names) = names.structs.get_mut(&data.name) {
                names.fields = fields;
            }
        }
        for (id, global) in module.globals.iter() {
            let name = names.take(&global.name);
            names.globals.insert(id, name);
        }
        module.funcs.iter().for_each(|(_, func)| names.name_processes(func));
        names
    }

    fn name_processes(&mut self, func: &Func) {
        for op in func.ops_in_order() {
            let (name, body) = match &func.ops[op].kind {
                OpKind::Process { name, body } if !name.is_empty() => (name.as_str(), *body),
                OpKind::Process { body, .. } => ("process", *body),
                OpKind::Dataflow { body, .. } => ("dataflow", *body),
                _ => continue,
            };
            let name = self.take(&format!("{}_{name}", func.name));
            self.processes.insert((func.name.clone(), body), name);
        }
    }

    /// A field may have the name of anything but a type.
    fn fields_of(&self, data: &Struct) -> Vec<String> {
        let types: Vec<&str> = self.structs.values().map(|names| names.own.as_str()).collect();
        let mut fields: Vec<String> = Vec::new();
        for field in &data.fields {
            // The fields of a tuple are numbers.
            let numbered = field.name.starts_with(|c: char| c.is_ascii_digit());
            let name = if numbered { format!("f{}", field.name) } else { field.name.clone() };
            let is_taken = |name: &str| types.contains(&name) || fields.iter().any(|field| field == name);
            fields.push(unique(&wanted(&name), 0, is_taken));
        }
        fields
    }

    /// A struct's name.
    pub fn data(&self, data: &Struct) -> &str {
        self.structs.get(&data.name).map_or("", |names| names.own.as_str())
    }

    /// The name of a struct's field.
    pub fn field(&self, data: &Struct, index: usize) -> &str {
        let names = self.structs.get(&data.name);
        names.and_then(|names| names.fields.get(index)).map_or("", String::as_str)
    }

    /// The C++ type of what is at the bottom of an array, or of what is no array.
    pub fn base(&self, ty: &Type) -> &str {
        match ty.bottom() {
            Type::Struct(data) => self.data(data),
            ty => ty.scalar().map_or("", type_name),
        }
    }

    /// A constant's name.
    pub fn global(&self, id: GlobalId) -> &str {
        self.globals.get(&id).map_or("", String::as_str)
    }

    /// The C++ name of a Rust function.
    pub fn func(&self, name: &str) -> &str {
        self.funcs.get(name).map_or("", String::as_str)
    }

    /// The name of the function that a process, or a region of processes, with this body becomes.
    pub fn process(&self, func: &Func, body: RegionId) -> &str {
        self.processes.get(&(func.name.clone(), body)).map_or("", String::as_str)
    }

    /// Names for one function, on top of the module's.
    pub fn local(&self) -> LocalNames<'_> {
        LocalNames {
            module: self,
            order: Vec::new(),
            taken: FxHashSet::default(),
            made: FxHashMap::default(),
        }
    }

    fn take(&mut self, name: &str) -> String {
        let unique = unique(&wanted(name), 0, |candidate| self.taken.contains(candidate));
        self.taken.insert(unique.clone());
        unique
    }
}

/// The names inside of one function, by scope: nothing is shadowed.
pub(crate) struct LocalNames<'n> {
    module: &'n Names,
    /// As they were taken, each after what was wanted.
    order: Vec<(String, String)>,
    taken: FxHashSet<String>,
    /// How often each name was wanted: so many, or more, are taken.
    made: FxHashMap<String, u64>,
}

impl LocalNames<'_> {
    /// The name of a port, as much like `name` as possible.
    pub fn take_port(&mut self, name: &str) -> String {
        self.take_wanted(wanted(name))
    }

    /// The name of a local variable, as much like `name` as possible.
    pub fn take(&mut self, name: &str) -> String {
        self.take_wanted(legal(name, is_reserved_in_cpp))
    }

    fn take_wanted(&mut self, wanted: String) -> String {
        let is_taken =
            |candidate: &str| self.module.taken.contains(candidate) || self.taken.contains(candidate);
        let made = self.made.get(&wanted).copied().unwrap_or_default();
        let unique = unique(&wanted, made, is_taken);
        self.made.insert(wanted.clone(), made + 1);
        self.order.push((wanted, unique.clone()));
        self.taken.insert(unique.clone());
        unique
    }

    /// The scope at hand: what [`LocalNames::leave`] goes back to.
    pub fn enter(&self) -> usize {
        self.order.len()
    }

    /// Frees the names taken since `scope` was entered.
    pub fn leave(&mut self, scope: usize) {
        while self.order.len() > scope
            && let Some((wanted, name)) = self.order.pop()
        {
            self.taken.remove(&name);
            self.made.entry(wanted).and_modify(|made| *made -= 1);
        }
    }
}

/// `name` made legal in all languages.
fn wanted(name: &str) -> String {
    legal(name, is_reserved)
}

/// `name` made legal; a keyword gets an underscore.
fn legal(name: &str, is_reserved: impl Fn(&str) -> bool) -> String {
    let mut legal = c_identifier(name);
    if is_reserved(&legal) {
        legal.push('_');
    }
    legal
}

/// The name itself, or, if that is taken, with a number: the first free one from `from`.
fn unique(wanted: &str, from: u64, is_taken: impl Fn(&str) -> bool) -> String {
    if from == 0 && !is_taken(wanted) {
        return wanted.to_owned();
    }
    let separator = if wanted.ends_with('_') { "" } else { "_" };
    let numbered = (from.max(1)..).map(|number| format!("{wanted}{separator}{number}"));
    numbered.into_iter().find(|candidate| !is_taken(candidate)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_of_every_language_are_avoided() {
        let module = Module::new("m", sycl_hls_ir::Source::default());
        let names = Names::new(&module);
        let mut local = names.local();
        for word in ["int", "and", "uint8_t", "y1", "trap", "f32_as_u8", "mul_overflows_i64"] {
            assert_eq!(local.take(word), format!("{word}_"));
        }
        for word in ["output", "signal"] {
            assert_eq!(local.take_port(word), format!("{word}_"));
            assert_eq!(local.take(word), word);
        }
        assert_eq!(local.take("x"), "x");
        assert_eq!(local.take("x"), "x_1");
        assert_eq!(local.take("x"), "x_2");
        assert_eq!(local.take("int"), "int_1");
    }
}
