//! Runs on a made-up card of a machine, through an interface that is not XRT's: what is done for one, in which order.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sycl_hls_backend::{Image, KernelArg, LoadError, Source};
use sycl_hls_types::{Digest, Scalar, ScalarValue};
use sycl_hls_types::{
    FaultKind, KernelInterface, Length, LengthExpr, Link, LinkGroup, MEMORY_ERRORS_KEY_PREFIX, MemoryErrors,
    ModuleInterface, Param, ParamKind, PortArguments, PortName,
};
use xclbin_tools::section::embedded_metadata::{Instance, Kernel, Platform, Project};
use xclbin_tools::section::{
    Connection, Connectivity, Ip, IpControl, IpLayout, KeyValues, MemBank, MemKind, MemTopology,
};
use xclbin_tools::{Builder, Mode, Uuid, Xclbin};
use xrt_sys::{Access, Error, Place, State};

use super::*;
use crate::environment::Environment;

const ADDRESS: &str = "0000:65:00.1";
const SHELL: &str = "xilinx_u200_gen3x16_xdma_base_2";
const PLATFORM: &str = "xilinx_u200_gen3x16_xdma_2_202110_1";

/// What has been done to the cards of one test.
#[derive(Default)]
struct Machinery {
    done: Mutex<Vec<String>>,
    /// True if runs never end.
    hangs: bool,
    /// How many runs must have started before one ends.
    together: usize,
    started: AtomicUsize,
    /// What the register of errors holds.
    errors: u32,
    /// Why images are refused.
    refuses: Option<&'static str>,
}

impl Machinery {
    fn note(&self, what: String) {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    fn done(&self) -> Vec<String> {
        self.done.lock().unwrap().clone()
    }
}

impl Interface for Machinery {
    fn open(&'static self, place: &Place) -> Result<Arc<dyn OpenCard>, Error> {
        self.note(format!("open {place:?}"));
        Ok(Arc::new(MadeUp(self)))
    }

    fn outlives_stops(&self) -> bool {
        true
    }
}

struct MadeUp(&'static Machinery);

impl OpenCard for MadeUp {
    fn program(&self, image: &Path, then: &mut dyn FnMut()) -> Result<[u8; 16], Error> {
        self.0.note(format!("program {}", image.display()));
        if let Some(text) = self.0.refuses {
            return Err(Error { what: "load it".to_owned(), text: text.to_owned() });
        }
        then();
        Ok(Uuid::from_u128(7).into_bytes())
    }

    fn unit(&self, name: &str, access: Access) -> Result<Box<dyn super::Unit>, Error> {
        let alone = if access == Access::Exclusive { " alone" } else { "" };
        self.0.note(format!("unit {name}{alone}"));
        Ok(Box::new(Negates { card: self.0, buffer: None }))
    }
}

/// A compute unit that negates the bytes of its buffer.
struct Negates {
    card: &'static Machinery,
    buffer: Option<Vec<u8>>,
}

impl super::Unit for Negates {
    fn set_scalar(&mut self, argument: u32, value: ScalarValue) -> Result<(), Error> {
        self.card.note(format!("scalar {argument} {value:?}"));
        Ok(())
    }

    fn set_struct(&mut self, _: u32, _: &[u8]) -> Result<(), Error> {
        Ok(())
    }

    fn buffer(&mut self, _: u32) -> Option<usize> {
        self.buffer.as_ref().map(Vec::len)
    }

    fn make_buffer(&mut self, argument: u32, size: usize) -> Result<(), Error> {
        self.card.note(format!("buffer {argument} of {size}"));
        self.buffer = Some(vec![0; size]);
        Ok(())
    }

    fn write(&mut self, _: u32, bytes: &[u8]) -> Result<(), Error> {
        let buffer = self.buffer.as_mut().unwrap();
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn read(&mut self, _: u32, bytes: &mut [u8]) -> Result<(), Error> {
        bytes.copy_from_slice(&self.buffer.as_ref().unwrap()[..bytes.len()]);
        Ok(())
    }

    fn read_register(&mut self, offset: u32) -> Result<u32, Error> {
        assert_eq!(offset, 0x20);
        Ok(self.card.errors)
    }

    fn write_register(&mut self, _: u32, _: u32) -> Result<(), Error> {
        Ok(())
    }

    fn start(&mut self) -> Result<(), Error> {
        self.card.started.fetch_add(1, Ordering::Relaxed);
        self.buffer.as_mut().unwrap().iter_mut().for_each(|byte| *byte = !*byte);
        Ok(())
    }

    fn state(&mut self) -> Result<State, Error> {
        let waits = self.card.hangs || self.card.started.load(Ordering::Relaxed) < self.card.together;
        Ok(if waits { State::Running } else { State::Completed })
    }

    fn give_up(self: Box<Self>) {
        self.card.note("give up".to_owned());
    }
}

/// The interface of `negate(y: &mut [u8])`, with `#[len(4)]`.
fn module() -> ModuleInterface {
    let kind = ParamKind::Slice {
        element: Scalar::U8.into(),
        mutable: true,
        length: Length::Expr(LengthExpr::Const(4)),
    };
    let kernel = KernelInterface::new("negate", vec![Param { name: "y".into(), kind }]);
    let digest = Digest::of("");
    ModuleInterface {
        name: "m".into(),
        abi: digest.clone(),
        code: digest.clone(),
        directives: digest,
        kernels: vec![kernel],
        links: vec![],
        fp64: vec![],
    }
}

/// An image for cards, as Vitis lays it out.
fn image(mode: Mode) -> Image {
    image_of(mode, &["negate"])
}

/// The same of our own hardware, which tells of errors of memories.
fn image_with_errors() -> Image {
    let port = PortArguments { reads: vec!["y".into()], writes: vec!["y".into()] };
    let errors = serde_json::to_string(&MemoryErrors { offset: 0x20, ports: vec![port] }).unwrap();
    let keys: KeyValues = [(format!("{MEMORY_ERRORS_KEY_PREFIX}negate"), errors)].into_iter().collect();
    image_with(Mode::Flat, &["negate"], &keys)
}

/// The same with these kernels.
fn image_of(mode: Mode, kernels: &[&str]) -> Image {
    image_with(mode, kernels, &KeyValues::default())
}

/// The same with these keys in its metadata.
fn image_with(mode: Mode, kernels: &[&str], keys: &KeyValues) -> Image {
    let kernel = |name: &&str| {
        let unit = Instance { name: format!("{name}_1"), addr_remaps: Vec::new() };
        Kernel { name: (*name).to_owned(), instances: vec![unit], ..Kernel::default() }
    };
    let project = Project {
        name: "m".into(),
        platform: Platform::default(),
        fpga_device: String::new(),
        target: None,
        clocks: Vec::new(),
        kernels: kernels.iter().map(kernel).collect(),
    };
    let bank = MemBank { kind: MemKind::Ddr4, used: true, size_kib: 1 << 24, base: 0, tag: "DDR[1]".into() };
    let unit = |name: &&str| Ip::compute_unit(name, &format!("{name}_1"), 0x180_0000, IpControl::ApCtrlHs);
    let units = IpLayout { ips: kernels.iter().map(unit).collect() };
    let connection = Connection { arg_index: 0, ip_layout_index: 0, mem_data_index: 0 };
    let builder = Builder::new(mode, PLATFORM, Uuid::from_u128(7), 0).section(&project).unwrap();
    let builder = builder.section(&MemTopology { banks: vec![bank] }).unwrap().section(&units).unwrap();
    let builder =
        builder.section(&Connectivity { connections: vec![connection] }).unwrap().section(keys).unwrap();
    let xclbin = Xclbin::from_bytes(builder.to_bytes().unwrap()).unwrap();
    Image { path: PathBuf::from("a.xclbin"), xclbin, modules: vec![module()] }
}

/// An XRT that drives cards.
pub(super) fn for_cards(folder: &Path) -> Environment {
    std::fs::create_dir_all(folder.join("lib")).unwrap();
    std::fs::write(xrt_sys::driver(folder, ""), "").unwrap();
    Environment { xrt: Some(folder.to_owned()), ..Environment::default() }
}

/// A machine with these cards: addresses, and names of shells.
pub(super) fn machine(folder: &Path, cards: &[(&str, &str)]) -> Machine {
    std::fs::create_dir_all(folder.join("drivers/xocl")).unwrap();
    for (bdf, shell) in cards {
        let rom = folder.join("devices").join(bdf).join("rom.u.1.0");
        std::fs::create_dir_all(&rom).unwrap();
        std::fs::write(rom.join("VBNV"), format!("{shell}\n")).unwrap();
        std::fs::create_dir(folder.join("drivers/xocl").join(bdf)).unwrap();
    }
    Machine::in_folder(folder)
}

/// The only card of a machine.
fn card(machinery: Machinery, timeout: &str) -> (&'static Machinery, Arc<dyn Device>) {
    let folder = tempfile::tempdir().unwrap();
    let machinery: &'static Machinery = Box::leak(Box::new(machinery));
    let environment = Environment { timeout: Some(timeout.to_owned()), ..for_cards(folder.path()) };
    let machine = machine(folder.path(), &[(ADDRESS, SHELL)]);
    let found = find(BackendKind::Xrt, "cards", &environment, &machine, || Ok(machinery as _)).unwrap();
    let [card] = &found.devices[..] else { panic!("{} devices", found.devices.len()) };
    (machinery, Arc::clone(card))
}

fn negate(program: &dyn sycl_hls_backend::Program) -> Result<[u8; 4], sycl_hls_types::Fault> {
    let mut bytes = [0, 1, 2, 3];
    program.run("negate", vec![KernelArg::SliceMut(&mut bytes)]).map(|()| bytes)
}

#[test]
fn a_card_is_opened_programmed_and_run() {
    let (machinery, card) = card(Machinery::default(), "10");
    assert_eq!(card.info().id, "xrt/0000:65:00.1");
    assert!(machinery.done().is_empty(), "nothing is done to a card that nobody uses");
    let program = card.load(Source::Image(&image(Mode::Flat))).unwrap();
    assert_eq!(negate(&*program).unwrap(), [255, 254, 253, 252]);
    assert_eq!(negate(&*program).unwrap(), [255, 254, 253, 252]);
    let expected =
        [r#"open Bdf("0000:65:00.1")"#, "program a.xclbin", "unit negate:{negate_1}", "buffer 0 of 4096"];
    assert_eq!(machinery.done(), expected);
    let used: Vec<u64> =
        card.info().memories.iter().zip(card.free_memory()).map(|(m, f)| m.bytes - f).collect();
    assert_eq!(used.iter().filter(|bytes| **bytes > 0).collect::<Vec<_>>(), [&4096]);
    assert_eq!(card.info().memories[used.iter().position(|bytes| *bytes > 0).unwrap()].name, "DDR[1]");
}

#[test]
fn an_answer_of_a_memory_with_an_error_is_the_error_of_the_run() {
    for (errors, told) in [(0, None), (0b01, Some("reads of `y`")), (0b10, Some("writes of `y`"))] {
        let (machinery, card) = card(Machinery { errors, ..Machinery::default() }, "10");
        let program = card.load(Source::Image(&image_with_errors())).unwrap();
        let message = negate(&*program).map_err(|fault| fault.message);
        match told {
            None => assert_eq!(message.unwrap(), [255, 254, 253, 252]),
            Some(told) => {
                assert!(message.unwrap_err().starts_with(&format!("a memory answered {told} with")))
            }
        }
        assert!(machinery.done().contains(&"unit negate:{negate_1} alone".to_owned()), "registers are read");
    }
}

#[test]
fn a_run_that_does_not_end_is_given_up() {
    let (_, card) = card(Machinery { hangs: true, ..Machinery::default() }, "0.05");
    let program = card.load(Source::Image(&image(Mode::Flat))).unwrap();
    let fault = negate(&*program).unwrap_err();
    assert!(fault.kind == FaultKind::Lost && fault.message.contains("within 0.05 s"), "{fault:?}");
    let again = negate(&*program).unwrap_err();
    assert!(again.message.contains("its last compute unit has stopped"), "{again:?}");
}

#[test]
fn images_that_do_not_fit_never_reach_a_card() {
    let (machinery, card) = card(Machinery::default(), "10");
    let refused = card.load(Source::Image(&image(Mode::SwEmu))).err().unwrap().to_string();
    assert!(refused.contains("it is an image for SwEmu, not for hw"), "{refused}");
    assert!(machinery.done().is_empty());
}

#[test]
fn what_xrt_says_of_an_image_is_the_error() {
    let (_, card) = card(Machinery { refuses: Some("Invalid argument"), ..Machinery::default() }, "10");
    let refused = card.load(Source::Image(&image(Mode::Flat))).err().unwrap();
    assert!(matches!(&refused, LoadError::BadImage { reason, .. } if reason.contains("Invalid argument")));
}

/// An image with `negate` and another kernel like it, which are linked, and one beside them that is free-running.
fn linked() -> Image {
    let mut image = image_of(Mode::Flat, &["negate", "other"]);
    let module = &mut image.modules[0];
    let mut other = KernelInterface { name: "other".into(), ..module.kernels[0].clone() };
    let port = |input| Param {
        name: "port".into(),
        kind: ParamKind::Stream { scalar: Scalar::U8, input, packet: None },
    };
    module.kernels[0].params.push(port(false));
    other.params.insert(0, port(true));
    let without = |name: &str| KernelInterface::new(name, Vec::new());
    module.kernels.extend([other, without("free"), without("linked_negate")]);
    let end = |kernel: &str| PortName { kernel: kernel.into(), port: "port".into() };
    let link = Link { producer: end("negate"), consumer: end("other"), depth: 2 };
    let members = vec!["negate".into(), "other".into()];
    module.links.push(LinkGroup {
        kernel: "linked_negate".into(),
        members,
        free: vec!["free".into()],
        links: vec![link],
    });
    image
}

fn two<'a>(a: &'a mut [u8; 4], b: &'a mut [u8; 4]) -> Vec<KernelArg<'a>> {
    vec![KernelArg::SliceMut(a), KernelArg::SliceMut(b)]
}

#[test]
fn linked_kernels_are_started_together() {
    let (machinery, first) = card(Machinery { together: 2, ..Machinery::default() }, "10");
    let program = first.load(Source::Image(&linked())).unwrap();
    assert_eq!(program.refusal("linked_negate"), None);
    assert!(program.refusal("other").unwrap().contains("whose stream `port` ends on the card"));
    let (mut a, mut b) = ([0, 1, 2, 3], [4, 5, 6, 7]);
    program.run("linked_negate", two(&mut a, &mut b)).unwrap();
    assert_eq!((a, b), ([255, 254, 253, 252], [251, 250, 249, 248]));
    let steps = ["unit negate:{negate_1}", "buffer 0 of 4096", "unit other:{other_1}", "buffer 1 of 4096"];
    assert_eq!(machinery.done()[2..], steps);
    let (_, second) = card(Machinery { hangs: true, ..Machinery::default() }, "0.05");
    let program = second.load(Source::Image(&linked())).unwrap();
    let fault = program.run("linked_negate", two(&mut a, &mut b)).unwrap_err();
    assert!(fault.kernel == "negate" && fault.message.contains("within 0.05 s"), "{fault:?}");
    let again = program.run("linked_negate", two(&mut a, &mut b)).unwrap_err();
    assert!(again.message.contains("its last compute unit has stopped"), "{again:?}");
}
