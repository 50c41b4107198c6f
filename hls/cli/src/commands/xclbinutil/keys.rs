//! Keys, values and fields of the header.

use anyhow::{Context as _, bail};
use sycl_hls_types::Target;
use xclbin_tools::{Editor, Mode, SectionKind, Uuid, section};

use super::Xclbinutil;
use crate::failure::Failure;
use crate::image::mode_of;

/// An argument of `--key-value`.
#[derive(Clone, Debug)]
pub struct KeyValue {
    pub is_system: bool,
    pub key: String,
    value: String,
}

impl std::str::FromStr for KeyValue {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let wrong = "expected USER:key:value or SYS:key:value";
        let (domain, rest) = text.split_once(':').context(wrong)?;
        let (key, value) = rest.split_once(':').context(wrong)?;
        let is_system = match domain.to_ascii_uppercase().as_str() {
            "SYS" => true,
            "USER" => false,
            _ => bail!(wrong),
        };
        Ok(Self { is_system, key: key.to_owned(), value: value.to_owned() })
    }
}

pub fn change(editor: &mut Editor, args: &Xclbinutil) -> anyhow::Result<()> {
    for key in &args.remove_key {
        if !editor.remove_key(key)? {
            return Err(Failure::user(format!("there is no key `{key}`")).into());
        }
    }
    set_target(editor, args)?;
    for KeyValue { is_system, key, value } in &args.key_value {
        if *is_system && key == DFX_ENABLE {
            continue;
        }
        if *is_system {
            set_field(editor, key, value)?;
        } else {
            editor.set_key(key, value)?;
        }
    }
    set_interface(editor)
}

/// The key that says that the image is for a region that is loaded by itself (Dynamic Function eXchange).
const DFX_ENABLE: &str = "dfx_enable";

/// `--target`, with SYS:dfx_enable, or neither.
fn set_target(editor: &mut Editor, args: &Xclbinutil) -> anyhow::Result<()> {
    let field = |name: &str| args.key_value.iter().find(|pair| pair.is_system && pair.key == name);
    let is_partial = match field(DFX_ENABLE).map(|pair| pair.value.to_ascii_lowercase()).as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(other) => {
            let failure = Failure::user(format!("`{other}` is no value of SYS:{DFX_ENABLE}"));
            return Err(failure.help("it is true or false").into());
        }
    };
    match args.target {
        None if field(DFX_ENABLE).is_some() => {
            let failure = Failure::user(format!("SYS:{DFX_ENABLE} needs `--target`"));
            return Err(failure.help("say `--target hw` or `--target hw_emu`").into());
        }
        Some(_) if field("mode").is_some() => {
            let failure = Failure::user("`--target` and SYS:mode say the same");
            return Err(failure.help("leave one of them out").into());
        }
        None => {}
        Some(Target::Hw) if is_partial => editor.set_mode(Mode::Pr),
        Some(Target::HwEmu) if is_partial => editor.set_mode(Mode::HwEmuPr),
        Some(target) => editor.set_mode(mode_of(target)),
    }
    Ok(())
}

fn set_field(editor: &mut Editor, field: &str, value: &str) -> anyhow::Result<()> {
    let wrong = || Failure::user(format!("`{value}` is no value of SYS:{field}"));
    match field {
        "mode" => editor.set_mode(mode(value).ok_or_else(wrong)?),
        "action_mask" => editor.add_actions(match value {
            "LOAD_AIE" => 1,
            "LOAD_PDI" => 2,
            _ => return Err(wrong().into()),
        }),
        "FeatureRomTimestamp" => editor.set_feature_rom_timestamp(value.parse().map_err(|_| wrong())?),
        "InterfaceUUID" => editor.set_interface_uuid(Uuid::parse_str(value).map_err(|_| wrong())?),
        "PlatformVBNV" => editor.set_platform_vbnv(value)?,
        "XclbinUUID" => editor.set_uuid(Uuid::parse_str(value).map_err(|_| wrong())?),
        _ => {
            let known = "mode, action_mask, FeatureRomTimestamp, InterfaceUUID, PlatformVBNV and XclbinUUID";
            return Err(Failure::user(format!("there is no SYS:{field}"))
                .help(format!("there are {known}"))
                .into());
        }
    }
    Ok(())
}

fn mode(name: &str) -> Option<Mode> {
    Some(match name {
        "flat" => Mode::Flat,
        "hw_pr" => Mode::Pr,
        "tandem" => Mode::TandemStage2,
        "tandem_pr" => Mode::TandemStage2WithPr,
        "hw_emu" => Mode::HwEmu,
        "sw_emu" => Mode::SwEmu,
        "hw_emu_pr" => Mode::HwEmuPr,
        _ => return None,
    })
}

/// The partition's first interface is that of the image.
fn set_interface(editor: &mut Editor) -> anyhow::Result<()> {
    let kind = SectionKind::PARTITION_METADATA;
    let Some(position) = editor.position(kind) else { return Ok(()) };
    let json = section::to_json(kind, &editor.payload(position)?)?;
    let interfaces =
        json.as_ref().and_then(|json| json.document.get("partition_metadata")?.get("interfaces"));
    let first = interfaces.and_then(|list| list.children().next());
    if let Some(uuid) = first.and_then(|(_, interface)| interface.optional_text("interface_uuid")) {
        let wrong = || Failure::user(format!("section {kind}: `{uuid}` is no UUID"));
        editor.set_interface_uuid(Uuid::parse_str(uuid).map_err(|_| wrong())?);
    }
    Ok(())
}
