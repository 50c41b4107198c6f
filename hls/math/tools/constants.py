#!/usr/bin/env python3
"""Writes the constants of the functions: src/f32/constants.rs and src/f64/constants.rs.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install mpmath
    /tmp/venv/bin/python hls/math/tools/constants.py

Polynomials interpolate at Chebyshev nodes, in 1500 bits: their error is within a factor of two of the least possible.
Their variable is scaled to [0, 1] (or [-1, 1]), so that all coefficients of one polynomial have the same scale.
"""

from pathlib import Path

from mpmath import acot, atan, cbrt, cos, cosh, erf, erfc, exp, floor, log, matrix, mp, mpf, nint, pi, polyval, sin, sinh, sqrt

mp.prec = 1500
SOURCE = Path(__file__).parent.parent / "src"


def log2(x):
    return log(x) / log(2)


def fit(f, low, high, degree):
    """Coefficients, lowest first, of the polynomial of this degree nearest to `f` on [low, high]."""
    count = degree + 1
    nodes = [cos(pi * (2 * k + 1) / (2 * count)) for k in range(count)]
    points = [(low + high) / 2 + (high - low) / 2 * node for node in nodes]
    rows = matrix(count, count)
    for i, point in enumerate(points):
        for j in range(count):
            rows[i, j] = point**j
    return list(mp.lu_solve(rows, matrix([f(point) for point in points])))


def fixed(value, bits, width):
    """`value` with `bits` bits after the point, rounded to nearest."""
    number = int(nint(value * mpf(2) ** bits))
    assert 0 <= number < 2**width, (value, bits, width)
    return number


class Writer:
    """Collects the text of one file."""

    def __init__(self, name):
        self.name = name
        self.lines = [f"// Constants of the functions of {name}. Written by tools/constants.py; do not edit."]

    def scalar(self, name, kind, doc, value):
        self.lines += ["", f"// {doc}", f"const {name}: {kind} = {self.literal(kind, value)};"]

    def array(self, name, kind, doc, values):
        self.lines += ["", f"// {doc}", f"const {name}: [{kind}; {len(values)}] = ["]
        line = "   "
        for text in (f" {self.literal(kind, value)}," for value in values):
            if len(line + text) > 110:
                self.lines.append(line)
                line = "   "
            line += text
        self.lines += [line, "];"]

    @staticmethod
    def literal(kind, value):
        if kind.startswith("i"):
            return str(value)
        digits = int(kind[1:]) // 4
        text = f"{value:0{digits}x}"
        if digits == 16:
            text = f"{text[:8]}_{text[8:]}"
        return f"0x{text}" if value > 9999 else str(value)

    def write(self):
        (SOURCE / self.name / "constants.rs").write_text("\n".join(self.lines) + "\n")


def seeds(f, first, count, scale):
    """`f` in the middle of the intervals [n, n + 1) * scale, with 9 bits after the point, at most 511."""
    return [min(511, fixed(f((n + mpf(1) / 2) * scale), 9, 10)) for n in range(first, first + count)]


def fraction():
    """First approximations of Newton's iterations, for both widths."""
    out = Writer("fraction")
    out.array("RECIPROCAL", "u16", "1 / x, x in [1, 2) by 64ths, times 2^9.", seeds(lambda x: 1 / x, 64, 64, mpf(1) / 64))
    doc = "1 / sqrt(x), x in [1, 4) by 16ths, times 2^9."
    out.array("RSQRT", "u16", doc, seeds(lambda x: 1 / sqrt(x), 16, 48, mpf(1) / 16))
    out.array("RCBRT", "u16", "1 / cbrt(x), x in [1, 8) by 8ths, times 2^9.", seeds(lambda x: 1 / cbrt(x), 8, 56, mpf(1) / 8))
    out.write()


def quarter_sine(u):
    """sin(f * pi/2) / f where u = f * f."""
    return sin(sqrt(u) * pi / 2) / sqrt(u)


def quarter_cosine(u):
    return cos(sqrt(u) * pi / 2)


def alternating(f, high, degree, bits, width):
    """Magnitudes of the coefficients, of alternating sign, of `f` on [0, high]; the variable is scaled to [0, 1]."""
    scaled = fit(lambda v: f(v * high), mpf(0), mpf(1), degree)
    assert all((-1) ** k * c > 0 for k, c in enumerate(scaled)), scaled
    return [fixed(abs(c), bits, width) for c in scaled]


def quarter_waves(out, kind, degree, bits):
    waves = [alternating(wave, mpf(1) / 4, degree, bits, bits + 1) for wave in (quarter_sine, quarter_cosine)]
    doc = f"sin(f pi/2) / f by powers of 4 f^2, alternating, then cos(f pi/2) likewise, times 2^{bits}."
    out.array("WAVES", kind, doc, waves[0] + waves[1])


def two_over_pi(word, count):
    """A word of zeros, then 2/pi."""
    bits = int(floor(2 / pi * mpf(2) ** ((count - 1) * word)))
    return [bits >> ((count - 1 - i) * word) & (2**word - 1) for i in range(count)]


def log_ratios(steps):
    """1 / (1 + j / steps) times 2^9, rounded; exact at both ends."""
    return [fixed(1 / (1 + mpf(j) / steps), 9, 10) for j in range(steps + 1)]


def erf_pieces(degree):
    """Coefficients, lowest first, of erf on [i/8, (i + 1)/8) by powers of 8 x - i; for i = 0, of erf(x) / x on
    [0, 1/2) by powers of 4 x^2. Pieces 1 to 3 are not used."""
    near = fit(lambda v: erf(sqrt(v) / 2) / (sqrt(v) / 2), mpf(0), mpf(1), degree)
    unused = [[mpf(0)] * (degree + 1)] * 3
    return lambda count: [near] + unused + [
        fit(lambda v, i=i: erf((i + v) / 8), mpf(0), mpf(1), degree) for i in range(4, count)
    ]


def erfcx_pieces(degree):
    """Coefficients, lowest first, of 2^(o + 1) exp(x^2) erfc(x), where o = floor(log2(x)), on eighths of octaves from
    1/2; by powers of x's bits after the third one."""
    scaled = lambda x: exp(x * x) * erfc(x)
    start = lambda i: mpf(2) ** (i // 8 - 1) * (8 + i % 8) / 8
    step = lambda i: mpf(2) ** (i // 8 - 1) / 8
    return lambda count: [
        fit(lambda v, i=i: mpf(2) ** (i // 8) * scaled(start(i) + v * step(i)), mpf(0), mpf(1), degree) for i in range(count)
    ]


def signed(value, bits):
    return int(nint(value * mpf(2) ** bits))


def erf_single(out):
    for degree, values in enumerate(zip(*erf_pieces(5)(32))):
        kind, bits = ("i64", 40) if degree == 0 else ("i32", 34)
        doc = f"erf in pieces: coefficients of power {degree}, times 2^{bits}."
        out.array(f"ERF_{degree}", kind, doc, [signed(value, bits) for value in values])
    for degree, values in enumerate(zip(*erfcx_pieces(5)(40))):
        kind, bits = ("i64", 40) if degree == 0 else ("i32", 33)
        doc = f"2^(o + 1) exp(x^2) erfc(x) in pieces: coefficients of power {degree}, times 2^{bits}."
        out.array(f"ERFCX_{degree}", kind, doc, [signed(value, bits) for value in values])


def single():
    out = Writer("f32")
    out.array("TWO_OVER_PI", "u32", "32 zeros, then the bits of 2/pi.", two_over_pi(32, 9))
    quarter_waves(out, "u32", 4, 31)
    out.scalar("LOG2_E", "u64", "log2(e) times 2^38.", fixed(1 / log(2), 38, 40))
    out.scalar("LOG2_10", "u64", "log2(10) times 2^38.", fixed(log(10) / log(2), 38, 40))
    out.array("EXP2", "u64", "2^(i/32) times 2^62.", [fixed(mpf(2) ** (mpf(i) / 32), 62, 63) for i in range(32)])
    ln2 = log(2)
    doc = "{0} by powers of 4096 g^2, |g| <= 1/64, times 2^32."
    c = lambda v: (cosh(sqrt(v) / 64 * ln2) - 1) / (v / 4096)
    s = lambda v: sinh(sqrt(v) / 64 * ln2) / (sqrt(v) / 64)
    out.array("COSH", "u32", doc.format("(cosh(g ln 2) - 1) / g^2"), [fixed(k, 32, 32) for k in fit(c, 0, 1, 1)])
    out.array("SINH", "u32", doc.format("sinh(g ln 2) / g"), [fixed(k, 32, 32) for k in fit(s, 0, 1, 1)])
    ratios = log_ratios(32)
    out.array("LOG_RATIO", "u16", "1 / (1 + j/32) times 2^9, rounded.", ratios)
    out.array("LOG_BASE", "u64", "-log2(LOG_RATIO / 2^9) times 2^55.", [fixed(-log2(mpf(r) / 512), 55, 64) for r in ratios])
    out.scalar("LOG2_E_HIGH", "u32", "log2(e) times 2^31, rounded down.", int(floor(2**31 / ln2)))
    out.scalar("LOG2_E_LOW", "u32", "What LOG2_E_HIGH lacks, times 2^63.", int(floor(2**63 / ln2)) & 0xFFFFFFFF)
    r_max = mpf(1) / 32
    tail = lambda w: (1 / ln2 - log2(1 + w * r_max) / (w * r_max)) / (w * r_max)
    tails = fit(tail, mpf(-0.6), mpf(0.61), 4)
    assert all((-1) ** k * c > 0 for k, c in enumerate(tails)), tails
    doc = "(log2(e) - log2(1 + r) / r) / r by powers of 32 r, alternating, times 2^32."
    out.array("LOG_TAIL", "u32", doc, [fixed(abs(k), 32, 32) for k in tails])
    out.scalar("LN_2", "u32", "ln 2 times 2^32.", fixed(ln2, 32, 32))
    out.scalar("LOG10_2", "u32", "log10(2) times 2^33.", fixed(log(2) / log(10), 33, 32))
    out.array("ATAN", "u64", "atan(k/32) times 2^62.", [fixed(atan(mpf(k) / 32), 62, 64) for k in range(33)])
    arc = lambda v: atan(sqrt(v) / 32) / (sqrt(v) / 32)
    doc = "1 - atan(t) / t by powers of 1024 t^2, from the first, alternating, times 2^32."
    arcs = fit(lambda v: (1 - arc(v)) / v, mpf(0), mpf(0.6), 1)
    out.array("ATAN_TAIL", "u32", doc, [fixed(abs(k), 32, 32) for k in arcs])
    out.scalar("HALF_PI", "u64", "pi/2 times 2^61.", fixed(pi / 2, 61, 64))
    erf_single(out)
    out.write()


def halves(value, bits):
    """The 128 bits of `value` in two words; `bits` of them after the point."""
    number = int(floor(value * mpf(2) ** bits))
    return number >> 64, number & (2**64 - 1)


def double_exp(out):
    for name, base in (("LOG2_E", exp(mpf(1))), ("LOG2_10", mpf(10))):
        high, low = halves(log2(base), 126)
        out.scalar(f"{name}_HIGH", "u64", f"{name.lower()} times 2^62, rounded down.", high)
        out.scalar(f"{name}_LOW", "u64", f"What {name}_HIGH lacks, times 2^126.", low)
    out.array("EXP2", "u64", "2^(i/64) times 2^63.", [fixed(mpf(2) ** (mpf(i) / 64), 63, 64) for i in range(64)])
    angle = lambda v: sqrt(v) / 2 * log(2) / 64
    cosine = fit(lambda v: (cosh(angle(v)) - 1) / v, mpf(0), mpf(1), 2)
    sine = fit(lambda v: sinh(angle(v)) / (sqrt(v) / 2), mpf(0), mpf(1), 3)
    doc = "{0} by powers of 4 g^2, |g| <= 1/2, times 2^{1}."
    out.array("COSH", "u64", doc.format("(cosh(g ln(2) / 64) - 1) / (4 g^2)", 80), [fixed(k, 80, 64) for k in cosine])
    out.array("SINH", "u64", doc.format("sinh(g ln(2) / 64) / g", 70), [fixed(k, 70, 64) for k in sine])


def double_log(out):
    ratios = log_ratios(64)
    bases = [halves(-log2(mpf(r) / 512), 128) for r in ratios[:-1]]
    out.array("LOG_RATIO", "u16", "1 / (1 + j/64) times 2^9, rounded.", ratios)
    doc = "-log2(LOG_RATIO / 2^9) times 2^64, without its whole part; rounded down."
    out.array("LOG_BASE_HIGH", "u64", doc, [high for high, low in bases])
    out.array("LOG_BASE_LOW", "u64", "What LOG_BASE_HIGH lacks, times 2^128.", [low for high, low in bases])
    tail = lambda w: (1 / log(2) - log2(1 + w / 64) / (w / 64)) / (w / 64)
    tails = fit(tail, mpf(-0.64), mpf(0.65), 8)
    assert all((-1) ** k * c > 0 for k, c in enumerate(tails)), tails
    doc = "(log2(e) - log2(1 + r) / r) / r by powers of 64 r, alternating, times 2^64."
    out.array("LOG_TAIL", "u64", doc, [fixed(abs(k), 64, 64) for k in tails])
    out.scalar("LN_2", "u64", "ln 2 times 2^64.", fixed(log(2), 64, 64))
    out.scalar("LOG10_2", "u64", "log10(2) times 2^65.", fixed(log(2) / log(10), 65, 64))


def double():
    out = Writer("f64")
    double_exp(out)
    double_log(out)
    out.array("TWO_OVER_PI", "u64", "64 zeros, then the bits of 2/pi.", two_over_pi(64, 20))
    quarter_waves(out, "u64", 9, 63)
    out.array("ATAN", "u64", "atan(k/64) times 2^64.", [fixed(atan(mpf(k) / 64), 64, 64) for k in range(65)])
    arc = lambda v: atan(sqrt(v) / 64) / (sqrt(v) / 64)
    arcs = fit(lambda v: (1 - arc(v)) / v, mpf(0), mpf(0.6), 3)
    doc = "1 - atan(t) / t by powers of 4096 t^2, from the first, alternating, times 2^64."
    out.array("ATAN_TAIL", "u64", doc, [fixed(abs(k), 64, 64) for k in arcs])
    out.scalar("HALF_PI", "u64", "pi/2 times 2^62.", fixed(pi / 2, 62, 64))
    for degree, values in enumerate(zip(*erf_pieces(11)(48))):
        doc = f"erf in pieces: coefficients of power {degree}, times 2^62."
        out.array(f"ERF_{degree}", "i64", doc, [signed(value, 62) for value in values])
    for degree, values in enumerate(zip(*erfcx_pieces(11)(48))):
        doc = f"2^(o + 1) exp(x^2) erfc(x) in pieces: coefficients of power {degree}, times 2^62."
        out.array(f"ERFCX_{degree}", "i64", doc, [signed(value, 62) for value in values])
    out.write()


if __name__ == "__main__":
    fraction()
    single()
    double()
