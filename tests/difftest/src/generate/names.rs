//! Names that are hard on compilers.

use super::dice::Dice;

/// Keywords, types and macros of C++, Verilog and VHDL, functions of the C library, and what the emitted C++ uses
/// itself, all of which are plain names in Rust.
const WORDS: &str = "
    int long short float double char signed unsigned void bool_ wchar_t auto register class template typename namespace
    using new delete this operator private public friend inline goto switch case default sizeof typedef union volatile
    and or not xor bitand compl nullptr alignas noexcept mutable explicit throw try_ catch asm int32_t uint8_t size_t
    std main printf memcpy malloc abs labs div exp log pow sin floor round trunc nan gamma y0 j1 read write open close
    exit abort time clock signal remove rename index rindex rand random linux unix NULL EOF NAN INFINITY I
    wire reg input output inout begin end module endmodule always assign posedge negedge initial integer real parameter
    logic bit byte event table task function generate genvar buf supply0 tri
    entity architecture process port map is of to downto out signal_ variable library package body range select
    t t_1 k k_1 i i_1 array array_1 failed trap trap_words trap_exit site exact x a b lo hi
    f32_as_u8 f64_as_i32 add_overflows_i32 mul_overflows_u64 x_len x_len_1 args trapped
    _x __x a__b _0 v_x größe x٣ ñ value data len min max wrapping_add u8 i32 f32 usize u64
    r#match r#type r#fn r#in r#struct r#loop r#move r#ref r#use r#impl r#while r#as r#async r#dyn r#yield r#try
    r#static r#enum r#return r#let
";

/// Names of variables in functions that have always the same ones.
const OWN: [&str; 7] = ["a", "b", "i", "n", "x", "all", "table"];

/// Chooses names. Items have a name each; variables shadow each other.
pub(crate) struct Names {
    words: Vec<&'static str>,
    items: Vec<String>,
}

impl Names {
    pub fn new() -> Self {
        Self { words: WORDS.split_whitespace().collect(), items: Vec::new() }
    }

    fn word(&self, dice: &mut Dice) -> String {
        match dice.weighted([(45, 0), (40, 1), (15, 2)]) {
            0 => dice.of(["a", "b", "c", "d", "e", "n", "m", "s", "t", "x", "y", "z"]).to_owned(),
            1 => dice.pick(&self.words).copied().unwrap_or("x").to_owned(),
            _ => format!("v{}", dice.below(100)),
        }
    }

    /// A variable's name. A constant's name would be a pattern.
    pub fn variable(&self, dice: &mut Dice) -> String {
        loop {
            let word = self.word(dice);
            if !self.items.contains(&word) {
                return word;
            }
        }
    }

    /// The name of an item, which no other item of the module has.
    pub fn item(&mut self, dice: &mut Dice) -> String {
        let name = loop {
            let word = self.word(dice);
            if !self.items.contains(&word) && !OWN.contains(&word.as_str()) {
                break word;
            }
        };
        self.items.push(name.clone());
        name
    }

    /// A constant's name, sometimes as constants are usually named.
    pub fn constant(&mut self, dice: &mut Dice) -> String {
        if dice.percent(30) {
            return self.item(dice);
        }
        let name = format!("C{}", self.items.len());
        self.items.push(name.clone());
        name
    }
}
