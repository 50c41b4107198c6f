//! `[image.NAME.kernel.K]`: what `sycl-hls.toml` decides about a kernel in an image, in the place of its attributes.

use std::collections::BTreeMap;

use serde::Deserialize;
use sycl_hls_boards::{Board, nearest, suggestion};
use sycl_hls_ir::directive::{At, Bank, Clock, ComputeUnits, MAX_CLOCK_MHZ, MAX_COMPUTE_UNITS, Slr};
use sycl_hls_ir::{Diagnostic, Func, Module, Param, ParamKind};
use toml::Spanned;

use super::keys::Mistake;
use crate::placement::{missing_banks, missing_slr, too_fast};

/// The tables of an image's kernels, by their names.
pub type KernelTables = BTreeMap<Spanned<String>, KernelTable>;

/// `[image.NAME.kernel.K]`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct KernelTable {
    /// How many compute units there are.
    cus: Option<Spanned<u32>>,
    /// The banks of slices, by parameter.
    banks: BTreeMap<Spanned<String>, Spanned<OneOrEach<String>>>,
    /// The super logic regions.
    slr: Option<Spanned<OneOrEach<u32>>>,
    /// The clock, in MHz.
    freq_mhz: Option<Spanned<u32>>,
}

/// One for all compute units, or one for each.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected one value, or a list of one for each compute unit")]
enum OneOrEach<T> {
    One(T),
    Each(Vec<T>),
}

impl<T> OneOrEach<T> {
    fn as_slice(&self) -> &[T] {
        match self {
            Self::One(it) => std::slice::from_ref(it),
            Self::Each(all) => all,
        }
    }
}

/// Decides about kernels what the tables say, for a board if it is known.
///
/// # Errors
/// When a table names what is not there or not on the board: the first such place of the file.
pub fn place(tables: &KernelTables, modules: &mut [Module], board: Option<&Board>) -> Result<(), Mistake> {
    // People read from the top.
    let mut tables: Vec<_> = tables.iter().collect();
    tables.sort_by_key(|(name, _)| name.span().start);
    for (name, table) in tables {
        let found = modules.iter_mut().find_map(|module| {
            let (id, _) = module.kernels().find(|(_, kernel)| kernel.name == *name.get_ref())?;
            let linked = module.links.iter().any(|group| group.has(name.get_ref()));
            Some((linked, &mut module.funcs[id]))
        });
        match found {
            Some((true, _)) if table.cus.as_ref().is_some_and(|cus| *cus.get_ref() > 1) => {
                return Err(linked(name, table));
            }
            Some((_, kernel)) => table.place(name, kernel, board)?,
            None => return Err(no_kernel(name, modules)),
        }
    }
    modules.iter_mut().for_each(place_groups);
    Ok(())
}

/// What is made of linked kernels has their banks, and their clock if it is the same for all.
fn place_groups(module: &mut Module) {
    for group in module.links.clone() {
        let kernel = |name: &str| module.func(name).map(|id| &module.funcs[id]);
        let members: Vec<&Func> = group.members.iter().filter_map(|member| kernel(member)).collect();
        let params =
            members.iter().flat_map(|member| member.params.iter().map(move |param| (*member, param)));
        let open = params.filter(|(member, param)| !group.has_port(&member.name, &param.name));
        let banks: Vec<Vec<At<Bank>>> = open.map(|(_, param)| param.directives.banks.clone()).collect();
        let clocks = members.iter().map(|member| member.directives.clock.clone());
        let clock = clocks.reduce(|one, other| if one.as_deref() == other.as_deref() { one } else { None });
        let Some(id) = module.func(&group.kernel) else { continue };
        let made = &mut module.funcs[id];
        made.directives.clock = clock.flatten();
        made.params.iter_mut().zip(banks).for_each(|(param, banks)| param.directives.banks = banks);
    }
}

/// A linked kernel is one on the card.
fn linked(name: &Spanned<String>, table: &KernelTable) -> Mistake {
    let at = table.cus.as_ref().map_or(name.span(), Spanned::span);
    let message = format!("`{}` is linked to another kernel, and has one compute unit", name.get_ref());
    Mistake { at, message, help: Some("write a kernel for each unit, with links of its own".to_owned()) }
}

impl KernelTable {
    fn place(&self, name: &Spanned<String>, kernel: &mut Func, board: Option<&Board>) -> Result<(), Mistake> {
        let at = kernel.span;
        if let Some(cus) = &self.cus {
            let count = within(cus, MAX_COMPUTE_UNITS, "compute units")?;
            kernel.directives.compute_units = Some(At::new(ComputeUnits { count }, at));
        }
        if let Some(freq_mhz) = &self.freq_mhz {
            let mhz = within(freq_mhz, MAX_CLOCK_MHZ, "MHz")?;
            let clock = At::new(Clock { mhz }, at);
            refuse(freq_mhz, board.and_then(|board| too_fast(&clock, board)))?;
            kernel.directives.clock = Some(clock);
        }
        if let Some(slr) = &self.slr {
            let slrs = slr.get_ref().as_slice().iter().map(|index| At::new(Slr { index: *index }, at));
            kernel.directives.slrs = slrs.collect();
            let missing =
                board.and_then(|board| kernel.directives.slrs.iter().find_map(|slr| missing_slr(slr, board)));
            refuse(slr, missing)?;
        }
        for (param, banks) in &self.banks {
            let param = slice(kernel, param)?;
            param.directives.banks = banks_of(banks, param)?;
            refuse(banks, board.and_then(|board| missing_banks(param.directives.banks.iter(), board)))?;
        }
        self.counts(name, kernel)
    }

    /// One region and one bank serve all compute units; otherwise each has its own.
    fn counts(&self, name: &Spanned<String>, kernel: &Func) -> Result<(), Mistake> {
        let units = kernel.directives.units() as usize;
        let given = |param: &Param| {
            let here = self.banks.iter().find(|(name, _)| *name.get_ref() == param.name);
            let at = here.map(|(_, banks)| banks.span());
            (format!("banks for `{}`", param.name), param.directives.banks.len(), at)
        };
        let slrs = ("regions".to_owned(), kernel.directives.slrs.len(), self.slr.as_ref().map(Spanned::span));
        let wrong = std::iter::once(slrs).chain(kernel.params.iter().map(given));
        match wrong.into_iter().find(|(_, count, _)| *count > 1 && *count != units) {
            None => Ok(()),
            Some((what, count, at)) => Err(Mistake {
                at: at.unwrap_or(name.span()),
                message: format!("`{}` has {count} {what} and {units} compute unit(s)", kernel.name),
                help: Some(format!("name one for all, or {units}; `cus` says how many units there are")),
            }),
        }
    }
}

fn within(value: &Spanned<u32>, most: u32, what: &str) -> Result<u32, Mistake> {
    let given = *value.get_ref();
    if (1..=most).contains(&given) {
        return Ok(given);
    }
    let message = format!("{given} {what}: it can be 1 to {most}");
    Err(Mistake { at: value.span(), message, help: None })
}

/// What is wrong with a value for the board, at that value.
fn refuse<T>(value: &Spanned<T>, wrong: Option<Diagnostic>) -> Result<(), Mistake> {
    wrong.map_or(Ok(()), |wrong| {
        let help = (!wrong.helps.is_empty()).then(|| wrong.helps.join("; "));
        Err(Mistake { at: value.span(), message: wrong.message, help })
    })
}

/// The slice of a kernel with this name.
fn slice<'k>(kernel: &'k mut Func, name: &Spanned<String>) -> Result<&'k mut Param, Mistake> {
    let is_slice = |param: &Param| matches!(param.kind, ParamKind::Slice { .. });
    let position = kernel.params.iter().position(|param| is_slice(param) && param.name == *name.get_ref());
    match position {
        Some(position) => Ok(&mut kernel.params[position]),
        None => {
            let all = kernel.params.iter().filter(|param| is_slice(param)).map(|param| param.name.as_str());
            let message = format!("`{}` has no slice `{}`", kernel.name, name.get_ref());
            Err(Mistake {
                at: name.span(),
                message,
                help: Some(among(name.get_ref(), &all.collect::<Vec<_>>())),
            })
        }
    }
}

fn banks_of(texts: &Spanned<OneOrEach<String>>, param: &Param) -> Result<Vec<At<Bank>>, Mistake> {
    let read = |text: &String| {
        text.parse().map(|bank: Bank| At::new(bank, param.span)).map_err(|wrong| Mistake {
            at: texts.span(),
            message: format!("`{text}` is no bank: {wrong}"),
            help: Some("write it as `DDR[0]`, or a range of banks as `HBM[0:3]`".to_owned()),
        })
    };
    texts.get_ref().as_slice().iter().map(read).collect()
}

fn no_kernel(name: &Spanned<String>, modules: &[Module]) -> Mistake {
    let all: Vec<&str> =
        modules.iter().flat_map(Module::kernels).map(|(_, kernel)| kernel.name.as_str()).collect();
    Mistake {
        at: name.span(),
        message: format!("the image has no kernel `{}`", name.get_ref()),
        help: Some(among(name.get_ref(), &all)),
    }
}

fn among(name: &str, all: &[&str]) -> String {
    let nearest = suggestion(nearest(name, all.iter().copied()));
    match all {
        [one] => format!("{nearest}the only one is `{one}`"),
        _ => format!("{nearest}there are {}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_ir::Source;

    const KERNELS: &str = "#[sycl_hls::kernels(link(load.output -> store.input, depth = 2))] mod k {
        #[kernel]
        #[clock(mhz = 200)]
        pub fn load(#[bank(DDR[1])] x: &[u32], mut output: Sender<u32>) { output.send(x[0]); }
        #[kernel]
        #[clock(mhz = 200)]
        pub fn store(mut input: Receiver<u32>, y: &mut [u32]) { y[0] = input.recv(); }
    }";

    fn placed(tables: &str) -> Result<Module, Mistake> {
        let mut found = sycl_hls_front::find_modules(KERNELS).unwrap();
        let source = Source::new("k.rs", None);
        let mut modules = [sycl_hls_front::translate(&mut found[0], source).module.unwrap()];
        place(&toml::from_str(tables).unwrap(), &mut modules, None)?;
        let [module] = modules;
        Ok(module)
    }

    /// The clock of the kernel that is made of the two, and the banks of its parameters.
    fn made(tables: &str) -> (Option<u32>, Vec<String>) {
        let module = placed(tables).unwrap_or_else(|mistake| panic!("{}", mistake.message));
        let made = &module.funcs[module.func("linked_load").unwrap()];
        let banks =
            made.params.iter().map(|param| param.directives.banks.iter().map(|bank| bank.tag()).collect());
        (made.directives.clock.as_ref().map(|clock| clock.mhz), banks.collect())
    }

    #[test]
    fn what_is_made_of_linked_kernels_is_placed_as_they_are() {
        assert_eq!(made(""), (Some(200), vec!["DDR[1]".to_owned(), String::new()]));
        let banks = "[load]\nfreq_mhz = 250\nbanks.x = \"DDR[0]\"\n[store]\nbanks.y = \"DDR[2]\"\n";
        assert_eq!(made(banks), (None, vec!["DDR[0]".to_owned(), "DDR[2]".to_owned()]));
        assert_eq!(made("[load]\nfreq_mhz = 250\n[store]\nfreq_mhz = 250\n").0, Some(250));
        let mistake = placed("[store]\ncus = 2\n").err().unwrap();
        assert_eq!(mistake.message, "`store` is linked to another kernel, and has one compute unit");
    }
}
