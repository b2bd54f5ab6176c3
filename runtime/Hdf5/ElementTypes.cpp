//===- ElementTypes.cpp - HDF5 types of C++ types -------------------------===//
#include "ElementTypes.h"

#include <array>

namespace redist::runtime {

using detail::element_kind;

static hid_t numberOf(element_kind kind, std::size_t size) {
  if (kind == element_kind::floating)
    return size == sizeof(float)    ? H5T_NATIVE_FLOAT
           : size == sizeof(double) ? H5T_NATIVE_DOUBLE
                                    : H5T_NATIVE_LDOUBLE;
  const bool isSigned = kind == element_kind::signed_integer;
  switch (size) {
  case 1:
    return isSigned ? H5T_NATIVE_INT8 : H5T_NATIVE_UINT8;
  case 2:
    return isSigned ? H5T_NATIVE_INT16 : H5T_NATIVE_UINT16;
  case 4:
    return isSigned ? H5T_NATIVE_INT32 : H5T_NATIVE_UINT32;
  case 8:
    return isSigned ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64;
  default:
    return H5I_INVALID_HID;
  }
}

static Handle booleanType() {
  Handle made(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose);
  const signed char no = 0, yes = 1;
  H5Tenum_insert(made.get(), "FALSE", &no);
  H5Tenum_insert(made.get(), "TRUE", &yes);
  return made;
}

static Handle complexType(std::size_t size) {
  Handle made(H5Tcreate(H5T_COMPOUND, size), H5Tclose);
  const hid_t part = numberOf(element_kind::floating, size / 2);
  H5Tinsert(made.get(), "r", 0, part);
  H5Tinsert(made.get(), "i", size / 2, part);
  return made;
}

static Handle structureType(const hdf5::type &what) {
  Handle made(H5Tcreate(H5T_COMPOUND, what.size), H5Tclose);
  for (const hdf5::field &field : what.fields) {
    const Handle inner = makeType(field.what);
    if (!inner.isOpen() || H5Tinsert(made.get(), field.name.c_str(),
                                     field.offset, inner.get()) < 0)
      return Handle();
  }
  return made;
}

static Handle singleType(const hdf5::type &what) {
  switch (what.kind) {
  case element_kind::boolean:
    return booleanType();
  case element_kind::complex:
    return complexType(what.size);
  case element_kind::other:
    return structureType(what);
  default:
    return Handle(H5Tcopy(numberOf(what.kind, what.size)), H5Tclose);
  }
}

Handle makeType(const hdf5::type &what) {
  Handle made = singleType(what);
  if (!made.isOpen() || what.extents.empty())
    return made;
  const std::vector<hsize_t> extents(what.extents.begin(), what.extents.end());
  return Handle(H5Tarray_create2(made.get(),
                                 static_cast<unsigned>(extents.size()),
                                 extents.data()),
                H5Tclose);
}

static Handle innerOf(hid_t outer) {
  return Handle(H5Tget_super(outer), H5Tclose);
}

static Handle memberOf(hid_t structure, int index) {
  return Handle(H5Tget_member_type(structure, static_cast<unsigned>(index)),
                H5Tclose);
}

static std::string nameOf(hid_t structure, int index) {
  char *const name =
      H5Tget_member_name(structure, static_cast<unsigned>(index));
  std::string result = name ? name : "";
  H5free_memory(name);
  return result;
}

static std::vector<hsize_t> extentsOf(hid_t array) {
  std::vector<hsize_t> result(
      static_cast<std::size_t>(std::max(H5Tget_array_ndims(array), 0)));
  H5Tget_array_dims2(array, result.data());
  return result;
}

static bool isSameStructure(hid_t a, hid_t b) {
  const int count = H5Tget_nmembers(a);
  if (count != H5Tget_nmembers(b))
    return false;
  for (int i = 0; i < count; ++i) {
    const int other = H5Tget_member_index(b, nameOf(a, i).c_str());
    if (other < 0 ||
        !isSameType(memberOf(a, i).get(), memberOf(b, other).get()))
      return false;
  }
  return true;
}

bool isSameType(hid_t a, hid_t b) {
  const H5T_class_t kind = H5Tget_class(a);
  if (kind != H5Tget_class(b))
    return false;
  switch (kind) {
  case H5T_INTEGER:
    return H5Tget_size(a) == H5Tget_size(b) && H5Tget_sign(a) == H5Tget_sign(b);
  case H5T_FLOAT:
    return H5Tget_size(a) == H5Tget_size(b) &&
           H5Tget_precision(a) == H5Tget_precision(b);
  case H5T_ENUM:
    return H5Tget_nmembers(a) == H5Tget_nmembers(b) &&
           isSameType(innerOf(a).get(), innerOf(b).get());
  case H5T_COMPOUND:
    return isSameStructure(a, b);
  case H5T_ARRAY:
    return extentsOf(a) == extentsOf(b) &&
           isSameType(innerOf(a).get(), innerOf(b).get());
  default:
    return false; // none of ours
  }
}

std::string textOfType(hid_t what) {
  const std::string bits = std::to_string(8 * H5Tget_size(what));
  std::string text;
  switch (H5Tget_class(what)) {
  case H5T_INTEGER:
    return (H5Tget_sign(what) == H5T_SGN_NONE ? "uint" : "int") + bits;
  case H5T_FLOAT:
    return "float" + bits;
  case H5T_ENUM:
    return H5Tget_nmembers(what) == 2 && nameOf(what, 0) == "FALSE"
               ? "bool"
               : "enumeration of " + textOfType(innerOf(what).get());
  case H5T_COMPOUND:
    for (int i = 0; i < H5Tget_nmembers(what); ++i)
      text += (i > 0 ? ", " : "") + nameOf(what, i) + ": " +
              textOfType(memberOf(what, i).get());
    return "{" + text + "}";
  case H5T_ARRAY:
    text = textOfType(innerOf(what).get());
    for (const hsize_t extent : extentsOf(what))
      text += "[" + std::to_string(extent) + "]";
    return text;
  case H5T_STRING:
    return "string";
  default:
    return "another kind";
  }
}

} // namespace redist::runtime
