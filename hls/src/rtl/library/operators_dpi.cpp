// The float operators on the host's own floats, for simulation: the same bits as the gates beside this file.
//
// Compile with -ffp-contract=off and without -ffast-math. A format is told by the bits of its exponent: 8 is float,
// 11 is double. Values travel as their bits. What IEEE 754 leaves open of a NaN is decided: it is positive and quiet.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace {

using Bits = unsigned long long;

template <typename Float> struct Format;
template <> struct Format<float> {
    using Word = std::uint32_t;
    static constexpr Word nan = 0x7fc00000u;
};
template <> struct Format<double> {
    using Word = std::uint64_t;
    static constexpr Word nan = 0x7ff8000000000000u;
};

template <typename Float> Float flushed(Float x, int flush) {
    return flush && std::fabs(x) < std::numeric_limits<Float>::min() ? std::copysign(Float(0), x) : x;
}

template <typename Float> Float from_bits(Bits bits, int flush) {
    const auto word = static_cast<typename Format<Float>::Word>(bits);
    Float x;
    std::memcpy(&x, &word, sizeof x);
    return flushed(x, flush);
}

template <typename Float> Bits to_bits(Float x, int flush) {
    if (x != x) return Format<Float>::nan;
    x = flushed(x, flush);
    typename Format<Float>::Word word;
    std::memcpy(&word, &x, sizeof word);
    return word;
}

template <typename Float, typename F> Bits unary(Bits a, int flush, F f) {
    return to_bits<Float>(f(from_bits<Float>(a, flush)), flush);
}

template <typename Float, typename F> Bits binary(Bits a, Bits b, int flush, F f) {
    return to_bits<Float>(f(from_bits<Float>(a, flush), from_bits<Float>(b, flush)), flush);
}

// Bit 2: a < b. Bit 1: a == b. Bit 0: one is NaN.
template <typename Float> Bits compare(Float a, Float b) {
    return (a < b ? 4u : 0u) | (a == b ? 2u : 0u) | (a != a || b != b ? 1u : 0u);
}

// A NaN counts as missing; -0 is below +0.
template <typename Float> Float least(Float a, Float b) {
    return b != b || a < b || (a == b && std::signbit(a)) ? a : b;
}

template <typename Float> Float rounded(Float x, int mode) {
    switch (mode) {
        case 0: return std::floor(x);
        case 1: return std::ceil(x);
        case 2: return std::trunc(x);
        case 3: return std::round(x);
        default: return std::nearbyint(x); // to even: no one changes the mode of rounding
    }
}

// Truncates and saturates. Both limits, and one above the larger one, are exact as floats or are powers of two.
template <typename Float> Bits to_integer(Float x, int width, int is_signed) {
    const Bits mask = ~Bits(0) >> (64 - width);
    const Float end = std::ldexp(Float(1), is_signed ? width - 1 : width);
    if (x != x) return 0;
    if (x >= end) return is_signed ? mask >> 1 : mask;
    if (is_signed) return x < -end ? Bits(1) << (width - 1) : static_cast<Bits>(static_cast<long long>(x)) & mask;
    return x <= Float(0) ? 0 : static_cast<Bits>(x);
}

template <typename Float> Bits from_integer(Bits a, int width, int is_signed) {
    if (!is_signed) return to_bits<Float>(static_cast<Float>(a), 0);
    const auto value = static_cast<long long>(a << (64 - width)) >> (64 - width);
    return to_bits<Float>(static_cast<Float>(value), 0);
}

} // namespace

extern "C" {

Bits sh_dpi_fadd(Bits a, Bits b, int exp, int flush) {
    const auto f = [](auto x, auto y) { return x + y; };
    return exp == 8 ? binary<float>(a, b, flush, f) : binary<double>(a, b, flush, f);
}

Bits sh_dpi_fmul(Bits a, Bits b, int exp, int flush) {
    const auto f = [](auto x, auto y) { return x * y; };
    return exp == 8 ? binary<float>(a, b, flush, f) : binary<double>(a, b, flush, f);
}

Bits sh_dpi_fdiv(Bits a, Bits b, int exp, int flush) {
    const auto f = [](auto x, auto y) { return x / y; };
    return exp == 8 ? binary<float>(a, b, flush, f) : binary<double>(a, b, flush, f);
}

Bits sh_dpi_fsqrt(Bits a, int exp, int flush) {
    const auto f = [](auto x) { return std::sqrt(x); };
    return exp == 8 ? unary<float>(a, flush, f) : unary<double>(a, flush, f);
}

Bits sh_dpi_ffma(Bits a, Bits b, Bits c, int exp, int flush) {
    if (exp == 8) {
        const float z = from_bits<float>(c, flush);
        return binary<float>(a, b, flush, [z](float x, float y) { return std::fma(x, y, z); });
    }
    const double z = from_bits<double>(c, flush);
    return binary<double>(a, b, flush, [z](double x, double y) { return std::fma(x, y, z); });
}

Bits sh_dpi_fcmp(Bits a, Bits b, int exp, int flush) {
    if (exp == 8) return compare(from_bits<float>(a, flush), from_bits<float>(b, flush));
    return compare(from_bits<double>(a, flush), from_bits<double>(b, flush));
}

Bits sh_dpi_fminmax(Bits a, Bits b, int exp, int flush, int max) {
    const auto f = [max](auto x, auto y) { return max ? -least(-x, -y) : least(x, y); };
    return exp == 8 ? binary<float>(a, b, flush, f) : binary<double>(a, b, flush, f);
}

Bits sh_dpi_fround(Bits a, int exp, int flush, int mode) {
    const auto f = [mode](auto x) { return rounded(x, mode); };
    return exp == 8 ? unary<float>(a, flush, f) : unary<double>(a, flush, f);
}

Bits sh_dpi_i2f(Bits a, int exp, int width, int is_signed) {
    return exp == 8 ? from_integer<float>(a, width, is_signed) : from_integer<double>(a, width, is_signed);
}

Bits sh_dpi_f2i(Bits a, int exp, int width, int is_signed) {
    return exp == 8 ? to_integer(from_bits<float>(a, 0), width, is_signed)
                    : to_integer(from_bits<double>(a, 0), width, is_signed);
}

Bits sh_dpi_f2f(Bits a, int exp, int to_exp, int flush) {
    if (exp == to_exp) return exp == 8 ? unary<float>(a, flush, [](float x) { return x; })
                                       : unary<double>(a, flush, [](double x) { return x; });
    if (exp == 8) return to_bits<double>(from_bits<float>(a, flush), flush);
    return to_bits<float>(static_cast<float>(from_bits<double>(a, flush)), flush);
}
}
