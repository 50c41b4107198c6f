// What is sent through an AXI-stream port with signals beside its data, in the kernel language. The fields are in the order of the
// signals. On the host, the crate's own type of this name is used.
//
// `T` is the type of the data; `KEEP`, `USER`, `ID` and `DEST` are ones in the bits that a signal has.

#[derive(Clone, Copy, PartialEq)]
pub struct Packet {
    pub data: T,
    keep: u8,
    strb: u8,
    pub last: bool,
    user: u64,
    id: u64,
    dest: u64,
}

impl Packet {
    pub const fn new(data: T) -> Self {
        Self { data, keep: KEEP, strb: KEEP, last: false, user: 0, id: 0, dest: 0 }
    }

    pub const fn with_keep(self, keep: u8) -> Self {
        Self { keep: keep & KEEP, ..self }
    }

    pub const fn with_strb(self, strb: u8) -> Self {
        Self { strb: strb & KEEP, ..self }
    }

    pub const fn with_last(self, last: bool) -> Self {
        Self { last, ..self }
    }

    pub const fn with_user(self, user: u64) -> Self {
        Self { user: user & USER, ..self }
    }

    pub const fn with_id(self, id: u64) -> Self {
        Self { id: id & ID, ..self }
    }

    pub const fn with_dest(self, dest: u64) -> Self {
        Self { dest: dest & DEST, ..self }
    }

    pub const fn keep(self) -> u8 {
        self.keep
    }

    pub const fn strb(self) -> u8 {
        self.strb
    }

    pub const fn user(self) -> u64 {
        self.user
    }

    pub const fn id(self) -> u64 {
        self.id
    }

    pub const fn dest(self) -> u64 {
        self.dest
    }
}
