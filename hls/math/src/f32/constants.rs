// Constants of the functions of f32. Written by tools/constants.py; do not edit.

// 32 zeros, then the bits of 2/pi.
const TWO_OVER_PI: [u32; 9] = [
    0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
];

// sin(f pi/2) / f by powers of 4 f^2, alternating, times 2^31.
const SIN: [u32; 5] = [
    0xc90fdaa2, 0x14abbce5, 0x00a335dd, 0x00026595, 1327,
];

// cos(f pi/2) by powers of 4 f^2, alternating, times 2^31.
const COS: [u32; 5] = [
    0x80000000, 0x277a798e, 0x020783b8, 0x000aae2c, 7580,
];

// log2(e) times 2^38.
const LOG2_E: u64 = 0x0000005c_551d94ae;

// log2(10) times 2^38.
const LOG2_10: u64 = 0x000000d4_9a784bcd;

// 2^(i/32) times 2^62.
const EXP2: [u64; 32] = [
    0x40000000_00000000, 0x4166c34c_5615d0ec, 0x42d561b3_e6243d8a, 0x444c0740_496d4294, 0x45cae0f1_f545eb73,
    0x47521cc5_a2e6a9e0, 0x48e1e9b9_d588e19b, 0x4a7a77d4_7f7b84b1, 0x4c1bf828_c6dc54b8, 0x4dc69cdc_eaa72a9c,
    0x4f7a9930_48d088d7, 0x51382181_8624b40c, 0x52ff6b54_d8a89c75, 0x54d0ad5a_753e077c, 0x56ac1f75_2150a563,
    0x5891fac0_e95612c8, 0x5a827999_fcef3242, 0x5c7dd7a3_b17dcf75, 0x5e8451cf_ac061b5f, 0x60962665_33384a2b,
    0x62b39508_aa836d6f, 0x64dcdec3_371793d1, 0x6712460a_8fc24072, 0x69540ec8_f895722d, 0x6ba27e65_6b4eb57a,
    0x6dfddbcb_ed791bab, 0x70666f76_154a7089, 0x72dc8373_be41a454, 0x75606373_ee921c97, 0x77f25ccd_ee6d7ae6,
    0x7a92be8a_92436616, 0x7d41d96d_b915019d,
];

// (cosh(g ln 2) - 1) / g^2 by powers of 4096 g^2, |g| <= 1/64, times 2^32.
const COSH: [u32; 2] = [
    0x3d7f7bff, 0x00002765,
];

// sinh(g ln 2) / g by powers of 4096 g^2, |g| <= 1/64, times 2^32.
const SINH: [u32; 2] = [
    0xb17217f8, 0x0000e359,
];

// 1 / (1 + j/32) times 2^9, rounded.
const LOG_RATIO: [u32; 33] = [
    512, 496, 482, 468, 455, 443, 431, 420, 410, 400, 390, 381, 372, 364, 356, 349, 341, 334, 328, 321, 315,
    309, 303, 298, 293, 287, 282, 278, 273, 269, 264, 260, 256,
];

// -log2(LOG_RATIO / 2^9) times 2^55.
const LOG_BASE: [u64; 33] = [
    0, 0x0005dce5_32765635, 0x000b2671_360338ab, 0x001097e3_8ce60649, 0x0015cba5_3a0762ed,
    0x001abb2c_a9ec7472, 0x001fcd67_7e5ac81d, 0x0024939a_56279ad9, 0x002906cb_cd2baf2d, 0x002d961e_d0cb91d4,
    0x00324300_1249ba77, 0x003692ba_9d230bef, 0x003afcd8_15786af2, 0x003f0095_d1a19a03, 0x00431b2a_bc31565c,
    0x0046c5fa_126b7098, 0x004b0e3d_72108217, 0x004ee2c7_1a3e9bb5, 0x00523bbc_64c5e643, 0x0056378e_fe2e092c,
    0x0059b38d_3929af95, 0x005d40b3_1289ee01, 0x0060dfac_c6df70d9, 0x0063f249_3226b212, 0x00671235_17cad494,
    0x006ae454_6f85a376, 0x006e232e_68aad485, 0x0070c689_f7402d27, 0x00742088_b4a3aebf, 0x0076da52_40f652e2,
    0x007a514b_229c409e, 0x007d230d_2f47a5bb, 0x00800000_00000000,
];

// log2(e) times 2^31, rounded down.
const LOG2_E_HIGH: u32 = 0xb8aa3b29;

// What LOG2_E_HIGH lacks, times 2^63.
const LOG2_E_LOW: u32 = 0x5c17f0bb;

// (log2(e) - log2(1 + r) / r) / r by powers of 32 r, alternating, times 2^32.
const LOG_TAIL: [u32; 5] = [
    0xb8aa3b29, 0x03d8e13a, 0x00171548, 0x000093c7, 985,
];

// ln 2 times 2^32.
const LN_2: u32 = 0xb17217f8;

// log10(2) times 2^33.
const LOG10_2: u32 = 0x9a209a85;

// atan(k/32) times 2^62.
const ATAN: [u64; 33] = [
    0, 0x01ffd55b_ba97624b, 0x03feab76_e59fbd39, 0x05fb8609_80bc43a3, 0x07f56ea6_ab0bdb72,
    0x09eb7774_6331362c, 0x0bdcbda5_e72d8113, 0x0dc86ba9_49305102, 0x0fadbafc_96406eb1, 0x118bf5a3_0bf17826,
    0x13627737_07ebcbcd, 0x1530ad99_51cd49db, 0x16f61941_e4def08e, 0x18b24d39_4a1b256e, 0x1a64eec3_cc23fcb7,
    0x1c0db4c9_4ec9ef8d, 0x1dac6705_61bb4f69, 0x1f40dd0b_541417cc, 0x20cafd29_b6619f8b, 0x224abb37_f7a551ed,
    0x23c01757_bdfd67e7, 0x252b1cb2_611c61be, 0x268be039_9c6f7688, 0x27e27f71_3d2de87b, 0x292f1f46_4d3dc249,
    0x2a71eaf7_120c3d72, 0x2bab130e_2d363020, 0x2cdacc72_47c10da4, 0x2e014f8a_f08c679d, 0x2f1ed77a_ba62bca0,
    0x3033a16e_2b149990, 0x313febfe_afe3ef55, 0x3243f6a8_885a308d,
];

// 1 - atan(t) / t by powers of 1024 t^2, from the first, alternating, times 2^32.
const ATAN_TAIL: [u32; 2] = [
    0x00155555, 819,
];

// pi/2 times 2^61.
const HALF_PI: u64 = 0x3243f6a8_885a308d;

// erf in pieces: coefficients of power 0, times 2^31.
const ERF_0: [i64; 32] = [
    2423175810, 0, 0, 0, 1117764977, 1338399603, 1527195095, 1683788372, 1809686173, 1907799201, 1981912934,
    2036179727, 2074695004, 2101191918, 2118861280, 2130282428, 2137438289, 2141784163, 2144342488,
    2145802301, 2146609725, 2147042607, 2147267564, 2147380881, 2147436209, 2147462395, 2147474408,
    2147479750, 2147482052, 2147483014, 2147483404, 2147483557,
];

// erf in pieces: coefficients of power 1, times 2^31.
const ERF_1: [i64; 32] = [
    -201931315, 0, 0, 0, 235896389, 204950336, 172585489, 140860174, 111429573, 85436021, 63490662, 45730610,
    31925111, 21601611, 14166682, 9004890, 5547751, 3312713, 1917251, 1075480, 584728, 308130, 157377, 77907,
    37380, 17383, 7835, 3423, 1449, 595, 237, 91,
];

// erf in pieces: coefficients of power 2, times 2^31.
const ERF_2: [i64; 32] = [
    15144825, 0, 0, 0, -14743366, -16011626, -16179823, -15406569, -13928729, -12014502, -9920489, -7860019,
    -5986016, -4387867, -3098984, -2110529, -1386936, -879932, -539217, -319273, -182719, -101099, -54094,
    -27995, -14016, -6789, -3182, -1444, -634, -269, -111, -44,
];

// erf in pieces: coefficients of power 3, times 2^31.
const ERF_3: [i64; 32] = [
    -901378, 0, 0, 0, -614994, -234022, 112068, 389691, 580498, 681638, 703013, 662745, 582219, 481852,
    378247, 282905, 202253, 138535, 91075, 57547, 34986, 20483, 11557, 6288, 3301, 1673, 818, 387, 177, 78,
    33, 14,
];

// erf in pieces: coefficients of power 4, times 2^31.
const ERF_4: [i64; 32] = [
    43624, 0, 0, 0, 97306, 93529, 79585, 59060, 36024, 14165, -3839, -16584, -23873, -26412, -25417, -22230,
    -18046, -13757, -9921, -6802, -4448, -2782, -1668, -959, -530, -282, -144, -71, -34, -15, -7, -3,
];

// erf in pieces: coefficients of power 5, times 2^31.
const ERF_5: [i64; 32] = [
    -1614, 0, 0, 0, -708, -2726, -4042, -4555, -4339, -3588, -2554, -1474, -529, 178, 620, 825, 851, 765, 624,
    472, 335, 225, 143, 87, 51, 28, 15, 8, 4, 2, 1, 0,
];
