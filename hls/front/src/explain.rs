//! The pages that explain codes at length: `hls/front/explain/SHxxxx.md`.
//!
//! A page has a title, a few sentences of why, and a wrong and a right example under these headings. The examples are
//! tests: the wrong one gives the page's code and no other, the right one no error.

macro_rules! pages {
    ($($code:literal)+) => {
        /// The page of a code, as Markdown; `None` for a code that has none.
        #[must_use]
        pub fn explain(code: &str) -> Option<&'static str> {
            match code {
                $($code => Some(include_str!(concat!("../explain/", $code, ".md"))),)+
                _ => None,
            }
        }
    };
}

pages! {
    "SH0001"
    "SH0101" "SH0102" "SH0103" "SH0104" "SH0105" "SH0106" "SH0107" "SH0108" "SH0109" "SH0110" "SH0111"
    "SH0112"
    "SH0201" "SH0202" "SH0203" "SH0204" "SH0205" "SH0206" "SH0207" "SH0208"
    "SH0301" "SH0302" "SH0303" "SH0304" "SH0305" "SH0306" "SH0309" "SH0310" "SH0311"
    "SH0312" "SH0313" "SH0314" "SH0315" "SH0316" "SH0317" "SH0318" "SH0319" "SH0320" "SH0321" "SH0322" "SH0323"
    "SH0324" "SH0325"
    "SH0401" "SH0402" "SH0403"
    "SH0501" "SH0502" "SH0503" "SH0504" "SH0505" "SH0506" "SH0507" "SH0508" "SH0509" "SH0510"
    "SH0511" "SH0512" "SH0513" "SH0514" "SH0515" "SH0516" "SH0517" "SH0518"
    "SH0601" "SH0602" "SH0603" "SH0604" "SH0605" "SH0606" "SH0607" "SH0608" "SH0609" "SH0610"
    "SH0611"
}
