// Prints what AMD's types compute: in front of each value its bits, and `i` or `u`.
#define AP_INT_MAX_W 4096
#include "ap_int.h"
#include "ap_fixed.h"
#include <cstdio>
#include <string>

template <int W, bool S> void show(const ap_int_base<W, S>& x) {
    ap_int_base<W, false> bits = x;
    std::string text = bits.to_string(16);
    if (text.compare(0, 2, "0x") == 0) text = text.substr(2);
    for (char& digit : text) digit = tolower(digit);
    size_t first = text.find_first_not_of('0');
    printf(" %c%d:%s", S ? 'i' : 'u', W, first == std::string::npos ? "0" : text.c_str() + first);
}

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
void show(const ap_fixed_base<W, I, S, Q, O, N>& x) {
    ap_int_base<W, S> raw;
    raw.V = x.V;
    printf(" %d", I);
    show(raw);
}

inline void show(bool x) { printf(" %d", x); }

// The headers lose a carry in some products and quotients of more than 64 bits: those are compared with bnum.
template <class A, class B> constexpr bool is_narrow() { return A::width + B::width <= 64; }

template <class A, class B> void ring(A a, B b) {
    show(a + b); show(a - b); show(-a);
    if (is_narrow<A, B>()) show(a * b);
}

template <class A, class B> void logic(A a, B b) {
    show(a & b); show(a | b); show(a ^ b); show(~a);
}

template <int W, bool S> ap_int_base<W, S> base(const ap_int_base<W, S>& x) { return x; }

// Distances below 8, to the left and to the right.
template <class A, class B> void shifts(A a, B b) {
    ap_int<4> distance = b;
    show(a << distance); show(a >> distance);
}

template <int W, bool S, int V, bool T> void integers(ap_int_base<W, S> x, ap_int_base<V, T> y) {
    typedef typename _ap_int_factory<W, S>::type A;
    typedef typename _ap_int_factory<V, T>::type B;
    A a = x;
    B b = y;

    ring(a, b); logic(a, b); shifts(a, b);
    // The headers are wrong about negative numbers beside unsigned ones: quotients have the sign of the wider operand
    // (ap_int<3>(-4) / ap_uint<4>(2) is 14 modulo 8), and 64 bits are compared as C does.
    if (S == T || (a >= 0 && b >= 0)) {
        show(a < b); show(a == b);
        if (b != 0 && is_narrow<A, B>()) { show(a / b); show(a % b); }
    }
    A c = a; c += b; show(c);
    c = a; c -= b; show(c);
    if (is_narrow<A, B>()) { c = a; c *= b; show(c); }
    puts("");
}

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
constexpr bool is_signed(const ap_fixed_base<W, I, S, Q, O, N>&) { return S; }

template <class A, class B> void fixed(A a, B b) {
    ring(a, b); logic(a, b);
    show(a < b); show(a == b);
    // The headers have no room for the quotient of the smallest number and -1, both as raw integers.
    bool wide = is_signed(a) && a.range() == 1 << (A::width - 1) && b.range() == (1 << B::width) - 1;
    if (b != 0 && is_signed(a) == is_signed(b) && !wide) show(a / b);
    puts("");
}

template <class A, class B, int W, int V> void all_integers() {
    for (int x = 0; x < 1 << W; x++) for (int y = 0; y < 1 << V; y++) integers(base(A(x)), base(B(y)));
}

template <class A> A raw(int bits) { A x; x.range() = ap_uint<A::width>(bits); return x; }

template <class A, class B> void all_fixed() {
    for (int x = 0; x < 1 << A::width; x++) for (int y = 0; y < 1 << B::width; y++) fixed(raw<A>(x), raw<B>(y));
}

// Each number of a type as another one.
template <class A, class B> void convert() {
    for (int x = 0; x < 1 << A::width; x++) show(B(raw<A>(x)));
    puts("");
}

template <class A, class B> void texts(const char* a, const char* b) { integers(base(A(a, 16)), base(B(b, 16))); }

template <class A> void unary(const char* text) {
    A a(text, 16), b = a;
    show(b.reverse());
    show(a.and_reduce()); show(a.or_reduce()); show(a.nor_reduce());
    // Beyond 64 bits the headers say that no bit is set.
    if (A::width <= 64) show(a.nand_reduce());
    // They count the bits that repeat the sign in 64.
    if (a >= 0 || A::width >= 64) { show(a.xor_reduce()); show(a.xnor_reduce()); }
    show(ap_uint<A::width>(a.range(A::width - 1, A::width / 3)));
    show(a.concat(ap_uint<7>(0x5a)).get());
    printf(" %s %a\n", a.to_string(10).c_str(), ap_fixed<A::width + 1, A::width + 1>(a).to_double());
}
