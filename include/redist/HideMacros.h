//===- HideMacros.h - Templates are safe from macros -----------*- C++ -*-===//
//
// Generated code includes Reduce.h after the user's own macros, and `#define N
// 1000` is what programs say. Cereal calls template parameters N and T: the
// macros of these names are put aside until RestoreMacros.h, which must follow.
// Both may be included again and have no guards.
//
//===----------------------------------------------------------------------===//
#pragma push_macro("A")
#undef A
#pragma push_macro("B")
#undef B
#pragma push_macro("C")
#undef C
#pragma push_macro("D")
#undef D
#pragma push_macro("E")
#undef E
#pragma push_macro("F")
#undef F
#pragma push_macro("G")
#undef G
#pragma push_macro("H")
#undef H
#pragma push_macro("I")
#undef I
#pragma push_macro("J")
#undef J
#pragma push_macro("K")
#undef K
#pragma push_macro("L")
#undef L
#pragma push_macro("M")
#undef M
#pragma push_macro("N")
#undef N
#pragma push_macro("O")
#undef O
#pragma push_macro("P")
#undef P
#pragma push_macro("Q")
#undef Q
#pragma push_macro("R")
#undef R
#pragma push_macro("S")
#undef S
#pragma push_macro("T")
#undef T
#pragma push_macro("U")
#undef U
#pragma push_macro("V")
#undef V
#pragma push_macro("W")
#undef W
#pragma push_macro("X")
#undef X
#pragma push_macro("Y")
#undef Y
#pragma push_macro("Z")
#undef Z
#pragma push_macro("AA")
#undef AA
#pragma push_macro("KE")
#undef KE
#pragma push_macro("OS")
#undef OS
#pragma push_macro("PT")
#undef PT
#pragma push_macro("ST")
#undef ST
#pragma push_macro("T1")
#undef T1
#pragma push_macro("T2")
#undef T2
#pragma push_macro("TT")
#undef TT
#pragma push_macro("UU")
#undef UU
#pragma push_macro("VS")
#undef VS
