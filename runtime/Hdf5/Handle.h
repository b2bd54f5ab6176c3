//===- Handle.h - Owning handle of an HDF5 object --------------*- C++ -*-===//
//
// Room Hdf5. Identifiers that are closed at the end of their scope, and the
// HDF5 message of the last failed call, whose printing is suppressed.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_HDF5_HANDLE_H
#define REDIST_RUNTIME_HDF5_HANDLE_H

#include <hdf5.h>

#include <string>
#include <utility>

namespace redist::runtime {

class Handle {
public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t made, Close how) : id(made), closing(how) {}
  Handle(Handle &&other) noexcept
      : id(std::exchange(other.id, H5I_INVALID_HID)), closing(other.closing) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(id, other.id);
    std::swap(closing, other.closing);
    return *this;
  }
  ~Handle() { close(); }

  bool isOpen() const { return id >= 0; }
  hid_t get() const { return id; }
  /// Whether that went well, or there was nothing to close.
  bool close() {
    return !isOpen() || closing(std::exchange(id, H5I_INVALID_HID)) >= 0;
  }

private:
  hid_t id = H5I_INVALID_HID;
  Close closing = nullptr;
};

/// HDF5 prints nothing while this lives.
class QuietHdf5 {
public:
  QuietHdf5() {
    H5Eget_auto2(H5E_DEFAULT, &print, &data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  QuietHdf5(const QuietHdf5 &) = delete;
  QuietHdf5 &operator=(const QuietHdf5 &) = delete;
  ~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, print, data); }

private:
  H5E_auto2_t print = nullptr;
  void *data = nullptr;
};

/// What the innermost function said of the last call that failed.
std::string reasonOfHdf5();

} // namespace redist::runtime

#endif
