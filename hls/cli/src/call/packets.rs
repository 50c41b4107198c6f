//! Packets in files: structured elements with a field for each signal, as the methods of `Packet` name and type them.

use sycl_hls_types::{ElementType, FieldLayout, Packet, Scalar, ScalarValue, StructLayout};

/// The fields of all packets, in the order of [`Packet::signals`]; that of the data has the data's type.
const FIELDS: [(&str, Scalar); 7] = [
    ("data", Scalar::U64),
    ("keep", Scalar::U8),
    ("strb", Scalar::U8),
    ("last", Scalar::Bool),
    ("user", Scalar::U64),
    ("id", Scalar::U64),
    ("dest", Scalar::U64),
];

/// The fields that packets have, with the bits of their signals.
fn fields(packet: Packet) -> impl Iterator<Item = (&'static str, Scalar, u32)> {
    let fields = FIELDS.into_iter().zip(packet.signals()).filter(|(_, (_, bits))| *bits > 0);
    fields.map(move |((name, scalar), (_, bits))| {
        (name, if name == "data" { packet.data } else { scalar }, bits)
    })
}

/// A packet in a file, where nothing lies between fields.
fn element(packet: Packet) -> ElementType {
    let mut layout = StructLayout { name: packet.to_string(), size: 0, align: 1, fields: Vec::new() };
    for (name, scalar, _) in fields(packet) {
        let ty = ElementType::Scalar(scalar);
        let offset = layout.size;
        layout.size += ty.size();
        layout.fields.push(FieldLayout { name: name.to_owned(), offset, ty });
    }
    ElementType::Struct(layout)
}

/// An element of a stream in a file.
pub fn element_of(scalar: Scalar, packet: Option<Packet>) -> ElementType {
    packet.map_or_else(|| scalar.into(), element)
}

/// The elements of a stream as a kernel has them at its port.
pub fn at_port(packet: Option<Packet>, values: &[ScalarValue]) -> Vec<ScalarValue> {
    packet.map_or_else(|| values.to_vec(), |packet| numbers(packet, values))
}

/// Packets as a kernel has them at its port: numbers. What has more bits than its signal is cut.
fn numbers(packet: Packet, values: &[ScalarValue]) -> Vec<ScalarValue> {
    let ty = packet.number();
    let number = |values: &[ScalarValue]| {
        let (mut sum, mut low) = (0_u128, 0);
        for ((_, _, bits), value) in fields(packet).zip(values) {
            sum |= u128::from(value.low_bits() & ones(bits)) << low;
            low += bits;
        }
        ScalarValue::from_le_bytes(ty, &sum.to_le_bytes()[..ty.bytes()])
    };
    values.chunks_exact(fields(packet).count()).map(number).collect()
}

/// The fields of these packets.
pub fn values(packet: Packet, numbers: &[ScalarValue]) -> Vec<ScalarValue> {
    let values = numbers.iter().flat_map(|number| {
        let bytes = number.to_le_bytes();
        let number = bytes.iter().rev().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
        fields(packet).scan(0, move |low, (_, scalar, bits)| {
            let value = ScalarValue::from_bits(scalar, (number >> *low) as u64 & ones(bits));
            *low += bits;
            Some(value)
        })
    });
    values.collect()
}

/// Ones in so many bits, 1 to 64.
fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_the_packets_again() {
        let packet = Packet { data: Scalar::F32, user: 3, id: 0, dest: 64 };
        let given: Vec<ScalarValue> = vec![
            (-1.5_f32).into(),
            0xf_u8.into(),
            0x3_u8.into(),
            true.into(),
            0xff_u64.into(),
            u64::MAX.into(),
        ];
        let numbers = numbers(packet, &given);
        assert_eq!(numbers.len(), 1);
        let mut kept = given;
        kept[4] = 7_u64.into();
        assert_eq!(values(packet, &numbers), kept, "TUSER has three bits");
        let names: Vec<&str> = fields(packet).map(|(name, ..)| name).collect();
        assert_eq!(names, ["data", "keep", "strb", "last", "user", "dest"]);
        assert_eq!(element(packet).size(), 4 + 1 + 1 + 1 + 8 + 8);
    }
}
