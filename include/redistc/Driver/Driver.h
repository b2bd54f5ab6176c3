//===- Driver.h - The compiler as a whole ----------------------*- C++ -*-===//
//
// One call that is the program: command line in, files and diagnostics out.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_DRIVER_DRIVER_H
#define REDISTC_DRIVER_DRIVER_H

namespace redistc::driver {

/// Exit status: 0; 1 where the input is wrong; 2 where the command line is.
/// After anything but 0 no file was written or changed.
int run(int argc, const char **argv);

} // namespace redistc::driver

#endif
