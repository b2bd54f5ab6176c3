//===- DatasetFile.cpp - One dataset of an open file ----------------------===//
#include "DatasetFile.h"

#include "ElementTypes.h"

#include "../Array/ArrayAgreement.h"
#include "../Support/MpiCalls.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <vector>

namespace redist::runtime {

using detail::array_shape;

std::string reasonOfHdf5() {
  std::string reason;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned index, const H5E_error2_t *record, void *text) {
        if (index == 0 && record->desc)
          *static_cast<std::string *>(text) = record->desc;
        return herr_t{0};
      },
      &reason);
  return reason.empty() ? "HDF5 does not say why" : reason;
}

DatasetFile::DatasetFile(MPI_Comm communicator, std::string filePath,
                         std::string datasetName, const char *member)
    : talk(communicator), path(std::move(filePath)),
      name(std::move(datasetName)), caller(member) {
  // Groups are made of what stands between slashes.
  const bool isGood = !name.empty() && name.back() != '/' &&
                      name.find('\0') == std::string::npos &&
                      ("/" + name + "/").find("/./") == std::string::npos;
  if (!isGood)
    found = "'" + name + "' cannot be the name of a dataset of '" + path + "'";
}

void DatasetFile::complain(const std::string &what) {
  if (isWell())
    found = what;
}

void DatasetFile::check(long long code, const char *what) {
  if (code < 0)
    complain(std::string("cannot ") + what + " dataset '" + name + "' of '" +
             path + "': " + reasonOfHdf5());
}

void DatasetFile::agree() const { agreeOn(talk, found, caller); }

/// Why this process cannot open the file itself; empty where it can.
static std::string problemOfOpening(const std::string &place, bool isChanged) {
  const int file =
      ::open(place.c_str(), (isChanged ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (file < 0)
    return std::generic_category().message(errno);
  ::close(file);
  return std::string();
}

void DatasetFile::open(const std::string &place, Access access) {
  const std::string what =
      "cannot open '" + path + "' for dataset '" + name + "': ";
  // HDF5 waits for ranks that do not get that far: on a node, perhaps, that
  // does not see the folder.
  if (const auto reason = problemOfOpening(place, access != Access::read);
      !reason.empty())
    complain(what + reason);
  agree();
  const Handle how(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fapl_mpio(how.get(), talk, MPI_INFO_NULL);
  H5Pset_fclose_degree(how.get(), H5F_CLOSE_STRONG);
  // One rank reads what all need to know.
  H5Pset_all_coll_metadata_ops(how.get(), true);
  H5Pset_coll_metadata_write(how.get(), true);
  file = {access == Access::create
              ? H5Fcreate(place.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, how.get())
              : H5Fopen(place.c_str(),
                        access == Access::read ? H5F_ACC_RDONLY : H5F_ACC_RDWR,
                        how.get()),
          H5Fclose};
  if (!file.isOpen())
    complain(what + reasonOfHdf5());
  requireAllOrNone();
  agree();
}

/// Ranks close the file together, at the latest in MPI_Finalize(): where not
/// all have opened it the job ends.
void DatasetFile::requireAllOrNone() {
  int own = file.isOpen(), any = 0;
  checkMpi(MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_MAX, talk),
           "MPI_Allreduce");
  if (any > own)
    throw LoneError(found);
}

static std::vector<hsize_t> extentsOf(const array_shape &shape) {
  return {shape.extents().begin(),
          shape.extents().begin() + shape.dimension_count()};
}

void DatasetFile::create(hid_t type, const array_shape &shape) {
  if (!isWell())
    return;
  // What cannot be is found before anything is written.
  hasName();
  if (!isWell())
    return;
  dimensions = shape.dimension_count();
  const auto extents = extentsOf(shape);
  const Handle space(
      H5Screate_simple(static_cast<int>(dimensions), extents.data(), nullptr),
      H5Sclose);
  const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_fill_time(how.get(), H5D_FILL_TIME_NEVER);
  dataset = {
      H5Dcreate_anon(file.get(), type, space.get(), how.get(), H5P_DEFAULT),
      H5Dclose};
  check(dataset.get(), "create");
}

void DatasetFile::addText(const char *attribute, const std::string &value) {
  if (!isWell())
    return;
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), value.size() + 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle made(H5Acreate2(dataset.get(), attribute, type.get(),
                               space.get(), H5P_DEFAULT, H5P_DEFAULT),
                    H5Aclose);
  check(made.isOpen() ? H5Awrite(made.get(), type.get(), value.c_str()) : -1,
        "describe");
}

bool DatasetFile::hasName() {
  for (std::size_t at = name.find_first_not_of('/'); at < name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string part = name.substr(0, end);
    if (H5Lexists(file.get(), part.c_str(), H5P_DEFAULT) <= 0)
      return false;
    H5O_info_t what;
    const bool isThere = H5Oget_info_by_name2(file.get(), part.c_str(), &what,
                                              H5O_INFO_BASIC, H5P_DEFAULT) >= 0;
    const bool isLast = end == name.size();
    if (!isThere || what.type != (isLast ? H5O_TYPE_DATASET : H5O_TYPE_GROUP))
      complain("'" + part + "' of '" + path + "' is no " +
               (isLast ? "dataset" : "group"));
    if (!isWell() || isLast)
      return true;
    at = name.find_first_not_of('/', end);
  }
  return false;
}

void DatasetFile::find(hid_t type, const array_shape &shape) {
  if (!isWell())
    return;
  const std::string both = "dataset '" + name + "' of '" + path + "'";
  if (!hasName())
    complain("'" + path + "' has no dataset '" + name + "'");
  if (!isWell())
    return;
  dataset = {H5Dopen2(file.get(), name.c_str(), H5P_DEFAULT), H5Dclose};
  check(dataset.get(), "open");
  if (!isWell())
    return;
  const Handle there(H5Dget_type(dataset.get()), H5Tclose);
  const Handle space(H5Dget_space(dataset.get()), H5Sclose);
  dimensions = shape.dimension_count();
  const int count = H5Sget_simple_extent_ndims(space.get());
  std::vector<hsize_t> extents(static_cast<std::size_t>(std::max(count, 0)));
  H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr);
  const auto textOf = [](const std::vector<hsize_t> &all) {
    const std::vector<std::int64_t> numbers(all.begin(), all.end());
    return detail::text_of_extents(numbers.data(), numbers.size());
  };
  if (!isSameType(there.get(), type))
    complain(both + " has elements of type " + textOfType(there.get()) +
             ", not " + textOfType(type));
  if (extents != extentsOf(shape))
    complain(
        both + " has " +
        (extents.empty() ? "a single element" : textOf(extents) + " elements") +
        ", but the array has " + textOf(extentsOf(shape)));
}

void DatasetFile::link() {
  if (!isWell())
    return;
  const Handle how(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(how.get(), 1);
  if (hasName() && isWell())
    check(H5Ldelete(file.get(), name.c_str(), H5P_DEFAULT), "replace");
  if (isWell())
    check(H5Olink(dataset.get(), file.get(), name.c_str(), how.get(),
                  H5P_DEFAULT),
          "name");
}

void DatasetFile::close() {
  check(dataset.close() ? 0 : -1, "close");
  if (!file.close())
    complain("cannot close '" + path + "' with dataset '" + name +
             "': " + reasonOfHdf5());
}

std::pair<Handle, Handle> DatasetFile::spacesOf(const Box &box) {
  std::array<hsize_t, max_dimensions> lower{}, extents{};
  hsize_t count = 1;
  for (std::size_t k = 0; k < dimensions; ++k) {
    lower[k] = static_cast<hsize_t>(box.lower[k]);
    extents[k] = static_cast<hsize_t>(box.extents[k]);
    count *= extents[k];
  }
  if (count == 0)
    return {};
  Handle there(H5Dget_space(dataset.get()), H5Sclose);
  H5Sselect_hyperslab(there.get(), H5S_SELECT_SET, lower.data(), nullptr,
                      extents.data(), nullptr);
  return {std::move(there),
          Handle(H5Screate_simple(1, &count, nullptr), H5Sclose)};
}

namespace {

/// `first`: elements of the whole box before it.
struct BoxPart {
  Box box;
  std::int64_t first;
};

} // namespace

/// Appends parts of at most `most` elements, in their order: HDF5's driver
/// counts bytes in 32 bits. A part is cut along the first dimension in which it
/// has several indices.
static void appendParts(const BoxPart &whole, std::size_t dimensions,
                        std::int64_t most, std::vector<BoxPart> &parts) {
  std::int64_t elements = 1;
  std::size_t cutAt = dimensions;
  for (std::size_t k = dimensions; k-- > 0;) {
    elements *= whole.box.extents[k];
    cutAt = whole.box.extents[k] > 1 ? k : cutAt;
  }
  if (elements <= most || cutAt == dimensions) {
    parts.push_back(whole);
    return;
  }
  const std::int64_t extent = whole.box.extents[cutAt];
  const std::int64_t inner = elements / extent;
  const std::int64_t length = std::max<std::int64_t>(1, most / inner);
  for (std::int64_t done = 0; done < extent; done += length) {
    BoxPart part{whole.box, whole.first + done * inner};
    part.box.lower[cutAt] += done;
    part.box.extents[cutAt] = std::min(length, extent - done);
    appendParts(part, dimensions, most, parts);
  }
}

template <typename Transfer>
void DatasetFile::transfer(hid_t type, const Box &box, const char *what,
                           Transfer part) {
  constexpr std::int64_t mostBytes = std::int64_t{1} << 30;
  const auto size = static_cast<std::int64_t>(H5Tget_size(type));
  std::vector<BoxPart> parts;
  appendParts({box, 0}, dimensions, std::max<std::int64_t>(1, mostBytes / size),
              parts);
  for (const BoxPart &one : parts) {
    if (!isWell())
      return;
    const auto [there, here] = spacesOf(one.box);
    if (there.isOpen())
      check(part(here.get(), there.get(), one.first * size), what);
  }
}

void DatasetFile::write(hid_t type, const Box &box, const void *elements) {
  transfer(type, box, "write",
           [&](hid_t here, hid_t there, std::int64_t begin) {
             return H5Dwrite(dataset.get(), type, here, there, H5P_DEFAULT,
                             static_cast<const std::byte *>(elements) + begin);
           });
}

void DatasetFile::read(hid_t type, const Box &box, void *elements) {
  transfer(type, box, "read", [&](hid_t here, hid_t there, std::int64_t begin) {
    return H5Dread(dataset.get(), type, here, there, H5P_DEFAULT,
                   static_cast<std::byte *>(elements) + begin);
  });
}

} // namespace redist::runtime
