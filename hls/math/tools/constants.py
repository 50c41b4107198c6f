#!/usr/bin/env python3
"""Writes the constants of the functions: `constants.rs` of src/fraction, src/f32 and src/f64.

    python3 -m venv venv && venv/bin/pip install mpmath && venv/bin/python hls/math/tools/constants.py

Polynomials interpolate at Chebyshev nodes, in 1500 bits: their error is within a factor of two of the least possible.
Their variable is scaled to [0, 1] or [-1, 1], so that all coefficients of one polynomial have the same scale.
"""

from pathlib import Path

from mpmath import atan, cbrt, cos, cosh, e, erf, erfc, exp, floor, log, lu_solve, matrix, mp, mpf, nint
from mpmath import pi, sin, sinh, sqrt

mp.prec = 1500
SOURCE = Path(__file__).parent.parent / "src"
WIDTH = 110


def log2(x):
    return log(x) / log(2)


def fit(f, low, high, degree):
    """Coefficients, lowest first, of the polynomial of this degree nearest to `f` on [low, high]."""
    count = degree + 1
    nodes = [cos(pi * (2 * k + 1) / (2 * count)) for k in range(count)]
    points = [mpf(low + high) / 2 + mpf(high - low) / 2 * node for node in nodes]
    rows = matrix([[point**j for j in range(count)] for point in points])
    return list(lu_solve(rows, matrix([f(point) for point in points])))


def alternating(coefficients):
    """The magnitudes of coefficients whose signs alternate."""
    assert all((-1) ** k * c > 0 for k, c in enumerate(coefficients)), coefficients
    return [abs(c) for c in coefficients]


class Module:
    """Collects the constants of one module."""

    def __init__(self, name):
        self.name = name
        self.lines = [f"// Constants of the functions of {name}. Written by tools/constants.py; do not edit."]

    def scalar(self, name, kind, doc, value, bits, rounding=nint):
        """A constant with `bits` bits after the point."""
        text = self.literal(kind, value, bits, rounding)
        self.lines += ["", f"// {doc}, times 2^{bits}.", f"const {name}: {kind} = {text};"]

    def array(self, name, kind, doc, values, bits, rounding=nint):
        """Constants with `bits` bits after the point."""
        scale = f", times 2^{bits}" if bits else ""
        self.lines += ["", f"// {doc}{scale}.", f"const {name}: [{kind}; {len(values)}] = ["]
        line = "   "
        for value in values:
            text = f" {self.literal(kind, value, bits, rounding)},"
            if len(line + text) > WIDTH:
                self.lines.append(line)
                line = "   "
            line += text
        self.lines += [line, "];"]

    @staticmethod
    def literal(kind, value, bits, rounding):
        number = int(rounding(value * mpf(2) ** bits))
        width = int(kind[1:])
        if kind[0] == "i":
            assert abs(number) < 2 ** (width - 1), (value, bits, kind)
            return str(number)
        assert 0 <= number < 2**width, (value, bits, kind)
        text = f"{number:0{width // 4}x}"
        text = f"{text[:8]}_{text[8:]}" if width == 64 else text
        return f"0x{text}" if number > 9999 else str(number)

    def write(self):
        (SOURCE / self.name / "constants.rs").write_text("\n".join(self.lines) + "\n")


def seeds(f, first, count, steps):
    """`f` in the middle of the intervals from n / steps to (n + 1) / steps, less than 1 in 9 bits."""
    limit = mpf(511) / 512
    return [min(limit, f((n + mpf(1) / 2) / steps)) for n in range(first, first + count)]


def newton(out):
    """First approximations of Newton's iterations."""
    out.array("RECIPROCAL", "u16", "1 / x, x in [1, 2) by 64ths", seeds(lambda x: 1 / x, 64, 64, 64), 9)
    out.array("RSQRT", "u16", "1 / sqrt(x), x in [1, 4) by 16ths", seeds(lambda x: 1 / sqrt(x), 16, 48, 16), 9)
    out.array("RCBRT", "u16", "1 / cbrt(x), x in [1, 8) by 8ths", seeds(lambda x: 1 / cbrt(x), 8, 56, 8), 9)


def trigonometry(out, kind, words, degree):
    width = int(kind[1:])
    bits = int(floor(2 / pi * mpf(2) ** ((words - 1) * width)))
    values = [bits >> ((words - 1 - i) * width) & (2**width - 1) for i in range(words)]
    out.array("TWO_OVER_PI", kind, f"{width} zeros, then the bits of 2/pi", values, 0)
    # By powers of v = 4 f^2, for f up to one half.
    sine = fit(lambda v: sin(sqrt(v) * pi / 4) / (sqrt(v) / 2), 0, 1, degree)
    cosine = fit(lambda v: cos(sqrt(v) * pi / 4), 0, 1, degree)
    doc = "sin(f pi/2) / f by powers of 4 f^2, alternating, then cos(f pi/2) likewise"
    out.array("WAVES", kind, doc, alternating(sine) + alternating(cosine), width - 1)


def exponential(out, kind, steps, degrees, sine_bits, cosine_bits):
    """2^(g / steps) for |g| <= 1/2, as sinh and cosh of g ln(2) / steps."""
    angle = lambda v: sqrt(v) / 2 * log(2) / steps
    cosine = fit(lambda v: (cosh(angle(v)) - 1) / v, 0, 1, degrees[0])
    sine = fit(lambda v: sinh(angle(v)) / (sqrt(v) / 2), 0, 1, degrees[1])
    out.array("COSH", kind, f"(cosh(g ln(2) / {steps}) - 1) / (4 g^2) by powers of 4 g^2", cosine, cosine_bits)
    out.array("SINH", kind, f"sinh(g ln(2) / {steps}) / g by powers of 4 g^2", sine, sine_bits)


def logarithm(out, kind, steps, degree, reach):
    """log2(1 + r) for |r| up to reach / steps."""
    ratios = [nint(512 / (1 + mpf(j) / steps)) / 512 for j in range(steps + 1)]
    out.array("LOG_RATIO", "u16", f"1 / (1 + j/{steps}), rounded", ratios, 9)
    line = lambda r: log2(1 + r) / r
    # The nodes must miss 0.
    tail = fit(lambda w: (log2(e) - line(w / steps)) / (w / steps), -reach, reach + mpf(1) / 100, degree)
    doc = f"(log2(e) - log2(1 + r) / r) / r by powers of {steps} r, alternating"
    out.array("LOG_TAIL", kind, doc, alternating(tail), int(kind[1:]))
    out.scalar("LN_2", kind, "ln 2", log(2), int(kind[1:]))
    out.scalar("LOG10_2", kind, "log10(2)", log(2) / log(10), int(kind[1:]) + 1)
    return [-log2(ratio) for ratio in ratios]


def arc(out, kind, steps, degree, table_bits):
    out.array("ATAN", "u64", f"atan(k/{steps})", [atan(mpf(k) / steps) for k in range(steps + 1)], table_bits)
    ratio = lambda v: atan(sqrt(v) / steps) / (sqrt(v) / steps)
    tail = fit(lambda v: (1 - ratio(v)) / v, 0, mpf(6) / 10, degree)
    doc = f"1 - atan(t) / t by powers of {steps * steps} t^2, from the first, alternating"
    out.array("ATAN_TAIL", kind, doc, alternating(tail), int(kind[1:]))


def error_function(out, kinds, bits, degree, pieces, octaves):
    """`kinds` and `bits`: of the coefficients of power 0, and of the others for `erf` and `exp(x^2) erfc(x)`."""
    near = fit(lambda v: erf(sqrt(v) / 2) / (sqrt(v) / 2), 0, 1, degree)
    unused = [[mpf(0)] * (degree + 1)] * 3
    far = [fit(lambda v, i=i: erf((i + v) / 8), 0, 1, degree) for i in range(4, pieces)]
    doc = "erf(x), 8 x = i + v, by powers of v; piece 0 is erf(x) / x, v = 4 x^2"
    powers(out, "ERF", doc, kinds, (bits[0], bits[1]), [near] + unused + far)
    scaled = lambda o, x: mpf(2) ** (o + 1) * exp(x * x) * erfc(x)
    place = lambda o, i, v: mpf(2) ** o * (8 + i + v) / 8
    eighths = [(o, i) for o in range(-1, octaves - 1) for i in range(8)]
    rest = [fit(lambda v, o=o, i=i: scaled(o, place(o, i, v)), 0, 1, degree) for o, i in eighths]
    doc = "2^(o + 1) exp(x^2) erfc(x) by powers of v, x = 2^o (1 + (i + v) / 8)"
    powers(out, "ERFCX", doc, kinds, (bits[0], bits[2]), rest)


def powers(out, name, doc, kinds, bits, pieces):
    """An array for each power, with the coefficients of all pieces."""
    for power, values in enumerate(zip(*pieces)):
        choice = min(power, 1)
        out.array(f"{name}_{power}", kinds[choice], f"{doc if power == 0 else name}: power {power}", values, bits[choice])


def fraction():
    out = Module("fraction")
    newton(out)
    out.write()


def single():
    out = Module("f32")
    trigonometry(out, "u32", 9, 4)
    out.scalar("LOG2_E", "u64", "log2(e)", log2(e), 38)
    out.scalar("LOG2_10", "u64", "log2(10)", log2(10), 38)
    out.array("EXP2", "u64", "2^(i/32)", [mpf(2) ** (mpf(i) / 32) for i in range(32)], 62)
    exponential(out, "u32", 32, (1, 1), 37, 44)
    bases = logarithm(out, "u32", 32, 4, mpf(6) / 10)
    out.array("LOG_BASE", "u64", "-log2(LOG_RATIO / 2^9)", bases, 55)
    high = floor(log2(e) * 2**31)
    out.scalar("LOG2_E_HIGH", "u32", "log2(e), rounded down", log2(e), 31, floor)
    out.scalar("LOG2_E_LOW", "u32", "What LOG2_E_HIGH lacks", log2(e) - high / 2**31, 63, floor)
    arc(out, "u32", 32, 1, 62)
    out.scalar("HALF_PI", "u64", "pi/2", pi / 2, 61)
    error_function(out, ("i64", "i32"), (40, 34, 33), 5, 32, 5)
    out.write()


def double():
    out = Module("f64")
    trigonometry(out, "u64", 20, 9)
    for name, value in (("LOG2_E", log2(e)), ("LOG2_10", log2(10))):
        high = floor(value * mpf(2) ** 62) / mpf(2) ** 62
        out.scalar(f"{name}_HIGH", "u64", f"{name.lower()}, rounded down", value, 62, floor)
        out.scalar(f"{name}_LOW", "u64", f"What {name}_HIGH lacks", value - high, 126, floor)
    out.array("EXP2", "u64", "2^(i/64)", [mpf(2) ** (mpf(i) / 64) for i in range(64)], 63)
    exponential(out, "u64", 64, (2, 3), 70, 80)
    # The last one is 1: its whole part is counted elsewhere, and the first one's fraction is the same.
    bases = logarithm(out, "u64", 64, 8, mpf(64) / 100)[:-1]
    highs = [floor(base * mpf(2) ** 64) / mpf(2) ** 64 for base in bases]
    out.array("LOG_BASE_HIGH", "u64", "-log2(LOG_RATIO / 2^9), rounded down", bases, 64, floor)
    lows = [base - high for base, high in zip(bases, highs)]
    out.array("LOG_BASE_LOW", "u64", "What LOG_BASE_HIGH lacks", lows, 128, floor)
    arc(out, "u64", 64, 3, 64)
    out.scalar("HALF_PI", "u64", "pi/2", pi / 2, 62)
    error_function(out, ("i64", "i64"), (62, 62, 62), 11, 48, 6)
    out.write()


if __name__ == "__main__":
    fraction()
    single()
    double()
