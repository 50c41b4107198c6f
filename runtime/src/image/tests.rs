//! The search for images, in folders of the test's own.

use std::sync::LazyLock;

use sycl_hls_types::{Digest, Target};
use tempfile::TempDir;
use xclbin_tools::section::KeyValues;
use xclbin_tools::{Builder, Mode, SectionKind, Uuid};

use super::*;

const PLATFORM: &str = "xilinx_u200_x";

/// A module whose digests are those of the two texts.
fn module(name: &str, abi: &str, code: &str) -> ModuleInterface {
    let [abi, code, directives] = [abi, code, "directives"].map(Digest::of);
    ModuleInterface { name: name.into(), abi, code, directives, kernels: vec![], links: vec![], fp64: vec![] }
}

fn this_module() -> ModuleInterface {
    module("kernels", "abi", "code")
}

fn wanted(module: &ModuleInterface) -> Wanted<'_> {
    static ON: LazyLock<BoardInfo> = LazyLock::new(|| BoardInfo {
        target: Target::SwEmu,
        board: "u200".into(),
        platform: PLATFORM.into(),
    });
    Wanted { module, on: &ON }
}

fn bytes(mode: Mode, platform: &str, modules: &[ModuleInterface]) -> Vec<u8> {
    let pair = |module: &ModuleInterface| (format!("{MODULE_KEY_PREFIX}{}", module.name), module.to_json());
    let keys: KeyValues =
        modules.iter().map(pair).chain([("unrelated".to_owned(), "not JSON".to_owned())]).collect();
    Builder::new(mode, platform, Uuid::nil(), 0).section(&keys).unwrap().to_bytes().unwrap()
}

fn good() -> Vec<u8> {
    bytes(Mode::SwEmu, PLATFORM, &[module("other", "x", "y"), this_module()])
}

/// Roots for the three places, with what is written below them.
struct Places(TempDir);

impl Places {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn environment(&self) -> Environment {
        let root = |name: &str| Some(self.0.path().join(name));
        Environment {
            images: root("I"),
            exe_dir: root("E"),
            manifest_dir: root("M"),
            ..Environment::default()
        }
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn find(&self) -> Result<Image> {
        find(&wanted(&this_module()), &self.environment())
    }

    /// The image found, relative to the roots.
    fn found(&self) -> String {
        self.find().unwrap().path.strip_prefix(self.0.path()).unwrap().display().to_string()
    }

    fn not_found(&self) -> NoImage {
        match self.find() {
            Err(Error::NoImage(error)) => (*error).clone(),
            Err(other) => panic!("{other}"),
            Ok(image) => panic!("{}", image.path.display()),
        }
    }

    fn stale(&self) -> StaleImage {
        match self.find() {
            Err(Error::StaleImage(error)) => (*error).clone(),
            Err(other) => panic!("{other}"),
            Ok(image) => panic!("{}", image.path.display()),
        }
    }
}

#[test]
fn places_are_searched_in_order_and_folders_by_name() {
    let places = Places::new();
    places.write("M/build/u200/sw_emu/a.xclbin", good());
    assert_eq!(places.found(), "M/build/u200/sw_emu/a.xclbin");
    places.write("E/images/u200/sw_emu/a.xclbin", good());
    assert_eq!(places.found(), "E/images/u200/sw_emu/a.xclbin");
    places.write("I/u200/sw_emu/c.xclbin", good());
    places.write("I/u200/sw_emu/b.xclbin", good());
    assert_eq!(places.found(), "I/u200/sw_emu/b.xclbin");
    // The first that serves, not the first that is there.
    places.write("I/u200/sw_emu/a.xclbin", bytes(Mode::HwEmu, PLATFORM, &[this_module()]));
    assert_eq!(places.found(), "I/u200/sw_emu/b.xclbin");
    let image = places.find().unwrap();
    let names: Vec<&str> = image.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["other", "kernels"]);
}

#[test]
fn nothing_found_tells_the_places_and_the_command() {
    let places = Places::new();
    let error = places.not_found();
    let root = places.0.path().display();
    assert_eq!(
        error.searched,
        [
            format!("{root}/I/u200/sw_emu"),
            format!("{root}/E/images/u200/sw_emu"),
            format!("{root}/M/build/u200/sw_emu")
        ]
    );
    assert_eq!(
        error.to_string(),
        format!(
            "no image has the kernels of module `kernels` for sw_emu/u200; searched:\n  {}\n  {}\n  {}\n\
             build one with `sycl-hls build --board u200 --target sw_emu`",
            error.searched[0], error.searched[1], error.searched[2]
        )
    );
    let Err(Error::NoImage(error)) = find(&wanted(&this_module()), &Environment::default()) else { panic!() };
    assert_eq!(
        error.searched,
        ["$SYCL_HLS_IMAGES: not set", "the program's folder: not set", "$CARGO_MANIFEST_DIR: not set"]
    );
}

#[test]
fn images_that_do_not_serve_are_listed_with_the_reason() {
    let places = Places::new();
    places.write("I/u200/sw_emu/1.xclbin", "damaged");
    places.write("I/u200/sw_emu/2.xclbin", &good()[..100]);
    places.write("I/u200/sw_emu/3.xclbin", bytes(Mode::Flat, PLATFORM, &[this_module()]));
    places.write("I/u200/sw_emu/4.xclbin", bytes(Mode::SwEmu, "xilinx_u50_x", &[this_module()]));
    places.write("I/u200/sw_emu/5.xclbin", bytes(Mode::SwEmu, PLATFORM, &[module("other", "abi", "code")]));
    places.write("I/u200/sw_emu/6.xclbin", bytes(Mode::SwEmu, PLATFORM, &[]));
    let bad_key: KeyValues = [(format!("{MODULE_KEY_PREFIX}kernels"), "{")].into_iter().collect();
    let bad_key = Builder::new(Mode::SwEmu, PLATFORM, Uuid::nil(), 0).section(&bad_key).unwrap();
    places.write("I/u200/sw_emu/7.xclbin", bad_key.to_bytes().unwrap());
    let bad_section = Builder::new(Mode::SwEmu, PLATFORM, Uuid::nil(), 0);
    let bad_section = bad_section.raw(SectionKind::KEYVALUE_METADATA, "{");
    places.write("I/u200/sw_emu/8.xclbin", bad_section.to_bytes().unwrap());
    // Not image files, or not in the folder for this board and target.
    places.write("I/u200/sw_emu/image.txt", good());
    places.write("I/u200/sw_emu/xclbin", good());
    places.write("I/u200/hw/a.xclbin", good());
    places.write("I/u50/sw_emu/a.xclbin", good());

    let error = places.not_found();
    let reasons = [
        "not an xclbin",
        "cut short",
        "it is an image for Flat, not for sw_emu",
        "it is for platform xilinx_u50_x, not for xilinx_u200_x of board u200",
        "it has no module `kernels`; modules: other",
        "it has no module `kernels`; modules: none",
        "key `sycl_hls.module.kernels` in its metadata: EOF",
        "KEYVALUE_METADATA: EOF",
    ];
    assert_eq!(error.skipped.len(), reasons.len(), "{error}");
    for (number, (skipped, reason)) in error.skipped.iter().zip(reasons).enumerate() {
        let file = places.0.path().join(format!("I/u200/sw_emu/{}.xclbin: ", number + 1));
        assert!(skipped.starts_with(file.to_str().unwrap()) && skipped.contains(reason), "{skipped}");
        assert_eq!(skipped.matches(".xclbin").count(), 1, "{skipped}");
        assert!(error.to_string().contains(skipped));
    }
}

#[test]
fn another_version_of_the_module_is_stale_unless_the_right_one_follows() {
    let places = Places::new();
    let path = places
        .write("I/u200/sw_emu/a.xclbin", bytes(Mode::SwEmu, PLATFORM, &[module("kernels", "abi", "old")]));
    places.write(
        "E/images/u200/sw_emu/a.xclbin",
        bytes(Mode::SwEmu, PLATFORM, &[module("kernels", "older", "old")]),
    );
    let error = places.stale();
    assert_eq!(
        error,
        StaleImage {
            path: path.clone(),
            module: "kernels".into(),
            what: "code",
            built: Digest::of("old"),
            expected: Digest::of("code"),
            command: "sycl-hls build --board u200 --target sw_emu".into(),
        }
    );
    let text = error.to_string();
    for part in [
        path.to_str().unwrap(),
        "its code is",
        Digest::of("old").short(),
        Digest::of("code").short(),
        &error.command,
    ] {
        assert!(text.contains(part), "{text}");
    }
    fs::remove_file(path).unwrap();
    assert_eq!((places.stale().what, places.stale().built), ("abi", Digest::of("older")));
    places.write("M/build/u200/sw_emu/a.xclbin", good());
    assert_eq!(places.found(), "M/build/u200/sw_emu/a.xclbin");
}

#[test]
fn other_directives_are_worth_a_warning() {
    let places = Places::new();
    places.write("I/u200/sw_emu/a.xclbin", good());
    let module = this_module();
    assert_eq!(wanted(&module).other_directives(&places.find().unwrap()), None);
    let edited = ModuleInterface { directives: Digest::of("others"), ..this_module() };
    let warning = wanted(&edited).other_directives(&places.find().unwrap()).unwrap();
    for part in ["a.xclbin", "directives of module `kernels`", "sycl-hls build --board u200 --target sw_emu"]
    {
        assert!(warning.contains(part), "{warning}");
    }
}

#[test]
fn the_image_in_the_environment_excludes_all_others() {
    let places = Places::new();
    places.write("I/u200/sw_emu/a.xclbin", good());
    let find_named = |path: &Path| {
        let environment = Environment { xclbin: Some(path.to_owned()), ..places.environment() };
        find(&wanted(&this_module()), &environment).map(|image| image.path)
    };
    let named = places.write("named", good());
    assert_eq!(find_named(&named).unwrap(), named);
    let stale = places.write("stale", bytes(Mode::SwEmu, PLATFORM, &[module("kernels", "abi", "old")]));
    assert!(matches!(find_named(&stale), Err(Error::StaleImage(_))));
    for (file, content, reason) in [
        ("damaged", b"damaged".to_vec(), "not an xclbin"),
        ("other", bytes(Mode::HwEmu, PLATFORM, &[this_module()]), "it is an image for HwEmu"),
    ] {
        let path = places.write(file, content);
        let error = find_named(&path).unwrap_err();
        assert!(
            matches!(&error, Error::Load(LoadError::BadImage { path: named, .. }) if *named == path),
            "{error:?}"
        );
        assert!(error.to_string().contains(reason), "{error}");
    }
    let missing = places.0.path().join("missing");
    let error = find_named(&missing).unwrap_err().to_string();
    assert!(error.contains("missing: cannot read it") && error.matches("missing").count() == 1, "{error}");
}
