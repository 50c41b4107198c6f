//! Images for AI engines in the form that loads faster, `--transform-pdi`.

use xclbin_tools::section::{AiePartition, AiePdi};
use xclbin_tools::{Content, Editor, Mode, Section, SectionKind, Uuid};

/// Words of the headers before the commands' own one, and of that.
const HEADERS: usize = 84;
const CDO_HEADER: usize = 5;

/// An image with these words as its commands.
fn image(commands: &[u32]) -> Vec<u32> {
    let mut words: Vec<u32> = (0..HEADERS as u32).map(|word| 0xA000 + word).collect();
    (words[5], words[7]) = (1, 1);
    words.extend([4, 0x004F_4443, 0x0200, commands.len() as u32, 0x1234]);
    words.extend_from_slice(commands);
    words
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The image that an image in a section becomes.
fn transformed(image: Vec<u8>) -> Result<Vec<u8>, String> {
    let partition =
        AiePartition { pdis: vec![AiePdi { image, ..AiePdi::default() }], ..AiePartition::default() };
    let mut editor = Editor::new(Mode::Flat, "", Uuid::nil(), 1).unwrap();
    editor.add(SectionKind::PDI, "", Content::Bytes(b"stays".to_vec())).unwrap();
    editor.add(AiePartition::KIND, "name", Content::Bytes(partition.to_bytes().unwrap())).unwrap();
    editor.transform_pdis().map_err(|error| error.to_string())?;
    assert_eq!(editor.sections().nth(1), Some((AiePartition::KIND, "name")));
    assert_eq!(editor.payload(0).unwrap(), b"stays");
    Ok(AiePartition::from_bytes(&editor.payload(1).unwrap()).unwrap().pdis.remove(0).image)
}

/// Commands of one kind become one group, data goes behind all of them, and what does nothing is gone.
#[test]
fn commands_are_grouped() {
    const NOTHING: u32 = 0x0001_0111;
    let long = [0x00FF_0105, 258, 0x10, 0x0020_0000];
    let large: Vec<u32> = (1..=256).collect();
    let commands = [
        &[0x0002_0103, 0x100, 1][..],
        &[NOTHING, 0],
        &[0x0002_0103, 0x104, 2],
        &[0x0003_0102, 0x108, 0xFF, 3],
        &[0x0003_0108, 0x1, 0x10C, 4],
        &[0x0004_0107, 0x1, 0x110, 0xF0, 5],
        // Into data memory, of zeros: it is cleared.
        &[0x0004_0105, 0x1, 0x0010_0004, 0, 0],
        &[0x0003_0105, 0x1, 0x0010_0000, 0],
        &[0x0003_0105, 0x1, 0x0011_0000, 0],
        &long,
        &large,
        &[0x0002_0103, 0x114, 6],
    ]
    .concat();
    let groups = [
        &[3, 2, 0x100, 1, 0x104, 2][..],
        &[2, 1, 0x108, 0xFF, 3],
        &[8, 1, 0x1, 0x10C, 4],
        &[7, 1, 0x1, 0x110, 0xF0, 5],
        &[5, 4, 0x1, 0x0010_0004, 0, 0x1_0002],
        &[0x1, 0x0010_0000, 8, 1],
        &[0x1, 0x0011_0000, 12, 1],
        &[0x10, 0x0020_0000, 16, 256],
        &[3, 1, 0x114, 6],
    ]
    .concat();
    let before = image(&commands);
    let mut after = before[..HEADERS + CDO_HEADER].to_vec();
    let length = 4 * groups.len() as u32;
    (after[80], after[81], after[82]) = (1, length, 0x8866 | 1 << 8 | length << 16);
    after.extend(&groups);
    after.extend([0; 4]);
    after.extend(&large);
    // What follows the commands is left out.
    let made = transformed([bytes(&before), b"more".to_vec()].concat()).unwrap();
    assert!(made == bytes(&after), "{:x?}", &made[HEADERS * 4..]);
    assert_eq!(transformed(made.clone()).unwrap(), made, "it is in this form already");
}

#[test]
fn images_that_have_no_such_form() {
    let refused = |image: Vec<u8>, problem: &str| {
        let message = transformed(image).unwrap_err();
        assert!(message.contains(problem), "`{problem}` is not in: {message}");
    };
    let id = "section AIE_PARTITION: image 00000000-0000-0000-0000-000000000000: ";
    refused(b"image".to_vec(), &format!("{id}it is cut short"));
    refused(vec![0; 400], "it has no commands for AI engines (CDO) behind its headers");
    let mut two = image(&[]);
    two[7] = 2;
    refused(bytes(&two), "it has several images or partitions");
    let whole = bytes(&image(&[0x0002_0103, 0x100, 1]));
    refused(whole[..whole.len() - 1].to_vec(), "3 words of commands reach past its end");
    let with = |commands: &[u32]| bytes(&image(commands));
    refused(
        with(&[0x0002_0103, 0x100]),
        "a command of 2 words reaches past the end (byte 0x164 of the image)",
    );
    refused(with(&[0x00FF_0103]), "it is cut short (byte 0x164");
    refused(with(&[0x00FF_0103, u32::MAX]), "a command of 4294967295 words reaches past the end");
    refused(with(&[0x0001_0103, 0x100]), "command 3 has 1 words instead of 2");
    refused(with(&[0x0001_0105, 0x100]), "a copy has no destination");
    refused(with(&[0x0001_0101, 0]), "command 1 has no place in this form");
    let mut long = vec![0x00FF_0105, 0x1_0002];
    long.resize(0x1_0004, 0);
    refused(with(&long), "a copy of 262144 bytes is too long");
}
