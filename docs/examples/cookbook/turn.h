//===- turn.h - Functions with directives, for C and C++ ------------------===//
//
// What blur.c calls and turn.cpp has.
//
//===----------------------------------------------------------------------===//
#ifndef TURN_H
#define TURN_H

#ifdef __cplusplus
extern "C" {
#endif

// `rows` are this rank's of a square matrix, dealt in blocks; `columns` become
// its rows of the transposed one.
void turn(const double *rows, long n, double *columns);

// The sum over all ranks.
double total(double part);

#ifdef __cplusplus
}
#endif

#endif
