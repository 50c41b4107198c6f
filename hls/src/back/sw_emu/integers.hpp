// Integers of 1 to 128 bits: what the kernels' C++ uses of AMD's `ap_int` and `ap_uint`.

#include <cstdint>
#include <type_traits>

#define SYCL_HLS_INTEGERS

namespace sycl_hls {
__extension__ typedef __int128 I128;
__extension__ typedef unsigned __int128 U128;

// 65 to 128 bits, which AMD's headers align as words of 64.
struct Words {
    uint64_t low;
    uint64_t high;
    Words() = default;
    constexpr Words(U128 bits) : low((uint64_t)bits), high((uint64_t)(bits >> 64)) {}
    constexpr operator U128() const { return (U128)high << 64 | low; }
};

template <bool FIRST, class A, class B> using Either = typename std::conditional<FIRST, A, B>::type;

// N bits in as many bytes as AMD's. Those above N are their sign; where they are not, nothing sees it.
template <int N, bool SIGNED> struct Integer {
    using Stored = Either<N <= 8, uint8_t,
        Either<N <= 16, uint16_t, Either<N <= 32, uint32_t, Either<N <= 64, uint64_t, Words>>>>;
    // What is computed in: no type narrower than `int`, to which C++ would convert it.
    using Bits = Either<N <= 32, uint32_t, Either<N <= 64, uint64_t, U128>>;
    using Value = Either<SIGNED, Either<N <= 32, int32_t, Either<N <= 64, int64_t, I128>>, Bits>;
    static constexpr int UNUSED = (int)(8 * sizeof(Bits)) - N;

    Stored stored;

    Integer() = default;
    template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    constexpr Integer(T value) : Integer(of((Bits)(Value)value)) {}
    template <int M, bool OTHER> constexpr explicit Integer(Integer<M, OTHER> other)
        : Integer(of((Bits)other.value())) {}
    template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    constexpr explicit operator T() const { return (T)value(); }

    static constexpr Value extended(Bits bits) { return (Value)(bits << UNUSED) >> UNUSED; }
    static constexpr Integer of(Bits bits) { return Integer((Stored)(Bits)extended(bits), 0); }
    constexpr Value value() const { return extended((Bits)stored); }
    constexpr Bits bits() const { return (Bits)value(); }

    friend constexpr Integer operator+(Integer a, Integer b) { return of(a.bits() + b.bits()); }
    friend constexpr Integer operator-(Integer a, Integer b) { return of(a.bits() - b.bits()); }
    friend constexpr Integer operator*(Integer a, Integer b) { return of(a.bits() * b.bits()); }
    friend constexpr Integer operator/(Integer a, Integer b) { return of((Bits)(a.value() / b.value())); }
    friend constexpr Integer operator%(Integer a, Integer b) { return of((Bits)(a.value() % b.value())); }
    friend constexpr Integer operator&(Integer a, Integer b) { return of(a.bits() & b.bits()); }
    friend constexpr Integer operator|(Integer a, Integer b) { return of(a.bits() | b.bits()); }
    friend constexpr Integer operator^(Integer a, Integer b) { return of(a.bits() ^ b.bits()); }
    constexpr Integer operator~() const { return of(~bits()); }
    constexpr Integer operator-() const { return of(0 - bits()); }
    friend constexpr Integer operator<<(Integer a, int distance) { return of(a.bits() << distance); }
    friend constexpr Integer operator>>(Integer a, int distance) { return of((Bits)(a.value() >> distance)); }
    friend constexpr bool operator==(Integer a, Integer b) { return a.value() == b.value(); }
    friend constexpr bool operator!=(Integer a, Integer b) { return a.value() != b.value(); }
    friend constexpr bool operator<(Integer a, Integer b) { return a.value() < b.value(); }
    friend constexpr bool operator<=(Integer a, Integer b) { return a.value() <= b.value(); }
    friend constexpr bool operator>(Integer a, Integer b) { return a.value() > b.value(); }
    friend constexpr bool operator>=(Integer a, Integer b) { return a.value() >= b.value(); }

private:
    constexpr Integer(Stored stored, int) : stored(stored) {}
};
} // namespace sycl_hls

template <int N> using ap_int = sycl_hls::Integer<N, true>;
template <int N> using ap_uint = sycl_hls::Integer<N, false>;

